//! The order of texts by F1, and whether it holds under other settings.

use super::super::columns::left;
use super::super::page::{Row, RowForm, Span, Target, Tone};
use crate::label::fit;
use crate::number::exact;
use bertscope_analysis::{Analysis, Idf};
use bertscope_explain::compare::{TextOrder, TextRanking};

/// Width of a layer at which an order does not hold.
const CONTRADICTED_LAYER_WIDTH: u16 = 17;

/// The order, the layers at which it holds, and the settings under which it does not.
pub(super) fn rows<'a>(ranking: &'a TextRanking, analysis: &'a Analysis) -> Vec<Row<'a>> {
    if ranking.orders.is_empty() {
        return Vec::new();
    }
    let f1: Vec<f64> = ranking
        .texts
        .iter()
        .map(|compared| compared.score.f1)
        .collect();
    let here = order_text(ranking, &ranking.ranking(), &f1, |_| String::new());
    let heading = Row::new(move |width| {
        let long = format!("{here} with other settings?");
        let text = if long.chars().count() > usize::from(width) {
            "With other settings?"
        } else {
            &long
        };
        vec![Span::new(fit(text, width), Tone::Accent)]
    })
    .with_form(RowForm::Heading(&["setting", "order"]));
    let at_layers = || ranking.orders_by_layer();
    let (held, all) = (
        at_layers().filter(|order| order.agrees).count(),
        at_layers().count(),
    );
    let tone = if held == all {
        Tone::Plain
    } else {
        Tone::Warning
    };
    let layers =
        Row::text(format!("holds at {held} of {all} layers"), tone).about(Target::Row, move || {
            let line = |order: &TextOrder| {
                let held = if order.agrees {
                    "same order"
                } else {
                    "different order"
                };
                format!(
                    "layer {}: {}, {held}",
                    order.settings.layer,
                    f1_text(ranking, order)
                )
            };
            at_layers().map(line).collect()
        });
    let others = at_layers()
        .filter(|order| !order.agrees)
        .chain(ranking.orders_by_idf())
        .chain(ranking.other_scale());
    let others = others.map(|order| {
        let order = OrderRow {
            ranking,
            order,
            analysis,
        };
        Row::new(move |width| order.line(width)).about(order.target(), move || order.derivation())
    });
    [Row::blank(), heading, layers]
        .into_iter()
        .chain(others)
        .collect()
}

#[derive(Clone, Copy)]
struct OrderRow<'a> {
    ranking: &'a TextRanking,
    order: &'a TextOrder,
    analysis: &'a Analysis,
}

impl OrderRow<'_> {
    fn line(self, width: u16) -> Vec<Span> {
        let (preposition, name) = self.setting();
        if self.order.agrees {
            return vec![Span::new(
                fit(&format!("holds {preposition} {name}"), width),
                Tone::Plain,
            )];
        }
        let other = order_text(self.ranking, &self.order.order, &self.order.f1, |_| {
            String::new()
        });
        let mut label = format!("not {preposition} {name}:");
        if label.chars().count() + 1 + other.chars().count() > usize::from(width) {
            label = format!("{name}:");
        }
        let column = CONTRADICTED_LAYER_WIDTH
            .max(label.len() as u16 + 1)
            .min(width);
        vec![
            left(&label, column, Tone::Plain),
            Span::new(fit(&other, width - column), Tone::Warning),
        ]
    }

    fn target(self) -> Target {
        let (settings, shown) = (self.order.settings, self.analysis.settings);
        if settings.layer != self.analysis.layer {
            Target::Layer(settings.layer)
        } else if settings.idf != shown.idf {
            Target::Idf(settings.idf)
        } else {
            Target::Rescale(settings.rescale)
        }
    }

    fn derivation(self) -> Vec<String> {
        let mut steps = vec![format!(
            "{}: {}",
            self.setting().1,
            f1_text(self.ranking, self.order)
        )];
        if self.is_other_scale() {
            steps.push(
                "rescaling is (x − b) ÷ (1 − b), with the same b for all texts at a layer, so it never changes the order"
                    .to_owned(),
            );
        }
        steps
    }

    fn is_other_scale(self) -> bool {
        self.ranking
            .other_scale()
            .is_some_and(|other| std::ptr::eq(other, self.order))
    }

    /// The setting that differs from the one on screen, after its preposition.
    fn setting(self) -> (&'static str, String) {
        let settings = self.order.settings;
        if settings.layer != self.analysis.layer {
            return ("at", format!("layer {}", settings.layer));
        }
        let is_other_idf = settings.idf != self.analysis.settings.idf;
        let name = match settings.idf {
            _ if self.is_other_scale() && settings.rescale => "rescaled",
            _ if self.is_other_scale() => "raw",
            _ if !is_other_idf => "as it is",
            Idf::Off => "IDF off",
            Idf::Table => "the IDF table",
            Idf::References => "IDF refs",
        };
        (if is_other_idf { "with" } else { "when" }, name.to_owned())
    }
}

/// `B > A > C`, with `=` between equal texts, each followed by `more` of its F1.
fn order_text(
    ranking: &TextRanking,
    order: &[usize],
    f1: &[f64],
    more: impl Fn(f64) -> String,
) -> String {
    let mut text = String::new();
    let mut before: Option<usize> = None;
    for &i in order {
        if let Some(before) = before {
            #[expect(clippy::float_cmp, reason = "identical texts have identical scores")]
            let equal = f1[before] == f1[i];
            text += if equal { " = " } else { " > " };
        }
        text += &ranking.name(i);
        text += &more(f1[i]);
        before = Some(i);
    }
    text
}

/// `A 0.66916 > B 0.60123`.
fn f1_text(ranking: &TextRanking, order: &TextOrder) -> String {
    order_text(ranking, &order.order, &order.f1, |f1| {
        format!(" {}", exact(f1))
    })
}
