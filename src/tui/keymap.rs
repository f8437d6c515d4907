//! The one table of keys: input, footer and help all read it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::editor::{Edit, Motion};
use super::state::Focus;

/// What a key can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Leave the program.
    Quit,
    /// Stop the program until the shell takes it up again.
    Suspend,
    /// Draw everything anew.
    Redraw,
    /// Show or hide the help.
    Help,
    /// The next part of the screen.
    NextPane,
    /// The part before.
    PreviousPane,
    /// From a text box to the matrix.
    LeaveText,
    /// From the matrix to the text box.
    EnterText,
    /// Off, by table, by this reference.
    CycleIdf,
    /// Rescaling on and off.
    ToggleRescale,
    /// One layer down.
    LayerDown,
    /// One layer up.
    LayerUp,
    /// Both ways, precision, recall.
    CycleDirection,
    /// Rows and columns for special tokens.
    ToggleSpecial,
    /// The next colours.
    CyclePalette,
    /// 0 to 1, or the data's range.
    ToggleScale,
    /// The next size of a cell.
    CycleZoom,
    /// Dark and light.
    ToggleTheme,
    /// Mouse capture on and off.
    ToggleMouse,
    /// Exchange reference and candidate.
    Swap,
    /// Move the text cursor.
    Go(Motion),
    /// Move the text cursor and the selection's end with it.
    Select(Motion),
    /// Select the whole text.
    SelectAll,
    /// Change the text.
    Edit(Edit),
    /// Move the crosshair by rows and columns.
    Move(i16, i16),
    /// Move the crosshair to the first or last column.
    ColumnEnd(bool),
    /// Move the crosshair to the first or last row.
    RowEnd(bool),
    /// Move the crosshair to the best match of its row.
    RowBest,
    /// Move the crosshair to the best match of its column.
    ColumnBest,
}

/// Where a key means this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Everywhere, also while typing.
    Everywhere,
    /// In a text box.
    Text,
    /// In the matrix and the list of pairs.
    Matrix,
}

/// One row of the table.
#[derive(Debug)]
pub struct Binding {
    /// The keys, as the help prints them, by blanks apart.
    pub keys: &'static str,
    /// Where they mean it.
    pub scope: Scope,
    /// What they mean; several keys of one row may have one action each.
    pub actions: &'static [Action],
    /// In the help.
    pub help: &'static str,
    /// In the footer; empty for what is not shown there.
    pub footer: &'static str,
}

const fn row(
    keys: &'static str,
    scope: Scope,
    actions: &'static [Action],
    footer: &'static str,
    help: &'static str,
) -> Binding {
    Binding { keys, scope, actions, help, footer }
}

use Action as A;
use Scope::{Everywhere, Matrix, Text};

