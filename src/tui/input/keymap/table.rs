//! The table of key bindings.

use super::super::editor::{Edit as E, Motion as M};
use super::CopyContent;
use super::FILE_LESSON_NUMBER;
use super::action::{
    Action, CrosshairAction as C, LessonAction as L, PairsAction as P, PanelAction as N, Setting,
};
use super::scope::Scope;
use bertscope_analysis::Side;
use bertscope_explain::Topic;

use Action as A;
use Scope::{
    Commands, Copy, Everywhere, Export, Filter, Guess, Lessons, Matrix, Note, Pairs, Panel, Picker,
    Step, StepText, Summary, Text,
};

/// A row of the table.
#[derive(Debug)]
pub struct Binding {
    /// The keys as the help prints them, separated by spaces.
    pub keys: &'static str,
    pub scope: Scope,
    /// The actions of the keys; a row with more keys repeats its actions.
    pub actions: &'static [Action],
    /// The description of actions that are not [commands](super::super::command_palette::COMMANDS); empty for commands,
    /// which have their own name and description.
    pub help: &'static str,
    /// The label in the footer; empty if the key is not shown there.
    pub footer: &'static str,
}

impl Binding {
    /// The action of the key at an index.
    pub fn action(&self, index: usize) -> Action {
        self.actions[index % self.actions.len()]
    }
}

const fn row(
    keys: &'static str,
    scope: Scope,
    actions: &'static [Action],
    footer: &'static str,
    help: &'static str,
) -> Binding {
    Binding {
        keys,
        scope,
        actions,
        help,
        footer,
    }
}

/// A row of commands, whose names and descriptions are in a separate table.
const fn command(
    keys: &'static str,
    scope: Scope,
    actions: &'static [Action],
    footer: &'static str,
) -> Binding {
    row(keys, scope, actions, footer, "")
}

/// One action per topic: the first ten have a digit, the others a letter.
const TOPICS: &[Action] = &{
    let mut actions = [A::Help; Topic::ALL.len()];
    let mut at = 0;
    while at < actions.len() {
        actions[at] = A::Panel(N::Ask(Topic::ALL[at]));
        at += 1;
    }
    actions
};

/// Moves in a list, in the order of [`MOVE_KEYS`].
const MOVES: &[Action] = &[
    A::Pick(-1),
    A::Pick(1),
    A::Pick(isize::MIN),
    A::Pick(isize::MAX),
    A::Pick(-10),
    A::Pick(10),
];

/// The keys that move in a list, where letters are typed and where they are keys.
const MOVE_KEYS: &str = "Up Down Home End PageUp PageDown";
const PLAIN_MOVE_KEYS: &str = "Up Down Home End PageUp PageDown k j g G";
const MOVE_HELP: &str = "move by rows";

/// The lessons, in the order of the keys 1 to 7 and 0.
const LESSONS: &[Action] = &[
    A::Lesson(L::Start(0)),
    A::Lesson(L::Start(1)),
    A::Lesson(L::Start(2)),
    A::Lesson(L::Start(3)),
    A::Lesson(L::Start(4)),
    A::Lesson(L::Start(5)),
    A::Lesson(L::Start(6)),
    A::Lesson(L::Start(FILE_LESSON_NUMBER)),
];

