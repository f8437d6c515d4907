//! Converts the pair on the screen to a link for the web page, and a link to the pair on the screen.

use crate::tui::input::editor::Editor;
use crate::tui::state::State;
use crate::tui::state::explanation_panel::MAX_KEPT_TEXTS;
use crate::tui::state::visibility::HiddenContent;
use bertscope_explain::KeptTexts;
use bertscope_report::export::link::{Link, MAX_TEXT_CHARS, PairView};

/// The URL of the pair on the screen; an error if a text is too long.
pub(in crate::tui) fn url(state: &State) -> Result<String, String> {
    let (inspection, picture) = (state.inspection(), state.display());
    let default =
        state.models.current.as_ref().map(|info| inspection.program.default_layer(info.layer, info.last_layer).0);
    let view = PairView {
        reference: inspection.reference.text().to_owned(),
        candidate: inspection.candidate.text().to_owned(),
        others: inspection.panel.candidates.clone(),
        other_references: inspection.panel.references.clone(),
        layer: inspection.layer.filter(|layer| Some(*layer) != default),
        idf: inspection.idf,
        rescale: picture.rescale,
        program: inspection.program,
        special: picture.show_special,
        direction: picture.direction,
        panel: inspection.panel.topic,
        cell: None,
        palette: Some(state.look.palette()),
        hidden: state.hides_scores(),
    };
    let kept = view.other_references.iter().chain(view.others.iter()).map(|text| &**text);
    if kept.chain([&*view.reference, &*view.candidate]).any(|text| text.chars().count() > MAX_TEXT_CHARS) {
        return Err(format!("a link can hold texts of up to {MAX_TEXT_CHARS} characters"));
    }
    Ok(format!("{}#{}", state.exports.page, Link::Pair(Box::new(view)).fragment()))
}

/// Opens the pair of a link as the user's own, scored by the current model.
pub(in crate::tui) fn open(state: &mut State, view: &PairView) {
    let own = &mut state.own;
    own.reference = Editor::new(&view.reference);
    own.candidate = Editor::new(&view.candidate);
    own.idf = view.idf;
    own.program = view.program;
    own.display.rescale = view.rescale;
    own.display.show_special = view.special;
    own.display.direction = view.direction;
    own.panel.topic = view.panel;
    let kept =
        |kept: &KeptTexts| KeptTexts::with_shown_position(kept.shown_at(), kept.iter().take(MAX_KEPT_TEXTS).cloned());
    own.panel.references = kept(&view.other_references);
    own.panel.candidates = kept(&view.others);
    own.hidden = if view.hidden { HiddenContent::All } else { HiddenContent::Nothing };
    state.look.palette = view.palette.or(state.look.palette);
    if let Some(opening) = &mut state.models.opening {
        opening.layer = view.layer;
    }
}
