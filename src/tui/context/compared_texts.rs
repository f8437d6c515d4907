//! The texts that are compared side by side, and the name of the one on the screen.

use super::Context;
use bertscope_analysis::Side;
use bertscope_explain::kept::text_name;

impl Context {
    /// The compared texts of a side, in the order of their names. A single text has no name.
    pub fn competing_texts(&self, side: Side) -> Vec<&str> {
        let shown = self.inspection().editor(side).text();
        match self.waiting_texts(side) {
            [] => self.panel().kept(side).with_shown(shown),
            others => std::iter::once(shown)
                .chain(others.iter().map(String::as_str))
                .collect(),
        }
    }

    /// The name of the text on screen, if several of its side are compared.
    pub fn name_on_screen(&self, side: Side) -> Option<String> {
        (self.competing_texts(side).len() > 1).then(|| text_name(side, self.shown_at(side)))
    }

    /// The position of the text on screen among [`Self::competing_texts`].
    pub fn shown_at(&self, side: Side) -> usize {
        if self.waiting_texts(side).is_empty() {
            self.panel().kept(side).shown_at()
        } else {
            0
        }
    }

    /// The texts of a lesson step that are not compared yet.
    fn waiting_texts(&self, side: Side) -> &[String] {
        self.lent
            .as_deref()
            .map_or(&[], |lent| lent.waiting_texts(side))
    }
}
