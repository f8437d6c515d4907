//! Settings to return to: those before the last changes, and those of a fresh start.

use super::{CellPosition, Context, DisplaySettings, Zoom};
use bertscope_analysis::{Conventions, Idf};
use bertscope_report::export::link::PairView;
use bertscope_report::export::palette::Palette;

/// The most changes that can be undone.
const MAX_EARLIER: usize = 50;

/// The settings of a score and of its matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChosenSettings {
    pub layer: Option<usize>,
    pub idf: Idf,
    pub conventions: Conventions,
    /// Without the crosshair, which is no setting.
    pub display: DisplaySettings,
    pub palette: Option<Palette>,
    pub zoom: Zoom,
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

    /// The settings of a fresh start: those of the user's configuration, and otherwise the program's.
    pub fn start_settings(&self) -> ChosenSettings {
        let settings = self.config.start.settings();
        let look = &self.config.look;
        let conventions = settings.conventions.unwrap_or_default();
        let first = PairView::default();
        ChosenSettings {
            layer: self.start_layer(conventions),
            idf: settings.idf.unwrap_or_default(),
            conventions,
            display: DisplaySettings {
                rescale: settings.rescale.unwrap_or_default(),
                direction: look.direction.unwrap_or(first.direction),
                show_special: look.special.unwrap_or(first.special),
                scale: look.range.unwrap_or_default(),
                cell: CellPosition::default(),
                is_cell_chosen: false,
            },
            palette: look.palette,
            zoom: look.zoom.unwrap_or_default(),
        }
    }

    /// The layer of a fresh start with the current model, for the score of a program.
    pub fn start_layer(&self, conventions: Conventions) -> Option<usize> {
        let info = self.models.current.as_ref()?;
        let start = &self.config.start;
        let configured = start.layer_of(&info.reopen);
        // Another program may have another default layer.
        let is_its_program = conventions == start.settings().conventions.unwrap_or_default();
        match configured {
            Some(layer) if is_its_program && layer <= info.last_layer.0 => Some(layer),
            _ => Some(info.default_layer(conventions).0),
        }
    }

    /// Returns to the settings of a fresh start, and says which change.
    pub fn choose_defaults(&mut self, undo_key: &str) {
        let defaults = self.start_settings();
        let before = self.chosen_settings();
        if before == defaults {
            return self.say("All settings are the default ones.");
        }
        let names = defaults.differences(&before).join(", ");
        self.choose_settings(&defaults);
        self.remember_settings(before);
        self.say(format!(
            "Back to the defaults: {names}. {undo_key} undoes it."
        ));
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
