//! The sheet of IDF weights: the score with each source of weights, and the weight of each token.

use super::derivation;
use super::names::token_name;
use crate::number::{exact, percent, with_thousands_separators};
use bertscope_analysis::{Analysis, Idf, Note, Side};

use bertscope_explain::idf::{IdfWeights, WeightSource, WeightedToken};
use bertscope_sheet::{
    Cell, Chart, Column, Derivation, Emphasis, NumberKind, Row, Sheet, Step, Subject, Table,
};

/// The sources of weights, and then every distinct token.
pub fn sheet(idf: &IdfWeights, analysis: &Analysis) -> Sheet {
    let mut sheet = Sheet::new(lead(idf, analysis));
    sheet.push(source_table(idf, analysis));
    if idf.source.is_some() && !idf.tokens.is_empty() {
        sheet.push(token_table(idf, analysis));
    }
    sheet
}

fn lead(idf: &IdfWeights, analysis: &Analysis) -> String {
    if idf.chosen == Idf::Table && analysis.idf.is_none() {
        return Note::NoFrequencies.to_string();
    }
    let Some(name) = &idf.source else {
        return "IDF is off, and there is no table for this model.".to_owned();
    };
    let is_off = idf.chosen == Idf::Off;
    let texts = match idf.document_count {
        None if is_off => {
            return format!(
                "IDF is off: every token counts the same. Below are the weights given in {name}."
            );
        }
        None => return format!("Each token has the weight that {name} gives it."),
        Some(count) => with_thousands_separators(count),
    };
    if is_off {
        format!(
            "IDF is off: every token counts the same. Below are the weights from {texts} texts of {name}."
        )
    } else if idf.document_count == Some(1) {
        "Counted over a single reference, each of its words has weight ln(2 ÷ 2) = 0, so R is 0 ÷ 0 and undefined: \
         count over many texts."
            .to_owned()
    } else {
        format!(
            "Rare tokens count more: weight = ln((N + 1) ÷ (df + 1)), where df of the N = {texts} texts of {name} contain the \
             token."
        )
    }
}

fn source_table(idf: &IdfWeights, analysis: &Analysis) -> Table {
    let mut table = Table::new([
        Column::new("weights from").short("from"),
        Column::new("P").ranked(1),
        Column::new("R").ranked(1),
        Column::new("F1"),
    ]);
    for choice in &idf.choices {
        let is_chosen = choice.idf == idf.chosen;
        let mark = if is_chosen { "▶ " } else { "" };
        let name = format!("{mark}{}", source_name(choice));
        let mut cells = vec![Cell::named(name)];
        cells.extend(Cell::scores(choice.score, NumberKind::Score));
        // A source without a table cannot be chosen.
        let subject = if choice.score.is_some() {
            Subject::Idf(choice.idf)
        } else {
            Subject::Row
        };
        let row = Row::new(cells).about(subject, source_derivation(choice, analysis));
        table.push(row.chosen_if(is_chosen));
    }
    table
}

fn source_name(choice: &WeightSource) -> &str {
    match (choice.idf, &choice.source) {
        (Idf::Off, _) => "off",
        (_, Some(source)) => source,
        (_, None) => "no table",
    }
}

fn source_derivation(choice: &WeightSource, analysis: &Analysis) -> Derivation {
    let Some(raw) = &choice.raw else {
        return vec![Step::sentence(Note::NoFrequencies.to_string())];
    };
    let weights = match (choice.idf, choice.document_count) {
        (Idf::Off, _) => "every token has weight 1, and special tokens have weight 0".to_owned(),
        (_, Some(1)) => {
            "counted over one text, each of its tokens has weight ln((1 + 1) ÷ (1 + 1)) = 0, and every other \
             ln((1 + 1) ÷ (0 + 1)) = 0.69315"
                .to_owned()
        }
        (_, Some(n)) => format!(
            "each token has weight ln((N + 1) ÷ (df + 1)) with N = {}",
            with_thousands_separators(n)
        ),
        (_, None) => "each token has the weight that it was given".to_owned(),
    };
    let mut steps = vec![Step::sentence(weights)];
    if analysis.has_empty_side() {
        let convention = "with an empty text, raw scores are 0 by convention, whatever the weights";
        steps.push(Step::sentence(convention));
        return steps;
    }
    steps.extend(derivation::means(raw, choice.sums));
    if let Some(row) = analysis.baseline() {
        steps.extend(derivation::rescaling_steps(raw, &row));
    }
    steps
}

