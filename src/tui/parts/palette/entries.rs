//! All entries of the palette: commands with their keys and current values, layers, models, formats, lessons, and the words of
//! the glossary, which is the table of `docs/glossary.md`.

use std::sync::LazyLock;

use super::search::find;
use super::{CommandPalette, EntryAction, PaletteContent, PaletteEntry};
use crate::tui::commands::{
    Binding, COMMANDS, Command, CommandRow, FILE_LESSON_NUMBER, Focus, Group, Key, Scope,
    reaches_program,
};
use crate::tui::context::ColorScale;
use crate::tui::state::State;
use bertscope_analysis::{Conventions, Idf};
use bertscope_encoder::families::SUPPORTED;
use bertscope_lessons::bundled::{self as bundled_lessons, BUNDLED};
use bertscope_lessons::{Lesson, paragraphs};
use bertscope_models::{bundled, known};
use bertscope_printable::printable;
use bertscope_report::export::Format;

/// The bundled lessons, parsed once.
static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let lessons = BUNDLED.iter();
    lessons
        .filter_map(|(name, _)| bundled_lessons::find(name).ok())
        .collect()
});

const PICTURE: &str = "Each row is a token of the candidate, each column a token of the reference; a cell is the cosine similarity of their \
    hidden states. ▶ marks each row’s best cell: precision is their weighted mean. ▼ marks each column’s best: recall is \
    theirs. ◆ is both. Special tokens have zero weight, but a word may match one (marked !).";

impl CommandPalette {
    /// The search results, best first.
    pub fn search_results(&self, state: &State) -> Vec<PaletteEntry> {
        let (entries, recent) = match self.content {
            PaletteContent::Lessons => (lessons(state), &[][..]),
            PaletteContent::Commands | PaletteContent::Help => {
                (all(state, self.explains()), &*state.recent)
            }
        };
        let mut found = find(&entries, self.search.text(), !self.explains(), recent);
        if let Some(missing) = missing_layer(state, self.search.text()) {
            found.insert(0, missing);
        }
        found
    }
}

/// All entries; with `explains`, also keys that only move or edit and cannot be run.
pub fn all(state: &State, explains: bool) -> Vec<PaletteEntry> {
    let mut entries: Vec<PaletteEntry> = COMMANDS
        .iter()
        .filter(|row| applies(state, row.command))
        .map(|row| command_entry(state, row))
        .collect();
    if explains {
        entries.sort_by_key(|entry| !entry.is_first());
    }
    entries.extend(layers(state));
    entries.extend(programs(state));
    entries.extend(Format::ALL.iter().map(|format| {
        let facts = format.facts();
        let extension = facts.extensions[0];
        PaletteEntry {
            name: format!("Export as {}", extension.to_uppercase()),
            synonyms: format!("save screenshot picture write .{extension}"),
            ..entry(
                format!("{} (.{extension})", facts.description),
                EntryAction::Command(Command::ExportAs(*format)),
            )
        }
    }));
    entries.extend(lessons(state));
    entries.extend(models(state));
    if explains {
        entries.insert(0, text_entry("How to read the matrix", PICTURE));
        let is_in_panel = state.focus == Focus::Panel && state.has_panel();
        if let Some(sheet) = state.sheet().filter(|_| is_in_panel) {
            let title = state.panel().topic.title();
            entries.insert(0, text_entry(title, &sheet.lead));
        }
        entries.extend(keys_without_command(state));
    }
    let words = GLOSSARY.iter();
    entries.extend(words.map(|(word, meaning)| PaletteEntry {
        value: "in the glossary".to_owned(),
        ..text_entry(word, meaning)
    }));
    entries
}

/// An entry to read.
fn text_entry(name: &str, explanation: &str) -> PaletteEntry {
    PaletteEntry {
        name: name.to_owned(),
        ..entry(explanation.to_owned(), EntryAction::Nothing)
    }
}

fn entry(explanation: String, run: EntryAction) -> PaletteEntry {
    let empty = String::new;
    PaletteEntry {
        name: empty(),
        synonyms: empty(),
        value: empty(),
        keys: empty(),
        explanation,
        run,
    }
}

fn command_entry(state: &State, row: &CommandRow) -> PaletteEntry {
    PaletteEntry {
        name: name(state, row).to_owned(),
        synonyms: row.synonyms.to_owned(),
        value: value(state, row.command),
        keys: keys(state, row.command),
        ..entry(
            row.explanation.to_owned(),
            EntryAction::Command(row.command),
        )
    }
}

/// The name of a command; a toggle is named by what it would do now.
fn name(state: &State, row: &CommandRow) -> &'static str {
    match row.command {
        Command::SpecialTokens if state.display().show_special => "Hide special tokens",
        Command::SpecialTokens => "Show special tokens",
        Command::Theme if state.look.theme.light => "Dark background",
        Command::Theme => "Light background",
        Command::Walkthrough if state.is_staged() => "End the walkthrough",
        Command::List if state.pairs.is_none() => "Open a file of pairs",
        _ => row.name,
    }
}

