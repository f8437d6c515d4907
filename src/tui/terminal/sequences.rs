//! Splits what the terminal sends into characters, sequences and pastes.
//!
//! A reply of the terminal may come at any time, in pieces, and without a question. Its shape tells it from keys (ECMA-48;
//! xterm's and kitty's documents), so that it is never typed into a text; and nothing that comes keeps later keys from
//! being read.

use std::collections::VecDeque;
use std::time::Duration;

/// Wait for the rest of what may be the Esc key, or a chord with Alt.
const KEY_TIMEOUT: Duration = Duration::from_millis(20);
/// Wait for the rest of a reply or a paste, long enough for a network.
const REST_TIMEOUT: Duration = Duration::from_secs(1);

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;
const PASTE_START: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";

/// A part of what the terminal sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unit {
    /// The bytes of a character, a key or a reply; complete.
    Sequence(Vec<u8>),
    /// A pasted text.
    Paste(Vec<u8>),
}

/// Bytes in, units out.
#[derive(Debug, Default)]
pub struct Splitter {
    /// The start of a sequence.
    pending: Vec<u8>,
    /// A paste that has not ended.
    paste: Option<Vec<u8>>,
    units: VecDeque<Unit>,
}

/// What some bytes are.
#[derive(Debug, PartialEq, Eq)]
enum Shape {
    /// More must follow.
    Partial,
    Complete,
    /// The last byte does not continue the bytes before it, which are a key of their own.
    Key,
    /// The last byte does not continue the bytes before it, which mean nothing.
    Damaged,
}

impl Splitter {
    /// The oldest unit.
    pub fn pop(&mut self) -> Option<Unit> {
        self.units.pop_front()
    }

    /// Takes the next byte.
    pub fn push(&mut self, byte: u8) {
        if let Some(paste) = &mut self.paste {
            paste.push(byte);
            if paste.ends_with(PASTE_END) {
                paste.truncate(paste.len() - PASTE_END.len());
                self.units.extend(self.paste.take().map(Unit::Paste));
            }
            return;
        }
        self.pending.push(byte);
        match shape(&self.pending) {
            Shape::Partial => {}
            Shape::Complete if self.pending == PASTE_START => {
                self.pending.clear();
                self.paste = Some(Vec::new());
            }
            Shape::Complete => self.release(),
            shape @ (Shape::Key | Shape::Damaged) => {
                self.pending.pop();
                // An Esc within a reply may be the start of what follows.
                let escape =
                    self.pending.len() > 1 && self.pending.pop_if(|last| *last == ESC).is_some();
                if shape == Shape::Key {
                    self.release();
                } else if std::mem::take(&mut self.pending).is_empty() {
                    return;
                }
                for byte in [ESC, byte].into_iter().skip(usize::from(!escape)) {
                    self.push(byte);
                }
            }
        }
    }

    /// Whether a paste has not ended.
    pub fn is_pasting(&self) -> bool {
        self.paste.is_some()
    }

    /// How long after its first byte the rest of a sequence may come, or of a paste after its last; `None` if nothing is
    /// incomplete.
    pub fn patience(&self) -> Option<Duration> {
        match (&self.paste, &self.pending[..]) {
            (None, []) => None,
            (None, [ESC] | [ESC, _]) => Some(KEY_TIMEOUT),
            _ => Some(REST_TIMEOUT),
        }
    }

    /// Nothing came for that long: Esc and chords with Alt are keys, a paste is what came of it, and the rest is dropped.
    pub fn silence(&mut self) {
        self.units.extend(self.paste.take().map(Unit::Paste));
        if self.pending.len() <= 2 && self.pending.first() == Some(&ESC) {
            self.release();
        }
        self.pending.clear();
    }

    fn release(&mut self) {
        self.units
            .push_back(Unit::Sequence(std::mem::take(&mut self.pending)));
    }
}

