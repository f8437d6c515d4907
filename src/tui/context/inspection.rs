//! A pair of texts with its settings: the user's own, or those of a lesson step.

use super::{
    CellPosition, ChosenSettings, ColorScale, ExplanationPanel, HiddenContent, MAX_KEPT_TEXTS,
    MatchDirection,
};
use crate::tui::common::Editor;
use bertscope_analysis::{Conventions, Idf, Settings, SettingsRequest, Side};
use bertscope_encoder::Layer;
use bertscope_explain::KeptTexts;
use bertscope_lessons::guess::Guess;
use bertscope_report::export::link::PairView;

/// A pair and its settings.
#[derive(Debug, Clone)]
pub struct Inspection {
    /// The text box of the reference.
    pub reference: Editor,
    /// The text box of the candidate.
    pub candidate: Editor,
    /// Text boxes of kept texts, unchanged, so that each text has its own undo history.
    pub kept_editors: Vec<(Side, Editor)>,
    /// The layer, once the model is known.
    pub layer: Option<usize>,
    pub idf: Idf,
    /// The program whose score is computed, and what becomes of long texts.
    pub conventions: Conventions,
    pub display: DisplaySettings,
    /// The settings before each change, the last one at the end.
    pub earlier_settings: Vec<ChosenSettings>,
    pub panel: ExplanationPanel,
    /// What is hidden until the audience has guessed.
    pub hidden: HiddenContent,
    /// The audience's guess. It stays after the reveal, next to the true score.
    pub guess: Option<Guess>,
}

/// Display settings of a score. A walkthrough has its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DisplaySettings {
    pub rescale: bool,
    pub direction: MatchDirection,
    /// Whether special tokens have rows and columns.
    pub show_special: bool,
    pub scale: ColorScale,
    /// The cell under the crosshair.
    pub cell: CellPosition,
    /// Whether the user has moved the crosshair on this pair.
    pub is_cell_chosen: bool,
}

impl Inspection {
    /// The pair and settings of a link, a session or a lesson step. Its layer waits for the model.
    pub fn from_view(view: &PairView) -> Self {
        Self {
            reference: Editor::new(&view.reference),
            candidate: Editor::new(&view.candidate),
            kept_editors: Vec::new(),
            layer: None,
            idf: view.settings.idf.unwrap_or_default(),
            conventions: view.settings.conventions.unwrap_or_default(),
            display: DisplaySettings {
                rescale: view.settings.rescale.unwrap_or_default(),
                direction: view.direction,
                show_special: view.special,
                scale: ColorScale::Unit,
                cell: CellPosition {
                    candidate: 1,
                    reference: 1,
                },
                is_cell_chosen: false,
            },
            earlier_settings: Vec::new(),
            panel: ExplanationPanel {
                topic: view.panel,
                candidates: first_kept(&view.others),
                references: first_kept(&view.other_references),
                ..ExplanationPanel::default()
            },
            hidden: if view.hidden {
                HiddenContent::All
            } else {
                HiddenContent::Nothing
            },
            guess: None,
        }
    }

    /// The pair and settings for a link or a session.
    pub fn to_view(&self, display: &DisplaySettings) -> PairView {
        PairView {
            reference: self.reference.text().to_owned(),
            candidate: self.candidate.text().to_owned(),
            others: self.panel.candidates.clone(),
            other_references: self.panel.references.clone(),
            settings: SettingsRequest {
                layer: self.layer,
                idf: Some(self.idf),
                rescale: Some(display.rescale),
                conventions: Some(self.conventions),
            },
            special: display.show_special,
            direction: display.direction,
            panel: self.panel.topic,
            hidden: self.hidden != HiddenContent::Nothing,
            ..PairView::default()
        }
    }

    /// What the audience did, to take it up later.
    pub fn audience(&self) -> Audience {
        Audience {
            hidden: self.hidden,
            guess: self.guess.clone(),
        }
    }

