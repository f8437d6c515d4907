//! What the page calls the controls that a lesson's text can name.

use bertscope_lessons::TextAction;

/// The control for an action: the label of a button or field, in quotes, or how to use what has no label. `None` if the
/// page has no control for it.
pub fn control(action: TextAction) -> Option<String> {
    let label = match action {
        TextAction::NextLayer | TextAction::PreviousLayer => "Layer",
        TextAction::ToggleIdf => "IDF weights",
        TextAction::ToggleRescaling => "Rescaled",
        TextAction::Direction => "Matches",
        TextAction::SpecialTokens => "Special tokens",
        TextAction::Swap => "⇄",
        TextAction::Reveal => "Show the picture",
        TextAction::NextStep => "→",
        TextAction::PreviousStep => "←",
        TextAction::Walkthrough => "Walkthrough",
        TextAction::Topic(topic) => topic.title(),
        // Cells, rows of the panel and kept texts are controls themselves.
        TextAction::Derivation => return Some("a click".to_owned()),
        TextAction::OtherText => return Some("a click on its text".to_owned()),
        TextAction::ChooseModel | TextAction::Zoom | TextAction::Panel | TextAction::Guess => {
            return None;
        }
    };
    Some(format!("“{label}”"))
}

#[cfg(test)]
mod tests {
    use bertscope_lessons::bundled::{BUNDLED, find};
    use bertscope_lessons::fill;

    use super::*;

    const PAGE: &str = include_str!("../page/index.html");

    /// Whether a control of the page has a label: a button, or a field after its label.
    fn has_control(label: &str) -> bool {
        let button = PAGE
            .split("<button")
            .skip(1)
            .filter_map(|button| button.split_once('>'));
        let field = PAGE
            .split("<label")
            .skip(1)
            .filter_map(|field| field.split_once('>'));
        let inside = field.map(|(_, inside)| inside.split("</label>").next().unwrap_or_default());
        button
            .map(|(_, inside)| inside.split("</button>").next().unwrap_or_default())
            .any(|text| text.trim() == label)
            || inside
                .filter(|inside| inside.contains("<input") || inside.contains("<select"))
                .any(|inside| {
                    let text = inside.split('>').next_back().unwrap_or_default();
                    text.trim() == label
                        || inside.split('<').next().unwrap_or_default().trim() == label
                })
    }

    #[test]
    fn every_control_that_a_text_can_name_is_on_the_page() {
        for action in TextAction::all() {
            let name = action.name();
            let Some(control) = control(action) else {
                continue;
            };
            match (
                action,
                control
                    .strip_prefix('“')
                    .and_then(|label| label.strip_suffix('”')),
            ) {
                // The worker sends the titles of the tabs.
                (TextAction::Topic(topic), Some(label)) => assert_eq!(label, topic.title()),
                (_, Some(label)) => assert!(has_control(label), "{name}: {label}"),
                (_, None) => assert!(control.starts_with("a click"), "{name}: {control}"),
            }
        }
        assert!(!has_control("Zoom"));
    }

    #[test]
    fn every_action_that_bundled_lessons_name_on_the_page_is_filled_in_or_left_out() {
        for (lesson, _) in BUNDLED {
            let lesson = find(lesson).unwrap();
            let steps = lesson
                .steps
                .iter()
                .flat_map(|step| [step.question.as_deref(), Some(&*step.note)]);
            for text in steps.flatten().chain([&*lesson.about]) {
                let filled = fill(text, control);
                assert!(
                    !filled.contains(['{', '}']) && !filled.contains("()"),
                    "{filled}"
                );
                assert!(!filled.is_empty() || text.is_empty(), "{text}");
            }
        }
    }

    #[test]
    fn a_sentence_names_the_button_of_the_page_and_no_key() {
        let text = "Look up its cost ({ledger} lists it). To widen the cells, use {zoom}. Go down ({previous-layer}).";
        let filled = fill(text, control);
        assert_eq!(
            filled,
            "Look up its cost (“Why not 1.0?” lists it). Go down (“Layer”)."
        );
    }
}
