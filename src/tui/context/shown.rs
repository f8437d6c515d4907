//! Decides which parts of a score may be shown; used by every panel, file and copy.

use std::sync::Arc;

use super::Context;
use crate::tui::commands::{Command, Flag};
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::TokenizedText;
use bertscope_explain::Explanation;
use bertscope_explain::pooled::Contributions;
use bertscope_report::explanation::walkthrough::{Stage, StagePicture};

/// The content of the main area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MainView {
    /// The question to the audience.
    Question,
    /// The angle between two vectors.
    Angle,
    Matrix,
}

impl Context {
    /// Whether what a stage computes may be shown: the walkthrough has come so far, or it is not hidden for a guess.
    pub fn shows(&self, stage: Stage) -> bool {
        match self.staged.as_deref() {
            Some(staged) => staged.stage >= stage,
            None => self.inspection().hidden.shows(stage),
        }
    }

    /// The newest analysis, if what a stage computes may be shown of it.
    pub fn shown_analysis(&self, stage: Stage) -> Option<&Arc<Analysis>> {
        let analysis = self.results.analysis.as_ref()?;
        self.shows(stage).then_some(analysis)
    }

    /// The tokens of a text, unless they are those of an earlier one, or may not be shown.
    pub fn shown_tokenized(&self, side: Side) -> Option<&TokenizedText> {
        let tokenized = &self.shown_analysis(Stage::Tokens)?.side(side).tokenized;
        (*tokenized.text == *self.editor(side).text()).then_some(tokenized)
    }

    /// Whether a cell of the matrix may be shown.
    pub fn shows_cell(&self, candidate: usize, reference: usize) -> bool {
        match self.staged.as_deref() {
            Some(staged) => staged.step().has_cell((candidate, reference)),
            None => self.shows(Stage::Rows),
        }
    }

    /// Whether the scores are hidden until the audience has guessed.
    pub fn hides_scores(&self) -> bool {
        self.inspection().hidden != HiddenContent::Nothing
    }

    /// What the next reveal shows, beside its key.
    pub fn next_reveal(&self) -> &'static str {
        match self.inspection().hidden {
            HiddenContent::All => "reveals the matrix",
            HiddenContent::Scores | HiddenContent::Nothing => "reveals the scores",
        }
    }

    /// What the matrix shows instead of similarities while the panel explains the sentence vectors.
    pub fn contributions(&self) -> Option<&Contributions> {
        let analysis = self
            .results
            .analysis
            .as_ref()
            .filter(|_| !self.is_staged() && !self.hides_scores())?;
        let answer = self
            .panel()
            .answered_question()
            .filter(|answer| Arc::ptr_eq(&answer.analysis, analysis))?;
        match &answer.explanation {
            Explanation::Pooled(vectors) if vectors.has_tokens_of(analysis) => {
                vectors.contributions.as_ref()
            }
            _ => None,
        }
    }

    /// Whether a sentence names the costliest word. Steps and stages have sentences of their own.
    pub fn shows_costliest_word(&self) -> bool {
        !self.hides_scores()
            && !self.look.has_few_words()
            && self.has_own_pair()
            && !self.is_staged()
    }

    /// The content of the main area; `None` if the text of a stage uses it.
    pub fn main_picture(&self) -> Option<MainView> {
        match (
            self.staged.as_deref().map(|staged| staged.stage.picture()),
            self.inspection().hidden,
        ) {
            (Some(StagePicture::None), _) => None,
            (Some(StagePicture::Angle), _) => Some(MainView::Angle),
            (None, HiddenContent::All) => Some(MainView::Question),
            (Some(StagePicture::Matrix), _)
            | (None, HiddenContent::Nothing | HiddenContent::Scores) => Some(MainView::Matrix),
        }
    }

    /// Why a command must wait: it would show or write something that is still hidden.
    pub fn blocked_reason(&self, command: Command) -> Option<String> {
        let writes = command.is(Flag::Writes);
        // Pressed again by mistake, the key must not reveal the answer.
        let hides_again = !self.has_own_pair() && command == Command::HideScores;
        if self.hides_scores() && (writes || command.is(Flag::Reveals) || hides_again) {
            let key = self.key_name(Command::Reveal);
            return Some(format!("The scores are still hidden: {key} shows them."));
        }
        if self.is_staged() && command.is(Flag::SetByStage) {
            let key = self.key_name(Command::Walkthrough);
            return Some(format!(
                "Each walkthrough step sets its own matches and scale; {key} ends it."
            ));
        }
        if !self.shows(Stage::F1) && writes {
            let number = Stage::F1.number();
            let key = self.key_name(Command::Walkthrough);
            return Some(format!(
                "The scores appear at step {number}; {key} ends the walkthrough."
            ));
        }
        None
    }
}

/// What is hidden of a pair for a guess.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum HiddenContent {
    #[default]
    Nothing,
    /// The scores; the matrix has been revealed.
    Scores,
    /// The matrix and the scores.
    All,
}

impl HiddenContent {
    /// What stays hidden after the next reveal: the matrix is revealed first, then the scores.
    pub fn reveal(self) -> Self {
        match self {
            Self::All => Self::Scores,
            Self::Scores | Self::Nothing => Self::Nothing,
        }
    }

    /// Whether what a stage of the walkthrough computes is not hidden.
    pub fn shows(self, stage: Stage) -> bool {
        match (self, stage) {
            (Self::Nothing, _) | (_, Stage::Tokens) => true,
            (Self::Scores, Stage::Rows | Stage::Weights | Stage::RowBest | Stage::ColumnBest) => {
                true
            }
            (Self::Scores | Self::All, _) => false,
        }
    }
}
