//! The WebAssembly module of the web page: answers the page's worker with the same crates as the program.
//!
//! [`Page`] is the whole interface for JavaScript. It takes questions and returns answers as JSON; drawings are HTML
//! and SVG whose texts are escaped here. This crate does not access the document.

mod controls;
mod export;
mod failure;
mod lesson;
mod panel;
mod question;
mod scored;
mod session;
mod story;
mod view;
mod walkthrough;
mod weights;

use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use failure::Failure;
use session::Session;
use weights::PartialDownload;

/// The model of the page and its last pair.
#[wasm_bindgen]
#[derive(Default)]
pub struct Page {
    download: Option<PartialDownload>,
    session: Session,
}

#[wasm_bindgen]
impl Page {
    /// A page without a model.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// The model file as JSON: its name next to the page, its size in bytes and its checksum.
    pub fn model(&self) -> String {
        weights::expected_file().to_string()
    }

    /// Starts to receive the model file, and discards parts received before.
    pub fn begin(&mut self) {
        self.download = Some(PartialDownload::new());
    }

    /// Receives the next part of the model file.
    pub fn receive(&mut self, part: &[u8]) {
        self.download
            .get_or_insert_with(PartialDownload::new)
            .push(part);
    }

    /// Opens the received model; `verify` first checks its checksum. Returns the model as JSON, or an error.
    pub fn open(&mut self, verify: bool) -> String {
        let download = self.download.take().unwrap_or_else(PartialDownload::new);
        let opened = download
            .finish(verify)
            .and_then(|bytes| self.session.open(bytes));
        answer_json(opened)
    }

    /// Answers a question, both as JSON. A slow answer arrives in parts; [`Self::more`] gives the next.
    pub fn ask(&mut self, question: &str) -> String {
        let answer = question::parse(question).and_then(|question| self.session.answer(question));
        answer_json(answer)
    }

    /// The next part of the last answer; nothing if it is complete.
    pub fn more(&mut self) -> Option<String> {
        self.session.more().map(answer_json)
    }
}

/// An answer as JSON: the answer itself, or `{"error": "…"}`.
fn answer_json(answer: Result<Value, Failure>) -> String {
    let answer = answer.unwrap_or_else(|Failure(sentence)| json!({ "error": sentence }));
    answer.to_string()
}
