//! Windows: a text beyond a model's limit, encoded in overlapping parts instead of being cut.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{HiddenStates, TokenId};

/// How a text is divided. Each window is as long as the limit and has the special tokens of the text at its ends, and it
/// overlaps the next by at least half. A token has the vector of the window in which it has the most context on its
/// poorer side; of two equal ones, the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Windows {
    /// Tokens of the text, special ones included.
    tokens: usize,
    /// Tokens of a window, special ones included.
    size: usize,
    /// Special tokens at the start and at the end.
    special: [usize; 2],
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// Its tokens, besides the special ones at its ends.
    pub covered: Range<usize>,
    /// The tokens that have its vectors. The special tokens of the text belong to the first and to the last window.
    pub supplied: Range<usize>,
}

impl Windows {
    /// The windows of a text with this number of tokens, special ones included; `None` if it fits in one.
    pub fn new(tokens: usize, size: usize, special: [usize; 2]) -> Option<Self> {
        if tokens <= size || special[0].saturating_add(special[1]) >= size {
            return None;
        }
        Some(Self {
            tokens,
            size,
            special,
        })
    }

    /// These windows, as read from a file, for a text with this number of tokens; `None` if they are impossible.
    pub fn checked(self, tokens: usize) -> Option<Self> {
        Self::new(tokens, self.size, self.special)
    }

    /// Tokens of a window, special ones included.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Number of windows.
    pub fn count(&self) -> usize {
        (self.tokens - self.size).div_ceil(self.stride()) + 1
    }

    /// The windows in order. The last ends where the text does.
    pub fn all(&self) -> Vec<Window> {
        let count = self.count();
        let mut windows = Vec::with_capacity(count);
        let mut supplied_start = 0;
        for window in 0..count {
            let covered = self.covered(window);
            let supplied_end = if window + 1 == count {
                self.tokens
            } else {
                // The first token that is nearer to the middle of the next window than to the middle of this one.
                (covered.start + self.covered(window + 1).end - 1) / 2 + 1
            };
            windows.push(Window {
                covered,
                supplied: supplied_start..supplied_end,
            });
            supplied_start = supplied_end;
        }
        windows
    }

    /// The tokens of a window, besides the special ones.
    fn covered(&self, window: usize) -> Range<usize> {
        // The last window is as long as the others, and therefore overlaps more.
        let start = (window * self.stride()).min(self.tokens - self.size);
        start + self.special[0]..start + self.size - self.special[1]
    }

    /// Tokens from the start of a window to the start of the next.
    fn stride(&self) -> usize {
        ((self.size - self.special[0] - self.special[1]) / 2).max(1)
    }

    /// The input of each window.
    pub fn inputs(self, ids: &[TokenId]) -> Vec<Vec<TokenId>> {
        let start = &ids[..self.special[0]];
        let end = &ids[self.tokens - self.special[1]..];
        self.all()
            .into_iter()
            .map(|window| [start, &ids[window.covered], end].concat())
            .collect()
    }

    /// The hidden states of the text, from those of its windows.
    pub fn join(self, states: impl Iterator<Item = HiddenStates>) -> HiddenStates {
        let mut parts = Vec::new();
        for (states, window) in states.zip(self.all()) {
            // The position in the text of the window's first vector, that of a special token.
            let start = window.covered.start - self.special[0];
            let supplied = window.supplied.start - start..window.supplied.end - start;
            parts.push((states, supplied));
        }
        HiddenStates::concat(&parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_that_fits_has_no_windows() {
        assert_eq!(Windows::new(512, 512, [1, 1]), None);
        assert_eq!(
            Windows::new(513, 512, [1, 1]).map(|windows| windows.count()),
            Some(2)
        );
    }

    #[test]
    fn the_example_of_the_documentation_has_19_windows() {
        assert_eq!(
            Windows::new(5003, 512, [1, 1]).map(|windows| windows.count()),
            Some(19)
        );
    }

    proptest! {
        #[test]
        fn every_token_has_the_window_with_the_most_context(
            size in 3usize..80,
            more in 1usize..400,
            start in 0usize..2,
            end in 0usize..2,
        ) {
            let tokens = size + more;
            let windows = Windows::new(tokens, size, [start, end]).expect("it does not fit");
            let all = windows.all();
            let room = size - start - end;
            prop_assert_eq!(all.len(), windows.count());
            // The ranges partition the text.
            let supplied: Vec<usize> = all.iter().flat_map(|window| window.supplied.clone()).collect();
            prop_assert_eq!(supplied, (0..tokens).collect::<Vec<_>>());
            // The windows are full, cover the text, and overlap by at least half.
            prop_assert!(all.iter().all(|window| window.covered.len() == room));
            prop_assert_eq!((all[0].covered.start, all[all.len() - 1].covered.end), (start, tokens - end));
            for pair in all.windows(2) {
                prop_assert!(pair[0].covered.start < pair[1].covered.start);
                prop_assert!(room == 1 || pair[0].covered.end - pair[1].covered.start >= room / 2);
            }
            for token in start..tokens - end {
                let poorer = |window: &Window| {
                    let known = window.covered.contains(&token);
                    known.then(|| (token - window.covered.start).min(window.covered.end - 1 - token))
                };
                let most = all.iter().filter_map(poorer).max();
                let own = all.iter().find(|window| window.supplied.contains(&token)).expect("it is supplied");
                prop_assert_eq!(poorer(own), most);
                // The first of those with the most.
                prop_assert_eq!(all.iter().find(|window| poorer(window) == most), Some(own));
                let edge = own.covered.start == start && token < start + room / 2
                    || own.covered.end == tokens - end && token >= tokens - end - room.div_ceil(2);
                prop_assert!(edge || poorer(own) >= Some((room / 4).saturating_sub(1)));
            }
        }
    }
}
