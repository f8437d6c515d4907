//! What drives the scores: words and their kinds, spurious matches, length, and what disagreements have in common.

use bertscope_systems::Drivers;
use bertscope_systems::drivers::{
    Costs, DifferenceDriver, Disagreement, Feature, KindDriver, LengthBucket, LengthEffect,
    SharedFeature, WordDriver,
};

use super::{is_above_zero, largest};
use crate::findings::sheet::{Block, Cell, Column, Table};
use crate::number::{decimals, pluralized, with_thousands_separators};

/// Maximum number of words in a list: of a system, of its gains, and of its losses; and in the list of the inspector.
const MAX_WORDS: usize = 10;
const MAX_CHOICES: usize = 40;

/// Number of segments named after an entry.
const MAX_SEGMENTS: usize = 3;

/// Number of pairs named at each end of a disagreement.
const MAX_PAIRS: usize = 5;

/// The section, or why there is none and which command has one.
pub(super) fn section(drivers: Option<&Drivers>, command: &str) -> Vec<Block> {
    let heading = Block::section("drivers", "What drives it");
    let Some(drivers) = drivers else {
        let why = "Finding what drives the scores needs the model and all texts, but these scores were read from files.";
        return vec![
            heading,
            Block::Note(format!(
                "{why} Run bertscope {command} on the texts instead of --scores."
            )),
        ];
    };
    let several = drivers.systems.len() > 1;
    let note = "The cost of a word is (1 − best similarity) × share of the weight, summed over its tokens. Costs are means: those \
                of all words sum to 1 − P and 1 − R before rescaling.";
    let gain = format!(
        " The gain of a system is the cost in {} minus its own: above 0, the word raises its score.",
        drivers.systems[0]
    );
    let note = format!("{note}{}", if several { &gain } else { "" });
    let mut blocks = vec![heading, Block::Note(note)];
    for (costs, title) in [
        (
            &drivers.precision,
            "Cost in precision, by word of the candidates",
        ),
        (&drivers.recall, "Cost in recall, by word of the references"),
    ] {
        blocks.push(Block::heading(title));
        blocks.extend(costs_tables(drivers, costs).into_iter().map(Block::Table));
    }
    for (words, title) in [
        (
            &drivers.to_special,
            "Words whose best match is a special token, by number of matches",
        ),
        (
            &drivers.hubs,
            "Hubs: words that are the best match of three or more tokens, by number of tokens",
        ),
    ] {
        if !words.is_empty() {
            let number = |word: &WordDriver| {
                Cell::Counts(word.amounts.iter().map(|amount| *amount as u64).collect())
            };
            let words = words.iter().take(MAX_WORDS);
            blocks.extend([
                Block::heading(title),
                Block::Table(word_table(words, None, &times(drivers), number)),
            ]);
        }
    }
    if !drivers.kinds.is_empty() {
        let note = "Numbers, negation, modality, names, units and dates that one text has and the other lacks, and what they take \
                    from P and R together. They may matter more than they cost.";
        blocks.extend([
            Block::heading("Differences in kind"),
            Block::Note(note.to_owned()),
            kinds_table(drivers),
        ]);
    }
    blocks.extend(
        drivers
            .systems
            .iter()
            .zip(&drivers.lengths)
            .flat_map(|(name, effect)| length(name, effect)),
    );
    blocks.extend(
        drivers
            .disagreements
            .iter()
            .flat_map(|of| disagreement(&drivers.systems[of.system], of)),
    );
    blocks
}

