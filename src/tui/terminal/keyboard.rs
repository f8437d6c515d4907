//! Converts terminal events to messages. Input faster than typing is a paste, even if the terminal does not mark pasted
//! text.

use std::io;
use std::sync::mpsc::Sender;
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::event::{Input, InputSource, TerminalEvent};

/// Maximum number of characters that a user types between two reads; more are a paste.
const MAX_TYPED_CHARS: usize = 64;
/// Maximum number of characters in one paste; a longer one is split.
const MAX_PASTE_CHARS: usize = 1 << 20;
/// Wait for a key that is already available. Not zero, because crossterm would not look for it then.
const NEXT_KEY_TIMEOUT: Duration = Duration::from_millis(1);
/// Wait for the rest of a paste, long enough for a network.
const PASTE_TIMEOUT: Duration = Duration::from_millis(30);

/// The console of Windows, whose events are no bytes.
#[cfg(not(unix))]
struct Console;

#[cfg(not(unix))]
impl InputSource for Console {
    fn next(&mut self) -> io::Result<Input> {
        crossterm::event::read().map(Input::Event)
    }

    fn poll(&mut self, time: Duration) -> bool {
        crossterm::event::poll(time).unwrap_or(true)
    }
}

/// A thread that converts events to messages.
pub fn listen(sender: Sender<impl From<TerminalEvent> + Send + 'static>) {
    std::thread::spawn(move || {
        #[cfg(unix)]
        let mut keyboard = Keyboard::new(crate::tui::terminal::tty::TtyInput::new());
        #[cfg(not(unix))]
        let mut keyboard = Keyboard::new(Console);
        loop {
            for message in keyboard.messages() {
                let last = matches!(message, TerminalEvent::Terminate);
                if sender.send(message.into()).is_err() || last {
                    return;
                }
            }
        }
    });
}

/// Groups keys that arrive together.
struct Keyboard<E> {
    events: E,
    /// The input that ended the last group.
    lookahead: Option<io::Result<Input>>,
}

impl<E: InputSource> Keyboard<E> {
    fn new(events: E) -> Self {
        Self {
            events,
            lookahead: None,
        }
    }

    /// Waits for the next event, and collects the text that follows immediately.
    fn messages(&mut self) -> Vec<TerminalEvent> {
        let event = match self.lookahead.take().unwrap_or_else(|| self.events.next()) {
            Ok(Input::Event(event)) => event,
            Ok(Input::Reply(reply)) => return vec![TerminalEvent::Reply(reply)],
            // The terminal is gone.
            Err(_) => return vec![TerminalEvent::Terminate],
        };
        let message = match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => return Vec::new(),
            Event::Key(key) if key_char(key).is_some() => {
                let keys = self.text_from(key);
                return if keys.len() > MAX_TYPED_CHARS {
                    pasted_messages(&keys)
                } else {
                    typed_messages(&keys)
                };
            }
            Event::Key(key) => TerminalEvent::Key(key),
            Event::Paste(text) => TerminalEvent::Paste(text),
            Event::Mouse(event) => TerminalEvent::Mouse(event),
            Event::Resize(width, height) => TerminalEvent::Resize(width, height),
            Event::FocusGained | Event::FocusLost => return Vec::new(),
        };
        vec![message]
    }

    /// The characters available from this key on.
    fn text_from(&mut self, first: KeyEvent) -> Vec<KeyEvent> {
        let mut keys = vec![first];
        while keys.len() < MAX_PASTE_CHARS {
            let patience = if keys.len() > MAX_TYPED_CHARS {
                PASTE_TIMEOUT
            } else {
                NEXT_KEY_TIMEOUT
            };
            if !self.events.poll(patience) {
                break;
            }
            match self.events.next() {
                Ok(Input::Event(Event::Key(key))) if key.kind == KeyEventKind::Release => {}
                Ok(Input::Event(Event::Key(key))) if key_char(key).is_some() => keys.push(key),
                other => {
                    self.lookahead = Some(other);
                    break;
                }
            }
        }
        keys
    }
}

/// The messages of a burst. Without a line end inside it, it may be a text that a program types with the keys that go to
/// the next text or end it, so Tab and a last Enter are keys.
fn pasted_messages(keys: &[KeyEvent]) -> Vec<TerminalEvent> {
    let holds_lines = keys[..keys.len() - 1].iter().any(is_line_end);
    if holds_lines {
        return vec![paste(keys)];
    }
    let mut messages = Vec::new();
    for part in keys.chunk_by(|a, b| !leaves_text(a) && !leaves_text(b)) {
        messages.push(match part {
            [key] if leaves_text(key) => TerminalEvent::Key(*key),
            text => paste(text),
        });
    }
    messages
}

fn is_line_end(key: &KeyEvent) -> bool {
    matches!(key_char(*key), Some('\r' | '\n'))
}

fn leaves_text(key: &KeyEvent) -> bool {
    matches!(key.code, KeyCode::Tab | KeyCode::Enter)
}

fn paste(keys: &[KeyEvent]) -> TerminalEvent {
    TerminalEvent::Paste(keys.iter().filter_map(|key| key_char(*key)).collect())
}

