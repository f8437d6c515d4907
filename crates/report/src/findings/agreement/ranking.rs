//! Every setting, ranked by its agreement with the human scores.

use super::{Agreement, AgreementRequest, SettingsRequest};
use crate::findings::cells::number_cell;
use crate::number::{SIGNIFICANCE_LEVEL, decimals, p_value, signed};
use bertscope_overlap::Metric;
use bertscope_sheet::{Block, Cell, Column, Emphasis, Row, Table};
use bertscope_systems::Resampling;
use bertscope_systems::agreement::{Coefficient, JudgedPairs, RankedSetting, ScoreSource};

/// Every layer with the weights of the run and with the opposite ones, and word overlap.
pub fn rank_settings(
    judged: &JudgedPairs,
    request: &AgreementRequest,
    settings: SettingsRequest,
) -> Vec<RankedSetting> {
    let mut sources = Vec::new();
    for setting in 0..2 * request.layers.len() {
        sources.extend(ScoreSource::of_setting(setting));
    }
    let overlap = [Metric::Bleu, Metric::Chrf, Metric::RougeL];
    sources.extend(overlap.map(ScoreSource::Overlap));
    let default = ScoreSource::of_setting(request.chosen)[2];
    judged.rank_settings(&sources, default, settings.by, Resampling::default())
}

impl Agreement {
    /// Every setting, the best first; nothing unless asked.
    pub(super) fn ranking(&self) -> Vec<Block> {
        let Some(request) = self.request.settings else {
            return Vec::new();
        };
        let columns = RankingColumns {
            by: request.by,
            williams: self.settings.iter().any(|of| of.p_williams.is_some()),
            systems: self.settings.iter().any(|of| of.system_level.is_some()),
        };
        let title = format!("Every setting, the highest {} first", request.by.title());
        let mut table = Table::new(columns.columns());
        for setting in &self.settings {
            let mut name = self.title(setting.source, true);
            let mut emphasis = Emphasis::None;
            if setting.is_default {
                name += " (default)";
                emphasis = Emphasis::Chosen;
            }
            let mut cells = vec![Cell::named(name)];
            cells.extend(columns.cells(setting));
            table.rows.push(Row {
                cells,
                emphasis,
                ..Row::default()
            });
        }
        let note = "p by PERM-BOTH, two-sided, of the difference from the default; p, Holm is corrected for the number of settings.";
        vec![
            Block::heading(title),
            Block::Text(self.verdict(request.by)),
            Block::Table(table),
            Block::Note(note.to_owned()),
        ]
    }

    /// Which setting agrees best, and whether that could be chance.
    fn verdict(&self, coefficient: Coefficient) -> String {
        let title = coefficient.title();
        let Some(best) = self.settings.first() else {
            return format!("No setting has a {title} coefficient.");
        };
        let name = self.title(best.source, true);
        let Some(value) = best.agreement.coefficients.get(coefficient) else {
            return format!("No setting has a {title} coefficient.");
        };
        let value = decimals(value, 4);
        let count = self.settings.len();
        if best.is_default {
            return format!(
                "Of {count} settings, the default, {name}, agrees best: {title} {value}."
            );
        }
        let lead = format!("Of {count} settings, {name} agrees best: {title} {value}");
        let [Some(difference), Some(p)] = [best.difference, best.p_holm] else {
            return format!("{lead}.");
        };
        let outcome = if p < SIGNIFICANCE_LEVEL {
            "the difference is statistically significant"
        } else {
            "the difference could be chance"
        };
        format!(
            "{lead}, {} from the default (p = {} by PERM-BOTH with Holm's correction); {outcome}.",
            signed(difference, 4),
            p_value(p)
        )
    }
}

/// The columns of the ranking of settings.
struct RankingColumns {
    by: Coefficient,
    /// Whether there are p-values by Williams' test.
    williams: bool,
    /// Whether the order of systems is known.
    systems: bool,
}

impl RankingColumns {
    fn columns(&self) -> Vec<Column> {
        let mut columns = vec![Column::new("Setting")];
        for (rank, coefficient) in (3..).zip(Coefficient::ALL) {
            // The coefficient that decides stays.
            let rank = if coefficient == self.by { 0 } else { rank };
            columns.push(Column::new(coefficient.title()).ranked(rank));
        }
        columns.push(Column::new("− default").ranked(1));
        columns.push(Column::new("p").ranked(2));
        columns.push(Column::new("p, Holm").ranked(1));
        if self.williams {
            columns.push(Column::new("p, Williams").ranked(3));
        }
        if self.systems {
            columns.push(Column::new("Systems").ranked(2));
            columns.push(Column::new("Soft").ranked(2));
        }
        columns
    }

    /// The cells of a setting after its name. The default setting, which has no difference, has none in place of the tests.
    fn cells(&self, setting: &RankedSetting) -> Vec<Cell> {
        let coefficients = setting.agreement.coefficients;
        let mut cells: Vec<Cell> = Coefficient::ALL
            .map(|coefficient| Cell::coefficient(coefficients.get(coefficient)))
            .to_vec();
        let tests = 3 + usize::from(self.williams);
        if setting.is_default {
            cells.extend(std::iter::repeat_n(Cell::Empty, tests));
        } else {
            cells.push(number_cell(setting.difference, 4, true));
            cells.push(Cell::PValue(setting.p_permutation));
            cells.push(Cell::PValue(setting.p_holm));
            if self.williams {
                cells.push(Cell::PValue(setting.p_williams));
            }
        }
        if self.systems {
            let level = setting.system_level;
            cells.push(Cell::coefficient(level.map(|level| level.accuracy)));
            cells.push(Cell::coefficient(level.map(|level| level.soft_accuracy)));
        }
        cells
    }
}