    pub fn take_up(&mut self, audience: &Audience) {
        self.guess.clone_from(&audience.guess);
    }

    /// Forgets what was said and chosen about the texts before these.
    pub fn start_over(&mut self) {
        self.display.cell = CellPosition {
            candidate: 1,
            reference: 1,
        };
        self.display.is_cell_chosen = false;
        self.panel.row = 0;
        self.guess = None;
    }

    /// The reference and the candidate, to restore later; empty while both are untouched examples.
    pub fn own_texts(&self) -> [String; 2] {
        let untouched = self.is_untouched();
        [&self.reference, &self.candidate].map(|text| {
            if untouched {
                String::new()
            } else {
                text.text().to_owned()
            }
        })
    }

    /// Whether both texts are examples that no key has touched.
    pub fn is_untouched(&self) -> bool {
        self.reference.is_example() && self.candidate.is_example()
    }

    /// The settings of a score at a layer.
    pub fn settings(&self, layer: Layer, display: &DisplaySettings) -> Settings {
        Settings {
            layer,
            idf: self.idf,
            rescale: display.rescale,
            conventions: self.conventions,
        }
    }

    /// The text box of a side.
    pub fn editor(&self, side: Side) -> &Editor {
        side.pick(&self.reference, &self.candidate)
    }

    /// The text box of a side, to change.
    pub fn editor_mut(&mut self, side: Side) -> &mut Editor {
        side.pick(&mut self.reference, &mut self.candidate)
    }

    /// Keeps the text of a side; the next edit makes a different text.
    pub fn keep(&mut self, side: Side) {
        let editor = self.editor(side).clone();
        self.panel.kept_mut(side).keep(editor.text().into());
        self.kept_editors.push((side, editor));
    }

    /// Swaps the text of a side with a kept one. Both keep their letters and undo histories. Returns whether there is
    /// such a text.
    pub fn show_kept(&mut self, side: Side, index: usize) -> bool {
        let shown = self.editor(side).text().into();
        let Some(text) = self.panel.kept_mut(side).swap(index, shown) else {
            return false;
        };
        let found = self
            .kept_editors
            .iter()
            .position(|(of, editor)| *of == side && editor.text() == &*text);
        let editor = found.map_or_else(
            || Editor::new(&text),
            |found| self.kept_editors.remove(found).1,
        );
        let editor = editor.with_clipboard_of(self.editor(side));
        let left = std::mem::replace(self.editor_mut(side), editor);
        self.kept_editors.push((side, left));
        let panel = &mut self.panel;
        self.kept_editors.retain(|(side, editor)| {
            panel
                .kept_mut(*side)
                .iter()
                .any(|kept| **kept == *editor.text())
        });
        true
    }

    /// Swaps in the kept text with the next letter. Returns whether there is one.
    pub fn reverse_kept(&mut self, side: Side) -> bool {
        let kept = self.panel.kept_mut(side);
        let next = (kept.shown_at() + 1) % (kept.len() + 1);
        let index = next - usize::from(next > kept.shown_at());
        self.show_kept(side, index)
    }

    /// Swaps the texts. The crosshair stays on the same two tokens.
    pub fn swap(&mut self) {
        let [reference, candidate] =
            [&self.reference, &self.candidate].map(|editor| editor.text().to_owned());
        self.reference.replace(&candidate);
        self.candidate.replace(&reference);
        let CellPosition {
            candidate,
            reference,
        } = self.display.cell;
        self.display.cell = CellPosition {
            candidate: reference,
            reference: candidate,
        };
    }
}

/// As many kept texts as fit side by side.
fn first_kept(all: &KeptTexts) -> KeptTexts {
    KeptTexts::with_shown_position(all.shown_at(), all.iter().take(MAX_KEPT_TEXTS).cloned())
}

/// What the audience did with a pair.
#[derive(Debug, Clone)]
pub struct Audience {
    pub hidden: HiddenContent,
    guess: Option<Guess>,
}