/// The messages of keys. An Enter with a character right after it is a line end: from a short paste, or from a user whose keys
/// arrive late.
fn typed_messages(keys: &[KeyEvent]) -> Vec<TerminalEvent> {
    let is_character = |key: &KeyEvent| matches!(key.code, KeyCode::Char(_)) && is_plain(*key);
    let message = |(at, key): (usize, &KeyEvent)| {
        if key.code == KeyCode::Enter
            && is_plain(*key)
            && keys.get(at + 1).is_some_and(is_character)
        {
            TerminalEvent::LineEnd(*key)
        } else {
            TerminalEvent::Key(*key)
        }
    };
    keys.iter().enumerate().map(message).collect()
}

/// The character that a key stands for in a paste.
fn key_char(key: KeyEvent) -> Option<char> {
    match key.code {
        KeyCode::Char(c) if is_plain(key) => Some(c),
        KeyCode::Enter if is_plain(key) => Some('\r'),
        KeyCode::Tab if is_plain(key) => Some('\t'),
        // A line feed.
        KeyCode::Char('j') if key.modifiers == KeyModifiers::CONTROL => Some('\n'),
        _ => None,
    }
}

fn is_plain(key: KeyEvent) -> bool {
    (key.modifiers - KeyModifiers::SHIFT).is_empty()
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::*;

    /// Events that are there, with pauses (`None`) between some.
    struct Script(VecDeque<Option<Event>>);

    impl InputSource for Script {
        fn next(&mut self) -> io::Result<Input> {
            loop {
                match self.0.pop_front() {
                    Some(Some(event)) => return Ok(Input::Event(event)),
                    Some(None) => {}
                    None => return Err(io::ErrorKind::UnexpectedEof.into()),
                }
            }
        }

        fn poll(&mut self, _: Duration) -> bool {
            matches!(self.0.front(), Some(Some(_)))
        }
    }

    /// `\r` is Enter, a capital after `^` is with Ctrl, and `|` a pause.
    fn script(text: &str) -> Script {
        let mut characters = text.chars();
        let mut events = VecDeque::new();
        while let Some(c) = characters.next() {
            let key = match c {
                '|' => None,
                '\r' => Some(KeyEvent::from(KeyCode::Enter)),
                '\t' => Some(KeyEvent::from(KeyCode::Tab)),
                '\n' => Some(KeyEvent::new(KeyCode::Char('j'), KeyModifiers::CONTROL)),
                '^' => {
                    let c = characters.next().unwrap().to_ascii_lowercase();
                    Some(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL))
                }
                c => Some(KeyEvent::from(KeyCode::Char(c))),
            };
            events.push_back(key.map(Event::Key));
        }
        Script(events)
    }

    /// The messages in short: keys as they are named, a line end as `LF`, a paste in quotes.
    fn messages_of(text: &str) -> Vec<String> {
        let mut keyboard = Keyboard::new(script(text));
        let mut messages_of = Vec::new();
        loop {
            for message in keyboard.messages() {
                messages_of.push(match message {
                    TerminalEvent::Key(key) => match key_char(key) {
                        Some(c) => c.to_string(),
                        None => format!("{}", key.code),
                    },
                    TerminalEvent::LineEnd(_) => "LF".to_owned(),
                    TerminalEvent::Paste(text) => format!("{text:?}"),
                    TerminalEvent::Terminate => return messages_of,
                    other => panic!("{other:?}"),
                });
            }
        }
    }

    #[test]
    fn keys_that_a_user_may_have_typed_ahead_stay_keys() {
        assert_eq!(messages_of("a|b\t^Qc\r"), ["a", "b", "\t", "q", "c", "\r"]);
        assert_eq!(
            messages_of("a\rb\r|c\r\r"),
            ["a", "LF", "b", "\r", "c", "\r", "\r"]
        );
        assert_eq!(
            messages_of(&"j".repeat(MAX_TYPED_CHARS)).len(),
            MAX_TYPED_CHARS
        );
    }

    #[test]
    fn a_burst_is_one_paste_with_its_line_ends_and_tabs_and_the_key_behind_it_follows() {
        let line = "A line of a text\tthat is pasted, where nothing marks it as pasted.\r";
        let text = line.repeat(100);
        assert_eq!(
            messages_of(&format!("x|{text}^Q|y")),
            ["x".to_owned(), format!("{text:?}"), "q".into(), "y".into()]
        );
        assert_eq!(
            messages_of(&text.replace('\r', "\r\n")),
            [format!("{:?}", text.replace('\r', "\r\n"))]
        );
    }

    #[test]
    fn in_a_burst_without_lines_tab_and_a_last_enter_are_keys() {
        let text = "A sentence that a program types faster than any user could ever type it";
        let pasted = format!("{text:?}");
        assert_eq!(
            messages_of(&format!("{text}\t{text}\r")),
            [&*pasted, "\t", &*pasted, "\r"]
        );
    }

    #[test]
    fn a_burst_of_any_length_is_taken_in_pieces_of_bounded_size() {
        let messages_of = messages_of(&"a".repeat(2 * MAX_PASTE_CHARS + 100));
        assert_eq!(
            messages_of.iter().map(String::len).collect::<Vec<_>>(),
            [MAX_PASTE_CHARS + 2, MAX_PASTE_CHARS + 2, 102]
        );
    }

    proptest! {
        #[test]
        fn no_character_is_lost_and_their_order_stays(text in "[ab\r\t|]{0,200}") {
            let messages_of: String = messages_of(&text).iter().map(|word| match &**word {
                "LF" => "\r".to_owned(),
                paste if paste.len() > 1 => paste.trim_matches('"').replace("\\r", "\r").replace("\\t", "\t"),
                key => key.to_owned(),
            }).collect();
            prop_assert_eq!(messages_of, text.replace('|', ""));
        }
    }
}
