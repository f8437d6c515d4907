//! What drives the scores: words and their kinds, spurious matches, length, and what disagreements have in common.

use bertscope_systems::drivers::{
    Costs, Disagreement, Feature, LengthBucket, LengthEffect, WordDriver,
};
use bertscope_systems::{Drivers, Measure, SystemComparison};

use super::{Findings, is_above_zero, largest, unit};
use crate::findings::cells::number_cell;
use crate::number::{decimals, pluralized, with_thousands_separators};
use bertscope_sheet::{Cell, Column, Sheet, Table};

/// Maximum number of words in a list: of a system, of its gains, and of its losses; and in the list of the inspector.
const MAX_WORDS: usize = 10;
const MAX_CHOICES: usize = 40;

/// Number of segments named after an entry.
const MAX_SEGMENTS: usize = 3;

/// Number of pairs named at each end of a disagreement.
const MAX_PAIRS: usize = 5;

/// The section, or why there is none and which command has one.
pub(super) fn add_section(sheet: &mut Sheet, findings: &Findings, command: &str) {
    let Findings {
        drivers,
        comparison,
        ..
    } = findings;
    sheet.section("drivers", "What drives it");
    let Some(drivers) = drivers else {
        sheet.note(format!(
            "Finding what drives the scores needs the model and all texts, but these scores were read from files. \
             Run bertscope {command} on the texts instead of --scores."
        ));
        return;
    };
    sheet.note(note_on_costs(drivers));
    sheet.notes(note_on_empty_texts(drivers, comparison));
    sheet.notes(note_on_references(drivers, comparison));
    let precision = "Cost in precision, by word of the candidates";
    let recall = "Cost in recall, by word of the references";
    for (title, costs) in [(precision, &drivers.precision), (recall, &drivers.recall)] {
        sheet.heading(title);
        sheet.extend(costs_tables(drivers, costs));
    }
    let special = "Words whose best match is a special token, by number of matches";
    let hubs = "Hubs: words that are the best match of three or more tokens, by number of tokens";
    for (title, words) in [(special, &drivers.to_special), (hubs, &drivers.hubs)] {
        if !words.is_empty() {
            sheet.heading(title);
            sheet.push(counts_table(drivers, words));
        }
    }
    if !drivers.kinds.is_empty() {
        let note = "Numbers, dates, units, names, and words such as not and must that only one text has, or has more often, and what they \
                    take from P and R together. They may matter more than they cost.";
        sheet.heading("Words to look at");
        sheet.note(note);
        sheet.push(kinds_table(drivers));
    }
    for (name, effect) in drivers.systems.iter().zip(&drivers.lengths) {
        add_length(sheet, name, effect, drivers.segments);
    }
    for disagreement in &drivers.disagreements {
        let name = &drivers.systems[disagreement.system];
        add_disagreement(sheet, name, disagreement);
    }
}

fn has_several_systems(drivers: &Drivers) -> bool {
    drivers.systems.len() > 1
}

fn note_on_costs(drivers: &Drivers) -> String {
    let note = "The cost of a word is (1 − best similarity) × share of the weight, summed over its tokens. Costs are means, and \
                rescaled if P and R are: those of all kinds sum to 1 − P and 1 − R.";
    if has_several_systems(drivers) {
        format!(
            "{note} The gain of a system is the cost in {} minus its own: above 0, the word raises its score.",
            drivers.systems[0]
        )
    } else {
        note.to_owned()
    }
}

/// Which systems have empty texts, and where these count; `None` without any.
fn note_on_empty_texts(drivers: &Drivers, comparison: &SystemComparison) -> Option<String> {
    let mut counts = Vec::new();
    for (name, empty) in drivers.systems.iter().zip(&drivers.empty) {
        if *empty == 0 {
            continue;
        }
        let pairs = pairs_out_of(*empty, drivers.segments);
        counts.push(if has_several_systems(drivers) {
            format!("{pairs} of {name}")
        } else {
            pairs
        });
    }
    if counts.is_empty() {
        return None;
    }
    Some(format!(
        "A text is empty in {}. There, each word of the other text costs its whole weight, and the empty text is a row of its \
         own. The tables of length leave such pairs out; those of special tokens, hubs and words to look at are of the other {}.",
        counts.join(", "),
        pluralized(drivers.segments_with_texts, unit(comparison))
    ))
}

