//! Checks the claims of the open lesson with the model in use, in the background, so that the screen can say that its notes may
//! be wrong.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use crate::tui::context::Message;
use bertscope_analysis::Analyzer;
use bertscope_encoder::{KeptLayers, Layer};
use bertscope_lessons::{Lesson, check};

/// The open lesson and the model.
pub struct LessonChecker {
    messages: Sender<Message>,
    analyzer: Option<Analyzer>,
    lesson: Option<Arc<Lesson>>,
}

impl LessonChecker {
    pub fn new(messages: Sender<Message>) -> Self {
        Self {
            messages,
            analyzer: None,
            lesson: None,
        }
    }

    /// Uses another model, and checks the open lesson with it.
    pub fn replace(&mut self, analyzer: &Analyzer) {
        let last = Layer(analyzer.model().encoder.layer_count());
        self.analyzer = Some(analyzer.clone_for_many(KeptLayers::UpTo(last)));
        self.start();
    }

    /// Checks the open lesson, if it is another than before, as soon as there is a model.
    pub fn follow(&mut self, lesson: Option<&Arc<Lesson>>) {
        // By identity, because this runs after every key.
        if lesson.map(Arc::as_ptr) == self.lesson.as_ref().map(Arc::as_ptr) {
            return;
        }
        self.lesson = lesson.cloned();
        self.start();
    }

    fn start(&self) {
        let (Some(analyzer), Some(lesson)) = (&self.analyzer, &self.lesson) else {
            return;
        };
        let last = Layer(analyzer.model().encoder.layer_count());
        let mut analyzer = analyzer.clone_for_many(KeptLayers::UpTo(last));
        let lesson = Arc::clone(lesson);
        let messages = self.messages.clone();
        std::thread::spawn(move || {
            // A pair that cannot be scored is reported where it is shown.
            let warning = catch_unwind(AssertUnwindSafe(|| check::warning(&lesson, &mut analyzer)));
            if let Ok(Ok(Some(warning))) = warning {
                let _ = messages.send(Message::LessonChecked(lesson, warning));
            }
        });
    }
}
