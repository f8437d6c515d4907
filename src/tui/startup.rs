//! The initial state: from the command line first, then the configuration, then the last session, then the example.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use crate::inspector_options::InspectorOptions;
use crate::tui::commands::{Command, Focus, Key, Scope};
use crate::tui::common::Editor;
use crate::tui::config::Config;
use crate::tui::context::{
    Context, Inspection, Look, MAX_KEPT_TEXTS, Messages, ModelRequest, Models, Opening, Results,
    Saving, TerminalState, drawn_size,
};
use crate::tui::launch::Content;
use crate::tui::parts::lesson::active::LessonProgress;
use crate::tui::parts::{copy, lesson, pairs};
use crate::tui::root::layout::lay_out;
use crate::tui::session::Session;
use crate::tui::state::{ResumePoints, State};
use crate::tui::terminal::theme::Theme;
use bertscope_analysis::{SettingsRequest, Side};
use bertscope_explain::{KeptTexts, Topic};
use bertscope_lessons::Lesson;
use bertscope_models::{bundled, is_available_offline, reopen_name};

#[derive(Debug, Clone)]
pub struct InitialModel {
    /// The name that opens it.
    pub opening: Opening,
    /// A message about it.
    pub notice: Option<String>,
}

/// Chooses the initial model: the one named on the command line; otherwise that of the configuration or of the last
/// session, if it needs no download; otherwise the bundled one.
pub fn initial_model(
    options: &InspectorOptions,
    config: &Config,
    session: &Session,
) -> InitialModel {
    let request = &options.request;
    let start = &config.start;
    // A layer, a baseline or an IDF table on the command line belongs to the model named there, or to the bundled one: it
    // means nothing for whatever model the last session ended with.
    let is_chosen = request.model_name().is_some()
        || request.settings.layer.is_some()
        || request.baseline.is_some()
        || request.idf_table.is_some();
    let mut notice = None;
    let last = session.model.as_deref().filter(|_| !is_chosen);
    let name = match (request.model_name(), start.model().or(last)) {
        (Some(model), _) => reopen_name(model),
        (None, Some(usual)) => {
            let usual = reopen_name(usual);
            if is_available_offline(&usual) {
                usual
            } else {
                let what = match start.model() {
                    Some(_) => "the model of the configuration, is not",
                    None => "the last model, is no longer",
                };
                let key = config.keys.first_key(Command::ChooseModel, Scope::Text);
                let key = key.unwrap_or(Key::PALETTE);
                notice = Some(format!(
                    "{usual}, {what} on this disk: {key} chooses another."
                ));
                bundled::NAME.to_owned()
            }
        }
        _ => bundled::NAME.to_owned(),
    };
    let asked = request.settings.merge(options.file_settings);
    let layer = asked
        .layer
        .or_else(|| start.layer_of(&name))
        .or_else(|| session_layer(asked.merge(start.settings()), session, &name));
    InitialModel {
        opening: Opening::new(ModelRequest { number: 1, name }, is_chosen, layer),
        notice,
    }
}

/// The layer of the last session, if it still applies: with the same model, and with the same conventions, because others
/// may have another default layer.
fn session_layer(asked: SettingsRequest, session: &Session, model: &str) -> Option<usize> {
    let last = session.view.settings;
    let has_model = session.model.as_deref().map(reopen_name).as_deref() == Some(model);
    let has_conventions = match asked.conventions {
        None => true,
        Some(asked) => asked == last.conventions.unwrap_or_default(),
    };
    if has_model && has_conventions {
        last.layer
    } else {
        None
    }
}

/// The state at the start, with what is opened first and the `problems` of the session's files.
pub fn first_state(
    options: &InspectorOptions,
    config: &Arc<Config>,
    mut session: Session,
    problems: &[String],
    theme: Theme,
    content: &Content,
) -> State {
    let last_idf = session.view.settings.idf;
    if let Content::File(_) = content {
        // The scores of a file must not depend on what was done with a pair before.
        session.view.settings = SettingsRequest::default();
    }
    let mut state = initial_state(options, config, &session, theme);
    if !problems.is_empty() {
        state.keep_saying_first(&problems.join(" "));
    }
    match content {
        Content::Pair => {}
        Content::Lesson(lesson) => {
            if let Some(step) = options.step {
                state.progress.lessons.start_at(lesson, step);
            }
            open_lesson(&mut state, Arc::clone(lesson));
        }
        Content::File(pairs) => pairs::open(&mut state, pairs.list(), last_idf),
    }
    state
}

