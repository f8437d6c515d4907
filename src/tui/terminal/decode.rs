//! What a unit of the terminal's output means: an event, or a reply.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use termina::escape::csi::{Csi, Cursor, Device, Keyboard};
use termina::event as read;

use super::event::{Input, TerminalReply};
use super::sequences::Unit;

/// The event or reply; `None` for what the program neither asked for nor needs.
pub fn decode(unit: Unit) -> Option<Input> {
    let bytes = match unit {
        Unit::Paste(bytes) => {
            let text = String::from_utf8_lossy(&bytes).replace('\0', "");
            return Some(Input::Event(Event::Paste(text)));
        }
        Unit::Sequence(bytes) => bytes,
    };
    if let [0x1b, b']' | b'P' | b'_', _, ..] = bytes[..] {
        let light = is_light(std::str::from_utf8(&bytes).ok()?)?;
        return Some(Input::Reply(TerminalReply::Background { light }));
    }
    let mut parser = termina::Parser::default();
    parser.parse(&bytes, false);
    Some(match parser.pop()? {
        termina::Event::Key(event) => Input::Event(Event::Key(key(event)?)),
        termina::Event::Mouse(event) => Input::Event(Event::Mouse(mouse(event))),
        termina::Event::Csi(Csi::Keyboard(Keyboard::ReportFlags(_))) => {
            Input::Reply(TerminalReply::KeyboardProtocol)
        }
        termina::Event::Csi(Csi::Cursor(Cursor::ActivePositionReport { col, .. })) => {
            Input::Reply(TerminalReply::Column(col.get_zero_based()))
        }
        termina::Event::Csi(Csi::Device(Device::DeviceAttributes(()))) => {
            Input::Reply(TerminalReply::Attributes)
        }
        _ => return None,
    })
}

/// Whether the reply `ESC ] 11 ; rgb:R/G/B` or `rgba:R/G/B/A`, of hexadecimal digits, is of a light background.
fn is_light(reply: &str) -> Option<bool> {
    let digits = reply
        .strip_prefix("\x1b]11;rgb")?
        .trim_start_matches('a')
        .strip_prefix(':')?;
    let part = |digits: &str| {
        let digits = digits.trim_end_matches(|c: char| !c.is_ascii_hexdigit());
        let most = 16f64.powi(digits.len().try_into().ok()?) - 1.0;
        Some(f64::from(u16::from_str_radix(digits, 16).ok()?) / most)
    };
    let mut parts = digits.split('/').map(part);
    let [red, green, blue] = [parts.next()??, parts.next()??, parts.next()??];
    Some(0.299 * red + 0.587 * green + 0.114 * blue > 0.5)
}

/// The key; `None` for those that no terminal program needs.
fn key(event: read::KeyEvent) -> Option<KeyEvent> {
    let code = match event.code {
        read::KeyCode::Char(c) => KeyCode::Char(c),
        read::KeyCode::Enter => KeyCode::Enter,
        read::KeyCode::Backspace => KeyCode::Backspace,
        read::KeyCode::Tab => KeyCode::Tab,
        read::KeyCode::Escape => KeyCode::Esc,
        read::KeyCode::Left => KeyCode::Left,
        read::KeyCode::Right => KeyCode::Right,
        read::KeyCode::Up => KeyCode::Up,
        read::KeyCode::Down => KeyCode::Down,
        read::KeyCode::Home => KeyCode::Home,
        read::KeyCode::End => KeyCode::End,
        read::KeyCode::BackTab => KeyCode::BackTab,
        read::KeyCode::PageUp => KeyCode::PageUp,
        read::KeyCode::PageDown => KeyCode::PageDown,
        read::KeyCode::Insert => KeyCode::Insert,
        read::KeyCode::Delete => KeyCode::Delete,
        read::KeyCode::Function(number) => KeyCode::F(number),
        _ => return None,
    };
    let kind = match event.kind {
        read::KeyEventKind::Press => KeyEventKind::Press,
        read::KeyEventKind::Release => KeyEventKind::Release,
        read::KeyEventKind::Repeat => KeyEventKind::Repeat,
    };
    Some(KeyEvent::new_with_kind(
        code,
        modifiers(event.modifiers),
        kind,
    ))
}

