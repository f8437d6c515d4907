//! The values of command-line options that are enums of the lower layers: a name and a description for each.

use bertscope_encoder::{Conventions, LongTexts};
use bertscope_models::device::DeviceName;
use bertscope_pairs::{MissingTexts, TableFormat};
use bertscope_report::export::{Format, Palette};
use bertscope_report::findings::rows::RowFormat;
use bertscope_systems::Coefficient;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// An enum whose values an option accepts.
pub trait Choice: Copy + Send + Sync + 'static {
    /// Every value, with its name and its description for the help.
    const CHOICES: &[(Self, &str, &str)];
}

/// Parses a name of `T`; any other name is an error that lists the valid ones.
pub fn choice<T: Choice>() -> impl TypedValueParser<Value = T> {
    let values = T::CHOICES
        .iter()
        .map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values).map(|name| {
        let found = T::CHOICES.iter().find(|(_, known, _)| *known == name);
        found
            .expect("clap passes only the names that it was given")
            .0
    })
}

impl Choice for DeviceName {
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::Cpu, "cpu", "CPU, with bertscope's own kernels"),
        (
            Self::Candle,
            "candle",
            "CPU, with candle (faster when built with the feature mkl or accelerate)",
        ),
        (
            Self::Cuda,
            "cuda",
            "The first NVIDIA GPU; needs a build with the feature cuda",
        ),
        (
            Self::Metal,
            "metal",
            "Apple GPU; needs a build with the feature metal",
        ),
    ];
}

impl Choice for Conventions {
    const CHOICES: &[(Self, &str, &str)] = &Self::ALL;
}

impl Choice for LongTexts {
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::Cut, "cut", "Cut there, as bert_score does"),
        (
            Self::Windows,
            "windows",
            "Encode the whole text in overlapping windows",
        ),
    ];
}

impl Choice for TableFormat {
    const CHOICES: &[(Self, &str, &str)] = &[
        (
            Self::Tsv,
            "tsv",
            "Tab-separated columns, named in the first line",
        ),
        (
            Self::Csv,
            "csv",
            "Comma-separated columns, named in the first line",
        ),
        (
            Self::Jsonl,
            "jsonl",
            "One JSON object per line, or a list of objects",
        ),
    ];
}

impl Choice for MissingTexts {
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::Error, "error", "The row cannot be scored"),
        (Self::Skip, "skip", "The row is kept without a score"),
        (
            Self::Zero,
            "zero",
            "The text counts as empty: the score is 0",
        ),
    ];
}

impl Choice for RowFormat {
    const CHOICES: &[(Self, &str, &str)] = &[
        (
            Self::Text,
            "text",
            "Readable text, with a summary at the end",
        ),
        (Self::Summary, "summary", "Only the summary"),
        (Self::Tsv, "tsv", "Tab-separated columns"),
        (Self::Csv, "csv", "Comma-separated columns"),
        (Self::Jsonl, "jsonl", "One JSON object per line"),
    ];
}

impl Choice for Coefficient {
    // The pairwise accuracy calibrates its ties anew in every trial, which takes too long for every setting.
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::Pearson, "pearson", "Pearson's r"),
        (Self::Spearman, "spearman", "Spearman's ρ"),
        (Self::Kendall, "kendall", "Kendall's τ-b"),
    ];
}

impl Choice for Format {
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::Svg, "svg", "Vector graphics, sharp at any size"),
        (Self::Png, "png", "The same picture as pixels"),
        (
            Self::Html,
            "html",
            "An interactive HTML page in a single file",
        ),
        (Self::Ansi, "ansi", "Text with terminal colours"),
        (Self::Text, "text", "Plain text"),
        (Self::Markdown, "markdown", "Tables for a document"),
        (Self::Json, "json", "The complete analysis, for programs"),
        (
            Self::Python,
            "python",
            "A Python script that computes the same numbers with bert_score",
        ),
    ];
}

impl Choice for Palette {
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::Viridis, "viridis", "Dark violet to yellow"),
        (
            Self::Cividis,
            "cividis",
            "Dark blue to yellow, safe for colour-blind readers",
        ),
        (Self::Magma, "magma", "Black to white through red"),
        (
            Self::Blues,
            "blues",
            "White to blue, for projectors and paper",
        ),
        (Self::Greys, "greys", "Black to white"),
    ];
}
