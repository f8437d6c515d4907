//! The order of texts by F1, and whether it holds under other settings.

use crate::number::exact;
use bertscope_analysis::{Analysis, Idf};
use bertscope_explain::compare::{TextOrder, TextRanking};
use bertscope_sheet::{Cell, Derivation, Emphasis, Row, Sheet, Step, Subject, Table};

/// The order, the number of layers at which it holds, and the other settings with what holds there.
pub fn push(sheet: &mut Sheet, ranking: &TextRanking, analysis: &Analysis) {
    if ranking.orders.is_empty() {
        return;
    }
    let f1: Vec<f64> = ranking.texts.iter().map(|text| text.score.f1).collect();
    let shown = order_text(ranking, &ranking.ranking(), &f1, |_| String::new());
    sheet.heading(format!("{shown} with other settings?"));
    let mut table = Table::new(["setting", "order"]);
    table.push(layers_row(ranking));
    let contradicted = ranking.orders_by_layer().filter(|order| !order.agrees);
    for order in contradicted
        .chain(ranking.orders_by_idf())
        .chain(ranking.other_scale())
    {
        table.push(order_row(ranking, order, analysis));
    }
    sheet.push(table);
}

/// The number of layers with the same order.
fn layers_row(ranking: &TextRanking) -> Row {
    let mut held = 0;
    let mut steps = Derivation::new();
    for order in ranking.orders_by_layer() {
        held += usize::from(order.agrees);
        let agreement = if order.agrees { "same" } else { "different" };
        let layer = order.settings.layer;
        let f1 = f1_text(ranking, order);
        steps.push(Step::sentence(format!(
            "layer {layer}: {f1}, {agreement} order"
        )));
    }
    let emphasis = if held == steps.len() {
        Emphasis::None
    } else {
        Emphasis::Warning
    };
    let name = format!("{held} of {} layers", steps.len());
    Row::new([Cell::named(name), Cell::named("holds")])
        .emphasised(emphasis)
        .about(Subject::Row, steps)
}

/// A setting with another order, or with the same one.
fn order_row(ranking: &TextRanking, order: &TextOrder, analysis: &Analysis) -> Row {
    let settings = order.settings;
    let is_other_layer = settings.layer != analysis.layer;
    let is_other_idf = settings.idf != analysis.settings.idf;
    let (name, subject) = match settings.idf {
        _ if is_other_layer => (
            format!("layer {}", settings.layer),
            Subject::Layer(settings.layer),
        ),
        idf if is_other_idf => (idf_name(idf).to_owned(), Subject::Idf(idf)),
        _ if settings.rescale => ("rescaled".to_owned(), Subject::Rescale(true)),
        _ => ("raw".to_owned(), Subject::Rescale(false)),
    };
    let mut steps = vec![Step::sentence(format!(
        "{name}: {}",
        f1_text(ranking, order)
    ))];
    if matches!(subject, Subject::Rescale(_)) {
        steps.push(Step::sentence(
            "rescaling is (x − b) ÷ (1 − b), with the same b for all texts at a layer, so it never changes the order",
        ));
    }
    let (text, emphasis) = if order.agrees {
        ("holds".to_owned(), Emphasis::None)
    } else {
        let other = order_text(ranking, &order.order, &order.f1, |_| String::new());
        (other, Emphasis::Warning)
    };
    Row::new([Cell::named(name), Cell::named(text)])
        .emphasised(emphasis)
        .about(subject, steps)
}

fn idf_name(idf: Idf) -> &'static str {
    match idf {
        Idf::Off => "IDF off",
        Idf::Table => "IDF table",
        Idf::References => "IDF refs",
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
