//! Computes the position of everything in the picture of an analysis.

use super::axes::Axes;
use super::geometry::{Anchor, Area, Layout, Legend, PicturePart, Role, Text};
use super::legend::caption;
use super::notes::{MAX_LISTED_MATCHES, NO_CELLS, named_scores, picture_notes};
use super::{explanation, label, measure};
use crate::escaping::clean;
use crate::export::{ExportOptions, pair};
use crate::number::five_places;
use bertscope_analysis::Analysis;
use bertscope_sheet::{Cell, Fact};

const MARGIN: f32 = 28.0;
/// Narrowest picture: its sentences need room.
const MIN_WIDTH: f32 = 528.0;
/// The colour scale.
const RAMP: (f32, f32) = (168.0, 10.0);

/// Font size of the legend.
const SIGNS: f32 = 12.0;

/// Indent of the texts beside their names, and the most lines of each.
const TEXTS: f32 = 78.0;
const LINES: usize = 4;

pub fn layout(analysis: &Analysis, options: &ExportOptions, part: PicturePart) -> Layout {
    let margin = match part {
        PicturePart::All => MARGIN,
        PicturePart::Matrix => 4.0,
        PicturePart::Small => 12.0,
    };
    let axes = Axes::new(analysis, options.special, part);
    let mut width = match &axes {
        Some(axes) => axes.left() + axes.size().0 + axes.overhang,
        None => 0.0,
    };
    if part == PicturePart::All {
        width = width.max(least_width(analysis, options));
    }
    let mut flow = Flow {
        layout: Layout::default(),
        x: margin,
        y: margin,
        width: width.ceil(),
    };
    if part == PicturePart::All {
        flow.title(options);
        flow.texts(&pair::texts(analysis, options));
        flow.scores(analysis);
    }
    flow.matrix(analysis, options, axes);
    if part == PicturePart::All {
        flow.legend();
        flow.explanations(options);
        flow.remarks(analysis, options);
    }
    flow.layout.width = flow.width + 2.0 * margin;
    flow.layout.height = (flow.y + margin).ceil();
    flow.layout
}

