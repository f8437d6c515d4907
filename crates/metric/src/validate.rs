//! Validates a caller's rows: equal lengths, the given shape, finite numbers.

use super::MetricError;

/// Rows of equal length, one after another.
pub struct FlatRows {
    pub values: Vec<f32>,
    pub rows: usize,
    pub columns: usize,
}

pub fn flatten<R: AsRef<[f32]>>(rows: &[R]) -> Result<FlatRows, MetricError> {
    let columns = rows.first().map_or(0, |row| row.as_ref().len());
    let mut values = Vec::with_capacity(rows.len() * columns);
    for (row, numbers) in rows.iter().map(AsRef::as_ref).enumerate() {
        if numbers.len() != columns {
            return Err(MetricError::Ragged {
                row,
                found: numbers.len(),
                expected: columns,
            });
        }
        values.extend_from_slice(numbers);
    }
    Ok(FlatRows {
        values,
        rows: rows.len(),
        columns,
    })
}

pub fn check_shape(values: &[f32], rows: usize, cols: usize) -> Result<(), MetricError> {
    if rows.checked_mul(cols) == Some(values.len()) {
        Ok(())
    } else {
        Err(MetricError::Shape {
            rows,
            cols,
            found: values.len(),
        })
    }
}

pub fn check_finite(values: &[f32], cols: usize) -> Result<(), MetricError> {
    // No early exit, so that the loop vectorises; the position is looked up only if there is such a number.
    let is_finite = values
        .iter()
        .fold(true, |is_finite, value| is_finite & value.is_finite());
    if is_finite {
        return Ok(());
    }
    match values.iter().position(|value| !value.is_finite()) {
        Some(i) => Err(MetricError::NotFinite {
            row: i / cols,
            col: i % cols,
        }),
        None => Ok(()),
    }
}
