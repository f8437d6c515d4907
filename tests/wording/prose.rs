//! What a person reads in a file: the file with everything else covered, so that lines and columns stay.

/// Covers what is no prose.
pub const COVER: char = '\u{1}';

/// What a file is written in.
#[derive(Clone, Copy, PartialEq)]
pub enum Language {
    Markdown,
    Help,
    Toml,
    Rust,
    Script,
    Python,
    Html,
}

/// The prose of a file.
pub fn prose(text: &str, language: Language) -> String {
    match language {
        Language::Markdown => without_links(&without_fences(text)),
        Language::Help => without_links(text),
        Language::Toml => without_links(&without_keys(text)),
        Language::Html => without_links(&without_tags(text)),
        Language::Rust => {
            // By convention, tests are at the end of a file.
            let program = text.split("\n#[cfg(test)]\nmod ").next().unwrap();
            without_links(&without_fences(&without_code(program, language)))
        }
        Language::Script | Language::Python => without_links(&without_code(text, language)),
    }
}

/// Text as covers, except for line breaks.
fn cover(text: &str, out: &mut String) {
    out.extend(text.chars().map(|c| if c == '\n' { c } else { COVER }));
}

fn without_fences(text: &str) -> String {
    let mut out = String::new();
    let mut fenced = false;
    for line in text.split_inclusive('\n') {
        let is_fence = line
            .trim_start_matches([COVER, ' ', '!', '/'])
            .starts_with("```");
        if fenced || is_fence {
            cover(line, &mut out);
        } else {
            out.push_str(line);
        }
        fenced ^= is_fence;
    }
    out
}

/// Covers code spans, targets of links, and tags.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', ']', '<', '{', 'h']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_tag = |c: char| c.is_ascii_alphabetic() || ['/', '!'].contains(&c);
        let length = match rest.as_bytes()[0] {
            b'`' => rest[1..].find('`').map(|end| end + 2),
            b']' if rest.starts_with("](") => rest.find(')').map(|end| end + 1),
            b'<' if rest[1..].starts_with(is_tag) => rest.find('>').map(|end| end + 1),
            b'{' => rest.find('}').map(|end| end + 1),
            b'h' if rest.starts_with("https://") || rest.starts_with("http://") => Some(
                rest.find([' ', '\n', ')', '>', '"', COVER])
                    .unwrap_or(rest.len()),
            ),
            _ => None,
        };
        // A span ends within its paragraph.
        let length = length
            .filter(|length| !rest[..*length].contains("\n\n"))
            .unwrap_or(0);
        cover(&rest[..length], &mut out);
        if length == 0 {
            out.push_str(&rest[..1]);
        }
        rest = &rest[length.max(1)..];
    }
    out + rest
}

/// Covers the names of values.
fn without_keys(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let key = line
            .split_once(" = ")
            .filter(|(key, _)| !key.trim().contains(' '))
            .map_or(0, |(key, _)| key.len() + 3);
        cover(&line[..key], &mut out);
        out.push_str(&line[key..]);
    }
    out
}

/// Attributes that people read or hear.
const SEEN: [&str; 5] = [
    " title=\"",
    " alt=\"",
    " aria-label=\"",
    " placeholder=\"",
    " content=\"",
];

/// Covers scripts, styles, and tags except for the attributes that people see.
fn without_tags(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let raw = ["script", "style"]
            .iter()
            .find(|name| rest[1..].starts_with(**name));
        let start = raw
            .and_then(|name| rest.find(&format!("</{name}>")))
            .unwrap_or(0);
        let end = rest[start..]
            .find('>')
            .map_or(rest.len(), |end| start + end + 1);
        let (mut tag, after) = rest.split_at(end);
        while let Some((start, name)) = SEEN
            .iter()
            .filter_map(|name| Some((tag.find(name)?, name)))
            .min()
        {
            let start = start + name.len();
            let end = start + tag[start..].find('"').unwrap_or(tag.len() - start);
            cover(&tag[..start], &mut out);
            out.push_str(&tag[start..end]);
            tag = &tag[end..];
        }
        cover(tag, &mut out);
        rest = after;
    }
    out + rest
}

/// Covers all but comments and texts.
fn without_code(text: &str, language: Language) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let (open, prose, close) = token(rest, language);
        if prose == 0 && open == 0 {
            cover(&rest[..next.len_utf8()], &mut out);
            rest = &rest[next.len_utf8()..];
            continue;
        }
        let is_comment =
            rest.starts_with("//") || language == Language::Python && rest.starts_with('#');
        // Two lines of a comment are one paragraph.
        let before = &text[..text.len() - rest.len()];
        if is_comment && before.rsplit('\n').next().unwrap().trim().is_empty() {
            while out.ends_with(COVER) {
                out.pop();
            }
        }
        if is_comment {
            out.extend(std::iter::repeat_n(' ', open));
        } else {
            cover(&rest[..open], &mut out);
        }
        let body = &rest[open..open + prose];
        out.push_str(&if is_comment {
            body.to_owned()
        } else {
            unescaped(body)
        });
        cover(&rest[open + prose..open + prose + close], &mut out);
        rest = &rest[open + prose + close..];
    }
    out
}

