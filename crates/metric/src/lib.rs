//! The mathematics of `BERTScore`. No model, no I/O, no terminal.
//!
//! One file for each step of the metric, in the order of the computation:
//!
//! 1. [`Vectors`] and [`Similarity`]: token vectors → the candidate × reference matrix;
//! 2. [`GreedyMatches`]: each token's best match on the other side;
//! 3. [`DocumentFrequencies`] and [`Weights`]: how much each token counts;
//! 4. [`Score`]: the weighted means precision and recall, and F1;
//! 5. [`BaselineRow`]: the linear rescaling with a baseline.
//!
//! [`alignment`] has other ways to align tokens over the same matrix, for comparison with step 2.
//!
//! It starts from any matrix, so it also works with vectors or similarities computed elsewhere.

#![warn(missing_docs)]

pub mod alignment;
mod assignment;
pub mod correlation;
mod dot;
mod error;
mod fingerprint;
mod idf;
mod matching;
mod pair;
mod rescale;
mod score;
mod similarity;
mod token_weights;
mod validate;
mod vectors;
mod weights;

pub use alignment::{AlignedToken, Alignment, HubToken};
pub use error::MetricError;
pub use fingerprint::Fingerprint;
pub use idf::DocumentFrequencies;
pub use matching::{GreedyMatches, Match, RunnerUp};
pub use pair::Pair;
pub use rescale::BaselineRow;
pub use score::{BERT_SCORE_TOLERANCE, Score};
pub use similarity::Similarity;
pub use token_weights::{GivenWeights, TokenWeight, TokenWeights};
pub use vectors::Vectors;
pub use weights::Weights;
