//! The assignment problem: gives each row a distinct column so that the total gain is highest (Kuhn 1955; this is the
//! version with potentials and shortest augmenting paths of Jonker and Volgenant 1987, in O(rows² · columns)).

/// Returns the column of each row. Requires `rows <= columns`.
pub fn max_gain_assignment(
    rows: usize,
    columns: usize,
    gain: impl Fn(usize, usize) -> i64,
) -> Vec<usize> {
    assert!(
        rows <= columns,
        "cannot assign {rows} rows to only {columns} columns"
    );
    // Rows and columns are counted from 1: row and column 0 stand for "none". Costs are negative gains.
    let mut row_potential = vec![0i64; rows + 1];
    let mut column_potential = vec![0i64; columns + 1];
    let mut row_of = vec![0usize; columns + 1];
    for row in 1..=rows {
        // The shortest path from the new row over assigned columns to a free one; column 0 is where it starts.
        row_of[0] = row;
        let mut shortest = vec![i64::MAX; columns + 1];
        let mut previous = vec![0usize; columns + 1];
        let mut visited = vec![false; columns + 1];
        let mut column = 0;
        while row_of[column] != 0 {
            visited[column] = true;
            let current_row = row_of[column];
            let mut step = i64::MAX;
            let mut next = 0;
            for other in (1..=columns).filter(|&other| !visited[other]) {
                let cost = -gain(current_row - 1, other - 1);
                let length = cost - row_potential[current_row] - column_potential[other];
                if length < shortest[other] {
                    shortest[other] = length;
                    previous[other] = column;
                }
                if shortest[other] < step {
                    step = shortest[other];
                    next = other;
                }
            }
            // Potentials keep all reduced costs from falling below 0, and those of assigned pairs at 0.
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
        // Along the path, each column gets the row of the column before it.
        while column != 0 {
            row_of[column] = row_of[previous[column]];
            column = previous[column];
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
