//! The bundled lessons.

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
    if let Some((name, text)) = BUNDLED.iter().find(|(shipped, _)| *shipped == name) {
        return parse(text, name);
    }
    let path = std::path::Path::new(name);
    if name.trim().is_empty() || path.extension().is_none() && !path.exists() {
        let name = if name.trim().is_empty() {
            "with an empty name".to_owned()
        } else {
            format!("{name:?}")
        };
        return Err(LessonError::Unknown {
            name,
            known: BUNDLED.map(|(name, _)| name).join(", "),
        });
    }
    open(path)
}