fn modifiers(held: read::Modifiers) -> KeyModifiers {
    let names = [
        (read::Modifiers::SHIFT, KeyModifiers::SHIFT),
        (read::Modifiers::ALT, KeyModifiers::ALT),
        (read::Modifiers::CONTROL, KeyModifiers::CONTROL),
        (read::Modifiers::SUPER, KeyModifiers::SUPER),
        (read::Modifiers::HYPER, KeyModifiers::HYPER),
        (read::Modifiers::META, KeyModifiers::META),
    ];
    names
        .into_iter()
        .filter(|(name, _)| held.contains(*name))
        .map(|(_, name)| name)
        .collect()
}

fn mouse(event: read::MouseEvent) -> MouseEvent {
    let button = |button| match button {
        read::MouseButton::Left => MouseButton::Left,
        read::MouseButton::Right => MouseButton::Right,
        read::MouseButton::Middle => MouseButton::Middle,
    };
    let kind = match event.kind {
        read::MouseEventKind::Down(which) => MouseEventKind::Down(button(which)),
        read::MouseEventKind::Up(which) => MouseEventKind::Up(button(which)),
        read::MouseEventKind::Drag(which) => MouseEventKind::Drag(button(which)),
        read::MouseEventKind::Moved => MouseEventKind::Moved,
        read::MouseEventKind::ScrollDown => MouseEventKind::ScrollDown,
        read::MouseEventKind::ScrollUp => MouseEventKind::ScrollUp,
        read::MouseEventKind::ScrollLeft => MouseEventKind::ScrollLeft,
        read::MouseEventKind::ScrollRight => MouseEventKind::ScrollRight,
    };
    MouseEvent {
        kind,
        column: event.column,
        row: event.row,
        modifiers: modifiers(event.modifiers),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_background_is_light_or_dark_in_every_form_that_terminals_use() {
        for (reply, light) in [
            ("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\", Some(true)),
            ("\u{1b}]11;rgb:1e1e/1e1e/2e2e\u{7}", Some(false)),
            ("\u{1b}]11;rgb:f/f/f\u{7}", Some(true)),
            ("\u{1b}]11;rgba:fafa/fafa/fafa/ffff\u{1b}\\", Some(true)),
            ("\u{1b}]10;rgb:ffff/ffff/ffff\u{1b}\\", None),
            ("\u{1b}]11;rgb:ffff/ffff\u{1b}\\", None),
            ("\u{1b}]11;rgb:fffff/zz/\u{1b}\\", None),
        ] {
            assert_eq!(is_light(reply), light, "{reply:?}");
        }
    }

    #[test]
    fn keys_have_the_names_and_modifiers_of_crossterm() {
        let read = |bytes: &[u8]| match decode(Unit::Sequence(bytes.to_vec())) {
            Some(Input::Event(Event::Key(key))) => Some((key.code, key.modifiers)),
            _ => None,
        };
        for (bytes, code, modifiers) in [
            (
                &b"\x1b[1;6C"[..],
                KeyCode::Right,
                KeyModifiers::CONTROL | KeyModifiers::SHIFT,
            ),
            (b"\x1bx", KeyCode::Char('x'), KeyModifiers::ALT),
            ("\u{1b}é".as_bytes(), KeyCode::Char('é'), KeyModifiers::ALT),
            (b"\x03", KeyCode::Char('c'), KeyModifiers::CONTROL),
            (b"\x7f", KeyCode::Backspace, KeyModifiers::NONE),
            (b"\x1b[Z", KeyCode::BackTab, KeyModifiers::SHIFT),
            (b"\x1b[100;5u", KeyCode::Char('d'), KeyModifiers::CONTROL),
            (b"\x1b[27u", KeyCode::Esc, KeyModifiers::NONE),
            (b"\x1b[15~", KeyCode::F(5), KeyModifiers::NONE),
            (b"\x1bOQ", KeyCode::F(2), KeyModifiers::NONE),
        ] {
            assert_eq!(read(bytes), Some((code, modifiers)), "{bytes:?}");
        }
        assert_eq!(read(b"\x1b[57441u"), None, "a modifier alone is no key");
    }
}
