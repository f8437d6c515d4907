//! The page of matches: the matched pairs, then the score of each alignment, and the hub tokens.

mod derivation;

use super::columns::{COLUMN_WIDTH, heads, left, numbers, right};
use super::kinds::summary_row;
use super::names::token_name;
use super::page::{Page, Row, RowForm, Span, Target, Tone};
use super::page_settings::PageSettings;
use crate::label::fit;
use crate::number::{MISSING, decimals, short};
use bertscope_analysis::{Analysis, Idf, Side};
use bertscope_explain::Alignments;
use bertscope_explain::alignments::ScoredAlignment;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_metric::{AlignedToken, HubToken, Match};

const NAME_WIDTH: u16 = 12;

/// Width from which scores have four places.
const MIN_PRECISE_WIDTH: u16 = NAME_WIDTH + 3 * COLUMN_WIDTH;

/// Width from which an alignment is described.
const MIN_DESCRIBED_WIDTH: u16 = 72;

/// Width from which a pair shows its runner-up, and the width of the runner-up.
const MIN_RUNNER_UP_WIDTH: u16 = 44;
const RUNNER_UP_WIDTH: u16 = 15;

/// What the spans of a pair are.
const PAIR_COLUMNS: [&str; 5] = ["token", "best match", "similarity", "weight", "second best"];

/// The pairs of the chosen alignment, then the alignments and the hubs.
pub(super) fn page<'a>(
    alignments: &'a Alignments,
    analysis: &'a Analysis,
    choices: &PageSettings,
) -> Page<'a> {
    let page = AlignmentsPage {
        alignments,
        analysis,
        chosen: choices.alignment,
    };
    let mut rows: Vec<Row<'_>> = summary_row(&alignments.kinds).into_iter().collect();
    if let Some(scored) = alignments.get(page.chosen) {
        for &side in &choices.sides {
            rows.push(
                Row::heading(page.side_heading(side)).with_form(RowForm::Heading(&PAIR_COLUMNS)),
            );
            let tokens = &analysis.side(side).tokenized.tokens;
            let shown = (0..scored.aligned_tokens(side).len())
                .filter(|&i| choices.special || !tokens[i].special);
            rows.extend(shown.map(|i| page.pair_row(side, i)));
            rows.push(Row::blank());
        }
    }
    rows.push(Row::new(|width| {
        let names = heads(&["P", "R", "F1"], score_width(width), Tone::Quiet);
        std::iter::once(left("", NAME_WIDTH, Tone::Quiet))
            .chain(names)
            .collect()
    }));
    rows.extend(alignments.all.iter().map(|scored| {
        let line = Row::new(move |width| page.scored(scored, width));
        line.about(Target::Alignment(scored.alignment.kind), move || {
            page.scored_derivation(scored)
        })
    }));
    // Candidate tokens share hub tokens of the reference, and vice versa.
    let sides = choices.sides.iter().map(|side| side.other());
    let hubs: Vec<(Side, &HubToken)> = sides
        .flat_map(|side| alignments.hubs(side).iter().map(move |hub| (side, hub)))
        .collect();
    if !hubs.is_empty() && !alignments.by_convention {
        let columns = RowForm::Heading(&["token", "best match of", "whose", "which"]);
        rows.extend([
            Row::blank(),
            Row::heading("hub tokens: best match of several").with_form(columns),
        ]);
        rows.extend(hubs.into_iter().map(|(side, hub)| {
            let target = target_cell(side, hub.token, hub.chosen_by[0]);
            Row::new(move |width| page.hub(side, hub, width))
                .about(target, move || page.hub_derivation(side, hub))
        }));
    }
    let lead = if alignments.by_convention {
        "A text without words scores 0 by convention, however its tokens are aligned."
    } else {
        "Each token’s match, and what the score would be if each token could be matched only once."
    };
    Page::new(lead, rows)
}

fn target_cell(side: Side, own: usize, other: usize) -> Target {
    match side {
        Side::Candidate => Target::Cell {
            candidate: own,
            reference: other,
        },
        Side::Reference => Target::Cell {
            candidate: other,
            reference: own,
        },
    }
}

fn score_width(width: u16) -> u16 {
    if width >= MIN_PRECISE_WIDTH {
        COLUMN_WIDTH
    } else {
        5
    }
}

#[derive(Clone, Copy)]
struct AlignmentsPage<'a> {
    alignments: &'a Alignments,
    analysis: &'a Analysis,
    chosen: AlignmentKind,
}

impl<'a> AlignmentsPage<'a> {
    fn name(self, side: Side, i: usize) -> String {
        token_name(self.analysis, side, i)
    }

    fn weight(self, side: Side, i: usize) -> f64 {
        self.analysis.side(side).weights.as_slice()[i]
    }

