//! A layout as SVG: in a file of its own, and as part of a page.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, Render, html};

use super::ink::{self, Ink};
use super::label;
use super::measure;
pub use super::places::Sign;
use super::places::{Anchor, Area, Detail, Grid, Layout, Role, Text};
use crate::analysis::{Analysis, Side};
use crate::report::palette::Palette;

/// Fonts that the viewer may have, the likely ones for any script.
pub const FONTS: &str = "Inter, 'Noto Sans', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', 'Noto Sans CJK SC', \
                         'Noto Sans Arabic', sans-serif";

/// Most cells that are elements of their own, so that each can say what it is. More of them are drawn in rows of one
/// colour, which takes a tenth of the space.
const MOST_ELEMENTS: usize = 64 * 64;

/// A part of a text that one font draws.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// The font.
    pub family: String,
    /// The part.
    pub text: String,
    /// Its width in units of the font size; 0 where it is the whole text, which needs none.
    pub width: f32,
}

/// Gives each part of a text the font that it is drawn with, from left to right; without it the viewer chooses.
pub type Faces<'a> = &'a dyn Fn(&str, bool) -> Vec<Piece>;

/// How a layout is drawn.
#[derive(Clone, Copy)]
pub struct Pen<'a> {
    /// What it is a picture of.
    pub analysis: &'a Analysis,
    /// Colours of everything but the cells.
    pub ink: Ink,
    /// Colours of the cells.
    pub palette: Palette,
    /// Fonts.
    pub faces: Option<Faces<'a>>,
    /// Whether cells say in words what they are, for the pointer to ask.
    pub hints: bool,
}

/// A number of pixels, to the hundredth.
pub struct Px(pub f32);

impl Render for Px {
    fn render_to(&self, out: &mut String) {
        let hundredths = (f64::from(self.0) * 100.0).round();
        // Nothing here is infinite; a coordinate that were would make the file unreadable.
        let hundredths = if hundredths.is_finite() { hundredths as i64 } else { 0 };
        let (whole, part) = (hundredths / 100, hundredths % 100);
        let sign = if hundredths < 0 && whole == 0 { "-" } else { "" };
        let _ = match part.abs() {
            0 => write!(out, "{sign}{whole}"),
            p if p % 10 == 0 => write!(out, "{sign}{whole}.{}", p / 10),
            p => write!(out, "{sign}{whole}.{p:02}"),
        };
    }
}

/// A whole file.
#[must_use]
pub fn file(layout: &Layout, pen: &Pen<'_>, title: &str) -> String {
    let (w, h) = (Px(layout.width), Px(layout.height));
    let view = format!("0 0 {} {}", Px(layout.width).render().0, Px(layout.height).render().0);
    let family = if pen.faces.is_some() { super::fonts::BUNDLED } else { FONTS };
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(w) height=(h) viewBox=(view) role="img" font-family=(family) {
            title { (title) }
            @if let Some(paper) = pen.ink.paper { rect width=(w) height=(h) fill=(paper) {} }
            (content(layout, pen))
        }
    };
    format!("{}\n", picture.into_string())
}

/// Everything inside the `svg` element.
#[must_use]
pub fn content(layout: &Layout, pen: &Pen<'_>) -> Markup {
    html! {
        "\n"
        @if let Some(ramp) = layout.ramp { (scale(ramp, pen.palette)) }
        g fill=(pen.ink.bar) { @for bar in &layout.bars { (area(*bar)) } }
        "\n"
        g fill=(pen.ink.line) { @for bracket in &layout.brackets { (area(*bracket)) } }
        "\n"
        @if let Some(grid) = &layout.grid { (cells(grid, pen)) }
        g fill=(pen.ink.text) {
            @for &(x, y, r, sign) in &layout.signs { path d=(shape(sign, x, y, r)) {} }
        }
        "\n"
        @for text in &layout.texts { (written(text, pen)) "\n" }
    }
}

fn area(a: Area) -> Markup {
    html! { rect x=(Px(a.x)) y=(Px(a.y)) width=(Px(a.width)) height=(Px(a.height)) {} }
}

/// The colour scale.
fn scale(ramp: Area, palette: Palette) -> Markup {
    let stops = (0..=16u8).map(|i| (f32::from(i) / 16.0, ink::hex(palette.rgb(f32::from(i) / 16.0))));
    let id = format!("bertscope-{}", palette.name());
    html! {
        defs {
            linearGradient id=(id) {
                @for (at, colour) in stops { stop offset=(at) stop-color=(colour) {} }
            }
        }
        rect x=(Px(ramp.x)) y=(Px(ramp.y)) width=(Px(ramp.width)) height=(Px(ramp.height)) rx="2" fill=(format!("url(#{id})")) {}
        "\n"
    }
}

