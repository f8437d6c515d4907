//! The settings that give a number that was printed elsewhere.

use serde::Serialize;

use crate::number::{decimals, exact, or_missing, pluralized, with_thousands_separators};
use bertscope_analysis::{Conventions, Idf, Settings};
use bertscope_metric::{BERT_SCORE_TOLERANCE, Score};
use bertscope_sheet::{Block, Cell, Sheet, Table};
use bertscope_systems::ChanceAgreement;

/// Settings for printed numbers, the nearest first: those that agree, or the nearest of all if none does.
#[derive(Debug, Serialize)]
pub struct IdentifiedSettings {
    /// The numbers, as they were given.
    pub numbers: Vec<String>,
    /// How many settings agree, of which the first are listed.
    pub agreeing: usize,
    /// How many settings were compared; programs with the same scores are one.
    pub compared: usize,
    pub by_chance: ChanceAgreement,
    /// Programs that compute no score of a text, each with the reason.
    pub left_out: Vec<String>,
    pub settings: Vec<IdentifiedSetting>,
}

#[derive(Debug, Serialize)]
pub struct IdentifiedSetting {
    pub model: String,
    #[serde(flatten)]
    pub settings: Settings,
    /// The programs that compute these numbers.
    pub programs: Vec<&'static str>,
    /// Which of precision, recall and f1 each given number is.
    pub measures: Vec<&'static str>,
    #[serde(flatten)]
    pub score: Score,
    /// The largest difference from the given numbers.
    pub difference: f64,
    pub signature: String,
    /// The command that prints the numbers.
    pub command: String,
}

impl IdentifiedSettings {
    pub fn sheet(&self) -> Vec<Block> {
        let numbers = self.numbers.join(" ");
        let compared = pluralized(self.compared, "setting");
        let verdict = match self.agreeing {
            0 => format!("No setting of these models gives {numbers}, of {compared}. The nearest:"),
            1 => format!("One of {compared} gives {numbers}:"),
            agreeing if agreeing > self.settings.len() => {
                let listed = self.settings.len();
                format!("{agreeing} of {compared} give {numbers}; the nearest {listed}:")
            }
            agreeing => format!("{agreeing} of {compared} give {numbers}:"),
        };
        let mut sheet = Sheet::default();
        sheet.text(verdict);
        sheet.push(self.table());
        sheet.note(self.chance());
        for reason in &self.left_out {
            sheet.note(format!("Left out: {reason}"));
        }
        let mut table = Table::new(["", "command and signature"]);
        for (index, setting) in self.settings.iter().enumerate() {
            let name = Cell::named((index + 1).to_string());
            table.push(vec![name, Cell::Code(setting.command.clone())].into());
            let signature = Cell::Code(setting.signature.clone());
            table.push(vec![Cell::Empty, signature].into());
        }
        sheet.push(table);
        sheet.blocks
    }

    fn table(&self) -> Table {
        let columns = [
            "", "model", "layer", "IDF", "scale", "P", "R", "F1", "off by", "program",
        ];
        let mut table = Table::new(columns);
        for (index, setting) in self.settings.iter().enumerate() {
            let mut cells = vec![
                Cell::named((index + 1).to_string()),
                Cell::named(&setting.model),
                Cell::count(setting.settings.layer.0),
                Cell::named(idf_name(setting.settings.idf)),
                Cell::named(if setting.settings.rescale {
                    "rescaled"
                } else {
                    "raw"
                }),
            ];
            for (measure, number) in Score::KEYS.into_iter().zip(setting.score.numbers()) {
                // The numbers that are meant.
                let mark = if setting.measures.contains(&measure) {
                    "▸"
                } else {
                    ""
                };
                cells.push(Cell::named(format!("{mark}{}", or_missing(number, exact))));
            }
            cells.push(Cell::named(exact(setting.difference)));
            cells.push(Cell::named(
                if setting.programs.len() == Conventions::ALL.len() {
                    "all".to_owned()
                } else {
                    setting.programs.join(", ")
                },
            ));
            table.push(cells.into());
        }
        table
    }

    /// How many settings would agree by chance, and within what.
    fn chance(&self) -> String {
        let chance = &self.by_chance;
        let what = match self.numbers.len() {
            1 => "numbers",
            _ => "choices of P, R and F1",
        };
        format!(
            "By chance, about {} of them would agree: {} of {} {what} lie nearby. A number agrees if it rounds to these digits, \
             or would within {} before rescaling.",
            decimals(chance.expected, 2),
            with_thousands_separators(chance.nearby),
            with_thousands_separators(chance.compared),
            decimals(BERT_SCORE_TOLERANCE, 5),
        )
    }
}

fn idf_name(idf: Idf) -> &'static str {
    match idf {
        Idf::Off => "off",
        Idf::References => "references",
        Idf::Table => "bundled",
    }
}