/// Says that the costs are of one reference, where they do not sum to what the means lack; `None` otherwise.
fn note_on_references(drivers: &Drivers, comparison: &SystemComparison) -> Option<String> {
    let sides = [
        (&drivers.precision, Measure::Precision),
        (&drivers.recall, Measure::Recall),
    ];
    for (costs, measure) in sides {
        let of_measure = comparison.measure(measure)?;
        for (system, estimate) in of_measure.systems.iter().enumerate() {
            let sum: f64 = costs.kinds.iter().map(|kind| kind.amounts[system]).sum();
            let missing = 1.0 - estimate.value?;
            if measure.direction(sum - missing).is_ne() {
                return Some(
                    "With several references, costs are those of the reference with the highest F1, whose P and R they sum to; \
                     the means are of the best P and the best R of all references."
                        .to_owned(),
                );
            }
        }
    }
    None
}

/// A number of pairs out of all.
fn pairs_out_of(count: u64, all: u64) -> String {
    format!(
        "{} of {}",
        with_thousands_separators(count),
        pluralized(all, "pair")
    )
}

/// Kinds of words, then the words with the highest cost, or for several systems those of each difference.
fn costs_tables(drivers: &Drivers, costs: &Costs) -> Vec<Table> {
    let kinds = word_kinds_table(drivers, costs);
    if !has_several_systems(drivers) {
        let words = leading_table(costs, None, 1.0).with_bars(1, false);
        return vec![
            kinds.with_bars(2, false).titled("By kind of word"),
            words.titled("Words with the highest cost"),
        ];
    }
    let mut tables = vec![kinds];
    for (system, name) in drivers.systems.iter().enumerate().skip(1) {
        for (verb, sign) in [("gains", 1.0), ("loses", -1.0)] {
            let table = leading_table(costs, Some(system), sign);
            if !table.rows.is_empty() {
                tables.push(table.titled(format!(
                    "Words by which {name} {verb} most against {}",
                    drivers.systems[0]
                )));
            }
        }
    }
    tables
}

/// The cost of each kind of word in each system, and the gains of the systems after the first.
fn word_kinds_table(drivers: &Drivers, costs: &Costs) -> Table {
    let mut columns = cost_columns(drivers, "Words", "");
    let others = drivers.systems.iter().skip(1);
    columns.extend(others.map(|name| Column::new(format!("gain of {name}"))));
    let mut table = Table::new(columns);
    for of in &costs.kinds {
        let mut cells = cost_cells(of.kind.name(), &of.times, &of.amounts);
        let gains = of
            .amounts
            .iter()
            .skip(1)
            .map(|amount| of.amounts[0] - amount);
        cells.extend(gains.map(|gain| Cell::mean_difference(Some(gain))));
        table.push(cells.into());
    }
    table
}

/// The columns of [`cost_cells`]; `before` is what stands before the name of a system.
fn cost_columns(drivers: &Drivers, counted: &str, before: &str) -> Vec<Column> {
    let mut columns = vec![
        Column::new("Kind"),
        Column::new(counts_of(drivers, counted)),
    ];
    if has_several_systems(drivers) {
        let systems = drivers.systems.iter();
        columns.extend(systems.map(|name| Column::new(format!("{before}{name}"))));
    } else {
        columns.push(Column::new("Cost"));
    }
    columns
}

