//! Drawings of many numbers, as numbers. A page and a file of its own draw them the same way.

use crate::{Axis, Histogram};

/// A drawing: rows above one axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// Its file name without extension.
    pub name: String,
    /// What it shows, in a sentence, for readers who cannot see it.
    pub title: String,
    /// What its axis measures.
    pub measures: String,
    pub axis: Axis,
    pub rows: Vec<PlotRow>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PlotRow {
    pub name: String,
    /// The numbers behind what is drawn.
    pub note: String,
    pub numbers: PlotNumbers,
}

#[derive(Debug, Clone, PartialEq)]
pub enum PlotNumbers {
    /// Bars, with a line at the mean of what is counted.
    Counts {
        histogram: Histogram,
        /// The count of a bar of full height, so that the bars of several rows can be compared.
        most: usize,
        mean: Option<f64>,
    },
    /// A number between the ends of its interval.
    Interval { value: f64, ends: [f64; 2] },
    /// Points across and up.
    Points {
        points: Vec<[f64; 2]>,
        up: Axis,
        /// What the axis up measures.
        measures: String,
    },
}
