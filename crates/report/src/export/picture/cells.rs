//! The cells of the matrix as SVG: colours, numbers, and the signs of the matches.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};

use super::geometry::{Area, CellSize, Detail, Grid};
use super::ink::{self, Ink};
use super::measure;
use super::pen::{Pen, Px};
use crate::export::palette::quiet_ink_on;
use crate::topics::names::token_name;
use crate::{MatchDirection, number};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::sentences::sentence_starts;
use bertscope_metric::GreedyMatches;

/// Most cells that are drawn one by one. More cells are drawn as runs of one colour, which takes a tenth of the space.
const MAX_SINGLE_CELLS: usize = 64 * 64;

pub fn draw(grid: &Grid, pen: &Pen<'_>) -> Markup {
    let analysis = pen.analysis;
    let places = match analysis.similarity.range() {
        Some((low, high)) => number::decimal_places(
            analysis.scaled_similarity(low),
            analysis.scaled_similarity(high),
        ),
        None => 2,
    };
    Cells { grid, pen, places }.markup()
}

/// The cells, and what they are drawn with.
#[derive(Clone, Copy)]
struct Cells<'a> {
    grid: &'a Grid,
    pen: &'a Pen<'a>,
    /// Decimals of every number.
    places: usize,
}

impl Cells<'_> {
    fn markup(self) -> Markup {
        let count = self.grid.rows.len() * self.grid.columns.len();
        let many = count > MAX_SINGLE_CELLS || self.grid.cell.gap == 0.0;
        html! {
            @if many { (self.runs_of_cells()) } @else { (self.rounded_cells()) }
            (self.borders())
            (self.symbols())
            @if let Detail::Digits(size) = self.grid.cell.detail {
                @if self.pen.is_scripted { (self.lines_of_numbers(size)) } @else { (self.digits(size)) }
            }
        }
    }

    /// Every row and column, row after row.
    fn positions(self) -> impl Iterator<Item = (usize, usize)> {
        let columns = self.grid.columns.len();
        (0..self.grid.rows.len()).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    fn similarity(self, row: usize, column: usize) -> f32 {
        let analysis = self.pen.analysis;
        analysis.cell(self.grid.rows[row], self.grid.columns[column])
    }

    fn number(self, row: usize, column: usize) -> String {
        number::without_zero(self.similarity(row, column), self.places)
    }

    /// The step of the colour map for a cell. A page has only every fourth: its browser lays out and paints an element for each
    /// colour at every key press.
    fn step(self, row: usize, column: usize) -> u8 {
        let step = ink::step(self.similarity(row, column));
        if self.pen.is_scripted {
            step - step % 4
        } else {
            step
        }
    }

    /// Black or white, whichever can be read on a cell.
    fn ink(self, row: usize, column: usize) -> &'static str {
        ink::on(ink::rgb(self.pen.palette, self.step(row, column)))
    }

    fn colour_of(self, step: u8) -> String {
        ink::hex(ink::rgb(self.pen.palette, step))
    }

    /// The ink of a number: quiet below 0, unless the cell is a match.
    fn number_ink(self, row: usize, column: usize) -> String {
        if self.similarity(row, column) < 0.0 && self.sign(row, column).is_none() {
            return ink::hex(quiet_ink_on(self.pen.palette.rgb(0.0)));
        }
        self.ink(row, column).to_owned()
    }

    fn sign(self, row: usize, column: usize) -> Option<char> {
        let Self { grid, pen, .. } = self;
        symbol(
            pen.analysis,
            pen.direction,
            grid.rows[row],
            grid.columns[column],
        )
    }

    /// One path for each colour: a browser that draws the picture at each key press spends its time on elements.
    fn rounded_cells(self) -> Markup {
        let mut paths: BTreeMap<u8, String> = BTreeMap::new();
        for (row, column) in self.positions() {
            let cell = rounded(self.grid.cell_at(row, column), self.grid.cell.gap.min(2.0));
            *paths.entry(self.step(row, column)).or_default() += &cell;
        }
        html! {
            @for (step, path) in paths {
                path fill=(self.colour_of(step)) d=(path) {}
                "\n"
            }
        }
    }

    /// Lines between sentences, in the gaps between cells.
    fn borders(self) -> Markup {
        let Self { grid, pen, .. } = self;
        let Area {
            x,
            y,
            width,
            height,
        } = grid.area;
        let mut path = String::new();
        for row in sentence_positions(pen.analysis, Side::Candidate, &grid.rows) {
            let [x, y, length] = [x, y + row as f32 * grid.cell.height, width].map(Px);
            // Writing to a string cannot fail.
            let _ = write!(path, "M{x} {y}h{length}");
        }
        for column in sentence_positions(pen.analysis, Side::Reference, &grid.columns) {
            let [x, y, length] = [x + column as f32 * grid.cell.width, y, height].map(Px);
            let _ = write!(path, "M{x} {y}v{length}");
        }
        html! {
            @if !path.is_empty() {
                path class="sentences" fill="none" stroke=(pen.ink.text) stroke-width="1" pointer-events="none" d=(path) {}
                "\n"
            }
        }
    }

    /// One path for each colour: neighbours of the same colour are one stroke.
    fn runs_of_cells(self) -> Markup {
        let grid = self.grid;
        let mut paths: BTreeMap<u8, String> = BTreeMap::new();
        for row in 0..grid.rows.len() {
            let columns = 0..grid.columns.len();
            let steps: Vec<u8> = columns.map(|column| self.step(row, column)).collect();
            let mut column = 0;
            for run in steps.chunk_by(|a, b| a == b) {
                let path = paths.entry(run[0]).or_default();
                // Writing to a string cannot fail.
                let _ = write!(path, "M{column} {row}h{}", run.len());
                column += run.len();
            }
        }
        let CellSize { width, height, .. } = grid.cell;
        // In units of cells, half a cell down: a stroke extends to both sides of its line.
        let transform = format!(
            "translate({} {}) scale({} {})",
            Px(grid.area.x),
            Px(grid.area.y + height / 2.0),
            Px(width),
            Px(height)
        );
        html! {
            g transform=(transform) shape-rendering="crispEdges" fill="none" {
                @for (step, path) in paths {
                    path stroke=(self.colour_of(step)) d=(path) {}
                    "\n"
                }
            }
        }
    }

    /// Signs of the matches, black on light cells and white on dark ones, with a frame if there is room. The frame lies on
    /// the gap around its cell, where the text colour is visible with every palette.
    fn symbols(self) -> Markup {
        let mut signs: BTreeMap<&str, String> = BTreeMap::new();
        let mut frames = String::new();
        for (row, column) in self.positions() {
            let Some(sign) = self.sign(row, column) else {
                continue;
            };
            let a = self.grid.cell_at(row, column);
            let y = a.y + a.height / 2.0;
            let drawn = match self.grid.cell.detail {
                Detail::Digits(size) => {
                    frames += &rounded(a, 2.0);
                    let left = self.number_left(a, size, &self.number(row, column));
                    shape(sign, left - 0.5 * size, y, size * 0.31)
                }
                Detail::Symbols => shape(sign, a.x + a.width / 2.0, y, a.width * 0.27),
            };
            *signs.entry(self.ink(row, column)).or_default() += &drawn.0;
        }
        let class = self.class();
        html! {
            @for (ink, signs) in signs {
                path class=[class] fill=(ink) pointer-events="none" d=(signs) {}
            }
            @if !frames.is_empty() {
                path class=[class] fill="none" stroke=(self.pen.ink.text) stroke-width="1.6" pointer-events="none" d=(frames) {}
            }
            "\n"
        }
    }

    /// The class of everything that sets a match apart from other cells, so that a page can hide the matches.
    fn class(self) -> Option<&'static str> {
        self.pen.is_scripted.then_some("match")
    }

    /// Where the number of a cell begins.
    fn number_left(self, a: Area, size: f32, number: &str) -> f32 {
        let middle = a.x + a.width / 2.0;
        let width = measure::width(number);
        let left = if self.pen.is_scripted {
            // A point and half its decimals.
            let decimals = measure::width(&format!(".{}", "0".repeat(self.places)));
            NUMBER_END + decimals / 2.0 - width
        } else {
            NUMBER - width / 2.0
        };
        middle + left * size
    }

    /// The numbers of the cells as lines of text with a tab between columns. The live page draws them at every key press, and a
    /// browser takes several times as long for a `text` element for each number. No attribute of SVG sets the height of a line
    /// and the width of a tab, so the page's script does.
    fn lines_of_numbers(self, size: f32) -> Markup {
        let numbers = self.positions();
        let mut numbers: Vec<String> = numbers
            .map(|(row, column)| self.number(row, column))
            .collect();
        let most_chars = numbers.iter().map(|number| number.chars().count()).max();
        for number in &mut numbers {
            let missing = most_chars.unwrap_or_default() - number.chars().count();
            number.insert_str(0, &FIGURE_SPACE.repeat(missing));
        }
        let Area {
            y, width, height, ..
        } = self.grid.area;
        let x = self.number_left(self.grid.cell_at(0, 0), size, &numbers[0]);
        html! {
            foreignObject x=(Px(x)) y=(Px(y)) width=(Px(width)) height=(Px(height)) font-size=(Px(size)) pointer-events="none" {
                div .digits {
                    @for (row, line) in numbers.chunks(self.grid.columns.len()).enumerate() {
                        @for (column, number) in line.iter().enumerate() {
                            @if column > 0 { "\t" }
                            (self.styled_number(row, column, number))
                        }
                        "\n"
                    }
                }
            }
        }
    }

    fn styled_number(self, row: usize, column: usize, number: &str) -> Markup {
        let is_match = self.sign(row, column).is_some();
        let is_white = self.ink(row, column) == "#fff";
        html! {
            @if is_match || is_white {
                span .match[is_match] .white[is_white] { (number) }
            } @else {
                (number)
            }
        }
    }

    /// What a cell is, where no script says it.
    fn hint(self, row: usize, column: usize) -> String {
        let Self { grid, pen, .. } = self;
        format!(
            "{} × {} {}",
            token_name(pen.analysis, Side::Candidate, grid.rows[row]),
            token_name(pen.analysis, Side::Reference, grid.columns[column]),
            number::without_zero(self.similarity(row, column), 5)
        )
    }

    /// The numbers of the cells, all with the same number of decimals. On a page, they say more where the pointer is.
    fn digits(self, size: f32) -> Markup {
        let is_on_page = self.pen.ink == Ink::PAGE;
        html! {
            g font-size=(Px(size)) text-anchor="middle" pointer-events=[(!is_on_page).then_some("none")] {
                @for row in 0..self.grid.rows.len() {
                    @for column in 0..self.grid.columns.len() {
                        @let a = self.grid.cell_at(row, column);
                        @let matched = self.sign(row, column).is_some();
                        text class=[self.class().filter(|_| matched)] x=(Px(a.x + a.width / 2.0 + size * NUMBER)) y=(Px(a.y + a.height / 2.0 + size * 0.36))
                            fill=(self.number_ink(row, column))
                            font-weight=[matched.then_some("600")] {
                            @if is_on_page { title { (self.hint(row, column)) } }
                            (self.number(row, column))
                        }
                    }
                    "\n"
                }
            }
        }
    }
}

