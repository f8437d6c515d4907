//! Tables of the page: means, and agreement with people.

use maud::{Markup, html};

use crate::corpus::numbers::SystemNumbers;
use crate::corpus::{CorpusReport, UNSCORED};
use crate::number::{count, precise, without_zero};
use crate::picture::label::clean;
use bertscope_metric::correlation::Correlation;

/// Means of every system.
pub(super) fn summary(report: &CorpusReport, numbers: &[SystemNumbers]) -> Markup {
    let all = report.segments.len();
    let unscored = numbers.iter().any(|system| system.scored < all);
    html! {
        section #summary {
            h2 { "Summary" }
            div .scroll {
                table {
                    thead { tr {
                        th scope="col" { "System" }
                        @for name in ["Pairs", "P", "R", "F1"] { th .number scope="col" { (name) } }
                        @if report.human.is_some() {
                            th .number scope="col" { "Judged" }
                            @for name in ["Pearson", "Spearman", "Kendall"] { th .number scope="col" { (name) } }
                        }
                    } }
                    tbody {
                        @for system in numbers {
                            tr {
                                th scope="row" dir="auto" { (clean(&report.systems[system.system])) }
                                td .number {
                                    (count(system.scored as u64))
                                    @if unscored && system.scored < all { ", " (count((all - system.scored) as u64)) " " (UNSCORED) }
                                }
                                @for mean in system.means { td .number { (precise(mean)) } }
                                @if report.human.is_some() {
                                    @let [.., f1] = system.agreement();
                                    td .number { (count(system.judged() as u64)) }
                                    @for number in three(&f1) { td .number { (coefficient(number)) } }
                                }
                            }
                        }
                    }
                }
            }
            p .note {
                "Means over all pairs."
                @if report.human.is_some() { " The coefficients are those of F1 with the human scores." }
            }
        }
    }
}

/// Agreement of P, R and F1 in each group; nothing without human scores.
pub(super) fn agreement(report: &CorpusReport, numbers: &[SystemNumbers]) -> Markup {
    let Some(human) = &report.human else { return html! {} };
    html! {
        section #agreement {
            h2 { "Agreement with people" }
            p .note { "Correlation with " (clean(human)) ". A dash stands where a coefficient does not exist, because a side does not vary." }
            @for system in numbers.iter().filter(|system| !system.groups.is_empty()) {
                @if numbers.len() > 1 { h3 dir="auto" { (clean(&report.systems[system.system])) } }
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
                            @for group in &system.groups { (row(&clean(&group.name), group.pairs, &group.measures)) }
                            @if system.groups.len() > 1 {
                                (row(&format!("mean of {}", system.groups.len()), system.judged(), &system.agreement()))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn row(name: &str, pairs: usize, measures: &[Correlation; 3]) -> Markup {
    html! {
        tr {
            th scope="row" dir="auto" { (name) }
            td .number { (count(pairs as u64)) }
            @for coefficients in [measures.map(|m| m.pearson), measures.map(|m| m.spearman), measures.map(|m| m.kendall)] {
                @for number in coefficients { td .number { (coefficient(number)) } }
            }
        }
    }
}

fn three(of: &Correlation) -> [Option<f64>; 3] {
    [of.pearson, of.spearman, of.kendall]
}

/// A coefficient to four places.
pub(super) fn coefficient(x: Option<f64>) -> String {
    x.map_or_else(|| "—".to_owned(), |x| without_zero(format!("{x:.4}")))
}
