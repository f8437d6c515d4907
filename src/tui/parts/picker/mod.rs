//! The list of models to choose from: its rows, its filter, where it is, and what Enter does in it.

pub mod view;

use crate::tui::common::{Editor, ListHit, ListLayout, below_texts};
use crate::tui::context::{Effect, Screen};
use crate::tui::parts::{Layer, Part};
use crate::tui::state::State;
use bertscope_models::catalogue::{ModelChoice, ModelLocation};

/// The minimum width at which the list of models shows all columns and covers only the matrix.
const MIN_WIDTH_FOR_ALL_COLUMNS: u16 = 64;

/// A choice in the list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PickerRow<'a> {
    /// The typed text, as a name or folder.
    Typed(&'a str),
    /// A model in the list.
    Choice(&'a ModelChoice),
}

impl<'a> PickerRow<'a> {
    /// The name that opens it.
    pub fn name(self) -> &'a str {
        match self {
            Self::Typed(name) => name,
            Self::Choice(choice) => &choice.name,
        }
    }
}

/// A line of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PickerLine {
    /// The title of a group.
    Title(ModelLocation),
    /// A choice, by its index in [`ModelPicker::rows`].
    Row(usize),
}

#[derive(Debug, Clone)]
pub struct ModelPicker {
    pub filter: Editor,
    /// All models; `None` while they are being collected.
    pub choices: Option<Vec<ModelChoice>>,
    /// Index of the selected row.
    pub selected: usize,
    /// Name of the current model, which is selected while the filter is empty.
    pub current: String,
}

impl ModelPicker {
    /// A picker without a list yet.
    pub fn new(current: &str) -> Self {
        Self {
            filter: Editor::field(""),
            choices: None,
            selected: 0,
            current: current.to_owned(),
        }
    }

    /// Sets the list.
    pub fn fill(&mut self, choices: Vec<ModelChoice>) {
        self.choices = Some(choices);
        self.on_filter_changed();
    }

    /// The choices: the typed text, unless it is a name in the list, and the models that match it.
    pub fn rows(&self) -> Vec<PickerRow<'_>> {
        let typed = self.filter.text().trim();
        let all = self.choices.as_deref().unwrap_or_default();
        let mut rows = Vec::new();
        if !typed.is_empty() && all.iter().all(|choice| choice.name != typed) {
            rows.push(PickerRow::Typed(typed));
        }
        let matching = all.iter().filter(|choice| choice.matches(typed));
        rows.extend(matching.map(PickerRow::Choice));
        rows
    }

    /// The rows, with group titles.
    pub fn lines(&self) -> Vec<PickerLine> {
        let mut lines = Vec::new();
        let mut group = None;
        for (i, row) in self.rows().iter().enumerate() {
            if let PickerRow::Choice(choice) = row
                && group.replace(choice.location) != Some(choice.location)
            {
                lines.push(PickerLine::Title(choice.location));
            }
            lines.push(PickerLine::Row(i));
        }
        lines
    }

    /// The selected choice.
    pub fn row(&self) -> Option<PickerRow<'_>> {
        self.rows().get(self.selected).copied()
    }

    /// The name that opens the selected choice.
    pub fn chosen_name(&self) -> Option<String> {
        self.row().map(|row| row.name().to_owned())
    }

    /// Selects the likely choice after typing: the first model that matches, or the typed text if none does.
    pub fn on_filter_changed(&mut self) {
        let has_text = !self.filter.text().trim().is_empty();
        let wanted = self.rows().iter().position(|row| match row {
            PickerRow::Choice(choice) => has_text || choice.name == self.current,
            PickerRow::Typed(_) => false,
        });
        self.selected = wanted.unwrap_or(0);
    }
}

/// The list of models: next to the scores if there is room; otherwise over everything below the texts.
fn areas(screen: &Screen) -> ListLayout {
    let beside = screen.matrix.filter(|matrix| {
        matrix.width < screen.footer.width && matrix.width >= MIN_WIDTH_FOR_ALL_COLUMNS
    });
    ListLayout::with_columns(beside.unwrap_or(below_texts(screen, screen.strips[0].y)))
}

/// The first visible line of the list of models.
fn first_line(layout: &ListLayout, picker: &ModelPicker, lines: &[PickerLine]) -> usize {
    layout.first_of(lines, |line| *line == PickerLine::Row(picker.selected))
}

/// The part of the list of models at a position.
pub fn hit(state: &State, picker: &ModelPicker, x: u16, y: u16) -> ListHit {
    let Some(screen) = state.frame.clone() else {
        return ListHit::Outside;
    };
    let layout = areas(&screen);
    let lines = picker.lines();
    let first = first_line(&layout, picker, &lines);
    layout.hit(x, y, |line| match lines.get(first + line) {
        Some(PickerLine::Row(row)) => Some(*row),
        _ => None,
    })
}

