//! Draws a whole terminal screen (a ratatui [`Buffer`]) as one self-contained SVG picture.
//!
//! Text is placed by column with an explicit length, so it lines up in whatever monospace font the
//! viewer has; lines and blocks are drawn as shapes, so they join without seams.

mod colours;
mod shapes;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell, CellDiffOption, CellWidth};
use ratatui::style::Modifier;
use unicode_segmentation::UnicodeSegmentation;

pub use colours::SvgOptions;

use colours::{hex, mix};
use shapes::{Rect, Shapes, paint, px, whole};

const FONTS: &str = "ui-monospace, 'SF Mono', Menlo, 'DejaVu Sans Mono', Consolas, monospace";
const STYLE: &str = "white-space:pre;font-variant-ligatures:none;direction:ltr;unicode-bidi:bidi-override";

/// Draws every cell of `buffer` as a picture of a terminal, ready to be saved as an `.svg` file.
///
/// The same buffer and options always give the same bytes. Blinking is not shown, and underlines
/// take the colour of the text.
#[must_use]
pub fn screen_svg(buffer: &Buffer, options: &SvgOptions) -> String {
    let mut picture = ScreenPicture::new(options);
    let columns = usize::from(buffer.area.width);
    let rows = usize::from(buffer.area.height);
    for row in 0..rows {
        let mut column = 0;
        while let Some(cell) = buffer.content.get(row * columns + column)
            && column < columns
        {
            column += picture.cell(cell, column, row, columns - column);
        }
        picture.finish_run();
    }
    picture.finish(columns.max(1) as i64, rows.max(1) as i64)
}

/// Text with the same attributes that may still grow to the right.
struct TextRun {
    look: String,
    x: i64,
    y: i64,
    length: i64,
    text: String,
}

/// A picture under construction. All lengths are in hundredths of a pixel.
struct ScreenPicture<'a> {
    options: &'a SvgOptions,
    font_size: i64,
    /// The size of one cell, in whole pixels.
    width: i64,
    height: i64,
    /// The margin around the screen: at the top, and at the other sides.
    bar: i64,
    pad: i64,
    backgrounds: Vec<Rect>,
    shapes: Shapes,
    text: String,
    run: Option<TextRun>,
}

impl<'a> ScreenPicture<'a> {
    fn new(options: &'a SvgOptions) -> Self {
        let wanted = Some(options.font_size).filter(|size| size.is_finite());
        let size = wanted.unwrap_or(15.0).clamp(4.0, 200.0);
        let pixels = |length: f32| length.round() as i64 * 100;
        let framed = if options.frame { size } else { 0.0 };
        Self {
            options,
            font_size: (size * 100.0).round() as i64,
            width: pixels(size * 0.6),
            height: pixels(size * 1.2),
            bar: pixels(framed * 3.0),
            pad: pixels(framed * 1.2),
            backgrounds: Vec::new(),
            shapes: Shapes { stroke: pixels(size / 15.0).max(100), ..Shapes::default() },
            text: String::new(),
            run: None,
        }
    }