/// The lengths of a comment or text that begins here: what opens it, what it says, what closes it.
fn token(text: &str, language: Language) -> (usize, usize, usize) {
    let python = language == Language::Python;
    if (!python && text.starts_with("//")) || (python && text.starts_with('#')) {
        let open = text.len() - text.trim_start_matches(['/', '!', '#']).len();
        return (
            open,
            text[open..].find('\n').unwrap_or(text.len() - open),
            0,
        );
    }
    if !python && text.starts_with("/*") {
        let end = text.find("*/").unwrap_or(text.len() - 2);
        return (2, end - 2, 2);
    }
    if language == Language::Rust {
        if let Some(hashes) = text
            .strip_prefix('r')
            .map(|rest| rest.len() - rest.trim_start_matches('#').len())
            && text[1 + hashes..].starts_with('"')
        {
            let closing = format!("\"{}", "#".repeat(hashes));
            let open = hashes + 2;
            return text[open..]
                .find(&closing)
                .map_or((0, 0, 0), |prose| (open, prose, closing.len()));
        }
        // Characters, so that '"' opens no text.
        if text.starts_with("'\"'") {
            return (3, 0, 0);
        }
        if text.starts_with("'\\\"'") || text.starts_with("'\\''") {
            return (4, 0, 0);
        }
    }
    let quotes: &[&str] = match language {
        Language::Rust => &["\""],
        Language::Python => &["\"\"\"", "'''", "\"", "'"],
        _ => &["\"", "'", "`"],
    };
    let Some(quote) = quotes.iter().find(|quote| text.starts_with(**quote)) else {
        return (0, 0, 0);
    };
    let body = &text[quote.len()..];
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        if !escaped && body[at..].starts_with(quote) {
            return (quote.len(), at, quote.len());
        }
        // Not a text after all, but an apostrophe in an expression.
        if c == '\n' && language != Language::Rust && quote.len() == 1 && *quote != "`" {
            break;
        }
        escaped = c == '\\' && !escaped;
    }
    (0, 0, 0)
}

/// A text with its escapes covered; one before a line break is a space.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('\n') => out.push_str(" \n"),
                Some(_) => out.extend([COVER, COVER]),
                None => out.push(COVER),
            },
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words that are left of each line.
    fn words(text: &str, language: Language) -> Vec<String> {
        let prose = prose(text, language);
        prose
            .lines()
            .map(|line| {
                line.replace(COVER, " ")
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect()
    }

    #[test]
    fn of_a_program_comments_and_texts_are_left() {
        let program = "//! A page\n/// of `code`, and\n///\n/// ```\n/// no(1)\n/// ```\nfn no<'a>(c: char) { c == '\"'; // why\n\
            let x = \"one {no} \\n two \\\n    three\"; r#\"a \"quote\" b\"# }\n#[cfg(test)]\nmod tests { \"no\" }";
        let left = [
            "A page",
            "of , and",
            "",
            "",
            "",
            "",
            "why",
            "one two",
            "three a \"quote\" b",
        ];
        assert_eq!(words(program, Language::Rust), left);
        let script =
            "const no = 'one'; // two\n/* three */ x = `four ${no} five`; y = \"six\";\nx.no";
        assert_eq!(
            words(script, Language::Script),
            ["one two", "three four $ five six", ""]
        );
        let python = "\"\"\"One\n\nTwo.\"\"\"\nno = 'three'  # four\n";
        assert_eq!(
            words(python, Language::Python),
            ["One", "", "Two.", "three four"]
        );
    }

    #[test]
    fn of_a_page_code_targets_and_tags_are_covered() {
        let page = "A [link](no.md) to `no`\n```sh\nno\n```\nhttps://no.org <b>and</b>";
        assert_eq!(
            words(page, Language::Markdown),
            ["A [link to", "", "", "", "and"]
        );
        let html = "<p class=\"no\" title=\"One\">two</p><script>no</script>";
        assert_eq!(words(html, Language::Html), ["One two"]);
        assert_eq!(
            words("title = \"One\"\n[[no]]\n# two", Language::Toml),
            ["\"One\"", "[[no]]", "# two"]
        );
    }

    #[test]
    fn a_sentence_goes_on_in_the_next_line_of_a_comment() {
        assert!(
            prose("    // one\n    // two", Language::Rust)
                .split_whitespace()
                .eq(["one", "two"])
        );
        assert!(prose("    /// one\n    fn a() {} // two", Language::Rust).contains(COVER));
    }
}
