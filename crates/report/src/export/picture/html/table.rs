//! The numbers as tables, for readers who cannot see the picture, and for copying.

use maud::{Markup, html};

use crate::export::ExportOptions;
use crate::export::picture::axes::shown_tokens;
use crate::export::picture::cells::symbol;
use crate::export::picture::label;
use crate::number;
use bertscope_analysis::{Analysis, Side};

/// Most cells of a table; a larger one would be several times the size of the rest of the page.
const MAX_CELLS: usize = 64 * 64;

/// The matrix, unless it is large, and the matches.
pub fn table(analysis: &Analysis, options: &ExportOptions) -> Markup {
    let rows = shown_tokens(analysis, Side::Candidate, options.special);
    let columns = shown_tokens(analysis, Side::Reference, options.special);
    let candidate = &analysis.candidate.tokenized.tokens;
    let reference = &analysis.reference.tokenized.tokens;
    html! {
        details .as-tables {
            summary { "The numbers as tables" }
            @if rows.len() * columns.len() > MAX_CELLS {
                p { "The matrix has " (rows.len()) " × " (columns.len()) " cells, too many for a table; export JSON or Markdown to get them." }
            } @else if !rows.is_empty() && !columns.is_empty() {
                div .table {
                    table {
                        caption { "Similarity: candidate tokens down, reference tokens across; best matches in bold" }
                        thead {
                            tr {
                                th scope="col" { "Candidate" }
                                @for &r in &columns { th scope="col" dir="auto" { (label::token(&reference[r])) } }
                            }
                        }
                        tbody {
                            @for &c in &rows {
                                tr {
                                    th scope="row" dir="auto" { (label::token(&candidate[c])) }
                                    @for &r in &columns {
                                        td class=[symbol(analysis, options.direction, c, r).map(|_| "best")] {
                                            (number::without_zero(analysis.cell(c, r), 5))
                                        }
                                    }
                                }
                                "\n"
                            }
                        }
                    }
                }
            }
            (match_table(analysis, Side::Candidate, &rows))
            (match_table(analysis, Side::Reference, &columns))
        }
    }
}

/// The best match of each of these tokens of a side, and its runner-up.
pub fn match_table(analysis: &Analysis, side: Side, tokens: &[usize]) -> Markup {
    let own = analysis.side(side);
    let others = &analysis.side(side.other()).tokenized.tokens;
    let matches = analysis.matches_of(side);
    html! {
        div .table {
            table {
                caption { "Best match of each " (side.name()) " token" }
                thead {
                    tr {
                        @for head in ["Token", "Weight", "Best match", "Similarity", "Runner-up", "Similarity"] {
                            th scope="col" { (head) }
                        }
                    }
                }
                tbody {
                    @for (&i, found) in tokens.iter().filter_map(|i| Some((i, matches.get(*i)?))) {
                        tr {
                            th scope="row" dir="auto" { (label::token(&own.tokenized.tokens[i])) }
                            td { (number::decimals(own.weights.as_slice()[i], 4)) }
                            td dir="auto" { (label::token(&others[found.token])) }
                            td { (similarity(analysis, found.similarity)) }
                            @match found.runner_up {
                                Some(second) => {
                                    td dir="auto" { (label::token(&others[second.token])) }
                                    td { (similarity(analysis, second.similarity)) }
                                }
                                None => { td { (number::MISSING) } td { (number::MISSING) } }
                            }
                        }
                        "\n"
                    }
                }
            }
        }
    }
}

/// A similarity on the scale of the picture.
fn similarity(analysis: &Analysis, raw: f32) -> String {
    number::without_zero(analysis.scaled_similarity(raw), 5)
}
