//! The tokenizers "13a", which WMT has used to compare systems since 2009, and "zh", which makes each Chinese character a word.
//!
//! Each is a sequence of replacements. Here they run over characters that keep their offsets, so that a word can be
//! highlighted in the text.

use std::ops::Range;

use crate::script::ScriptCounts;
use crate::word::{Word, is_space};

/// How BLEU divides texts into words, by the names of sacrebleu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tokenizer {
    /// `13a`: words between spaces and punctuation marks.
    Standard,
    /// `zh`: as well between Chinese characters.
    Chinese,
}

impl Tokenizer {
    /// The one for a candidate with these references; `None` where only a dictionary finds words, as in Japanese and Thai.
    pub fn for_references(references: &[&str]) -> Option<Self> {
        ScriptCounts::count(references).tokenizer()
    }

    /// Its name in sacrebleu's signatures.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "13a",
            Self::Chinese => "zh",
        }
    }
}

/// A character, and its bytes in the original text.
#[derive(Debug, Clone)]
struct TracedChar {
    c: char,
    bytes: Range<usize>,
}

impl TracedChar {
    /// A space that separates words and is not in the text.
    fn space(at: usize) -> Self {
        Self {
            c: ' ',
            bytes: at..at,
        }
    }
}

/// What is replaced, in order, by one character or by nothing.
const REPLACEMENTS: [(&str, Option<char>); 7] = [
    ("<skipped>", None),
    ("-\n", None), // a word hyphenated at the end of a line
    ("\n", Some(' ')),
    ("&quot;", Some('"')),
    ("&amp;", Some('&')),
    ("&lt;", Some('<')),
    ("&gt;", Some('>')),
];

/// The words of a text: case is kept; punctuation marks are separate words, except apostrophes, most hyphens, and full
/// stops and commas between digits.
pub fn words(text: &str, tokenizer: Tokenizer) -> Vec<Word> {
    let mut line = match tokenizer {
        Tokenizer::Standard => standard_line(text),
        Tokenizer::Chinese => chinese_line(text),
    };
    // The four replacements of the original, in its order, which matters: each sees the spaces of those before it.
    line = separate(line, is_separated_punctuation);
    line = separate_pairs(line, 1, |before, mark| {
        !before.is_ascii_digit() && is_period_or_comma(mark)
    });
    line = separate_pairs(line, 0, |mark, after| {
        is_period_or_comma(mark) && !after.is_ascii_digit()
    });
    line = separate_pairs(line, 1, |before, mark| {
        before.is_ascii_digit() && mark == '-'
    });
    line.split(|traced| is_space(traced.c))
        .filter(|word| !word.is_empty())
        .map(word)
        .collect()
}

/// The characters of a text that begins at this byte of the original.
fn traced(text: &str, start: usize) -> Vec<TracedChar> {
    text.char_indices()
        .map(|(at, c)| TracedChar {
            c,
            bytes: start + at..start + at + c.len_utf8(),
        })
        .collect()
}

/// The line whose punctuation "13a" separates.
fn standard_line(text: &str) -> Vec<TracedChar> {
    let text = text.trim_end_matches(is_space);
    let mut line = traced(text, 0);
    for (pattern, replacement) in REPLACEMENTS {
        // A replacement can produce what the next one replaces, but not its first character.
        if text.contains(&pattern[..1]) {
            line = replace(&line, pattern, replacement);
        }
    }
    // Spaces at both ends, so that a mark there has neighbours too.
    line.insert(0, TracedChar::space(0));
    line.push(TracedChar::space(text.len()));
    line
}

/// The line whose punctuation "zh" separates: spaces around each Chinese character, none at the ends.
fn chinese_line(text: &str) -> Vec<TracedChar> {
    let start = text.len() - text.trim_start_matches(is_space).len();
    let line = traced(text.trim_matches(is_space), start);
    separate(line, is_word_of_zh)
}

