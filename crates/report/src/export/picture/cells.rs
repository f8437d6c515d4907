//! The cells of the matrix as SVG: colours, numbers, and the signs of the matches.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};

use super::geometry::{Area, Detail, Grid};
use super::pen::{Pen, Px};
use super::{ink, measure};
use crate::{MatchDirection, number};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::sentences::sentence_starts;
use bertscope_metric::GreedyMatches;

/// Most cells that are drawn one by one. More cells are drawn as runs of one colour, which takes a tenth of the space.
const MAX_SINGLE_CELLS: usize = 64 * 64;

pub fn draw(grid: &Grid, pen: &Pen<'_>) -> Markup {
    let cells = grid.rows.len() * grid.columns.len();
    let many = cells > MAX_SINGLE_CELLS || grid.gap == 0.0;
    let places = match pen.analysis.similarity.range() {
        Some((low, high)) => number::decimal_places(
            pen.analysis.scaled_similarity(low),
            pen.analysis.scaled_similarity(high),
        ),
        None => 2,
    };
    html! {
        @if many { (runs_of_cells(grid, pen)) } @else { (rounded_cells(grid, pen)) }
        (borders(grid, pen))
        (symbols(grid, pen, places))
        @if let Detail::Digits(size) = grid.detail {
            @if pen.is_scripted {
                (lines_of_numbers(grid, pen, size, places))
            } @else {
                (digits(grid, pen, size, places))
            }
        }
    }
}

/// The step of the colour map for a cell. A page has only every fourth: its browser lays out and paints an element for each
/// colour at every key press.
fn colour(grid: &Grid, pen: &Pen<'_>, row: usize, column: usize) -> u8 {
    let step = ink::step(pen.analysis.cell(grid.rows[row], grid.columns[column]));
    if pen.is_scripted {
        step - step % 4
    } else {
        step
    }
}

