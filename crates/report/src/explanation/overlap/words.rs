//! The rows of BLEU's words, each with its match.

use super::super::columns::{heading, left, right};
use super::super::page::{Row, Span, Target, Tone};
use crate::label::fit;
use crate::number::{MISSING, exact, short, with_thousands_separators};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::WordOverlap;
use bertscope_explain::overlap::{ComparedWord, MatchTarget};
use bertscope_printable::printable;

/// Columns of the longest n-gram.
const COUNTED_WIDTH: u16 = 8;

const COSINE_WIDTH: u16 = 6;

/// Columns of a word.
fn names_width(width: u16) -> u16 {
    (width / 4).clamp(8, 18)
}

#[derive(Clone, Copy)]
pub(super) struct WordRows<'a> {
    pub overlap: &'a WordOverlap,
    pub analysis: &'a Analysis,
    pub side: Side,
}

impl<'a> WordRows<'a> {
    pub(super) fn heading(self, width: u16) -> Vec<Span> {
        let [counted, words] = [
            self.overlap.counts.bleu.matches[0],
            self.overlap.words(self.side).len() as u64,
        ]
        .map(with_thousands_separators);
        let name = names_width(width);
        vec![
            left(heading(self.side, name), name, Tone::Accent),
            right("BLEU", COUNTED_WIDTH, Tone::Quiet),
            right("cos", COSINE_WIDTH, Tone::Quiet),
            Span::new(format!("   {counted} of {words} words count"), Tone::Quiet),
        ]
    }

    pub(super) fn row(self, word: &'a ComparedWord) -> Row<'a> {
        let tokens = &word.tokens;
        let target = if tokens.is_empty() {
            Target::Row
        } else {
            Target::Token(self.side, tokens.start)
        };
        Row::new(move |width| self.line(word, width)).about(target, move || self.derivation(word))
    }

    /// `midday         —   .78 → noon`, as much of it as there is room for.
    fn line(self, word: &ComparedWord, width: u16) -> Vec<Span> {
        let counted = word
            .counted
            .map_or(MISSING.to_owned(), |order| format!("{order}-gram"));
        let (name_tone, count_tone) = if word.counted.is_some() {
            (Tone::Accent, Tone::Accent)
        } else {
            (Tone::Plain, Tone::Quiet)
        };
        let names = names_width(width);
        let mut spans = vec![
            left(&word.text, names, name_tone),
            right(&counted, COUNTED_WIDTH, count_tone),
        ];
        let Some(best) = word.best else {
            spans.push(Span::new("  no token", Tone::Quiet));
            return spans;
        };
        let cosine = short(self.analysis.scaled_similarity(best.similarity as f32));
        let partner = match best.target {
            MatchTarget::Word(i) => printable(&self.overlap.words(self.side.other())[i].text),
            MatchTarget::Special => "special token".to_owned(),
            MatchTarget::Several => "several words".to_owned(),
        };
        let room = width.saturating_sub(names + COUNTED_WIDTH + COSINE_WIDTH + 3);
        spans.push(right(&cosine, COSINE_WIDTH, Tone::Strong));
        spans.push(Span::new(
            format!(" → {}", fit(&partner, room)),
            Tone::Quiet,
        ));
        spans
    }

    fn derivation(self, word: &ComparedWord) -> Vec<String> {
        let (name, other) = (printable(&word.text), self.side.other());
        let others = self.overlap.words(other);
        let mut steps = vec![match word.counted {
            Some(1) => {
                format!("BLEU counts “{name}”, but no n-gram of two or more words that contains it")
            }
            Some(order) => {
                format!("BLEU counts “{name}”, and an n-gram of {order} words that contains it")
            }
            None if others.iter().any(|other| other.text == word.text) => {
                format!(
                    "BLEU does not count “{name}” here: it is in the {} fewer times",
                    other.name()
                )
            }
            None => format!(
                "BLEU does not count “{name}”: the {} does not contain this word",
                other.name()
            ),
        }];
        let Some(best) = word.best else {
            steps.push(
                "the model has no token for it: the tokenizer drops it, or the text was truncated"
                    .to_owned(),
            );
            return steps;
        };
        let what = match word.tokens.len() {
            1 => "the cosine of its best match".to_owned(),
            n => format!("the mean of the best cosines of its {n} tokens"),
        };
        let shown = best.similarity;
        let partner = match best.target {
            MatchTarget::Word(i) => format!(
                "with “{}” in the {}",
                printable(&others[i].text),
                other.name()
            ),
            MatchTarget::Special => format!("with a special token in the {}", other.name()),
            MatchTarget::Several => format!("with several words in the {}", other.name()),
        };
        steps.push(format!(
            "BERTScore matches it {partner}: {} is {what}",
            exact(shown)
        ));
        if let Some(rescaled) = self.analysis.rescaling() {
            let rescaled = rescaled.baseline.rescale_cell(shown as f32);
            steps.push(format!(
                "rescaled with the F1 baseline, as in the matrix: {}",
                exact(rescaled)
            ));
        }
        if best.same_tokens {
            steps.push(
                "to the model both are the same tokens; only their context differs".to_owned(),
            );
        }
        steps
    }
}