fn written(text: &Text, pen: &Pen<'_>) -> Markup {
    let fill = match text.role {
        Role::Title | Role::Number | Role::Text => pen.ink.text,
        Role::Quiet => pen.ink.quiet,
        Role::Warning => pen.ink.warning,
    };
    let bold = matches!(text.role, Role::Title | Role::Number);
    let anchor = match text.anchor {
        Anchor::Start => None,
        Anchor::Middle => Some("middle"),
        Anchor::End => Some("end"),
    };
    let turn = (text.turn != 0.0).then(|| {
        let (x, y) = (Px(text.x).render().0, Px(text.y).render().0);
        format!("rotate({} {x} {y})", text.turn)
    });
    let token = text.token.filter(|_| pen.hints);
    let name = token.map(|(side, i)| format!("{}{i}", if side == Side::Candidate { 'c' } else { 'r' }));
    let (x, inside) = match pen.faces {
        Some(faces) => lettered(text, bold, faces),
        None => (text.x, html! { (text.text) }),
    };
    html! {
        text x=(Px(x)) y=(Px(text.y)) font-size=(Px(text.size)) fill=(fill) font-weight=[bold.then_some("600")]
            text-anchor=[anchor] transform=[turn] data-token=[name] {
            @if let Some(whole) = &text.whole { title { (whole) } }
            (inside)
        }
    }
}

/// A text whose fonts are chosen here. Each part has a place of its own: only so is it shaped by itself.
fn lettered(text: &Text, bold: bool, faces: Faces<'_>) -> (f32, Markup) {
    let pieces = faces(&text.text, bold);
    if let [piece] = &pieces[..] {
        let family = (piece.family != super::fonts::BUNDLED).then_some(&piece.family);
        let inside = html! {
            @if let Some(family) = family { tspan font-family=(family) { (piece.text) } } @else { (piece.text) }
        };
        return (text.x, inside);
    }
    let width: f32 = pieces.iter().map(|piece| piece.width * text.size).sum();
    let start = match text.anchor {
        Anchor::Start => text.x,
        Anchor::Middle => text.x - width / 2.0,
        Anchor::End => text.x - width,
    };
    let mut next = start;
    let places = pieces.iter().map(|piece| {
        let here = next;
        next += piece.width * text.size;
        (here, piece)
    });
    let inside = html! {
        @for (x, piece) in places {
            tspan x=(Px(x)) text-anchor="start" font-family=(piece.family) { (piece.text) }
        }
    };
    (start, inside)
}

fn cells(grid: &Grid, pen: &Pen<'_>) -> Markup {
    let many = grid.rows.len() * grid.columns.len() > MOST_ELEMENTS;
    html! {
        @if many { (in_rows(grid, pen)) } @else { (one_by_one(grid, pen)) }
        (signs(grid, pen))
        @if let Detail::Digits(size) = grid.detail { (digits(grid, pen, size)) }
    }
}

/// The step of the colour map for every cell, row after row.
fn colour(grid: &Grid, pen: &Pen<'_>, row: usize, column: usize) -> u8 {
    ink::step(pen.analysis.cell(grid.rows[row], grid.columns[column]))
}

fn one_by_one(grid: &Grid, pen: &Pen<'_>) -> Markup {
    let round = if grid.gap >= 2.0 { Some("2") } else { None };
    html! {
        g {
            @for row in 0..grid.rows.len() {
                @for column in 0..grid.columns.len() {
                    @let a = grid.cell_at(row, column);
                    rect x=(Px(a.x)) y=(Px(a.y)) width=(Px(a.width)) height=(Px(a.height)) rx=[round]
                        fill=(ink::hex(ink::rgb(pen.palette, colour(grid, pen, row, column)))) {
                        @if pen.hints { title { (hint(pen.analysis, grid.rows[row], grid.columns[column])) } }
                    }
                }
                "\n"
            }
        }
    }
}

/// One path for each colour: neighbours of the same colour are one stroke.
fn in_rows(grid: &Grid, pen: &Pen<'_>) -> Markup {
    let mut paths = vec![String::new(); 256];
    for row in 0..grid.rows.len() {
        let steps: Vec<u8> = (0..grid.columns.len()).map(|column| colour(grid, pen, row, column)).collect();
        let mut column = 0;
        for run in steps.chunk_by(|a, b| a == b) {
            let _ = write!(paths[usize::from(run[0])], "M{column} {row}h{}", run.len());
            column += run.len();
        }
    }
    let (w, h) = grid.cell;
    let place = |x: f32| Px(x).render().0;
    // In units of cells, half a cell down: a stroke lies on both sides of its line.
    let (x, y) = (place(grid.area.x), place(grid.area.y + h / 2.0));
    let transform = format!("translate({x} {y}) scale({} {})", place(w), place(h));
    html! {
        g transform=(transform) shape-rendering="crispEdges" fill="none" {
            @for (step, path) in (0..=255u8).zip(&paths).filter(|(_, path)| !path.is_empty()) {
                path stroke=(ink::hex(ink::rgb(pen.palette, step))) d=(path) {}
                "\n"
            }
        }
    }
}

/// Whose best match a cell is.
#[must_use]
pub fn sign(analysis: &Analysis, candidate: usize, reference: usize) -> Option<Sign> {
    let best = |m: Option<&crate::metric::Match>, token: usize| m.is_some_and(|m| m.token == token);
    let row = best(analysis.matches.candidate.get(candidate), reference);
    let column = best(analysis.matches.reference.get(reference), candidate);
    match (row, column) {
        (true, true) => Some(Sign::Both),
        (true, false) => Some(Sign::Candidate),
        (false, true) => Some(Sign::Reference),
        (false, false) => None,
    }
}

