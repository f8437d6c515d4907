//! The two texts side by side, one token per line, with a line for each match.

use maud::{Markup, html};

use crate::MatchDirection;
use crate::export::ExportOptions;
use crate::export::picture::axes::{label_widths, longest, shown_tokens, token_label};
use crate::export::picture::geometry::{Anchor, Role, Text};
use crate::export::picture::pen::{Pen, Px};
use crate::export::picture::svg::text_markup;
use crate::topics::names::side_title;
use bertscope_analysis::{Analysis, Side};

const FONT_SIZE: f32 = 14.0;
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
    /// Whether a token where it starts has weight.
    counts: bool,
}

/// The tokens of both texts, and where they stand.
struct Columns {
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// Where the lines start and end.
    left: f32,
    right: f32,
    width: f32,
    height: f32,
}

impl Columns {
    fn new(analysis: &Analysis, links: &[TokenLink], special: bool) -> Self {
        let mut rows = shown_tokens(analysis, Side::Candidate, special);
        let mut columns = shown_tokens(analysis, Side::Reference, special);
        // A special token that is hidden in the matrix is shown here if a word is matched with it.
        rows.extend(links.iter().map(|link| link.candidate));
        columns.extend(links.iter().map(|link| link.reference));
        for tokens in [&mut rows, &mut columns] {
            tokens.sort_unstable();
            tokens.dedup();
        }
        let left = widest(analysis, Side::Candidate, &rows) + 14.0;
        let right = left + LINES_WIDTH;
        let most = rows.len().max(columns.len());
        // Lines are closer in long texts.
        let line_height = if most > 60 { 20.0 } else { 26.0 };
        Self {
            left,
            right,
            width: right + widest(analysis, Side::Reference, &columns) + 18.0,
            height: line_height * most as f32,
            rows,
            columns,
        }
    }

    /// Tokens of the longer text.
    fn most(&self) -> usize {
        self.rows.len().max(self.columns.len())
    }

    /// The middle of a token's line. The shorter text is spread over the height of the longer one.
    fn y(&self, shown: &[usize], token: usize) -> f32 {
        let position = shown.partition_point(|&other| other < token);
        TOP_MARGIN + (position as f32 + 0.5) * self.height / shown.len() as f32
    }
}

/// The width of a text's longest token, or at least of its heading.
fn widest(analysis: &Analysis, side: Side, shown: &[usize]) -> f32 {
    longest(&label_widths(analysis, side, shown, FONT_SIZE)).max(80.0)
}

/// The figure, with a checkbox for each direction that works without a script.
pub fn figure(analysis: &Analysis, options: &ExportOptions) -> Markup {
    let links = links(analysis, options.special);
    let columns = Columns::new(analysis, &links, options.special);
    if columns.most() == 0 {
        return html! {};
    }
    html! {
        figure .links {
            h2 { "Best matches" }
            input .pick #show-p type="checkbox" checked[options.direction.has_precision()] aria-label="Show the matches of precision";
            input .pick #show-r type="checkbox" checked[options.direction.has_recall()] aria-label="Show the matches of recall";
            div .toggles {
                label .p for="show-p" { i {} "precision: candidate → reference" }
                label .r for="show-r" { i {} "recall: reference → candidate" }
            }
            div .scroll .tall[columns.most() > 80] { (drawing(analysis, options, &columns, &links)) }
        }
    }
}

fn drawing(
    analysis: &Analysis,
    options: &ExportOptions,
    columns: &Columns,
    links: &[TokenLink],
) -> Markup {
    let pen = Pen::scripted(analysis, options);
    let width = Px(columns.width);
    let height = Px(TOP_MARGIN + columns.height + 4.0);
    html! {
        svg width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) } role="img"
            aria-label="Lines from each token to its best match on the other side; the table below lists them." {
            @for link in links {
                (link_line(link, columns))
                "\n"
            }
            @for text in names(analysis, columns) { (text_markup(&text, &pen)) }
        }
    }
}

