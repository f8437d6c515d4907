//! Converts the pair on the screen to a link for the web page, and a link to the pair on the screen.

use crate::tui::context::Inspection;
use crate::tui::state::State;
use bertscope_report::export::link::{Link, MAX_TEXT_CHARS, PairView};

/// The URL of the pair on the screen; an error if a text is too long.
pub fn url(state: &State) -> Result<String, String> {
    let inspection = state.inspection();
    let model = state.models.current.as_ref();
    let default = model.map(|info| info.default_layer(inspection.conventions).0);
    let mut view = PairView {
        palette: Some(state.look.palette()),
        ..inspection.to_view(state.display())
    };
    if view.settings.layer == default {
        view.settings.layer = None;
    }
    if has_too_long_text(&view) {
        return Err(format!(
            "a link can hold texts of up to {MAX_TEXT_CHARS} characters"
        ));
    }
    Ok(format!(
        "{}#{}",
        state.page,
        Link::Pair(Box::new(view)).fragment()
    ))
}

fn has_too_long_text(view: &PairView) -> bool {
    let kept = view.other_references.iter().chain(view.others.iter());
    let shown = [&*view.reference, &*view.candidate];
    kept.map(|text| &**text)
        .chain(shown)
        .any(|text| text.chars().count() > MAX_TEXT_CHARS)
}

/// Opens the pair of a link as the user's own, scored by the current model.
pub fn open(state: &mut State, view: &PairView) {
    state.own = Inspection::from_view(view);
    state.look.palette = view.palette.or(state.look.palette);
    state.models.wait_with_layer(view.settings.layer);
}
