//! The initial state: from the command line first, then the last session, then the example.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::files::link;
use super::files::session::Session;
use super::input::editor::Editor;
use super::state::explanation_panel::MAX_KEPT_TEXTS;
use super::state::export::Exports;
use super::state::opening::{ModelRequest, Opening};
use super::state::scene::Scene;
use super::state::{
    Focus, Look, Messages, Models, Results, ResumePoints, Saving, State, TerminalState, Zoom,
    drawn_size,
};
use super::terminal::theme::Theme;
use super::work::model_registry::{is_available_offline, reopen_name};
use crate::inspector_options::InspectorOptions;
use crate::metric_options::MetricOptions;
use bertscope_analysis::{Idf, Side};
use bertscope_explain::{KeptTexts, Topic};
use bertscope_models::bundled;

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
    let file = args
        .idf
        .as_deref()
        .is_some_and(|idf| !matches!(idf, "" | "bundled"));
    let named =
        args.model_name().is_some() || args.layer.is_some() || args.baseline.is_some() || file;
    let mut notice = None;
    let name = match (args.model_name(), &session.model) {
        (Some(model), _) => reopen_name(model),
        (None, Some(last)) if !named => {
            let last = reopen_name(last);
            if is_available_offline(&last) {
                last
            } else {
                notice = Some(format!(
                    "{last}, the last model, is no longer on this disk: Ctrl-o chooses another."
                ));
                bundled::NAME.to_owned()
            }
        }
        _ => bundled::NAME.to_owned(),
    };
    let same = session
        .model
        .as_deref()
        .is_some_and(|last| reopen_name(last) == name);
    // Another program may have another default layer.
    let same = same
        && args
            .conventions()
            .is_none_or(|asked| asked == session.view.conventions);
    let layer = args.layer.or(session.view.layer.filter(|_| same));
    InitialModel {
        opening: Opening::new(ModelRequest { number: 1, name }, named, layer),
        notice,
    }
}

pub fn initial_state(args: &InspectorOptions, session: &Session, theme: Theme) -> State {
    let is_given = !args.reference.is_empty() || args.candidate.is_some() || args.link.is_some();
    let mut own = session.restore(is_given);
    let mut earlier_texts = Vec::new();
    for side in [Side::Candidate, Side::Reference] {
        earlier_texts.extend(
            std::mem::take(own.panel.kept_mut(side))
                .iter()
                .map(|text| (side, Arc::clone(text))),
        );
    }
    let first_text = if own.is_untouched() {
        Side::Reference
    } else {
        Side::Candidate
    };
    let mut left_out = None;
    if let Some((reference, others)) = args.reference.split_first() {
        own.reference = Editor::new(reference);
        let compared = others
            .iter()
            .take(MAX_KEPT_TEXTS)
            .map(|text| text.as_str().into());
        own.panel.references = KeptTexts::with_shown_position(0, compared);
        if !others.is_empty() {
            own.panel.topic = Topic::Compare;
        }
        left_out = (others.len() > MAX_KEPT_TEXTS).then(|| {
            format!(
                "Only {} references are compared: at most {MAX_KEPT_TEXTS} can be kept.",
                MAX_KEPT_TEXTS + 1
            )
        });
    }
    if let Some(candidate) = &args.candidate {
        own.candidate = Editor::new(candidate);
    }
    if args.metric.idf.is_some() {
        own.idf = Idf::Table;
    }
    own.conventions = args.metric.conventions().unwrap_or(own.conventions);
    own.display.rescale |= args.metric.rescale || args.metric.baseline.is_some();
    let InitialModel { opening, notice } = initial_model(&args.metric, session);
    let projector = args.projector || session.projector;
    let mut state = State {
        own,
        scene: Scene::default(),
        overlay: None,
        commands: None,
        focus: Focus::Text(first_text),
        last_text: first_text,
        look: Look {
            palette: args.palette.or(session.view.palette),
            zoom: Zoom::Fit,
            theme: Theme {
                strong: projector,
                ..theme
            },
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
            earlier_texts,
            introduced: session.introduced.clone(),
            ..ResumePoints::default()
        },
        exports: Exports::default(),
        typed_ahead: Vec::new(),
        messages: Messages {
            status: None,
            notice: args.link_notice.clone().or(notice).or(left_out),
        },
        saving: Saving::default(),
        recent: Vec::new(),
        terminal: TerminalState {
            size: crossterm::terminal::size().map_or((80, 24), drawn_size),
            mouse: args.mouse,
            option_types: false,
        },
        effects: Vec::new(),
    };
    if let Some(link) = &args.link {
        link::open(&mut state, link);
    }
    if let Some(page) = &args.page {
        state.exports.page.clone_from(page);
    }
    state
}