    fn best(self, side: Side, i: usize) -> Option<&'a Match> {
        self.analysis.matches_of(side).get(i)
    }

    fn aligned_token(self, side: Side, i: usize) -> Option<AlignedToken> {
        self.alignments
            .get(self.chosen)
            .and_then(|scored| scored.aligned_tokens(side).get(i).copied().flatten())
    }

    fn similarity(self, x: f32) -> String {
        short(self.analysis.scaled_similarity(x))
    }

    fn side_heading(self, side: Side) -> String {
        // The metric's own matching needs no name.
        let kind = match self.chosen {
            AlignmentKind::Greedy => String::new(),
            kind => format!("{}: ", kind.name()),
        };
        format!(
            "{kind}{} → {} ({})",
            side.name(),
            side.other().name(),
            side.mean_symbol()
        )
    }

    fn pair_row(self, side: Side, i: usize) -> Row<'a> {
        let target = match self.aligned_token(side, i) {
            Some(partner) if self.chosen != AlignmentKind::Greedy => {
                target_cell(side, i, partner.token)
            }
            _ => Target::Token(side, i),
        };
        Row::new(move |width| self.pair(side, i, width))
            .about(target, move || self.pair_derivation(side, i))
    }

    fn scored(self, scored: &ScoredAlignment, width: u16) -> Vec<Span> {
        let kind = scored.alignment.kind;
        let (mark, tone) = if kind == self.chosen {
            ("▸ ", Tone::Accent)
        } else {
            ("  ", Tone::Plain)
        };
        let mut spans = vec![left(&format!("{mark}{}", kind.name()), NAME_WIDTH, tone)];
        spans.extend(numbers(
            &scored.scaled.numbers(),
            score_width(width),
            Tone::Strong,
        ));
        if width >= MIN_DESCRIBED_WIDTH {
            let text = fit(
                &format!("  {}", description(kind)),
                width - MIN_PRECISE_WIDTH,
            );
            spans.push(Span::new(text, Tone::Quiet));
        }
        spans
    }

    /// `the  best of 4: a, his, …`.
    fn hub(self, side: Side, hub: &HubToken, width: u16) -> Vec<Span> {
        let count = format!(" best of {}", hub.chosen_by.len());
        let whose = if width >= MIN_RUNNER_UP_WIDTH {
            format!(" {} tokens", side.other().name())
        } else {
            String::new()
        };
        let names = (width / 4).clamp(8, 18);
        let mut spans = vec![
            left(&self.name(side, hub.token), names, Tone::Plain),
            Span::new(&count, Tone::Strong),
            Span::new(&whose, Tone::Quiet),
        ];
        let room = width.saturating_sub(names + (count.len() + whose.len()) as u16);
        if room >= 12 {
            let by: Vec<String> = hub
                .chosen_by
                .iter()
                .map(|&i| self.name(side.other(), i))
                .collect();
            spans.push(Span::new(
                fit(&format!(": {}", by.join(", ")), room),
                Tone::Quiet,
            ));
        }
        spans
    }

    /// `boat → ferry  .52  ×1  2nd .44 the`; unaligned `boat → —`.
    fn pair(self, side: Side, i: usize, width: u16) -> Vec<Span> {
        let (weight, partner, other) = (
            self.weight(side, i),
            self.aligned_token(side, i),
            side.other(),
        );
        let runner_up = if width >= MIN_RUNNER_UP_WIDTH {
            RUNNER_UP_WIDTH
        } else {
            0
        };
        let names = width.saturating_sub(3 + 5 + 5 + runner_up);
        let (first, second) = (names / 2, names - names / 2);
        let (plain, strong) = if weight == 0.0 {
            (Tone::Quiet, Tone::Quiet)
        } else {
            (Tone::Plain, Tone::Strong)
        };
        // A word that matches a special token is worth a second look.
        let is_special = |i: usize| self.analysis.side(other).tokenized.tokens[i].special;
        let flagged = partner.is_some_and(|partner| is_special(partner.token)) && weight != 0.0;
        let (mark, tone) = if flagged {
            (" !", Tone::Warning)
        } else {
            ("", plain)
        };
        let (named, value) = match partner {
            Some(partner) => (
                format!("{}{mark}", self.name(other, partner.token)),
                self.similarity(partner.similarity),
            ),
            None => (MISSING.to_owned(), MISSING.to_owned()),
        };
        let mut spans = vec![
            left(&self.name(side, i), first, plain),
            Span::new(" → ", Tone::Quiet),
            left(&named, second, tone),
            right(&value, 5, strong),
            right(&self.weight_text(weight), 5, Tone::Quiet),
        ];
        let beside = match (self.best(side, i), partner) {
            (Some(best), Some(partner)) if best.token == partner.token => best
                .runner_up
                .map(|second| (" 2nd", second.similarity, second.token)),
            (Some(best), _) => Some((" best", best.similarity, best.token)),
            _ => None,
        };
        if let Some((what, similarity, token)) = beside.filter(|_| runner_up > 0) {
            let text = format!(
                " {what} {} {}",
                self.similarity(similarity),
                self.name(other, token)
            );
            spans.push(Span::new(fit(&text, runner_up), Tone::Quiet));
        }
        spans
    }

    /// `×7.9` with IDF; without it only a weight of 0 is shown.
    fn weight_text(self, weight: f64) -> String {
        match (self.analysis.settings.idf, weight == 0.0) {
            (_, true) => "×0".into(),
            (Idf::Off, false) => "×1".into(),
            (_, false) => format!("×{}", decimals(weight, 1)),
        }
    }
}

/// What an alignment does, in a sentence.
fn description(kind: AlignmentKind) -> &'static str {
    match kind {
        AlignmentKind::Greedy => "the metric: each token’s best match; tokens may share one",
        AlignmentKind::Mutual => "only mutual best matches; other tokens count as 0",
        AlignmentKind::OneToOne => "each token is matched at most once; maximises P + R",
    }
}
