//! The picture of an analysis as text: for a terminal in colour, and without colours.
//!
//! Both have the same lines; only the output differs. A matrix that is too wide is drawn in blocks of columns.

mod lines;
mod matrix;

use crate::explanation::{COLUMNS, Section};
use crate::export::{ExportOptions, Palette};
use crate::wrap::wrapped_words;
use crate::{label, number};
use bertscope_analysis::{Analysis, Side, VERSION_NOTE};
use bertscope_metric::Score;
use bertscope_printable::printable;
use bertscope_sheet::columns::{self, Tone};

use self::lines::{Line, Paint, Span, wrapped};

/// Maximum width of the lines of a file.
pub const WIDTH: usize = COLUMNS as usize;

/// Width of the table of scores.
pub const MIN_WIDTH: usize = 44;

/// Columns of the names before texts and scores.
const NAMES_WIDTH: usize = 11;

/// The picture for a terminal, in 24-bit colours, at most `width` columns wide (but never less than [`MIN_WIDTH`]).
pub fn ansi(analysis: &Analysis, options: &ExportOptions, width: usize) -> String {
    lines::render_lines(
        &picture_lines(analysis, options, width.max(MIN_WIDTH)),
        true,
    )
}

/// The same without colours.
pub fn text(analysis: &Analysis, options: &ExportOptions, width: usize) -> String {
    lines::render_lines(
        &picture_lines(analysis, options, width.max(MIN_WIDTH)),
        false,
    )
}

fn picture_lines(analysis: &Analysis, options: &ExportOptions, width: usize) -> Vec<Line> {
    let mut out = Vec::new();
    if let Some(title) = &options.title {
        out.extend(wrapped(&printable(title), width, Paint::Strong));
        out.push(Vec::new());
    }
    for (name, side) in options.headings() {
        let text = printable(&analysis.side(side).tokenized.text);
        out.extend(named(&name, &text, width));
    }
    if let Some(origin) = &options.origin {
        out.extend(named("From", &printable(&origin.caption()), width));
        if !origin.note.is_empty() {
            out.extend(named("Pair note", &printable(&origin.note), width));
        }
    }
    out.push(Vec::new());
    out.extend(scores(analysis));
    out.push(Vec::new());
    out.extend(matrix::lines(analysis, options, width));
    out.push(Vec::new());
    out.extend(legend(analysis, options.palette, width));
    out.extend(hidden_matches(analysis, options, width));
    out.extend(source_lines(analysis, width));
    for note in &analysis.notes {
        out.extend(named("Note", &printable(&note.to_string()), width));
    }
    for section in &options.explanations {
        out.extend(section_lines(section, width));
    }
    // On one line, whatever the width, so that it can be copied.
    out.extend(named(
        "Signature",
        &printable(&analysis.signature),
        usize::MAX,
    ));
    out.extend(named("", VERSION_NOTE, width));
    out
}

/// An explanation under its heading.
fn section_lines(section: &Section, width: usize) -> Vec<Line> {
    let mut out = vec![
        Vec::new(),
        vec![Span::new(section.heading(), Paint::Strong)],
    ];
    out.extend(wrapped(&printable(&section.lead), width, Paint::Quiet));
    let width = u16::try_from(width).unwrap_or(u16::MAX);
    for line in columns::lines(&section.sheet.blocks, width) {
        let parts = line.parts.into_iter();
        out.push(
            parts
                .map(|part| Span::new(part.text, paint(part.tone)))
                .collect(),
        );
    }
    out.push(Vec::new());
    out
}

fn paint(tone: Tone) -> Paint {
    match tone {
        Tone::Strong | Tone::Accent | Tone::Warning => Paint::Strong,
        Tone::Quiet | Tone::Rest => Paint::Quiet,
        Tone::Plain | Tone::Up | Tone::Down | Tone::Bar => Paint::Plain,
    }
}

