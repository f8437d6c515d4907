//! Converts the pair on the screen to a link for the web page, and a link to the pair on the screen.

use crate::tui::state::State;
use crate::tui::state::inspection::Inspection;
use bertscope_report::export::link::{Link, MAX_TEXT_CHARS, PairView};

/// The URL of the pair on the screen; an error if a text is too long.
pub(in crate::tui) fn url(state: &State) -> Result<String, String> {
    let inspection = state.inspection();
    let ready = state.models.current.as_ref();
    let default = ready.map(|info| info.default_layer(inspection.conventions).0);
    let view = PairView {
        layer: inspection.layer.filter(|layer| Some(*layer) != default),
        palette: Some(state.look.palette()),
        ..inspection.to_view(state.display())
    };
    let kept = view
        .other_references
        .iter()
        .chain(view.others.iter())
        .map(|text| &**text);
    if kept
        .chain([&*view.reference, &*view.candidate])
        .any(|text| text.chars().count() > MAX_TEXT_CHARS)
    {
        return Err(format!(
            "a link can hold texts of up to {MAX_TEXT_CHARS} characters"
        ));
    }
    Ok(format!(
        "{}#{}",
        state.exports.page,
        Link::Pair(Box::new(view)).fragment()
    ))
}

/// Opens the pair of a link as the user's own, scored by the current model.
pub(in crate::tui) fn open(state: &mut State, view: &PairView) {
    state.own = Inspection::from_view(view);
    state.look.palette = view.palette.or(state.look.palette);
    if let Some(opening) = &mut state.models.opening {
        opening.layer = view.layer;
    }
}