/// Opens a lesson before there is a model.
pub fn open_lesson(state: &mut State, lesson: Arc<Lesson>) {
    lesson::begin(state, lesson);
    // The worker gets no jobs before there is a model.
    state.effects.clear();
    lay_out(state);
}

pub fn initial_state(
    options: &InspectorOptions,
    config: &Arc<Config>,
    session: &Session,
    theme: Theme,
) -> State {
    let InitialModel { opening, notice } = initial_model(options, config, session);
    let look = &config.look;
    let is_given =
        !options.reference.is_empty() || options.candidate.is_some() || options.link.is_some();
    let asked = options.request.settings.merge(options.file_settings);
    let mut own = session.restore(is_given, asked.merge(config.start.settings()));
    let display = &mut own.display;
    display.scale = look.range.unwrap_or(display.scale);
    display.direction = look.direction.unwrap_or(display.direction);
    display.show_special = look.special.unwrap_or(display.show_special);
    own.panel.topic = config.start.panel.unwrap_or(own.panel.topic);
    let earlier_texts = take_kept_texts(&mut own);
    let first_text = if own.is_untouched() {
        Side::Reference
    } else {
        Side::Candidate
    };
    let left_out = show_given_texts(&mut own, options);
    let projector = options.appearance.projector || session.projector;
    let context = Context {
        own,
        lent: None,
        staged: None,
        list_scope: None,
        focus: Focus::Text(first_text),
        last_text: first_text,
        look: Look {
            palette: options
                .appearance
                .palette
                .or(look.palette)
                .or(session.view.palette),
            zoom: look.zoom.unwrap_or_default(),
            theme: Theme {
                strong: projector,
                ..theme
            },
            projector,
            teacher_notes: options.teacher_notes,
        },
        config: Arc::clone(config),
        models: Models {
            current: None,
            requests: opening.request.number,
            opening: Some(opening),
            layers: BTreeMap::new(),
            folders: session.folders.clone(),
            early_choice: None,
        },
        results: Results::default(),
        messages: Messages {
            status: None,
            notice: options.link_notice.clone().or(notice).or(left_out),
        },
        saving: Saving::default(),
        terminal: TerminalState {
            size: crossterm::terminal::size().map_or((80, 24), drawn_size),
            mouse: options.appearance.mouse || look.mouse == Some(true),
            option_types: false,
        },
        frame: None,
        kept_sheet: None,
        now: Instant::now(),
        effects: Vec::new(),
    };
    let mut state = State::new(context);
    state.progress = ResumePoints {
        earlier_texts,
        introduced: session.introduced.clone(),
        lists: session.lists.clone(),
        lessons: LessonProgress {
            left_at: session.lessons.clone(),
            ..LessonProgress::default()
        },
        ..ResumePoints::default()
    };
    if let Some(link) = &options.link {
        copy::open(&mut state, link);
        // A link says nothing of it.
        state.own.display.scale = look.range.unwrap_or_default();
    }
    if let Some(page) = options.page.as_deref().or(config.files.page()) {
        page.clone_into(&mut state.page);
    }
    if let Some(folder) = config.files.folder() {
        state.exports.folder = format!("{}/", folder.trim_end_matches('/'));
    }
    state
}

/// Takes the texts that were kept in the last session, with their sides. They are compared again only on request.
fn take_kept_texts(own: &mut Inspection) -> Vec<(Side, Arc<str>)> {
    let mut texts = Vec::new();
    for side in [Side::Candidate, Side::Reference] {
        for text in std::mem::take(own.panel.kept_mut(side)).iter() {
            texts.push((side, Arc::clone(text)));
        }
    }
    texts
}

/// Puts the texts of the command line into the text boxes; returns a message if there are too many.
fn show_given_texts(own: &mut Inspection, options: &InspectorOptions) -> Option<String> {
    if let Some(candidate) = &options.candidate {
        own.candidate = Editor::new(candidate);
    }
    let (reference, others) = options.reference.split_first()?;
    own.reference = Editor::new(reference);
    let compared = others.iter().take(MAX_KEPT_TEXTS);
    own.panel.references =
        KeptTexts::with_shown_position(0, compared.map(|text| text.as_str().into()));
    if !others.is_empty() {
        own.panel.topic = Topic::Compare;
    }
    if others.len() <= MAX_KEPT_TEXTS {
        return None;
    }
    Some(format!(
        "Only {} references are compared: at most {MAX_KEPT_TEXTS} can be kept.",
        MAX_KEPT_TEXTS + 1
    ))
}
