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
    let name = |side: Side, i: usize| label::token(&analysis.side(side).tokenized.tokens[i]);
    html! {
        details {
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
                                @for &r in &columns { th scope="col" dir="auto" { (name(Side::Reference, r)) } }
                            }
                        }
                        tbody {
                            @for &c in &rows {
                                tr {
                                    th scope="row" dir="auto" { (name(Side::Candidate, c)) }
                                    @for &r in &columns {
                                        td class=[symbol(analysis, options.direction, c, r).map(|_| "best")] {
                                            (number::five_places(Some(f64::from(analysis.cell(c, r)))))
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
    let (own, other, matches) = (
        analysis.side(side),
        analysis.side(side.other()),
        analysis.matches_of(side),
    );
    let name = |i: usize| label::token(&other.tokenized.tokens[i]);
    let number = |x: f32| number::five_places(Some(f64::from(analysis.scaled_similarity(x))));
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
                            td dir="auto" { (name(found.token)) }
                            td { (number(found.similarity)) }
                            @match found.runner_up {
                                Some(second) => { td dir="auto" { (name(second.token)) } td { (number(second.similarity)) } }
                                None => { td { "—" } td { "—" } }
                            }
                        }
                        "\n"
                    }
                }
            }
        }
    }
}