/// The width that sentences, the colour scale with its caption, and explanations need.
fn least_width(analysis: &Analysis, options: &ExportOptions) -> f32 {
    let scale = RAMP.0 + 12.0 + measure::width(&caption(analysis)) * SIGNS;
    let explanations = options.explanations.iter().map(explanation::width);
    explanations.fold(MIN_WIDTH.max(scale), f32::max)
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
        self.layout.texts.push(Text::new(x, y, size, role, text));
    }

    fn sentence(&mut self, text: &str, size: f32, role: Role) {
        for line in measure::wrap(text, self.width, size) {
            self.y += (size * 1.45).round();
            self.text(self.x, self.y - size * 0.4, size, role, line);
        }
        self.y += 3.0;
    }

    fn title(&mut self, options: &ExportOptions) {
        let title = options.title.as_deref().map(clean).unwrap_or_default();
        if !title.trim().is_empty() {
            self.sentence(&title, 19.0, Role::Title);
            self.y += 13.0;
        }
    }

    /// Both texts, and where they are from; a long text only as far as a few lines reach.
    fn texts(&mut self, facts: &[Fact]) {
        let size = 13.0;
        let room = self.width - TEXTS;
        for fact in facts {
            let mut lines = measure::wrap(&clean(fact.value.text().trim()), room, size);
            let is_text = matches!(fact.value, Cell::Word(_));
            if is_text && lines.len() > LINES {
                lines.truncate(LINES);
                lines[LINES - 1] = label::fit(&format!("{} …", lines[LINES - 1]), room, size);
            }
            self.text(self.x, self.y + 13.0, 12.0, Role::Quiet, &*fact.name);
            self.y += 4.0;
            for line in &lines {
                self.y += 19.0;
                self.text(self.x + TEXTS, self.y - 10.0, size, Role::Text, &**line);
            }
            if lines.is_empty() {
                self.y += 19.0;
            }
        }
        self.y += 16.0;
    }

    /// P, R and F1 side by side; if rescaled, with the raw scores below.
    fn scores(&mut self, analysis: &Analysis) {
        let rescaled = analysis.rescaling().is_some();
        for (i, (name, number, raw)) in named_scores(analysis).into_iter().enumerate() {
            let x = self.x + i as f32 * 128.0;
            let number = five_places(number);
            self.text(x, self.y + 11.0, 12.0, Role::Quiet, name);
            self.text(x, self.y + 36.0, 22.0, Role::Number, number);
            if rescaled {
                let raw = format!("raw {}", five_places(raw));
                self.text(x, self.y + 54.0, 12.0, Role::Quiet, raw);
            }
        }
        self.y += if rescaled { 80.0 } else { 62.0 };
    }

    fn matrix(&mut self, analysis: &Analysis, options: &ExportOptions, axes: Option<Axes<'_>>) {
        let Some(axes) = axes else {
            self.sentence(NO_CELLS, 13.0, Role::Quiet);
            self.y += 8.0;
            return;
        };
        let legend = Legend::new(analysis, options, axes.max_weight, axes.label_step());
        self.layout.legend = Some(legend);
        let left = axes.left();
        let top = axes.top();
        let (_, height) = axes.size();
        axes.add_to(&mut self.layout, self.x + left, self.y + top);
        self.y += top + height;
    }

    fn legend(&mut self) {
        let Some(legend) = self.layout.legend.clone() else {
            return;
        };
        self.y += 24.0;
        self.ramp(&legend);
        self.symbols(&legend);
        if let Some(labels) = &legend.labels {
            self.sentence(labels, 11.5, Role::Quiet);
        }
        self.y += 8.0;
    }

    fn explanations(&mut self, options: &ExportOptions) {
        for section in &options.explanations {
            self.sentence(&section.title, 13.0, Role::Number);
            self.sentence(&clean(&section.lead), 12.0, Role::Quiet);
            self.y = explanation::add_rows(&mut self.layout, section, self.x, self.y) + 12.0;
        }
    }

    fn remarks(&mut self, analysis: &Analysis, options: &ExportOptions) {
        for remark in picture_notes(analysis, options.special, MAX_LISTED_MATCHES) {
            let role = if remark.warning {
                Role::Warning
            } else {
                Role::Quiet
            };
            self.sentence(&remark.text, 11.5, role);
        }
        self.sentence(&clean(&analysis.signature), 11.0, Role::Quiet);
        self.y -= 5.0;
    }

    fn ramp(&mut self, legend: &Legend) {
        let (width, height) = RAMP;
        let x = self.x;
        let y = self.y;
        self.layout.ramp = Some(Area {
            x,
            y,
            width,
            height,
        });
        let ticks = [
            (0.0, &*legend.scale.low, Anchor::Start),
            (0.5, ".5", Anchor::Middle),
            (1.0, &*legend.scale.high, Anchor::End),
        ];
        for (at, tick, anchor) in ticks {
            let text = Text::new(x + width * at, y + height + 14.0, 11.0, Role::Quiet, tick);
            self.layout.texts.push(text.anchored(anchor));
        }
        let caption = &*legend.scale.caption;
        self.text(x + width + 12.0, y + 9.5, SIGNS, Role::Quiet, caption);
        self.y += height + 30.0;
    }

    /// The meaning of signs and bars.
    fn symbols(&mut self, legend: &Legend) {
        let mut x = self.x;
        let signs = legend
            .symbols
            .iter()
            .map(|&(sign, text)| (Some(sign), text));
        for (sign, text) in signs.chain(legend.weight.as_deref().map(|text| (None, text))) {
            let length = 17.0 + measure::width(text) * SIGNS;
            if x > self.x && x + length > self.x + self.width {
                x = self.x;
                self.y += 20.0;
            }
            match sign {
                Some(sign) => self.layout.symbols.push((x + 5.0, self.y, 4.5, sign)),
                None => self.layout.bars.push(Area {
                    x,
                    y: self.y - 3.0,
                    width: 12.0,
                    height: 6.0,
                }),
            }
            self.text(x + 17.0, self.y + 4.3, SIGNS, Role::Quiet, text);
            x += length + 20.0;
        }
        self.y += 16.0;
    }
}