/// Kinds of words, then the words with the highest cost, or for several systems those of each difference.
fn costs_tables(drivers: &Drivers, costs: &Costs) -> Vec<Table> {
    let systems = &drivers.systems;
    let amounts = systems.iter().map(|name| {
        if systems.len() > 1 {
            name.as_str()
        } else {
            "Cost"
        }
    });
    let gains = systems
        .iter()
        .skip(1)
        .map(|name| Column::new(format!("gain of {name}")));
    let columns = ["Kind", "Words"]
        .into_iter()
        .chain(amounts)
        .map(Column::new)
        .chain(gains);
    let row = |kind: &KindDriver| {
        let amounts = kind.amounts.iter().map(|amount| Cell::score(Some(*amount)));
        let gains = kind
            .amounts
            .iter()
            .skip(1)
            .map(|amount| Cell::difference(Some(kind.amounts[0] - amount)));
        let lead = [
            Cell::named(kind.kind.name()),
            Cell::Counts(kind.times.clone()),
        ];
        lead.into_iter().chain(amounts).chain(gains).collect()
    };
    let kinds = Table::new(columns).with_rows(costs.kinds.iter().map(row));
    if systems.len() < 2 {
        let cost = |word: &WordDriver| Cell::score(Some(word.amounts[0]));
        let words = word_table(leading(costs, |word| word.amounts[0]), None, "Cost", cost);
        return vec![
            kinds.with_bars(2, None).titled("By kind of word"),
            words
                .with_bars(1, None)
                .titled("Words with the highest cost"),
        ];
    }
    let words = (1..systems.len()).flat_map(|system| {
        let table = move |(which, sign): (&str, f64)| {
            let gain = |word: &WordDriver| Cell::difference(Some(word.gain(system)));
            let title = format!(
                "Words by which {} {which} most against {}",
                systems[system], systems[0]
            );
            let table = word_table(
                leading(costs, |word| sign * word.gain(system)),
                Some(system),
                "Gain",
                gain,
            );
            (!table.rows.is_empty()).then(|| table.titled(title))
        };
        [("gains", 1.0), ("loses", -1.0)]
            .into_iter()
            .filter_map(table)
    });
    std::iter::once(kinds).chain(words).collect()
}

/// The words with the largest amounts that do not print as 0, largest first.
fn leading(
    costs: &Costs,
    amount: impl Fn(&WordDriver) -> f64,
) -> impl Iterator<Item = &WordDriver> {
    let words = costs
        .words
        .iter()
        .filter(|word| is_above_zero(amount(word)));
    largest(words, |word| amount(word), MAX_WORDS).into_iter()
}

/// The name of a column of counts.
fn times(drivers: &Drivers) -> String {
    if drivers.systems.len() > 1 {
        format!("Times in {}", drivers.systems.join(" / "))
    } else {
        "Times".to_owned()
    }
}

/// The first of some ids, as a list.
fn listed<'a>(ids: impl IntoIterator<Item = &'a str>, most: usize) -> String {
    ids.into_iter().take(most).collect::<Vec<_>>().join(", ")
}

fn kinds_table(drivers: &Drivers) -> Block {
    let several = drivers.systems.len() > 1;
    let costs = drivers.systems.iter().map(|name| {
        if several {
            format!("cost in {name}")
        } else {
            "Cost".to_owned()
        }
    });
    let lead = ["Kind".to_owned(), times(drivers)].into_iter().chain(costs);
    let columns = lead
        .chain(["Seen most in", "Filter"].map(str::to_owned))
        .map(Column::new);
    let row = |of: &DifferenceDriver| {
        let segments = listed(of.segments.iter().map(|segment| &*segment.id), MAX_SEGMENTS);
        let costs = of.amounts.iter().map(|amount| Cell::score(Some(*amount)));
        let lead = [Cell::named(of.kind.name()), Cell::Counts(of.times.clone())]
            .into_iter()
            .chain(costs);
        lead.chain([Cell::named(segments), Cell::Code(of.filter.clone())])
            .collect()
    };
    Block::Table(Table::new(columns).with_rows(drivers.kinds.iter().map(row)))
}

/// Words, each with its number, kind, the segments behind it and the filter that finds its pairs.
fn word_table<'a>(
    words: impl Iterator<Item = &'a WordDriver>,
    system: Option<usize>,
    name: &str,
    number: impl Fn(&WordDriver) -> Cell,
) -> Table {
    let row = |word: &WordDriver| {
        let segments = listed(word.examples(system), MAX_SEGMENTS);
        vec![
            Cell::Link {
                text: word.word.clone(),
                find: word.filter.clone(),
            },
            number(word),
            Cell::named(word.kind.name()),
            Cell::named(segments),
            Cell::Code(word.filter.clone()),
        ]
    };
    let names = ["Word", name, "Kind", "Seen most in", "Filter"];
    Table::new(names.map(Column::new)).with_rows(words.map(row))
}

