//! The conventions that a score follows: whose tokens it has, and what becomes of a text beyond the model's limit.

use serde::{Deserialize, Serialize};

use crate::Layer;

/// A program that computes BERTScore, with the versions on which its tokens depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Program {
    /// `bert_score` 0.3.13 with transformers 4 and its slow tokenizers, which are written in Python.
    #[default]
    BertScore,
    /// `bert_score` 0.3.13 with transformers 5, which has no slow tokenizers.
    Transformers5,
    /// `bert_score` 0.3.13 with transformers 4 and `use_fast_tokenizer=True`.
    FastTokenizer,
    /// torchmetrics 1.9.0 with transformers 4.
    TorchMetrics,
}

impl Program {
    /// Its name in options, files and links.
    pub fn name(self) -> &'static str {
        Conventions::from(self).name()
    }
}

/// What becomes of a text beyond the model's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LongTexts {
    /// It is cut there, as every program does.
    #[default]
    Cut,
    /// All of it is encoded, in overlapping windows.
    Windows,
}

/// A program and what becomes of long texts.
///
/// Windows are a choice for `bert_score` only: the other programs cut, whatever `long` says. Therefore options, files and
/// links need no more than one name for both, and this type is read and written as that name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub struct Conventions {
    /// The program whose score is computed.
    pub program: Program,
    /// What becomes of a text beyond the model's limit.
    pub long: LongTexts,
}

impl Conventions {
    /// Those of `bert_score`, with long texts in windows.
    pub const WINDOWS: Self = Self {
        program: Program::BertScore,
        long: LongTexts::Windows,
    };

    /// All of them, the default first, with their names and their descriptions for the help.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (
            Self::cut(Program::BertScore),
            "bert_score",
            "bert_score 0.3.13 with transformers 4",
        ),
        (
            Self::cut(Program::Transformers5),
            "bert_score+transformers5",
            "bert_score 0.3.13 with transformers 5",
        ),
        (
            Self::cut(Program::FastTokenizer),
            "bert_score+fast",
            "bert_score 0.3.13 with transformers 4 and use_fast_tokenizer=True",
        ),
        (
            Self::cut(Program::TorchMetrics),
            "torchmetrics",
            "torchmetrics 1.9.0, by default at the last layer",
        ),
        (
            Self::WINDOWS,
            "bert_score+windows",
            "As bert_score, but texts beyond the model's limit are not cut: --long windows",
        ),
    ];

    const fn cut(program: Program) -> Self {
        Self {
            program,
            long: LongTexts::Cut,
        }
    }

    /// Whether long texts are encoded in windows.
    pub fn uses_windows(self) -> bool {
        self == Self::WINDOWS
    }

    /// Their row in [`Self::ALL`].
    pub(crate) fn row(self) -> usize {
        if self.uses_windows() {
            // After the programs, which are in the order of their declaration.
            Self::ALL.len() - 1
        } else {
            self.program as usize
        }
    }

    /// Their name in options, files and links.
    pub fn name(self) -> &'static str {
        Self::ALL[self.row()].1
    }

    /// The conventions with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let row = Self::ALL.iter().find(|(_, known, _)| *known == name)?;
        Some(row.0)
    }

    /// The layer that is compared unless another is asked for. `own` is the model's default in `bert_score`.
    pub fn default_layer(self, own: Layer, last: Layer) -> Layer {
        if self.program == Program::TorchMetrics {
            last
        } else {
            own
        }
    }

    /// Whether they are the default, which files and links do not name.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl From<Program> for Conventions {
    fn from(program: Program) -> Self {
        Self::cut(program)
    }
}

impl From<Conventions> for &'static str {
    fn from(conventions: Conventions) -> Self {
        conventions.name()
    }
}

impl TryFrom<String> for Conventions {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let known = Self::from_name(&name);
        known.ok_or_else(|| {
            let names = Self::ALL.map(|(_, name, _)| format!("`{name}`"));
            format!(
                "unknown program `{name}`, expected one of {}",
                names.join(", ")
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_for_its_row_and_windows_are_for_bert_score_alone() {
        for (conventions, name, _) in Conventions::ALL {
            assert_eq!(conventions.name(), name);
            assert_eq!(Conventions::from_name(name), Some(conventions));
        }
        let elsewhere = Conventions {
            program: Program::TorchMetrics,
            long: LongTexts::Windows,
        };
        assert_eq!(
            (elsewhere.name(), elsewhere.uses_windows()),
            ("torchmetrics", false)
        );
    }
}
