//! Validates a caller's rows: equal lengths, the given shape, finite numbers.

use super::MetricError;

pub fn flatten<R: AsRef<[f32]>>(rows: &[R]) -> Result<(Vec<f32>, usize, usize), MetricError> {
    let expected = rows.first().map_or(0, |r| r.as_ref().len());
    let mut values = Vec::with_capacity(rows.len() * expected);
    for (row, numbers) in rows.iter().map(AsRef::as_ref).enumerate() {
        if numbers.len() != expected {
            return Err(MetricError::Ragged {
                row,
                found: numbers.len(),
                expected,
            });
        }
        values.extend_from_slice(numbers);
    }
    Ok((values, rows.len(), expected))
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
    // No early exit, so that the loop vectorizes; the position is looked up only if there is such a number.
    let finite = values.iter().fold(true, |finite, v| finite & v.is_finite());
    match if finite {
        None
    } else {
        values.iter().position(|v| !v.is_finite())
    } {
        Some(i) => Err(MetricError::NotFinite {
            row: i / cols,
            col: i % cols,
        }),
        None => Ok(()),
    }
}
