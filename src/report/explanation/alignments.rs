//! The page of matches: what each way to align scores, the tokens that many chose, and who is aligned with whom.

use super::Choices;
use super::columns::{COLUMN, value};
use super::ledger::fitted;
use super::page::{Page, Span, Target, Tone};
use crate::analysis::{Analysis, Idf, Side};
use crate::explain::Alignments;
use crate::explain::alignments::Scored;
use crate::metric::alignment::Kind;
use crate::metric::{BaselineRow, Hub, Match, Partner};
use crate::report::label::{fit, left, right, token};
use crate::report::number::short;

/// Columns of an alignment's name.
const NAME: u16 = 12;

/// Columns from which on scores have four places.
const PRECISE: u16 = NAME + 3 * COLUMN;

/// Columns from which on an alignment is described.
const DESCRIBED: u16 = 72;

/// Columns from which on a pair has its runner-up beside it, and of that.
const WITH_RUNNER_UP: u16 = 44;
const RUNNER_UP: u16 = 15;

/// Rows of alignments, hubs, and the pairs of the alignment that was chosen.
pub struct AlignmentsPage<'a> {
    alignments: &'a Alignments,
    analysis: &'a Analysis,
    chosen: Kind,
    rows: Vec<Row>,
}

enum Row {
    Blank,
    Columns,
    /// An alignment, by its place.
    Scored(usize),
    Hubs,
    /// A hub of a side, by its place.
    Hub(Side, usize),
    Heading(Side),
    /// A token of a side.
    Pair(Side, usize),
}

