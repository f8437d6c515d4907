//! What every page has to keep to.

use bertscope_report::explanation::{Page, Target};
use unicode_width::UnicodeWidthStr;

/// No row is wider than it may be, no NaN is printed, and every row that can be chosen has a derivation.
pub fn assert_written(page: &Page<'_>) {
    assert!(!page.lead().is_empty());
    for index in 0..page.len() {
        for width in [28, 34, 48, 70, 100] {
            let row: String = page
                .row(index, width)
                .into_iter()
                .map(|span| span.text)
                .collect();
            assert!(row.width() <= usize::from(width), "{width}: {row:?}");
            assert!(!row.contains("NaN") && !row.contains("inf"), "{row:?}");
        }
        let how = page.derivation(index).join("\n");
        assert!(!how.contains("NaN") && !how.contains("inf "), "{how}");
        assert!(
            page.target(index)
                .is_none_or(|target| target != Target::Row)
                || !how.is_empty()
        );
    }
}