/// The shape of bytes, of which all but the last are [`Shape::Partial`].
fn shape(bytes: &[u8]) -> Shape {
    let last = bytes[bytes.len() - 1];
    match bytes {
        [ESC] | [ESC, b'[' | b'O' | b']' | b'P' | b'_'] => Shape::Partial,
        [ESC, ESC, ..] => Shape::Key,
        [ESC, b'[', rest @ ..] => control_sequence(rest, last),
        [ESC, b'O', rest @ ..] => match last {
            b'0'..=b'9' | b';' => Shape::Partial,
            0x40..=0x7e => Shape::Complete,
            _ => damaged(rest),
        },
        [ESC, kind @ (b']' | b'P' | b'_'), rest @ ..] => string(*kind, rest, last),
        [ESC, rest @ ..] => match character(rest, last) {
            Shape::Damaged => damaged(rest),
            shape => shape,
        },
        _ => character(bytes, last),
    }
}

/// A key and then a byte that does not continue it, or a damaged sequence.
fn damaged(rest: &[u8]) -> Shape {
    if rest.len() == 1 {
        Shape::Key
    } else {
        Shape::Damaged
    }
}

/// CSI: parameters, then a final byte; the older forms have more bytes after it.
fn control_sequence(rest: &[u8], last: u8) -> Shape {
    match rest {
        // F1 to F5 of the Linux console.
        [b'['] => Shape::Partial,
        // The mouse, in the form of X10.
        [b'M', mouse @ ..] if mouse.len() < 3 => Shape::Partial,
        [b'[' | b'M', ..] => Shape::Complete,
        _ => match last {
            0x40..=0x7e => Shape::Complete,
            0x20..=0x3f => Shape::Partial,
            _ => damaged(rest),
        },
    }
}

/// OSC, DCS and APC end with ST (`ESC \`) or BEL. What does not begin like a reply is a chord with Alt and a character.
fn string(kind: u8, rest: &[u8], last: u8) -> Shape {
    match (kind, rest) {
        (b']', [b'0'..=b'9' | b'l' | b'L', ..])
        | (b'P', [b'0'..=b'9' | b'!' | b'>', ..])
        | (b'_', [b'G', ..]) => {}
        _ => return Shape::Key,
    }
    match (rest, last) {
        ([.., ESC, b'\\'], _) | (_, BEL) => Shape::Complete,
        ([.., ESC, _], _) => Shape::Damaged,
        (_, ESC) => Shape::Partial,
        (_, 0..0x20) => Shape::Damaged,
        _ => Shape::Partial,
    }
}

