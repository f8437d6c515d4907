//! Windows: a text beyond a model's limit, encoded in overlapping parts instead of being cut.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{Encoder, HiddenStates, KeptLayers, Result, TokenId, TokenizedText};

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

/// One window.
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
        (tokens > size && special[0].saturating_add(special[1]) < size).then_some(Self {
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
        let (count, last) = (self.count(), self.tokens - self.size);
        let start = |window: usize| (window * self.stride()).min(last);
        let covered =
            |window| start(window) + self.special[0]..start(window) + self.size - self.special[1];
        // The first token nearer to the middle of a window than to the middle of the one before.
        let first = |window: usize| (covered(window - 1).start + covered(window).end - 1) / 2 + 1;
        let from = |window| if window == 0 { 0 } else { first(window) };
        let to = |window| {
            if window + 1 == count {
                self.tokens
            } else {
                first(window + 1)
            }
        };
        (0..count)
            .map(|window| Window {
                covered: covered(window),
                supplied: from(window)..to(window),
            })
            .collect()
    }

    /// Tokens from the start of a window to the start of the next.
    fn stride(&self) -> usize {
        ((self.size - self.special[0] - self.special[1]) / 2).max(1)
    }

    /// The input of each window.
    fn inputs(self, ids: &[TokenId]) -> Vec<Vec<TokenId>> {
        let (start, end) = (
            &ids[..self.special[0]],
            &ids[self.tokens - self.special[1]..],
        );
        self.all()
            .into_iter()
            .map(|window| [start, &ids[window.covered], end].concat())
            .collect()
    }

    /// The hidden states of the text, from those of its windows.
    fn join(self, states: impl Iterator<Item = HiddenStates>) -> HiddenStates {
        let place = |Window { covered, supplied }: Window| {
            let start = covered.start - self.special[0];
            supplied.start - start..supplied.end - start
        };
        HiddenStates::concat(
            &states
                .zip(self.all().into_iter().map(place))
                .collect::<Vec<_>>(),
        )
    }
}

/// Encodes texts in one pass, as [`Encoder::encode`] does; those with windows in their windows.
///
/// # Errors
/// As [`Encoder::encode`].
///
/// # Panics
/// If the encoder leaves out a text.
pub fn encode(
    encoder: &dyn Encoder,
    texts: &[&TokenizedText],
    keep: KeptLayers,
) -> Result<Vec<HiddenStates>> {
    let inputs = |text: &&TokenizedText| {
        text.windows
            .map_or_else(|| vec![text.ids()], |all| all.inputs(&text.ids()))
    };
    let inputs: Vec<Vec<TokenId>> = texts.iter().flat_map(inputs).collect();
    let mut states = encoder
        .encode(&inputs.iter().map(Vec::as_slice).collect::<Vec<_>>(), keep)?
        .into_iter();
    let whole = |text: &&TokenizedText| match text.windows {
        Some(windows) => windows.join(states.by_ref().take(windows.count())),
        None => states.next().expect("every text was encoded"),
    };
    Ok(texts.iter().map(whole).collect())
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
