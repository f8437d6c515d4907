//! An example pair, which opens to its texts and heatmaps on a page.

use bertscope_printable::printable;

use crate::Block;
use crate::markdown::{code, escaped};

/// A pair, or a segment of several systems.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// Its row and id.
    pub name: String,
    /// Why it is an example.
    pub remark: Option<String>,
    pub group: Option<String>,
    pub references: Vec<String>,
    pub outputs: Vec<ExampleOutput>,
}

/// A candidate with its scores.
#[derive(Debug, Clone, PartialEq)]
pub struct ExampleOutput {
    /// Its system; `None` if there is only one.
    pub system: Option<String>,
    pub candidate: String,
    /// Its F1, or why it has none.
    pub headline: String,
    /// All its numbers, each with its name.
    pub numbers: Vec<String>,
    /// Its picture, if one is drawn, or why it is not.
    pub picture: Option<Result<Figure, String>>,
}

/// A drawing for a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// An `svg` element.
    pub svg: String,
    /// What it is, for those who do not see it.
    pub label: String,
    /// The meaning of its colours.
    pub scale: ColourScale,
    /// Its numbers as tables, in place of the drawing where there are no drawings.
    pub numbers: Vec<Block>,
}

/// The colours of a drawing on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColourScale {
    pub low: String,
    pub high: String,
    /// From the low end to the high one, as CSS colours.
    pub steps: Vec<String>,
    pub caption: String,
}

impl ExampleOutput {
    pub(crate) fn label(&self) -> &str {
        self.system.as_deref().unwrap_or("Candidate")
    }
}

/// A line of a list: a label, a text that is quoted, and what follows it.
struct ListLine<'a> {
    depth: usize,
    label: String,
    text: Option<&'a str>,
    tail: String,
}

impl<'a> ListLine<'a> {
    fn below(label: &str, text: &'a str, tail: String) -> Self {
        Self {
            depth: 2,
            label: format!("{label}: "),
            text: Some(text),
            tail,
        }
    }
}

impl Example {
    fn list(&self) -> Vec<ListLine<'_>> {
        let title = match &self.remark {
            Some(remark) => format!("{}: {remark}", self.name),
            None => self.name.clone(),
        };
        let mut lines = vec![ListLine {
            depth: 1,
            label: title,
            text: None,
            tail: String::new(),
        }];
        for reference in &self.references {
            lines.push(ListLine::below("Reference", reference, String::new()));
        }
        for output in &self.outputs {
            let numbers = format!(" ({})", output.numbers.join(", "));
            lines.push(ListLine::below(output.label(), &output.candidate, numbers));
        }
        lines
    }

    /// As a list in plain text; each line with its depth, from 1.
    pub(crate) fn lines(&self) -> Vec<(usize, String)> {
        let lines = self.list().into_iter().map(|line| {
            let text = line.label + line.text.unwrap_or_default() + &line.tail;
            (line.depth, printable(&text))
        });
        lines.collect()
    }

    /// As a list in Markdown; each line with its depth, from 1.
    pub(crate) fn markdown_lines(&self) -> Vec<(usize, String)> {
        let lines = self.list().into_iter().map(|line| {
            let text = line.text.map_or_else(String::new, code);
            let label = escaped(&printable(&line.label));
            (line.depth, label + &text + &line.tail)
        });
        lines.collect()
    }
}