/// How far a number is to the right of the middle of its cell, in units of its font size, to leave room for a sign.
const NUMBER: f32 = 0.22;

/// How far to the right of the middle of its cell a number ends, in units of its font size and beside half its decimals, where
/// all numbers end at the same place.
const NUMBER_END: f32 = NUMBER + 0.26;

const FIGURE_SPACE: &str = "\u{2007}";

/// A rectangle with round corners, as a part of a path.
fn rounded(area: Area, corner: f32) -> String {
    let [x, y, r] = [area.x + corner, area.y, corner].map(Px);
    let [width, height] = [area.width, area.height].map(|pixels| Px(pixels - 2.0 * corner));
    format!(
        "M{x} {y}h{width}q{r} 0 {r} {r}v{height}q0 {r}-{r} {r}h-{width}q-{r} 0-{r}-{r}v-{height}q0-{r} {r}-{r}z"
    )
}

/// The rows or columns where a sentence begins, without the first.
fn sentence_positions(analysis: &Analysis, side: Side, shown: &[usize]) -> Vec<usize> {
    let starts = sentence_starts(analysis, side).into_iter();
    starts
        .filter_map(|start| shown.iter().position(|&token| token == start))
        .filter(|at| *at > 0)
        .collect()
}

/// Whose best match a cell is, of the direction that is shown.
pub fn symbol(
    analysis: &Analysis,
    direction: MatchDirection,
    candidate: usize,
    reference: usize,
) -> Option<char> {
    let (row, column) = analysis
        .matches
        .best_of_row_and_column(candidate, reference);
    GreedyMatches::symbol_of((
        row && direction.has_precision(),
        column && direction.has_recall(),
    ))
}

/// The outline of a sign around a point; `r` is half its width.
pub fn shape(sign: char, x: f32, y: f32, r: f32) -> PreEscaped<String> {
    // Corners in units of `r`, from the point.
    let corners: &[(f32, f32)] = match sign {
        '▶' => &[(-0.8, -0.95), (1.0, 0.0), (-0.8, 0.95)],
        '▼' => &[(-0.95, -0.8), (0.95, -0.8), (0.0, 1.0)],
        _ => &[(0.0, -1.15), (1.15, 0.0), (0.0, 1.15), (-1.15, 0.0)],
    };
    let corners: Vec<String> = corners
        .iter()
        .map(|(dx, dy)| format!("{} {}", Px(x + dx * r), Px(y + dy * r)))
        .collect();
    PreEscaped(format!("M{}z", corners.join("L")))
}
