//! The initial state: from the command line first, then the last session, then the example.

use std::collections::BTreeMap;

use super::files::link;
use super::files::session::Session;
use super::input::editor::Editor;
use super::state::explanation_panel::{EarlierTexts, ExplanationPanel, MAX_KEPT_TEXTS};
use super::state::export::Exports;
use super::state::hidden_content::HiddenContent;
use super::state::inspection::{DisplaySettings, Inspection};
use super::state::opening::{ModelRequest, Opening};
use super::state::scene::Scene;
use super::state::{
    CellPosition, ColorScale, Focus, Look, MatchDirection, Messages, Models, Results, ResumePoints, Saving, State,
    TerminalState, Zoom, drawn_size,
};
use super::terminal::theme::Theme;
use super::work::model_registry::{is_available_offline, reopen_name};
use crate::inspector_options::InspectorOptions;
use crate::metric_options::MetricOptions;
use bertscope_analysis::{Idf, Side};
use bertscope_models::bundled;

/// The example pair for a new user.
const EXAMPLE: (&str, &str) = ("The ferry leaves at noon.", "The boat departs at midday.");

/// The initial model.
#[derive(Debug, Clone)]
pub struct InitialModel {
    /// The name that opens it.
    pub opening: Opening,
    /// A message about it.
    pub notice: Option<String>,
}

/// Chooses the initial model: the one named on the command line; otherwise that of the last session, if it needs no
/// download; otherwise the bundled one. A layer, baseline or IDF file on the command line belongs to the model named
/// there, or to the bundled one.
pub fn initial_model(args: &MetricOptions, session: &Session) -> InitialModel {
    let file = args.idf.as_deref().is_some_and(|idf| !matches!(idf, "" | "bundled"));
    let named = args.model_name().is_some() || args.layer.is_some() || args.baseline.is_some() || file;
    let mut notice = None;
    let name = match (args.model_name(), &session.model) {
        (Some(model), _) => reopen_name(model),
        (None, Some(last)) if !named => {
            let last = reopen_name(last);
            if is_available_offline(&last) {
                last
            } else {
                notice = Some(format!("{last}, the last model, is no longer on this disk: Ctrl-o chooses another."));
                bundled::NAME.to_owned()
            }
        }
        _ => bundled::NAME.to_owned(),
    };
    let same = session.model.as_deref().is_some_and(|last| reopen_name(last) == name);
    // Another program may have another default layer.
    let same = same && args.program.is_none_or(|program| program == session.program);
    let layer = args.layer.or(session.layer.filter(|_| same));
    InitialModel { opening: Opening::new(ModelRequest { number: 1, name }, named, layer), notice }
}

/// The initial state.
pub fn initial_state(args: &InspectorOptions, session: &Session, theme: Theme) -> State {
    let given = args.reference.is_some() || args.candidate.is_some();
    let kept = (session.reference.is_some() || session.candidate.is_some()) && !given;
    let text = |arg: &Option<String>, kept_text: &Option<String>, example: &str| match arg.as_ref() {
        Some(text) => text.clone(),
        None if kept => kept_text.clone().unwrap_or_default(),
        None if given => String::new(),
        None => example.to_owned(),
    };
    let earlier = |texts: &[String]| texts.iter().take(MAX_KEPT_TEXTS).map(|text| text.as_str().into()).collect();
    let InitialModel { opening, notice } = initial_model(&args.metric, session);
    let projector = args.projector || session.projector;
    let mut state = State {
        own: Inspection {
            reference: Editor::new(&text(&args.reference, &session.reference, EXAMPLE.0)),
            candidate: Editor::new(&text(&args.candidate, &session.candidate, EXAMPLE.1)),
            kept_editors: Vec::new(),
            layer: None,
            idf: if args.metric.idf.is_some() { Idf::Table } else { session.idf.unwrap_or_default() },
            program: args.metric.program.unwrap_or(session.program),
            display: DisplaySettings {
                rescale: args.metric.rescale || args.metric.baseline.is_some() || session.rescale,
                direction: session.direction.unwrap_or(MatchDirection::Both),
                show_special: !session.hide_special,
                cell: CellPosition { candidate: 1, reference: 1 },
            },
            panel: ExplanationPanel { topic: session.topic.unwrap_or_default(), ..ExplanationPanel::default() },
            hidden: HiddenContent::Nothing,
            guess: None,
        },
        scene: Scene::default(),
        overlay: None,
        commands: None,
        focus: Focus::Text(Side::Candidate),
        last_text: Side::Candidate,
        look: Look {
            palette: args.palette.or(session.palette),
            scale: session.scale.unwrap_or(ColorScale::Unit),
            zoom: Zoom::Fit,
            theme: Theme { strong: projector, ..theme },
            projector,
            teacher_notes: args.teacher_notes,
        },
        models: Models {
            current: None,
            requests: opening.request.number,
            opening: Some(opening),
            layers: BTreeMap::new(),
            folders: session.folders.clone(),
            early_picker: None,
        },
        results: Results::default(),
        pairs: None,
        progress: ResumePoints {
            earlier_texts: EarlierTexts {
                candidates: earlier(&session.kept_candidates),
                references: earlier(&session.kept_references),
            },
            introduced: session.introduced.clone(),
            ..ResumePoints::default()
        },
        exports: Exports::default(),
        typed_ahead: Vec::new(),
        messages: Messages { status: None, notice: args.link_notice.clone().or(notice) },
        saving: Saving::default(),
        recent: Vec::new(),
        terminal: TerminalState {
            size: crossterm::terminal::size().map_or((80, 24), drawn_size),
            mouse: args.mouse,
            option_types: false,
        },
    };
    if let Some(link) = &args.link {
        link::open(&mut state, link);
    }
    if let Some(page) = &args.page {
        state.exports.page.clone_from(page);
    }
    state
}
