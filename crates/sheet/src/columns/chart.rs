//! Charts as characters.

use super::{Part, Tone};
use crate::chart::heights;
use crate::{Axis, Chart};

/// Eighths of a line, from the lowest.
const BLOCKS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// A chart in `width` columns.
pub fn parts(chart: &Chart, axis: &Axis, width: usize) -> Vec<Part> {
    match chart {
        Chart::Bar(x) => bar(*x, axis, width),
        Chart::Point { value, other } => point(*value, *other, axis, width),
        Chart::Distribution { low, step, counts } => {
            distribution(axis, &heights(axis, *low, *step, counts, width))
        }
        Chart::Numbers(numbers) => vec![side_by_side(numbers, axis, width)],
    }
}

fn bar(x: f64, axis: &Axis, width: usize) -> Vec<Part> {
    let full = (axis.position(x) * width as f64).round() as usize;
    let rest = if axis.is_whole { "─" } else { " " };
    vec![
        Part::new("━".repeat(full), Tone::Bar),
        Part::new(rest.repeat(width - full), Tone::Rest),
    ]
}

/// The column of a number.
pub fn column(axis: &Axis, x: f64, width: usize) -> usize {
    (axis.position(x) * width.saturating_sub(1) as f64).round() as usize
}

fn point(value: Option<f64>, other: Option<f64>, axis: &Axis, width: usize) -> Vec<Part> {
    let mut signs = vec![("·", Tone::Rest); width];
    for (x, sign) in [(other, ("┆", Tone::Rest)), (value, ("●", Tone::Bar))] {
        if let Some(x) = x
            && width > 0
        {
            signs[column(axis, x, width)] = sign;
        }
    }
    joined(&signs)
}

fn distribution(axis: &Axis, heights: &[f64]) -> Vec<Part> {
    let mark = axis.mark.map(|mark| column(axis, mark, heights.len()));
    let mut signs = Vec::new();
    for (slot, height) in heights.iter().enumerate() {
        let is_marked = mark == Some(slot);
        signs.push(match (*height > 0.0, is_marked) {
            (true, _) => {
                let eighths = (height * 8.0).ceil().clamp(1.0, 8.0) as usize;
                let tone = if is_marked { Tone::Strong } else { Tone::Bar };
                (BLOCKS[eighths - 1], tone)
            }
            (false, true) => ("│", Tone::Strong),
            (false, false) => (" ", Tone::Rest),
        });
    }
    joined(&signs)
}

/// Each number in as many columns as there is room for, with a blank between them if it is more than one.
fn side_by_side(numbers: &[f64], axis: &Axis, width: usize) -> Part {
    let mut text = String::new();
    for number in numbers {
        let eighths = (axis.position(*number) * 8.0) as usize;
        let block = BLOCKS[eighths.min(7)];
        text += &match width / numbers.len() {
            0 | 1 => block.to_owned(),
            columns => block.repeat(columns - 1) + " ",
        };
    }
    Part::new(text, Tone::Bar)
}

/// Neighbouring signs of one tone as one part.
fn joined(signs: &[(&str, Tone)]) -> Vec<Part> {
    let runs = signs.chunk_by(|one, next| one.1 == next.1);
    let parts = runs.map(|run| {
        let text: String = run.iter().map(|(sign, _)| *sign).collect();
        Part::new(text, run[0].1)
    });
    parts.collect()
}

/// The ends of an axis above its charts, with a sign where the marked number lies. An end below the sign is left out: the rest
/// of its digits would be another number.
pub fn header(axis: &Axis, [low, high]: [&str; 2], width: usize) -> String {
    let high_start = width.saturating_sub(high.chars().count());
    let mark = axis.mark.map(|mark| column(axis, mark, width));
    let shows_low = mark.is_none_or(|mark| mark >= low.chars().count());
    let shows_high = mark.is_none_or(|mark| mark < high_start);
    let low = if shows_low { low } else { "" };
    let high = if shows_high { high } else { "" };
    let mut signs: Vec<char> = format!("{low:<high_start$}").chars().collect();
    signs.extend(high.chars());
    signs.resize(width, ' ');
    if let Some(sign) = mark.and_then(|mark| signs.get_mut(mark)) {
        *sign = '▼';
    }
    signs.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ChartSize;

    #[test]
    fn an_end_of_an_axis_is_left_out_where_the_mark_would_make_another_number_of_it() {
        let header = |mark: f64| {
            let axis = Axis::new(-0.2, 1.0, ChartSize::Large).with_mark(mark);
            header(&axis, ["−0.2", "1.0"], 12)
        };
        assert_eq!(header(0.4), "−0.2  ▼  1.0");
        assert_eq!(header(0.95), "−0.2       ▼");
        assert_eq!(header(-0.1), " ▼       1.0");
    }
}
