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
    let whole_a = Part { items: a, start: 0 };
    let whole_b = Part { items: b, start: 0 };
    find_in_halves(whole_a, whole_b, distinct, &mut found);
    found
}

/// A part of a sequence, with its position in it.
#[derive(Clone, Copy)]
struct Part<'a> {
    items: &'a [u32],
    start: usize,
}

impl Part<'_> {
    fn split_at(self, index: usize) -> [Self; 2] {
        let (first, second) = self.items.split_at(index);
        [
            Self {
                items: first,
                start: self.start,
            },
            Self {
                items: second,
                start: self.start + index,
            },
        ]
    }
}

fn find_in_halves(a: Part<'_>, b: Part<'_>, distinct: usize, found: &mut Vec<(usize, usize)>) {
    if a.items.is_empty() || b.items.is_empty() {
        return;
    }
    if let [item] = b.items {
        if let Some(i) = a.items.iter().position(|other| other == item) {
            found.push((a.start + i, b.start));
        }
        return;
    }
    let [b_first, b_second] = b.split_at(b.items.len() / 2);
    // `a` is split where the common subsequences of its parts with the halves of `b` are longest together.
    let reversed_a: Vec<u32> = a.items.iter().rev().copied().collect();
    let before = prefix_lengths(a.items, &b_first.items.iter(), distinct);
    let after = prefix_lengths(&reversed_a, &b_second.items.iter().rev(), distinct);
    let mut split = 0;
    let mut longest = 0;
    for index in 0..=a.items.len() {
        let length = before[index] + after[a.items.len() - index];
        // Of equal ones the first.
        if length > longest {
            longest = length;
            split = index;
        }
    }
    let [a_first, a_second] = a.split_at(split);
    find_in_halves(a_first, b_first, distinct, found);
    find_in_halves(a_second, b_second, distinct, found);
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
            // The sum carries from one block to the next, as if all of `a` were one number.
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
