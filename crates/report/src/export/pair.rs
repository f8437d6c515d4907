//! A pair as a document: texts, scores, best matches, matrix, settings and explanations. Text and Markdown are this document,
//! and an HTML page has parts of it below its picture.

use super::ExportOptions;
use super::picture::axes::shown_tokens;
use super::picture::cells::symbol;
use super::picture::label::title;
use super::picture::legend::{colour_scale, symbol_line};
use super::picture::notes::{NO_CELLS, picture_notes};
use crate::label::fit;
use crate::topics::matched::{similarity_column, weight};
use crate::topics::names::{side_title, token_name};
use bertscope_analysis::{Analysis, Side, VERSION_NOTE};
use bertscope_metric::Score;
use bertscope_sheet::{
    Block, Cell, Column, Emphasis, Fact, NumberKind, Row, Sheet, Table, markdown,
};

/// The width to which a long token is cut where the matrix has to fold.
const LABEL_WIDTH: u16 = 24;

/// What shows the document, from which its tables follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Medium {
    /// It folds a matrix of any width, and has no tables of the best matches, which the matrix shows, too.
    Text,
    Markdown,
    Page,
}

impl Medium {
    fn has_room_for(self, rows: usize, columns: usize) -> bool {
        match self {
            Self::Text => true,
            Self::Markdown => columns <= 12,
            // A larger table would be several times the size of the rest of the page.
            Self::Page => rows * columns <= 64 * 64,
        }
    }
}

/// The pair as Markdown, for papers, issues and READMEs.
pub fn markdown(analysis: &Analysis, options: &ExportOptions) -> String {
    let mut sheet = Sheet::default();
    sheet.section("pair", title(options));
    add_document(&mut sheet, analysis, options, Medium::Markdown);
    markdown::render(&sheet.blocks)
}

/// The document below its title.
pub(super) fn add_document(
    sheet: &mut Sheet,
    analysis: &Analysis,
    options: &ExportOptions,
    medium: Medium,
) {
    sheet.push(Block::Facts(texts(analysis, options)));
    sheet.push(scores(analysis));
    sheet.extend(tables(analysis, options, medium));
    for note in picture_notes(analysis, options.special, usize::MAX) {
        sheet.note(note.text);
    }
    sheet.push(Block::Facts(vec![
        Fact::new("Model", Cell::named(model(analysis))),
        Fact::new("Signature", Cell::Code(analysis.signature.clone())),
    ]));
    sheet.note(VERSION_NOTE);
    sheet.extend(explanations(options));
}

/// Both texts, and where the pair is from.
pub(super) fn texts(analysis: &Analysis, options: &ExportOptions) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (name, side) in options.headings() {
        let text = analysis.side(side).tokenized.text.to_string();
        facts.push(Fact::new(name, Cell::Word(text)));
    }
    if let Some(origin) = &options.origin {
        facts.push(Fact::new("From", Cell::named(origin.caption())));
        if !origin.note.is_empty() {
            facts.push(Fact::new("Pair note", Cell::named(&origin.note)));
        }
    }
    facts
}

/// P, R and F1. Rescaled, the raw ones are beside them.
fn scores(analysis: &Analysis) -> Table {
    let mut table = Table::new(["", "P", "R", "F1"]);
    let mut raw = score_row("raw", analysis.raw);
    if let Some(rescaled) = analysis.rescaling() {
        raw = raw.emphasised(Emphasis::Quiet);
        table.push(score_row("rescaled", rescaled.score));
    }
    table.rows.insert(0, raw);
    table
}

fn score_row(name: &str, score: Score) -> Row {
    let mut cells = vec![Cell::named(name)];
    cells.extend(Cell::scores(Some(score), NumberKind::Score));
    Row::new(cells)
}

/// The matrix and the best matches of both sides.
pub fn tables(analysis: &Analysis, options: &ExportOptions, medium: Medium) -> Vec<Block> {
    let rows = shown_tokens(analysis, Side::Candidate, options.special);
    let columns = shown_tokens(analysis, Side::Reference, options.special);
    let scale = if analysis.rescaling().is_some() {
        ", rescaled with the F1 baseline"
    } else {
        ""
    };
    let mut sheet = Sheet::default();
    sheet.heading(format!("Cosine similarity{scale}"));
    if rows.is_empty() || columns.is_empty() {
        sheet.note(NO_CELLS);
    } else if medium.has_room_for(rows.len(), columns.len()) {
        // Only a page has room for all decimals.
        let is_exact = medium == Medium::Page;
        sheet.push(matrix(analysis, options, &rows, &columns, is_exact));
        if medium == Medium::Text {
            sheet.push(Block::ColourScale(colour_scale(analysis, options.palette)));
        }
        sheet.note(symbol_line(options.direction));
    } else {
        let size = format!("{} × {}", rows.len(), columns.len());
        sheet.note(format!(
            "The matrix has {size} cells, too many for a table; export JSON to get them."
        ));
    }
    if medium != Medium::Text {
        sheet.push(best_matches(analysis, Side::Candidate, &rows));
        sheet.push(best_matches(analysis, Side::Reference, &columns));
    }
    sheet.blocks
}

