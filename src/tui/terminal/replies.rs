//! Replies of the terminal that arrive too late.
//!
//! At startup, the program asks the terminal for its background. On a slow network, the reply `ESC ] 11 ; rgb:… ESC \`
//! may arrive when the text boxes are open; read as keys, it would be typed into the text.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Holds back keys that may be such a reply.
#[derive(Debug, Default)]
pub struct ReplyFilter {
    held: Vec<KeyEvent>,
}

/// The start of a reply after `ESC ]`; colour digits follow.
const REPLY_START: &str = "11;rgb:";
/// Longer than any reply.
const MAX_REPLY_CHARS: usize = 40;

impl ReplyFilter {
    /// The keys that the user pressed: this one, none while it may belong to a reply, or all held-back keys.
    pub fn filter(&mut self, key: KeyEvent) -> Vec<KeyEvent> {
        let alt = |c: char| key.code == KeyCode::Char(c) && key.modifiers == KeyModifiers::ALT;
        if self.held.is_empty() {
            if alt(']') {
                self.held.push(key);
                return Vec::new();
            }
            return vec![key];
        }
        let at = self.held.len() - 1;
        let bell = key.code == KeyCode::Char('g') && key.modifiers == KeyModifiers::CONTROL;
        if at > REPLY_START.len() && (alt('\\') || bell) {
            self.held.clear();
            return Vec::new();
        }
        let belongs = match key.code {
            KeyCode::Char(c) if key.modifiers.is_empty() && at < MAX_REPLY_CHARS => match REPLY_START.chars().nth(at) {
                Some(expected) => c == expected,
                None => c.is_ascii_hexdigit() || c == '/',
            },
            _ => false,
        };
        self.held.push(key);
        if belongs { Vec::new() } else { self.release() }
    }

    /// The held-back keys, which were not a reply.
    pub fn release(&mut self) -> Vec<KeyEvent> {
        std::mem::take(&mut self.held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<KeyEvent> {
        let mut characters = text.chars();
        let mut keys = Vec::new();
        while let Some(c) = characters.next() {
            keys.push(match c {
                '\u{1b}' => KeyEvent::new(KeyCode::Char(characters.next().unwrap()), KeyModifiers::ALT),
                '\u{7}' => KeyEvent::new(KeyCode::Char('g'), KeyModifiers::CONTROL),
                c => KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE),
            });
        }
        keys
    }

    fn passed(text: &str) -> Vec<KeyEvent> {
        let mut answers = ReplyFilter::default();
        keys(text).into_iter().flat_map(|key| answers.filter(key)).collect()
    }

    #[test]
    fn an_answer_is_swallowed_and_keys_around_it_are_not() {
        assert_eq!(passed("a\u{1b}]11;rgb:1e1e/1e1e/2e2e\u{1b}\\b"), keys("ab"));
        assert_eq!(passed("a\u{1b}]11;rgb:ff/ff/ff\u{7}b"), keys("ab"));
    }

    #[test]
    fn what_only_starts_like_an_answer_is_typed() {
        for text in ["\u{1b}]x", "\u{1b}]12", "\u{1b}]11;rgb:zz", "\u{1b}]\u{1b}]"] {
            assert_eq!(passed(text), keys(text));
        }
    }
}
