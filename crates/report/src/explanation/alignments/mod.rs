//! The page of matches: the matched pairs, then the score of each alignment, and the hub tokens.

mod derivation;

use super::columns::{COLUMN_WIDTH, fit_spans, value};
use super::page::{Page, Span, Target, Tone};
use super::page_settings::PageSettings;
use crate::label::{align_left, align_right, fit, token};
use crate::number::short;
use bertscope_analysis::{Analysis, Idf, Side};
use bertscope_explain::Alignments;
use bertscope_explain::alignments::ScoredAlignment;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_metric::{AlignedToken, HubToken, Match};

/// Columns of an alignment's name.
const NAME_WIDTH: u16 = 12;

/// Width from which scores have four places.
const MIN_PRECISE_WIDTH: u16 = NAME_WIDTH + 3 * COLUMN_WIDTH;

/// Width from which an alignment is described.
const MIN_DESCRIBED_WIDTH: u16 = 72;

/// Width from which a pair shows its runner-up, and the width of the runner-up.
const MIN_RUNNER_UP_WIDTH: u16 = 44;
const RUNNER_UP_WIDTH: u16 = 15;

/// Rows of the pairs of the chosen alignment, then of the alignments and the hubs.
pub struct AlignmentsPage<'a> {
    alignments: &'a Alignments,
    analysis: &'a Analysis,
    chosen: AlignmentKind,
    rows: Vec<Row>,
}

enum Row {
    Blank,
    Columns,
    /// An alignment, by its index.
    Scored(usize),
    Hubs,
    /// A hub of a side, by its index.
    Hub(Side, usize),
    Heading(Side),
    /// A token of a side.
    Pair(Side, usize),
}

impl<'a> AlignmentsPage<'a> {
    /// The rows that were chosen.
    pub fn new(alignments: &'a Alignments, analysis: &'a Analysis, choices: &PageSettings) -> Self {
        let mut rows = Vec::new();
        let chosen = choices.alignment;
        if let Some(scored) = alignments.get(chosen) {
            for &side in &choices.sides {
                rows.push(Row::Heading(side));
                let tokens = &analysis.side(side).tokenized.tokens;
                let shown = (0..scored.aligned_tokens(side).len()).filter(|&i| choices.special || !tokens[i].special);
                rows.extend(shown.map(|i| Row::Pair(side, i)));
                rows.push(Row::Blank);
            }
        }
        rows.push(Row::Columns);
        rows.extend((0..alignments.all.len()).map(Row::Scored));
        // Candidate tokens share hub tokens of the reference, and vice versa.
        let sides = choices.sides.iter().map(|side| side.other());
        let hubs: Vec<Row> =
            sides.flat_map(|side| (0..alignments.hubs(side).len()).map(move |i| Row::Hub(side, i))).collect();
        if !hubs.is_empty() && !alignments.by_convention {
            rows.extend([Row::Blank, Row::Hubs]);
            rows.extend(hubs);
        }
        Self { alignments, analysis, chosen, rows }
    }

    fn name(&self, side: Side, i: usize) -> String {
        token(&self.analysis.side(side).tokenized.tokens[i])
    }

    fn weight(&self, side: Side, i: usize) -> f64 {
        self.analysis.side(side).weights.as_slice()[i]
    }

    fn best(&self, side: Side, i: usize) -> Option<&Match> {
        self.analysis.matches_of(side).get(i)
    }

    fn aligned_token(&self, side: Side, i: usize) -> Option<AlignedToken> {
        self.alignments.get(self.chosen).and_then(|scored| scored.aligned_tokens(side).get(i).copied().flatten())
    }

