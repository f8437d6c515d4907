//! The numbers of a measure that are summed over segments: all systems are compared over the same segments, so a segment
//! in which one system has no number counts for none of them.

use crate::Measure;
use crate::column::{BLOCK_SEGMENTS, Column};
use crate::segments::{MeasureTable, SelectedSegments};
use crate::statistic::Statistic;

/// A table without the segments in which any system's number is undefined.
pub(crate) struct DefinedSegments<'a> {
    table: &'a MeasureTable,
    segments: &'a SelectedSegments<'a>,
    /// 1 for segments in which all systems have the number, otherwise 0; `None` if all have it everywhere.
    mask: Option<Column>,
}

/// One column of numbers that are summed over the segments.
#[derive(Clone, Copy)]
pub(crate) enum SummedColumn<'a> {
    /// A sum of the statistic of a system; undefined numbers are 0.
    Number {
        segments: &'a DefinedSegments<'a>,
        system: usize,
        sum: usize,
    },
    /// 1 for each segment that counts, so that the sum is their number.
    Mask(&'a DefinedSegments<'a>),
}

impl<'a> DefinedSegments<'a> {
    pub fn new(table: &'a MeasureTable, segments: &'a SelectedSegments<'a>) -> Self {
        // A mask takes memory only where something is undefined.
        let has_all = segments.rows().all(|segment| table.is_defined(segment));
        let mask = if has_all {
            None
        } else {
            let is_defined = segments.rows().map(|segment| table.is_defined(segment));
            Some(
                is_defined
                    .map(|defined| f64::from(u8::from(defined)))
                    .collect(),
            )
        };
        Self {
            table,
            segments,
            mask,
        }
    }

    pub fn measure(&self) -> Measure {
        self.table.measure
    }

    pub fn statistic(&self) -> Statistic {
        self.table.statistic
    }

    pub fn block_count(&self) -> usize {
        self.segments.len().div_ceil(BLOCK_SEGMENTS)
    }

    /// The number of segments of a block; only the last may be shorter than the others.
    pub fn block_len(&self, block: usize) -> usize {
        BLOCK_SEGMENTS.min(self.segments.len() - block * BLOCK_SEGMENTS)
    }

    /// The numbers behind each sum of a system for a block of segments, \[sums\]\[segments\].
    pub fn read_sums(&self, system: usize, block: usize) -> Vec<Vec<f64>> {
        let mut numbers = vec![vec![0.0; self.block_len(block)]; self.statistic().sums()];
        for (sum, out) in numbers.iter_mut().enumerate() {
            self.read_numbers(system, sum, block, out);
        }
        numbers
    }

    /// The part of the sums of [`Self::columns`] that belongs to a system.
    pub fn system_sums<'s>(&self, sums: &'s [f64], system: usize) -> &'s [f64] {
        let width = self.statistic().sums();
        &sums[system * width..][..width]
    }

    /// The number of columns: those of each system, then the mask.
    pub fn width(&self) -> usize {
        self.table.systems.len() * self.table.statistic.sums() + 1
    }

    pub fn columns(&self) -> Vec<SummedColumn<'_>> {
        let mut columns = Vec::with_capacity(self.width());
        for system in 0..self.table.systems.len() {
            for sum in 0..self.table.statistic.sums() {
                columns.push(SummedColumn::Number {
                    segments: self,
                    system,
                    sum,
                });
            }
        }
        columns.push(SummedColumn::Mask(self));
        columns
    }

    /// The values of the systems from the sums of [`Self::columns`].
    pub fn values(&self, sums: &[f64]) -> Vec<Option<f64>> {
        let statistic = self.table.statistic;
        let (systems, defined) = sums.split_at(sums.len() - 1);
        systems
            .chunks(statistic.sums())
            .map(|sums| statistic.value(sums, defined[0]))
            .collect()
    }

    /// The value of a system of which some segments were exchanged for those of another system. `swapped` are the sums
    /// over the exchanged segments, `totals` those over all.
    pub fn value_after_swap(
        &self,
        totals: &[f64],
        swapped: &[f64],
        system: usize,
        other: usize,
    ) -> Option<f64> {
        let width = self.table.statistic.sums();
        let mut sums = Vec::with_capacity(width);
        for sum in 0..width {
            let kept = totals[system * width + sum] - swapped[system * width + sum];
            sums.push(kept + swapped[other * width + sum]);
        }
        // Both systems are defined in the same segments, so that a swap does not change the number of segments.
        let defined = totals[totals.len() - 1];
        self.table.statistic.value(&sums, defined)
    }

    fn read_mask(&self, block: usize, out: &mut [f64]) {
        match &self.mask {
            Some(mask) => mask.read_block(block, out),
            None => out.fill(1.0),
        }
    }

    fn read_numbers(&self, system: usize, sum: usize, block: usize, out: &mut [f64]) {
        let columns = &self.table.systems[system];
        let statistic = self.table.statistic;
        statistic.read(columns, sum, self.segments.block(block), out);
        if let Some(mask) = &self.mask {
            // As long as needed: thousands of small groups are read one after another.
            let mut defined = vec![0.0; out.len()];
            mask.read_block(block, &mut defined);
            for (number, defined) in out.iter_mut().zip(defined) {
                // Not a product with the mask: the undefined numbers are NaN.
                if defined == 0.0 {
                    *number = 0.0;
                }
            }
        }
    }
}

impl SummedColumn<'_> {
    /// Writes the numbers of a block of segments to `out`, which is as long as the block.
    pub fn read_block(self, block: usize, out: &mut [f64]) {
        match self {
            Self::Number {
                segments,
                system,
                sum,
            } => segments.read_numbers(system, sum, block, out),
            Self::Mask(segments) => segments.read_mask(block, out),
        }
    }
}
