//! Detects texts that still contain HTML entities.

/// The note on such a segment.
pub const NOTE: &str =
    "a text contains HTML entities such as &apos;, whose letters count as words; decode them first";

/// Whether a text has an HTML entity: one that tokenizers for translation write, or a numeric one.
pub fn has_entity(text: &str) -> bool {
    let is_number = |name: &str| {
        let digits = name.strip_prefix('#');
        digits.is_some_and(|digits| {
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let names = text
        .split('&')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once(';')?.0));
    names.into_iter().any(|name| {
        matches!(name, "amp" | "apos" | "quot" | "lt" | "gt" | "nbsp") || is_number(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entity_is_a_known_name_or_a_number_between_ampersand_and_semicolon() {
        assert!(
            has_entity("it &apos;s late") && has_entity("a & b &#91; c") && has_entity("&quot;")
        );
        assert!(
            !has_entity("salt & pepper; bread")
                && !has_entity("R&D;")
                && !has_entity("&amp")
                && !has_entity("&#;")
        );
    }
}
