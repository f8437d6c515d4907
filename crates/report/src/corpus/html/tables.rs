//! Tables of the page: means, differences of the systems, groups, agreement with people.

use maud::{Markup, html};

use crate::corpus::drawn::against_baseline;
use crate::corpus::numbers::{self, Agreement, interval, places};
use crate::corpus::telling::signed;
use crate::corpus::{CorpusReport, Findings, UNSCORED};
use crate::number::{count, precise};
use crate::picture::label::clean;
use crate::systems::digits;
use crate::systems::order::{Order, RESCALING};
use crate::systems::text::{group_name, verdict};
use bertscope_metric::correlation::Correlation;
use bertscope_systems::{Compared, Comparison, Difference, Measure};

/// Heading of p by approximate randomisation, with a soft hyphen for narrow screens.
const RANDOMISATION: &str = "p, random\u{ad}isation";

/// Means of every system.
pub(super) fn summary(report: &CorpusReport, findings: &Findings, agreement: &[Agreement]) -> Markup {
    let comparison = &findings.comparison;
    let all = report.segments.len();
    let means: Vec<&Compared> = Measure::MAIN.iter().filter_map(|measure| comparison.measure(*measure)).collect();
    let judged = report.human.is_some();
    html! {
        section #summary {
            h2 { "Summary" }
            @for system in 1..report.systems.len() { p dir="auto" { (clean(&verdict(comparison, system))) } }
            div .scroll {
                table {
                    thead { tr {
                        th scope="col" { "System" }
                        @for name in ["Pairs", "P", "R", "F1"] { th .number scope="col" { (name) } }
                        th scope="col" { "95% interval of F1" }
                        @if judged {
                            @for name in ["Judged", "Pearson", "Spearman", "Kendall"] { th .number scope="col" { (name) } }
                        }
                    } }
                    tbody {
                        @for (system, name) in report.systems.iter().enumerate() {
                            @let scored = numbers::scored(report, system);
                            tr {
                                th scope="row" dir="auto" { (clean(name)) }
                                td .number {
                                    (count(scored as u64))
                                    @if scored < all { ", " (count((all - scored) as u64)) " " (UNSCORED) }
                                }
                                @for mean in &means { td .number { (precise(mean.systems[system].value)) } }
                                td .interval {
                                    (comparison.measure(Measure::F1)
                                        .and_then(|f1| interval(f1.systems[system].interval))
                                        .unwrap_or_else(|| "—".to_owned()))
                                }
                                @if judged {
                                    @match agreement.iter().find(|agreement| agreement.system == system) {
                                        Some(of) => {
                                            td .number { (count(of.judged() as u64)) }
                                            @let [.., f1] = of.mean();
                                            @for number in [f1.pearson, f1.spearman, f1.kendall] { td .number { (places(number, 4)) } }
                                        }
                                        None => { td .number { "0" } @for _ in 0..3 { td .number { "—" } } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            p .note {
                @if report.systems.len() > 1 { "Means over the pairs in which every system has the number. " }
                (resampled(comparison))
                @if judged { " The coefficients are those of F1 with the human scores." }
            }
            @for line in findings.remarks.lines(all as u64, "pair") { p .note { (clean(&line)) "." } }
        }
    }
}

/// How the intervals were computed.
pub(in crate::corpus) fn resampled(comparison: &Comparison) -> String {
    let resampling = comparison.resampling;
    format!(
        "Intervals are of {} bootstrap resamples with seed {}.",
        count(resampling.resamples as u64),
        resampling.seed
    )
}

/// Each system against the baseline; nothing for one system.
pub(super) fn differences(report: &CorpusReport, comparison: &Comparison) -> Markup {
    if comparison.differences.is_empty() {
        return html! {};
    }
    html! {
        section #systems {
            h2 { "Systems" }
            @for difference in &comparison.differences { (difference_of(report, comparison, difference)) }
            (order(comparison))
        }
    }
}

fn difference_of(report: &CorpusReport, comparison: &Comparison, difference: &Difference) -> Markup {
    let name = against_baseline(report, difference.system);
    let changes = Measure::MAIN.iter().filter_map(|measure| comparison.measure(*measure));
    html! {
        h3 dir="auto" { (clean(&name)) }
        div .scroll {
            table {
                thead { tr {
                    th scope="col" { "Mean of" }
                    th .number scope="col" { "Difference" }
                    th scope="col" { "95% interval" }
                    th .number scope="col" { "p, bootstrap" }
                    th .number scope="col" { (RANDOMISATION) }
                } }
                tbody {
                    @for measure in changes {
                        @let change = &measure.changes[difference.system - 1];
                        tr {
                            th scope="row" { (measure.measure.to_string()) }
                            td .number { (change.difference.map_or_else(|| "—".to_owned(), signed)) }
                            td .interval { (interval(change.interval).unwrap_or_else(|| "—".to_owned())) }
                            td .number { (places(change.p_bootstrap, 3)) }
                            td .number { (places(change.p_randomisation, 3)) }
                        }
                    }
                }
            }
        }
        p .note { (outcome(report, comparison, difference)) }
    }
}

/// Wins, ties and losses, and what people prefer.
pub(in crate::corpus) fn outcome(report: &CorpusReport, comparison: &Comparison, difference: &Difference) -> String {
    let (system, baseline) = (&report.systems[difference.system], &report.systems[difference.baseline]);
    let n = |n: usize| count(n as u64);
    let by_f1 = format!(
        "By F1, {system} is above {baseline} in {} pairs, equal in {}, below in {}.",
        n(difference.wins),
        n(difference.ties),
        n(difference.losses)
    );
    let preferences = comparison.human.as_ref().and_then(|human| human.preferences.get(difference.system - 1));
    let by_people = preferences.filter(|preferences| preferences.preferred > 0).map_or_else(String::new, |of| {
        let (preferred, agreed) = (n(of.preferred), n(of.agreed));
        format!(" People prefer one of the two in {preferred} pairs; F1 prefers the same one in {agreed} of them.")
    });
    clean(&(by_f1 + &by_people))
}

/// Whether other settings and word overlap put the systems in the same order.
fn order(comparison: &Comparison) -> Markup {
    let Some(Order { lead, shown, with_p }) = Order::of(comparison) else { return html! {} };
    html! {
        h3 #order { "Does the order hold?" }
        p { (lead) ". " (RESCALING) }
        @if !shown.is_empty() {
            div .scroll {
                table {
                    thead { tr {
                        th scope="col" { "Measure" }
                        @for name in &comparison.systems { th .number scope="col" dir="auto" { (clean(name)) } }
                        @if with_p {
                            @for name in comparison.systems.iter().skip(1) { th .number scope="col" dir="auto" { "p of " (clean(name)) } }
                        }
                        th scope="col" { "Order" }
                    } }
                    tbody {
                        @for compared in shown {
                            tr {
                                th scope="row" { (compared.measure.to_string()) }
                                @for estimate in &compared.systems { td .number { (places(estimate.value, digits(compared.measure))) } }
                                @if with_p {
                                    @for change in &compared.changes { td .number { (places(change.p_randomisation, 3)) } }
                                }
                                td { @if compared.holds { "as by F1" } @else { "another" } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Mean F1 and the differences in each group; nothing without groups.
pub(super) fn groups(report: &CorpusReport, comparison: &Comparison) -> Markup {
    if comparison.groups.is_empty() {
        return html! {};
    }
    html! {
        section #groups {
            h2 { "F1 in each group" }
            div .scroll {
                table {
                    thead { tr {
                        th scope="col" { "Group" }
                        th .number scope="col" { "Pairs" }
                        @for name in &report.systems { th .number scope="col" dir="auto" { (clean(name)) } }
                        @for system in 1..report.systems.len() {
                            th .number scope="col" dir="auto" { (clean(&against_baseline(report, system))) ", 95% interval" }
                            th .number scope="col" { (RANDOMISATION) }
                        }
                    } }
                    tbody {
                        @for group in &comparison.groups {
                            @if let Some(f1) = group.comparison.measure(Measure::F1) {
                                tr {
                                    th scope="row" dir="auto" { (clean(group_name(&group.name))) }
                                    td .number { (count(group.comparison.segments as u64)) }
                                    @for estimate in &f1.systems { td .number { (precise(estimate.value)) } }
                                    @for change in &f1.changes {
                                        td .number .interval {
                                            (change.difference.map_or_else(|| "—".to_owned(), signed))
                                            @if let Some(ends) = interval(change.interval) { " " (ends) }
                                        }
                                        td .number { (places(change.p_randomisation, 3)) }
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

/// Agreement of P, R and F1 in each group; nothing without human scores.
pub(super) fn agreement(report: &CorpusReport, agreement: &[Agreement]) -> Markup {
    let Some(human) = &report.human else { return html! {} };
    html! {
        section #agreement {
            h2 { "Agreement with people" }
            p .note { "Correlation with " (clean(human)) ". A dash stands where a coefficient does not exist, because a side does not vary." }
            @for of in agreement {
                @if report.systems.len() > 1 { h3 dir="auto" { (clean(&report.systems[of.system])) } }
                div .scroll {
                    table {
                        thead {
                            tr {
                                th scope="col" rowspan="2" { "Group" }
                                th .number scope="col" rowspan="2" { "Pairs" }
                                @for name in ["Pearson", "Spearman", "Kendall"] { th .three scope="colgroup" colspan="3" { (name) } }
                            }
                            tr { @for _ in 0..3 { @for name in ["P", "R", "F1"] { th .number scope="col" { (name) } } } }
                        }
                        tbody {
                            @for group in &of.groups { (agreement_row(&clean(group_name(&group.name)), group.pairs, &group.measures)) }
                            @if of.groups.len() > 1 {
                                (agreement_row(&format!("mean of {}", of.groups.len()), of.judged(), &of.mean()))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn agreement_row(name: &str, pairs: usize, measures: &[Correlation; 3]) -> Markup {
    html! {
        tr {
            th scope="row" dir="auto" { (name) }
            td .number { (count(pairs as u64)) }
            @for coefficients in [measures.map(|m| m.pearson), measures.map(|m| m.spearman), measures.map(|m| m.kendall)] {
                @for number in coefficients { td .number { (places(number, 4)) } }
            }
        }
    }
}
