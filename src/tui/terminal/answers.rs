//! What the terminal says when it is asked, for `bertscope doctor`.

use std::io;
use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use super::event::{Input, InputSource, TerminalReply};
use super::guard::{TerminalGuard, may_answer};
use super::tty::TtyInput;

/// How long all answers may take.
const TIMEOUT: Duration = Duration::from_millis(500);

/// Asks where the cursor is after each of these texts, and what the inspector asks at its start. The last answer is
/// [`TerminalReply::Attributes`], unless the terminal does not answer in time.
pub fn ask(texts: &[&str]) -> io::Result<Vec<TerminalReply>> {
    let mut replies = Vec::new();
    if !may_answer() {
        return Ok(replies);
    }
    // On the alternate screen, so that nothing of it stays on the user's.
    let guard = TerminalGuard::enter()?;
    for text in texts {
        write!(stdout(), "\r{text}\x1b[6n")?;
    }
    guard.ask()?;
    let deadline = Instant::now() + TIMEOUT;
    let mut input = TtyInput::new();
    while replies.last() != Some(&TerminalReply::Attributes)
        && input.poll(deadline.saturating_duration_since(Instant::now()))
    {
        // Keys are left out.
        if let Input::Reply(reply) = input.next()? {
            replies.push(reply);
        }
    }
    Ok(replies)
}
