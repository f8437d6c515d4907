//! An analysis as Markdown, for papers, issues and READMEs. Texts are escaped, so that they are shown unchanged.

use std::fmt::Write;

use crate::explanation::Section;
use crate::export::ExportOptions;
use crate::export::picture::axes::shown_tokens;
use crate::label;
use crate::number::{MISSING, decimals, exact, idf_source, or_missing, short};
use bertscope_analysis::{Analysis, Side, VERSION_NOTE};
use bertscope_encoder::Token;
use bertscope_metric::Score;
use bertscope_printable::printable;
use bertscope_sheet::markdown::{self, code, escaped};

/// Most columns of the matrix that fit a page.
const MAX_COLUMNS: usize = 12;

pub fn page(analysis: &Analysis, options: &ExportOptions) -> String {
    let title = options.title.as_deref().unwrap_or("BERTScore of a pair");
    let mut page = format!("### {}\n\n", escaped(&printable(title)));
    for (name, side) in options.headings() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "- **{name}:** {}",
            code(&analysis.side(side).tokenized.text)
        );
    }
    if let Some(origin) = &options.origin {
        let _ = writeln!(
            page,
            "- **From:** {}",
            escaped(&printable(&origin.caption()))
        );
        if !origin.note.is_empty() {
            let _ = writeln!(
                page,
                "- **Note on the pair:** {}",
                escaped(&printable(&origin.note))
            );
        }
    }
    page.push('\n');
    scores(&mut page, analysis);
    matches(&mut page, analysis, Side::Candidate, options.special);
    matches(&mut page, analysis, Side::Reference, options.special);
    matrix(&mut page, analysis, options.special);
    settings(&mut page, analysis);
    for section in &options.explanations {
        explained(&mut page, section);
    }
    page
}

fn explained(page: &mut String, section: &Section) {
    let heading = escaped(&section.heading());
    let sheet = markdown::sheet(&section.sheet);
    let _ = write!(page, "\n### {heading}\n\n{}\n", sheet.trim_end());
}

fn scores(page: &mut String, analysis: &Analysis) {
    *page += "| | P | R | F1 |\n|---|---:|---:|---:|\n";
    score_row(page, "raw", &analysis.raw);
    if let Some(rescaled) = &analysis.rescaled {
        score_row(page, "rescaled", &rescaled.score);
    }
    page.push('\n');
}

fn score_row(page: &mut String, name: &str, score: &Score) {
    let [p, r, f] = score.numbers().map(|x| or_missing(x, exact));
    let _ = writeln!(page, "| {name} | {p} | {r} | {f} |");
}

fn matches(page: &mut String, analysis: &Analysis, side: Side, special: bool) {
    let from = analysis.side(side);
    let to = &analysis.side(side.other()).tokenized.tokens;
    let name = match side {
        Side::Candidate => "Candidate → reference (precision)",
        Side::Reference => "Reference → candidate (recall)",
    };
    let _ = writeln!(
        page,
        "**{name}**\n\n| Token | Best match | Cosine | Weight | Runner-up |\n|---|---|---:|---:|---|"
    );
    for ((token, weight), found) in from
        .tokenized
        .tokens
        .iter()
        .zip(from.weights.as_slice())
        .zip(analysis.matches_of(side))
    {
        if token.special && !special {
            continue;
        }
        let runner_up = match found.runner_up {
            Some(second) => format!(
                "{} {}",
                named(&to[second.token]),
                decimals(second.similarity, 4)
            ),
            None => MISSING.to_owned(),
        };
        let weight = if weight.fract() == 0.0 {
            weight.to_string()
        } else {
            decimals(*weight, 3)
        };
        let _ = writeln!(
            page,
            "| {} | {} | {} | {weight} | {runner_up} |",
            named(token),
            named(&to[found.token]),
            decimals(found.similarity, 4)
        );
    }
    page.push('\n');
}

/// The matrix as a table, if it is narrow enough.
fn matrix(page: &mut String, analysis: &Analysis, special: bool) {
    let rows = shown_tokens(analysis, Side::Candidate, special);
    let columns = shown_tokens(analysis, Side::Reference, special);
    if rows.is_empty() || columns.is_empty() || columns.len() > MAX_COLUMNS {
        return;
    }
    let rescaled = if analysis.rescaling().is_some() {
        ", rescaled with the F1 baseline"
    } else {
        ""
    };
    let _ = writeln!(
        page,
        "**Cosine similarity**{rescaled} (▶ best of its row, ▼ best of its column, ◆ both)\n\n| | {}\n|---|{}",
        columns
            .iter()
            .map(|r| named(&analysis.reference.tokenized.tokens[*r]) + " |")
            .collect::<Vec<_>>()
            .join(" "),
        "---:|".repeat(columns.len())
    );
    for c in rows {
        let row = &analysis.candidate.tokenized.tokens[c];
        let _ = write!(page, "| {} |", named(row));
        for &r in &columns {
            let value = short(analysis.cell(c, r));
            let _ = match analysis.matches.symbol(c, r) {
                Some(sign) => write!(page, " {sign} **{value}** |"),
                None => write!(page, " {value} |"),
            };
        }
        page.push('\n');
    }
    page.push('\n');
}

fn settings(page: &mut String, analysis: &Analysis) {
    let model = &analysis.model;
    let revision = match &model.revision {
        Some(revision) => format!(", revision {}", code(revision)),
        None => String::new(),
    };
    let _ = writeln!(
        page,
        "- **Model:** {}{revision}, layer {}",
        code(&model.name),
        analysis.layer
    );
    let idf = analysis.idf.as_ref().map_or("off".to_owned(), idf_source);
    let _ = writeln!(page, "- **IDF:** {}", escaped(&printable(&idf)));
    if let Some(rescaled) = &analysis.rescaled {
        let row = rescaled.baseline;
        let [p, r, f] = [row.precision, row.recall, row.f1].map(exact);
        let table = escaped(&printable(&rescaled.table));
        let _ = writeln!(page, "- **Baseline:** {table}, P {p}, R {r}, F1 {f}");
    }
    for note in &analysis.notes {
        let _ = writeln!(
            page,
            "- **Note:** {}",
            escaped(&printable(&note.to_string()))
        );
    }
    let _ = writeln!(
        page,
        "- **Signature:** {} ({})",
        code(&analysis.signature),
        VERSION_NOTE
    );
}

fn named(token: &Token) -> String {
    code(&label::token(token))
}
