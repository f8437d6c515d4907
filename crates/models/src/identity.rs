//! What identifies a model, for reproducing a score.

use std::sync::OnceLock;

use crate::Model;
use bertscope_encoder::Tokenizer;

/// A model's names. It does not keep the model alive, because an analysis may outlive its model.
#[derive(Debug, Clone)]
pub struct ModelIdentity {
    /// Its name on screen and in the signature.
    pub name: String,
    /// Its origin, as [`Model::origin`].
    pub origin: String,
    /// The commit on the hub, if known.
    pub revision: Option<String>,
    /// What identifies its files in the signature, as [`Model::weights`].
    pub weights: Option<String>,
    /// The architecture in config.json (`model_type`), such as `bert`.
    pub family: String,
    tokenizer: Option<Tokenizer>,
    fingerprint: OnceLock<String>,
}

impl ModelIdentity {
    pub fn from_model(model: &Model) -> Self {
        Self {
            name: model.name.clone(),
            origin: model.origin.clone(),
            revision: model.revision.clone(),
            weights: model.weights.clone(),
            family: model.family.clone(),
            tokenizer: Some(model.tokenizer.clone()),
            fingerprint: OnceLock::new(),
        }
    }

    /// The identity of a model that is not loaded, from its stated fields.
    pub fn from_parts(
        name: String,
        origin: String,
        revision: Option<String>,
        family: String,
        fingerprint: String,
    ) -> Self {
        Self {
            name,
            origin,
            revision,
            weights: None,
            family,
            tokenizer: None,
            fingerprint: OnceLock::from(fingerprint),
        }
    }

    /// [`Tokenizer::fingerprint`] of its tokenizer. The first call takes a few milliseconds.
    pub fn tokenizer(&self) -> &str {
        self.fingerprint.get_or_init(|| {
            self.tokenizer
                .as_ref()
                .map(Tokenizer::fingerprint)
                .unwrap_or_default()
        })
    }

    /// Number of entries of its tokenizer's vocabulary; 0 if the model is not loaded.
    pub fn vocabulary_size(&self) -> usize {
        self.tokenizer
            .as_ref()
            .map(Tokenizer::vocabulary_size)
            .unwrap_or_default()
    }

    pub fn is_bundled(&self) -> bool {
        self.origin == super::bundled::ORIGIN
    }
}

impl PartialEq for ModelIdentity {
    /// Compares the names only, because a model has exactly one set of them.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.origin == other.origin
            && self.revision == other.revision
            && self.weights == other.weights
    }
}
