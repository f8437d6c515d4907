//! Draws a whole terminal screen (a ratatui [`Buffer`]) as one self-contained SVG picture.
//!
//! Text is placed by column with an explicit length, so it lines up in whatever monospace font the
//! viewer has; lines and blocks are drawn as shapes, so they join without seams.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell, CellDiffOption, CellWidth};
use ratatui::style::{Color, Modifier};
use unicode_segmentation::UnicodeSegmentation;

type Rgb = (u8, u8, u8);

const FONTS: &str = "ui-monospace, 'SF Mono', Menlo, 'DejaVu Sans Mono', Consolas, monospace";
const DEFAULT_SIZE: f32 = 15.0;
const STYLE: &str =
    "white-space:pre;font-variant-ligatures:none;direction:ltr;unicode-bidi:bidi-override";

/// The named colours in ANSI order.
#[rustfmt::skip]
const NAMED: [Color; 16] = [
    Color::Black, Color::Red, Color::Green, Color::Yellow,
    Color::Blue, Color::Magenta, Color::Cyan, Color::Gray,
    Color::DarkGray, Color::LightRed, Color::LightGreen, Color::LightYellow,
    Color::LightBlue, Color::LightMagenta, Color::LightCyan, Color::White,
];

/// How [`screen_svg`] draws a screen.
#[derive(Debug, Clone, PartialEq)]
pub struct SvgOptions {
    /// The name of the picture, shown in the title bar if there is a frame.
    pub title: String,
    /// The colour of text that asks for none.
    pub foreground: (u8, u8, u8),
    /// The colour of the window, behind cells that ask for none.
    pub background: (u8, u8, u8),
    /// The sixteen named colours in ANSI order: black, red, green, yellow, blue, magenta, cyan,
    /// grey, then their bright variants, the last of which is white.
    pub ansi: [(u8, u8, u8); 16],
    /// The size of the text in pixels, kept between 4 and 200.
    pub font_size: f32,
    /// Whether to draw a window with a title bar around the screen.
    pub frame: bool,
}

impl SvgOptions {
    /// Light text on a dark window.
    #[must_use]
    #[rustfmt::skip]
    pub fn dark() -> Self {
        Self::framed((214, 218, 228), (21, 24, 31), [
            (12, 14, 19), (229, 104, 110), (136, 196, 112), (226, 184, 98),
            (98, 160, 234), (196, 124, 222), (84, 190, 196), (182, 188, 200),
            (104, 112, 128), (244, 138, 140), (166, 220, 142), (242, 208, 134),
            (136, 188, 250), (220, 160, 240), (124, 218, 222), (244, 246, 250),
        ])
    }

    /// Dark text on a light window.
    #[must_use]
    #[rustfmt::skip]
    pub fn light() -> Self {
        Self::framed((42, 46, 56), (252, 252, 250), [
            (24, 27, 34), (186, 44, 56), (52, 122, 48), (148, 100, 8),
            (32, 92, 180), (136, 56, 160), (10, 116, 126), (118, 124, 136),
            (140, 146, 156), (214, 72, 80), (72, 148, 62), (178, 126, 20),
            (60, 122, 214), (164, 84, 190), (24, 144, 152), (255, 255, 255),
        ])
    }

    fn framed(foreground: Rgb, background: Rgb, ansi: [Rgb; 16]) -> Self {
        let title = String::new();
        Self {
            title,
            foreground,
            background,
            ansi,
            font_size: DEFAULT_SIZE,
            frame: true,
        }
    }

