//! Which part does what with a command, Enter, Esc, the mouse, a paste, and a message of a thread, and which has a place
//! where on the screen. Layout and drawing name the parts that are always there: texts, heatmap, scores, panel.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::Rect;

use super::layout::lay_out;
use crate::tui::commands::{Command, Focus};
use crate::tui::common::{ClickableLine, Editor, ListHit, moved};
use crate::tui::context::{Effect, MainView, Message, Screen};
use crate::tui::parts::border::{Pane, Strip};
use crate::tui::parts::palette::{EntryAction, PaletteContent};
use crate::tui::parts::{
    Outcome, Part, crosshair, derivation, export, footer, guess, lesson, marks, notice, opening,
    pairs, palette, panel, picker, ranking, settings, summary, texts, walkthrough,
};
use crate::tui::state::State;
use crate::tui::terminal::event::TerminalEvent;

/// The strips above the bottom line, from the bottom up.
pub const STRIPS: [Strip; 5] = [
    notice::STRIP,
    export::view::STRIP,
    lesson::strip::STRIP,
    pairs::view::STRIP,
    guess::line::STRIP,
];

/// Rows of a list that the wheel moves by.
const WHEEL_ROWS: isize = 3;

/// What stands in the place of the matrix, if that is hidden or not built yet.
pub fn main_pane(state: &State) -> Option<Pane> {
    match state.main_picture()? {
        MainView::Question => Some(guess::question::pane(state)),
        MainView::Angle => Some(walkthrough::angle::pane(state)),
        MainView::Matrix => None,
    }
}

/// The pane beside the matrix.
pub fn side_pane(state: &State, area: Rect) -> Pane {
    match &state.staged {
        Some(staged) => walkthrough::pane::pane(state, staged, area),
        None => panel::view::pane(state, area),
    }
}

/// The words of the bottom line; `None` if there is a message instead.
pub fn footer_words(state: &State, width: u16) -> Option<ClickableLine> {
    footer::choose_keys(state, width, footer_start(state, width))
}

/// What stands before the keys of the bottom line.
fn footer_start(state: &State, width: u16) -> ClickableLine {
    let mut start = walkthrough::pane::keys(state);
    let strong = state.look.theme.strong();
    if matches!(state.stack.top(), Some(Part::Copy)) {
        start.push(" Copy:  ", strong);
    } else if let Some(progress) = opening::progress::words(state, width) {
        start.append(progress);
    } else if let Some(progress) = pairs::view::progress(state) {
        start.push(progress, strong);
    } else {
        start.push_plain(" ");
    }
    start
}

/// Draws what covers the panes.
pub fn draw_open_parts(frame: &mut Frame<'_>, screen: &Screen, state: &State) {
    for part in state.stack.parts() {
        match (part, &state.pairs) {
            (Part::List | Part::Filter(_), Some(list)) => {
                pairs::view::draw(frame, screen, state, list);
            }
            (Part::Summary(place), Some(list)) => {
                summary::draw(frame, screen, state, list, *place);
            }
            (Part::Ranking(selected), Some(list)) => {
                ranking::draw(frame, screen, state, list, *selected);
            }
            (Part::Models(picker), _) => picker::view::draw(frame, screen, state, picker),
            (Part::Palette(open), _) => palette::draw(frame, screen.area, state, open),
            _ => {}
        }
    }
}

/// The parts that are asked about a command, in this order: the steps of a walkthrough come before those of the lesson below
/// it, and both before the guess, to which going on means to reveal. A command of the others is for one part only. Commands
/// of marks are carried out by the list of pairs, those of the copy menu by the exports.
const PARTS: [fn(&mut State, Command) -> Outcome; 10] = [
    walkthrough::act,
    lesson::act,
    guess::act,
    panel::act,
    summary::act,
    ranking::act,
    export::act,
    pairs::act,
    settings::act,
    texts::act,
];

/// Carries out a command, whether it came from a key, a click or the command palette.
pub fn act(state: &mut State, command: Command) {
    if let Some(words) = state.blocked_reason(command) {
        log::info!("command {} is blocked", command.logged_name());
        return state.say(words);
    }
    let place = state.scope().name();
    log::info!("command {}, {place}", command.logged_name());
    for part in PARTS {
        if part(state, command) == Outcome::Done {
            return;
        }
    }
    match command {
        Command::Quit => pairs::quit(state),
        Command::Suspend => state.effects.push(Effect::Suspend),
        Command::Redraw => state.effects.push(Effect::Redraw),
        Command::Accept => accept(state),
        Command::Close => esc_in_open_part(state),
        Command::LeaveText => esc_on_panes(state),
        Command::Rows(rows) => pick(state, rows.by()),
        Command::Cell(cell) => crosshair::go(state, cell),
        Command::Derivation => derivation::toggle(state),
        Command::Help => palette::open(state, PaletteContent::Help),
        Command::Commands => palette::open(state, PaletteContent::Commands),
        Command::ChooseModel => picker::open(state),
        Command::EditModelName => picker::use_name(state),
        Command::CancelOpening => opening::cancel(state),
        _ => {}
    }
}

