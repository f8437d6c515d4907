//! A pair as text: for a terminal in colour, and without colours.

use std::fmt::Write;

use super::pair::{Medium, add_document};
use super::palette::{Palette, ink_on};
use super::{ExportOptions, picture::ink};
use crate::explanation::COLUMNS;
use bertscope_analysis::Analysis;
use bertscope_sheet::Sheet;
use bertscope_sheet::columns::{Line, Tone, lines};

/// The pair for a terminal, in 24-bit colours.
pub fn ansi(analysis: &Analysis, options: &ExportOptions) -> String {
    let mut out = String::new();
    for line in document_lines(analysis, options, COLUMNS) {
        let begin = out.len();
        for run in line.parts.chunk_by(|one, next| one.tone == next.tone) {
            let text: String = run.iter().map(|part| part.text.as_str()).collect();
            write_run(&mut out, &text, run[0].tone, options.palette);
        }
        // No line ends with invisible spaces.
        let end = out[begin..].trim_end_matches(' ').len();
        out.truncate(begin + end);
        out.push('\n');
    }
    out
}

/// The same without colours, at most `width` columns wide.
pub fn text(analysis: &Analysis, options: &ExportOptions, width: u16) -> String {
    let mut out = String::new();
    for line in document_lines(analysis, options, width) {
        if !line.is_colour_scale() {
            out += &line.text();
            out.push('\n');
        }
    }
    out
}

fn document_lines(analysis: &Analysis, options: &ExportOptions, width: u16) -> Vec<Line> {
    let mut sheet = Sheet::default();
    if let Some(title) = &options.title {
        sheet.heading(title);
    }
    add_document(&mut sheet, analysis, options, Medium::Text);
    lines(&sheet.blocks, width)
}

fn write_run(out: &mut String, text: &str, tone: Tone, palette: Palette) {
    // Writing to a string cannot fail.
    let _ = match tone {
        Tone::Plain | Tone::Up | Tone::Down | Tone::Bar => return out.push_str(text),
        Tone::Strong | Tone::Accent | Tone::Warning => write!(out, "\x1b[1m"),
        Tone::Quiet | Tone::Rest => write!(out, "\x1b[2m"),
        Tone::Heat(step) => {
            let back = ink::rgb(palette, step);
            let (x, y, z) = ink_on(back);
            let (r, g, b) = back;
            write!(out, "\x1b[38;2;{x};{y};{z};48;2;{r};{g};{b}m")
        }
    };
    out.push_str(text);
    out.push_str("\x1b[0m");
}
