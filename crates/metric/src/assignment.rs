//! The assignment problem: gives each row a distinct column so that the total gain is highest (Kuhn 1955; this is the
//! version with potentials and shortest augmenting paths of Jonker and Volgenant 1987, in O(rows² · columns)).

/// Returns the column of each row. Requires `rows <= columns`.
pub(crate) fn max_gain_assignment(
    rows: usize,
    columns: usize,
    gain: impl Fn(usize, usize) -> i64,
) -> Vec<usize> {
    assert!(
        rows <= columns,
        "cannot assign {rows} rows to only {columns} columns"
    );
    // Row and column 0 stand for "none"; costs are negative gains.
    let (mut row_potential, mut column_potential) = (vec![0i64; rows + 1], vec![0i64; columns + 1]);
    let mut row_of = vec![0usize; columns + 1];
    for row in 1..=rows {
        row_of[0] = row;
        let mut shortest = vec![i64::MAX; columns + 1];
        let mut before = vec![0usize; columns + 1];
        let mut visited = vec![false; columns + 1];
        let mut column = 0;
        while row_of[column] != 0 {
            visited[column] = true;
            let here = row_of[column];
            let (mut step, mut next) = (i64::MAX, 0);
            for other in (1..=columns).filter(|&other| !visited[other]) {
                let length =
                    -gain(here - 1, other - 1) - row_potential[here] - column_potential[other];
                if length < shortest[other] {
                    (shortest[other], before[other]) = (length, column);
                }
                if shortest[other] < step {
                    (step, next) = (shortest[other], other);
                }
            }
            for other in 0..=columns {
                if visited[other] {
                    row_potential[row_of[other]] += step;
                    column_potential[other] -= step;
                } else if shortest[other] != i64::MAX {
                    shortest[other] -= step;
                }
            }
            column = next;
        }
        while column != 0 {
            row_of[column] = row_of[before[column]];
            column = before[column];
        }
    }
    let mut columns_of_rows = vec![0; rows];
    for column in 1..=columns {
        if row_of[column] != 0 {
            columns_of_rows[row_of[column] - 1] = column - 1;
        }
    }
    columns_of_rows
}