/// Handles Enter: opens, runs or writes what is selected.
fn accept(state: &mut State) {
    match state.stack.top() {
        Some(Part::Palette(_)) => {
            let chosen = palette::choose(state);
            run_entry(state, chosen);
        }
        Some(Part::Models(_)) => {
            let chosen = picker::choose_selected(state);
            open_model(state, chosen);
        }
        Some(Part::Export(_)) => export::write(state),
        Some(Part::Guess(_)) => guess::keep(state),
        Some(Part::Note(_)) => marks::write_note(state),
        Some(Part::Summary(_)) => summary::list_word(state),
        Some(Part::Ranking(_)) => ranking::use_setting(state),
        Some(Part::List | Part::Filter(_)) => pairs::navigate::open_selected(state),
        _ => {
            if let Some(command) = panel::follow(state) {
                act(state, command);
            }
        }
    }
}

/// Does what an entry of the palette is for.
fn run_entry(state: &mut State, chosen: Option<EntryAction>) {
    match chosen {
        Some(EntryAction::Command(command)) => act(state, command),
        Some(EntryAction::Layer(layer)) => settings::set_layer(state, layer),
        Some(EntryAction::Program(conventions)) => settings::set_conventions(state, conventions),
        Some(EntryAction::Model(name)) => opening::choose(state, &name),
        Some(EntryAction::Step(number, step)) => lesson::open_step(state, number, step),
        Some(EntryAction::Nothing) | None => {}
    }
}

/// Opens a model that was chosen in the list.
fn open_model(state: &mut State, name: Option<String>) {
    if let Some(name) = name {
        opening::choose(state, &name);
    }
}

/// Handles Esc in an open part. A note stays as it was, the summary and the filter lead back to the list, the ranking to the
/// summary, and the list loses its filter before it closes.
fn esc_in_open_part(state: &mut State) {
    match state.stack.top() {
        Some(Part::Note(_)) => marks::close_note(state),
        Some(Part::Filter(_) | Part::Summary(_)) => state.replace(Part::List),
        Some(Part::Ranking(_)) => summary::open(state),
        Some(Part::List) => pairs::close(state),
        _ => state.close_overlay(),
    }
}

/// Handles Esc on the panes, which leaves what is innermost: a text, the derivation, the panel. In the matrix, says how to
/// leave a walkthrough or lesson.
fn esc_on_panes(state: &mut State) {
    let before = state.focus;
    if !matches!(before, Focus::Text(_)) && state.panel_mut().derivation.take().is_some() {
        return;
    }
    state.leave_text();
    let way_out = if state.is_staged() {
        walkthrough::way_out(state)
    } else {
        lesson::way_out(state)
    };
    if let Some(way_out) = way_out.filter(|_| state.focus == before) {
        state.say(format!("{way_out}."));
    }
}

/// Moves the selection by rows.
pub fn pick(state: &mut State, by: isize) {
    let rows = row_count(state);
    if let Some(selected) = selected_row(state) {
        *selected = moved(*selected, by, rows);
        return;
    }
    match state.stack.top() {
        Some(Part::Walkthrough) => {
            walkthrough::scroll(state, by);
        }
        _ => panel::pick(state, by),
    }
}

/// The selected row of the list that is the top part.
fn selected_row(state: &mut State) -> Option<&mut usize> {
    match state.stack.top_mut()? {
        Part::Palette(open) => Some(&mut open.selected),
        Part::Models(picker) => Some(&mut picker.selected),
        Part::Summary(place) => Some(&mut place.word),
        Part::Ranking(selected) => Some(selected),
        Part::List | Part::Filter(_) => state.pairs.as_mut().map(|list| &mut list.selected),
        _ => None,
    }
}

/// The number of its rows.
fn row_count(state: &State) -> usize {
    match (state.stack.top(), &state.pairs) {
        (Some(Part::Palette(open)), _) => open.search_results(state).len(),
        (Some(Part::Models(picker)), _) => picker.rows().len(),
        (Some(Part::Summary(place)), Some(list)) => summary::word_count(list, *place),
        (Some(Part::Ranking(_)), Some(list)) => ranking::row_count(list),
        (Some(Part::List | Part::Filter(_)), Some(list)) => list.order.len(),
        _ => 0,
    }
}

/// Handles the mouse in the top part; passes it on if that leaves the panes in sight.
pub fn handle_mouse(state: &mut State, event: MouseEvent) -> Outcome {
    let is_click = matches!(event.kind, MouseEventKind::Down(_));
    match state.stack.top() {
        None | Some(Part::Lesson(_) | Part::Walkthrough) => return Outcome::Passed,
        Some(Part::Copy | Part::Guess(_)) if is_click => state.close_overlay(),
        Some(Part::Copy | Part::Copied | Part::Guess(_) | Part::Note(_)) => {}
        Some(Part::Export(_)) => export::handle_mouse(state, event),
        Some(_) => handle_list_mouse(state, event),
    }
    Outcome::Done
}

