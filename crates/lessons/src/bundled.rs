//! The bundled lessons.

use std::path::Path;

use super::{Lesson, LessonError, open, parse};

/// Name and text of each; the gallery first.
pub const BUNDLED: [(&str, &str); 7] = [
    (
        "gallery",
        include_str!("../../../assets/lessons/gallery.toml"),
    ),
    (
        "first-steps",
        include_str!("../../../assets/lessons/first-steps.toml"),
    ),
    (
        "what-it-misses",
        include_str!("../../../assets/lessons/what-it-misses.toml"),
    ),
    (
        "weights-and-scales",
        include_str!("../../../assets/lessons/weights-and-scales.toml"),
    ),
    (
        "context",
        include_str!("../../../assets/lessons/context.toml"),
    ),
    ("hour", include_str!("../../../assets/lessons/hour.toml")),
    ("why", include_str!("../../../assets/lessons/why.toml")),
];

/// Opens a bundled lesson by its name, or a lesson file by its path.
pub fn find(name: &str) -> Result<Lesson, LessonError> {
    for (bundled, text) in BUNDLED {
        if bundled == name {
            return parse(text, name);
        }
    }
    if name.trim().is_empty() {
        return Err(unknown("with an empty name".to_owned()));
    }
    let path = Path::new(name);
    // A name without an extension was more likely meant for a bundled lesson than for a file.
    if path.extension().is_none() && !path.exists() {
        return Err(unknown(format!("{name:?}")));
    }
    open(path)
}

fn unknown(name: String) -> LessonError {
    LessonError::Unknown {
        name,
        known: BUNDLED.map(|(name, _)| name).join(", "),
    }
}