impl<'a> AlignmentsPage<'a> {
    /// The rows that were chosen.
    pub fn new(alignments: &'a Alignments, analysis: &'a Analysis, choices: &Choices) -> Self {
        let mut rows = vec![Row::Columns];
        rows.extend((0..alignments.all.len()).map(Row::Scored));
        // Candidate tokens gather around tokens of the reference, and the other way round.
        let sides = choices.sides.iter().map(|side| side.other());
        let hubs: Vec<Row> =
            sides.flat_map(|side| (0..alignments.hubs(side).len()).map(move |i| Row::Hub(side, i))).collect();
        if !hubs.is_empty() && !alignments.by_convention {
            rows.extend([Row::Blank, Row::Hubs]);
            rows.extend(hubs);
        }
        let chosen = choices.alignment;
        if let Some(scored) = alignments.get(chosen) {
            for &side in &choices.sides {
                rows.extend([Row::Blank, Row::Heading(side)]);
                let tokens = &analysis.side(side).tokenized.tokens;
                let shown = (0..scored.partners(side).len()).filter(|&i| choices.special || !tokens[i].special);
                rows.extend(shown.map(|i| Row::Pair(side, i)));
            }
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
        match side {
            Side::Candidate => self.analysis.matches.candidate.get(i),
            Side::Reference => self.analysis.matches.reference.get(i),
        }
    }

    fn partner(&self, side: Side, i: usize) -> Option<Partner> {
        self.alignments.get(self.chosen).and_then(|scored| scored.partners(side).get(i).copied().flatten())
    }

    fn scored(&self, scored: &Scored, width: u16) -> Vec<Span> {
        let here = scored.alignment.kind == self.chosen;
        let mark = if here { "▸ " } else { "  " };
        let name = format!("{mark}{}", scored.alignment.kind.name());
        let mut spans = vec![Span::new(left(&name, NAME), if here { Tone::Accent } else { Tone::Plain })];
        spans.extend(numbers(scored, width).map(|text| Span::new(text, Tone::Strong)));
        if width >= DESCRIBED {
            spans
                .push(Span::new(fit(&format!("  {}", described(scored.alignment.kind)), width - PRECISE), Tone::Quiet));
        }
        fitted(spans, width)
    }

    /// `the  best of 4: a, his, …`.
    fn hub(&self, side: Side, hub: &Hub, width: u16) -> Vec<Span> {
        let count = format!(" best of {}", hub.chosen_by.len());
        let whose = if width >= WITH_RUNNER_UP { format!(" {} tokens", side.other().name()) } else { String::new() };
        let names = (width / 4).clamp(8, 18);
        let mut spans = vec![
            Span::new(left(&self.name(side, hub.token), names), Tone::Plain),
            Span::new(&count, Tone::Strong),
            Span::new(&whose, Tone::Quiet),
        ];
        let used = names + (count.len() + whose.len()) as u16;
        let room = width.saturating_sub(used);
        if room >= 12 {
            let by: Vec<String> = hub.chosen_by.iter().map(|&i| self.name(side.other(), i)).collect();
            spans.push(Span::new(fit(&format!(": {}", by.join(", ")), room), Tone::Quiet));
        }
        fitted(spans, width)
    }

    /// `boat → ferry  .52  ×1  2nd .44 the`; without a partner `boat → —`.
    fn pair(&self, side: Side, i: usize, width: u16) -> Vec<Span> {
        let weight = self.weight(side, i);
        let weightless = weight == 0.0;
        let partner = self.partner(side, i);
        let others = &self.analysis.side(side.other()).tokenized.tokens;
        let runner_up = if width >= WITH_RUNNER_UP { RUNNER_UP } else { 0 };
        let names = width.saturating_sub(3 + 5 + 5 + runner_up);
        let (first, second) = (names / 2, names - names / 2);
        // A word that matches a mark of the text's begin or end is worth a second look.
        let flagged = partner.is_some_and(|partner| others[partner.token].special) && !weightless;
        let plain = if weightless { Tone::Quiet } else { Tone::Plain };
        let (named, value) = match partner {
            Some(partner) => {
                let mark = if flagged { " !" } else { "" };
                (format!("{}{mark}", token(&others[partner.token])), short(self.analysis.shown(partner.similarity)))
            }
            None => ("—".to_owned(), "—".to_owned()),
        };
        let mut spans = vec![
            Span::new(left(&self.name(side, i), first), plain),
            Span::new(" → ", Tone::Quiet),
            Span::new(left(&named, second), if flagged { Tone::Warning } else { plain }),
            Span::new(right(&value, 5), if weightless { Tone::Quiet } else { Tone::Strong }),
            Span::new(right(&self.weight_text(weight), 5), Tone::Quiet),
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
            let text = format!(" {what} {} {}", short(self.analysis.shown(similarity)), token(&others[other]));
            spans.push(Span::new(fit(&text, runner_up), Tone::Quiet));
        }
        fitted(spans, width)
    }

    /// `×7.9` with IDF; without it only what weighs nothing is worth a word.
    fn weight_text(&self, weight: f64) -> String {
        match (self.analysis.settings.idf, weight == 0.0) {
            (_, true) => "×0".into(),
            (Idf::Off, false) => "×1".into(),
            (_, false) => format!("×{weight:.1}"),
        }
    }

    fn how_scored(&self, scored: &Scored) -> Vec<String> {
        let kind = scored.alignment.kind;
        if self.alignments.by_convention {
            return vec!["An empty text scores 0 by convention, whoever is aligned with whom.".to_owned()];
        }
        let mut how = vec![format!("{}: {}", kind.name(), described(kind))];
        let raw = scored.raw;
        for (name, side, result) in [("P", Side::Candidate, raw.precision), ("R", Side::Reference, raw.recall)] {
            let (weights, partners) = (&self.analysis.side(side).weights, scored.partners(side));
            let parts = weights.as_slice().iter().zip(partners);
            let sum: f64 = parts.clone().map(|(w, p)| w * p.map_or(0.0, |p| f64::from(p.similarity))).sum();
            let alone = parts.filter(|(w, p)| **w > 0.0 && p.is_none()).count();
            let total = weights.sum();
            how.push(match result {
                Some(mean) => {
                    format!("{name} = Σ weight × similarity ÷ Σ weights = {sum:.5} ÷ {total:.5} = {mean:.5}")
                }
                None => format!("{name} does not exist: no token of the {} has weight", side.name()),
            });
            match alone {
                0 => {}
                1 => how.push(format!("1 token of the {} has no partner and counts 0", side.name())),
                n => how.push(format!("{n} tokens of the {} have no partner and count 0", side.name())),
            }
        }
        if let (Some(p), Some(r)) = (raw.precision, raw.recall) {
            how.push(format!("F1 = 2PR ÷ (P + R) = 2 × {p:.5} × {r:.5} ÷ {:.5} = {:.5}", p + r, raw.f1));
        }
        if let Some(rescaled) = self.analysis.rescaling() {
            let BaselineRow { precision, recall, f1 } = rescaled.baseline;
            for (name, x, b) in [("P", raw.precision, precision), ("R", raw.recall, recall), ("F1", Some(raw.f1), f1)] {
                if let Some(x) = x {
                    let y = BaselineRow::rescale(x, b);
                    how.push(format!(
                        "rescaled {name} = (x − b) ÷ (1 − b) = ({x:.5} − {b:.5}) ÷ {:.5} = {y:.5}",
                        1.0 - b
                    ));
                }
            }
            if kind != Kind::Greedy {
                how.push("the baseline b was measured with greedy matches; stricter ones have a lower one".to_owned());
            }
        }
        how
    }

    fn how_hub(&self, side: Side, hub: &Hub) -> Vec<String> {
        let other = side.other();
        let name = self.name(side, hub.token);
        let n = hub.chosen_by.len();
        let mut how = vec![format!("“{name}” is the best of {n} {} tokens", other.name())];
        how.extend(hub.chosen_by.iter().filter_map(|&i| {
            let found = self.best(other, i)?;
            Some(format!("“{}” × “{name}”: cosine {:.5}", self.name(other, i), found.similarity))
        }));
        how.push("one-to-one leaves it to one of them at most".to_owned());
        how
    }

    fn how_pair(&self, side: Side, i: usize) -> Vec<String> {
        let other = side.other();
        let (own, partner) = (self.name(side, i), self.partner(side, i));
        let mut how = Vec::new();
        let best = self.best(side, i);
        match (partner, best) {
            (Some(partner), Some(best)) if partner.token == best.token => {
                let name = self.name(other, partner.token);
                how.push(format!(
                    "“{own}” is most like “{name}” in the {}: cosine {:.5}",
                    other.name(),
                    best.similarity
                ));
                if let Some(second) = best.runner_up {
                    how.push(format!(
                        "next is “{}” with {:.5}, {:.5} behind",
                        self.name(other, second.token),
                        second.similarity,
                        best.similarity - second.similarity
                    ));
                }
            }
            (partner, Some(best)) => {
                if let Some(partner) = partner {
                    let name = self.name(other, partner.token);
                    how.push(format!("“{own}” is aligned with “{name}”: cosine {:.5}", partner.similarity));
                } else {
                    how.push(format!("“{own}” has no partner and adds 0"));
                }
                let name = self.name(other, best.token);
                how.push(format!("it is most like “{name}” with {:.5}", best.similarity));
                let taken = match self.chosen {
                    Kind::OneToOne => {
                        self.partner(other, best.token).map(|by| (by.token, by.similarity, "is taken by"))
                    }
                    _ => self.best(other, best.token).map(|by| (by.token, by.similarity, "is more like")),
                };
                how.push(match taken {
                    Some((by, similarity, what)) => {
                        format!("but “{name}” {what} “{}”: {similarity:.5}", self.name(side, by))
                    }
                    None => "but neither has weight, or they are unlike, so the pair would add nothing".to_owned(),
                });
            }
            (_, None) => return vec![format!("The {} has no token.", other.name())],
        }
        let (weight, all) = (self.weight(side, i), self.analysis.side(side).weights.sum());
        let similarity = partner.map_or(0.0, |partner| f64::from(partner.similarity));
        if all > 0.0 && !self.alignments.by_convention {
            let share = weight * similarity / all;
            let mean = if side == Side::Candidate { "P" } else { "R" };
            how.push(format!(
                "adds weight × cosine ÷ Σ weights = {weight:.5} × {similarity:.5} ÷ {all:.5} = {share:.5} to raw {mean}"
            ));
        }
        how
    }
}

/// P, R and F1 in columns.
fn numbers(scored: &Scored, width: u16) -> impl Iterator<Item = String> {
    let shown = scored.shown;
    [shown.precision, shown.recall, Some(shown.f1)].into_iter().map(move |x| {
        if width >= PRECISE {
            return right(&value(x), COLUMN);
        }
        right(&x.map_or_else(|| "—".into(), |x| short(x as f32)), 5)
    })
}

/// What an alignment does, in a sentence.
fn described(kind: Kind) -> &'static str {
    match kind {
        Kind::Greedy => "each takes its best, whoever else took it: the metric",
        Kind::Mutual => "only pairs that are each other’s best; the rest counts 0",
        Kind::OneToOne => "nobody is taken twice, and P + R is as large as can be",
    }
}

