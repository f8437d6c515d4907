//! The WebAssembly module of the web page: answers the page's worker with the same crates as the program.
//!
//! [`Page`] is all that JavaScript sees. It takes questions and gives answers as JSON; what is drawn comes as HTML and SVG
//! whose texts are escaped here. Nothing in this crate knows of the document.

mod answer;
mod export;
mod failure;
mod lesson;
mod panel;
mod question;
mod scored;
mod session;
mod view;
mod walk;
mod weights;

use wasm_bindgen::prelude::*;

use session::Session;
use weights::Arriving;

/// The page's model and its last pair.
#[wasm_bindgen]
pub struct Page {
    arriving: Option<Arriving>,
    session: Session,
}

#[wasm_bindgen]
impl Page {
    /// A page whose model has not arrived.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self { arriving: None, session: Session::default() }
    }

    /// The model's file: its name beside the page, and its size in bytes, as JSON.
    #[must_use]
    pub fn model(&self) -> String {
        answer::json(&weights::FILE)
    }

    /// Begins to receive the model's file, anew if part of it had arrived.
    pub fn begin(&mut self) {
        self.arriving = Some(Arriving::new());
    }

    /// Receives the next part of the model's file.
    pub fn receive(&mut self, part: &[u8]) {
        self.arriving.get_or_insert_with(Arriving::new).push(part);
    }

    /// Opens the model that has arrived; `verify` compares its checksum first. Returns the model as JSON, or an error.
    pub fn open(&mut self, verify: bool) -> String {
        let arriving = self.arriving.take().unwrap_or_else(Arriving::new);
        answer::of(arriving.whole(verify).and_then(|weights| self.session.open(weights)))
    }

    /// Answers a question, both as JSON. A slow answer is the first part of several; [`Self::more`] gives the next.
    pub fn ask(&mut self, question: &str) -> String {
        answer::of(question::parse(question).and_then(|question| self.session.answer(question)))
    }

    /// The next part of the last answer; nothing when it is whole.
    pub fn more(&mut self) -> Option<String> {
        self.session.more().map(answer::of)
    }
}

impl Default for Page {
    fn default() -> Self {
        Self::new()
    }
}
