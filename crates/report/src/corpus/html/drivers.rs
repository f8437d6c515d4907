//! What drives the scores: words and their kinds, spurious matches, length, and what disagreements have in common.

use maud::{Markup, html};

use crate::corpus::agreement::{ratios, rounded_or_dash};
use crate::corpus::example_selection::signed;
use crate::number::{five_places, with_thousands_separators};
use crate::picture::label::clean;
use crate::picture::pen::Px;
use crate::systems::NO_DRIVERS;
use crate::systems::drivers::segments_text;
use bertscope_systems::Drivers;
use bertscope_systems::drivers::{Costs, Disagreement, Gains, LengthEffect, WordDriver};

/// Number of words in a table.
const MAX_WORDS: usize = 15;
/// Length of the longest bar.
const BAR_WIDTH: f32 = 90.0;

/// The section.
pub(super) fn section(drivers: Option<&Drivers>) -> Markup {
    let Some(drivers) = drivers else {
        return html! {
            section #drivers {
                h2 { "What drives it" }
                p .note { (NO_DRIVERS) " Run " code { "bertscope report" } " on the texts instead of --scores." }
            }
        };
    };
    html! {
        section #drivers {
            h2 { "What drives it" }
            p .note {
                "The cost of a word is (1 − best similarity) × share of the weight. Costs are means over all pairs: they sum to 1 − P \
                 and 1 − R before rescaling. Select a word to see its pairs in the list."
                @if let [baseline, .., last] = &*drivers.systems {
                    " The gain of a word is its cost in " (clean(baseline)) " minus its cost in " (clean(last)) "."
                }
            }
            (costs(drivers, &drivers.precision, "Cost in precision, by word of the candidates"))
            (costs(drivers, &drivers.recall, "Cost in recall, by word of the references"))
            (spurious(drivers, &drivers.to_special, "Words matched with a special token", "matches"))
            (spurious(drivers, &drivers.hubs, "Hubs: words that are the best match of three or more tokens", "tokens"))
            @for (name, effect) in drivers.systems.iter().zip(&drivers.lengths) {
                (lengths(effect, Some(name).filter(|_| drivers.systems.len() > 1)))
            }
            @for disagreement in &drivers.disagreements { (disagreements(drivers, disagreement)) }
        }
    }
}

/// Kinds beside the words with the highest cost; for several systems, the words of each difference below.
fn costs(drivers: &Drivers, costs: &Costs, title: &str) -> Markup {
    let most = costs.kinds.iter().flat_map(|kind| &kind.amounts).fold(0.0f64, |most, x| most.max(*x));
    let most_of_words =
        costs.words.iter().take(MAX_WORDS).flat_map(|word| &word.amounts).fold(0.0f64, |most, x| most.max(*x));
    html! {
        h3 { (title) }
        div .beside {
            div .scroll {
                table {
                    thead { (head(drivers, "Kind")) }
                    tbody { @for kind in &costs.kinds { (row(&html! { (kind.kind.name()) }, &kind.amounts, &kind.times, most)) } }
                }
            }
            @if drivers.systems.len() < 2 {
                div .scroll {
                    table {
                        thead { (head(drivers, "Word")) }
                        tbody { @for word in costs.words.iter().take(MAX_WORDS) { (row(&segment_links(word), &word.amounts, &word.times, most_of_words)) } }
                    }
                }
            }
        }
        @for system in 1..drivers.systems.len() { (gains(drivers, system, costs)) }
    }
}

