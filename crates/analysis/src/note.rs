//! Notes: what a reader needs to know to interpret a score, one sentence each.

use std::fmt;

use serde::Serialize;

use crate::Side;
use crate::html_entities::html_entity;
use bertscope_encoder::{Layer, Program, Truncation, Windows};
use bertscope_metric::Score;
use bertscope_models::published;

/// A note on a score.
#[derive(Debug, Clone, PartialEq)]
pub enum Note {
    /// A side has no words, so P, R and F1 are 0 by convention.
    Empty(Side),
    /// A side has two tokens, one of them a word, and counts as an empty text.
    TwoTokens(Side),
    /// Every token of a side has weight 0, so its mean is undefined.
    NoWeight {
        /// The side.
        side: Side,
        /// N of the IDF table; `None` for given weights.
        documents: Option<u64>,
    },
    /// A side has no words, and the program has no convention for that, so its mean is undefined.
    NoWords(Side),
    /// The program of the settings computes no score, so this is the default program's; holds the reason as a sentence.
    Refused(Program, String),
    /// A text was truncated.
    Truncated {
        /// The side.
        side: Side,
        /// Where it was truncated.
        cut: Truncation,
    },
    /// A text was encoded in windows.
    Windows {
        /// The side.
        side: Side,
        /// Number of its tokens, special ones included.
        tokens: usize,
        /// Its windows.
        windows: Windows,
    },
    /// A text was encoded in windows, and the score is rescaled with a baseline that was computed without them.
    BaselineWithoutWindows,
    /// Tokens of a text are unknown to the model: which, in a sentence.
    Unknown(String),
    /// The model splits the words of a text into many pieces, because it hardly knows its language: how many, in a sentence.
    UnknownLanguage(String),
    /// A text has HTML entities; holds the first one.
    HtmlEntities(String),
    /// The settings rescale, but there is no baseline.
    NoBaseline {
        /// The model.
        model: String,
        /// The layer without a baseline.
        layer: Layer,
    },
    /// The settings use an IDF table, but there is none for this model.
    NoFrequencies,
    /// IDF was counted over this number of references, which may be a part of a file.
    CountedReferences(u64),
    /// A text has the quotes of a table that was read without them.
    LooksQuoted,
    /// The human score cannot be read and counts as missing.
    UnreadHumanScore,
    /// The candidate has several references, and this is one of them.
    SeveralReferences(ReferenceChoice),
}

/// Which of several references was compared, and the score over all of them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ReferenceChoice {
    /// The reference, from 1. It has the highest F1.
    #[serde(rename = "shown")]
    pub number: usize,
    /// Number of references.
    #[serde(rename = "of")]
    pub count: usize,
    /// The maximum of each number, possibly from different references, rescaled if the settings rescale.
    pub best: Score,
    /// The reference with the best P, the best R and the best F1, from 1; of equal ones this one.
    #[serde(skip)]
    pub best_references: [usize; 3],
}

impl ReferenceChoice {
    /// Which numbers of the best score are of another reference: “the score’s R is of reference 2”. `None` if all are of this
    /// one.
    pub fn other_references(&self) -> Option<String> {
        let mut parts = Vec::new();
        for (name, reference) in Score::SYMBOLS.into_iter().zip(self.best_references) {
            if reference != self.number {
                parts.push(format!("{name} is of reference {reference}"));
            }
        }
        if parts.is_empty() {
            return None;
        }
        Some(format!("the score’s {}", parts.join(", its ")))
    }
}

