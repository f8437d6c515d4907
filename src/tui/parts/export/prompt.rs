//! The prompt for the name of an export file.

use std::path::Path;

use super::job::ExportSubject;
use crate::tui::common::Editor;
use bertscope_printable::{printable, visible};
use bertscope_report::export::Format;
use bertscope_report::findings::handout::HandoutFormat;

/// Why a file could not be exported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptError {
    /// The file extension is not in `ExportSubject::formats`.
    UnknownExtension,
    /// A file of this name exists.
    Exists(String),
    /// Another reason, as a sentence.
    Other(String),
}

impl PromptError {
    /// The reason, without a suggestion.
    pub fn message(&self) -> String {
        match self {
            Self::UnknownExtension => "the file extension must be one of these".to_owned(),
            Self::Exists(name) => format!("{} already exists", printable(name)),
            Self::Other(why) => why.clone(),
        }
    }
}

#[derive(Debug, Clone)]
pub struct ExportPrompt {
    pub subject: ExportSubject,
    pub name: Editor,
    /// The error in the name.
    pub error: Option<PromptError>,
    /// Number of the job that it waits for.
    pub waits_for: Option<u64>,
}

impl ExportPrompt {
    /// A prompt with a suggested name, which the first letter replaces.
    pub fn new(subject: ExportSubject, suggestion: &str) -> Self {
        let mut name = Editor::field(suggestion);
        name.select_all();
        Self {
            subject,
            name,
            error: None,
            waits_for: None,
        }
    }

    /// The typed name.
    pub fn typed(&self) -> &str {
        self.name.text().trim()
    }

    /// Index in `ExportSubject::formats` of the typed extension.
    pub fn format_index(&self) -> Option<usize> {
        self.subject.format_index(Path::new(self.typed()))
    }

    /// Checks the name, as far as it can be checked in advance.
    pub fn check(&self) -> Result<(), PromptError> {
        let name = self.typed();
        if name.is_empty() {
            return Err(PromptError::Other(
                "type a file name first; the extension sets the format".to_owned(),
            ));
        }
        if name.chars().any(|c| visible(c) != c) {
            return Err(PromptError::Other(
                "the name contains control characters: type another one".to_owned(),
            ));
        }
        let most = HandoutFormat::from_path(Path::new(name)).and_then(HandoutFormat::max_pairs);
        match (self.format_index(), self.subject, most) {
            (None, ..) => Err(PromptError::UnknownExtension),
            (Some(_), ExportSubject::Marked { pairs, systems }, Some(most))
                if pairs * systems > most =>
            {
                let words = format!(
                    "{} pictures are too many for one page ({most} at most): use .jsonl or .md for all pairs",
                    pairs * systems
                );
                Err(PromptError::Other(words))
            }
            (Some(_), ..) => Ok(()),
        }
    }

    /// Whether the user was warned that this file exists, so that the next Enter replaces it.
    pub fn replaces(&self) -> bool {
        matches!(&self.error, Some(PromptError::Exists(name)) if name == self.typed())
    }

    /// Replaces the file extension by that of a format of a single pair.
    pub fn set_format(&mut self, format: Format) {
        let wanted = Format::ALL.iter().position(|known| *known == format);
        for _ in 0..=Format::ALL.len() {
            if self.format_index() == wanted {
                return;
            }
            self.cycle_extension(true);
        }
    }

    /// Replaces the file extension by the next one, or the previous one.
    pub fn cycle_extension(&mut self, forward: bool) {
        let formats = self.subject.formats();
        let count = formats.len();
        let typed = self.typed().to_owned();
        let next = match self.format_index() {
            Some(here) => (here + if forward { 1 } else { count - 1 }) % count,
            None => 0,
        };
        let stem = match self.format_index().and_then(|_| typed.rsplit_once('.')) {
            Some((stem, _)) => stem,
            None if typed.is_empty() || typed.ends_with('/') => &format!("{typed}bertscope"),
            None => typed.trim_end_matches('.'),
        };
        self.name
            .replace(&format!("{stem}.{}", formats[next].extensions[0]));
        self.error = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_recognised_by_the_extension_offered_for_it() {
        for format in Format::ALL {
            assert_eq!(
                Format::from_path(Path::new(&format!("a.{}", format.facts().extensions[0]))),
                Some(*format)
            );
        }
        for format in HandoutFormat::ALL {
            assert_eq!(
                HandoutFormat::from_path(Path::new(&format!("a.{}", format.facts().extensions[0]))),
                Some(*format)
            );
        }
    }

    #[test]
    fn cycling_goes_through_all_extensions_and_back_and_keeps_the_rest_of_the_name() {
        let mut prompt = ExportPrompt::new(ExportSubject::Screen, "~/figs/v1.2.PNG");
        let mut names = Vec::new();
        for _ in Format::ALL {
            prompt.cycle_extension(true);
            names.push(prompt.typed().to_owned());
        }
        assert_eq!(
            (&*names[0], &*names[7]),
            ("~/figs/v1.2.html", "~/figs/v1.2.png")
        );
        prompt.cycle_extension(false);
        assert_eq!(prompt.typed(), "~/figs/v1.2.svg");
        for (typed, reversed) in [
            ("", "bertscope.svg"),
            (" figs/ ", "figs/bertscope.svg"),
            ("v1.2", "v1.2.svg"),
            ("a.", "a.svg"),
        ] {
            let mut prompt = ExportPrompt::new(ExportSubject::Screen, typed);
            prompt.cycle_extension(true);
            assert_eq!(prompt.typed(), reversed);
        }
    }
}
