//! `bertscope models`: lists the models to choose from.

use std::borrow::Cow;
use std::path::Path;

use color_eyre::eyre::Result;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::cli::ModelsArgs;
use crate::console;
use bertscope_models::Hub;
use bertscope_models::catalogue::{self, ModelChoice, ModelLocation};
use bertscope_printable::{printable, size};
use bertscope_report::json_parts::write_line;
use bertscope_report::number::decimals;

/// A model as a JSON object. Unknown values are null.
#[derive(Debug, Serialize)]
struct ModelJson<'a> {
    name: &'a str,
    /// `bundled`, `disk` or `known`.
    #[serde(rename = "place")]
    location: &'a str,
    family: Option<&'a str>,
    #[serde(rename = "works")]
    is_supported: bool,
    layer: Option<usize>,
    layers: Option<usize>,
    correlation: Option<f64>,
    bytes: Option<u64>,
    folder: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

impl<'a> ModelJson<'a> {
    fn from_choice(choice: &'a ModelChoice) -> Self {
        Self {
            name: &choice.name,
            location: match choice.location {
                ModelLocation::Bundled => "bundled",
                ModelLocation::OnDisk => "disk",
                ModelLocation::Known => "known",
            },
            family: match &*choice.family {
                "" => None,
                family => Some(family),
            },
            is_supported: choice.is_supported,
            layer: layer(choice),
            layers: choice.layers,
            correlation: choice.correlation,
            bytes: choice.bytes,
            folder: choice.folder.as_deref().map(Path::to_string_lossy),
            note: Some(&*choice.note).filter(|note| !note.is_empty()),
        }
    }
}

pub fn run(args: &ModelsArgs) -> Result<()> {
    let hub = Hub::from_env();
    let words = args.filter.iter();
    let folders = words.filter(|word| Path::new(word).join("config.json").is_file());
    let mut choices = catalogue::all(&hub, folders);
    let filter = args.filter.join(" ");
    choices.retain(|choice| choice.matches(&filter));
    let mut text = Vec::new();
    if args.json {
        for choice in &choices {
            write_line(&mut text, &ModelJson::from_choice(choice))?;
        }
    } else {
        text = table(&choices, hub.cache()).into_bytes();
    }
    console::print(&text)?;
    if choices.is_empty() {
        console::report(&format!(
            "no model has {filter:?} in its name or family; run `bertscope models` to list all"
        ));
    }
    Ok(())
}

/// The default layer of a model; the last layer, if no better one is known.
fn layer(choice: &ModelChoice) -> Option<usize> {
    choice.default_layer.or(choice.layers)
}

/// The list as text: groups with titles and column names.
fn table(choices: &[ModelChoice], cache: &Path) -> String {
    let mut groups = Vec::new();
    for group in choices.chunk_by(|a, b| a.location == b.location) {
        let title = match group[0].location {
            ModelLocation::Bundled => "Bundled with the program".to_owned(),
            ModelLocation::OnDisk if !is_cached(group, cache) => "On this disk".to_owned(),
            ModelLocation::OnDisk => format!(
                "On this disk, in {}",
                printable(&cache.display().to_string())
            ),
            ModelLocation::Known => "Known (downloaded when first used)".to_owned(),
        };
        let rows: Vec<_> = group.iter().map(row).collect();
        groups.push(format!("{title}\n{}", columns(&rows)));
    }
    groups.join("\n")
}

/// Whether all models are in the hub's cache, and none is a folder that was named.
fn is_cached(choices: &[ModelChoice], cache: &Path) -> bool {
    let mut folders = choices.iter().filter_map(|choice| choice.folder.as_deref());
    folders.all(|folder| folder.starts_with(cache))
}

/// A longer name shifts the rest of its own row only.
const MAX_NAME_WIDTH: usize = 48;
/// The column names; the last column is a remark.
const HEADER: [&str; 6] = ["model", "family", "layer", "human r", "size", ""];

/// Rows with column names; each column is as wide as its content.
fn columns(rows: &[[String; 6]]) -> String {
    let header = HEADER.map(str::to_owned);
    let mut widths = [0; 6];
    for row in rows.iter().chain([&header]) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.width().max(*width);
        }
    }
    widths[0] = widths[0].min(MAX_NAME_WIDTH);
    let mut text = String::new();
    for row in std::iter::once(&header).chain(rows) {
        text.push_str(row_line(row, &widths).trim_end());
        text.push('\n');
    }
    text
}

fn row_line(row: &[String; 6], widths: &[usize; 6]) -> String {
    let mut line = String::new();
    for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
        let padding = " ".repeat(width.saturating_sub(cell.width()));
        // Text is aligned left, numbers right.
        let is_number = matches!(column, 2..=4);
        let cells = if is_number {
            [&padding, cell]
        } else {
            [cell, &padding]
        };
        line.push_str("  ");
        line.extend(cells.map(String::as_str));
    }
    line
}

/// The cells of a model. Unknown values are blank.
fn row(choice: &ModelChoice) -> [String; 6] {
    let layer = match (layer(choice), choice.layers) {
        (Some(layer), Some(layers)) => format!("{layer}/{layers}"),
        (Some(layer), None) => layer.to_string(),
        (None, _) => String::new(),
    };
    let correlation = match choice.correlation {
        Some(r) => decimals(r, 4),
        None => String::new(),
    };
    let remark = if choice.is_supported {
        printable(&choice.note)
    } else if choice.note.is_empty() {
        "not supported".to_owned()
    } else {
        format!("not supported: {}", printable(&choice.note))
    };
    [
        printable(&choice.name),
        printable(&choice.family),
        layer,
        correlation,
        choice.bytes.map(size).unwrap_or_default(),
        remark,
    ]
}
