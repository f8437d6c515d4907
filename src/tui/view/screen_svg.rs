//! Draws a whole screen (a ratatui [`Buffer`]) as one self-contained SVG picture.
//!
//! Text is placed by column with an explicit length, so it lines up in whatever monospace font the viewer has; lines and
//! blocks are drawn as shapes, so they join without seams. Terminal-to-SVG libraries do neither.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bertscope_printable::printable;
use ratatui::buffer::{Buffer, Cell, CellWidth};
use ratatui::style::{Color, Modifier};

use crate::tui::terminal::ansi256;

const FONTS: &str = "ui-monospace, 'SF Mono', Menlo, 'DejaVu Sans Mono', Consolas, monospace";
const STYLE: &str = "white-space:pre;font-variant-ligatures:none;direction:ltr;unicode-bidi:bidi-override";
const TITLE: &str = "bertscope";

/// The size of a cell and of its text in pixels; a line runs through the pixels 4 and 9 of a cell.
const WIDTH: f32 = 9.0;
const HEIGHT: f32 = 18.0;
const FONT_SIZE: f32 = 15.0;
/// The margin around the screen: at the top, where the title is, and at the other sides.
const BAR: f32 = 45.0;
const MARGIN: f32 = 18.0;

/// The colours of a window as 0xRRGGBB.
struct Window {
    text: u32,
    paper: u32,
    /// The colours of [`NAMED`].
    named: [u32; 16],
}

#[rustfmt::skip]
const NAMED: [Color; 16] = [
    Color::Black, Color::Red, Color::Green, Color::Yellow, Color::Blue, Color::Magenta, Color::Cyan, Color::Gray,
    Color::DarkGray, Color::LightRed, Color::LightGreen, Color::LightYellow,
    Color::LightBlue, Color::LightMagenta, Color::LightCyan, Color::White,
];

#[rustfmt::skip]
const DARK: Window = Window {
    text: 0xd6_dae4, paper: 0x15_181f,
    named: [
        0x0c_0e13, 0xe5_686e, 0x88_c470, 0xe2_b862, 0x62_a0ea, 0xc4_7cde, 0x54_bec4, 0xb6_bcc8,
        0x68_7080, 0xf4_8a8c, 0xa6_dc8e, 0xf2_d086, 0x88_bcfa, 0xdc_a0f0, 0x7c_dade, 0xf4_f6fa,
    ],
};

#[rustfmt::skip]
const LIGHT: Window = Window {
    text: 0x2a_2e38, paper: 0xfc_fcfa,
    named: [
        0x18_1b22, 0xba_2c38, 0x34_7a30, 0x94_6408, 0x20_5cb4, 0x88_38a0, 0x0a_747e, 0x76_7c88,
        0x8c_929c, 0xd6_4850, 0x48_943e, 0xb2_7e14, 0x3c_7ad6, 0xa4_54be, 0x18_9098, 0xff_ffff,
    ],
};

impl Window {
    /// A cell's colour; `reset` is the terminal's default.
    fn color(&self, color: Color, reset: u32) -> u32 {
        let rgb = |(r, g, b)| u32::from_be_bytes([0, r, g, b]);
        match color {
            Color::Reset => reset,
            Color::Rgb(r, g, b) => rgb((r, g, b)),
            Color::Indexed(index) if index >= 16 => rgb(ansi256::rgb(index)),
            Color::Indexed(index) => self.named[usize::from(index)],
            named => self.named[NAMED.iter().position(|&color| color == named).unwrap_or(0)],
        }
    }
}

/// A symbol, where it stands and how it looks.
struct Glyph {
    symbol: String,
    x: f32,
    width: f32,
    ink: u32,
    paper: u32,
    modifier: Modifier,
}

impl Glyph {
    fn new(cell: &Cell, column: usize, columns: usize, window: &Window) -> Self {
        let (mut ink, mut paper) = (window.color(cell.fg, window.text), window.color(cell.bg, window.paper));
        if cell.modifier.contains(Modifier::REVERSED) {
            std::mem::swap(&mut ink, &mut paper);
        }
        if cell.modifier.contains(Modifier::DIM) {
            ink = mix(paper, ink, 60);
        }
        let (x, width) = (MARGIN + column as f32 * WIDTH, columns as f32 * WIDTH);
        let symbol = printable(cell.symbol()).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}"); // not allowed in XML
        Self { symbol, x, width, ink, paper, modifier: cell.modifier }
    }

    /// Whether it may share a run of text. Only letters that every font of the stack has: a glyph of a fallback font may
    /// have another width and would push its neighbours.
    fn is_familiar(&self) -> bool {
        let familiar = |c| matches!(c, ' '..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{370}'..='\u{52f}');
        self.width == WIDTH && self.symbol.chars().all(familiar)
    }

    /// The attributes of its text.
    fn look(&self) -> (u32, bool) {
        (self.ink, self.modifier.contains(Modifier::BOLD))
    }
}

