//! Tables of the page: means, differences of the systems, groups, agreement with human scores.

use maud::{Markup, html};

use crate::corpus::agreement::{self, Agreement, interval, p_value_text, rounded_or_dash};
use crate::corpus::example_selection::signed;
use crate::corpus::report_figures::against_baseline;
use crate::corpus::{CorpusReport, Findings, UNSCORED};
use crate::number::{five_places, pluralized, with_thousands_separators};
use crate::picture::label::clean;
use crate::systems::digits;
use crate::systems::has_intervals;
use crate::systems::order::{OrderCheck, RESCALING};
use crate::systems::text::{group_name, verdict};
use bertscope_metric::correlation::Correlation;
use bertscope_systems::{Measure, MeasureComparison, Resampling, SystemComparison, SystemDifference};

/// Heading of p by approximate randomisation, with a soft hyphen for narrow screens.
const RANDOMISATION: &str = "p, random\u{ad}isation";

/// Means of every system.
pub(super) fn summary(report: &CorpusReport, findings: &Findings, agreement: &[Agreement]) -> Markup {
    let comparison = &findings.comparison;
    let all = report.segments.len();
    let means: Vec<&MeasureComparison> =
        Measure::MAIN.iter().filter_map(|measure| comparison.measure(*measure)).collect();
    let judged = !agreement.is_empty();
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
                            @let scored = agreement::scored(report, system);
                            tr {
                                th scope="row" dir="auto" { (clean(name)) }
                                td .number {
                                    (with_thousands_separators(scored as u64))
                                    @if scored < all { ", " (with_thousands_separators((all - scored) as u64)) " " (UNSCORED) }
                                }
                                @for mean in &means { td .number { (five_places(mean.systems[system].value)) } }
                                td .interval {
                                    (comparison.measure(Measure::F1)
                                        .and_then(|f1| interval(f1.systems[system].interval, plain))
                                        .unwrap_or_else(|| "—".to_owned()))
                                }
                                @if judged {
                                    @match agreement.iter().find(|agreement| agreement.system == system) {
                                        Some(of) => {
                                            td .number { (with_thousands_separators(of.judged() as u64)) }
                                            @let [.., f1] = of.mean();
                                            @for number in [f1.pearson, f1.spearman, f1.kendall] { td .number { (rounded_or_dash(number, 4)) } }
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
                @if report.systems.len() > 1 { "Each mean is over the pairs for which every system has that number. " }
                (resampling_note(comparison))
                @if judged { " The coefficients are correlations of F1 with the human scores" (groups_note(agreement)) "." }
                @if let Some(remark) = agreement::human_score_note(report, comparison, agreement) { " " (remark) }
            }
            @for line in findings.remarks.lines(all as u64, "pair") { p .note { (clean(&line)) "." } }
        }
    }
}

/// How the intervals were computed.
pub(in crate::corpus) fn resampling_note(comparison: &SystemComparison) -> String {
    if !has_intervals(comparison) {
        return "No intervals: they need at least two pairs.".to_owned();
    }
    let Resampling { resamples, seed } = comparison.resampling;
    format!("Intervals from {}, seed {seed}.", pluralized(resamples as u64, "bootstrap resample"))
}

/// How the coefficients of the summary were averaged, if there are several groups.
fn groups_note(agreement: &[Agreement]) -> String {
    match agreement.iter().map(|of| of.groups.len()).max() {
        None | Some(0 | 1) => String::new(),
        Some(groups) => format!(
            ": means of the coefficients within each of {groups} groups; for all groups together, see \
             “Agreement with human scores” below"
        ),
    }
}

/// A number with five decimals.
fn plain(x: f64) -> String {
    five_places(Some(x))
}

/// Each system against the baseline system; nothing for one system.
pub(super) fn differences(report: &CorpusReport, comparison: &SystemComparison) -> Markup {
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

fn difference_of(report: &CorpusReport, comparison: &SystemComparison, difference: &SystemDifference) -> Markup {
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
                            td .interval { (interval(change.interval, signed).unwrap_or_else(|| "—".to_owned())) }
                            td .number { (p_value_text(change.p_bootstrap)) }
                            td .number { (p_value_text(change.p_randomisation)) }
                        }
                    }
                }
            }
        }
        p .note { (outcome(report, comparison, difference)) }
    }
}