/// The keys of a command in this scene, delivered ones first; in a text, also the plain key after Esc.
fn keys(state: &State, command: Command) -> String {
    let scope = state.scene_scope();
    let mut keys = state.config.keys.keys_for(command, scope);
    keys.sort_by_key(|key| !reaches_program(*key));
    let mut names: Vec<String> = keys.iter().map(Key::to_string).collect();
    if scope == Scope::Text && !keys.iter().any(|key| reaches_program(*key)) {
        let plain = state.config.keys.keys_for(command, Scope::Matrix);
        let plain = plain.into_iter().find(|key| reaches_program(*key));
        names.splice(0..0, plain.map(|key| format!("Esc {key}")));
    }
    names.join("  ")
}

/// Whether a command can run now.
fn applies(state: &State, command: Command) -> bool {
    match command {
        Command::Edit(_) => !state.is_list_open(),
        Command::RestoreKept => !state.progress.earlier_texts.is_empty(),
        Command::CancelOpening => state.models.opening.is_some() || state.messages.notice.is_some(),
        Command::NextStep | Command::PreviousStep | Command::FirstStep | Command::LastStep => {
            !state.has_own_pair() || state.is_staged()
        }
        Command::NoteDown | Command::NoteUp => !state.has_own_pair(),
        Command::Reveal => state.hides_scores(),
        // It comes with the lessons.
        Command::Commands | Command::EndLesson => false,
        _ => true,
    }
}

fn either(first: bool, yes: &'static str, no: &'static str) -> &'static str {
    if first { yes } else { no }
}

fn on(on: bool) -> &'static str {
    either(on, "on", "off")
}

/// The current value of a setting.
pub fn value(state: &State, command: Command) -> String {
    match command {
        Command::Idf => match state.inspection().idf {
            Idf::Off => "off",
            Idf::Table => "on",
            Idf::References => "this reference",
        },
        Command::Rescale => on(state.display().rescale),
        Command::Direction => state.display().direction.name(),
        Command::SpecialTokens => either(state.display().show_special, "shown", "hidden"),
        Command::Colours => state.look.palette().name(),
        Command::ColourRange => match state.display().scale {
            ColorScale::Unit => "0 to 1",
            ColorScale::Data => "this pair",
        },
        Command::Zoom => state.look.zoom.into(),
        Command::Alignment => state.panel().alignment.name(),
        Command::Theme => either(state.look.theme.light, "light", "dark"),
        Command::Projector => on(state.look.projector),
        Command::Mouse => on(state.terminal.mouse),
        _ if command.group() == Some(Group::Pairs) && state.pairs.is_none() => "no file is open",
        Command::Walkthrough if state.is_staged() => "running",
        Command::Lessons if !state.has_own_pair() => "running",
        Command::HideScores => either(state.hides_scores(), "hidden", "shown"),
        Command::ChooseModel => {
            return match &state.models.current {
                None => String::new(),
                Some(info) if info.origin == bundled::ORIGIN => bundled::NAME.to_owned(),
                Some(info) => printable(&info.name),
            };
        }
        _ => "",
    }
    .to_owned()
}

/// The entry for a layer that the model does not have.
fn missing_layer(state: &State, search: &str) -> Option<PaletteEntry> {
    let (word, number) = search.trim().split_once(' ')?;
    let number: usize = number.trim().parse().ok()?;
    let last = state.models.last_layer()?;
    let about = format!("this model has {} layers, 0 to {last}", last + 1);
    (word.eq_ignore_ascii_case("layer") && number > last).then(|| PaletteEntry {
        value: "not there".to_owned(),
        ..text_entry(&format!("Layer {number}"), &about)
    })
}

fn layers(state: &State) -> Vec<PaletteEntry> {
    let Some(info) = &state.models.current else {
        return Vec::new();
    };
    let now = state.inspection().layer.unwrap_or(info.layer.0);
    let default = state.start_layer(state.inspection().conventions);
    let mut entries = Vec::new();
    for layer in 0..=info.last_layer.0 {
        let is_default = Some(layer) == default;
        let value = match (layer == now, is_default) {
            (true, true) => "current, default",
            (true, false) => "current",
            (false, true) => "default",
            (false, false) => "",
        };
        let about = format!("score at layer {layer} of {}", info.last_layer);
        entries.push(PaletteEntry {
            name: format!("Layer {layer}"),
            value: value.to_owned(),
            synonyms: either(is_default, "default reset", "").to_owned(),
            ..entry(about, EntryAction::Layer(layer))
        });
    }
    entries
}