/// The outlines of each colour. As one path, shapes that touch have no seams at any size.
#[derive(Default)]
struct Shapes(BTreeMap<u32, String>);

impl Shapes {
    fn rect(&mut self, fill: u32, [x, y, w, h]: [f32; 4]) {
        let _ = write!(self.0.entry(fill).or_default(), "M{x} {y}h{w}v{h}h-{w}z");
    }

    fn write(&self, out: &mut String) {
        for (fill, outline) in &self.0 {
            let _ = writeln!(out, r##"<path fill="#{fill:06x}" d="{outline}"/>"##);
        }
    }

    /// Draws a block element; returns false if `c` is none.
    fn block(&mut self, c: char, glyph: &Glyph, y: f32) -> bool {
        let code = u32::from(c);
        // Left, top, width and height in eighths of the cell.
        let mut part = |fill, [left, top, w, h]: [u32; 4]| {
            let (across, down) = (|n| n as f32 * WIDTH / 8.0, |n| n as f32 * HEIGHT / 8.0);
            self.rect(fill, [glyph.x + across(left), y + down(top), across(w), down(h)]);
        };
        match code {
            0x2580 => part(glyph.ink, [0, 0, 8, 4]),
            0x2581..=0x2588 => part(glyph.ink, [0, 0x2588 - code, 8, code - 0x2580]),
            0x2589..=0x258f => part(glyph.ink, [0, 0, 0x2590 - code, 8]),
            0x2590 => part(glyph.ink, [4, 0, 4, 8]),
            0x2591..=0x2593 => part(mix(glyph.paper, glyph.ink, 25 * (code - 0x2590)), [0, 0, 8, 8]),
            0x2596..=0x259f => {
                // One bit per quarter: upper left, upper right, lower left, lower right.
                let quarters = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14][(code - 0x2596) as usize];
                for (bit, left, top) in [(1, 0, 0), (2, 4, 0), (4, 0, 4), (8, 4, 4)] {
                    if quarters & bit != 0 {
                        part(glyph.ink, [left, top, 4, 4]);
                    }
                }
            }
            _ => return false,
        }
        true
    }

    /// Draws a line of a border or a bar; returns false if `c` is none.
    fn line(&mut self, c: char, glyph: &Glyph, y: f32) -> bool {
        let corner = match c {
            '╭' => Some((HEIGHT, "v-4q0-5 5-5v1q-4 0-4 4v4z")),
            '╮' => Some((HEIGHT, "v-4q0-4-4-4v-1q5 0 5 5v4z")),
            '╰' => Some((0.0, "v5q0 5 5 5v-1q-4 0-4-4v-5z")),
            '╯' => Some((0.0, "v5q0 4-4 4v1q5 0 5-5v-5z")),
            _ => None,
        };
        if let Some((start, curve)) = corner {
            let outline = self.0.entry(glyph.ink).or_default();
            let _ = write!(outline, "M{} {}{curve}", glyph.x + 4.0, y + start);
        }
        let arms = [
            ("─", [0.0, 9.0, 9.0, 1.0]),
            ("│", [4.0, 0.0, 1.0, 18.0]),
            ("└┘├┤┴┼", [4.0, 0.0, 1.0, 10.0]),
            ("┌└├┬┴┼", [4.0, 9.0, 5.0, 1.0]),
            ("┌┐├┤┬┼", [4.0, 9.0, 1.0, 9.0]),
            ("┐┘┤┬┴┼", [0.0, 9.0, 5.0, 1.0]),
            ("━", [0.0, 8.0, 9.0, 3.0]),
            ("╸", [0.0, 8.0, 5.0, 3.0]),
        ];
        let mut drawn = corner.is_some();
        for (_, [left, top, w, h]) in arms.into_iter().filter(|(chars, _)| chars.contains(c)) {
            self.rect(glyph.ink, [glyph.x + left, y + top, w, h]);
            drawn = true;
        }
        drawn
    }
}