impl Note {
    /// The note on the HTML entities of some texts; `None` without any.
    pub fn html_entities<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let entity = texts.into_iter().find_map(html_entity)?;
        Some(Self::HtmlEntities(entity.to_owned()))
    }

    /// Whether the note says that a text counts as empty, so that precision and recall are 0 by convention.
    pub fn is_about_empty_text(&self) -> bool {
        matches!(self, Self::Empty(_) | Self::TwoTokens(_))
    }

    /// The kind of note in a few words, the same for every pair, for counting pairs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Empty(_) => {
                "a text has no words, so precision, recall and F1 are 0 by convention"
            }
            Self::TwoTokens(_) => "a text of exactly two tokens counts as empty, as in bert_score",
            Self::NoWeight { .. } => "every token of a text has weight 0, so P or R is undefined",
            Self::NoWords(_) => "a text has no words, so P or R is undefined",
            Self::Refused(..) => "the program of --as gives no score, so bert_score’s is shown",
            Self::Truncated { .. } => "a text was truncated",
            Self::Windows { .. } => "a text was encoded in windows",
            Self::BaselineWithoutWindows => {
                "a text was encoded in windows, but the baseline was computed without them"
            }
            Self::Unknown(_) => {
                "tokens are unknown to the model, so their similarity means nothing"
            }
            Self::UnknownLanguage(_) => {
                "the model splits a text’s words into many pieces: it hardly knows this language, or such words"
            }
            Self::HtmlEntities(_) => {
                "a text contains HTML entities such as &apos;, whose letters count as words; decode them first"
            }
            Self::NoBaseline { .. } => "no baseline, so the scores stay raw",
            Self::NoFrequencies => "no IDF table, so every token counts the same",
            Self::CountedReferences(_) => "IDF was counted over the references of this input alone",
            Self::LooksQuoted => {
                "a text looks quoted, as pandas or a spreadsheet writes it, and was scored with its quotes; others may be quoted, too: --quoted reads all without"
            }
            Self::UnreadHumanScore => "a human score cannot be read and counts as missing",
            Self::SeveralReferences(_) => "one of several references",
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LooksQuoted => f.write_str(
                "A text is in quotes, as pandas or a spreadsheet writes it, and was scored with them; others may be, too: \
                 --quoted reads all without.",
            ),
            Self::Empty(side) => write!(
                f,
                "The {} has no words, so precision, recall and F1 are 0 by convention.",
                side.name()
            ),
            Self::TwoTokens(side) => write!(
                f,
                "bert_score treats a text of exactly two tokens as empty, so the {} makes \
                 precision and recall 0; write more than one word.",
                side.name()
            ),
            Self::NoWords(side) => write!(
                f,
                "The {} has no words, for which torchmetrics has no convention: {} is 0/0, which \
                 it gives as nan.",
                side.name(),
                side.mean_name()
            ),
            Self::Refused(program, reason) => write!(
                f,
                "This is the score of bert_score, not {}: {reason}",
                program.name()
            ),
            Self::NoWeight { side, documents } => write_no_weight(f, *side, *documents),
            Self::Truncated { side, cut } => {
                let unseen = if cut.start {
                    format!("its beginning, up to character {}", cut.at)
                } else {
                    format!("it from character {} on", cut.at + 1)
                };
                write!(
                    f,
                    "The {} was truncated to {} of its {} tokens; the model does not see {unseen}.",
                    side.name(),
                    cut.kept,
                    cut.total_as_text()
                )
            }
            Self::Windows {
                side,
                tokens,
                windows,
            } => write!(
                f,
                "The {} has {tokens} tokens: encoded in {} windows of {}, each token from the \
                 window with the most context.",
                side.name(),
                windows.count(),
                windows.size()
            ),
            Self::BaselineWithoutWindows => f.write_str(
                "The baseline was computed over texts cut at the model’s limit, and a text is in \
                 windows here: compare rescaled scores only with each other.",
            ),
            Self::Unknown(sentence) | Self::UnknownLanguage(sentence) => f.write_str(sentence),
            Self::HtmlEntities(entity) => write!(
                f,
                "A text contains HTML entities such as {entity}, whose letters count as words: \
                 decode them first, for example with Python’s html.unescape."
            ),
            Self::NoBaseline { model, layer } => write_no_baseline(f, model, *layer),
            Self::NoFrequencies => f.write_str(
                "No IDF table for this model, so every token counts the same. On the command line, \
                 --idf FILE counts over a corpus.",
            ),
            Self::CountedReferences(count) => {
                let s = if *count == 1 { "" } else { "s" };
                write!(
                    f,
                    "IDF was counted over the {count} reference{s} of this input alone."
                )
            }
            Self::UnreadHumanScore => {
                f.write_str("The human score cannot be read and counts as missing.")
            }
            Self::SeveralReferences(choice) => choice.fmt(f),
        }
    }
}

