//! From an analysis to the position of everything in its picture.

use super::axes::Axes;
use super::geometry::{Anchor, Area, Detail, Layout, Role, Sign, Text};
use super::label;
use super::measure;
use super::remarks::remarks;
use crate::direction::Direction;
use crate::export::ExportOptions;
use crate::number;
use bertscope_analysis::Analysis;

/// Space at the edges.
const MARGIN: f32 = 28.0;
/// Narrowest picture: its sentences need room.
const NARROWEST: f32 = 528.0;
/// The colour scale.
const RAMP: (f32, f32) = (168.0, 10.0);

/// Font size of the legend.
const SIGNS: f32 = 12.0;

/// The part of a picture to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Title, scores, matrix, legend, remarks and signature.
    All,
    /// Matrix and legend: a page has the rest in its own words.
    Matrix,
    /// The matrix alone, as small as it can be read.
    Small,
}

/// Positions everything.
#[must_use]
pub fn layout(analysis: &Analysis, options: &ExportOptions, part: Part) -> Layout {
    let margin = match part {
        Part::All => MARGIN,
        Part::Matrix => 4.0,
        Part::Small => 12.0,
    };
    let axes = Axes::of(analysis, options.special, part);
    let natural = axes.as_ref().map_or(0.0, |axes| axes.left() + axes.size().0 + axes.right());
    let beside = RAMP.0 + 12.0 + measure::width(&caption(analysis)) * SIGNS;
    let narrowest = match part {
        Part::All => NARROWEST.max(beside),
        Part::Matrix => beside.max(340.0),
        Part::Small => 0.0,
    };
    let inner = natural.max(narrowest).ceil();
    let mut flow = Flow { layout: Layout::default(), x: margin, y: margin, width: inner };
    flow.layout.width = inner + 2.0 * margin;
    if part == Part::All {
        flow.title(options);
        flow.origin(options);
        flow.scores(analysis);
    }
    match axes {
        Some(axes) if part == Part::Small => flow.axes(axes),
        Some(axes) => flow.matrix(analysis, options.direction, axes),
        None => {
            let sentence = "One side has no words, and special tokens are hidden: there is no cell to show.";
            flow.sentence(sentence, 13.0, Role::Quiet);
            flow.y += 8.0;
        }
    }
    if part == Part::All {
        for remark in remarks(analysis, options.special) {
            flow.sentence(&remark.text, 11.5, if remark.warning { Role::Warning } else { Role::Quiet });
        }
        flow.sentence(&label::clean(&analysis.signature), 11.0, Role::Quiet);
        flow.y -= 5.0;
    }
    flow.layout.height = (flow.y + margin).ceil();
    flow.layout
}

/// What the colour scale measures.
fn caption(analysis: &Analysis) -> String {
    match analysis.rescaling() {
        Some(r) => format!("cosine, rescaled with the F1 baseline {}", number::short(r.baseline.f1 as f32)),
        None => "cosine similarity".to_owned(),
    }
}

/// A picture that grows downwards.
struct Flow {
    layout: Layout,
    x: f32,
    y: f32,
    width: f32,
}

impl Flow {
    fn text(&mut self, x: f32, y: f32, size: f32, role: Role, text: impl Into<String>) {
        let (text, anchor) = (text.into(), Anchor::Start);
        self.layout.texts.push(Text { x, y, size, role, anchor, turn: 0.0, text, whole: None, token: None });
    }

    fn sentence(&mut self, text: &str, size: f32, role: Role) {
        for line in measure::wrap(text, self.width, size) {
            self.y += (size * 1.45).round();
            self.text(self.x, self.y - size * 0.4, size, role, line);
        }
        self.y += 3.0;
    }

    fn title(&mut self, options: &ExportOptions) {
        let title = options.title.as_deref().map(label::clean).unwrap_or_default();
        if !title.trim().is_empty() {
            self.sentence(&title, 19.0, Role::Title);
            self.y += 13.0;
        }
    }

    /// The row of a file, and what its reader noted.
    fn origin(&mut self, options: &ExportOptions) {
        let Some(origin) = &options.origin else { return };
        self.sentence(&label::clean(&origin.caption()), 12.0, Role::Quiet);
        if !origin.note.is_empty() {
            self.sentence(&label::clean(&origin.note), 13.0, Role::Text);
        }
        self.y += 11.0;
    }