/// A character in UTF-8. NUL, which some terminals send as padding, is none.
fn character(bytes: &[u8], last: u8) -> Shape {
    let length = match bytes[0] {
        0 => return Shape::Damaged,
        0x01..0x80 => 1,
        0xc2..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0..0xf5 => 4,
        _ => return Shape::Damaged,
    };
    match bytes.len() {
        1 if length == 1 => Shape::Complete,
        1 => Shape::Partial,
        _ if !(0x80..0xc0).contains(&last) => Shape::Damaged,
        n if n == length => Shape::Complete,
        _ => Shape::Partial,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The units of bytes, and then silence.
    fn units(bytes: &[u8]) -> Vec<Unit> {
        let mut splitter = Splitter::default();
        for byte in bytes {
            splitter.push(*byte);
        }
        splitter.silence();
        assert_eq!(splitter.patience(), None, "silence ends everything");
        std::iter::from_fn(|| splitter.pop()).collect()
    }

    fn sequences(parts: &[&str]) -> Vec<Unit> {
        parts
            .iter()
            .map(|part| Unit::Sequence(part.as_bytes().to_vec()))
            .collect()
    }

    #[test]
    fn characters_keys_and_chords_are_units() {
        let keys = [
            "a",
            "é",
            "字",
            "🎉",
            "\r",
            "\u{1b}[A",
            "\u{1b}[1;5C",
            "\u{1b}OP",
            "\u{1b}[[A",
            "\u{1b}[M !!",
            "\u{1b}x",
        ];
        assert_eq!(units(keys.concat().as_bytes()), sequences(&keys));
        for key in [
            "\u{1b}", "\u{1b}]", "\u{1b}[", "\u{1b}O", "\u{1b}P", "\u{1b}_",
        ] {
            assert_eq!(units(key.as_bytes()), sequences(&[key]), "on its own");
            let chord = if key == "\u{1b}" { "\u{1b}\r" } else { "\r" };
            assert_eq!(
                units(format!("{key}\r").as_bytes()).last(),
                sequences(&[chord]).first(),
                "and a key after it"
            );
        }
        assert_eq!(
            units(b"\x1b]x"),
            sequences(&["\u{1b}]", "x"]),
            "no reply begins so"
        );
        assert_eq!(units(b"\x1b\x1b[A"), sequences(&["\u{1b}", "\u{1b}[A"]));
    }

    #[test]
    fn bytes_that_are_no_character_are_dropped() {
        assert_eq!(units(b"a\0\xff\xc3(\x80b"), sequences(&["a", "(", "b"]));
        assert_eq!(units(b"\x1b\0a"), sequences(&["\u{1b}", "a"]));
    }

    #[test]
    fn a_reply_that_stops_half_way_gives_the_keys_back() {
        for broken in [
            "\u{1b}]11;rgb:",
            "\u{1b}P>|xterm",
            "\u{1b}[?2026;2$",
            "\u{1b}_Gi=1",
        ] {
            for key in ["\r", "\u{1b}[A"] {
                assert_eq!(
                    units(format!("{broken}{key}").as_bytes()).last(),
                    sequences(&[key]).first(),
                    "{broken:?}"
                );
            }
            assert_eq!(units(broken.as_bytes()), [], "{broken:?}");
        }
    }

    #[test]
    fn a_paste_is_one_unit_and_without_an_end_it_is_what_came() {
        let paste = |text: &str| Unit::Paste(text.as_bytes().to_vec());
        let escapes = "two\r\nlines, \u{1b}[A and \u{1b}]11;";
        let whole = units(format!("a\u{1b}[200~{escapes}\u{1b}[201~b").as_bytes());
        assert_eq!(
            whole,
            [sequences(&["a"]), vec![paste(escapes)], sequences(&["b"])].concat()
        );
        assert_eq!(units(b"\x1b[200~half"), [paste("half")]);
    }

    /// What terminals say: of colours, modes, devices, versions, clipboard, keyboard, images.
    const REPLIES: [&str; 14] = [
        "\u{1b}]10;rgb:ffff/ffff/ffff\u{1b}\\",
        "\u{1b}]11;rgba:1e1e/1e1e/2e2e/ffff\u{7}",
        "\u{1b}]52;c;VGV4dA==\u{1b}\\",
        "\u{1b}]l A title\u{1b}\\",
        "\u{1b}[?62;22c",
        "\u{1b}[>41;390;0c",
        "\u{1b}[?2026;2$y",
        "\u{1b}[?5u",
        "\u{1b}[8;24;80t",
        "\u{1b}[24;80R",
        "\u{1b}P!|00000000\u{1b}\\",
        "\u{1b}P>|XTerm(390)\u{1b}\\",
        "\u{1b}P1$r0m\u{1b}\\",
        "\u{1b}_Gi=1;OK\u{1b}\\",
    ];

    proptest! {
        #[test]
        fn a_reply_at_any_moment_types_nothing_and_swallows_nothing(
            parts in proptest::collection::vec((0..REPLIES.len(), "[a-zé字 ]{0,3}"), 1..8)
        ) {
            let sent: String = parts.iter().flat_map(|(reply, typed)| [REPLIES[*reply], typed]).collect();
            let typed: String = parts.iter().map(|(_, typed)| &**typed).collect();
            let seen = units(sent.as_bytes()).into_iter().filter_map(crate::tui::terminal::decode::decode);
            let seen: String = seen.filter_map(|input| match input {
                crate::tui::terminal::event::Input::Event(crossterm::event::Event::Key(key)) => key.code.as_char(),
                _ => None,
            }).collect();
            prop_assert_eq!(seen, typed);
        }

        #[test]
        fn after_any_bytes_and_silence_a_key_is_read(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let mut splitter = Splitter::default();
            for byte in bytes {
                splitter.push(byte);
            }
            splitter.silence();
            while let Some(unit) = splitter.pop() {
                crate::tui::terminal::decode::decode(unit);
            }
            splitter.push(b'k');
            prop_assert_eq!(splitter.pop(), sequences(&["k"]).pop());
        }
    }
}
