//! The messages on the screen.

use std::path::PathBuf;

use super::Context;
use crate::event_log::without_quotes;
use crate::tui::commands::{Command, CopyContent, Scope};

/// Messages on the screen.
#[derive(Debug, Clone, Default)]
pub struct Messages {
    /// The message on the bottom line until the next key.
    pub status: Option<StatusMessage>,
    /// A message that stays until it is closed.
    pub notice: Option<String>,
}

/// The message on the bottom line until the next key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatusMessage {
    /// A file was written, with its size and the number of characters without a glyph.
    Written(PathBuf, u64, usize),
    /// Text was sent to the terminal's clipboard, with its size in bytes.
    Copied(CopyContent, usize),
    /// An action is done.
    Info(String),
    /// An action failed.
    Failed(String),
    /// A text was pasted outside the texts; Enter puts it into the one edited last.
    Pasted(String),
}

impl Context {
    /// Shows words on the bottom line until the next key.
    pub fn say(&mut self, words: impl Into<String>) {
        self.messages.status = Some(StatusMessage::Info(words.into()));
    }

    /// Shows what failed on the bottom line until the next key.
    pub fn say_failure(&mut self, why: impl Into<String>) {
        let why = why.into();
        log::warn!("says: {}", without_quotes(&why));
        self.messages.status = Some(StatusMessage::Failed(why));
    }

    /// Shows words above the bottom line until the user closes them, in place of earlier ones.
    pub fn keep_saying(&mut self, words: impl Into<String>) {
        self.messages.notice = Some(words.into());
    }

    /// Shows words as well that stay until the user closes them, before earlier ones.
    pub fn keep_saying_first(&mut self, words: &str) {
        let others = self.messages.notice.take();
        self.keep_saying(words);
        if let Some(others) = others {
            self.keep_saying_also(&others);
        }
    }

    /// Shows words as well that stay until the user closes them, after earlier ones.
    pub fn keep_saying_also(&mut self, words: &str) {
        let notice = self.messages.notice.get_or_insert_default();
        if !notice.is_empty() {
            notice.push(' ');
        }
        notice.push_str(words);
    }

    /// Whether words stay until the user closes them.
    pub fn keeps_saying(&self) -> bool {
        self.messages.notice.is_some()
    }

    pub fn stop_saying(&mut self) {
        self.messages.notice = None;
    }

    /// How to show the text copied last, for a sentence.
    pub fn way_to_show_copied(&self) -> String {
        let copy = self.key_name(Command::Copy);
        let show = self.key_name_in(Command::ShowCopied, Scope::Copy);
        format!("{copy} {show} shows the text")
    }

    /// Says that there is no further step of a lesson or walkthrough, and how to end it.
    pub fn say_no_further_step(&mut self, forward: bool, way_out: Option<String>) {
        if forward {
            let way_out = way_out.unwrap_or_default();
            self.say(format!("This was the last step; {way_out}."));
        } else {
            self.say("This is the first step.");
        }
    }
}
