//! `bertscope doctor`: what a bug report needs to say of the program and the machine, and whether something is broken.
//!
//! It says nothing of the user: no texts, no tokens or credentials, no names. It reads, and changes nothing.

mod models;
mod program;
mod self_test;

use std::collections::BTreeMap;

use color_eyre::eyre::{Result, eyre};
use serde::Serialize;

use crate::checkup::Section;
use crate::cli::DoctorArgs;
use crate::{console, event_log, tui};
use bertscope_report::json_parts::write_line;
use bertscope_report::number::pluralized;
use bertscope_sheet::{Block, Sheet, columns};

pub use program::version_line;

pub fn run(args: &DoctorArgs) -> Result<()> {
    // No file of doctor can be the log, which has to say what is broken.
    event_log::open_file()?;
    let mut sections = vec![
        program::section(),
        program::machine(),
        self_test::section(),
        models::cache(),
        models::network(),
    ];
    sections.extend(tui::checkup::sections());
    let problems: usize = sections.iter().map(|section| section.problems.len()).sum();
    let sheet = sheet(sections);
    let mut text = Vec::new();
    if args.json {
        write_line(&mut text, &CheckupJson::from_sheet(&sheet))?;
    } else {
        text = columns::text(&sheet.blocks).into_bytes();
    }
    console::print(&text)?;
    if problems > 0 {
        return Err(eyre!("found {}", pluralized(problems as u64, "problem")));
    }
    Ok(())
}

/// The page: problems first, because a reader wants to know these.
fn sheet(sections: Vec<Section>) -> Sheet {
    let mut sheet = Sheet::default();
    for section in &sections {
        sheet.extend(section.problems.iter().cloned().map(Block::Warning));
    }
    if sheet.blocks.is_empty() {
        sheet.text("Nothing is broken.");
    }
    for section in sections {
        sheet.heading(section.title);
        sheet.push(Block::Facts(section.facts));
    }
    sheet
}

/// The page as a JSON object.
#[derive(Debug, Default, Serialize)]
struct CheckupJson<'a> {
    problems: Vec<&'a str>,
    /// The facts of each section, by name.
    sections: BTreeMap<&'a str, BTreeMap<&'a str, String>>,
}

impl<'a> CheckupJson<'a> {
    fn from_sheet(sheet: &'a Sheet) -> Self {
        let mut json = Self::default();
        let mut title = "";
        for block in &sheet.blocks {
            match block {
                Block::Warning(problem) => json.problems.push(problem),
                Block::Heading(heading) => title = &heading.text,
                Block::Facts(facts) => {
                    let named = facts.iter().map(|fact| (&*fact.name, fact.value.text()));
                    json.sections.insert(title, named.collect());
                }
                _ => {}
            }
        }
        json
    }
}
