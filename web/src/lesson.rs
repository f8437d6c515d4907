//! Lessons as data: their text, and each step as the page shows it.

use bertscope_encoder::Layer;
use bertscope_lessons::bundled::BUNDLED;
use bertscope_lessons::check::missing_layer;
use bertscope_lessons::{Lesson, LessonError, Step, fill, paragraphs, parse};
use bertscope_printable::printable;
use serde_json::{Value, json};

use crate::controls::control;
use crate::failure::Failure;

/// Number of layers of the bundled model, before it is loaded.
const LAST_LAYER: Layer = Layer(6);

/// Limits a layer to those of the model. Returns a sentence if it was beyond them.
pub fn limit_layer(layer: &mut Option<usize>) -> Option<String> {
    let problem = missing_layer(*layer, LAST_LAYER)?;
    *layer = Some(LAST_LAYER.0);
    Some(format!("{problem}; showing its last layer."))
}

/// Names, titles and steps of the bundled lessons.
pub fn bundled() -> Result<Value, Failure> {
    let lessons = BUNDLED.iter().map(|(name, text)| {
        let lesson = parse(text, name)?;
        let steps: Vec<_> = lesson.steps.iter().map(|step| printable(&step.title)).collect();
        Ok::<_, LessonError>(json!({ "name": name, "title": lesson.title, "about": paragraphs_markup(&lesson.about), "minutes": lesson.minutes(), "steps": steps }))
    });
    Ok(Value::Array(lessons.collect::<Result<_, _>>()?))
}

/// A lesson: from the text of its file, or, without one, the bundled lesson of that name.
pub fn open(name: &str, text: Option<&str>) -> Result<Value, Failure> {
    let bundled = || {
        BUNDLED
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, text)| *text)
    };
    let text = text.or_else(bundled).ok_or_else(|| {
        let known = BUNDLED.map(|(name, _)| name).join(", ");
        Failure(format!(
            "There is no lesson “{}”; choose one of {known}, or drop a file on the page.",
            printable(name)
        ))
    })?;
    let Lesson {
        title,
        about,
        steps,
    } = parse(text, &printable(name))?;
    let steps: Vec<Value> = steps.iter().map(step).collect();
    Ok(
        json!({ "name": name, "title": printable(&title), "about": paragraphs_markup(&about), "steps": steps }),
    )
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
        "shows": step.shown_candidate,
        "view": view,
        "problem": problem,
    })
}
