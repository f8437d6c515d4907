//! The ruler's sheet: the distributions of random and judged pairs, and this pair among them.

use crate::number::{
    bounded_percent, decimals, exact, five_places, trimmed, with_thousands_separators,
};
use bertscope_analysis::{Analysis, Idf};
use bertscope_explain::ruler::{Ruler, RulerPopulation};
use bertscope_models::distribution::{Measure, Population, Quantiles};
use bertscope_printable::printable;
use bertscope_sheet::{
    Axis, Cell, Chart, Column, Derivation, NumberKind, Row, Sheet, Step, Subject, Table,
};

const F1: usize = Measure::F1 as usize;

/// The distributions of F1 with a row for each population, then the ranks of P, R and F1.
pub fn sheet(ruler: &Ruler, analysis: &Analysis) -> Sheet {
    let mut sheet = Sheet::new(lead(ruler, analysis));
    if ruler.populations.is_empty() {
        return sheet;
    }
    let heading = match shown(ruler, Measure::F1) {
        Some(f1) => format!(
            "F1 of other pairs; this pair’s, {}, is marked",
            five_places(Some(f1))
        ),
        None => "F1 of other pairs".to_owned(),
    };
    sheet.heading(heading);
    sheet.push(distribution_table(ruler));
    if ruler.raw.iter().any(Option::is_some) {
        sheet.heading("share of the other pairs below this pair");
        sheet.push(rank_table(ruler));
    }
    sheet.note("Subject and style matter too: texts on the same subject usually score higher.");
    sheet
}

/// A number of this pair, rescaled if the score is.
fn shown(ruler: &Ruler, measure: Measure) -> Option<f64> {
    let raw = ruler.raw[measure as usize]?;
    Some(ruler.scaled(raw, measure))
}

fn lead(ruler: &Ruler, analysis: &Analysis) -> String {
    let Some(random) = ruler.random() else {
        return format!(
            "The distribution of the scores of {} at layer {} is not known. On the command line, `bertscope baseline CORPUS \
             --model NAME -o FILE` computes it, and --baseline FILE uses it.",
            printable(&ruler.model),
            ruler.layer
        );
    };
    let provenance = provenance(ruler);
    let Some(below) = random.share_below[F1] else {
        let reason = analysis.notes.first();
        let reason = reason.map(ToString::to_string).unwrap_or_default();
        return format!("{reason} So it cannot be ranked among other pairs. {provenance}");
    };
    let best = best_judged_rank(ruler).unwrap_or_default();
    let joined_from = match (&ruler.of_length, &ruler.corpus) {
        (Some(_), Some(corpus)) => format!(", joined from {}", printable(corpus)),
        _ => String::new(),
    };
    format!(
        "F1 is higher than that of {}{joined_from}{best}.{} {provenance}",
        rank(random, below),
        difference_in_length(ruler, random)
    )
}

/// Why the random pairs are not quite like this pair; empty if they have its length.
fn difference_in_length(ruler: &Ruler, random: &RulerPopulation) -> String {
    let Population::RandomOfLength { low, high } = random.population else {
        return " These have any length, and longer unrelated texts usually score higher (on the command line, `bertscope \
                baseline --by-length` makes them by length)."
            .to_owned();
    };
    let length = ruler.length();
    if length > high {
        format!(
            " This pair is longer, {length} tokens, and longer unrelated texts usually score higher."
        )
    } else if length < low {
        format!(" This pair is shorter, {length} tokens; no random pairs are as short.")
    } else if differ_in_length(ruler.tokens) {
        // P depends on the length of the reference and R on that of the candidate, and no random pairs differ as much.
        let [candidate, reference] = ruler.tokens;
        format!(
            " The candidate has {candidate} tokens and the reference {reference}, so only F1 is comparable."
        )
    } else {
        String::new()
    }
}

/// Whether one text has over twice as many tokens as the other, and so more than any random pair of a length.
fn differ_in_length([candidate, reference]: [usize; 2]) -> bool {
    candidate > 2 * reference || reference > 2 * candidate
}

/// The rank among the pairs with the highest judgements, as the end of a sentence.
fn best_judged_rank(ruler: &Ruler) -> Option<String> {
    let best = ruler.populations.last()?;
    if best.population == Population::Random {
        return None;
    }
    let rank = rank(best, best.share_below[F1]?);
    Some(match &ruler.judged {
        Some(judged) => format!(", and of {rank} ({})", printable(judged)),
        None => format!(", and of {rank}"),
    })
}

