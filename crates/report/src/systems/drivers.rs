//! What drives the scores, as text.

use std::io::{self, Write};

use bertscope_printable::printable;
use bertscope_systems::Drivers;
use bertscope_systems::drivers::{Costs, Disagreement, Gains, LengthEffect, MIN_AMOUNT, WordDriver};

use super::grid;
use crate::number::{pluralized, with_thousands_separators};

/// Number of words in a list.
const MAX_WORDS: usize = 8;

/// Number of segments named after an entry.
const MAX_SEGMENTS: usize = 3;

/// Writes it.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(out: &mut impl Write, drivers: &Drivers) -> io::Result<()> {
    let several = drivers.systems.len() > 1;
    writeln!(
        out,
        "\nWhat drives it. The cost of a word: (1 − best similarity) × share of the weight, summed over its tokens"
    )?;
    for (costs, mean, side) in [(&drivers.recall, "R", "reference"), (&drivers.precision, "P", "candidate")] {
        writeln!(out, "\nCost in {mean}, by word of the {side}; the costs of all words sum to 1 − {mean}")?;
        kinds(out, &drivers.systems, costs)?;
        if several {
            for system in 1..drivers.systems.len() {
                gains(out, &drivers.systems, system, costs)?;
            }
        } else {
            writeln!(out, "  Words with the highest cost")?;
            let mut words: Vec<&WordDriver> = costs.words.iter().collect();
            words.sort_by(|a, b| b.amounts[0].total_cmp(&a.amounts[0]));
            let words = words.into_iter().filter(|word| word.amounts[0] >= MIN_AMOUNT);
            word_rows(out, words.take(MAX_WORDS), |word| format!("{:.5}", word.amounts[0]))?;
        }
    }
    for (words, lead) in [
        (&drivers.to_special, "Words whose best match is a special token, by number of matches"),
        (&drivers.hubs, "Hubs: words that are the best match of three or more tokens, by number of tokens"),
    ] {
        if !words.is_empty() {
            writeln!(out, "\n{lead}")?;
            let amounts =
                |word: &WordDriver| word.amounts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / ");
            word_rows(out, words.iter().take(MAX_WORDS), amounts)?;
        }
    }
    for (name, lengths) in drivers.systems.iter().zip(&drivers.lengths) {
        length(out, name, lengths)?;
    }
    for disagreement in &drivers.disagreements {
        disagreements(out, &drivers.systems[disagreement.system], disagreement)?;
    }
    Ok(())
}

fn kinds(out: &mut impl Write, systems: &[String], costs: &Costs) -> io::Result<()> {
    let mut rows = vec![vec![String::new(), "words".to_owned()]];
    rows[0].extend(systems.iter().cloned());
    rows[0].extend(systems.iter().skip(1).map(|name| format!("gain of {name}")));
    for kind in &costs.kinds {
        let times = kind.times.iter().map(|times| with_thousands_separators(*times)).collect::<Vec<_>>();
        // References are the same for all systems.
        let times = if times.windows(2).all(|two| two[0] == two[1]) { times[0].clone() } else { times.join(" / ") };
        let mut row = vec![kind.kind.to_string(), times];
        row.extend(kind.amounts.iter().map(|amount| format!("{amount:.5}")));
        row.extend(kind.amounts.iter().skip(1).map(|amount| format!("{:+.5}", kind.amounts[0] - amount)));
        rows.push(row);
    }
    grid::write(out, 2, &rows)
}

fn gains(out: &mut impl Write, systems: &[String], system: usize, costs: &Costs) -> io::Result<()> {
    let shown = |word: &WordDriver| format!("{:+.5}", word.gain(system));
    let (name, baseline) = (printable(&systems[system]), printable(&systems[0]));
    let Gains { gained, lost } = costs.gains(system);
    for (words, which) in [(gained, "gains"), (lost, "loses")] {
        if !words.is_empty() {
            writeln!(out, "  Words by which {name} {which} most against {baseline}")?;
            word_rows(out, words.into_iter(), shown)?;
        }
    }
    Ok(())
}

/// Words, each with its number, kind, segments behind it and filter.
fn word_rows<'a>(
    out: &mut impl Write,
    words: impl Iterator<Item = &'a WordDriver>,
    number: impl Fn(&WordDriver) -> String,
) -> io::Result<()> {
    let row = |word: &WordDriver| {
        let behind = segments_text(word);
        let segments = if word.segments.len() == 1 { "segment" } else { "segments" };
        vec![
            word.word.clone(),
            number(word),
            word.kind.to_string(),
            format!("{segments} {behind}"),
            word.filter.clone(),
        ]
    };
    grid::write(out, 4, &words.map(row).collect::<Vec<_>>())
}

/// The segments behind a word that contribute most, by id.
pub(crate) fn segments_text(word: &WordDriver) -> String {
    word.segments.iter().take(MAX_SEGMENTS).map(|behind| behind.id.clone()).collect::<Vec<_>>().join(", ")
}

fn length(out: &mut impl Write, name: &str, lengths: &LengthEffect) -> io::Result<()> {
    let Some(mean) = lengths.mean_ratio else { return Ok(()) };
    let correlation = lengths
        .correlation
        .map_or(String::new(), |r| format!("; correlation of P − R with the log of this ratio: {r:.3}"));
    writeln!(out, "\n{}: candidate tokens / reference tokens, geometric mean {mean:.3}{correlation}", printable(name))?;
    let mut rows = vec![["ratio", "pairs", "P − R", "F1", ""].map(str::to_owned).to_vec()];
    for bucket in &lengths.buckets {
        let to = bucket.to.map_or("or more".to_owned(), |to| format!("to {to}"));
        let behind = bucket.segments.iter().take(MAX_SEGMENTS).cloned().collect::<Vec<_>>().join(", ");
        rows.push(vec![
            format!("{} {to}", bucket.from),
            with_thousands_separators(bucket.pairs),
            format!("{:+.5}", bucket.gap),
            format!("{:.5}", bucket.f1),
            format!("{} {behind}", if bucket.segments.len() == 1 { "segment" } else { "segments" }),
        ]);
    }
    grid::write(out, 2, &rows)
}

fn disagreements(out: &mut impl Write, name: &str, disagreement: &Disagreement) -> io::Result<()> {
    let [judged, tenth] = [disagreement.judged, disagreement.tenth].map(|n| pluralized(n as u64, "pair"));
    writeln!(out, "\n{}: where F1 and people disagree, by rank among {judged}", printable(name))?;
    for (pairs, which) in [(&disagreement.overrated, "higher"), (&disagreement.underrated, "lower")] {
        let pairs: Vec<String> = pairs.iter().take(5).map(|pair| pair.id.clone()).collect();
        if !pairs.is_empty() {
            writeln!(out, "  F1 ranks much {which} than people do: {}", printable(&pairs.join(", ")))?;
        }
    }
    if disagreement.shared.is_empty() {
        return writeln!(out, "  Neither end differs from the other pairs in what is measured here");
    }
    writeln!(out, "  What they have in common, {tenth} at each end")?;
    let mut rows = vec![["", "F1 higher", "F1 lower", "all pairs"].map(str::to_owned).to_vec()];
    for shared in &disagreement.shared {
        let mut row = vec![shared.feature.name()];
        row.extend([shared.overrated_mean, shared.underrated_mean, shared.all].map(|x| format!("{x:.3}")));
        rows.push(row);
    }
    grid::write(out, 4, &rows)
}