/// The outline of a sign around a point; `r` is half its width.
fn shape(sign: Sign, x: f32, y: f32, r: f32) -> PreEscaped<String> {
    let p = |dx: f32, dy: f32| format!("{} {}", Px(x + dx * r).render().0, Px(y + dy * r).render().0);
    PreEscaped(match sign {
        Sign::Candidate => format!("M{}L{}L{}z", p(-0.8, -0.95), p(1.0, 0.0), p(-0.8, 0.95)),
        Sign::Reference => format!("M{}L{}L{}z", p(-0.95, -0.8), p(0.95, -0.8), p(0.0, 1.0)),
        Sign::Both => format!("M{}L{}L{}L{}z", p(0.0, -1.15), p(1.15, 0.0), p(0.0, 1.15), p(-1.15, 0.0)),
        Sign::Any => {
            let (start, radius, across) = (p(-1.0, 0.0), Px(r).render().0, Px(2.0 * r).render().0);
            format!("M{start}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 -{across} 0z")
        }
    })
}

/// Signs of the matches, black on light cells and white on dark ones, with a frame where there is room for one. A frame
/// lies on the gap around its cell, where the colour of text is seen on every palette.
fn signs(grid: &Grid, pen: &Pen<'_>) -> Markup {
    let mut signs: [String; 2] = Default::default();
    let mut frames = Vec::new();
    for (row, &candidate) in grid.rows.iter().enumerate() {
        for (column, &reference) in grid.columns.iter().enumerate() {
            let Some(sign) = sign(pen.analysis, candidate, reference) else { continue };
            let white = usize::from(ink::on(ink::rgb(pen.palette, colour(grid, pen, row, column))) == "#fff");
            let a = grid.cell_at(row, column);
            let (x, y) = (a.x + a.width / 2.0, a.y + a.height / 2.0);
            signs[white] += &match grid.detail {
                Detail::Digits(size) => {
                    let number = number(grid, pen.analysis.cell(candidate, reference));
                    let left = x + NUMBER * size - measure::width(&number) * size / 2.0;
                    shape(sign, left - 0.5 * size, y, size * 0.31).0
                }
                Detail::Signs => shape(sign, x, y, a.width * 0.27).0,
                Detail::Dots => shape(Sign::Any, x, y, a.width * 0.3).0,
            };
            if matches!(grid.detail, Detail::Digits(_)) {
                frames.push(a);
            }
        }
    }
    html! {
        @for (ink, signs) in ["#000", "#fff"].into_iter().zip(&signs).filter(|(_, signs)| !signs.is_empty()) {
            path fill=(ink) pointer-events="none" d=(signs) {}
        }
        @if !frames.is_empty() {
            g fill="none" stroke=(pen.ink.text) stroke-width="1.6" pointer-events="none" {
                @for a in &frames {
                    rect x=(Px(a.x)) y=(Px(a.y)) width=(Px(a.width)) height=(Px(a.height)) rx="2" {}
                }
            }
        }
        "\n"
    }
}

/// How far right of the middle of its cell a number stands, in units of its font size: there is a sign before it, or
/// might be.
const NUMBER: f32 = 0.22;

/// A cell's number, as long as it has room for.
fn number(grid: &Grid, value: f32) -> String {
    if grid.cell.0 < 32.0 { label::shortest(value) } else { label::short(value) }
}

fn digits(grid: &Grid, pen: &Pen<'_>, size: f32) -> Markup {
    html! {
        g font-size=(Px(size)) text-anchor="middle" pointer-events="none" {
            @for (row, &candidate) in grid.rows.iter().enumerate() {
                @for (column, &reference) in grid.columns.iter().enumerate() {
                    @let a = grid.cell_at(row, column);
                    @let value = pen.analysis.cell(candidate, reference);
                    @let matched = sign(pen.analysis, candidate, reference).is_some();
                    text x=(Px(a.x + a.width / 2.0 + size * NUMBER)) y=(Px(a.y + a.height / 2.0 + size * 0.36))
                        fill=(ink::on(ink::rgb(pen.palette, colour(grid, pen, row, column))))
                        font-weight=[matched.then_some("600")] {
                        (number(grid, value))
                    }
                }
                "\n"
            }
        }
    }
}

/// A cell in words.
fn hint(analysis: &Analysis, candidate: usize, reference: usize) -> String {
    let name = |side: Side, i: usize| label::token(&analysis.side(side).tokenized.tokens[i]);
    let value = label::precise(Some(f64::from(analysis.cell(candidate, reference))));
    let standing = match sign(analysis, candidate, reference) {
        Some(Sign::Both) => ", best both ways",
        Some(Sign::Candidate) => ", the candidate token’s best",
        Some(Sign::Reference) => ", the reference token’s best",
        _ => "",
    };
    format!("“{}” × “{}” {value}{standing}", name(Side::Candidate, candidate), name(Side::Reference, reference))
}
