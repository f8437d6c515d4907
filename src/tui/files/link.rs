//! Converts the pair on the screen to a link for the web page, and a link to the pair on the screen.

use crate::tui::input::editor::Editor;
use crate::tui::state::State;
use crate::tui::state::explanation_panel::MAX_KEPT_TEXTS;
use crate::tui::state::hidden_content::HiddenContent;
use bertscope_explain::KeptTexts;
use bertscope_metric::Pair;
use bertscope_report::link::{Link, MAX_TEXT_CHARS, PairLink};

/// The URL of the pair on the screen; an error if a text is too long.
pub(in crate::tui) fn url(state: &State) -> Result<String, String> {
    let (inspection, picture) = (state.inspection(), state.display());
    let texts = [&inspection.reference, &inspection.candidate].map(|editor| editor.text().to_owned());
    let kept = Pair { reference: inspection.panel.references.clone(), candidate: inspection.panel.candidates.clone() };
    let kept_texts = kept.reference.iter().chain(kept.candidate.iter()).map(|text| &**text);
    if texts.iter().map(String::as_str).chain(kept_texts).any(|text| text.chars().count() > MAX_TEXT_CHARS) {
        return Err(format!("a link can hold texts of up to {MAX_TEXT_CHARS} characters"));
    }
    let [reference, candidate] = texts;
    let default = state.models.ready().map(|info| info.layer.0);
    let link = Link::Pair(Box::new(PairLink {
        kept,
        layer: inspection.layer.filter(|layer| Some(*layer) != default),
        idf: inspection.idf,
        rescale: picture.rescale,
        special: picture.show_special,
        direction: picture.direction,
        panel: inspection.panel.topic,
        palette: Some(state.look.palette),
        hidden: state.hides_scores(),
        ..PairLink::new(Pair { reference, candidate })
    }));
    Ok(format!("{}#{}", state.exports.page, link.fragment()))
}

/// Opens the pair of a link as the user's own, scored by the current model.
pub(in crate::tui) fn open(state: &mut State, link: &PairLink) {
    let own = &mut state.own;
    own.reference = Editor::new(&link.texts.reference);
    own.candidate = Editor::new(&link.texts.candidate);
    own.idf = link.idf;
    own.display.rescale = link.rescale;
    own.display.show_special = link.special;
    own.display.direction = link.direction;
    own.panel.topic = link.panel;
    let kept =
        |kept: &KeptTexts| KeptTexts::with_shown_position(kept.shown_at(), kept.iter().take(MAX_KEPT_TEXTS).cloned());
    own.panel.references = kept(&link.kept.reference);
    own.panel.candidates = kept(&link.kept.candidate);
    own.hidden = if link.hidden { HiddenContent::All } else { HiddenContent::Nothing };
    state.look.palette = link.palette.unwrap_or(state.look.palette);
    if let Some(opening) = &mut state.models.opening {
        opening.layer = link.layer;
    }
}