/// A kind, how often it occurs in each system, and what it costs there.
fn cost_cells(kind: &str, times: &[u64], amounts: &[f64]) -> Vec<Cell> {
    let mut cells = vec![Cell::named(kind), Cell::Counts(times.to_vec())];
    cells.extend(amounts.iter().map(|amount| Cell::mean(Some(*amount))));
    cells
}

/// The words with the largest amounts with this sign that do not print as 0, largest first.
fn leading_table(costs: &Costs, system: Option<usize>, sign: f64) -> Table {
    let words = costs
        .words
        .iter()
        .filter(|word| is_above_zero(sign * amount(word, system)));
    let words = largest(words, |word| sign * amount(word, system), MAX_WORDS);
    let name = if system.is_some() { "Gain" } else { "Cost" };
    word_table(&words, system, name, |word| amount_cell(word, system))
}

/// Words with how often something is true of them in each system.
fn counts_table(drivers: &Drivers, words: &[WordDriver]) -> Table {
    let words: Vec<&WordDriver> = words.iter().take(MAX_WORDS).collect();
    word_table(&words, None, &counts_of(drivers, "Times"), |word| {
        Cell::Counts(word.amounts.iter().map(|amount| *amount as u64).collect())
    })
}

/// The name of a column with a count of each system.
fn counts_of(drivers: &Drivers, counted: &str) -> String {
    if has_several_systems(drivers) {
        format!("{counted} in {}", drivers.systems.join(" / "))
    } else {
        counted.to_owned()
    }
}

/// The first of some ids, as a list.
fn listed<'a>(ids: impl IntoIterator<Item = &'a str>, most: usize) -> String {
    ids.into_iter().take(most).collect::<Vec<_>>().join(", ")
}

fn kinds_table(drivers: &Drivers) -> Table {
    let mut columns = cost_columns(drivers, "Times", "cost in ");
    columns.extend(["Seen most in", "Filter"].map(Column::new));
    let mut table = Table::new(columns);
    for of in &drivers.kinds {
        let mut cells = cost_cells(of.kind.name(), &of.times, &of.amounts);
        let segments = of.segments.iter().map(|segment| &*segment.id);
        cells.push(Cell::named(listed(segments, MAX_SEGMENTS)));
        cells.push(Cell::Code(of.filter.clone()));
        table.push(cells.into());
    }
    table
}

/// Words, each with its number, kind, the segments behind it and the filter that finds its pairs.
fn word_table(
    words: &[&WordDriver],
    system: Option<usize>,
    name: &str,
    number: impl Fn(&WordDriver) -> Cell,
) -> Table {
    let names = ["Word", name, "Kind", "Seen most in", "Filter"];
    let rows = words.iter().map(|word| {
        vec![
            link(word),
            number(word),
            Cell::named(word.kind.name()),
            Cell::named(listed(word.examples(system), MAX_SEGMENTS)),
            Cell::Code(word.filter.clone()),
        ]
    });
    Table::new(names).with_rows(rows)
}

/// A word that leads to its pairs.
fn link(word: &WordDriver) -> Cell {
    Cell::Link {
        text: word.word.clone(),
        find: word.filter.clone(),
    }
}

/// The words of both sides that drive the score of a single system, highest cost first, or the difference of a system
/// from the baseline system, largest first, gains and losses alike. `system` is its index and name.
pub fn leading_words(drivers: &Drivers, system: Option<(usize, &str)>) -> Table {
    let index = system.map(|(index, _)| index);
    let recall = drivers
        .recall
        .words
        .iter()
        .map(|word| ("R, reference", word));
    let precision = drivers
        .precision
        .words
        .iter()
        .map(|word| ("P, candidate", word));
    let words = recall
        .chain(precision)
        .filter(|(_, word)| is_above_zero(amount(word, index).abs()));
    let words = largest(words, |(_, word)| amount(word, index).abs(), MAX_CHOICES);
    let rows = words.into_iter().map(|(side, word)| {
        vec![
            link(word),
            amount_cell(word, index),
            Cell::named(side),
            Cell::named(word.kind.name()),
        ]
    });
    let amount = match system {
        Some((_, name)) => format!("gain of {name}"),
        None => "Cost".to_owned(),
    };
    let columns = [
        Column::new("Word"),
        Column::new(amount),
        Column::new("Counts for"),
        Column::new("Kind").ranked(1),
    ];
    Table::new(columns).with_rows(rows)
}