/// Black or white, whichever can be read on a cell.
fn ink_of(grid: &Grid, pen: &Pen<'_>, row: usize, column: usize) -> &'static str {
    ink::on(ink::rgb(pen.palette, colour(grid, pen, row, column)))
}

/// One path for each colour: a browser that draws the picture at each key press spends its time on elements.
fn rounded_cells(grid: &Grid, pen: &Pen<'_>) -> Markup {
    let mut paths = vec![String::new(); 256];
    for row in 0..grid.rows.len() {
        for column in 0..grid.columns.len() {
            let cell = rounded(grid.cell_at(row, column), grid.gap.min(2.0));
            paths[usize::from(colour(grid, pen, row, column))] += &cell;
        }
    }
    html! {
        @for (step, path) in (0..=255u8).zip(&paths).filter(|(_, path)| !path.is_empty()) {
            path fill=(ink::hex(ink::rgb(pen.palette, step))) d=(path) {}
            "\n"
        }
    }
}

/// A rectangle with round corners, as a part of a path.
fn rounded(area: Area, corner: f32) -> String {
    let [x, y, r] = [area.x + corner, area.y, corner].map(|pixels| Px(pixels).text());
    let [width, height] = [area.width, area.height].map(|pixels| Px(pixels - 2.0 * corner).text());
    format!(
        "M{x} {y}h{width}q{r} 0 {r} {r}v{height}q0 {r}-{r} {r}h-{width}q-{r} 0-{r}-{r}v-{height}q0-{r} {r}-{r}z"
    )
}

/// Lines between sentences, in the gaps between cells.
fn borders(grid: &Grid, pen: &Pen<'_>) -> Markup {
    let Area {
        x,
        y,
        width,
        height,
    } = grid.area;
    let mut path = String::new();
    for row in sentence_positions(pen.analysis, Side::Candidate, &grid.rows) {
        let y = y + row as f32 * grid.cell.1;
        let [x, y, length] = [x, y, width].map(|pixels| Px(pixels).text());
        // Writing to a string cannot fail.
        let _ = write!(path, "M{x} {y}h{length}");
    }
    for column in sentence_positions(pen.analysis, Side::Reference, &grid.columns) {
        let x = x + column as f32 * grid.cell.0;
        let [x, y, length] = [x, y, height].map(|pixels| Px(pixels).text());
        let _ = write!(path, "M{x} {y}v{length}");
    }
    html! {
        @if !path.is_empty() {
            path class="sentences" fill="none" stroke=(pen.ink.text) stroke-width="1" pointer-events="none" d=(path) {}
            "\n"
        }
    }
}

/// The rows or columns where a sentence begins, without the first.
fn sentence_positions(analysis: &Analysis, side: Side, shown: &[usize]) -> Vec<usize> {
    let starts = sentence_starts(analysis, side).into_iter();
    starts
        .filter_map(|start| shown.iter().position(|&token| token == start))
        .filter(|at| *at > 0)
        .collect()
}

/// One path for each colour: neighbours of the same colour are one stroke.
fn runs_of_cells(grid: &Grid, pen: &Pen<'_>) -> Markup {
    let mut paths = vec![String::new(); 256];
    for row in 0..grid.rows.len() {
        let steps: Vec<u8> = (0..grid.columns.len())
            .map(|column| colour(grid, pen, row, column))
            .collect();
        let mut column = 0;
        for run in steps.chunk_by(|a, b| a == b) {
            let _ = write!(paths[usize::from(run[0])], "M{column} {row}h{}", run.len());
            column += run.len();
        }
    }
    let (width, height) = grid.cell;
    // In units of cells, half a cell down: a stroke extends to both sides of its line.
    let transform = format!(
        "translate({} {}) scale({} {})",
        Px(grid.area.x).text(),
        Px(grid.area.y + height / 2.0).text(),
        Px(width).text(),
        Px(height).text()
    );
    html! {
        g transform=(transform) shape-rendering="crispEdges" fill="none" {
            @for (step, path) in (0..=255u8).zip(&paths).filter(|(_, path)| !path.is_empty()) {
                path stroke=(ink::hex(ink::rgb(pen.palette, step))) d=(path) {}
                "\n"
            }
        }
    }
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
        .map(|(dx, dy)| format!("{} {}", Px(x + dx * r).text(), Px(y + dy * r).text()))
        .collect();
    PreEscaped(format!("M{}z", corners.join("L")))
}

/// Signs of the matches, black on light cells and white on dark ones, with a frame if there is room. The frame lies on
/// the gap around its cell, where the text colour is visible with every palette.
fn symbols(grid: &Grid, pen: &Pen<'_>, places: usize) -> Markup {
    let mut signs: [String; 2] = Default::default();
    let mut frames = String::new();
    for (row, &candidate) in grid.rows.iter().enumerate() {
        for (column, &reference) in grid.columns.iter().enumerate() {
            let Some(sign) = symbol(pen.analysis, pen.direction, candidate, reference) else {
                continue;
            };
            let a = grid.cell_at(row, column);
            let x = a.x + a.width / 2.0;
            let y = a.y + a.height / 2.0;
            let drawn = match grid.detail {
                Detail::Digits(size) => {
                    frames += &rounded(a, 2.0);
                    let number =
                        number::without_zero(pen.analysis.cell(candidate, reference), places);
                    let left = number_left(pen, a, size, &number, places);
                    shape(sign, left - 0.5 * size, y, size * 0.31)
                }
                Detail::Symbols => shape(sign, x, y, a.width * 0.27),
            };
            let is_white = ink_of(grid, pen, row, column) == "#fff";
            signs[usize::from(is_white)] += &drawn.0;
        }
    }
    let class = class(pen);
    html! {
        @for (ink, signs) in ["#000", "#fff"].into_iter().zip(&signs).filter(|(_, signs)| !signs.is_empty()) {
            path class=[class] fill=(ink) pointer-events="none" d=(signs) {}
        }
        @if !frames.is_empty() {
            path class=[class] fill="none" stroke=(pen.ink.text) stroke-width="1.6" pointer-events="none" d=(frames) {}
        }
        "\n"
    }
}

/// The class of everything that sets a match apart from other cells, so that a page can hide the matches.
fn class(pen: &Pen<'_>) -> Option<&'static str> {
    pen.is_scripted.then_some("match")
}

/// How far a number is to the right of the middle of its cell, in units of its font size, to leave room for a sign.
const NUMBER: f32 = 0.22;

/// How far to the right of the middle of its cell a number ends, in units of its font size and beside half its decimals, where
/// all numbers end at the same place.
const NUMBER_END: f32 = NUMBER + 0.26;

const FIGURE_SPACE: &str = "\u{2007}";

/// Where the number of a cell begins.
fn number_left(pen: &Pen<'_>, a: Area, size: f32, number: &str, places: usize) -> f32 {
    let middle = a.x + a.width / 2.0;
    let width = measure::width(number);
    let left = if pen.is_scripted {
        NUMBER_END + decimals_width(places) / 2.0 - width
    } else {
        NUMBER - width / 2.0
    };
    middle + left * size
}

/// Width of a point and its decimals, in units of the font size.
fn decimals_width(places: usize) -> f32 {
    measure::width(&format!(".{}", "0".repeat(places)))
}

/// The numbers of the cells as lines of text with a tab between columns. The live page draws them at every key press, and a
/// browser takes several times as long for a `text` element for each number. No attribute of SVG sets the height of a line
/// and the width of a tab, so the page's script does.
fn lines_of_numbers(grid: &Grid, pen: &Pen<'_>, size: f32, places: usize) -> Markup {
    let mut numbers = Vec::new();
    for &candidate in &grid.rows {
        for &reference in &grid.columns {
            let value = pen.analysis.cell(candidate, reference);
            numbers.push(number::without_zero(value, places));
        }
    }
    let most_chars = numbers.iter().map(|number| number.chars().count()).max();
    for number in &mut numbers {
        let missing = most_chars.unwrap_or_default() - number.chars().count();
        number.insert_str(0, &FIGURE_SPACE.repeat(missing));
    }
    let Area {
        y, width, height, ..
    } = grid.area;
    let x = number_left(pen, grid.cell_at(0, 0), size, &numbers[0], places);
    html! {
        foreignObject x=(Px(x)) y=(Px(y)) width=(Px(width)) height=(Px(height)) font-size=(Px(size)) pointer-events="none" {
            div .digits {
                @for (row, line) in numbers.chunks(grid.columns.len()).enumerate() {
                    @for (column, number) in line.iter().enumerate() {
                        @if column > 0 { "\t" }
                        (styled_number(grid, pen, row, column, number))
                    }
                    "\n"
                }
            }
        }
    }
}

fn styled_number(grid: &Grid, pen: &Pen<'_>, row: usize, column: usize, number: &str) -> Markup {
    let sign = symbol(
        pen.analysis,
        pen.direction,
        grid.rows[row],
        grid.columns[column],
    );
    let is_match = sign.is_some();
    let is_white = ink_of(grid, pen, row, column) == "#fff";
    html! {
        @if is_match || is_white {
            span .match[is_match] .white[is_white] { (number) }
        } @else {
            (number)
        }
    }
}

/// The numbers of the cells, all with the same number of decimals.
fn digits(grid: &Grid, pen: &Pen<'_>, size: f32, places: usize) -> Markup {
    html! {
        g font-size=(Px(size)) text-anchor="middle" pointer-events="none" {
            @for (row, &candidate) in grid.rows.iter().enumerate() {
                @for (column, &reference) in grid.columns.iter().enumerate() {
                    @let a = grid.cell_at(row, column);
                    @let value = pen.analysis.cell(candidate, reference);
                    @let matched = symbol(pen.analysis, pen.direction, candidate, reference).is_some();
                    text class=[class(pen).filter(|_| matched)] x=(Px(a.x + a.width / 2.0 + size * NUMBER)) y=(Px(a.y + a.height / 2.0 + size * 0.36))
                        fill=(ink_of(grid, pen, row, column))
                        font-weight=[matched.then_some("600")] {
                        (number::without_zero(value, places))
                    }
                }
                "\n"
            }
        }
    }
}