/// The words of both sides that drive the score of a single system, highest cost first, or the difference of a system
/// from the baseline, largest first, gains and losses alike. `system` is its index and name.
pub fn leading_words(drivers: &Drivers, system: Option<(usize, &str)>) -> Table {
    let amount =
        |word: &WordDriver| system.map_or(word.amounts[0], |(system, _)| word.gain(system));
    let sides = [
        (&drivers.recall, "R, reference"),
        (&drivers.precision, "P, candidate"),
    ];
    let words = sides
        .into_iter()
        .flat_map(|(costs, side)| costs.words.iter().map(move |word| (word, side)));
    let words = words.filter(|(word, _)| is_above_zero(amount(word).abs()));
    let words = largest(words, |(word, _)| amount(word).abs(), MAX_CHOICES);
    let row = |(word, side): &(&WordDriver, &str)| {
        let number = Cell::number(Some(amount(word)), 5, system.is_some());
        let link = Cell::Link {
            text: word.word.clone(),
            find: word.filter.clone(),
        };
        vec![
            link,
            number,
            Cell::named(*side),
            Cell::named(word.kind.name()),
        ]
    };
    let name = system.map_or_else(|| "Cost".to_owned(), |(_, name)| format!("gain of {name}"));
    let columns = [
        Column::new("Word"),
        Column::new(name),
        Column::new("Counts for"),
        Column::new("Kind").ranked(1),
    ];
    Table::new(columns).with_rows(words.iter().map(row))
}

fn length(name: &str, effect: &LengthEffect) -> Vec<Block> {
    let Some(mean) = effect.mean_ratio else {
        return Vec::new();
    };
    let correlation = effect.correlation.map_or_else(String::new, |r| {
        format!(
            "; correlation of P − R with the log of this ratio: {}",
            decimals(r, 3)
        )
    });
    let note = format!(
        "Candidate tokens / reference tokens, geometric mean {}{correlation}.",
        decimals(mean, 3)
    );
    let row = |bucket: &LengthBucket| {
        let ratio = match (bucket.from > 0.0, bucket.to) {
            (false, Some(to)) => format!("below {to}"),
            (true, Some(to)) => format!("{} to {to}", bucket.from),
            (_, None) => format!("{} or more", bucket.from),
        };
        let segments = listed(bucket.segments.iter().map(String::as_str), MAX_SEGMENTS);
        vec![
            Cell::named(ratio),
            Cell::Counts(vec![bucket.pairs]),
            Cell::difference(Some(bucket.gap)),
            Cell::score(Some(bucket.f1)),
            Cell::named(segments),
        ]
    };
    let names = ["Length ratio", "Pairs", "P − R", "F1", "Seen most in"];
    let table = Table::new(names.map(Column::new)).with_rows(effect.buckets.iter().map(row));
    vec![
        Block::heading(format!("Length: {name}")),
        Block::Note(note),
        Block::Table(table),
    ]
}

fn disagreement(name: &str, of: &Disagreement) -> Vec<Block> {
    let mut blocks = vec![Block::heading(format!(
        "Where F1 and people disagree: {name}"
    ))];
    for (pairs, which) in [(&of.overrated, "higher"), (&of.underrated, "lower")] {
        if !pairs.is_empty() {
            let pairs = listed(pairs.iter().map(|pair| &*pair.id), MAX_PAIRS);
            blocks.push(Block::Note(format!(
                "F1 ranks much {which} than people do: {pairs}."
            )));
        }
    }
    let [judged, tenth] = [of.judged, of.tenth].map(|n| n as u64);
    if of.shared.is_empty() {
        blocks.push(Block::Note(format!(
            "Neither end differs from all {} in what is measured here.",
            pluralized(judged, "judged pair")
        )));
        return blocks;
    }
    let tenth = with_thousands_separators(tenth);
    blocks.push(Block::Note(format!(
        "What they have in common: means over the {tenth} pairs that F1 ranks furthest above people, the {tenth} furthest \
         below, and all {}. Listed is what differs at one end by a quarter of a standard deviation or more.",
        with_thousands_separators(judged)
    )));
    let row = |shared: &SharedFeature| {
        let means = [
            shared.overrated_mean,
            shared.underrated_mean,
            Some(shared.all),
        ];
        let means = means.map(|mean| Cell::number(mean, 3, shared.feature == Feature::Gap));
        std::iter::once(Cell::named(shared.feature.name()))
            .chain(means)
            .collect()
    };
    let names = ["Mean of", "F1 higher", "F1 lower", "All pairs"];
    blocks.push(Block::Table(
        Table::new(names.map(Column::new)).with_rows(of.shared.iter().map(row)),
    ));
    blocks
}