    /// P, R and F1 side by side; the raw ones below when they are rescaled.
    fn scores(&mut self, analysis: &Analysis) {
        let asked = analysis.score();
        let rescaled = analysis.rescaling().is_some();
        let numbers = [
            ("Precision", asked.precision, analysis.raw.precision),
            ("Recall", asked.recall, analysis.raw.recall),
            ("F1", Some(asked.f1), Some(analysis.raw.f1)),
        ];
        for (i, (name, number, raw)) in numbers.into_iter().enumerate() {
            let x = self.x + i as f32 * 128.0;
            self.text(x, self.y + 11.0, 12.0, Role::Quiet, name);
            self.text(x, self.y + 36.0, 22.0, Role::Number, number::precise(number));
            if rescaled {
                self.text(x, self.y + 54.0, 12.0, Role::Quiet, format!("raw {}", number::precise(raw)));
            }
        }
        self.y += if rescaled { 80.0 } else { 62.0 };
    }

    fn matrix(&mut self, analysis: &Analysis, direction: Direction, axes: Axes<'_>) {
        let (every, detail, most) = (axes.every(), axes.detail(), axes.most);
        self.axes(axes);
        self.y += 24.0;
        self.ramp(analysis);
        self.legend(detail, direction, most);
        if every.0.max(every.1) > 1 {
            let nth = |n: usize| match n {
                1 => "every".to_owned(),
                2 => "every second".to_owned(),
                3 => "every third".to_owned(),
                n => format!("every {n}th"),
            };
            let text = if every.0 == every.1 {
                format!("Labels name {} token.", nth(every.0))
            } else {
                format!("Labels name {} candidate token and {} reference token.", nth(every.0), nth(every.1))
            };
            self.sentence(&text, 11.5, Role::Quiet);
        }
        self.y += 8.0;
    }

    /// The cells with their labels.
    fn axes(&mut self, axes: Axes<'_>) {
        let (left, top, height) = (axes.left(), axes.top(), axes.size().1);
        axes.place(&mut self.layout, self.x + left, self.y + top);
        self.y += top + height;
    }

    fn ramp(&mut self, analysis: &Analysis) {
        let (width, height) = RAMP;
        let (x, y) = (self.x, self.y);
        self.layout.ramp = Some(Area { x, y, width, height });
        let range = analysis.similarity.range().map(|(low, high)| (analysis.shown(low), analysis.shown(high)));
        let (below, above) = range.map_or((false, false), |(low, high)| (low < -0.005, high > 1.005));
        let ends = [if below { "≤ 0" } else { "0" }, ".5", if above { "≥ 1" } else { "1" }];
        for (i, tick) in ends.into_iter().enumerate() {
            self.text(x + width * i as f32 / 2.0, y + height + 14.0, 11.0, Role::Quiet, tick);
            if let Some(text) = self.layout.texts.last_mut() {
                text.anchor = [Anchor::Start, Anchor::Middle, Anchor::End][i];
            }
        }
        self.text(x + width + 12.0, y + 9.5, SIGNS, Role::Quiet, caption(analysis));
        self.y += height + 30.0;
    }

    /// The meaning of signs and bars.
    fn legend(&mut self, detail: Detail, direction: Direction, most: Option<f64>) {
        let mut x = self.x;
        let candidate = (Sign::Candidate, "candidate’s best (precision)");
        let reference = (Sign::Reference, "reference’s best (recall)");
        let signs: &[(Sign, &str)] = match (detail, direction) {
            (Detail::Dots, Direction::Both) => &[(Sign::Any, "best match of its row or column")],
            (Detail::Dots, Direction::Precision) => &[(Sign::Any, "best match of its row")],
            (Detail::Dots, Direction::Recall) => &[(Sign::Any, "best match of its column")],
            (_, Direction::Both) => &[candidate, reference, (Sign::Both, "both")],
            (_, Direction::Precision) => &[candidate],
            (_, Direction::Recall) => &[reference],
        };
        let weight = most.map(|most| (None, format!("IDF weight, longest {most:.2}")));
        let items = signs.iter().map(|&(sign, text)| (Some(sign), text.to_owned())).chain(weight);
        for (sign, text) in items {
            let length = 17.0 + measure::width(&text) * SIGNS;
            if x > self.x && x + length > self.x + self.width {
                x = self.x;
                self.y += 20.0;
            }
            match sign {
                Some(sign) => self.layout.signs.push((x + 5.0, self.y, 4.5, sign)),
                None => self.layout.bars.push(Area { x, y: self.y - 3.0, width: 12.0, height: 6.0 }),
            }
            self.text(x + 17.0, self.y + 4.3, SIGNS, Role::Quiet, text);
            x += length + 20.0;
        }
        self.y += 16.0;
    }
}