/// `53% of 1,520 pairs that people rated 2 to 3`.
fn rank(scale: &RulerPopulation, below: f64) -> String {
    let share = if below >= 1.0 {
        "all".to_owned()
    } else {
        format!("{} of", bounded_percent(below))
    };
    format!("{share} {}", counted(scale))
}

/// The settings with which the populations were scored.
fn provenance(ruler: &Ruler) -> String {
    let weighting = match &ruler.weighting_table {
        Some(table) => format!("with IDF from {}", printable(table)),
        None => "without IDF".to_owned(),
    };
    let remark = match (ruler.comparable, ruler.idf) {
        (true, _) => "",
        (false, Idf::References) => {
            " This pair uses its own reference for IDF, so it is not directly comparable."
        }
        (false, _) => " This pair uses another IDF table, so it is not directly comparable.",
    };
    format!("All at layer {}, {weighting}.{remark}", ruler.layer)
}

fn distribution_table(ruler: &Ruler) -> Table {
    let axis = f1_axis(ruler);
    let mut table = Table::new([
        Column::new("pairs"),
        Column::chart("F1", axis.clone()),
        Column::new("share below").short("below"),
    ]);
    for scale in ruler.compared() {
        let cells = [
            Cell::named(name(scale.population)),
            distribution(&scale.quantiles[F1], ruler, &axis).into(),
            Cell::number(scale.share_below[F1], NumberKind::ShareOfPairs),
        ];
        table.push(Row::new(cells).about(Subject::Row, population_derivation(ruler, scale)));
    }
    table
}

/// An axis around the distributions, with F1 of this pair marked.
fn f1_axis(ruler: &Ruler) -> Axis {
    let mut scores = Vec::new();
    for scale in ruler.compared() {
        // If P and R are close to 0, F1 can have any value, so the outermost thousandth at each end does not extend the axis.
        for share in [0.001, 0.999] {
            scores.push(ruler.scaled(scale.quantiles[F1].value_at(share), Measure::F1));
        }
    }
    let own = shown(ruler, Measure::F1);
    scores.extend(own);
    let axis = Axis::in_tenths(scores);
    match own {
        Some(f1) => axis.with_mark(f1),
        None => axis,
    }
}

const BINS: usize = 60;

/// Quantiles have shares of pairs and no counts, so the counts of the bins are of a million pairs.
const COUNTED_PAIRS: f64 = 1e6;

/// Bins with fewer of a million pairs are left empty: quantiles do not say where the outermost pairs are.
const MIN_COUNT: f64 = 500.0;

fn distribution(quantiles: &Quantiles, ruler: &Ruler, axis: &Axis) -> Chart {
    let step = (axis.high - axis.low) / BINS as f64;
    let mut counts = Vec::new();
    let mut below = quantiles.share_below(raw_f1(ruler, axis.low));
    for bin in 1..=BINS {
        let end = if bin == BINS {
            // A score of 1 is not below any bound.
            1.0
        } else {
            quantiles.share_below(raw_f1(ruler, axis.low + bin as f64 * step))
        };
        let count = (end - below) * COUNTED_PAIRS;
        counts.push(if count < MIN_COUNT { 0 } else { count as u64 });
        below = end;
    }
    Chart::Distribution {
        low: axis.low,
        step,
        counts,
    }
}

/// From the scale that is shown back to raw scores, which the quantiles have.
fn raw_f1(ruler: &Ruler, shown: f64) -> f64 {
    match &ruler.baseline {
        Some(row) => row.f1 + shown * (1.0 - row.f1),
        None => shown,
    }
}

/// P, R and F1 with their rank in each population. Where there is no room, random pairs and the highest judgements stay.
fn rank_table(ruler: &Ruler) -> Table {
    let mut columns = vec![Column::new(""), Column::new("this pair").short("")];
    let last = ruler.populations.len() - 1;
    for (place, scale) in ruler.compared().enumerate() {
        let rank = if place == 0 { 0 } else { last - place };
        columns.push(
            Column::new(name(scale.population))
                .short(short_name(scale.population))
                .ranked(rank as u8),
        );
    }
    let mut table = Table::new(columns);
    for &measure in Measure::ALL {
        let mut cells = vec![
            Cell::named(measure.name()),
            Cell::number(shown(ruler, measure), NumberKind::Score),
        ];
        let mut derivation = Derivation::new();
        for scale in ruler.compared() {
            let below = scale.share_below[measure as usize];
            cells.push(Cell::number(below, NumberKind::ShareOfPairs));
            derivation.push(rank_step(ruler, scale, measure));
        }
        derivation.extend(rescaling_step(ruler, measure));
        table.push(Row::new(cells).about(Subject::Row, derivation));
    }
    table
}

