//! The score that each alignment would have.

use super::super::derivation::{harmonic, rescaling_steps, weighted_mean};
use crate::number::pluralized;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Alignments;
use bertscope_explain::alignments::ScoredAlignment;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_sheet::{Cell, Column, Derivation, NumberKind, Row, Subject, Table};

pub fn table(alignments: &Alignments, analysis: &Analysis, chosen: AlignmentKind) -> Table {
    let mut table = Table::new([
        Column::new("alignment"),
        Column::new("P"),
        Column::new("R"),
        Column::new("F1"),
        Column::new("how tokens are matched").ranked(1),
    ]);
    for scored in &alignments.all {
        table.push(row(scored, alignments, analysis, chosen));
    }
    table
}

fn row(
    scored: &ScoredAlignment,
    alignments: &Alignments,
    analysis: &Analysis,
    chosen: AlignmentKind,
) -> Row {
    let kind = scored.alignment.kind;
    let is_chosen = kind == chosen;
    let mark = if is_chosen { "▶ " } else { "" };
    let mut cells = vec![Cell::named(format!("{mark}{}", kind.name()))];
    cells.extend(Cell::scores(Some(scored.scaled), NumberKind::Score));
    cells.push(Cell::remark(description(kind)));
    let derivation = if alignments.by_convention {
        vec![
            "With an empty text, raw scores are 0 by convention, however its tokens are aligned."
                .into(),
        ]
    } else {
        derivation(scored, analysis)
    };
    Row::new(cells)
        .about(Subject::Alignment(kind), derivation)
        .chosen_if(is_chosen)
}

/// What an alignment does, in a sentence.
fn description(kind: AlignmentKind) -> &'static str {
    match kind {
        AlignmentKind::Greedy => "the metric: each token’s best match; tokens may share one",
        AlignmentKind::Mutual => "only mutual best matches; other tokens count as 0",
        AlignmentKind::OneToOne => "each token is matched at most once; maximises P + R",
    }
}

fn derivation(scored: &ScoredAlignment, analysis: &Analysis) -> Derivation {
    let kind = scored.alignment.kind;
    let raw = scored.raw;
    let mut steps = vec![format!("{}: {}", kind.name(), description(kind)).into()];
    steps.extend(mean(scored, analysis, Side::Candidate, raw.precision));
    steps.extend(mean(scored, analysis, Side::Reference, raw.recall));
    steps.extend(harmonic(&raw));
    if let Some(row) = analysis.baseline() {
        steps.extend(rescaling_steps(&raw, &row));
        if kind != AlignmentKind::Greedy {
            steps.push(
                "the baseline b is that of greedy matching; a stricter alignment would have a lower one".into(),
            );
        }
    }
    steps
}

/// The mean of a side, and how many of its tokens have no part in it.
fn mean(
    scored: &ScoredAlignment,
    analysis: &Analysis,
    side: Side,
    mean: Option<f64>,
) -> Derivation {
    let weights = &analysis.side(side).weights;
    let mut sum = 0.0;
    let mut unmatched: u64 = 0;
    for (weight, partner) in weights.as_slice().iter().zip(scored.aligned_tokens(side)) {
        match partner {
            Some(partner) => sum += weight * f64::from(partner.similarity),
            None if *weight > 0.0 => unmatched += 1,
            None => {}
        }
    }
    let sums = (sum, weights.sum());
    let mut steps = vec![weighted_mean(side.mean_symbol(), "similarity", sums, mean)];
    if unmatched > 0 {
        let tokens = pluralized(unmatched, "token");
        let name = side.name();
        steps.push(format!("{tokens} of the {name} without a match, counted as 0").into());
    }
    steps
}
