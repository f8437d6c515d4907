//! Lessons as data: their text, and each step as the page shows it.

use bertscope_analysis::Analyzer;
use bertscope_encoder::{KeptLayers, Layer};
use bertscope_lessons::bundled::BUNDLED;
use bertscope_lessons::check::{self, missing_layer};
use bertscope_lessons::{Lesson, Step, fill, paragraphs, parse};
use bertscope_printable::printable;
use serde_json::{Value, json};

use crate::controls::control;
use crate::failure::Failure;

/// Number of layers of the bundled model. Links and lessons are opened before the model is loaded.
const LAST_LAYER: Layer = Layer(6);

/// Limits a layer to those of the model. Returns a sentence if it was beyond them.
pub fn limit_layer(layer: &mut Option<usize>) -> Option<String> {
    let problem = missing_layer(*layer, LAST_LAYER)?;
    *layer = Some(LAST_LAYER.0);
    Some(format!("{problem}; showing its last layer."))
}

/// Names, titles and steps of the bundled lessons.
pub fn bundled() -> Result<Value, Failure> {
    let mut lessons = Vec::new();
    for (name, text) in BUNDLED {
        let lesson = parse(text, name)?;
        let steps: Vec<_> = lesson
            .steps
            .iter()
            .map(|step| printable(&step.title))
            .collect();
        lessons.push(json!({
            "name": name,
            "title": lesson.title,
            "about": paragraphs_markup(&lesson.about),
            "minutes": lesson.minutes(),
            "steps": steps,
        }));
    }
    Ok(Value::Array(lessons))
}

/// A lesson: from the text of its file, or, without one, the bundled lesson of that name.
pub fn open(name: &str, text: Option<&str>) -> Result<Value, Failure> {
    let lesson = read(name, text)?;
    let steps: Vec<Value> = lesson.steps.iter().map(step).collect();
    Ok(json!({
        "name": name,
        "title": printable(&lesson.title),
        "about": paragraphs_markup(&lesson.about),
        "steps": steps,
    }))
}

/// What to know about the notes of a lesson whose claims do not all hold; null if they do.
pub fn claims(name: &str, text: Option<&str>, analyzer: &Analyzer) -> Result<Value, Failure> {
    // Of its own, because the page continues to ask about the pair that the other one has analysed.
    let mut analyzer = analyzer.clone_for_many(KeptLayers::UpTo(LAST_LAYER));
    let warning = check::warning(&read(name, text)?, &mut analyzer)?;
    Ok(json!({ "warning": warning }))
}

fn read(name: &str, text: Option<&str>) -> Result<Lesson, Failure> {
    let text = match text {
        Some(text) => text,
        None => bundled_text(name)?,
    };
    // The name of a file is part of the errors in it, and may have any characters.
    Ok(parse(text, &printable(name))?)
}

fn bundled_text(name: &str) -> Result<&'static str, Failure> {
    for (bundled, text) in BUNDLED {
        if bundled == name {
            return Ok(text);
        }
    }
    let names = BUNDLED.map(|(name, _)| name).join(", ");
    Err(Failure(format!(
        "There is no lesson “{}”; choose one of {names}, or drop a file on the page.",
        printable(name)
    )))
}

/// The paragraphs of a text, separated by blank lines; its placeholders are filled in with the controls of the page.
fn paragraphs_markup(text: &str) -> String {
    paragraphs(&fill(text, control))
        .iter()
        .map(|paragraph| printable(paragraph))
        .collect::<Vec<_>>()
        .join("\n\n")
}

fn step(step: &Step) -> Value {
    let mut view = step.view();
    let problem = limit_layer(&mut view.settings.layer);
    json!({
        "title": printable(&step.title),
        "question": step.question.as_deref().map(paragraphs_markup),
        "guessed": step.takes_guess(),
        "note": paragraphs_markup(&step.note),
        "exercise": step.exercise,
        "teacher": step.teacher_note.as_deref().map(paragraphs_markup),
        "minutes": step.minutes,
        "shows": step.shown_candidate,
        "view": view,
        "problem": problem,
    })
}
