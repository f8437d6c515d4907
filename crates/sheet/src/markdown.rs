//! Writes blocks as Markdown. Texts are escaped, so that they are shown unchanged.

use std::fmt::{Result, Write};

use bertscope_printable::printable;

use crate::{Block, Cell, MarkedText, Row, Sheet, Table};

/// The lead and the blocks of a sheet.
pub fn sheet(sheet: &Sheet) -> String {
    let lead = if sheet.lead.is_empty() {
        String::new()
    } else {
        named(&sheet.lead) + "\n\n"
    };
    lead + &render(&sheet.blocks)
}

pub fn render(blocks: &[Block]) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = blocks
        .iter()
        .try_for_each(|block| write_block(&mut out, block));
    out
}

fn named(text: &str) -> String {
    escaped(&printable(text))
}

fn write_block(out: &mut String, block: &Block) -> Result {
    match block {
        Block::Heading(heading) if heading.section.is_some() => {
            writeln!(out, "### {}\n", named(&heading.text))
        }
        Block::Heading(heading) => writeln!(out, "#### {}\n", named(&heading.text)),
        Block::Text(text) | Block::Note(text) | Block::Warning(text) | Block::Formula(text) => {
            writeln!(out, "{}\n", named(text))
        }
        Block::Step(step) => writeln!(out, "{}\n", named(&step.to_string())),
        Block::MarkedText(text) => writeln!(out, "{}\n", marked(text)),
        Block::Table(table) => write_table(out, table),
        Block::Facts(facts) => {
            for fact in facts {
                let value = match &fact.value {
                    Cell::Word(text) => code(text),
                    cell => cell_markdown(cell),
                };
                writeln!(out, "- **{}:** {value}", named(&fact.name))?;
            }
            writeln!(out)
        }
        Block::Histogram(histogram) => write_table(out, &histogram.table()),
        Block::Example(example) => {
            for (depth, text) in example.list(named, code) {
                writeln!(out, "{:1$}- {text}", "", 2 * (depth - 1))?;
            }
            writeln!(out)
        }
        Block::Figure(figure) => figure
            .numbers
            .iter()
            .try_for_each(|block| write_block(out, block)),
        Block::Plot(_) | Block::ColourScale(_) | Block::Angle(_) => Ok(()),
    }
}

fn marked(text: &MarkedText) -> String {
    let parts = text.parts().into_iter().map(|part| {
        let text = named(part.text);
        if part.is_marked {
            // Asterisks between a letter and a punctuation mark would stay asterisks.
            format!("<b>{text}</b>")
        } else {
            text
        }
    });
    parts.collect()
}

/// A table without its charts: their numbers are beside them.
fn write_table(out: &mut String, table: &Table) -> Result {
    if let Some(title) = &table.title {
        writeln!(out, "**{}**\n", named(title))?;
    }
    let columns: Vec<usize> = (0..table.columns.len())
        .filter(|at| table.columns[*at].axis.is_none())
        .collect();
    let mut rules = String::new();
    let mut before = &None;
    for &at in &columns {
        let column = &table.columns[at];
        write!(out, "| ")?;
        // Markdown has no columns above columns: the first of a group names the group.
        if let Some(group) = &column.group
            && column.group != *before
        {
            write!(out, "{} ", named(group))?;
        }
        let name = if column.is_quoted {
            code(&column.name)
        } else {
            named(&column.name)
        };
        write!(out, "{name} ")?;
        before = &column.group;
        rules += if table.is_number(at) { "---:|" } else { "---|" };
    }
    writeln!(out, "|\n|{rules}")?;
    for row in &table.rows {
        write!(out, "|")?;
        for &at in &columns {
            let cell = row.cells.get(at).unwrap_or(&Cell::Empty);
            write!(out, " {} |", cell_text(cell, row, at))?;
        }
        writeln!(out)?;
    }
    writeln!(out)
}

fn cell_text(cell: &Cell, row: &Row, at: usize) -> String {
    let text = cell_markdown(cell);
    if at == 0 && row.depth > 0 {
        // Blanks at the start of a cell are dropped.
        format!("· {text}")
    } else {
        text
    }
}

fn cell_markdown(cell: &Cell) -> String {
    match cell {
        Cell::Code(text) | Cell::Link { text, .. } => code(text),
        Cell::Match { sign: Some(_), .. } => format!("**{}**", cell.text()),
        _ => named(&cell.text()),
    }
}

/// A text as code, in which nothing is interpreted as markup, a link or a user name. Characters that would end the code or
/// the table cell are written as entities.
pub fn code(text: &str) -> String {
    let text = printable(text);
    if text.trim().is_empty() {
        return "*(empty)*".to_owned();
    }
    let plain = !text.contains(['`', '|']) && text.trim() == text;
    if plain {
        format!("`{text}`")
    } else {
        format!("<code>{}</code>", escaped(&text))
    }
}

/// A text in which every special character of Markdown or HTML is literal. Characters that could start a tag, or end
/// code or a table cell, are entities, because not every Markdown parser accepts a backslash there.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        // GitHub's Markdown makes links of `https://`, `www.` and `a@b` without any brackets.
        let begins_link = c == ':' && rest.peek() == Some(&'/') || c == '.' && ends_with_www(&out);
        let begins_entity = c == '&'
            && rest
                .peek()
                .is_some_and(|next| next.is_alphanumeric() || *next == '#');
        if "<>|`".contains(c) {
            let _ = write!(out, "&#{};", u32::from(c));
            continue;
        }
        if begins_entity || begins_link || "\\*_{}[]#~^$@".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn ends_with_www(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 3 && bytes[bytes.len() - 3..].eq_ignore_ascii_case(b"www")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_parts_are_bold_wherever_they_begin() {
        let text = MarkedText {
            text: "It left.*".to_owned(),
            marks: vec![3..7, 7..8],
        };
        assert_eq!(marked(&text), r"It <b>left</b><b>.</b>\*");
    }

    #[test]
    fn an_address_is_no_link() {
        assert_eq!(
            escaped("https://a.example WWW.b.example c@d.example at 12:30"),
            r"https\://a.example WWW\.b.example c\@d.example at 12:30"
        );
    }

    #[test]
    fn three_thousand_names_of_marks_are_at_most_six_times_as_long() {
        let names = "<b>&amp;[x](y)|`*_www.a@b".repeat(3_000);
        let length = escaped(&names).len();
        assert!(length > names.len() && length <= 6 * names.len());
    }

    #[test]
    fn marks_of_markdown_and_html_come_out_as_they_are() {
        assert_eq!(
            code("plain <b>*text*</b> @name"),
            "`plain <b>*text*</b> @name`"
        );
        assert_eq!(code("a|b"), "<code>a&#124;b</code>");
        assert_eq!(code("`*`"), r"<code>&#96;\*&#96;</code>");
        assert_eq!(code("\\"), "`\\`");
        assert_eq!(code("two\nlines"), "`two␊lines`");
        assert_eq!(code(" \t"), "<code> ␉</code>");
        assert_eq!(code(""), "*(empty)*");
        assert_eq!(
            escaped("[a](b) <i> _c_ & #1"),
            r"\[a\](b) &#60;i&#62; \_c\_ & \#1"
        );
        assert_eq!(
            escaped(r"&apos; &#60; \| AT & T, p = 0.4"),
            r"\&apos; \&\#60; \\&#124; AT & T, p = 0.4"
        );
    }
}
