//! A handout as a document: a table of all pairs, then each with its texts, scores and pictures.

use super::{Handout, HandoutOutput, HandoutPair, HandoutSystem};
use crate::ScoredCandidate;
use crate::export::ExportOptions;
use crate::export::pair::{self, Medium};
use crate::export::picture::geometry::PicturePart;
use crate::findings::heatmap::heatmap;
use bertscope_metric::Score;
use bertscope_sheet::{Block, Cell, Column, Fact, NumberKind, Row, Sheet, Table};

/// How to read the heatmaps.
const LEGEND: &str = "Rows are the candidate’s tokens, columns the reference’s. A cell is the cosine of two token vectors. ▶ marks the \
    best match of a candidate’s token (precision), ▼ of a reference’s token (recall), ◆ both. [CLS] and [SEP] are added by the model; \
    they can be matched, but have zero weight.";

pub fn blocks(handout: &Handout, medium: Medium) -> Vec<Block> {
    let mut sheet = Sheet::default();
    sheet.section("all", "All pairs");
    sheet.push(all_pairs(handout));
    if let Some(signature) = handout.signature() {
        let signature = Cell::Code(signature.to_owned());
        sheet.push(Block::Facts(vec![Fact::new("Signature", signature)]));
    }
    sheet.note(LEGEND);
    for pair in &handout.pairs {
        add_pair(&mut sheet, handout, pair, medium);
    }
    sheet.blocks
}

fn anchor(pair: &HandoutPair) -> String {
    format!("row-{}", pair.origin.row)
}

/// P, R and F1 of one system, or F1 of each of several, and human scores if there are any.
fn all_pairs(handout: &Handout) -> Table {
    let mut columns = vec![Column::new("Pair").uncut()];
    if handout.has_several_systems() {
        columns.extend(of_systems(handout, "F1"));
    } else {
        columns.extend(Score::SYMBOLS.map(Column::new));
    }
    if handout.is_judged() && handout.has_several_systems() {
        columns.extend(of_systems(handout, "Human"));
    } else if handout.is_judged() {
        columns.push(Column::new("Human"));
    }
    let has_notes = handout
        .pairs
        .iter()
        .any(|pair| !pair.origin.note.is_empty());
    if has_notes {
        columns.push(Column::new("Note"));
    }
    let mut table = Table::new(columns);
    for pair in &handout.pairs {
        let mut cells = vec![Cell::Anchor {
            text: pair.origin.name(),
            anchor: anchor(pair),
        }];
        for output in &pair.outputs {
            let numbers = output.numbers();
            let shown = if handout.has_several_systems() {
                &numbers[2..]
            } else {
                &numbers[..]
            };
            cells.extend(
                shown
                    .iter()
                    .map(|number| Cell::number(*number, NumberKind::Score)),
            );
        }
        if handout.is_judged() {
            let human = pair.outputs.iter().map(|output| output.human);
            cells.extend(human.map(|human| Cell::number(human, NumberKind::Human)));
        }
        if has_notes {
            cells.push(Cell::named(&pair.origin.note));
        }
        table.push(cells.into());
    }
    table
}

fn of_systems(handout: &Handout, number: &str) -> impl Iterator<Item = Column> {
    let systems = handout.systems.iter();
    systems.map(move |system| Column::new(format!("{number}, {}", system.name)))
}

fn add_pair(sheet: &mut Sheet, handout: &Handout, pair: &HandoutPair, medium: Medium) {
    let name = pair.origin.name();
    let title = name[..1].to_uppercase() + &name[1..];
    sheet.section(anchor(pair), title);
    sheet.push(Block::Facts(facts(handout, pair)));
    for (system, output) in handout.systems.iter().zip(&pair.outputs) {
        if handout.has_several_systems() {
            sheet.heading(heading(system, pair, output));
        }
        match &output.scored {
            Ok(scored) => add_scored(sheet, handout, scored, medium),
            Err(why) => sheet.text(why),
        }
    }
}

/// A system, and of several references the one that it is drawn with.
fn heading(system: &HandoutSystem, pair: &HandoutPair, output: &HandoutOutput) -> String {
    let name = &system.name;
    match &output.scored {
        Ok(scored) if pair.references.len() > 1 => {
            format!("{name}, with reference {}", scored.best_reference() + 1)
        }
        _ => name.clone(),
    }
}

/// The note, the texts, the human scores and the other columns.
fn facts(handout: &Handout, pair: &HandoutPair) -> Vec<Fact> {
    let mut facts = Vec::new();
    if !pair.origin.note.is_empty() {
        facts.push(Fact::new("Note", Cell::named(&pair.origin.note)));
    }
    // With several systems, each may be drawn with another reference.
    let drawn = match &*pair.outputs {
        [only] => only
            .scored
            .as_ref()
            .ok()
            .map(ScoredCandidate::best_reference),
        _ => None,
    };
    for (i, reference) in pair.references.iter().enumerate() {
        let name = match pair.references.len() {
            1 => "Reference".to_owned(),
            _ if drawn == Some(i) => format!("Reference {}, drawn", i + 1),
            _ => format!("Reference {}", i + 1),
        };
        facts.push(Fact::new(name, Cell::word(reference)));
    }
    for (system, output) in handout.systems.iter().zip(&pair.outputs) {
        let name = candidate_name(handout, system);
        facts.push(Fact::new(name, Cell::word(&output.candidate)));
        if output.human.is_some() {
            let human = Cell::number(output.human, NumberKind::Human);
            facts.push(Fact::new("Human score", human));
        }
    }
    for (name, value) in &pair.origin.columns {
        let has_human_scores = handout
            .systems
            .iter()
            .any(|system| system.human.as_ref() == Some(name));
        // The human scores are already there.
        if !has_human_scores {
            facts.push(Fact::new(name, Cell::word(value)));
        }
    }
    facts
}

fn candidate_name(handout: &Handout, system: &HandoutSystem) -> String {
    if handout.has_several_systems() {
        system.name.clone()
    } else {
        "Candidate".to_owned()
    }
}

/// The scores, with each of several references and the best of them, and the picture with the reference of the highest F1.
fn add_scored(sheet: &mut Sheet, handout: &Handout, scored: &ScoredCandidate, medium: Medium) {
    let best = scored.best_reference();
    let mut scores = scored.scores_by_reference();
    if scored.analyses.len() == 1 {
        scores = vec![("score".to_owned(), scored.scaled)];
    }
    let mut table = Table::new(["", "P", "R", "F1"]);
    for (at, (name, score)) in scores.into_iter().enumerate() {
        let mut cells = vec![Cell::named(name)];
        cells.extend(Cell::scores(Some(score), NumberKind::Score));
        table.push(Row::new(cells).chosen_if(at == best && scored.analyses.len() > 1));
    }
    sheet.push(table);
    let options = ExportOptions {
        palette: handout.palette,
        special: handout.special,
        ..ExportOptions::default()
    };
    let analysis = &scored.analyses[best];
    let numbers = pair::tables(analysis, &options, medium);
    sheet.push(
        match heatmap(analysis, &options, PicturePart::Matrix, numbers) {
            Ok(figure) => Block::Figure(figure),
            Err(why) => Block::Note(why),
        },
    );
}
