//! Lines of coloured text, and their output.

use crate::wrap::wrapped_words;
use std::fmt::Write;

use crate::export::palette::{Palette, ink_on};

type Rgb = (u8, u8, u8);

/// The style of a part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Paint {
    /// The terminal's default.
    Plain,
    Strong,
    /// Dim.
    Quiet,
    /// A cell of the heatmap.
    Cell {
        back: Rgb,
        ink: Rgb,
    },
    /// A step of the colour scale; left out without colours.
    Bar(Rgb),
    /// A number next to the colour scale; left out without colours.
    Scale,
}

impl Paint {
    /// The colours of a cell of the heatmap.
    pub(super) fn cell(palette: Palette, value: f32) -> Self {
        let back = palette.rgb(value);
        Self::Cell {
            back,
            ink: ink_on(back),
        }
    }
}

/// A part of a line with one style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    text: String,
    paint: Paint,
}

/// A line, from left to right.
pub(super) type Line = Vec<Span>;

impl Span {
    pub(super) fn new(text: impl Into<String>, paint: Paint) -> Self {
        Self {
            text: text.into(),
            paint,
        }
    }
}

/// A text in lines of at most `width` columns, in one style.
pub(super) fn wrapped(text: &str, width: usize, paint: Paint) -> impl Iterator<Item = Line> {
    wrapped_words(text, width)
        .into_iter()
        .map(move |line| vec![Span::new(line, paint)])
}

/// The lines as text, with the escapes of 24-bit colours or without any. No line ends with invisible spaces.
pub(super) fn render_lines(lines: &[Line], colours: bool) -> String {
    let mut out = String::new();
    for line in lines {
        let shown = line
            .iter()
            .filter(|span| colours || !matches!(span.paint, Paint::Bar(_) | Paint::Scale));
        let shown: Vec<&Span> = shown.collect();
        if shown.is_empty() && !line.is_empty() {
            continue;
        }
        let begin = out.len();
        for span in shown {
            if colours {
                write_span(&mut out, span);
            } else {
                out.push_str(&span.text);
            }
        }
        let end = out[begin..].trim_end_matches(' ').len();
        out.truncate(begin + end);
        out.push('\n');
    }
    out
}

fn write_span(out: &mut String, Span { text, paint }: &Span) {
    // Writing to a string cannot fail.
    let _ = match paint {
        Paint::Plain | Paint::Scale => return out.push_str(text),
        Paint::Strong => write!(out, "\x1b[1m"),
        Paint::Quiet => write!(out, "\x1b[2m"),
        Paint::Bar((r, g, b)) => write!(out, "\x1b[48;2;{r};{g};{b}m"),
        Paint::Cell {
            back: (r, g, b),
            ink: (x, y, z),
        } => write!(out, "\x1b[38;2;{x};{y};{z};48;2;{r};{g};{b}m"),
    };
    out.push_str(text);
    out.push_str("\x1b[0m");
}