/// Wins, ties and losses, and what people prefer.
pub(in crate::corpus) fn outcome(
    report: &CorpusReport,
    comparison: &SystemComparison,
    difference: &SystemDifference,
) -> String {
    let (system, baseline) = (&report.systems[difference.system], &report.systems[difference.baseline]);
    let n = |n: usize| with_thousands_separators(n as u64);
    let pairs = |n: usize| pluralized(n as u64, "pair");
    let by_f1 = format!(
        "By F1, {system} is above {baseline} in {}, equal in {} and below in {}.",
        pairs(difference.wins),
        n(difference.ties),
        n(difference.losses)
    );
    let preferences = comparison.human.as_ref().and_then(|human| human.preferences.get(difference.system - 1));
    let by_people = preferences.filter(|preferences| preferences.preferred > 0).map_or_else(String::new, |of| {
        let (preferred, agreed) = (pairs(of.preferred), n(of.agreed));
        format!(" People prefer one of the two in {preferred}; F1 prefers the same one in {agreed} of them.")
    });
    clean(&(by_f1 + &by_people))
}

/// Whether other settings and word overlap put the systems in the same order.
fn order(comparison: &SystemComparison) -> Markup {
    let Some(OrderCheck { lead, shown, with_p }) = OrderCheck::check(comparison) else { return html! {} };
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
                            @for name in comparison.systems.iter().skip(1) { th .number scope="col" dir="auto" { "p of " (clean(name)) ", random\u{ad}isation" } }
                        }
                        th scope="col" { "Order" }
                    } }
                    tbody {
                        @for compared in shown {
                            tr {
                                th scope="row" { (compared.measure.to_string()) }
                                @for estimate in &compared.systems { td .number { (rounded_or_dash(estimate.value, digits(compared.measure))) } }
                                @if with_p {
                                    @for change in &compared.changes { td .number { (p_value_text(change.p_randomisation)) } }
                                }
                                td { @if compared.agrees { "same as by F1" } @else { "different" } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Mean F1 and the differences in each group; nothing without groups.
pub(super) fn groups(report: &CorpusReport, comparison: &SystemComparison) -> Markup {
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
                                    td .number { (with_thousands_separators(group.comparison.segments as u64)) }
                                    @for estimate in &f1.systems { td .number { (five_places(estimate.value)) } }
                                    @for change in &f1.changes {
                                        td .number .interval {
                                            (change.difference.map_or_else(|| "—".to_owned(), signed))
                                            @if let Some(ends) = interval(change.interval, signed) { " " (ends) }
                                        }
                                        td .number { (p_value_text(change.p_randomisation)) }
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
pub(super) fn agreement(report: &CorpusReport, comparison: &SystemComparison, agreement: &[Agreement]) -> Markup {
    let Some(human) = &report.human else { return html! {} };
    html! {
        section #agreement {
            h2 { "Agreement with human scores" }
            @if let Some(remark) = agreement::human_score_note(report, comparison, agreement) { p .note { (remark) } }
            @if !agreement.is_empty() {
                p .note { "Correlation with " (clean(human)) ". A dash means that the coefficient is undefined because one side is constant." }
            }
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
                            @for (name, pairs, measures) in of.rows() { (agreement_row(&clean(&name), pairs, &measures)) }
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
            td .number { (with_thousands_separators(pairs as u64)) }
            @for coefficients in [measures.map(|m| m.pearson), measures.map(|m| m.spearman), measures.map(|m| m.kendall)] {
                @for number in coefficients { td .number { (rounded_or_dash(number, 4)) } }
            }
        }
    }
}