/// Why every token of a side has weight 0. It depends on N, since a weight is ln((N + 1) / (df + 1)).
fn write_no_weight(f: &mut fmt::Formatter<'_>, side: Side, documents: Option<u64>) -> fmt::Result {
    let mean = side.mean_name();
    let side = side.name();
    match documents {
        Some(0) => write!(
            f,
            "IDF was counted over no texts, so every token has weight 0 and {mean} is 0/0, which \
             is undefined: count IDF over many texts."
        ),
        Some(1) => write!(
            f,
            "IDF over a single reference gives each of its tokens ln(2/2) = 0, so {mean} is 0/0 \
             and undefined: count IDF over many texts."
        ),
        Some(documents) => write!(
            f,
            "Every token of the {side} occurs in all {documents} texts of the IDF table and has \
             weight 0, so {mean} is 0/0 and undefined: use a table of more varied texts."
        ),
        None => write!(
            f,
            "Every token of the {side} was given weight 0, so {mean} is 0/0, which is undefined."
        ),
    }
}

fn write_no_baseline(f: &mut fmt::Formatter<'_>, model: &str, layer: Layer) -> fmt::Result {
    write!(
        f,
        "No baseline for layer {layer} of this model, so the scores stay raw. "
    )?;
    let languages = published::languages(model);
    if !languages.is_empty() {
        let languages = languages.join(", ");
        write!(
            f,
            "There are published ones for {languages} (on the command line, --lang). "
        )?;
    }
    f.write_str("`bertscope baseline` computes one (on the command line, --baseline FILE uses it).")
}

impl fmt::Display for ReferenceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            number,
            count,
            best,
            ..
        } = self;
        let others = match self.other_references() {
            Some(others) => format!("; {others}"),
            None => String::new(),
        };
        write!(
            f,
            "This is reference {number} of {count}, the one with the highest F1. The candidate's \
             score is the maximum of each number over all {count} references: precision {}, \
             recall {}, F1 {:.5}{others}.",
            five_places(best.precision),
            five_places(best.recall),
            best.f1
        )
    }
}

fn five_places(number: Option<f64>) -> String {
    match number {
        Some(number) => format!("{number:.5}"),
        None => "undefined".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_baseline_it_says_what_to_do_and_which_languages_have_one() {
        let note = |model: &str| {
            Note::NoBaseline {
                model: model.into(),
                layer: Layer(9),
            }
            .to_string()
        };
        assert_eq!(
            note("FacebookAI/roberta-large"),
            "No baseline for layer 9 of this model, so the scores stay raw. There are published ones for en \
             (on the command line, --lang). `bertscope baseline` computes one (on the command line, \
             --baseline FILE uses it)."
        );
        assert_eq!(
            note("my/model"),
            "No baseline for layer 9 of this model, so the scores stay raw. `bertscope baseline` computes one \
             (on the command line, --baseline FILE uses it)."
        );
    }

    #[test]
    fn without_weight_it_says_how_many_texts_idf_was_counted_over() {
        let note = |documents| {
            Note::NoWeight {
                side: Side::Reference,
                documents: Some(documents),
            }
            .to_string()
        };
        assert!(
            note(0).starts_with("IDF was counted over no texts"),
            "{}",
            note(0)
        );
        assert!(
            note(1).starts_with("IDF over a single reference"),
            "{}",
            note(1)
        );
        assert!(note(7).contains("in all 7 texts"), "{}", note(7));
    }
}