/// The way out of the active lesson, the lessons with their digits, and the steps of all.
fn lessons(state: &State) -> Vec<PaletteEntry> {
    let end = COMMANDS
        .iter()
        .filter(|row| row.command == Command::EndLesson);
    let mut entries: Vec<PaletteEntry> = end
        .filter(|_| !state.has_own_pair())
        .map(|row| command_entry(state, row))
        .collect();
    let shipped = LESSONS.iter().enumerate();
    let own = state
        .progress
        .lessons
        .file_lesson
        .iter()
        .map(|lesson| (FILE_LESSON_NUMBER, &**lesson));
    let mut steps = Vec::new();
    let list = state.config.keys.first_key(Command::Lessons, Scope::Matrix);
    let list = list.map(|key| key.to_string()).unwrap_or_default();
    for (number, lesson) in shipped.chain(own) {
        let title = printable(&lesson.title);
        let minutes = lesson
            .minutes()
            .map(|minutes| format!("{minutes} minutes. "))
            .unwrap_or_default();
        let about = format!(
            "{minutes}{}",
            paragraphs(&state.with_keys(&lesson.about)).join(" ")
        );
        let start = Command::StartLesson(number);
        let digit = state.config.keys.first_key(start, Scope::Lessons);
        let digit = digit.map(|key| key.to_string()).unwrap_or_default();
        entries.push(PaletteEntry {
            name: format!("Lesson: {title}"),
            // The digit and the name on the command line can be searched for, too.
            synonyms: BUNDLED.get(number).map_or(digit.clone(), |(name, _)| {
                format!("{digit} {}", name.replace('-', " "))
            }),
            keys: format!("{list} {digit}"),
            ..entry(printable(&about), EntryAction::Command(start))
        });
        for (step, taught) in lesson.steps.iter().enumerate() {
            let about = format!("step {} of {}", step + 1, lesson.steps.len());
            steps.push(PaletteEntry {
                name: format!("{title}: {}", printable(&taught.title)),
                synonyms: "lesson step".into(),
                ..entry(about, EntryAction::Step(number, step))
            });
        }
    }
    entries.extend(steps);
    entries
}

fn programs(state: &State) -> impl Iterator<Item = PaletteEntry> {
    let now = state.inspection().conventions;
    Conventions::ALL
        .into_iter()
        .map(move |(conventions, name, about)| PaletteEntry {
            name: format!("Program: {name}"),
            synonyms: "as version tokenizer which BERTScore".into(),
            value: either(conventions == now, "current", "").into(),
            ..entry(about.to_owned(), EntryAction::Program(conventions))
        })
}

fn models(state: &State) -> Vec<PaletteEntry> {
    let known = known::all().iter();
    let supported = known.filter(|model| SUPPORTED.contains(&model.family));
    std::iter::once(bundled::NAME)
        .chain(supported.map(|model| model.name))
        .map(|name| PaletteEntry {
            name: format!("Model: {name}"),
            synonyms: "open load download".into(),
            value: either(state.models.is_current(name), "current", "").into(),
            ..entry(
                "open it; the current model stays active until then".into(),
                EntryAction::Model(name.to_owned()),
            )
        })
        .collect()
}

/// Keys that move or edit, by their scope; those of the current one come first.
fn keys_without_command(state: &State) -> Vec<PaletteEntry> {
    let here = state.scene_scope();
    let is_explained =
        |b: &&Binding| b.scope != Scope::Commands && !b.help.is_empty() && !b.keys.is_empty();
    let bindings = state.config.keys.bindings.iter().filter(is_explained);
    let (own, others): (Vec<_>, Vec<_>) = bindings.partition(|b| b.scope == here);
    let all = own.into_iter().chain(others);
    all.map(|b| PaletteEntry {
        keys: b.names().join(" "),
        ..text_entry(&format!("{}: {}", b.scope.name(), b.help), "")
    })
    .collect()
}

/// All words, with their synonyms, and their definitions, in alphabetical order.
static GLOSSARY: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let page = include_str!("../../../../docs/glossary.md");
    // The first row has the names of the columns.
    page.lines().filter_map(glossary_row).skip(1).collect()
});

/// The word and the definition of a row of the table.
fn glossary_row(row: &'static str) -> Option<(&'static str, String)> {
    let cells = row.strip_prefix("| ")?.strip_suffix(" |")?;
    let (word, meaning) = cells.split_once(" | ")?;
    Some((word, meaning.replace("\\|", "|")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_short() {
        assert!(GLOSSARY.len() > 60, "{} entries", GLOSSARY.len());
        for (word, meaning) in GLOSSARY.iter() {
            assert!(
                meaning.chars().count() <= 130 && meaning.ends_with(['.', ':', '◆']),
                "{word}"
            );
        }
    }

    #[test]
    fn a_cell_of_the_table_may_have_a_bar() {
        let cosine = GLOSSARY
            .iter()
            .find(|(word, _)| *word == "cosine")
            .expect("an entry");
        assert!(cosine.1.contains("a·b ÷ (|a| |b|)"), "{}", cosine.1);
    }
}
