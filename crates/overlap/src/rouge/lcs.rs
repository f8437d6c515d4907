//! The longest common subsequence of two sequences of numbers.
//!
//! The rows of the usual table differ by 0 or 1 from cell to cell, so 64 cells fit one machine word (Crochemore et al.,
//! 2001; Hyyrö, 2004). The common items are found by divide and conquer (Hirschberg, 1975), so that long texts need no table.

/// Length of the longest common subsequence. Items are numbers below `distinct`.
pub(crate) fn length(a: &[u32], b: &[u32], distinct: usize) -> usize {
    prefix_lengths(a, &b.iter(), distinct)[a.len()]
}

/// The positions in `a` and in `b` of a longest common subsequence, in order.
pub(crate) fn positions(a: &[u32], b: &[u32], distinct: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    halve((a, 0), (b, 0), distinct, &mut found);
    found
}

fn halve(
    (a, a_start): (&[u32], usize),
    (b, b_start): (&[u32], usize),
    distinct: usize,
    found: &mut Vec<(usize, usize)>,
) {
    match b {
        _ if a.is_empty() => {}
        [] => {}
        [item] => found.extend(
            a.iter()
                .position(|other| other == item)
                .map(|i| (a_start + i, b_start)),
        ),
        _ => {
            let (first, second) = b.split_at(b.len() / 2);
            let backwards: Vec<u32> = a.iter().rev().copied().collect();
            let before = prefix_lengths(a, &first.iter(), distinct);
            let after = prefix_lengths(&backwards, &second.iter().rev(), distinct);
            let sums = (0..=a.len()).map(|i| before[i] + after[a.len() - i]);
            // The first of the best positions.
            let (at, _) = sums
                .enumerate()
                .fold((0, 0), |best, new| if new.1 > best.1 { new } else { best });
            halve((&a[..at], a_start), (first, b_start), distinct, found);
            halve(
                (&a[at..], a_start + at),
                (second, b_start + first.len()),
                distinct,
                found,
            );
        }
    }
}

/// For each prefix of `a`, from the empty one on, the length of its longest common subsequence with all of `b`.
fn prefix_lengths<'b>(
    a: &[u32],
    b: &(impl Iterator<Item = &'b u32> + Clone),
    distinct: usize,
) -> Vec<usize> {
    let mut lengths = vec![0];
    let mut carries = vec![false; b.clone().count()];
    let mut places = vec![0_u64; distinct];
    for block in a.chunks(64) {
        for (bit, item) in block.iter().enumerate() {
            places[*item as usize] |= 1 << bit;
        }
        // A zero bit is where the length grows by 1.
        let mut row = u64::MAX;
        for (item, carry) in b.clone().zip(&mut carries) {
            let common = row & places[*item as usize];
            let (sum, one) = row.overflowing_add(common);
            let (sum, other) = sum.overflowing_add(u64::from(*carry));
            *carry = one | other;
            row = sum | (row & !common);
        }
        for (bit, item) in block.iter().enumerate() {
            places[*item as usize] = 0;
            lengths.push(lengths[lengths.len() - 1] + usize::from(row & (1 << bit) == 0));
        }
    }
    lengths
}
