//! Every setting, ranked by its agreement with the human scores.

use std::ops::ControlFlow;

use super::{SYSTEM_SCORE_NOTE, score_title};
use crate::findings::cells::number_cell;
use crate::number::{SIGNIFICANCE_LEVEL, decimals, p_value, signed};
use bertscope_encoder::Layer;
use bertscope_overlap::Metric;
use bertscope_sheet::{Block, Cell, Column, Emphasis, Row, Table};
use bertscope_systems::agreement::{Coefficient, JudgedPairs, RankedSetting, ScoreSource};

/// The metrics of word overlap that are ranked beside the settings.
const RANKED_OVERLAP: [Metric; 3] = [Metric::Bleu, Metric::Chrf, Metric::RougeL];

/// How to rank every setting.
#[derive(Debug, Clone, Copy)]
pub struct RankingRequest {
    pub by: Coefficient,
    /// Whether the run weights tokens by IDF; the settings after those of its layers do the opposite.
    pub idf: bool,
}

/// Every layer with the weights of the run and with the opposite ones, and word overlap; the best first.
#[derive(Debug)]
pub struct SettingsRanking {
    layers: Vec<Layer>,
    request: RankingRequest,
    pub settings: Vec<RankedSetting>,
}

/// What sets P, R and F1 of a ranking apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayerSetting {
    pub layer: Layer,
    pub idf: bool,
}

impl SettingsRanking {
    /// Number of scores that are ranked for so many layers.
    pub fn score_count(layers: usize) -> usize {
        6 * layers + RANKED_OVERLAP.len()
    }

    /// The default is F1 at the layer with the index `chosen`. `None` if `watch`, which is called after each of
    /// [`Self::score_count`], breaks off.
    pub fn compute(
        judged: &JudgedPairs,
        layers: Vec<Layer>,
        chosen: usize,
        request: RankingRequest,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let mut sources = Vec::new();
        for setting in 0..2 * layers.len() {
            sources.extend(ScoreSource::of_setting(setting));
        }
        sources.extend(RANKED_OVERLAP.map(ScoreSource::Overlap));
        let default = ScoreSource::of_setting(chosen)[2];
        let settings = judged.rank_settings(&sources, default, request.by, watch)?;
        Some(Self {
            layers,
            request,
            settings,
        })
    }

    /// Layer and weights of a score; word overlap has none.
    pub fn layer_setting(&self, source: ScoreSource) -> Option<LayerSetting> {
        let ScoreSource::Score { setting, .. } = source else {
            return None;
        };
        let count = self.layers.len();
        Some(LayerSetting {
            layer: self.layers[setting % count],
            idf: self.request.idf != (setting >= count),
        })
    }

    /// P, R or F1 with its layer and weights, or a metric of word overlap.
    pub fn title(&self, source: ScoreSource) -> String {
        let title = score_title(source);
        match self.layer_setting(source) {
            Some(LayerSetting { layer, idf: true }) => format!("{title} layer {layer} IDF"),
            Some(LayerSetting { layer, .. }) => format!("{title} layer {layer}"),
            None => title,
        }
    }

    /// With a heading, the verdict and a note on the tests.
    pub fn blocks(&self) -> Vec<Block> {
        let by = self.request.by.title();
        vec![
            Block::heading(format!("Every setting, the highest {by} first")),
            Block::Text(self.verdict()),
            Block::Table(self.table()),
            Block::Note(self.note()),
        ]
    }

    /// A row for each setting, in their order.
    pub fn table(&self) -> Table {
        let columns = RankingColumns {
            by: self.request.by,
            williams: self.settings.iter().any(|of| of.p_williams.is_some()),
            systems: self.settings.iter().any(|of| of.system_level.is_some()),
        };
        let mut table = Table::new(columns.columns());
        for setting in &self.settings {
            let mut name = self.title(setting.source);
            let mut emphasis = Emphasis::None;
            if setting.is_default {
                name += " (current)";
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
        table
    }

    pub fn note(&self) -> String {
        let mut note = "p by PERM-BOTH, two-sided, of the difference from the current setting; p, Holm is corrected for the number of settings.".to_owned();
        if self.settings.iter().any(|of| of.system_level.is_some()) {
            note = format!("{note} {SYSTEM_SCORE_NOTE}");
        }
        note
    }

    /// Which setting agrees best, and whether that could be chance.
    pub fn verdict(&self) -> String {
        let title = self.request.by.title();
        let best = self.settings.first();
        let value = best.and_then(|best| best.agreement.coefficients.get(self.request.by));
        let (Some(best), Some(value)) = (best, value) else {
            return format!("No setting has a {title} coefficient.");
        };
        let name = self.title(best.source);
        let value = decimals(value, 4);
        let count = self.settings.len();
        if best.is_default {
            return format!(
                "Of {count} settings, the current one, {name}, agrees best: {title} {value}."
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
            "{lead}, {} from the current one (p = {} by PERM-BOTH with Holm's correction); {outcome}.",
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
        columns.push(Column::new("− current").ranked(1));
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