impl Page for AlignmentsPage<'_> {
    fn lead(&self) -> String {
        if self.alignments.by_convention {
            return "A text without words scores 0 by convention, whoever is aligned with whom.".to_owned();
        }
        "Who matched whom, and what the score would be if partners could not be shared.".to_owned()
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn row(&self, index: usize, width: u16) -> Vec<Span> {
        match self.rows[index] {
            Row::Blank => Vec::new(),
            Row::Columns => {
                let column = if width >= PRECISE { COLUMN } else { 5 };
                let heads = ["P", "R", "F1"].map(|head| right(head, column)).concat();
                fitted(vec![Span::new(left("", NAME), Tone::Quiet), Span::new(heads, Tone::Quiet)], width)
            }
            Row::Scored(i) => self.scored(&self.alignments.all[i], width),
            Row::Hubs => vec![Span::new(fit("hubs, the best of several", width), Tone::Accent)],
            Row::Hub(side, i) => self.hub(side, &self.alignments.hubs(side)[i], width),
            Row::Heading(side) => {
                let mean = if side == Side::Candidate { "P" } else { "R" };
                let text = format!("{} → {} ({mean})", side.name(), side.other().name());
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
            Row::Pair(side, i) => Some(match self.partner(side, i) {
                Some(partner) if self.chosen != Kind::Greedy => cell(side, i, partner.token),
                _ => Target::Token(side, i),
            }),
        }
    }

    fn how(&self, index: usize) -> Vec<String> {
        match self.rows[index] {
            Row::Blank | Row::Columns | Row::Hubs | Row::Heading(_) => Vec::new(),
            Row::Scored(i) => self.how_scored(&self.alignments.all[i]),
            Row::Hub(side, i) => self.how_hub(side, &self.alignments.hubs(side)[i]),
            Row::Pair(side, i) => self.how_pair(side, i),
        }
    }
}