    fn rgb(&self, color: Color, reset: Rgb) -> Rgb {
        let index = match color {
            Color::Reset => return reset,
            Color::Rgb(r, g, b) => return (r, g, b),
            Color::Indexed(index) => index,
            named => NAMED.iter().position(|&color| color == named).unwrap_or(0) as u8,
        };
        let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
        match index {
            0..=15 => self.ansi[usize::from(index)],
            16..=231 => {
                let cube = index - 16;
                (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
            }
            232..=255 => [8 + 10 * (index - 232); 3].into(),
        }
    }
}

/// Draws every cell of `buffer` as a picture of a terminal, ready to be saved as an `.svg` file.
///
/// The same buffer and options always give the same bytes. Blinking is not shown, and underlines
/// take the colour of the text.
#[must_use]
pub fn screen_svg(buffer: &Buffer, options: &SvgOptions) -> String {
    let mut picture = Picture::new(options);
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

/// A filled rectangle: left, top, right and bottom, all in hundredths of a pixel so that edges
/// which should meet are exactly equal.
#[derive(Clone, Copy)]
struct Rect {
    fill: Rgb,
    edges: [i64; 4],
}

/// Text of one look (its attributes) that may still grow to the right.
struct Run {
    look: String,
    x: i64,
    y: i64,
    length: i64,
    text: String,
}

/// A picture in the making. All lengths are in hundredths of a pixel.
struct Picture<'a> {
    options: &'a SvgOptions,
    font_size: i64,
    /// The size of one cell and the thickness of a light line, all in whole pixels.
    width: i64,
    height: i64,
    stroke: i64,
    /// The space around the screen: at its top, and at its other sides.
    bar: i64,
    pad: i64,
    backgrounds: Vec<Rect>,
    blocks: Vec<Rect>,
    lines: Vec<Rect>,
    curves: BTreeMap<Rgb, String>,
    text: String,
    run: Option<Run>,
}

impl<'a> Picture<'a> {
    fn new(options: &'a SvgOptions) -> Self {
        let wanted = Some(options.font_size).filter(|size| size.is_finite());
        let size = wanted.unwrap_or(DEFAULT_SIZE).clamp(4.0, 200.0);
        let pixels = |length: f32| length.round() as i64 * 100;
        let framed = if options.frame { size } else { 0.0 };
        Self {
            options,
            font_size: (size * 100.0).round() as i64,
            width: pixels(size * 0.6),
            height: pixels(size * 1.2),
            stroke: pixels(size / 15.0).max(100),
            bar: pixels(framed * 3.0),
            pad: pixels(framed * 1.2),
            backgrounds: Vec::new(),
            blocks: Vec::new(),
            lines: Vec::new(),
            curves: BTreeMap::new(),
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
                let edges = [x, top, x + length, top + self.stroke];
                self.lines.push(Rect { fill: ink, edges });
            }
        }

        let mut chars = symbol.chars();
        let only = chars.next().filter(|_| chars.next().is_none());
        let shape = Rect { fill: ink, edges };
        if symbol.trim().is_empty() || symbol.as_str().cell_width() == 0 {
            self.blank(columns);
        } else if only.is_some_and(|c| self.block(c, shape, paper) || self.line(c, shape)) {
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
            self.glyph(Run {
                look,
                x,
                y,
                length,
                text,
            });
        }
        columns
    }

