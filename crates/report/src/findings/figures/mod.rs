//! Figures over many pairs: a histogram, a scatter plot against human scores, bars of intervals.
//!
//! Each is plain data in pixels first and SVG afterwards, so that a test can find the position of a dot. All have the same
//! width, which fits a phone and a column in print.

pub mod axis;
pub mod histogram;
pub mod intervals;
pub mod scatter;
mod svg;

use crate::escaping::clean;
use crate::export::picture::geometry::{Anchor, Area};
use crate::export::picture::label;

pub use axis::Axis;
pub use histogram::{Series, histogram};
pub use intervals::{IntervalRow, intervals};
pub use scatter::{Points, scatter};
pub use svg::{Theme, block, file};

/// Width of every figure.
pub const WIDTH: f32 = 360.0;
/// Font size of axes and notes.
const SMALL_FONT_SIZE: f32 = 11.0;
/// Font size of names.
const LARGE_FONT_SIZE: f32 = 12.5;
/// Distance from the left and right edges to the drawing.
const LEFT_MARGIN: f32 = 36.0;
const RIGHT_MARGIN: f32 = 12.0;
/// Width of the drawing.
const PLOT_WIDTH: f32 = WIDTH - LEFT_MARGIN - RIGHT_MARGIN;

/// A figure before it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Its file name without extension.
    pub name: String,
    /// What it shows, in a sentence, for readers who cannot see it.
    pub title: String,
    /// Its height; it is [`WIDTH`] wide.
    pub height: f32,
    /// Its parts, in drawing order.
    pub shapes: Vec<Shape>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A text on one line.
    Text {
        /// Its anchor and baseline.
        at: (f32, f32),
        size: f32,
        /// The point of the text that is at `at`.
        anchor: Anchor,
        tone: Tone,
        text: String,
    },
    Line {
        from: (f32, f32),
        to: (f32, f32),
        width: f32,
        tone: Tone,
    },
    /// Filled rectangles.
    Areas {
        areas: Vec<Area>,
        tone: Tone,
        /// How opaque they are, in percent.
        percent: u8,
    },
    /// Dots of one size.
    Dots {
        /// Their centres.
        at: Vec<(f32, f32)>,
        /// Half their width.
        radius: f32,
        /// How opaque they are, in percent.
        percent: u8,
    },
}

/// The role of a part, which determines its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Names and numbers.
    Text,
    /// Axes and notes.
    Quiet,
    /// Lines of the grid.
    Grid,
    Bar,
    /// The subject of the figure.
    Accent,
}

impl Figure {
    fn new(name: impl Into<String>, title: &str) -> Self {
        Self {
            name: name.into(),
            title: clean(title),
            height: 0.0,
            shapes: Vec::new(),
        }
    }

    fn text(
        &mut self,
        at: (f32, f32),
        size: f32,
        anchor: Anchor,
        tone: Tone,
        text: impl AsRef<str>,
    ) {
        let text = clean(text.as_ref());
        self.shapes.push(Shape::Text {
            at,
            size,
            anchor,
            tone,
            text,
        });
    }

    /// A name, truncated to `room`.
    fn heading(&mut self, at: (f32, f32), room: f32, name: &str) {
        let name = label::fit(&clean(name), room, LARGE_FONT_SIZE);
        self.text(at, LARGE_FONT_SIZE, Anchor::Start, Tone::Text, name);
    }

    /// A number of an axis, or a note.
    fn note(&mut self, at: (f32, f32), anchor: Anchor, text: impl AsRef<str>) {
        self.text(at, SMALL_FONT_SIZE, anchor, Tone::Quiet, text);
    }

    fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, tone: Tone) {
        self.shapes.push(Shape::Line {
            from,
            to,
            width,
            tone,
        });
    }

    /// A horizontal axis below `y`, with its grid up to `top`, and its title.
    fn draw_x_axis(&mut self, axis: &Axis, top: f32, y: f32, measures: &str) {
        for tick in axis.ticks() {
            let x = LEFT_MARGIN + axis.position(tick) * PLOT_WIDTH;
            self.line((x, top), (x, y), 1.0, Tone::Grid);
            self.note((x, y + 15.0), Anchor::Middle, axis.label(tick));
        }
        let measures = label::fit(&clean(measures), PLOT_WIDTH, SMALL_FONT_SIZE);
        self.note((LEFT_MARGIN + PLOT_WIDTH, y + 31.0), Anchor::End, measures);
        self.height = y + 38.0;
    }
}