/// A name and its text; further lines are aligned with the first.
fn named(name: &str, text: &str, width: usize) -> Vec<Line> {
    let names = NAMES_WIDTH.max(name.len() + 1);
    let mut parts = wrapped_words(text, width.saturating_sub(names).max(8));
    if parts.is_empty() {
        parts.push(String::new());
    }
    let mut lines = Vec::new();
    for part in parts {
        let name = if lines.is_empty() { name } else { "" };
        lines.push(vec![
            Span::new(label::align_left(name, names as u16), Paint::Quiet),
            Span::new(part, Paint::Plain),
        ]);
    }
    lines
}

/// P, R and F1, raw and rescaled; the ones of the settings are bold.
fn scores(analysis: &Analysis) -> Vec<Line> {
    let head = ["P", "R", "F1"]
        .map(|name| label::align_right(name, 10))
        .concat();
    let head = Span::new(" ".repeat(NAMES_WIDTH) + &head, Paint::Quiet);
    let mut lines = vec![vec![head]];
    match analysis.rescaling() {
        Some(rescaled) => {
            lines.push(score_line("raw", &analysis.raw, Paint::Plain));
            lines.push(score_line("rescaled", &rescaled.score, Paint::Strong));
        }
        None => lines.push(score_line("raw", &analysis.raw, Paint::Strong)),
    }
    lines
}

fn score_line(name: &str, score: &Score, paint: Paint) -> Line {
    let numbers = score
        .numbers()
        .map(|x| label::align_right(&number::five_places(x), 10))
        .concat();
    vec![
        Span::new(label::align_left(name, NAMES_WIDTH as u16), Paint::Quiet),
        Span::new(numbers, paint),
    ]
}

/// The colours from 0 to 1, and what the signs mean.
fn legend(analysis: &Analysis, palette: Palette, width: usize) -> Vec<Line> {
    const STEPS: u8 = 16;
    let mut bar = vec![Span::new("0 ", Paint::Scale)];
    bar.extend((0..STEPS).map(|step| {
        let rgb = palette.rgb(f32::from(step) / f32::from(STEPS - 1));
        Span::new(" ", Paint::Bar(rgb))
    }));
    bar.push(Span::new(" 1   ", Paint::Scale));
    let mut meaning = "▶ row’s best (P)   ▼ column’s best (R)   ◆ both".to_owned();
    if analysis.rescaling().is_some() {
        meaning += "   cells are rescaled with the F1 baseline";
    }
    std::iter::once(bar)
        .chain(wrapped(&meaning, width, Paint::Quiet))
        .collect()
}

/// Best matches that are not in the picture, because special tokens are not.
fn hidden_matches(analysis: &Analysis, options: &ExportOptions, width: usize) -> Vec<Line> {
    if options.special {
        return Vec::new();
    }
    let mut all = Vec::new();
    for side in [Side::Candidate, Side::Reference] {
        let own = &analysis.side(side).tokenized.tokens;
        let others = &analysis.side(side.other()).tokenized.tokens;
        for (i, found) in analysis.matched_to_special(side) {
            all.push(format!(
                "{} → {} {}",
                label::token(&own[i]),
                label::token(&others[found.token]),
                number::short(analysis.scaled_similarity(found.similarity))
            ));
        }
    }
    if all.is_empty() {
        return Vec::new();
    }
    named(
        "Not drawn",
        &format!("best matches with special tokens: {}", all.join(", ")),
        width,
    )
}

/// The sources of the weights and the baseline.
fn source_lines(analysis: &Analysis, width: usize) -> Vec<Line> {
    let mut out = Vec::new();
    if let Some(idf) = &analysis.idf {
        out.extend(named("IDF", &printable(&number::idf_source(idf)), width));
    }
    if let Some(rescaled) = analysis.rescaling() {
        let row = rescaled.baseline;
        let [p, r, f] = [row.precision, row.recall, row.f1].map(|b| number::five_places(Some(b)));
        let row = format!(
            "{}, layer {}: P {p} R {r} F1 {f}",
            printable(&rescaled.table),
            analysis.layer
        );
        out.extend(named("Baseline", &row, width));
    }
    out
}