/// The table.
pub static BINDINGS: &[Binding] = &[
    command("Ctrl-d", Everywhere, &[A::Commands], "commands"),
    command("F1", Everywhere, &[A::Help], ""),
    command("Alt-w", Everywhere, &[A::ToggleWalkthrough], "walk"),
    command(
        "Ctrl-n Ctrl-b",
        Everywhere,
        &[A::Panel(N::NextTopic(true)), A::Panel(N::NextTopic(false))],
        "why",
    ),
    command(
        "Ctrl-f",
        Everywhere,
        &[A::Panel(N::ToggleDerivation)],
        "how",
    ),
    command("F2", Everywhere, &[A::Set(Setting::Idf)], "IDF"),
    command("F3", Everywhere, &[A::Set(Setting::Rescale)], "rescale"),
    command("Alt-l", Everywhere, &[A::Lesson(L::Choose)], "lessons"),
    command(
        "F4 F5",
        Everywhere,
        &[A::Set(Setting::LayerDown), A::Set(Setting::LayerUp)],
        "layer",
    ),
    command("Ctrl-c Ctrl-q", Everywhere, &[A::Quit], "quit"),
    command("Ctrl-p", Everywhere, &[A::Panel(N::Keep)], "keep"),
    command(
        "Alt-1 Alt-2 Alt-3 Alt-4 Alt-5 Alt-6 Alt-7 Alt-8 Alt-9 Alt-0 Alt-x Alt-s Alt-t",
        Everywhere,
        TOPICS,
        "",
    ),
    command("Ctrl-o", Everywhere, &[A::PickModel], "model"),
    command("Ctrl-s", Everywhere, &[A::Export], "export"),
    command("Ctrl-y", Everywhere, &[A::Copy], "copy"),
    command("F6", Everywhere, &[A::Set(Setting::Direction)], "direction"),
    command("F7", Everywhere, &[A::Set(Setting::Special)], "special"),
    command("F8", Everywhere, &[A::Set(Setting::Palette)], "palette"),
    command("F9", Everywhere, &[A::Set(Setting::Scale)], "range"),
    command("F10", Everywhere, &[A::Set(Setting::Zoom)], "zoom"),
    command("F11", Everywhere, &[A::Set(Setting::Theme)], ""),
    command(
        "Alt-p",
        Everywhere,
        &[A::Set(Setting::Projector)],
        "projector",
    ),
    command("F12", Everywhere, &[A::Set(Setting::Mouse)], ""),
    command("Alt-a", Everywhere, &[A::Panel(N::CycleAlignment)], ""),
    command(
        "Alt-. Alt-,",
        Everywhere,
        &[A::NextStep(true), A::NextStep(false)],
        "",
    ),
    command(
        "Alt-Home Alt-End",
        Everywhere,
        &[A::Lesson(L::StepEnd(false)), A::Lesson(L::StepEnd(true))],
        "",
    ),
    command(
        "Alt-PageDown Alt-PageUp",
        Everywhere,
        &[
            A::Lesson(L::ScrollNote(true)),
            A::Lesson(L::ScrollNote(false)),
        ],
        "",
    ),
    command(
        "Alt-h Alt-Enter",
        Everywhere,
        &[A::Lesson(L::Hide), A::Lesson(L::Reveal)],
        "",
    ),
    command("Alt-e", Everywhere, &[A::Lesson(L::Guess)], ""),
    command("Alt-o", Everywhere, &[A::Pairs(P::List)], ""),
    command(
        "Alt-Down Alt-Up",
        Everywhere,
        &[A::Pairs(P::Next(true)), A::Pairs(P::Next(false))],
        "",
    ),
    command("Alt-j", Everywhere, &[A::Pairs(P::Worst)], ""),
    command(
        "Alt-m Alt-n",
        Everywhere,
        &[A::Pairs(P::Mark), A::Pairs(P::Note)],
        "",
    ),
    command("Alt-v", Everywhere, &[A::Panel(N::ReverseKept)], ""),
    command("Alt-i", Everywhere, &[A::Pairs(P::FileIdf)], ""),
    command("Ctrl-t", Everywhere, &[A::Swap], "swap"),
    command("Ctrl-g", Everywhere, &[A::StopOpening], ""),
    command(
        "Tab Shift-Tab",
        Everywhere,
        &[A::FocusNext, A::FocusPrevious],
        "next pane",
    ),
    command("Ctrl-z", Everywhere, &[A::Suspend], ""),
    command("Ctrl-l", Everywhere, &[A::Redraw], ""),
    command("Esc", Text, &[A::LeaveText], "matrix, then:"),
    row(
        "Left Right",
        Text,
        &[A::MoveCursor(M::Left), A::MoveCursor(M::Right)],
        "",
        "one character",
    ),
    row(
        "Ctrl-Left Ctrl-Right Alt-Left Alt-Right Alt-b Alt-f",
        Text,
        &[A::MoveCursor(M::WordLeft), A::MoveCursor(M::WordRight)],
        "",
        "one word",
    ),
    row(
        "Home End Ctrl-e",
        Text,
        &[
            A::MoveCursor(M::Start),
            A::MoveCursor(M::End),
            A::MoveCursor(M::End),
        ],
        "",
        "start, end of the text",
    ),
    row(
        "Up Down",
        Text,
        &[A::MoveToLine { down: false }, A::MoveToLine { down: true }],
        "",
        "a line up, down; the first and last line stop it",
    ),
    row(
        "Shift-Left Shift-Right",
        Text,
        &[A::Select(M::Left), A::Select(M::Right)],
        "",
        "select a character",
    ),
    row(
        "Shift-Home Shift-End",
        Text,
        &[A::Select(M::Start), A::Select(M::End)],
        "",
        "select to the start, to the end",
    ),
    row(
        "Ctrl-Shift-Left Ctrl-Shift-Right",
        Text,
        &[A::Select(M::WordLeft), A::Select(M::WordRight)],
        "",
        "select a word",
    ),
    row("Ctrl-a", Text, &[A::SelectAll], "", "select all"),
    row(
        "Backspace Delete Ctrl-h",
        Text,
        &[A::Edit(E::Backspace), A::Edit(E::Delete)],
        "",
        "delete a character",
    ),
    row(
        "Ctrl-w Alt-Backspace Ctrl-Backspace",
        Text,
        &[A::Edit(E::DeleteWordLeft)],
        "",
        "delete a word back",
    ),
    row(
        "Alt-d Ctrl-Delete",
        Text,
        &[A::Edit(E::DeleteWordRight)],
        "",
        "delete a word forward",
    ),
    row("Ctrl-u", Text, &[A::Edit(E::Clear)], "", ""),
    row(
        "Ctrl-k",
        Text,
        &[A::Edit(E::DeleteToEnd)],
        "",
        "delete to the end of the text",
    ),
    command("Alt-u Ctrl-_ Ctrl-7", Text, &[A::Edit(E::Undo)], ""),
    command("Ctrl-r Alt-r", Text, &[A::Edit(E::Redo)], ""),
    row(
        "Ctrl-x Ctrl-v",
        Text,
        &[A::Edit(E::Cut), A::Edit(E::Paste)],
        "",
        "cut, paste",
    ),
    command("Enter", Text, &[A::FocusNext], ""),
    command(
        "r c",
        Matrix,
        &[
            A::EnterText(Some(Side::Reference)),
            A::EnterText(Some(Side::Candidate)),
        ],
        "reference, candidate",
    ),
    command("e", Matrix, &[A::EnterText(None)], ""),
    command("u Alt-u Ctrl-_ Ctrl-7", Matrix, &[A::Edit(E::Undo)], ""),
    command("U Ctrl-r Alt-r", Matrix, &[A::Edit(E::Redo)], ""),
    command("Esc", Matrix, &[A::LeaveText], ""),
    row(
        "Left Down Up Right h j k l",
        Matrix,
        &[
            A::Crosshair(C::Move(0, -1)),
            A::Crosshair(C::Move(1, 0)),
            A::Crosshair(C::Move(-1, 0)),
            A::Crosshair(C::Move(0, 1)),
        ],
        "move",
        "move the crosshair",
    ),
    command("1 2 3 4 5 6 7 8 9 0 X S T", Matrix, TOPICS, ""),
    command(". ,", Matrix, &[A::NextStep(true), A::NextStep(false)], ""),
    command(
        "H Space",
        Matrix,
        &[A::Lesson(L::Hide), A::Lesson(L::Reveal)],
        "",
    ),
    command("E", Matrix, &[A::Lesson(L::Guess)], ""),
    command("W", Matrix, &[A::ToggleWalkthrough], ""),
    command("O J", Matrix, &[A::Pairs(P::List), A::Pairs(P::Worst)], ""),
    command(
        "} {",
        Matrix,
        &[A::Pairs(P::Next(true)), A::Pairs(P::Next(false))],
        "",
    ),
    command(
        "M A I",
        Matrix,
        &[A::Pairs(P::Mark), A::Pairs(P::Note), A::Pairs(P::FileIdf)],
        "",
    ),
    command(
        "< >",
        Matrix,
        &[A::Lesson(L::StepEnd(false)), A::Lesson(L::StepEnd(true))],
        "",
    ),
    command(
        "f F",
        Matrix,
        &[
            A::Lesson(L::ScrollNote(true)),
            A::Lesson(L::ScrollNote(false)),
        ],
        "",
    ),
    command(
        "L Q",
        Matrix,
        &[A::Lesson(L::Choose), A::Lesson(L::End)],
        "",
    ),
    command("a", Matrix, &[A::Panel(N::CycleAlignment)], ""),
    command(
        "n N",
        Matrix,
        &[A::Panel(N::NextTopic(true)), A::Panel(N::NextTopic(false))],
        "",
    ),
    command("=", Matrix, &[A::Panel(N::ToggleDerivation)], ""),
    command("v", Matrix, &[A::Panel(N::ReverseKept)], ""),
    command(
        "K R",
        Matrix,
        &[A::Panel(N::Keep), A::Panel(N::RestoreKept)],
        "",
    ),
    row(
        "Space PageUp PageDown",
        Step,
        &[A::Advance(true), A::Advance(false), A::Advance(true)],
        "",
        "go on to the rest of the text, what is hidden, or the next step; go back",
    ),
    row(
        "Enter Left Right",
        StepText,
        &[A::Advance(true), A::Advance(false), A::Advance(true)],
        "",
        "go on, go back",
    ),
    row(PLAIN_MOVE_KEYS, Panel, MOVES, "choose", MOVE_HELP),
    row(
        "Enter",
        Panel,
        &[A::Accept],
        "open",
        "show the pieces, use the row, or show the formula",
    ),
    row(
        "Delete Backspace",
        Panel,
        &[A::Panel(N::Drop)],
        "",
        "remove a kept text",
    ),
    row(
        "Home End PageUp PageDown g G ^ $",
        Matrix,
        &[
            A::Crosshair(C::Move(0, isize::MIN)),
            A::Crosshair(C::Move(0, isize::MAX)),
            A::Crosshair(C::Move(-10, 0)),
            A::Crosshair(C::Move(10, 0)),
            A::Crosshair(C::Move(isize::MIN, 0)),
            A::Crosshair(C::Move(isize::MAX, 0)),
        ],
        "",
        "ten rows, or to an edge",
    ),
    row(
        "Enter C",
        Matrix,
        &[A::Crosshair(C::RowBest), A::Crosshair(C::ColumnBest)],
        "best",
        "go to the best match of the row, of the column",
    ),
    command("i", Matrix, &[A::Set(Setting::Idf)], ""),
    command("b", Matrix, &[A::Set(Setting::Rescale)], ""),
    command(
        "[ ] - +",
        Matrix,
        &[A::Set(Setting::LayerDown), A::Set(Setting::LayerUp)],
        "",
    ),
    command("d", Matrix, &[A::Set(Setting::Direction)], ""),
    command("s", Matrix, &[A::Set(Setting::Special)], ""),
    command("p", Matrix, &[A::Set(Setting::Palette)], ""),
    command("D", Matrix, &[A::Set(Setting::Scale)], ""),
    command("z", Matrix, &[A::Set(Setting::Zoom)], ""),
    command("P", Matrix, &[A::Set(Setting::Projector)], ""),
    command("t", Matrix, &[A::Set(Setting::Theme)], ""),
    command("m", Matrix, &[A::Set(Setting::Mouse)], ""),
    command("x", Matrix, &[A::Swap], ""),
    command("o", Matrix, &[A::PickModel], ""),
    command("w", Matrix, &[A::Export], ""),
    command("y", Matrix, &[A::Copy], ""),
    command(":", Matrix, &[A::Commands], ""),
    command("?", Matrix, &[A::Help], ""),
    command("q", Matrix, &[A::Quit], ""),
    row(
        "Enter",
        Commands,
        &[A::Accept],
        "run",
        "run the selected command",
    ),
    row(MOVE_KEYS, Commands, MOVES, "choose", MOVE_HELP),
    row(
        "Esc Ctrl-d F1",
        Commands,
        &[A::Close],
        "close",
        "close; letters search",
    ),
    row(
        "Enter",
        Picker,
        &[A::Accept],
        "open",
        "open it; the current model stays active until then",
    ),
    row(MOVE_KEYS, Picker, MOVES, "choose", MOVE_HELP),
    row(
        "Tab",
        Picker,
        &[A::UseTypedName],
        "edit name",
        "edit the name, to add @REVISION",
    ),
    row(
        "Esc Ctrl-o",
        Picker,
        &[A::Close],
        "close",
        "close; letters filter by name and family",
    ),
    row(
        "Enter",
        Export,
        &[A::Accept],
        "write",
        "write the file; the extension sets its format",
    ),
    row("Esc Ctrl-s", Export, &[A::Close], "close", "close"),
    row(
        "Tab Shift-Tab",
        Export,
        &[A::NextExtension(true), A::NextExtension(false)],
        "next format",
        "next, previous file extension",
    ),
    command(
        "s y Ctrl-y",
        Copy,
        &[A::CopyContent(CopyContent::Scores)],
        "scores",
    ),
    command(
        "p",
        Copy,
        &[A::CopyContent(CopyContent::Picture)],
        "picture",
    ),
    command(
        "m",
        Copy,
        &[A::CopyContent(CopyContent::Markdown)],
        "Markdown",
    ),
    command("j", Copy, &[A::CopyContent(CopyContent::Json)], "JSON"),
    command("c", Copy, &[A::CopyContent(CopyContent::Python)], "Python"),
    command("l", Copy, &[A::CopyContent(CopyContent::Link)], "link"),
    row("Esc", Copy, &[A::Close], "cancel", "cancel"),
    row(
        "1 2 3 4 5 6 7 0",
        Lessons,
        LESSONS,
        "",
        "start the lesson with this number; 0 is the one from a file",
    ),
    row(
        "Esc Alt-l",
        Lessons,
        &[A::Close],
        "close",
        "close; letters search",
    ),
    command(":", Pairs, &[A::Commands], "commands"),
    command("?", Pairs, &[A::Help], ""),
    command("q", Pairs, &[A::Quit], ""),
    row(
        "Enter",
        Pairs,
        &[A::Accept],
        "open",
        "open the pair; your edits do not change the file",
    ),
    command("/", Pairs, &[A::Pairs(P::Filter)], "filter"),
    row(
        "Esc",
        Pairs,
        &[A::Close],
        "close",
        "clear the filter; without one, go back to the pair",
    ),
    row(PLAIN_MOVE_KEYS, Pairs, MOVES, "choose", MOVE_HELP),
    command("O", Pairs, &[A::Pairs(P::List)], ""),
    command("s Tab", Pairs, &[A::Pairs(P::Sort)], "sort"),
    command("d", Pairs, &[A::Pairs(P::SortByRanks)], "disagree"),
    command("h", Pairs, &[A::Pairs(P::HumanColumn)], "human"),
    row(
        "n",
        Pairs,
        &[A::Pairs(P::NextSystem)],
        "system",
        "sort and rank by the next system",
    ),
    command("J", Pairs, &[A::Pairs(P::Worst)], "worst"),
    command("M", Pairs, &[A::Pairs(P::Mark)], "mark"),
    command("A", Pairs, &[A::Pairs(P::Note)], "note"),
    command("v Alt-k", Pairs, &[A::Pairs(P::OnlyMarked)], "marked"),
    command("w Ctrl-s", Pairs, &[A::Pairs(P::ExportMarked)], "export"),
    command("S", Pairs, &[A::Pairs(P::Summary)], "summary"),
    command("r Shift-Tab", Pairs, &[A::Pairs(P::Reverse)], "reverse"),
    command("I", Pairs, &[A::Pairs(P::FileIdf)], "IDF"),
    command("b", Pairs, &[A::Set(Setting::Rescale)], "rescale"),
    command(
        "[ ]",
        Pairs,
        &[A::Set(Setting::LayerDown), A::Set(Setting::LayerUp)],
        "layer",
    ),
    row(
        "Enter",
        Filter,
        &[A::Accept],
        "open",
        "open the selected pair",
    ),
    command(
        "Tab Shift-Tab",
        Filter,
        &[A::Pairs(P::Sort), A::Pairs(P::Reverse)],
        "sort",
    ),
    row(
        "Esc",
        Filter,
        &[A::Close],
        "done",
        "close the filter prompt; the filter stays",
    ),
    row(
        "Up Down PageUp PageDown",
        Filter,
        &[A::Pick(-1), A::Pick(1), A::Pick(-10), A::Pick(10)],
        "choose",
        MOVE_HELP,
    ),
    row(
        "Enter",
        Summary,
        &[A::Accept],
        "list pairs",
        "list the pairs with the selected word",
    ),
    row(PLAIN_MOVE_KEYS, Summary, MOVES, "word", MOVE_HELP),
    row("Esc S", Summary, &[A::Close], "list", "back to the list"),
    command(":", Summary, &[A::Commands], "commands"),
    row(
        "Tab",
        Summary,
        &[A::Pairs(P::NextSystem)],
        "system",
        "compare the next system with the first",
    ),
    command("b", Summary, &[A::Set(Setting::Rescale)], "rescale"),
    command(
        "[ ]",
        Summary,
        &[A::Set(Setting::LayerDown), A::Set(Setting::LayerUp)],
        "layer",
    ),
    command("?", Summary, &[A::Help], ""),
    command("q", Summary, &[A::Quit], ""),
    row(
        "Enter",
        Note,
        &[A::Accept],
        "save",
        "save the note; an empty one is removed",
    ),
    row(
        "Esc Alt-n",
        Note,
        &[A::Close],
        "cancel",
        "cancel; the note stays as it was",
    ),
    row(
        "Enter",
        Guess,
        &[A::Accept],
        "save",
        "save the guess; an empty one is removed",
    ),
    row(
        "Esc Alt-e",
        Guess,
        &[A::Close],
        "cancel",
        "cancel; the guess stays as it was",
    ),
];