/// The cost of a word, or the gain of a system from it.
fn amount(word: &WordDriver, system: Option<usize>) -> f64 {
    match system {
        Some(system) => word.gain(system),
        None => word.amounts[0],
    }
}

fn amount_cell(word: &WordDriver, system: Option<usize>) -> Cell {
    number_cell(Some(amount(word, system)), 5, system.is_some())
}

fn add_length(sheet: &mut Sheet, name: &str, effect: &LengthEffect, pairs: u64) {
    let Some(mean) = effect.mean_ratio else {
        return;
    };
    let correlation = match effect.correlation {
        Some(r) => format!(
            "; correlation of P − R with the log of this ratio: {}",
            decimals(r, 3)
        ),
        None => String::new(),
    };
    // Empty texts have no ratio.
    let over = if effect.pairs < pairs {
        format!(" in {}", pairs_out_of(effect.pairs, pairs))
    } else {
        String::new()
    };
    sheet.heading(format!("Length: {name}"));
    sheet.note(format!(
        "Candidate tokens / reference tokens{over}, geometric mean {}{correlation}.",
        decimals(mean, 3)
    ));
    let rows = effect.buckets.iter().map(|bucket| {
        let segments = bucket.segments.iter().map(String::as_str);
        vec![
            Cell::named(length_ratio(bucket)),
            Cell::Counts(vec![bucket.pairs]),
            Cell::mean_difference(Some(bucket.gap)),
            Cell::mean(Some(bucket.f1)),
            Cell::named(listed(segments, MAX_SEGMENTS)),
        ]
    });
    let names = ["Length ratio", "Pairs", "P − R", "F1", "Seen most in"];
    sheet.push(Table::new(names).with_rows(rows));
}

fn length_ratio(bucket: &LengthBucket) -> String {
    match bucket.to {
        Some(to) if bucket.from > 0.0 => format!("{} to {to}", bucket.from),
        Some(to) => format!("below {to}"),
        None => format!("{} or more", bucket.from),
    }
}

fn add_disagreement(sheet: &mut Sheet, name: &str, of: &Disagreement) {
    sheet.heading(format!("Where F1 and people disagree: {name}"));
    for (pairs, which) in [(&of.overrated, "higher"), (&of.underrated, "lower")] {
        if !pairs.is_empty() {
            let pairs = listed(pairs.iter().map(|pair| &*pair.id), MAX_PAIRS);
            sheet.note(format!("F1 ranks much {which} than people do: {pairs}."));
        }
    }
    let judged = of.judged as u64;
    if of.shared.is_empty() {
        sheet.note(format!(
            "Neither end differs from all {} in what is measured here.",
            pluralized(judged, "judged pair")
        ));
        return;
    }
    let tenth = with_thousands_separators(of.tenth);
    sheet.note(format!(
        "What they have in common: means over the {tenth} pairs that F1 ranks furthest above people, the {tenth} furthest \
         below, and all {}. Listed is what differs at one end by a quarter of a standard deviation or more.",
        with_thousands_separators(judged)
    ));
    let rows = of.shared.iter().map(|shared| {
        let is_difference = shared.feature == Feature::Gap;
        vec![
            Cell::named(shared.feature.name()),
            number_cell(shared.overrated_mean, 3, is_difference),
            number_cell(shared.underrated_mean, 3, is_difference),
            number_cell(Some(shared.all), 3, is_difference),
        ]
    });
    let names = ["Mean of", "F1 higher", "F1 lower", "All pairs"];
    sheet.push(Table::new(names).with_rows(rows));
}
