//! How the enums of the lower floors are written on the command line: a name and a sentence for each value.

use bertscope_models::device::DeviceName;
use bertscope_pairs::TableFormat;
use bertscope_report::export::Format;
use bertscope_report::palette::Palette;
use bertscope_report::rows::RowFormat;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::appearance::{Background, ColorDepth};

/// An enum that an option takes one value of.
pub trait Choice: Copy + Send + Sync + 'static {
    /// Every value, with its name and what the help says of it.
    const CHOICES: &[(Self, &str, &str)];
}

/// Reads one of the names of `T`; any other is an error that lists them.
pub fn choice<T: Choice>() -> impl TypedValueParser<Value = T> {
    let values = T::CHOICES.iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values).map(|name| {
        let found = T::CHOICES.iter().find(|(_, known, _)| *known == name);
        found.expect("clap passes only the names that it was given").0
    })
}

impl Choice for DeviceName {
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::Cpu, "cpu", "The processor, with bertscope's own products"),
        (
            Self::Candle,
            "candle",
            "The processor, with candle's products (which the features `mkl` and `accelerate` speed up)",
        ),
        (Self::Cuda, "cuda", "The first graphics card of NVIDIA's, in a program built with the feature `cuda`"),
        (Self::Metal, "metal", "Apple's graphics, in a program built with the feature `metal`"),
    ];
}

impl Choice for TableFormat {
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::Tsv, "tsv", "Columns with a tab between them, named in the first line"),
        (Self::Csv, "csv", "Columns with a comma between them, named in the first line"),
        (Self::Jsonl, "jsonl", "One JSON object a line"),
    ];
}

impl Choice for RowFormat {
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::Text, "text", "Lines for people, with a summary at the end"),
        (Self::Summary, "summary", "The summary alone"),
        (Self::Tsv, "tsv", "Columns with a tab between them"),
        (Self::Csv, "csv", "Columns with a comma between them"),
        (Self::Jsonl, "jsonl", "One JSON object a line"),
    ];
}

impl Choice for Format {
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::Svg, "svg", "A drawing that stays sharp at every size"),
        (Self::Png, "png", "The same drawing in pixels"),
        (Self::Html, "html", "A page that answers to the pointer, complete in one file"),
        (Self::Ansi, "ansi", "Text with the colours of a terminal"),
        (Self::Text, "text", "Text without colours"),
        (Self::Markdown, "markdown", "A table for documents"),
        (Self::Json, "json", "The whole analysis, which `bertscope check` computes again"),
        (Self::Python, "python", "A Python program that gives the same numbers with `bert_score`"),
    ];
}

impl Choice for Palette {
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::Viridis, "viridis", "Dark violet to yellow"),
        (Self::Cividis, "cividis", "Dark blue to yellow, the same to every eye"),
        (Self::Magma, "magma", "Black to white through red"),
        (Self::Blues, "blues", "White to blue, for projectors and paper"),
        (Self::Greys, "greys", "Black to white"),
    ];
}

impl Choice for Background {
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::Dark, "dark", "Light text on a dark background"),
        (Self::Light, "light", "Dark text on a light background, for projectors"),
    ];
}

impl Choice for ColorDepth {
    const CHOICES: &[(Self, &str, &str)] = &[
        (Self::None, "none", "None: signs, digits and shades say it all"),
        (Self::Ansi16, "16", "The 16 named ones"),
        (Self::Ansi256, "256", "256"),
        (Self::True, "true", "24 bits"),
    ];
}
