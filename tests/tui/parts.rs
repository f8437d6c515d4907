//! Parts of the screen for snapshots, each cut out where the layout puts it, so that a changed word of one panel changes
//! the snapshots of that panel only.

use std::fmt::Write;

use super::support::{Inspector, assert_decent, light_lines, mask_decimals, text_of};
use bertscope::testing::{Screen, inside};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

/// A component of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Header,
    /// Both text boxes with their titles.
    Texts,
    /// The heatmap with its title and its legend.
    Matrix,
    /// The heatmap without them.
    Cells,
    /// The numbers without the frame.
    Score,
    /// The explanation with its title.
    Panel,
    Detail,
    /// The strip of a lesson.
    Lesson,
    /// The line about a file's pair, or for a note.
    Pair,
    Notice,
    /// The lines that ask for the name of an export.
    Prompt,
    Footer,
    /// The help, the list of models or the list of pairs.
    Overlay,
    /// Everything. Few snapshots hold a whole screen: they all change with any of its words.
    Whole,
}

impl Part {
    /// Where the part is, if it is on the screen.
    fn place(self, cells: &Buffer, screen: &Screen) -> Option<Rect> {
        match self {
            Self::Header => Some(screen.status),
            Self::Texts => Some(without_end(screen.reference.union(screen.candidate))),
            Self::Matrix => screen.matrix,
            Self::Cells => screen.matrix.map(inside),
            Self::Score => screen.score.map(inside),
            Self::Panel => screen.panel.map(without_end),
            Self::Detail => screen.detail.map(inside),
            Self::Notice => strip(screen, 0),
            Self::Prompt => strip(screen, 1),
            Self::Lesson => strip(screen, 2),
            Self::Pair => strip(screen, 3),
            Self::Footer => Some(screen.footer),
            Self::Overlay => Some(overlay(cells, screen)),
            Self::Whole => Some(cells.area),
        }
    }
}

/// A strip above the bottom line, by its place from the bottom.
fn strip(screen: &Screen, place: usize) -> Option<Rect> {
    Some(screen.strips[place]).filter(|area| area.height > 0)
}

/// A panel without its last line, on which the title of the next panel is.
fn without_end(panel: Rect) -> Rect {
    Rect {
        height: panel.height - 1,
        ..panel
    }
}

/// The frame of the help, or of the list that begins where the text boxes end.
fn overlay(cells: &Buffer, screen: &Screen) -> Rect {
    let list = Position {
        x: 0,
        y: screen.candidate.bottom() - 1,
    };
    let start = cells
        .area
        .positions()
        .find(|at| cells[*at].symbol() == "╭")
        .unwrap_or(list);
    let find = |mut line: Box<dyn Iterator<Item = Position>>, corners: &str| {
        line.find(|at| corners.contains(&light_lines(cells[*at].symbol())))
            .expect("a frame has four corners")
    };
    let right = find(
        Box::new((start.x + 1..cells.area.width).map(|x| Position { x, ..start })),
        "┬┤┐╮",
    );
    let bottom = find(
        Box::new((start.y + 1..cells.area.height).map(|y| Position { y, ..start })),
        "├└╰",
    );
    Rect {
        x: start.x,
        y: start.y,
        width: right.x + 1 - start.x,
        height: bottom.y + 1 - start.y,
    }
}

impl Inspector {
    /// One part of a screen of this size, checked for what no screen may show.
    pub fn part(&mut self, part: Part, width: u16, height: u16) -> String {
        let cells = self.cells(width, height);
        assert_decent(&cells);
        let screen = Screen::compute(&self.state, cells.area).expect("the screen is large enough");
        if part == Part::Panel && screen.needs_room && screen.panel.is_none() {
            return "(gave way to the matrix)\n".to_owned();
        }
        part.place(&cells, &screen).map_or_else(
            || "(not there)\n".to_owned(),
            |place| mask_decimals(&text_of(&cells, place)),
        )
    }

    /// The words of a part in reading order, without frames and line breaks, so that a test can name a sentence that the
    /// screen breaks.
    pub fn words_of(&mut self, part: Part, width: u16, height: u16) -> String {
        let shown = self.part(part, width, height);
        let is_frame = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
        let without_frame: String = shown
            .chars()
            .map(|c| if is_frame(c) { ' ' } else { c })
            .collect();
        without_frame
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// A part says all of this, at this size.
    pub fn assert_shows(&mut self, part: Part, (width, height): (u16, u16), expected: &[&str]) {
        let words = self.words_of(part, width, height);
        for phrase in expected {
            assert!(
                words.contains(phrase),
                "{part:?} at {width}×{height} lacks {phrase:?}: {words}"
            );
        }
    }

    /// Parts of the screen at several sizes, each below a line that names it.
    pub fn show(&mut self, parts: &[Part], sizes: &[(u16, u16)]) -> String {
        let mut shown = String::new();
        for &(width, height) in sizes {
            for &part in parts {
                writeln!(shown, "-- {part:?} at {width}×{height}").unwrap();
                shown += &self.part(part, width, height);
            }
        }
        shown
    }
}
