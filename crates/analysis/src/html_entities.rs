//! HTML entities that were left in a text: the tokenizer reads `&quot;` as a word between two symbols.

/// Entities that tokenizers for translation and web pages write.
const NAMES: [&str; 16] = [
    "amp", "apos", "quot", "lt", "gt", "nbsp", "ndash", "mdash", "hellip", "lsquo", "rsquo",
    "ldquo", "rdquo", "laquo", "raquo", "euro",
];

/// The bytes of the longest entity, `&#1114111;`.
const MAX_BYTES: usize = 10;

/// The first HTML entity of a text, such as `&quot;` or `&#39;`.
pub fn html_entity(text: &str) -> Option<&str> {
    for (start, _) in text.match_indices('&') {
        let after = &text[start..];
        // Bounded, so that a text of ampersands takes linear time.
        let mut end_of_name = after.bytes().take(MAX_BYTES);
        if let Some(end) = end_of_name.position(|byte| byte == b';')
            && is_entity_name(&after[1..end])
        {
            return Some(&after[..=end]);
        }
    }
    None
}

fn is_entity_name(name: &str) -> bool {
    let Some(number) = name.strip_prefix('#') else {
        return NAMES.contains(&name);
    };
    match number.strip_prefix(['x', 'X']) {
        Some(digits) => is_number(digits, 16),
        None => is_number(number, 10),
    }
}

fn is_number(digits: &str, radix: u32) -> bool {
    !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entity_is_a_known_name_or_a_number_between_ampersand_and_semicolon() {
        let entities = [
            "it &apos;s late",
            "a & b &#91; c",
            "&quot;",
            "&#x27;s",
            "&&amp;",
        ];
        assert_eq!(
            entities.map(html_entity),
            ["&apos;", "&#91;", "&quot;", "&#x27;", "&amp;"].map(Some)
        );
        let others = [
            "salt & pepper; bread",
            "R&D;",
            "&amp",
            "&#;",
            "&#x;",
            "&#1a;",
        ];
        assert_eq!(others.map(html_entity), [None; 6]);
    }
}
