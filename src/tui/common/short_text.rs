//! Text that is cut where its area ends.

use unicode_width::UnicodeWidthStr;

use bertscope_report::label::fit;
use bertscope_report::wrap::wrapped_text;

/// Wraps a sentence in a limited number of lines, one column narrower than `width` for the space before each.
pub fn lines(sentence: &str, width: u16, most: usize) -> Vec<String> {
    let mut all = wrapped_text(sentence, width.saturating_sub(2));
    let cut = all.len() > most;
    all.truncate(most);
    if let Some(last) = all.last_mut().filter(|_| cut) {
        *last = cut_off(last, width);
    }
    all
}

/// The last line of a text that continues.
pub fn cut_off(last: &str, width: u16) -> String {
    format!(
        "{} …",
        fit(last, width.saturating_sub(4)).trim_end_matches(['…', ' '])
    )
}

/// The first of some versions of a sentence that fits; if none does, the last one, cut.
pub fn longest_that_fits(versions: &[String], width: u16) -> String {
    let fits = versions
        .iter()
        .find(|sentence| sentence.width() <= width.into());
    let last = versions.last().map_or("", String::as_str);
    fits.cloned().unwrap_or_else(|| fit(last, width))
}