    /// Draws one cell and returns how many of the `room` columns it takes.
    ///
    /// Ratatui keeps a wide symbol in its first cell and blanks the cells it covers, whose own
    /// style is never seen.
    fn cell(&mut self, cell: &Cell, column: usize, row: usize, room: usize) -> usize {
        let symbol = printable(cell.symbol());
        let columns = match cell.diff_option {
            CellDiffOption::ForcedWidth(width) => width.get(),
            _ => symbol.as_str().cell_width(),
        };
        let columns = usize::from(columns).clamp(1, room.max(1));

        let has = |modifier| cell.modifier.contains(modifier);
        let mut ink = self.options.rgb(cell.fg, self.options.foreground);
        let mut paper = self.options.rgb(cell.bg, self.options.background);
        if has(Modifier::REVERSED) {
            std::mem::swap(&mut ink, &mut paper);
        }
        if has(Modifier::DIM) {
            ink = mix(paper, ink, 60);
        }
        let x = self.pad + column as i64 * self.width;
        let y = self.bar + row as i64 * self.height;
        let length = columns as i64 * self.width;
        let edges = [x, y, x + length, y + self.height];
        if paper != self.options.background {
            self.backgrounds.push(Rect { fill: paper, edges });
        }
        if has(Modifier::HIDDEN) {
            self.blank(columns);
            return columns;
        }
        for (modifier, percent) in [(Modifier::UNDERLINED, 90), (Modifier::CROSSED_OUT, 52)] {
            if has(modifier) {
                let top = y + whole(self.height * percent / 100);
                let edges = [x, top, x + length, top + self.shapes.stroke];
                self.shapes.lines.push(Rect { fill: ink, edges });
            }
        }

        let mut chars = symbol.chars();
        let only = chars.next().filter(|_| chars.next().is_none());
        let shape = Rect { fill: ink, edges };
        if symbol.trim().is_empty() || symbol.as_str().cell_width() == 0 {
            self.blank(columns);
        } else if only.is_some_and(|c| self.shapes.block(c, shape, paper) || self.shapes.line(c, shape)) {
            self.finish_run();
        } else {
            let mut look = String::new();
            if ink != self.options.foreground {
                let _ = write!(look, r#" fill="{}""#, hex(ink));
            }
            if has(Modifier::BOLD) {
                look.push_str(r#" font-weight="bold""#);
            }
            if has(Modifier::ITALIC) {
                look.push_str(r#" font-style="italic""#);
            }
            let text = symbol;
            self.glyph(TextRun { look, x, y, length, text });
        }
        columns
    }

    /// Adds a symbol to the current run, or starts a new run for it.
    fn glyph(&mut self, mut glyph: TextRun) {
        // Only letters that every font of the stack contains share a run: a glyph from a fallback font may have another
        // width and would push its neighbours.
        let familiar = |c| matches!(c, '!'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{370}'..='\u{52f}');
        let shares = glyph.length == self.width && glyph.text.chars().all(familiar);
        // Ideographs are as wide as they are high, which is less than two columns.
        let square = |c| matches!(c, '\u{2e80}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}');
        if glyph.length == 2 * self.width && glyph.text.starts_with(square) {
            let spare = (glyph.length - self.font_size).max(0);
            glyph.x += spare / 2;
            glyph.length -= spare;
        }
        match &mut self.run {
            Some(run) if shares && run.look == glyph.look => {
                run.text.push_str(&glyph.text);
                run.length += glyph.length;
            }
            _ => {
                self.finish_run();
                self.run = Some(glyph);
            }
        }
        if !shares {
            self.finish_run();
        }
    }

    /// Adds one blank column to the current run, and ends the run at a second one.
    fn blank(&mut self, columns: usize) {
        match &mut self.run {
            Some(run) if columns == 1 && !run.text.ends_with(' ') => {
                run.text.push(' ');
                run.length += self.width;
            }
            _ => self.finish_run(),
        }
    }

    /// Writes the current run, without a trailing space.
    fn finish_run(&mut self) {
        let Some(run) = self.run.take() else { return };
        let text = run.text.trim_end_matches(' ');
        let blanks = (run.text.len() - text.len()) as i64;
        let _ = writeln!(
            self.text,
            r#"<text x="{}" y="{}" textLength="{}" lengthAdjust="spacingAndGlyphs"{}>{}</text>"#,
            px(run.x),
            px(run.y + whole(self.height * 80 / 100)),
            px(run.length - blanks * self.width),
            run.look,
            escape(text)
        );
    }

    /// Draws the window and, as text, its title.
    fn window(&mut self, title: &str, width: i64, height: i64) -> String {
        let options = self.options;
        let edge = mix(options.background, options.foreground, 25);
        let quiet = mix(options.background, options.foreground, 65);
        let mut out = format!(
            r#"<rect x="0.5" y="0.5" width="{}" height="{}" rx="{}" fill="{}" stroke="{}"/>"#,
            px(width - 100),
            px(height - 100),
            px(self.pad / 2),
            hex(options.background),
            hex(edge)
        );
        let (radius, middle) = (self.height / 3, self.height);
        for (place, color) in [(1, 1), (4, 3), (7, 2)] {
            let (x, fill) = (px(self.pad + place * radius), hex(options.ansi[color]));
            let (y, r) = (px(middle), px(radius));
            let _ = write!(out, "\n<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\"/>");
        }
        // As much of the title as fits, centred in the window at a distance from the dots.
        let room = width - 2 * (self.pad + 10 * radius);
        let (mut text, mut length) = (String::new(), 0);
        for grapheme in title.graphemes(true) {
            let longer = length + i64::from(grapheme.cell_width()) * self.width;
            if longer > room {
                break;
            }
            length = longer;
            text.push_str(grapheme);
        }
        if length > 0 {
            let look = format!(r#" fill="{}""#, hex(quiet));
            let (x, y) = ((width - length) / 2, middle - self.height / 2);
            self.run = Some(TextRun { look, x, y, length, text });
            self.finish_run();
        }
        out
    }

    fn finish(mut self, columns: i64, rows: i64) -> String {
        let width = columns * self.width + 2 * self.pad;
        let height = rows * self.height + self.bar + self.pad;
        let title = printable(&self.options.title);
        let window = if self.options.frame {
            self.window(title.trim(), width, height)
        } else {
            let fill = hex(self.options.background);
            format!(r#"<rect width="100%" height="100%" fill="{fill}"/>"#)
        };
        let (w, h, title) = (px(width), px(height), escape(title.trim()));
        let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" ");
        let _ = writeln!(out, r#"width="{w}" height="{h}" viewBox="0 0 {w} {h}">"#);
        let _ = writeln!(out, "<title>{title}</title>\n{window}");
        out.push_str("<g shape-rendering=\"crispEdges\">\n");
        paint(&mut out, self.backgrounds);
        paint(&mut out, self.shapes.blocks);
        out.push_str("</g>\n");
        paint(&mut out, self.shapes.lines);
        let thickness = px(self.shapes.stroke);
        for (color, path) in self.shapes.curves {
            let _ = write!(out, r#"<path fill="none" stroke="{}" "#, hex(color));
            let _ = writeln!(out, r#"stroke-width="{thickness}" d="{path}"/>"#);
        }
        let (size, fill) = (px(self.font_size), hex(self.options.foreground));
        let _ = write!(out, r#"<g font-family="{FONTS}" font-size="{size}" fill="{fill}" "#);
        let _ = writeln!(out, r#"xml:space="preserve" style="{STYLE}">"#);
        out.push_str(&self.text);
        out.push_str("</g>\n</svg>\n");
        out
    }
}

/// `text` without characters that XML forbids or that would move their neighbours: controls
/// become U+FFFD, and marks that change the direction of writing are dropped.
fn printable(text: &str) -> String {
    let turns = |c: &char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let forbidden = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    let shown = |c: char| if forbidden(c) { '\u{fffd}' } else { c };
    text.chars().filter(|c| !turns(c)).map(shown).collect()
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&apos;")
}
