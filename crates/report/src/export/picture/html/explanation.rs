//! An explanation on an HTML page: its sheet, whose rows open to show their derivation.

use bertscope_sheet::html::sheet_in_file;
use maud::{Markup, html};

use crate::explanation::Section;

pub(super) fn section(section: &Section) -> Markup {
    html! {
        section .why {
            h2 { (section.title) }
            (sheet_in_file(&section.sheet))
        }
    }
}