/// The table. A row's keys and actions go together one by one; the last action serves all further keys.
pub static BINDINGS: &[Binding] = &[
    row("F1", Everywhere, &[A::Help], "help", "this help"),
    row("F2", Everywhere, &[A::CycleIdf], "IDF", "IDF weights: off, by table, by this reference alone"),
    row("F3", Everywhere, &[A::ToggleRescale], "rescale", "baseline rescaling, of the numbers and of the picture"),
    row("F4 F5", Everywhere, &[A::LayerDown, A::LayerUp], "layer", "layer down, up"),
    row("F6", Everywhere, &[A::CycleDirection], "direction", "matches shown: both ways, precision, recall"),
    row("F7", Everywhere, &[A::ToggleSpecial], "special", "special tokens shown or hidden"),
    row("F8", Everywhere, &[A::CyclePalette], "palette", "colours of the heatmap"),
    row("F9", Everywhere, &[A::ToggleScale], "range", "colour scale: 0 to 1, or the range of the data"),
    row("F10", Everywhere, &[A::CycleZoom], "zoom", "size of a cell: fit, digits, colour, overview"),
    row("F11", Everywhere, &[A::ToggleTheme], "", "dark or light background"),
    row("F12", Everywhere, &[A::ToggleMouse], "", "mouse: click a cell (text selection then needs Shift)"),
    row("Ctrl-t", Everywhere, &[A::Swap], "swap", "exchange reference and candidate: P and R change places"),
    row("Tab Shift-Tab", Everywhere, &[A::NextPane, A::PreviousPane], "next pane", "next pane, pane before"),
    row("Ctrl-c Ctrl-q", Everywhere, &[A::Quit], "quit", "quit; texts and settings are kept"),
    row("Ctrl-z", Everywhere, &[A::Suspend], "", "suspend; `fg` comes back"),
    row("Ctrl-l", Everywhere, &[A::Redraw], "", "draw the screen anew"),
    row("Esc", Text, &[A::LeaveText], "matrix", "to the matrix"),
    row("Left Right", Text, &[A::Go(Motion::Left), A::Go(Motion::Right)], "", "one character"),
    row(
        "Ctrl-Left Ctrl-Right Alt-Left Alt-Right Alt-b Alt-f",
        Text,
        &[
            A::Go(Motion::WordLeft),
            A::Go(Motion::WordRight),
            A::Go(Motion::WordLeft),
            A::Go(Motion::WordRight),
            A::Go(Motion::WordLeft),
            A::Go(Motion::WordRight),
        ],
        "",
        "one word",
    ),
    row("Home End Ctrl-e", Text, &[A::Go(Motion::Start), A::Go(Motion::End)], "", "begin, end of the text"),
    row("Up Down", Text, &[A::PreviousPane, A::NextPane], "", "the box above, below"),
    row(
        "Shift-Left Shift-Right Shift-Home Shift-End",
        Text,
        &[A::Select(Motion::Left), A::Select(Motion::Right), A::Select(Motion::Start), A::Select(Motion::End)],
        "",
        "select",
    ),
    row(
        "Ctrl-Shift-Left Ctrl-Shift-Right",
        Text,
        &[A::Select(Motion::WordLeft), A::Select(Motion::WordRight)],
        "",
        "select a word",
    ),
    row("Ctrl-a", Text, &[A::SelectAll], "select all", "select all"),
    row(
        "Backspace Delete Ctrl-h",
        Text,
        &[A::Edit(Edit::Backspace), A::Edit(Edit::Delete), A::Edit(Edit::Backspace)],
        "",
        "remove a character",
    ),
    row(
        "Ctrl-w Alt-Backspace Ctrl-Backspace Alt-d Ctrl-Delete",
        Text,
        &[
            A::Edit(Edit::DeleteWordLeft),
            A::Edit(Edit::DeleteWordLeft),
            A::Edit(Edit::DeleteWordLeft),
            A::Edit(Edit::DeleteWordRight),
        ],
        "",
        "remove a word before, after the cursor",
    ),
    row(
        "Ctrl-u Ctrl-k",
        Text,
        &[A::Edit(Edit::Clear), A::Edit(Edit::DeleteToEnd)],
        "clear",
        "clear the box; to its end",
    ),
    row("Alt-u Ctrl-_ Ctrl-7", Text, &[A::Edit(Edit::Undo)], "undo", "undo"),
    row("Ctrl-r Alt-r", Text, &[A::Edit(Edit::Redo)], "redo", "redo"),
    row("Ctrl-x Ctrl-v", Text, &[A::Edit(Edit::Cut), A::Edit(Edit::Insert)], "", "cut the selection, put it in again"),
    row("Enter", Text, &[A::NextPane], "", "on to the next pane"),
    row("Esc e", Matrix, &[A::EnterText], "edit", "back to the text"),
    row(
        "Left Down Up Right h j k l",
        Matrix,
        &[
            A::Move(0, -1),
            A::Move(1, 0),
            A::Move(-1, 0),
            A::Move(0, 1),
            A::Move(0, -1),
            A::Move(1, 0),
            A::Move(-1, 0),
            A::Move(0, 1),
        ],
        "move",
        "move the crosshair",
    ),
    row("PageUp PageDown", Matrix, &[A::Move(-10, 0), A::Move(10, 0)], "", "ten rows"),
    row(
        "Home End 0 $",
        Matrix,
        &[A::ColumnEnd(false), A::ColumnEnd(true), A::ColumnEnd(false), A::ColumnEnd(true)],
        "",
        "first, last column",
    ),
    row("g G", Matrix, &[A::RowEnd(false), A::RowEnd(true)], "", "first, last row"),
    row("Enter c", Matrix, &[A::RowBest, A::ColumnBest], "best", "to the best match of the row, of the column"),
    row("i", Matrix, &[A::CycleIdf], "", "like F2"),
    row("b", Matrix, &[A::ToggleRescale], "", "like F3"),
    row("[ ] - +", Matrix, &[A::LayerDown, A::LayerUp, A::LayerDown, A::LayerUp], "", "like F4, F5"),
    row("d", Matrix, &[A::CycleDirection], "", "like F6"),
    row("s", Matrix, &[A::ToggleSpecial], "", "like F7"),
    row("p", Matrix, &[A::CyclePalette], "", "like F8"),
    row("r", Matrix, &[A::ToggleScale], "", "like F9"),
    row("z", Matrix, &[A::CycleZoom], "", "like F10"),
    row("t", Matrix, &[A::ToggleTheme], "", "like F11"),
    row("m", Matrix, &[A::ToggleMouse], "", "like F12"),
    row("x", Matrix, &[A::Swap], "", "like Ctrl-t"),
    row("?", Matrix, &[A::Help], "", "like F1"),
    row("q", Matrix, &[A::Quit], "", "quit"),
];