/// Whether "zh" makes a character a word of its own. Two of sacrebleu's ranges are meant for U+20000 and above, but are
/// written as `\u20000`, which Python reads as U+2000 and a zero: they begin and end at U+2001, U+2A6D, U+2F81 and U+2FA1.
fn is_word_of_zh(c: char) -> bool {
    matches!(
        c,
        '\u{2001}'..='\u{2a6d}'
            | '\u{2e80}'..='\u{2fdf}'
            | '\u{2ff0}'..='\u{303f}'
            | '\u{3100}'..='\u{312f}'
            | '\u{31a0}'..='\u{31ef}'
            | '\u{3200}'..='\u{4db5}'
            | '\u{4e00}'..='\u{9fbb}'
            | '\u{f900}'..='\u{fa2d}'
            | '\u{fa30}'..='\u{fa6a}'
            | '\u{fa70}'..='\u{fad9}'
            | '\u{fe10}'..='\u{fe1f}'
            | '\u{fe30}'..='\u{fe4f}'
            | '\u{ff00}'..='\u{ffef}'
    )
}

fn word(traced: &[TracedChar]) -> Word {
    let bytes = traced[0].bytes.start..traced[traced.len() - 1].bytes.end;
    Word {
        text: traced.iter().map(|traced| traced.c).collect(),
        bytes,
    }
}

/// ASCII's punctuation without apostrophe, comma, hyphen and full stop.
fn is_separated_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() && !matches!(c, '\'' | ',' | '-' | '.')
}

fn is_period_or_comma(c: char) -> bool {
    matches!(c, '.' | ',')
}

/// The line with each occurrence of a pattern replaced by one character or by nothing.
fn replace(line: &[TracedChar], pattern: &str, replacement: Option<char>) -> Vec<TracedChar> {
    let length = pattern.chars().count();
    let mut out = Vec::with_capacity(line.len());
    let mut rest = line;
    while let [first, others @ ..] = rest {
        if starts_with(rest, pattern, length) {
            if let Some(c) = replacement {
                // The character stands for all bytes of the pattern, so that `&quot;` is highlighted as a whole.
                let bytes = first.bytes.start..rest[length - 1].bytes.end;
                out.push(TracedChar { c, bytes });
            }
            rest = &rest[length..];
        } else {
            out.push(first.clone());
            rest = others;
        }
    }
    out
}

/// Whether a line starts with a pattern of this many characters.
fn starts_with(line: &[TracedChar], pattern: &str, length: usize) -> bool {
    let mut characters = line.iter().zip(pattern.chars());
    line.len() >= length && characters.all(|(traced, c)| traced.c == c)
}

/// The line with spaces around each character that is a word.
fn separate(line: Vec<TracedChar>, is_word: fn(char) -> bool) -> Vec<TracedChar> {
    let mut out = Vec::with_capacity(line.len() * 2);
    for traced in line {
        if is_word(traced.c) {
            push_separated(&mut out, traced);
        } else {
            out.push(traced);
        }
    }
    out
}

/// The line with spaces around the punctuation mark of each two neighbours for which `apply` returns true; `mark` is the
/// index of the mark among the two. Both are then skipped, as by a regular expression: in `a..` the second full stop is not
/// tested as the second of `..`.
fn separate_pairs(
    line: Vec<TracedChar>,
    mark: usize,
    apply: impl Fn(char, char) -> bool,
) -> Vec<TracedChar> {
    let mut out = Vec::with_capacity(line.len() * 2);
    let mut rest = line.into_iter().peekable();
    while let Some(first) = rest.next() {
        let Some(second) = rest.next_if(|second| apply(first.c, second.c)) else {
            out.push(first);
            continue;
        };
        if mark == 0 {
            push_separated(&mut out, first);
            out.push(second);
        } else {
            out.push(first);
            push_separated(&mut out, second);
        }
    }
    out
}

fn push_separated(out: &mut Vec<TracedChar>, mark: TracedChar) {
    let Range { start, end } = mark.bytes;
    out.extend([TracedChar::space(start), mark, TracedChar::space(end)]);
}
