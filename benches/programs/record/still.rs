//! A screen as one SVG picture.
//!
//! Text is placed by column with an explicit length, so it lines up in whatever monospace font the viewer has; lines and
//! blocks are drawn as shapes, so they join without seams. Terminal-to-SVG libraries do neither.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use vt100::{Cell, Screen};

use crate::window::{self, BAR, FONTS, Look, MARGIN, Window, escaped, mix};

const STYLE: &str =
    "white-space:pre;font-variant-ligatures:none;direction:ltr;unicode-bidi:bidi-override";
/// A line runs through the pixels 4 and 9 of a cell.
const WIDTH: f32 = window::WIDTH as f32;
const HEIGHT: f32 = window::HEIGHT as f32;
/// The lines of borders and bars: whether they have an arm to the left, to the right, up and down, light (1) or heavy (2).
const LINES: &str = "─1100 │0011 ┌0101 ┐1001 └0110 ┘1010 ├0111 ┤1011 ┬1101 ┴1110 ┼1111 ━2200 ┃0022 ┏0202 ┓2002 ┗0220 ┛2020 \
                     ┠0122 ┡0221 ┢0212 ┨1022 ┩2021 ┪2012 ┱2102 ┲1202 ┹2120 ┺1220 ╸2000";

/// A symbol, where it stands and how it looks.
struct Glyph<'a> {
    symbol: &'a str,
    x: f32,
    width: f32,
    look: Look,
}

impl<'a> Glyph<'a> {
    fn new(cell: &'a Cell, column: u16, window: &Window) -> Self {
        let symbol = if cell.has_contents() {
            cell.contents()
        } else {
            " "
        };
        let x = MARGIN as f32 + f32::from(column) * WIDTH;
        Self {
            symbol,
            x,
            width: if cell.is_wide() { 2.0 * WIDTH } else { WIDTH },
            look: window.look(cell),
        }
    }

    /// Whether both may be in one run of text. Only letters that every font of the stack has: a glyph of a fallback font may
    /// have another width and would push its neighbours. Viewers that collapse spaces would stretch the text beside a gap.
    fn joins(&self, next: &Self) -> bool {
        let familiar =
            |c| matches!(c, ' '..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{370}'..='\u{52f}');
        let is_familiar = |glyph: &Self| glyph.width == WIDTH && glyph.symbol.chars().all(familiar);
        (self.look.ink, self.look.bold) == (next.look.ink, next.look.bold)
            && is_familiar(self)
            && is_familiar(next)
            && (self.symbol != " " || next.symbol != " ")
    }
}

/// The outlines of each colour. As one path, shapes that touch have no seams at any size.
#[derive(Default)]
struct Shapes(BTreeMap<u32, String>);

impl Shapes {
    fn rect(&mut self, fill: u32, [x, y, w, h]: [f32; 4]) {
        write!(self.0.entry(fill).or_default(), "M{x} {y}h{w}v{h}h-{w}z").unwrap();
    }

    fn write(&self, out: &mut String) {
        for (fill, outline) in &self.0 {
            writeln!(out, r##"<path fill="#{fill:06x}" d="{outline}"/>"##).unwrap();
        }
    }

    /// Draws a block element; returns false if `c` is none.
    fn block(&mut self, c: char, glyph: &Glyph, y: f32) -> bool {
        let (code, Look { ink, paper, .. }) = (u32::from(c), glyph.look);
        // Left, top, width and height in eighths of the cell.
        let mut part = |fill, [left, top, w, h]: [u32; 4]| {
            let (across, down) = (|n| n as f32 * WIDTH / 8.0, |n| n as f32 * HEIGHT / 8.0);
            self.rect(
                fill,
                [glyph.x + across(left), y + down(top), across(w), down(h)],
            );
        };
        match code {
            0x2580 => part(ink, [0, 0, 8, 4]),
            0x2581..=0x2588 => part(ink, [0, 0x2588 - code, 8, code - 0x2580]),
            0x2589..=0x258f => part(ink, [0, 0, 0x2590 - code, 8]),
            0x2590 => part(ink, [4, 0, 4, 8]),
            0x2591..=0x2593 => part(mix(paper, ink, 25 * (code - 0x2590)), [0, 0, 8, 8]),
            0x2596..=0x259f => {
                // One bit per quarter: upper left, upper right, lower left, lower right.
                let quarters = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14][(code - 0x2596) as usize];
                for (bit, left, top) in [(1, 0, 0), (2, 4, 0), (4, 0, 4), (8, 4, 4)] {
                    if quarters & bit != 0 {
                        part(ink, [left, top, 4, 4]);
                    }
                }
            }
            _ => return false,
        }
        true
    }