    /// Adds one symbol to the current run, or gives it a run of its own.
    fn glyph(&mut self, mut glyph: Run) {
        // Only letters that each font of the stack has itself share a run: a glyph borrowed from
        // another font may have another width and would push its neighbours.
        let familiar =
            |c| matches!(c, '!'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{370}'..='\u{52f}');
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

    /// Lets one blank column into the current run, and ends the run at more.
    fn blank(&mut self, columns: usize) {
        match &mut self.run {
            Some(run) if columns == 1 && !run.text.ends_with(' ') => {
                run.text.push(' ');
                run.length += self.width;
            }
            _ => self.finish_run(),
        }
    }

    /// Writes the current run, without the blank it may end with.
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

    /// Draws a block element over `paper`; false if `c` is none.
    fn block(&mut self, c: char, cell: Rect, paper: Rgb) -> bool {
        let code = i64::from(u32::from(c));
        let [x0, y0, x1, y1] = cell.edges;
        // Left, top, right and bottom in eighths of the cell.
        let mut part = |left: i64, top: i64, right: i64, bottom: i64, fill: Rgb| {
            let (x, y) = (|n| x0 + (x1 - x0) * n / 8, |n| y0 + (y1 - y0) * n / 8);
            let edges = [x(left), y(top), x(right), y(bottom)];
            self.blocks.push(Rect { fill, edges });
        };
        match code {
            0x2580 => part(0, 0, 8, 4, cell.fill),
            0x2581..=0x2588 => part(0, 0x2588 - code, 8, 8, cell.fill),
            0x2589..=0x258f => part(0, 0, 0x2590 - code, 8, cell.fill),
            0x2590 => part(4, 0, 8, 8, cell.fill),
            0x2591..=0x2593 => part(0, 0, 8, 8, mix(paper, cell.fill, 25 * (code - 0x2590))),
            0x2594 => part(0, 0, 8, 1, cell.fill),
            0x2595 => part(7, 0, 8, 8, cell.fill),
            0x2596..=0x259f => {
                // One bit for each quarter: upper left, upper right, lower left, lower right.
                let quarters = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14][(code - 0x2596) as usize];
                for (bit, left, top) in [(1, 0, 0), (2, 4, 0), (4, 0, 4), (8, 4, 4)] {
                    if quarters & bit != 0 {
                        part(left, top, left + 4, top + 4, cell.fill);
                    }
                }
            }
            _ => return false,
        }
        true
    }

    /// Draws a box-drawing character as lines; false if `c` is none, or is dashed or diagonal.
    fn line(&mut self, c: char, cell: Rect) -> bool {
        let code = (c as usize).wrapping_sub(0x2500);
        let arms = ARMS.get(code).copied().unwrap_or(0);
        let arm = |side: usize| arms >> (12 - 4 * (side % 4)) & 3;
        let [x0, y0, x1, y1] = cell.edges;
        let (thin, half) = (self.stroke, self.stroke / 2);
        // On the middle of a pixel where the thickness is odd, so that light lines are crisp.
        let cx = whole(i64::midpoint(x0, x1)) + half % 100;
        let cy = whole(i64::midpoint(y0, y1)) + half % 100;

        if (0x6d..=0x70).contains(&code) {
            let x = if arm(1) > 0 { x1 } else { x0 };
            let y = if arm(2) > 0 { y1 } else { y0 };
            let radius = (x - cx).abs();
            let turn = px(cy + (y - cy).clamp(-radius, radius));
            let (x, y, cx, cy) = (px(x), px(y), px(cx), px(cy));
            let path = self.curves.entry(cell.fill).or_default();
            let _ = write!(path, "M{cx} {y}V{turn}Q{cx} {cy} {x} {cy}");
            return true;
        }
        let reach = |weight: u16| if weight == 1 { half } else { 3 * half };
        for side in (0..4).filter(|&side| arm(side) > 0) {
            // One straight piece beside the middle axis, from `start` outwards to the edge.
            let mut piece = |beside: i64, half: i64, start: i64| {
                let (x, y) = (cx + beside, cy + beside);
                let edges = match side {
                    0 => [x - half, y0, x + half, cy - start],
                    1 => [cx + start, y - half, x1, y + half],
                    2 => [x - half, cy + start, x + half, y1],
                    _ => [x0, y - half, cx - start, y + half],
                };
                self.lines.push(Rect {
                    fill: cell.fill,
                    edges,
                });
            };
            let through = arm(side + 2) > 0;
            let [a, b] = [[arm(3), arm(1)], [arm(0), arm(2)]][side % 2];
            // Where one line of a double arm starts, given what crosses on its own side.
            let start = |near: u16, far: u16| match near {
                3 => half,
                0 if through || far == 0 => 0,
                0 => -reach(far),
                _ => -reach(near),
            };
            match (arm(side), a, b) {
                (3, ..) => {
                    piece(-thin, half, start(a, b));
                    piece(thin, half, start(b, a));
                }
                (weight, 0, 0) => piece(0, reach(weight), 0),
                (weight, 3, _) | (weight, _, 3) if through => piece(0, reach(weight), 0),
                (weight, 3, 3) => piece(0, reach(weight), half),
                (weight, ..) => piece(0, reach(weight), -reach(a.max(b))),
            }
        }
        arms != 0
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
            let _ = write!(
                out,
                "\n<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\"/>"
            );
        }
        // As much of the title as keeps its distance from the dots, in the middle of the window.
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
            self.run = Some(Run {
                look,
                x,
                y,
                length,
                text,
            });
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
        paint(&mut out, self.blocks);
        out.push_str("</g>\n");
        paint(&mut out, self.lines);
        let thickness = px(self.stroke);
        for (color, path) in self.curves {
            let _ = write!(out, r#"<path fill="none" stroke="{}" "#, hex(color));
            let _ = writeln!(out, r#"stroke-width="{thickness}" d="{path}"/>"#);
        }
        let (size, fill) = (px(self.font_size), hex(self.options.foreground));
        let _ = write!(
            out,
            r#"<g font-family="{FONTS}" font-size="{size}" fill="{fill}" "#
        );
        let _ = writeln!(out, r#"xml:space="preserve" style="{STYLE}">"#);
        out.push_str(&self.text);
        out.push_str("</g>\n</svg>\n");
        out
    }
}

/// The arms of U+2500 to U+257F, one hexadecimal digit each for up, right, down and left: 0 for
/// none, 1 for light, 2 for heavy, 3 for double. Dashed and diagonal lines have none.
#[rustfmt::skip]
const ARMS: [u16; 128] = [
    0x0101, 0x0202, 0x1010, 0x2020, 0x0000, 0x0000, 0x0000, 0x0000, 0x0000, 0x0000, 0x0000, 0x0000,
    0x0110, 0x0210, 0x0120, 0x0220, 0x0011, 0x0012, 0x0021, 0x0022, 0x1100, 0x1200, 0x2100, 0x2200,
    0x1001, 0x1002, 0x2001, 0x2002, 0x1110, 0x1210, 0x2110, 0x1120, 0x2120, 0x2210, 0x1220, 0x2220,
    0x1011, 0x1012, 0x2011, 0x1021, 0x2021, 0x2012, 0x1022, 0x2022, 0x0111, 0x0112, 0x0211, 0x0212,
    0x0121, 0x0122, 0x0221, 0x0222, 0x1101, 0x1102, 0x1201, 0x1202, 0x2101, 0x2102, 0x2201, 0x2202,
    0x1111, 0x1112, 0x1211, 0x1212, 0x2111, 0x1121, 0x2121, 0x2112, 0x2211, 0x1122, 0x1221, 0x2212,
    0x1222, 0x2122, 0x2221, 0x2222, 0x0000, 0x0000, 0x0000, 0x0000, 0x0303, 0x3030, 0x0310, 0x0130,
    0x0330, 0x0013, 0x0031, 0x0033, 0x1300, 0x3100, 0x3300, 0x1003, 0x3001, 0x3003, 0x1310, 0x3130,
    0x3330, 0x1013, 0x3031, 0x3033, 0x0313, 0x0131, 0x0333, 0x1303, 0x3101, 0x3303, 0x1313, 0x3131,
    0x3333, 0x0110, 0x0011, 0x1001, 0x1100, 0x0000, 0x0000, 0x0000, 0x0001, 0x1000, 0x0100, 0x0010,
    0x0002, 0x2000, 0x0200, 0x0020, 0x0201, 0x1020, 0x0102, 0x2010,
];

/// Joins rectangles of one colour that touch or overlap, first along rows, then along columns, and
/// writes what is left as one path for each colour.
fn paint(out: &mut String, mut rects: Vec<Rect>) {
    for (start, end, side, other) in [(0, 2, 1, 3), (1, 3, 0, 2)] {
        rects.sort_unstable_by_key(|r| (r.fill, r.edges[side], r.edges[other], r.edges[start]));
        rects.dedup_by(|next, last| {
            let joins = next.fill == last.fill
                && next.edges[side] == last.edges[side]
                && next.edges[other] == last.edges[other]
                && next.edges[start] <= last.edges[end];
            if joins {
                last.edges[end] = last.edges[end].max(next.edges[end]);
            }
            joins
        });
    }
    let mut fill = None;
    for rect in rects {
        if fill != Some(rect.fill) {
            out.push_str(if fill.is_some() { "\"/>\n" } else { "" });
            let _ = write!(out, r#"<path fill="{}" d=""#, hex(rect.fill));
            fill = Some(rect.fill);
        }
        let [x0, y0, x1, y1] = rect.edges.map(px);
        let _ = write!(out, "M{x0} {y0}H{x1}V{y1}H{x0}z");
    }
    out.push_str(if fill.is_some() { "\"/>\n" } else { "" });
}

/// `percent` of `over` on top of `under`.
fn mix(under: Rgb, over: Rgb, percent: i64) -> Rgb {
    let channel = |under: u8, over: u8| {
        ((i64::from(under) * (100 - percent) + i64::from(over) * percent + 50) / 100) as u8
    };
    (
        channel(under.0, over.0),
        channel(under.1, over.1),
        channel(under.2, over.2),
    )
}

/// Rounds down to whole pixels.
fn whole(hundredths: i64) -> i64 {
    hundredths.div_euclid(100) * 100
}

fn hex((r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Hundredths of a pixel as a number of pixels.
fn px(hundredths: i64) -> String {
    (hundredths as f64 / 100.0).to_string()
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
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&apos;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect as Area;
    use ratatui::style::Style;

    fn bare() -> SvgOptions {
        SvgOptions {
            frame: false,
            ..SvgOptions::dark()
        }
    }

    fn screen(rows: &[&str], style: impl Into<Style>) -> Buffer {
        let style = style.into();
        let mut buffer = Buffer::with_lines(rows.iter().copied());
        buffer.set_style(buffer.area, style);
        buffer
    }

    /// The picture of unframed rows in one style, at 9 by 18 pixels a cell.
    fn draw(rows: &[&str], style: impl Into<Style>) -> String {
        screen_svg(&screen(rows, style), &bare())
    }

    fn count(svg: &str, part: &str) -> usize {
        svg.matches(part).count()
    }

    /// Checks that elements nest and that every character is one that XML allows.
    fn assert_valid(svg: &str) {
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').expect("each tag ends");
            assert!(!text.contains('>'), "bare > in {text:?}");
            let name = tag.split([' ', '/']).find(|name| !name.is_empty());
            if tag.starts_with('/') {
                assert_eq!(open.pop(), name);
            } else if !tag.ends_with('/') {
                open.push(name.expect("a name"));
            }
        }
        assert!(open.is_empty(), "never closed: {open:?}");
        let allowed =
            |c: char| c == '\n' || !c.is_control() && !matches!(c, '\u{fffe}'..='\u{ffff}');
        assert!(svg.chars().all(allowed));
    }

    #[test]
    fn text_is_escaped() {
        let options = SvgOptions {
            title: "<&>".into(),
            ..SvgOptions::dark()
        };
        let svg = screen_svg(&screen(&["<a href=\"x\">&'</a>"], Style::new()), &options);
        assert!(
            svg.contains("&lt;a href=&quot;x&quot;&gt;&amp;&apos;&lt;/a&gt;</text>"),
            "{svg}"
        );
        assert!(svg.contains("<title>&lt;&amp;&gt;</title>"), "{svg}");
        assert_valid(&svg);
    }

    #[test]
    fn neighbouring_cells_of_one_style_become_one_run() {
        let svg = draw(&["ab cd"], Style::new());
        assert!(svg.contains(
            r#"<text x="0" y="14" textLength="45" lengthAdjust="spacingAndGlyphs">ab cd</text>"#
        ));
        assert_eq!(count(&svg, "<text"), 1);
    }

    #[test]
    fn a_wider_gap_or_another_style_starts_a_new_run() {
        assert_eq!(count(&draw(&["ab   cd   "], Style::new()), "<text"), 2);
        let mut buffer = screen(&["abcd"], Style::new());
        buffer.set_string(2, 0, "cd", Modifier::BOLD | Modifier::ITALIC);
        let svg = screen_svg(&buffer, &bare());
        assert!(
            svg.contains(r#" font-weight="bold" font-style="italic">cd</text>"#),
            "{svg}"
        );
        assert!(svg.contains(r#"textLength="18" lengthAdjust="spacingAndGlyphs">ab</text>"#));
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let svg = draw(&["天a😀b"], Color::Red);
        for (x, length, text) in [
            ("1.5", 15, "天"),
            ("18", 9, "a"),
            ("27", 18, "😀"),
            ("45", 9, "b"),
        ] {
            let start = format!(r#"<text x="{x}" y="14" textLength="{length}""#);
            let line = svg.lines().find(|line| line.starts_with(&start));
            assert!(
                line.is_some_and(|line| line.ends_with(&format!(">{text}</text>"))),
                "{svg}"
            );
        }
        assert_eq!(count(&svg, "<text"), 4);
    }

    #[test]
    fn a_wide_character_keeps_its_background_under_both_columns() {
        let mut buffer = screen(&["  "], Style::new());
        buffer.set_string(0, 0, "天", Style::new().bg(Color::Rgb(1, 2, 3)));
        let svg = screen_svg(&buffer, &bare());
        assert!(
            svg.contains(r##"fill="#010203" d="M0 0H18V18H0z""##),
            "{svg}"
        );
    }

    #[test]
    fn a_wide_character_in_the_last_column_stays_in_the_picture() {
        let mut buffer = screen(&["ab"], Style::new());
        buffer[(1, 0)].set_symbol("天").set_bg(Color::Rgb(1, 2, 3));
        assert!(screen_svg(&buffer, &bare()).contains("M9 0H18V18H9z"));
    }

    #[test]
    fn control_characters_never_reach_the_picture() {
        let mut buffer = Buffer::empty(Area::new(0, 0, 256, 257));
        for (cell, c) in buffer.content.iter_mut().zip('\0'..) {
            cell.set_char(c);
        }
        buffer[(0, 256)].set_symbol("\u{1b}[31mred\r\n\u{202e}");
        let svg = screen_svg(&buffer, &bare());
        assert_valid(&svg);
        assert!(
            svg.contains("\u{fffd}[31mred\u{fffd}\u{fffd}</text>") && !svg.contains('\u{202e}')
        );
    }

    #[test]
    fn reversed_swaps_colours() {
        let style = Style::new().fg(Color::Rgb(1, 1, 1)).bg(Color::Rgb(2, 2, 2));
        let svg = draw(&["a"], style.add_modifier(Modifier::REVERSED));
        assert!(
            svg.contains(r##"<path fill="#010101" d="M0 0H9V18H0z"/>"##),
            "{svg}"
        );
        assert!(svg.contains(r##" fill="#020202">a</text>"##), "{svg}");
    }

    #[test]
    fn hidden_text_leaves_only_its_background() {
        let style = Style::new().bg(Color::Rgb(1, 2, 3));
        let svg = draw(
            &["key█"],
            style.add_modifier(Modifier::HIDDEN | Modifier::UNDERLINED),
        );
        assert_eq!((count(&svg, "<text"), count(&svg, "<path")), (0, 1));
    }

    #[test]
    fn underlines_and_strikes_run_through_blanks() {
        let both = Modifier::UNDERLINED | Modifier::CROSSED_OUT;
        assert!(draw(&["a  b"], both).contains(r#"d="M0 9H36V10H0zM0 16H36V17H0z""#));
    }

    #[test]
    fn colours_follow_the_xterm_palette() {
        let options = SvgOptions::light();
        let rgb = |index| options.rgb(Color::Indexed(index), (0, 0, 0));
        assert_eq!(
            [rgb(16), rgb(110), rgb(231)],
            [(0, 0, 0), (135, 175, 215), (255, 255, 255)]
        );
        assert_eq!([rgb(232), rgb(255)], [(8, 8, 8), (238, 238, 238)]);
        for (index, color) in NAMED.into_iter().enumerate() {
            assert_eq!(options.rgb(color, (0, 0, 0)), options.ansi[index]);
        }
    }

    #[test]
    fn equal_neighbouring_backgrounds_become_one_rectangle() {
        let svg = draw(&["a b", "cde"], Style::new().bg(Color::Rgb(1, 2, 3)));
        assert!(
            svg.contains(r##"<path fill="#010203" d="M0 0H27V36H0z"/>"##),
            "{svg}"
        );
    }

    #[test]
    fn lines_and_blocks_are_shapes() {
        let drawn = ('\u{2500}'..='\u{259f}').filter(|c| !"┄┅┆┇┈┉┊┋╌╍╎╏╱╲╳".contains(*c));
        for c in drawn {
            let svg = draw(&[&c.to_string()], Style::new());
            assert!(!svg.contains("<text") && svg.contains("<path"), "{c} {svg}");
        }
        assert_eq!(count(&draw(&["┄╳"], Style::new()), "<text"), 2);
    }

    #[test]
    fn lines_join_across_cells() {
        assert!(draw(&["───"], Style::new()).contains(r#"d="M0 9H27V10H0z""#));
        assert!(draw(&["│", "┃"], Style::new()).contains(r#"d="M3 18H6V36H3zM4 0H5V18H4z""#));
        let rounded = draw(&["╭╮"], Style::new());
        assert!(
            rounded.contains("M4.5 18V14Q4.5 9.5 9 9.5M13.5 18V14Q13.5 9.5 9 9.5"),
            "{rounded}"
        );
    }

    #[test]
    fn blocks_fill_their_part_of_the_cell() {
        for (block, path) in [
            ("█", "M0 0H9V18H0z"),
            ("▀", "M0 0H9V9H0z"),
            ("▃", "M0 11.25H9V18H0z"),
        ] {
            assert!(draw(&[block], Style::new()).contains(path), "{block}");
        }
        let style = Style::new()
            .fg(Color::Rgb(200, 0, 0))
            .bg(Color::Rgb(0, 100, 0));
        assert!(draw(&["░"], style).contains("#324b00"));
    }

    #[test]
    fn zero_sized_buffer_gives_a_valid_picture() {
        for (width, height) in [(0, 0), (0, 3), (3, 0)] {
            let buffer = Buffer::empty(Area::new(0, 0, width, height));
            for options in [bare(), SvgOptions::light()] {
                assert_valid(&screen_svg(&buffer, &options));
            }
        }
    }

    #[test]
    fn cells_that_are_missing_are_left_out() {
        let mut buffer = screen(&["abc", "def"], Style::new());
        buffer.content.truncate(4);
        let svg = screen_svg(&buffer, &bare());
        assert_valid(&svg);
        assert!(svg.contains(">d</text>") && count(&svg, "<text") == 2);
    }

    #[test]
    fn any_font_size_gives_a_picture_with_short_numbers() {
        for font_size in [f32::NAN, f32::INFINITY, -1.0, 0.0, 13.37, 1e30] {
            let options = SvgOptions {
                font_size,
                title: "t".into(),
                ..SvgOptions::dark()
            };
            let svg = screen_svg(&screen(&["╭▃a天", "╔░┋😀"], Style::new()), &options);
            assert_valid(&svg);
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
            for number in svg.split(|c: char| !c.is_ascii_digit() && c != '.') {
                let decimals = number
                    .split_once('.')
                    .map_or(0, |(_, decimals)| decimals.len());
                assert!(decimals <= 2, "{number}");
            }
        }
    }

    #[test]
    fn the_title_is_cut_to_its_window() {
        let title = "long title ".repeat(9);
        let options = SvgOptions {
            title: title.clone(),
            ..SvgOptions::dark()
        };
        let svg = screen_svg(&screen(&["                    "], Style::new()), &options);
        assert!(svg.contains(&format!("<title>{}</title>", title.trim())));
        assert!(
            svg.contains(r#"textLength="54""#) && svg.contains(">long t</text>"),
            "{svg}"
        );
    }

    #[test]
    fn the_same_buffer_gives_the_same_bytes() {
        let rows = ["╭─ a 天 ─╮", "│ ░▒▓ ▀▄ │", "╰────────╯"];
        assert_eq!(draw(&rows, Color::Blue), draw(&rows, Color::Blue));
    }
}