/// The wheel moves the selection of a list; a click selects a row, opens the selected one, or outside leaves the list.
fn handle_list_mouse(state: &mut State, event: MouseEvent) {
    let hit = list_hit(state, event.column, event.row);
    match (event.kind, hit) {
        (MouseEventKind::ScrollDown, _) => pick(state, WHEEL_ROWS),
        (MouseEventKind::ScrollUp, _) => pick(state, -WHEEL_ROWS),
        (MouseEventKind::Down(MouseButton::Left), ListHit::Row(row)) => {
            let Some(selected) = selected_row(state) else {
                return;
            };
            let is_selected = *selected == row;
            *selected = row;
            if is_selected {
                accept(state);
            }
        }
        (MouseEventKind::Down(_), ListHit::Outside) => {
            if let Some(layer) = state.stack.top().map(Part::layer) {
                state.close(layer);
            }
        }
        _ => {}
    }
}

/// What of the list is at a position; of the summary and the ranking, only the words of the bottom line can be clicked.
fn list_hit(state: &State, x: u16, y: u16) -> ListHit {
    match state.stack.top() {
        Some(Part::Palette(open)) => palette::hit(state, open, x, y),
        Some(Part::Models(picker)) => picker::hit(state, picker, x, y),
        Some(Part::List | Part::Filter(_)) => pairs::view::hit(state, x, y),
        _ => ListHit::Inside,
    }
}

/// Edits the text of the top part with `edit`.
pub fn edit_text(state: &mut State, edit: impl FnOnce(&mut Editor)) {
    state.edit_overlay(edit);
    if let (Some(filter), Some(list)) = (state.stack.filter(), &mut state.pairs) {
        list.set_filter(filter.text());
    }
}

/// Keeps what is typed while the export prompt waits for its file; it is for the screen below. Returns whether it waits.
pub fn types_ahead(state: &mut State, event: impl FnOnce() -> TerminalEvent) -> bool {
    let waits = state
        .stack
        .export_prompt()
        .is_some_and(|prompt| prompt.waits_for.is_some());
    if waits {
        state.typed_ahead.push(event());
    }
    waits
}

/// Pastes a text into the top part; passes it on if that has no text.
pub fn handle_paste(state: &mut State, text: &str) -> Outcome {
    match state.stack.top() {
        Some(Part::Copy) => state.close_overlay(),
        // A line that was typed while the terminal was the shell's.
        Some(Part::Copied) => {
            export::hide_copied(state);
            return Outcome::Done;
        }
        _ => {}
    }
    // The line break at the end of a copied line is not part of a name or a search.
    let line = text.trim_end_matches(['\r', '\n']);
    match state.stack.top() {
        Some(top) if !top.lends_panes() => {
            if matches!(top, Part::List) {
                pairs::open_filter(state);
            }
            edit_text(state, |editor| editor.insert(line));
        }
        _ => return Outcome::Passed,
    }
    Outcome::Done
}

/// Handles what a thread reports.
pub fn handle_message(state: &mut State, message: Message) {
    match message {
        Message::Terminal(_) | Message::Analyzed(_) => {}
        Message::Opening(number, progress) => opening::on_progress(state, number, progress),
        Message::Opened(number, info) => {
            if opening::on_opened(state, number, info) {
                picker::mark_current(state);
                lesson::notify_missing_layer(state);
            }
        }
        Message::OpenFailed(number, why) => opening::on_open_failed(state, number, why),
        Message::ModelsListed(choices) => {
            let chosen = picker::fill_list(state, choices);
            open_model(state, chosen);
        }
        Message::LessonChecked(checked, warning) => lesson::on_checked(state, &checked, warning),
        Message::Explained(explained) => panel::on_answer(state, explained),
        Message::ExplanationFailed(job, why) => panel::on_failure(state, job, why),
        Message::Exported(number, exported) => export::on_exported(state, number, exported),
        Message::Pairs(message) => pairs::background::handle_message(state, message),
        Message::Tick => walkthrough::play(state),
    }
}

/// A new analysis: the crosshair stays in it, a lesson finds the cell of its step, and the scores of a file are compared.
pub fn on_new_analysis(state: &mut State) {
    let State { stack, context, .. } = state;
    if let (Some(lesson), Some(lent), Some(analysis)) = (
        stack.lesson_mut(),
        &mut context.lent,
        &context.results.analysis,
    ) {
        lesson.locate_cell(lent, analysis);
    }
    state.keep_cell();
    pairs::background::check_file_scores(state);
}

/// Carries on what waited for a job.
pub fn on_finished_job(state: &mut State) {
    if export::has_ready(state) {
        // A picture has what is on the screen beside this analysis.
        lay_out(state);
        export::start_ready(state);
    }
}

/// A key or a click stops what plays by itself.
pub fn stop_playing(state: &mut State) {
    if let Some(staged) = &mut state.staged {
        staged.next_row_at = None;
    }
}

/// Keeps the threads of a file at work.
pub fn schedule_background_work(state: &mut State) {
    pairs::background::schedule_scoring(state);
    summary::schedule(state);
    ranking::schedule(state);
}