/// What a key means where it was pressed.
#[must_use]
pub fn action(key: KeyEvent, focus: Focus) -> Option<Action> {
    let name = name(key)?;
    let here = if matches!(focus, Focus::Text(_)) { Text } else { Matrix };
    BINDINGS.iter().filter(|b| b.scope == Everywhere || b.scope == here).find_map(|b| {
        let at = b.keys.split(' ').position(|k| k == name)?;
        b.actions.get(at).or(b.actions.last()).copied()
    })
}

/// A key as the table writes it; letters with Ctrl or Alt in lower case.
fn name(key: KeyEvent) -> Option<String> {
    let modifiers = key.modifiers;
    let mut shift = modifiers.contains(KeyModifiers::SHIFT);
    let code = match key.code {
        KeyCode::BackTab => {
            shift = true;
            "Tab".into()
        }
        KeyCode::Char(' ') => "Space".into(),
        KeyCode::Char(c) => {
            shift = false;
            let chord = modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
            if chord { c.to_lowercase().to_string() } else { c.to_string() }
        }
        KeyCode::F(n) => format!("F{n}"),
        KeyCode::Esc => "Esc".into(),
        KeyCode::Enter => "Enter".into(),
        KeyCode::Tab => "Tab".into(),
        KeyCode::Backspace => "Backspace".into(),
        KeyCode::Delete => "Delete".into(),
        KeyCode::Left => "Left".into(),
        KeyCode::Right => "Right".into(),
        KeyCode::Up => "Up".into(),
        KeyCode::Down => "Down".into(),
        KeyCode::Home => "Home".into(),
        KeyCode::End => "End".into(),
        KeyCode::PageUp => "PageUp".into(),
        KeyCode::PageDown => "PageDown".into(),
        _ => return None,
    };
    let mut name = String::new();
    if modifiers.contains(KeyModifiers::CONTROL) {
        name += "Ctrl-";
    }
    if modifiers.contains(KeyModifiers::ALT) {
        name += "Alt-";
    }
    if shift {
        name += "Shift-";
    }
    Some(name + &code)
}

/// The key that a name of the table stands for: what the screenshot presses, and the tests.
#[must_use]
pub fn key(name: &str) -> Option<KeyEvent> {
    let mut modifiers = KeyModifiers::NONE;
    let mut rest = name;
    loop {
        let lower = rest.to_ascii_lowercase();
        let (modifier, length) = if lower.starts_with("ctrl-") {
            (KeyModifiers::CONTROL, 5)
        } else if lower.starts_with("alt-") {
            (KeyModifiers::ALT, 4)
        } else if lower.starts_with("shift-") {
            (KeyModifiers::SHIFT, 6)
        } else {
            break;
        };
        modifiers |= modifier;
        rest = &rest[length..];
    }
    let mut characters = rest.chars();
    let code = match (characters.next(), characters.next()) {
        (Some(c), None) => KeyCode::Char(c),
        _ => match rest.to_ascii_lowercase().as_str() {
            "space" => KeyCode::Char(' '),
            "esc" => KeyCode::Esc,
            "enter" => KeyCode::Enter,
            "tab" if modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
            "tab" => KeyCode::Tab,
            "backspace" => KeyCode::Backspace,
            "delete" => KeyCode::Delete,
            "left" => KeyCode::Left,
            "right" => KeyCode::Right,
            "up" => KeyCode::Up,
            "down" => KeyCode::Down,
            "home" => KeyCode::Home,
            "end" => KeyCode::End,
            "pageup" => KeyCode::PageUp,
            "pagedown" => KeyCode::PageDown,
            other => KeyCode::F(other.strip_prefix('f')?.parse().ok()?),
        },
    };
    Some(KeyEvent::new(code, modifiers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_table_can_be_pressed_and_does_what_its_row_says() {
        for binding in BINDINGS {
            for (i, name) in binding.keys.split(' ').enumerate() {
                let focus =
                    if binding.scope == Matrix { Focus::Matrix } else { Focus::Text(crate::analysis::Side::Reference) };
                let expected = binding.actions.get(i).or(binding.actions.last()).copied();
                assert_eq!(action(key(name).unwrap(), focus), expected, "{name}");
            }
        }
    }

    #[test]
    fn no_key_stands_twice_in_one_place() {
        for scope in [Text, Matrix] {
            let mut keys: Vec<_> = BINDINGS
                .iter()
                .filter(|b| b.scope == scope || b.scope == Everywhere)
                .flat_map(|b| b.keys.split(' '))
                .collect();
            let count = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), count);
        }
    }

    #[test]
    fn letters_and_digits_alone_never_leave_a_text_box() {
        for c in (' '..='~').filter(|c| !c.is_control()) {
            let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
            assert_eq!(action(key, Focus::Text(crate::analysis::Side::Candidate)), None, "{c:?}");
        }
    }
}
