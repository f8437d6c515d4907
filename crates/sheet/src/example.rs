//! An example pair, which opens to its texts and heatmaps on a page.

use crate::Block;

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

impl Example {
    /// As a list, each line with its depth, from 1. `plain` writes words in a medium, and `quoted` the texts of the pair.
    pub(crate) fn list(
        &self,
        plain: fn(&str) -> String,
        quoted: fn(&str) -> String,
    ) -> Vec<(usize, String)> {
        let title = match &self.remark {
            Some(remark) => format!("{}: {remark}", self.name),
            None => self.name.clone(),
        };
        let mut lines = vec![(1, plain(&title))];
        for reference in &self.references {
            lines.push((2, plain("Reference: ") + &quoted(reference)));
        }
        for output in &self.outputs {
            let label = plain(&format!("{}: ", output.label()));
            let text = quoted(&output.candidate);
            let numbers = output.numbers.join(", ");
            lines.push((2, format!("{label}{text} ({numbers})")));
        }
        lines
    }
}
