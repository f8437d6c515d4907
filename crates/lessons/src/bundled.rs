//! The bundled lessons.

use super::{Lesson, LessonError, open, parse};

/// Name and text of each; the gallery first.
pub const BUNDLED: [(&str, &str); 6] = [
    ("gallery", include_str!("../../../assets/lessons/gallery.toml")),
    ("first-steps", include_str!("../../../assets/lessons/first-steps.toml")),
    ("what-it-misses", include_str!("../../../assets/lessons/what-it-misses.toml")),
    ("weights-and-scales", include_str!("../../../assets/lessons/weights-and-scales.toml")),
    ("context", include_str!("../../../assets/lessons/context.toml")),
    ("hour", include_str!("../../../assets/lessons/hour.toml")),
];

/// Opens a bundled lesson by its name, or a lesson file by its path.
///
/// # Errors
/// [`LessonError`].
pub fn find(name: &str) -> Result<Lesson, LessonError> {
    if let Some((name, text)) = BUNDLED.iter().find(|(shipped, _)| *shipped == name) {
        return parse(text, name);
    }
    if name.trim().is_empty() {
        let known = BUNDLED.map(|(name, _)| name).join(", ");
        return Err(LessonError::Unknown { name: "with an empty name".to_owned(), known });
    }
    let path = std::path::Path::new(name);
    if path.extension().is_none() && !path.exists() {
        let known = BUNDLED.map(|(name, _)| name).join(", ");
        return Err(LessonError::Unknown { name: format!("{name:?}"), known });
    }
    open(path)
}