/// Candidate tokens down, reference tokens across; with weights if tokens do not all count the same.
fn matrix(
    analysis: &Analysis,
    options: &ExportOptions,
    rows: &[usize],
    columns: &[usize],
    is_exact: bool,
) -> Table {
    let has_weights = analysis.idf.is_some();
    let mut table = Table::new([Column::new(side_title(Side::Candidate))]);
    table.folds = true;
    let mut weights = vec![Cell::remark("weight")];
    if has_weights {
        table.columns.push(Column::new("weight"));
        weights.push(Cell::Empty);
    }
    for &r in columns {
        let name = token_name(analysis, Side::Reference, r);
        let short = fit(&name, LABEL_WIDTH);
        table
            .columns
            .push(Column::new(name).short(short).ranked(1).quoted());
        weights.push(weight(analysis, analysis.reference.weights.as_slice()[r]));
    }
    if has_weights {
        table.push(Row::new(weights).emphasised(Emphasis::Quiet));
    }
    for &c in rows {
        let mut cells = vec![Cell::Code(token_name(analysis, Side::Candidate, c))];
        if has_weights {
            cells.push(weight(analysis, analysis.candidate.weights.as_slice()[c]));
        }
        for &r in columns {
            cells.push(Cell::Match {
                similarity: analysis.cell(c, r),
                is_exact,
                sign: symbol(analysis, options.direction, c, r),
            });
        }
        let is_special = analysis.candidate.tokenized.tokens[c].special;
        table.push(Row::new(cells).emphasised(if is_special {
            Emphasis::Quiet
        } else {
            Emphasis::None
        }));
    }
    table
}

/// The best match of each of these tokens of a side, and its runner-up, with the decimals from which a reader can compute.
pub fn best_matches(analysis: &Analysis, side: Side, tokens: &[usize]) -> Table {
    let mut columns = vec![Column::new("token"), Column::new("weight")];
    for name in ["best match", "second best"] {
        columns.extend([Column::new(name), similarity_column()]);
        if analysis.rescaling().is_some() {
            columns.push(Column::new("raw"));
        }
    }
    let mut table = Table::new(columns).titled(format!("Best match of each {} token", side.name()));
    for &token in tokens {
        let Some(found) = analysis.matches_of(side).get(token) else {
            continue;
        };
        let weight = analysis.side(side).weights.as_slice()[token];
        let mut cells = vec![
            Cell::Code(token_name(analysis, side, token)),
            match analysis.idf {
                Some(_) => Cell::mean(Some(weight)),
                None => Cell::count(usize::from(weight > 0.0)),
            },
        ];
        cells.extend(match_cells(analysis, side, found.token, found.similarity));
        if let Some(second) = found.runner_up {
            cells.extend(match_cells(analysis, side, second.token, second.similarity));
        }
        table.push(Row::new(cells));
    }
    table
}

/// A token of the other side and its similarity, on the scale of the picture and before rescaling.
fn match_cells(analysis: &Analysis, side: Side, token: usize, similarity: f32) -> Vec<Cell> {
    let mut cells = vec![Cell::Code(token_name(analysis, side.other(), token))];
    let scaled = analysis.scaled_similarity(similarity);
    cells.push(Cell::number(f64::from(scaled), NumberKind::Score));
    if analysis.rescaling().is_some() {
        cells.push(Cell::number(f64::from(similarity), NumberKind::Score));
    }
    cells
}

fn model(analysis: &Analysis) -> String {
    let revision = match &analysis.model.revision {
        Some(revision) => format!(", revision {revision}"),
        None => String::new(),
    };
    format!(
        "{}{revision}, layer {}",
        analysis.model.name, analysis.layer
    )
}

/// The explanations, each under its title.
pub(super) fn explanations(options: &ExportOptions) -> Vec<Block> {
    let mut sheet = Sheet::default();
    for section in &options.explanations {
        sheet.section(section.topic.name(), section.heading());
        sheet.note(&section.lead);
        sheet.blocks.extend_from_slice(&section.sheet.blocks);
    }
    sheet.blocks
}
