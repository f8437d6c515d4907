//! The two texts side by side, one token per line, with a line for each match.

use std::collections::BTreeSet;

use maud::{Markup, html};

use crate::MatchDirection;
use crate::export::ExportOptions;
use crate::export::picture::axes::shown_tokens;
use crate::export::picture::pen::Px;
use crate::export::picture::{label, measure};
use bertscope_analysis::{Analysis, Side};
use bertscope_metric::Match;

/// Font size of the tokens.
const FONT_SIZE: f32 = 14.0;
/// Longest token.
const MAX_TOKEN_WIDTH: f32 = 180.0;
/// Room for the lines.
const LINES_WIDTH: f32 = 150.0;
/// Space above the first token.
const TOP_MARGIN: f32 = 34.0;

struct TokenLink {
    /// Which way the line goes.
    direction: MatchDirection,
    candidate: usize,
    reference: usize,
    /// As shown in the picture.
    similarity: f32,
    /// Whether the token where it starts has weight.
    counts: bool,
}

/// The figure, with a checkbox for each direction that works without a script.
pub fn figure(analysis: &Analysis, options: &ExportOptions) -> Markup {
    let sides = [Side::Candidate, Side::Reference];
    let links = links(analysis, options.special);
    // A special token that is hidden in the matrix is shown here if a word is matched with it.
    let tokens = sides.map(|side| {
        let mut all: BTreeSet<usize> = shown_tokens(analysis, side, options.special)
            .into_iter()
            .collect();
        all.extend(links.iter().map(|link| {
            if side == Side::Candidate {
                link.candidate
            } else {
                link.reference
            }
        }));
        all.into_iter().collect::<Vec<_>>()
    });
    let [rows, columns] = tokens;
    if rows.is_empty() && columns.is_empty() {
        return html! {};
    }
    let widest = sides.map(|side| {
        let tokens = &analysis.side(side).tokenized.tokens;
        let shown = if side == Side::Candidate {
            &rows
        } else {
            &columns
        };
        let widths = shown
            .iter()
            .map(|&i| (measure::width(&label::token(&tokens[i])) * FONT_SIZE).min(MAX_TOKEN_WIDTH));
        widths.fold(80.0f32, f32::max)
    });
    let most = rows.len().max(columns.len());
    let line: f32 = if most > 60 { 20.0 } else { 26.0 };
    let (left, right) = (widest[0] + 14.0, widest[0] + 14.0 + LINES_WIDTH);
    let (width, height) = (
        right + widest[1] + 18.0,
        TOP_MARGIN + line * most as f32 + 4.0,
    );
    // The shorter text is spread over the height of the longer one.
    let at = |place: usize, count: usize| {
        TOP_MARGIN + (place as f32 + 0.5) * line * most as f32 / count as f32
    };
    let y_of = |shown: &[usize], token: usize| {
        shown
            .iter()
            .position(|&t| t == token)
            .map_or(TOP_MARGIN, |place| at(place, shown.len()))
    };
    html! {
        figure .links {
            h2 { "Best matches" }
            input .pick #show-p type="checkbox" checked[options.direction.has_precision()] aria-label="Show the matches of precision";
            input .pick #show-r type="checkbox" checked[options.direction.has_recall()] aria-label="Show the matches of recall";
            div .toggles {
                label .p for="show-p" { i {} "precision: candidate → reference" }
                label .r for="show-r" { i {} "recall: reference → candidate" }
            }
            div .scroll .tall[most > 80] {
                svg width=(Px(width)) height=(Px(height)) viewBox={ "0 0 " (Px(width)) " " (Px(height)) } role="img"
                    aria-label="Lines from each token to its best match on the other side; the table below lists them." {
                    g font-size="12" fill="var(--quiet)" {
                        text x=(Px(left - 12.0)) y="14" text-anchor="end" { "Candidate" }
                        text x=(Px(right + 12.0)) y="14" { "Reference" }
                    }
                    @for link in &links {
                        (link_line(link, left, right, y_of(&rows, link.candidate), y_of(&columns, link.reference)))
                        "\n"
                    }
                    g font-size=(Px(FONT_SIZE)) {
                        @for (place, &token) in rows.iter().enumerate() {
                            (name(analysis, Side::Candidate, token, left - 12.0, at(place, rows.len())))
                        }
                        @for (place, &token) in columns.iter().enumerate() {
                            (name(analysis, Side::Reference, token, right + 12.0, at(place, columns.len())))
                        }
                    }
                }
            }
        }
    }
}