    fn scored(&self, scored: &ScoredAlignment, width: u16) -> Vec<Span> {
        let here = scored.alignment.kind == self.chosen;
        let mark = if here { "▸ " } else { "  " };
        let name = format!("{mark}{}", scored.alignment.kind.name());
        let mut spans = vec![Span::new(align_left(&name, NAME_WIDTH), if here { Tone::Accent } else { Tone::Plain })];
        spans.extend(numbers(scored, width).map(|text| Span::new(text, Tone::Strong)));
        if width >= MIN_DESCRIBED_WIDTH {
            spans.push(Span::new(
                fit(&format!("  {}", description(scored.alignment.kind)), width - MIN_PRECISE_WIDTH),
                Tone::Quiet,
            ));
        }
        fit_spans(spans, width)
    }

    /// `the  best of 4: a, his, …`.
    fn hub(&self, side: Side, hub: &HubToken, width: u16) -> Vec<Span> {
        let count = format!(" best of {}", hub.chosen_by.len());
        let whose =
            if width >= MIN_RUNNER_UP_WIDTH { format!(" {} tokens", side.other().name()) } else { String::new() };
        let names = (width / 4).clamp(8, 18);
        let mut spans = vec![
            Span::new(align_left(&self.name(side, hub.token), names), Tone::Plain),
            Span::new(&count, Tone::Strong),
            Span::new(&whose, Tone::Quiet),
        ];
        let used = names + (count.len() + whose.len()) as u16;
        let room = width.saturating_sub(used);
        if room >= 12 {
            let by: Vec<String> = hub.chosen_by.iter().map(|&i| self.name(side.other(), i)).collect();
            spans.push(Span::new(fit(&format!(": {}", by.join(", ")), room), Tone::Quiet));
        }
        fit_spans(spans, width)
    }

    /// `boat → ferry  .52  ×1  2nd .44 the`; unaligned `boat → —`.
    fn pair(&self, side: Side, i: usize, width: u16) -> Vec<Span> {
        let weight = self.weight(side, i);
        let weightless = weight == 0.0;
        let partner = self.aligned_token(side, i);
        let others = &self.analysis.side(side.other()).tokenized.tokens;
        let runner_up = if width >= MIN_RUNNER_UP_WIDTH { RUNNER_UP_WIDTH } else { 0 };
        let names = width.saturating_sub(3 + 5 + 5 + runner_up);
        let (first, second) = (names / 2, names - names / 2);
        // A word that matches a special token is worth a second look.
        let flagged = partner.is_some_and(|partner| others[partner.token].special) && !weightless;
        let plain = if weightless { Tone::Quiet } else { Tone::Plain };
        let (named, value) = match partner {
            Some(partner) => {
                let mark = if flagged { " !" } else { "" };
                (
                    format!("{}{mark}", token(&others[partner.token])),
                    short(self.analysis.scaled_similarity(partner.similarity)),
                )
            }
            None => ("—".to_owned(), "—".to_owned()),
        };
        let mut spans = vec![
            Span::new(align_left(&self.name(side, i), first), plain),
            Span::new(" → ", Tone::Quiet),
            Span::new(align_left(&named, second), if flagged { Tone::Warning } else { plain }),
            Span::new(align_right(&value, 5), if weightless { Tone::Quiet } else { Tone::Strong }),
            Span::new(align_right(&self.weight_text(weight), 5), Tone::Quiet),
        ];
        let best = self.best(side, i);
        let beside = match (best, partner) {
            (Some(best), Some(partner)) if best.token == partner.token => {
                best.runner_up.map(|second| (" 2nd", second.similarity, second.token))
            }
            (Some(best), _) => Some((" best", best.similarity, best.token)),
            _ => None,
        };
        if let Some((what, similarity, other)) = beside.filter(|_| runner_up > 0) {
            let text =
                format!(" {what} {} {}", short(self.analysis.scaled_similarity(similarity)), token(&others[other]));
            spans.push(Span::new(fit(&text, runner_up), Tone::Quiet));
        }
        fit_spans(spans, width)
    }

    /// `×7.9` with IDF; without it only a weight of 0 is shown.
    fn weight_text(&self, weight: f64) -> String {
        match (self.analysis.settings.idf, weight == 0.0) {
            (_, true) => "×0".into(),
            (Idf::Off, false) => "×1".into(),
            (_, false) => format!("×{weight:.1}"),
        }
    }
}

