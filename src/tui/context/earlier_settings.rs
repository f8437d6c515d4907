//! Settings to return to: those before the last changes, and those of the program at first.

use super::{CellPosition, ColorScale, Context, DisplaySettings, Zoom};
use bertscope_analysis::{Conventions, Idf};
use bertscope_report::export::link::PairView;
use bertscope_report::export::palette::Palette;

/// The most changes that can be undone.
const MAX_EARLIER: usize = 50;

/// The settings of a score and of its matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChosenSettings {
    layer: Option<usize>,
    idf: Idf,
    conventions: Conventions,
    /// Without the crosshair, which is no setting.
    display: DisplaySettings,
    palette: Option<Palette>,
    zoom: Zoom,
}

impl ChosenSettings {
    /// The names of the settings that differ.
    fn differences(&self, other: &Self) -> Vec<&'static str> {
        let mine = &self.display;
        let its = &other.display;
        let compared = [
            ("layer", self.layer == other.layer),
            ("IDF", self.idf == other.idf),
            ("program", self.conventions == other.conventions),
            ("rescaling", mine.rescale == its.rescale),
            ("direction", mine.direction == its.direction),
            ("special tokens", mine.show_special == its.show_special),
            ("colours", self.palette == other.palette),
            ("range", mine.scale == its.scale),
            ("cell size", self.zoom == other.zoom),
        ];
        let differs = compared.into_iter().filter(|(_, same)| !same);
        differs.map(|(name, _)| name).collect()
    }
}

impl Context {
    /// The settings of the pair on the screen.
    pub fn chosen_settings(&self) -> ChosenSettings {
        let inspection = self.inspection();
        ChosenSettings {
            layer: inspection.layer,
            idf: inspection.idf,
            conventions: inspection.conventions,
            display: DisplaySettings {
                cell: CellPosition::default(),
                is_cell_chosen: false,
                ..inspection.display
            },
            palette: self.look.palette,
            zoom: self.look.zoom,
        }
    }

    /// Keeps what the settings were before a change.
    pub fn remember_settings(&mut self, before: ChosenSettings) {
        if before == self.chosen_settings() {
            return;
        }
        let earlier = &mut self.inspection_mut().earlier_settings;
        if earlier.len() == MAX_EARLIER {
            earlier.remove(0);
        }
        earlier.push(before);
    }

    /// Takes back the last change of a setting, and says which.
    pub fn undo_setting(&mut self) {
        let Some(before) = self.inspection_mut().earlier_settings.pop() else {
            return self.say("No change of a setting is left to undo.");
        };
        let names = before.differences(&self.chosen_settings()).join(", ");
        self.choose_settings(&before);
        self.say(format!("Undone: {names}."));
    }

    /// Returns to the settings of the program, and says which change.
    pub fn choose_defaults(&mut self, undo_key: &str) {
        let conventions = Conventions::default();
        let first = PairView::default();
        let model = self.models.current.as_ref();
        let defaults = ChosenSettings {
            layer: model.map(|info| info.default_layer(conventions).0),
            idf: Idf::default(),
            conventions,
            display: DisplaySettings {
                rescale: false,
                direction: first.direction,
                show_special: first.special,
                scale: ColorScale::default(),
                cell: CellPosition::default(),
                is_cell_chosen: false,
            },
            palette: None,
            zoom: Zoom::Fit,
        };
        let before = self.chosen_settings();
        if before == defaults {
            return self.say("All settings are as they are at first.");
        }
        let names = defaults.differences(&before).join(", ");
        self.choose_settings(&defaults);
        self.remember_settings(before);
        self.say(format!("As at first: {names}. {undo_key} undoes it."));
    }

    fn choose_settings(&mut self, chosen: &ChosenSettings) {
        let inspection = self.inspection_mut();
        inspection.layer = chosen.layer;
        inspection.idf = chosen.idf;
        inspection.conventions = chosen.conventions;
        inspection.display = DisplaySettings {
            cell: inspection.display.cell,
            is_cell_chosen: inspection.display.is_cell_chosen,
            ..chosen.display
        };
        self.look.palette = chosen.palette;
        self.look.zoom = chosen.zoom;
    }
}
