//! What drives the scores, as the tables of the page.

use std::fmt::{Result, Write};

use super::named;
use crate::corpus::agreement::ratios;
use crate::markdown::{code, number};
use crate::number::with_thousands_separators;
use crate::systems::NO_DRIVERS;
use crate::systems::drivers::segments_text;
use bertscope_systems::Drivers;
use bertscope_systems::drivers::{Costs, Disagreement, Gains, LengthEffect, WordDriver};

/// Number of words in a table.
const MAX_WORDS: usize = 10;

/// All of it, or why it is missing.
pub(super) fn write(page: &mut String, drivers: Option<&Drivers>) -> Result {
    writeln!(page, "\n### What drives it")?;
    let Some(drivers) = drivers else {
        return writeln!(page, "\n{NO_DRIVERS} Run `bertscope report` on the texts instead of `--scores`.");
    };
    costs(page, drivers, &drivers.precision, "Cost in precision, by word of the candidates")?;
    costs(page, drivers, &drivers.recall, "Cost in recall, by word of the references")?;
    counts(page, drivers, &drivers.to_special, "Words matched with a special token, by number of matches")?;
    counts(
        page,
        drivers,
        &drivers.hubs,
        "Hubs: words that are the best match of three or more tokens, by number of tokens",
    )?;
    lengths(page, drivers)?;
    drivers.disagreements.iter().try_for_each(|disagreement| shared(page, drivers, disagreement))
}

/// A heading, and the first row of a table that has a column for each system and then these.
fn head(page: &mut String, drivers: &Drivers, title: &str, further: &[&str]) -> Result {
    let columns: Vec<String> =
        drivers.systems.iter().map(|name| named(name)).chain(further.iter().map(|name| (*name).to_owned())).collect();
    writeln!(page, "\n**{title}**\n\n| | {} |\n|---|{}", columns.join(" | "), "---:|".repeat(columns.len()))
}

/// Kinds of words, with the gain of the last system over the baseline system and their counts. Then the words with the
/// highest cost; for several systems, those of each difference.
fn costs(page: &mut String, drivers: &Drivers, costs: &Costs, title: &str) -> Result {
    let further: &[&str] = if drivers.systems.len() > 1 { &["Gain", "Count"] } else { &["Count"] };
    head(page, drivers, &format!("{title} (mean over all pairs)"), further)?;
    let mut row = |name: String, amounts: &[f64], times: &[u64]| {
        let mut cells: Vec<String> = amounts.iter().map(|amount| number(Some(*amount), 5)).collect();
        if let [baseline, .., last] = amounts {
            cells.push(number(Some(baseline - last), 5));
        }
        let times: Vec<String> = times.iter().map(|times| with_thousands_separators(*times)).collect();
        writeln!(page, "| {name} | {} | {} |", cells.join(" | "), times.join(" / "))
    };
    costs.kinds.iter().try_for_each(|kind| row(kind.kind.name().to_owned(), &kind.amounts, &kind.times))?;
    if drivers.systems.len() < 2 {
        return costs
            .words
            .iter()
            .take(MAX_WORDS)
            .try_for_each(|word| row(code(&word.word), &word.amounts, &word.times));
    }
    (1..drivers.systems.len()).try_for_each(|system| gains(page, drivers, system, costs))
}

/// The words by which a system gains and loses most against the baseline system, as `compare` lists them.
fn gains(page: &mut String, drivers: &Drivers, system: usize, costs: &Costs) -> Result {
    let [baseline, name] = [0, system].map(|at| named(&drivers.systems[at]));
    let Gains { gained, lost } = costs.gains(system);
    for (words, which) in [(gained, "gains"), (lost, "loses")] {
        if !words.is_empty() {
            writeln!(page, "\n**Words by which {name} {which} most against {baseline}**\n")?;
            writeln!(page, "| | Gain | Kind | Pairs | Filter for the list |\n|---|---:|---|---|---|")?;
        }
        for word in words {
            let (gain, pairs) = (number(Some(word.gain(system)), 5), named(&segments_text(word)));
            let (filter, kind) = (code(&word.filter), word.kind);
            writeln!(page, "| {} | {gain} | {kind} | {pairs} | {filter} |", code(&word.word))?;
        }
    }
    Ok(())
}

/// Spurious matches; nothing if there are none.
fn counts(page: &mut String, drivers: &Drivers, words: &[WordDriver], title: &str) -> Result {
    if words.is_empty() {
        return Ok(());
    }
    head(page, drivers, title, &[])?;
    words.iter().take(MAX_WORDS).try_for_each(|word| {
        let amounts: Vec<String> =
            word.amounts.iter().map(|amount| with_thousands_separators(*amount as u64)).collect();
        writeln!(page, "| {} | {} |", code(&word.word), amounts.join(" | "))
    })
}

/// The effect of length, for each system.
fn lengths(page: &mut String, drivers: &Drivers) -> Result {
    let known = |(_, effect): &(&String, &LengthEffect)| !effect.buckets.is_empty();
    for (name, effect) in drivers.systems.iter().zip(&drivers.lengths).filter(known) {
        writeln!(page, "\n**Length: {}**\n", named(name))?;
        writeln!(page, "| Candidate / reference tokens | Pairs | P − R | F1 |\n|---|---:|---:|---:|")?;
        for bucket in &effect.buckets {
            let [gap, f1] = [bucket.gap, bucket.f1].map(|x| number(Some(x), 5));
            writeln!(
                page,
                "| {} | {} | {gap} | {f1} |",
                ratios(bucket.from, bucket.to),
                with_thousands_separators(bucket.pairs)
            )?;
        }
        if let Some(correlation) = effect.correlation {
            let correlation = number(Some(correlation), 3);
            writeln!(page, "\nCorrelation of P − R with the log of the length ratio: {correlation}.")?;
        }
    }
    Ok(())
}

/// What the pairs in which F1 and people disagree most have in common.
fn shared(page: &mut String, drivers: &Drivers, disagreement: &Disagreement) -> Result {
    if disagreement.shared.is_empty() {
        return Ok(());
    }
    let name = drivers.systems.get(disagreement.system).map_or_else(String::new, |name| named(name));
    writeln!(page, "\n**What the largest disagreements have in common: {name}**\n")?;
    writeln!(page, "| Mean of | F1 ranks higher | F1 ranks lower | all pairs |\n|---|---:|---:|---:|")?;
    disagreement.shared.iter().try_for_each(|shared| {
        let [kinder, harsher, all] =
            [shared.overrated_mean, shared.underrated_mean, shared.all].map(|x| number(Some(x), 3));
        writeln!(page, "| {} | {kinder} | {harsher} | {all} |", shared.feature.name())
    })
}