/// P, R and F1 in columns.
fn numbers(scored: &ScoredAlignment, width: u16) -> impl Iterator<Item = String> {
    let shown = scored.scaled;
    [shown.precision, shown.recall, Some(shown.f1)].into_iter().map(move |x| {
        if width >= MIN_PRECISE_WIDTH {
            return align_right(&value(x), COLUMN_WIDTH);
        }
        align_right(&x.map_or_else(|| "—".into(), |x| short(x as f32)), 5)
    })
}

/// What an alignment does, in a sentence.
fn description(kind: AlignmentKind) -> &'static str {
    match kind {
        AlignmentKind::Greedy => "the metric: each token’s best match; tokens may share one",
        AlignmentKind::Mutual => "only mutual best matches; other tokens count as 0",
        AlignmentKind::OneToOne => "each token is matched at most once; maximises P + R",
    }
}

impl Page for AlignmentsPage<'_> {
    fn lead(&self) -> String {
        if self.alignments.by_convention {
            return "A text without words scores 0 by convention, however its tokens are aligned.".to_owned();
        }
        "Each token’s match, and what the score would be if each token could be matched only once.".to_owned()
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn row(&self, index: usize, width: u16) -> Vec<Span> {
        match self.rows[index] {
            Row::Blank => Vec::new(),
            Row::Columns => {
                let column = if width >= MIN_PRECISE_WIDTH { COLUMN_WIDTH } else { 5 };
                let heads = ["P", "R", "F1"].map(|head| align_right(head, column)).concat();
                fit_spans(
                    vec![Span::new(align_left("", NAME_WIDTH), Tone::Quiet), Span::new(heads, Tone::Quiet)],
                    width,
                )
            }
            Row::Scored(i) => self.scored(&self.alignments.all[i], width),
            Row::Hubs => vec![Span::new(fit("hub tokens: best match of several", width), Tone::Accent)],
            Row::Hub(side, i) => self.hub(side, &self.alignments.hubs(side)[i], width),
            Row::Heading(side) => {
                let mean = side.mean_symbol();
                // The metric's own matching needs no name.
                let kind = if self.chosen == AlignmentKind::Greedy {
                    String::new()
                } else {
                    format!("{}: ", self.chosen.name())
                };
                let text = format!("{kind}{} → {} ({mean})", side.name(), side.other().name());
                vec![Span::new(fit(&text, width), Tone::Accent)]
            }
            Row::Pair(side, i) => self.pair(side, i, width),
        }
    }

    fn target(&self, index: usize) -> Option<Target> {
        let cell = |side: Side, own: usize, other: usize| match side {
            Side::Candidate => Target::Cell { candidate: own, reference: other },
            Side::Reference => Target::Cell { candidate: other, reference: own },
        };
        match self.rows[index] {
            Row::Blank | Row::Columns | Row::Hubs | Row::Heading(_) => None,
            Row::Scored(i) => Some(Target::Alignment(self.alignments.all[i].alignment.kind)),
            Row::Hub(side, i) => {
                let hub = &self.alignments.hubs(side)[i];
                Some(cell(side, hub.token, *hub.chosen_by.first()?))
            }
            Row::Pair(side, i) => Some(match self.aligned_token(side, i) {
                Some(partner) if self.chosen != AlignmentKind::Greedy => cell(side, i, partner.token),
                _ => Target::Token(side, i),
            }),
        }
    }

    fn derivation(&self, index: usize) -> Vec<String> {
        match self.rows[index] {
            Row::Blank | Row::Columns | Row::Hubs | Row::Heading(_) => Vec::new(),
            Row::Scored(i) => self.scored_derivation(&self.alignments.all[i]),
            Row::Hub(side, i) => self.hub_derivation(side, &self.alignments.hubs(side)[i]),
            Row::Pair(side, i) => self.pair_derivation(side, i),
        }
    }
}