/// Opens the list; its models arrive later.
pub fn open(state: &mut State) {
    state.stop_saying();
    state.models.early_choice = None;
    let current = state
        .models
        .current
        .as_ref()
        .map_or("", |info| &info.reopen);
    let picker = ModelPicker::new(current);
    state.open(Part::Models(picker));
    let folders = state.models.folders.clone();
    state.effects.push(Effect::ListModels(folders));
}

/// Copies the name of the selected model to the filter.
pub fn use_name(state: &mut State) {
    if let Some(name) = state.stack.picker().and_then(ModelPicker::chosen_name) {
        state.edit_overlay(|filter| *filter = Editor::field(&name));
    }
}

/// Handles the arrival of the list. Returns the name of the model that was chosen before.
pub fn fill_list(state: &mut State, choices: Vec<ModelChoice>) -> Option<String> {
    if let Some(typed) = state.models.early_choice.take() {
        let mut picker = ModelPicker::new("");
        picker.filter = Editor::field(&typed);
        picker.fill(choices);
        return picker.chosen_name();
    }
    if let Some(picker) = state.stack.picker_mut() {
        picker.fill(choices);
    }
    None
}

/// Marks the model in use, which is another one now.
pub fn mark_current(state: &mut State) {
    let State { stack, context, .. } = state;
    if let (Some(picker), Some(info)) = (stack.picker_mut(), &context.models.current) {
        picker.current.clone_from(&info.reopen);
    }
}

/// Closes the list; returns the name of the selected model.
pub fn choose_selected(state: &mut State) -> Option<String> {
    let Some(Part::Models(picker)) = state.close(Layer::Prompt) else {
        return None;
    };
    if picker.choices.is_none() {
        // A choice made before the list arrives applies to the list.
        let typed = picker.filter.text().trim();
        state.models.early_choice = (!typed.is_empty()).then(|| typed.to_owned());
        return None;
    }
    picker.chosen_name()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bertscope_models::catalogue::merge_choices;

    fn picker() -> ModelPicker {
        let mut picker = ModelPicker::new("MiniLM-L6");
        let known = |name: &str, family: &str| ModelChoice {
            family: family.into(),
            default_layer: Some(9),
            ..ModelChoice::new(ModelLocation::Known, name)
        };
        picker.fill(merge_choices(vec![
            known("roberta-large", "RoBERTa"),
            known("bert-base-uncased", "BERT"),
            known("microsoft/deberta-xlarge-mnli", "DeBERTa"),
            ModelChoice::new(ModelLocation::OnDisk, "bert-base-uncased"),
            ModelChoice::new(ModelLocation::Bundled, "MiniLM-L6"),
        ]));
        picker
    }

    fn names(picker: &ModelPicker) -> Vec<&str> {
        picker.rows().into_iter().map(PickerRow::name).collect()
    }

    #[test]
    fn a_model_stands_once_where_it_is_nearest_with_all_that_is_known_of_it() {
        let picker = picker();
        assert_eq!(
            names(&picker),
            [
                "MiniLM-L6",
                "bert-base-uncased",
                "roberta-large",
                "microsoft/deberta-xlarge-mnli"
            ]
        );
        let choices = picker.choices.as_ref().unwrap();
        assert_eq!(
            (
                choices[1].location,
                &*choices[1].family,
                choices[1].default_layer
            ),
            (ModelLocation::OnDisk, "BERT", Some(9))
        );
        let titles = [
            ModelLocation::Bundled,
            ModelLocation::OnDisk,
            ModelLocation::Known,
        ]
        .map(PickerLine::Title);
        assert_eq!(
            picker.lines(),
            [
                titles[0],
                PickerLine::Row(0),
                titles[1],
                PickerLine::Row(1),
                titles[2],
                PickerLine::Row(2),
                PickerLine::Row(3)
            ]
        );
    }

    #[test]
    fn every_typed_word_must_stand_in_the_name_or_family_whatever_its_case() {
        let mut picker = picker();
        for (typed, expected, selected) in [
            (
                "LARGE",
                vec!["LARGE", "roberta-large", "microsoft/deberta-xlarge-mnli"],
                1,
            ),
            (
                "mnli Large",
                vec!["mnli Large", "microsoft/deberta-xlarge-mnli"],
                1,
            ),
            ("roberta-large", vec!["roberta-large"], 0),
            ("roberta-large@abc", vec!["roberta-large@abc"], 0),
            (" ../my model ", vec!["../my model"], 0),
            (
                "  ",
                vec![
                    "MiniLM-L6",
                    "bert-base-uncased",
                    "roberta-large",
                    "microsoft/deberta-xlarge-mnli",
                ],
                0,
            ),
        ] {
            picker.filter = Editor::new(typed);
            picker.on_filter_changed();
            assert_eq!(
                (names(&picker), picker.selected),
                (expected, selected),
                "{typed}"
            );
        }
    }

    #[test]
    fn the_model_in_use_is_selected_first() {
        let mut picker = ModelPicker::new("roberta-large");
        assert_eq!((picker.selected, picker.row()), (0, None));
        picker.fill(self::picker().choices.unwrap());
        assert_eq!(picker.row().unwrap().name(), "roberta-large");
    }
}