/// Matches of the visible tokens; mutual ones last, so that they are on top.
fn links(analysis: &Analysis, special: bool) -> Vec<TokenLink> {
    let mut links: Vec<TokenLink> = Vec::new();
    for side in [Side::Candidate, Side::Reference] {
        for token in shown_tokens(analysis, side, special) {
            let Some(Match {
                token: other,
                similarity,
                ..
            }) = analysis.matches_of(side).get(token).copied()
            else {
                continue;
            };
            let (candidate, reference) = if side == Side::Candidate {
                (token, other)
            } else {
                (other, token)
            };
            let is_drawn = |link: &TokenLink| {
                link.direction == MatchDirection::Both
                    && link.candidate == candidate
                    && link.reference == reference
            };
            let direction = match side {
                Side::Candidate if analysis.matches.is_mutual(candidate, reference) => {
                    MatchDirection::Both
                }
                Side::Candidate => MatchDirection::Precision,
                Side::Reference if links.iter().any(is_drawn) => continue,
                Side::Reference => MatchDirection::Recall,
            };
            let similarity = analysis.scaled_similarity(similarity);
            let counts = analysis.side(side).weights.as_slice()[token] > 0.0;
            links.push(TokenLink {
                direction,
                candidate,
                reference,
                similarity,
                counts,
            });
        }
    }
    links.sort_by_key(|link| link.direction == MatchDirection::Both);
    links
}

fn link_line(link: &TokenLink, left: f32, right: f32, from: f32, to: f32) -> Markup {
    let way = match link.direction {
        MatchDirection::Precision => "p",
        MatchDirection::Recall => "r",
        MatchDirection::Both => "b",
    };
    let class = format!("link {way}{}", if link.counts { "" } else { " weak" });
    let (c, r) = (link.candidate, link.reference);
    // Classes for both ends, and for the direction.
    let names = match link.direction {
        MatchDirection::Precision => format!("c{c} r{r} p{c}"),
        MatchDirection::Recall => format!("c{c} r{r} q{r}"),
        MatchDirection::Both => format!("c{c} r{r} p{c} q{r}"),
    };
    let (x0, x1, bend) = (left + 7.0, right - 7.0, LINES_WIDTH * 0.42);
    let px = |x: f32| maud::Render::render(&Px(x)).0;
    let [start, end, leave, arrive, top, bottom] = [x0, x1, x0 + bend, x1 - bend, from, to].map(px);
    let curve = format!("M{start} {top}C{leave} {top} {arrive} {bottom} {end} {bottom}");
    let head = |x: f32, y: f32, way: f32| {
        let [tip, back, above, y, below] = [x, x + 8.0 * way, y - 4.0, y, y + 4.0].map(px);
        format!("M{tip} {above}L{back} {y}L{tip} {below}z")
    };
    let mut heads = String::new();
    if link.direction.has_precision() {
        heads += &head(x1, to, 1.0);
    }
    if link.direction.has_recall() {
        heads += &head(x0, from, -1.0);
    }
    let thick = 0.8 + 2.7 * link.similarity.clamp(0.0, 1.0);
    html! {
        g class=(class) data-link=(names) {
            path .l stroke-width=(Px(thick)) d=(curve) {}
            path .e d=(heads) {}
        }
    }
}

fn name(analysis: &Analysis, side: Side, token: usize, x: f32, y: f32) -> Markup {
    let of = &analysis.side(side).tokenized.tokens[token];
    let whole = label::token(of);
    let text = label::fit(&whole, MAX_TOKEN_WIDTH, FONT_SIZE);
    let candidate = side == Side::Candidate;
    let key = format!("{}{token}", if candidate { 'c' } else { 'r' });
    html! {
        text x=(Px(x)) y=(Px(y + FONT_SIZE * 0.36)) text-anchor=[candidate.then_some("end")] data-token=(key)
            fill=(if of.special { "var(--quiet)" } else { "var(--text)" }) {
            @if text != whole { title { (whole) } }
            (text)
        }
    }
}