/// The words by which a system gains and loses most against the baseline system, as `compare` lists them.
fn gains(drivers: &Drivers, system: usize, costs: &Costs) -> Markup {
    let [baseline, name] = [0, system].map(|at| clean(&drivers.systems[at]));
    let Gains { gained, lost } = costs.gains(system);
    html! {
        div .beside {
            @for (words, which) in [(gained, "gains"), (lost, "loses")] {
                @if !words.is_empty() {
                    div .scroll {
                        table {
                            caption dir="auto" { "Words by which " (name) " " (which) " most against " (baseline) }
                            thead { tr {
                                th scope="col" { "Word" }
                                th .number scope="col" { "Gain" }
                                th scope="col" { "Kind" }
                                th scope="col" { "Pairs" }
                            } }
                            tbody {
                                @for word in words {
                                    tr {
                                        th scope="row" dir="auto" { (segment_links(word)) }
                                        td .number { (signed(word.gain(system))) }
                                        td { (word.kind.name()) }
                                        td dir="auto" { (clean(&segments_text(word))) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn head(drivers: &Drivers, name: &str) -> Markup {
    html! {
        tr {
            th scope="col" { (name) }
            @if drivers.systems.len() > 1 {
                @for system in &drivers.systems { th .number scope="col" dir="auto" { (clean(system)) } }
                th .number scope="col" { "gain" }
            } @else {
                th .number scope="col" { "Cost" }
            }
            th scope="col" {}
            th .number scope="col" { "Count" }
        }
    }
}

/// The cost for each system, the gain of the last one over the baseline system, a bar for the largest cost, and the counts.
fn row(name: &Markup, amounts: &[f64], times: &[u64], most: f64) -> Markup {
    let largest = amounts.iter().fold(0.0f64, |most, x| most.max(*x));
    let length = if most > 0.0 { (largest / most) as f32 * BAR_WIDTH } else { 0.0 };
    html! {
        tr {
            th scope="row" dir="auto" { (name) }
            @for amount in amounts { td .number { (rounded_or_dash(Some(*amount), 5)) } }
            @if let [baseline, .., system] = amounts { td .number { (signed(baseline - system)) } }
            td {
                svg width=(Px(BAR_WIDTH)) height="10" aria-hidden="true" {
                    rect width=(Px(length)) height="10" rx="2" fill="var(--bar)" {}
                }
            }
            td .number { (times.iter().map(|times| with_thousands_separators(*times)).collect::<Vec<_>>().join(" / ")) }
        }
    }
}

/// A word that can be clicked to search the list.
fn segment_links(word: &WordDriver) -> Markup {
    html! { button .find type="button" data-find=(clean(&word.filter)) { (clean(&word.word)) } }
}

/// Spurious matches: the words with most of them.
fn spurious(drivers: &Drivers, words: &[WordDriver], title: &str, what: &str) -> Markup {
    if words.is_empty() {
        return html! {};
    }
    html! {
        h3 { (title) }
        p .words {
            @for word in words.iter().take(MAX_WORDS) {
                span {
                    (segment_links(word)) " "
                    @for (i, amount) in word.amounts.iter().enumerate() { @if i > 0 { " / " } (with_thousands_separators(*amount as u64)) }
                }
                " "
            }
        }
        p .note {
            "Number of " (what) " over all pairs"
            @if drivers.systems.len() > 1 { ", for " (clean(&drivers.systems.join(" / "))) }
            "."
        }
    }
}

fn lengths(effect: &LengthEffect, system: Option<&String>) -> Markup {
    if effect.buckets.is_empty() {
        return html! {};
    }
    html! {
        h3 dir="auto" { "Length" @if let Some(system) = system { ": " (clean(system)) } }
        div .scroll {
            table {
                thead { tr {
                    th scope="col" { "Candidate / reference tokens" }
                    @for name in ["Pairs", "P − R", "F1"] { th .number scope="col" { (name) } }
                } }
                tbody {
                    @for bucket in &effect.buckets {
                        tr {
                            th scope="row" { (ratios(bucket.from, bucket.to)) }
                            td .number { (with_thousands_separators(bucket.pairs)) }
                            td .number { (signed(bucket.gap)) }
                            td .number { (five_places(Some(bucket.f1))) }
                        }
                    }
                }
            }
        }
        @if let Some(correlation) = effect.correlation {
            p .note { "Correlation of P − R with the log of the length ratio: " (rounded_or_dash(Some(correlation), 3)) "." }
        }
    }
}

/// What the pairs in which F1 and people disagree most have in common.
fn disagreements(drivers: &Drivers, disagreement: &Disagreement) -> Markup {
    if disagreement.shared.is_empty() {
        return html! {};
    }
    let name = drivers.systems.get(disagreement.system).filter(|_| drivers.systems.len() > 1);
    html! {
        h3 dir="auto" { "What the largest disagreements have in common" @if let Some(name) = name { ": " (clean(name)) } }
        div .scroll {
            table {
                thead { tr {
                    th scope="col" { "Mean of" }
                    th .number scope="col" { "F1 ranks higher" }
                    th .number scope="col" { "F1 ranks lower" }
                    th .number scope="col" { "all pairs" }
                } }
                tbody {
                    @for shared in &disagreement.shared {
                        tr {
                            th scope="row" { (shared.feature.name()) }
                            @for number in [shared.overrated_mean, shared.underrated_mean, shared.all] { td .number { (rounded_or_dash(Some(number), 3)) } }
                        }
                    }
                }
            }
        }
        p .note {
            "The " (with_thousands_separators(disagreement.tenth as u64)) " pairs that F1 ranks furthest above people, the " (with_thousands_separators(disagreement.tenth as u64))
            " furthest below, and all " (with_thousands_separators(disagreement.judged as u64)) ". Listed are features for which one of the two groups differs from all pairs by a quarter of a standard deviation or more."
        }
    }
}
