//! The report as a self-contained HTML page: it makes no network requests, and no text is interpreted as markup.

mod drivers;
mod examples;
mod policy;
pub(super) mod tables;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::list::{SegmentList, list};
use super::{CorpusReport, Findings, agreement, report_figures};
use crate::figures;
use crate::number::with_thousands_separators;
use crate::page_head::page_head;
use crate::picture::label::clean;
use bertscope_analysis::VERSION_NOTE;
use bertscope_systems::SystemComparison;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page.
pub(super) fn page(report: &CorpusReport, findings: &Findings) -> String {
    let Findings { comparison, drivers, examples: telling, example_analyses: pictures, remarks: _ } = findings;
    let title = clean(&report.title);
    let agreement = agreement::agreement(report);
    let list = list(report);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                (policy::content_security_policy(STYLE, SCRIPT))
                (page_head(&title, STYLE))
            }
            body {
                header {
                    h1 dir="auto" { (title) }
                    button #theme .needs-js type="button" aria-label="Switch between light and dark" { "Dark" }
                }
                (contents(report, findings))
                main {
                    (tables::summary(report, findings, &agreement))
                    (tables::differences(report, comparison))
                    (tables::groups(report, comparison))
                    (drawings(report, comparison))
                    (tables::agreement(report, comparison, &agreement))
                    (drivers::section(drivers.as_ref()))
                    (examples::sections(report, telling, pictures))
                    (listing(report, &list))
                    (provenance(report))
                }
                script #pairs type="application/json" { (PreEscaped(list.json())) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

fn contents(report: &CorpusReport, findings: &Findings) -> Markup {
    html! {
        nav aria-label="Contents" {
            a href="#summary" { "Summary" }
            @if report.systems.len() > 1 { a href="#systems" { "Systems" } }
            @if !findings.comparison.groups.is_empty() { a href="#groups" { "Groups" } }
            a href="#figures" { "Figures" }
            @if report.human.is_some() { a href="#agreement" { "Agreement with human scores" } }
            a href="#drivers" { "What drives it" }
            @if !findings.examples.is_empty() { a href="#telling" { "Example pairs" } }
            a href="#list" { "All pairs" }
            a href="#made" { "Reproduce" }
        }
    }
}

fn drawings(report: &CorpusReport, comparison: &SystemComparison) -> Markup {
    html! {
        section #figures {
            h2 { "Figures" }
            div .figures {
                @for figure in report_figures::figures(report, comparison) { figure { (figures::inline(&figure)) } }
            }
        }
    }
}

/// The list; the script fills it.
fn listing(report: &CorpusReport, list: &SegmentList) -> Markup {
    let (all, listed) = (report.segments.len(), list.len());
    html! {
        section #list {
            h2 { "All pairs" }
            @if listed < all {
                p .note {
                    "A sample of " (with_thousands_separators(listed as u64)) " of " (with_thousands_separators(all as u64)) " pairs, drawn with seed "
                    (report.limits.seed) ". Means, figures and agreement are for all pairs."
                }
            }
            p #printed .note .printed hidden { "Printed: only the pairs shown on screen, " span #on-paper {} "." }
            p .without-js { "The list needs JavaScript, which is not available here." }
            form #controls .needs-js {
                label .wide { "Text or id" input #find type="search" autocomplete="off" spellcheck="false"; }
                label #of-group hidden { "Group" select #group { option value="" { "all" } } }
                label { "Sort by" select #sort {} }
                label { "Order" select #order { option value="1" { "lowest first" } option value="-1" { "highest first" } } }
                label { "F1 from" input #low type="number" step="any" inputmode="decimal"; }
                label { "to" input #high type="number" step="any" inputmode="decimal"; }
                // An id that is a method of forms, such as reset, would hide the method.
                button #show-all type="button" { "Reset" }
            }
            p #shown .note .needs-js role="status" aria-live="polite" {}
            div #rows {}
            button #more .needs-js type="button" hidden { "Show more" }
        }
    }
}

fn provenance(report: &CorpusReport) -> Markup {
    html! {
        section #made {
            h2 { "Reproduce" }
            dl .made {
                dt { "Command" } dd { code { (clean(&report.command)) } }
                dt { "Signature" } dd { code { (clean(&report.signature)) } br; (VERSION_NOTE) }
                dt { "Program" } dd { (concat!("bertscope ", env!("CARGO_PKG_VERSION"))) }
            }
        }
    }
}
