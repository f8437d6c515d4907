//! The report as a document: Markdown, or a self-contained HTML page, which makes no network requests and interprets no text as
//! markup.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use maud::{Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::list::{SegmentList, list};
use super::{CorpusReport, drivers, examples, markdown};
use crate::escaping::{clean, script_json};
use crate::export::html_page::{page, page_head, page_header};
use crate::number::with_thousands_separators;
use bertscope_sheet::html::{self as sheet_html, PLOT_STYLE, render, sections};
use bertscope_sheet::{Block, Sheet};

pub const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

impl CorpusReport {
    /// Everything except the list and what makes it reproducible; with the drawings, if they have a page.
    pub fn sheet(&self, is_page: bool) -> Vec<Block> {
        let mut sheet = Sheet::default();
        self.findings.add_summary(&mut sheet);
        self.findings.add_comparisons(&mut sheet);
        let figures = if is_page { self.figures() } else { Vec::new() };
        if !figures.is_empty() {
            sheet.section("figures", "Figures");
        }
        sheet.extend(figures.into_iter().map(Block::Plot));
        drivers::add_section(&mut sheet, &self.findings, "report");
        examples::add_section(&mut sheet, self, is_page);
        sheet.blocks
    }

    pub fn markdown(&self) -> String {
        let blocks = [self.sheet(false), self.findings.provenance()].concat();
        markdown(&self.title, &blocks)
    }

    /// The page, complete in one file.
    pub fn html(&self) -> String {
        let title = clean(&self.title);
        let list = list(self);
        let blocks = [vec![Block::section("summary", "Summary")], self.sheet(true)].concat();
        let provenance = self.findings.provenance();
        let style = [sheet_html::STYLE, PLOT_STYLE, STYLE].concat();
        let head = html! { (content_security_policy(&style, SCRIPT)) (page_head(&title, &style)) };
        let body = html! {
            (page_header(&title))
            nav aria-label="Contents" {
                @for (anchor, name) in sections(&blocks).into_iter().chain([("list", "All pairs")]).chain(sections(&provenance)) {
                    a href=(format!("#{anchor}")) { (name) }
                }
            }
            main {
                (render(&blocks))
                (listing(self, &list))
                (render(&provenance))
            }
            script #pairs type="application/json" { (script_json(&list)) }
            script { (PreEscaped(SCRIPT)) }
        };
        page(&head, &body)
    }
}

/// The list; the script fills it.
fn listing(report: &CorpusReport, list: &SegmentList) -> Markup {
    let all = report.segments.len();
    let listed = list.len();
    html! {
        section #list {
            h2 { "All pairs" }
            @if listed < all {
                p .note {
                    "A sample of " (with_thousands_separators(listed)) " of " (with_thousands_separators(all)) " pairs, drawn with seed "
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

/// The Content-Security-Policy that allows one style sheet and one script, by their digests; nothing is fetched.
fn content_security_policy(style: &str, script: &str) -> Markup {
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
        digest(style),
        digest(script)
    );
    html! { meta http-equiv="Content-Security-Policy" content=(policy); }
}

fn digest(text: &str) -> String {
    BASE64_STANDARD.encode(Sha256::digest(text))
}