    /// Draws a line of a border or a bar; returns false if `c` is none.
    fn line(&mut self, c: char, glyph: &Glyph, y: f32) -> bool {
        let ink = glyph.look.ink;
        let corner = match c {
            '╭' => Some((HEIGHT, "v-4q0-5 5-5v1q-4 0-4 4v4z")),
            '╮' => Some((HEIGHT, "v-4q0-4-4-4v-1q5 0 5 5v4z")),
            '╰' => Some((0.0, "v5q0 5 5 5v-1q-4 0-4-4v-5z")),
            '╯' => Some((0.0, "v5q0 4-4 4v1q5 0 5-5v-5z")),
            _ => None,
        };
        if let Some((start, curve)) = corner {
            write!(
                self.0.entry(ink).or_default(),
                "M{} {}{curve}",
                glyph.x + 4.0,
                y + start
            )
            .unwrap();
            return true;
        }
        let Some(arms) = LINES.split(' ').find_map(|line| line.strip_prefix(c)) else {
            return false;
        };
        let [left, right, up, down]: [u8; 4] = std::array::from_fn(|i| arms.as_bytes()[i] - b'0');
        // Arms of one weight are one shape. Others end behind the line that they meet at `middle`.
        let shapes = |first, second, middle, length, crossing: u8| {
            let wider = f32::from(crossing.saturating_sub(1));
            let [first, second] = if first == second {
                [(first, 0.0, length), (0, 0.0, 0.0)]
            } else {
                [
                    (first, 0.0, middle + 1.0 + wider),
                    (second, middle - wider, length - middle + wider),
                ]
            };
            [first, second]
                .into_iter()
                .filter(|(weight, ..)| *weight > 0)
                .map(|(n, at, size)| (f32::from(n), at, size))
        };
        for (weight, left, w) in shapes(left, right, 4.0, WIDTH, up.max(down)) {
            self.rect(
                ink,
                [glyph.x + left, y + 10.0 - weight, w, 2.0 * weight - 1.0],
            );
        }
        for (weight, top, h) in shapes(up, down, 9.0, HEIGHT, left.max(right)) {
            self.rect(
                ink,
                [glyph.x + 5.0 - weight, y + top, 2.0 * weight - 1.0, h],
            );
        }
        true
    }
}

/// Draws every cell of a screen.
pub fn still(screen: &Screen, window: &Window) -> String {
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    // Backgrounds and blocks end on whole pixels, so that they meet; thin lines would vanish where the picture is small.
    let [mut papers, mut blocks, mut thin] = [(); 3].map(|()| Shapes::default());
    let mut text = String::new();
    for row in 0..rows {
        let y = BAR as f32 + f32::from(row) * HEIGHT;
        let cells = (0..columns).map(|column| (screen.cell(row, column).unwrap(), column));
        // A wide symbol is in its first cell.
        let cells = cells.filter(|(cell, _)| !cell.is_wide_continuation());
        let mut glyphs: Vec<Glyph> = cells
            .map(|(cell, column)| Glyph::new(cell, column, window))
            .collect();
        let by_paper = glyphs.chunk_by(|a, b| a.look.paper == b.look.paper);
        for run in by_paper.filter(|run| run[0].look.paper != window.paper) {
            papers.rect(
                run[0].look.paper,
                [
                    run[0].x,
                    y,
                    run.iter().map(|glyph| glyph.width).sum(),
                    HEIGHT,
                ],
            );
        }
        for glyph in &mut glyphs {
            if glyph.look.underlined {
                thin.rect(glyph.look.ink, [glyph.x, y + 16.0, glyph.width, 1.0]);
            }
            let c = glyph.symbol.chars().next().unwrap_or(' ');
            if blocks.block(c, glyph, y) || thin.line(c, glyph, y) {
                glyph.symbol = " ";
            }
        }
        for run in glyphs.chunk_by(Glyph::joins) {
            write_text(&mut text, run, y, window);
        }
    }
    let (width, height) = (
        usize::from(columns) * window::WIDTH,
        usize::from(rows) * window::HEIGHT,
    );
    let mut out = window.svg((width, height)) + "<g shape-rendering=\"crispEdges\">\n";
    papers.write(&mut out);
    blocks.write(&mut out);
    out += "</g>\n";
    thin.write(&mut out);
    writeln!(
        out,
        r##"<g font-family="{FONTS}" font-size="15" fill="#{:06x}" xml:space="preserve" style="{STYLE}">
<text x="{}" y="23" text-anchor="middle" fill="#{:06x}">bertscope</text>
{text}</g>
</svg>"##,
        window.text,
        MARGIN + width / 2,
        mix(window.paper, window.text, 65)
    )
    .unwrap();
    out
}

/// Writes a run of text: one wide symbol, centred, or symbols stretched to exactly their columns.
fn write_text(out: &mut String, run: &[Glyph], y: f32, window: &Window) {
    let all: String = run.iter().map(|glyph| glyph.symbol).collect();
    let text = all.trim_matches(' ');
    let (Look { ink, bold, .. }, width) = (
        run[0].look,
        run.iter().map(|glyph| glyph.width).sum::<f32>(),
    );
    if text.is_empty() {
        return;
    }
    let fill = if ink == window.text {
        String::new()
    } else {
        format!(r##" fill="#{ink:06x}""##)
    };
    let weight = if bold { r#" font-weight="bold""# } else { "" };
    let position = if run[0].width > WIDTH {
        format!(r#"x="{}" text-anchor="middle""#, run[0].x + width / 2.0)
    } else {
        let blanks = |shorter: &str| (all.len() - shorter.len()) as f32 * WIDTH;
        let (x, length) = (
            run[0].x + blanks(all.trim_start_matches(' ')),
            width - blanks(text),
        );
        format!(r#"x="{x}" textLength="{length}" lengthAdjust="spacingAndGlyphs""#)
    };
    writeln!(
        out,
        r#"<text y="{}" {position}{fill}{weight}>{}</text>"#,
        y + 14.0,
        escaped(text)
    )
    .unwrap();
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use super::super::window::DARK;
    use super::*;

    /// The picture of one row of what a terminal got, at 9 by 18 pixels a cell from (18, 45).
    fn draw(bytes: &str) -> String {
        let mut parser = vt100::Parser::new(NonZeroU16::MIN, NonZeroU16::new(8).unwrap(), 0);
        parser.process(bytes.as_bytes());
        still(parser.screen(), &DARK)
    }

    fn assert_has(svg: &str, parts: &[&str]) {
        for part in parts {
            assert!(svg.contains(part), "{part} in {svg}");
        }
    }

    #[test]
    fn runs_of_one_style_are_as_wide_as_their_cells_and_wide_symbols_are_centred() {
        assert_has(
            &draw("  a<&b"),
            &[
                r#"<text y="59" x="36" textLength="36" lengthAdjust="spacingAndGlyphs">a&lt;&amp;b<"#,
            ],
        );
        assert_has(
            &draw("a   b\x1b[1mc"),
            &[
                r#"textLength="9" lengthAdjust="spacingAndGlyphs">b<"#,
                r#""bold">c<"#,
            ],
        );
        assert_has(
            &draw("天\x1b[31ma"),
            &[
                r#"x="27" text-anchor="middle">天<"#,
                r#"x="36" textLength="9""#,
            ],
        );
    }

    #[test]
    fn colours_are_swapped_and_dimmed_and_equal_backgrounds_are_one_shape() {
        let style = "\x1b[38;2;100;0;0;48;2;0;0;100";
        let area = |color| format!("\"#{color}\" d=\"M18 45h18v18h-18z\"");
        let ink = |color, text| format!("\"#{color}\">{text}<");
        assert_has(
            &draw(&format!("{style}mab")),
            &[&area("000064"), &ink("640000", "ab")],
        );
        assert_has(
            &draw(&format!("{style};7m天")),
            &[&area("640000"), &ink("000064", "天")],
        );
        assert_has(&draw(&format!("{style};2ma")), &[&ink("3c0028", "a")]);
        let block = draw(&format!("{style};7m██"));
        assert!(
            block.find(&area("640000")) < block.find("\"#000064\" d=\"M18 45h9"),
            "the block is on it: {block}"
        );
        assert_has(&draw("\x1b[4m  "), &["M18 61h9v1h-9zM27 61h9v1h-9z"]);
    }

    #[test]
    fn lines_and_blocks_are_shapes_that_join() {
        let blocks = ('\u{2580}'..='\u{259f}').filter(|c| !"▔▕".contains(*c));
        let lines = LINES.split(' ').filter_map(|line| line.chars().next());
        for c in blocks.chain(lines).chain("╭╮╰╯".chars()) {
            let svg = draw(&c.to_string());
            assert!(
                !svg.contains("<text y=") && svg.contains("<path"),
                "{c} {svg}"
            );
        }
        for (cells, path) in [
            ("─┐", "M18 54h9v1h-9zM27 54h5v1h-5zM31 54h1v9h-1z"),
            ("━┓", "M18 53h9v3h-9zM27 53h6v3h-6zM30 53h3v10h-3z"),
            (
                "╭╮",
                "M22 63v-4q0-5 5-5v1q-4 0-4 4v4zM31 63v-4q0-4-4-4v-1q5 0 5 5v4z",
            ),
            ("▀", "M18 45h9v9h-9z"),
            ("▃", "M18 56.25h9v6.75h-9z"),
        ] {
            assert_has(&draw(cells), &[path]);
        }
    }
}