/// Draws every cell of `buffer` as a picture of a light or dark terminal, ready to be saved as an `.svg` file.
pub fn screen_svg(buffer: &Buffer, light: bool) -> String {
    let window = if light { &LIGHT } else { &DARK };
    // Backgrounds and blocks end on whole pixels, so that they meet; thin lines would vanish where the picture is small.
    let (mut solid, mut thin, mut text) = (Shapes::default(), Shapes::default(), String::new());
    let columns = usize::from(buffer.area.width);
    for (row, cells) in buffer.content.chunks(columns.max(1)).enumerate() {
        let y = BAR + row as f32 * HEIGHT;
        let mut glyphs: Vec<Glyph> = Vec::new();
        // A wide symbol is in its first cell; the style of the cells it covers is never seen.
        let mut end = 0;
        for (column, cell) in cells.iter().enumerate() {
            if column == end {
                let wide = usize::from(cell.symbol().cell_width()).clamp(1, columns - column);
                glyphs.push(Glyph::new(cell, column, wide, window));
                end += wide;
            }
        }
        for run in glyphs.chunk_by(|a, b| a.paper == b.paper).filter(|run| run[0].paper != window.paper) {
            solid.rect(run[0].paper, [run[0].x, y, run.iter().map(|glyph| glyph.width).sum(), HEIGHT]);
        }
        for glyph in &mut glyphs {
            for (modifier, top) in [(Modifier::UNDERLINED, 16.0), (Modifier::CROSSED_OUT, 9.0)] {
                if glyph.modifier.contains(modifier) {
                    thin.rect(glyph.ink, [glyph.x, y + top, glyph.width, 1.0]);
                }
            }
            if let Some(c) = glyph.symbol.chars().next()
                && (solid.block(c, glyph, y) || thin.line(c, glyph, y))
            {
                " ".clone_into(&mut glyph.symbol);
            }
        }
        // Viewers that collapse spaces would stretch the text beside a gap.
        let is_gap = |a: &Glyph, b: &Glyph| a.symbol == " " && b.symbol == " ";
        let joins = |a: &Glyph, b: &Glyph| a.look() == b.look() && a.is_familiar() && b.is_familiar() && !is_gap(a, b);
        for run in glyphs.chunk_by(joins) {
            write_text(&mut text, run, y, window);
        }
    }
    let (width, height) =
        (columns as f32 * WIDTH + 2.0 * MARGIN, f32::from(buffer.area.height) * HEIGHT + BAR + MARGIN);
    let mut out = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<title>{TITLE}</title>
<rect x="0.5" y="0.5" width="{}" height="{}" rx="9" fill="#{:06x}" stroke="#{:06x}"/>
"##,
        width - 1.0,
        height - 1.0,
        window.paper,
        mix(window.paper, window.text, 25)
    );
    for (x, color) in [(24, 1), (42, 3), (60, 2)] {
        let _ = writeln!(out, r##"<circle cx="{x}" cy="18" r="6" fill="#{:06x}"/>"##, window.named[color]);
    }
    out.push_str("<g shape-rendering=\"crispEdges\">\n");
    solid.write(&mut out);
    out.push_str("</g>\n");
    thin.write(&mut out);
    let _ = writeln!(
        out,
        r##"<g font-family="{FONTS}" font-size="{FONT_SIZE}" fill="#{:06x}" xml:space="preserve" style="{STYLE}">
<text x="{}" y="23" text-anchor="middle" fill="#{:06x}">{TITLE}</text>
{text}</g>
</svg>"##,
        window.text,
        width / 2.0,
        mix(window.paper, window.text, 65)
    );
    out
}

/// Writes a run of text: one wide symbol, centred, or symbols stretched to exactly their columns.
fn write_text(out: &mut String, run: &[Glyph], y: f32, window: &Window) {
    let all: String = run.iter().map(|glyph| glyph.symbol.as_str()).collect();
    let text = all.trim_matches(' ');
    let ((ink, bold), width) = (run[0].look(), run.iter().map(|glyph| glyph.width).sum::<f32>());
    if text.is_empty() {
        return;
    }
    let (fill, weight) = (
        if ink == window.text { String::new() } else { format!(r##" fill="#{ink:06x}""##) },
        if bold { r#" font-weight="bold""# } else { "" },
    );
    let place = if run[0].width > WIDTH {
        format!(r#"x="{}" text-anchor="middle""#, run[0].x + width / 2.0)
    } else {
        let blanks = |shorter: &str| (all.len() - shorter.len()) as f32 * WIDTH;
        let (x, length) = (run[0].x + blanks(all.trim_start_matches(' ')), width - blanks(text));
        format!(r#"x="{x}" textLength="{length}" lengthAdjust="spacingAndGlyphs""#)
    };
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(out, r#"<text y="{}" {place}{fill}{weight}>{text}</text>"#, y + 14.0);
}

/// `percent` of `over` on top of `under`.
fn mix(under: u32, over: u32, percent: u32) -> u32 {
    let (under, over) = (under.to_be_bytes(), over.to_be_bytes());
    let channel = |i: usize| (u32::from(under[i]) * (100 - percent) + u32::from(over[i]) * percent + 50) / 100;
    u32::from_be_bytes(std::array::from_fn(|i| channel(i) as u8))
}