fn token_table(idf: &IdfWeights, analysis: &Analysis) -> Table {
    // Tokens are sorted by weight.
    let heaviest = idf.tokens.first().map_or(0.0, |token| token.weight);
    let mut table = Table::new([
        Column::new("token"),
        Column::new("in candidate").short("c"),
        Column::new("in reference").short("r"),
        Column::new("texts with it").short("df"),
        Column::new("weight"),
        Column::bars(heaviest).ranked(1),
        Column::new("share of P").short("of P").ranked(2),
        Column::new("share of R").short("of R").ranked(2),
    ]);
    for token in &idf.tokens {
        let (side, index) = first_position(token);
        let name = token_name(analysis, side, index);
        let candidate = Occurrences::new(idf, token, Side::Candidate);
        let reference = Occurrences::new(idf, token, Side::Reference);
        let frequency = match token.frequency {
            Some(texts) => Cell::Counts(vec![texts]),
            None => Cell::named("given"),
        };
        let [candidate_count, candidate_share] = candidate.cells();
        let [reference_count, reference_share] = reference.cells();
        let cells = [
            Cell::word(&name),
            candidate_count,
            reference_count,
            frequency,
            Cell::number(token.weight, NumberKind::Weight),
            Chart::Bar(token.weight).into(),
            candidate_share,
            reference_share,
        ];
        let mut steps = weight_steps(idf, token, &name);
        steps.extend(candidate.share_step());
        steps.extend(reference.share_step());
        table.push(
            Row::new(cells)
                .about(Subject::Token(side, index), steps)
                .emphasised(token_emphasis(token)),
        );
    }
    table
}

/// The first position of a token, in the candidate if it occurs there.
fn first_position(token: &WeightedToken) -> (Side, usize) {
    match (&*token.candidate, &*token.reference) {
        ([first, ..], _) => (Side::Candidate, *first),
        (_, [first, ..]) => (Side::Reference, *first),
        ([], []) => (Side::Reference, 0),
    }
}

fn token_emphasis(token: &WeightedToken) -> Emphasis {
    if token.frequency == Some(0) {
        // The weight of a token that no text contains is the highest, whatever it means.
        Emphasis::Warning
    } else if token.weight <= 0.0 {
        Emphasis::Quiet
    } else {
        Emphasis::None
    }
}

/// A token in one of the texts.
struct Occurrences {
    side: Side,
    count: usize,
    weight: f64,
    /// Σ weights of the text.
    weight_sum: f64,
}

impl Occurrences {
    fn new(idf: &IdfWeights, token: &WeightedToken, side: Side) -> Self {
        let [candidate, reference] = idf.sums;
        Self {
            side,
            count: side.pick(&token.reference, &token.candidate).len(),
            weight: token.weight,
            weight_sum: side.pick(reference, candidate),
        }
    }

    /// How often it occurs, and its share of the weight; nothing if it does not.
    fn cells(&self) -> [Cell; 2] {
        if self.count == 0 {
            return [Cell::Empty, Cell::Empty];
        }
        let share = Cell::number(self.share(), NumberKind::Share { places: 1 });
        [Cell::count(self.count), share]
    }

    /// Its share of the weight in the mean of its side; `None` if no token there has weight.
    fn share(&self) -> Option<f64> {
        if self.weight_sum > 0.0 {
            Some(self.weight * self.count as f64 / self.weight_sum)
        } else {
            None
        }
    }

    fn share_step(&self) -> Option<Step> {
        if self.count == 0 {
            return None;
        }
        let mean = self.side.mean_symbol();
        let [weight, weight_sum] = [self.weight, self.weight_sum].map(exact);
        Some(Step::computed(
            format!("share of the weight in {mean} = count × weight ÷ Σ weights"),
            format!("{} × {weight} ÷ {weight_sum}", self.count),
            percent(self.share()?, 1),
        ))
    }
}

fn weight_steps(idf: &IdfWeights, token: &WeightedToken, name: &str) -> Derivation {
    let weight = exact(token.weight);
    let [Some(n), Some(df)] = [idf.document_count, token.frequency] else {
        let given = format!("{weight}, as given");
        return vec![Step::result(format!("weight of “{name}”"), given)];
    };
    let texts = with_thousands_separators(n);
    let count = match df {
        0 => "none".to_owned(),
        df => with_thousands_separators(df),
    };
    let [numerator, denominator] = [n + 1, df + 1].map(with_thousands_separators);
    vec![
        Step::sentence(format!("“{name}” is in {count} of {texts} texts")),
        Step::computed(
            "weight = ln((N + 1) ÷ (df + 1))",
            format!("ln({numerator} ÷ {denominator})"),
            weight,
        ),
    ]
}