/// The headings and the tokens of both texts.
fn names(analysis: &Analysis, columns: &Columns) -> Vec<Text> {
    let sides = [
        (Side::Candidate, &columns.rows, columns.left - 12.0),
        (Side::Reference, &columns.columns, columns.right + 12.0),
    ];
    let mut names = Vec::new();
    for (side, tokens, x) in sides {
        let anchor = side.pick(Anchor::Start, Anchor::End);
        let heading = Text::new(x, 14.0, 12.0, Role::Quiet, side_title(side));
        names.push(heading.anchored(anchor));
        for &token in tokens {
            names.push(Text {
                x,
                y: columns.y(tokens, token) + FONT_SIZE * 0.36,
                ..token_label(analysis, side, token, FONT_SIZE).anchored(anchor)
            });
        }
    }
    names
}

/// Matches of the visible tokens; mutual ones last, so that they are on top.
fn links(analysis: &Analysis, special: bool) -> Vec<TokenLink> {
    let mut links: Vec<TokenLink> = Vec::new();
    for side in Side::BOTH {
        for token in shown_tokens(analysis, side, special) {
            let Some(link) = TokenLink::from_token(analysis, side, token) else {
                continue;
            };
            // A mutual match has one line.
            let is_drawn = links.iter().any(|drawn| drawn.ends() == link.ends());
            if !is_drawn {
                links.push(link);
            }
        }
    }
    links.sort_by_key(|link| link.direction == MatchDirection::Both);
    links
}

impl TokenLink {
    /// The candidate's token and the reference's.
    fn ends(&self) -> [usize; 2] {
        [self.candidate, self.reference]
    }

    /// The line from a token to its best match.
    fn from_token(analysis: &Analysis, side: Side, token: usize) -> Option<Self> {
        let found = analysis.matches_of(side).get(token)?;
        let (candidate, reference) = side.pick((found.token, token), (token, found.token));
        let direction = if analysis.matches.is_mutual(candidate, reference) {
            MatchDirection::Both
        } else {
            side.pick(MatchDirection::Recall, MatchDirection::Precision)
        };
        Some(Self {
            direction,
            candidate,
            reference,
            similarity: analysis.scaled_similarity(found.similarity),
            counts: analysis.side(side).weights.as_slice()[token] > 0.0,
        })
    }
}

fn link_line(link: &TokenLink, columns: &Columns) -> Markup {
    let c = link.candidate;
    let r = link.reference;
    // Names for both ends, and for the direction.
    let (way, names) = match link.direction {
        MatchDirection::Precision => ("p", format!("c{c} r{r} p{c}")),
        MatchDirection::Recall => ("r", format!("c{c} r{r} q{r}")),
        MatchDirection::Both => ("b", format!("c{c} r{r} p{c} q{r}")),
    };
    let class = format!("link {way}{}", if link.counts { "" } else { " weak" });
    let from = columns.y(&columns.rows, c);
    let to = columns.y(&columns.columns, r);
    let start = columns.left + 7.0;
    let end = columns.right - 7.0;
    let mut heads = String::new();
    if link.direction.has_precision() {
        heads += &arrow_head(end, to, 1.0);
    }
    if link.direction.has_recall() {
        heads += &arrow_head(start, from, -1.0);
    }
    let thick = 0.8 + 2.7 * link.similarity.clamp(0.0, 1.0);
    html! {
        g class=(class) data-link=(names) {
            path .l stroke-width=(Px(thick)) d=(curve(start, from, end, to)) {}
            path .e d=(heads) {}
        }
    }
}

/// A curve that leaves and arrives level.
fn curve(start: f32, from: f32, end: f32, to: f32) -> String {
    let bend = LINES_WIDTH * 0.42;
    let [from, to] = [from, to].map(Px);
    format!(
        "M{} {from}C{} {from} {} {to} {} {to}",
        Px(start),
        Px(start + bend),
        Px(end - bend),
        Px(end)
    )
}

/// An arrow head at the end of a line; `way` is 1 to the right and −1 to the left.
fn arrow_head(x: f32, y: f32, way: f32) -> String {
    let tip = Px(x);
    format!(
        "M{tip} {}L{} {}L{tip} {}z",
        Px(y - 4.0),
        Px(x + 8.0 * way),
        Px(y),
        Px(y + 4.0)
    )
}