fn population_derivation(ruler: &Ruler, scale: &RulerPopulation) -> Derivation {
    let quantiles = &scale.quantiles[F1];
    let [median, tenth, hundredth] =
        [0.5, 0.9, 0.99].map(|share| quantile(quantiles.value_at(share)));
    let mut steps = vec![
        Step::sentence(format!(
            "{}: median F1 {median}; one in ten is above {tenth}, one in a hundred above {hundredth}",
            counted(scale)
        )),
        rank_step(ruler, scale, Measure::F1),
    ];
    steps.extend(length_step(ruler, scale.population));
    steps.extend(rescaling_step(ruler, Measure::F1));
    steps
}

/// How the random pairs were chosen by the length of this pair.
fn length_step(ruler: &Ruler, population: Population) -> Option<Step> {
    let Population::RandomOfLength { .. } = population else {
        return None;
    };
    let [candidate, reference] = ruler.tokens;
    Some(Step::sentence(format!(
        "length of this pair: 2 × {candidate} × {reference} ÷ ({candidate} + {reference}) ≈ {} tokens, special ones included; \
         the harmonic mean, as F1 is one",
        ruler.length()
    )))
}

/// The rank of this pair in a population.
fn rank_step(ruler: &Ruler, scale: &RulerPopulation, measure: Measure) -> Step {
    let what = measure.name();
    let pairs = described(scale.population);
    let own = ruler.raw[measure as usize];
    let below = scale.share_below[measure as usize];
    let [Some(own), Some(below)] = [own, below] else {
        return Step::sentence(format!(
            "this pair has no {what} to compare with the {pairs}"
        ));
    };
    let quantiles = &scale.quantiles[measure as usize];
    let number = quantile(own);
    if let Some([(low_share, low), (high_share, high)]) = quantiles.bracketing(own) {
        return Step::sentence(format!(
            "{what} {number} is between {} (above {} of the {pairs}) and {} (above {}); interpolated: {}",
            quantile(low),
            bounded_percent(low_share),
            quantile(high),
            bounded_percent(high_share),
            bounded_percent(below)
        ));
    }
    let (lowest, highest) = quantiles.range();
    // Scores are counted in steps of a ten-thousandth.
    Step::sentence(if own <= lowest + 0.5e-4 {
        format!(
            "{what} {number} is not above the lowest of the {pairs}, {}",
            quantile(lowest)
        )
    } else {
        format!(
            "{what} {number} is above the highest of the {pairs}, {}",
            quantile(highest)
        )
    })
}

/// Why ranks do not change with rescaling, if the score is rescaled.
fn rescaling_step(ruler: &Ruler, measure: Measure) -> Option<Step> {
    ruler.baseline?;
    let raw = ruler.raw[measure as usize]?;
    Some(Step::sentence(format!(
        "these are raw scores; rescaling turns {} {} into {} and keeps the order of all pairs, so the percentages stay the same",
        measure.name(),
        exact(raw),
        exact(ruler.scaled(raw, measure))
    )))
}

/// `random`, or the judgements.
fn name(population: Population) -> String {
    match population {
        Population::Random | Population::RandomOfLength { .. } => short_name(population),
        Population::Judged { .. } => format!("rated {}", short_name(population)),
    }
}

fn short_name(population: Population) -> String {
    match population {
        Population::Random | Population::RandomOfLength { .. } => "random".to_owned(),
        Population::Judged { low, high } => format!("{}–{}", judgement(low), judgement(high)),
    }
}

/// The pairs of a population in words.
fn described(population: Population) -> String {
    match population {
        Population::Random => "random pairs".to_owned(),
        Population::RandomOfLength { low, high } => {
            format!("random pairs of {low} to {high} tokens")
        }
        Population::Judged { low, high } => format!(
            "pairs that people rated {} to {}",
            judgement(low),
            judgement(high)
        ),
    }
}

fn counted(scale: &RulerPopulation) -> String {
    let pairs = with_thousands_separators(scale.pairs);
    format!("{pairs} {}", described(scale.population))
}

fn judgement(score: f64) -> String {
    trimmed(score, 2)
}

/// A quantile has four decimals, because scores are counted in steps of a ten-thousandth.
fn quantile(score: f64) -> String {
    decimals(score, 4)
}
