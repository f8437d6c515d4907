//! Other alignments over the same matrix, and hubs: tokens that are the best match of several others.

use bertscope_analysis::{Analysis, Side};
use bertscope_metric::alignment::{Kind, hubs};
use bertscope_metric::{Alignment, Hub, Pair, Partner, Score};
use bertscope_models::ModelError;

/// An alignment and its score.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// The aligned tokens.
    pub alignment: Alignment,
    /// Before rescaling.
    pub raw: Score,
    /// On the scale of the settings: rescaled with the same baseline row, or raw.
    pub shown: Score,
}

/// The alignments of a pair.
#[derive(Debug, Clone, PartialEq)]
pub struct Alignments {
    /// One of each kind, in the order of [`Kind::ALL`].
    pub all: Vec<Scored>,
    /// Candidate tokens that are the best match of several reference tokens.
    pub candidate_hubs: Vec<Hub>,
    /// Reference tokens that are the best match of several candidate tokens.
    pub reference_hubs: Vec<Hub>,
    /// Whether a side counts as empty, so that every alignment has the same score by convention.
    pub by_convention: bool,
}

impl Alignments {
    /// Computes and scores every kind of alignment of a pair.
    ///
    /// # Errors
    /// [`ModelError::Metric`] when weights and matrix differ in size.
    pub fn of(analysis: &Analysis) -> Result<Self, ModelError> {
        let weights = Pair { reference: &analysis.reference.weights, candidate: &analysis.candidate.weights };
        let by_convention = analysis.has_empty_side();
        let scored = |kind: Kind| -> Result<Scored, ModelError> {
            let alignment = Alignment::of(kind, &analysis.similarity, &analysis.matches, weights)?;
            let raw = if by_convention || kind == Kind::Greedy { analysis.raw } else { alignment.score(weights)? };
            let shown = analysis.rescaling().map_or(raw, |r| raw.rescaled(&r.baseline));
            Ok(Scored { alignment, raw, shown })
        };
        Ok(Self {
            all: Kind::ALL.into_iter().map(scored).collect::<Result<_, _>>()?,
            candidate_hubs: hubs(&analysis.matches.reference, weights.reference),
            reference_hubs: hubs(&analysis.matches.candidate, weights.candidate),
            by_convention,
        })
    }

    /// The alignment of a kind.
    #[must_use]
    pub fn get(&self, kind: Kind) -> Option<&Scored> {
        self.all.iter().find(|scored| scored.alignment.kind == kind)
    }

    /// Tokens of a side that are the best match of several tokens of the other.
    #[must_use]
    pub fn hubs(&self, side: Side) -> &[Hub] {
        match side {
            Side::Candidate => &self.candidate_hubs,
            Side::Reference => &self.reference_hubs,
        }
    }
}

impl Scored {
    /// The aligned token of each token of a side.
    #[must_use]
    pub fn partners(&self, side: Side) -> &[Option<Partner>] {
        match side {
            Side::Candidate => &self.alignment.candidate,
            Side::Reference => &self.alignment.reference,
        }
    }
}
