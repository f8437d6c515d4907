//! Builds the tokenizer of a class that has a slow version, from its own files or with the vocabulary of tokenizer.json.

use super::byte_level::{self, ByteLevel};
use super::class::{Role, TokenizerClass, TokenizerKind};
use super::engine::{Engine, TokenizerParts};
use super::files::{MERGES_TXT, TokenizerFiles, VOCAB_TXT};
use super::json;
use super::pipeline::Pipeline;
use super::sentencepiece::{IdScheme, Model, SentencePiece};
use super::settings::TokenizerSettings;
use super::special::SpecialTokens;
use super::splitter::Splitter;
use super::wordpiece::{self, BasicTokenizer, WordPiece};
use crate::{EncoderError, Result, TokenId};

/// What a tokenizer is built from.
pub struct ClassBuilder<'a> {
    class: TokenizerClass,
    files: &'a TokenizerFiles,
    settings: &'a TokenizerSettings,
    special: SpecialTokens,
}

impl<'a> ClassBuilder<'a> {
    pub fn new(
        class: TokenizerClass,
        files: &'a TokenizerFiles,
        settings: &'a TokenizerSettings,
    ) -> Self {
        Self {
            class,
            files,
            settings,
            special: SpecialTokens::new(settings, Some(class)),
        }
    }

    /// Builds the tokenizer. Fails when a file is missing or damaged, or a special token that surrounds each text is
    /// unknown.
    pub fn build(self) -> Result<TokenizerParts> {
        let splitter = match self.class.kind() {
            TokenizerKind::WordPiece => Splitter::WordPiece(self.wordpiece()?),
            TokenizerKind::ByteLevel => Splitter::ByteLevel(self.byte_level()?),
            TokenizerKind::SentencePiece => Splitter::SentencePiece(self.sentencepiece()?),
        };
        let pipeline = Pipeline::new(splitter, self.class, self.settings, &self.special);
        let is_t5 = self.class == TokenizerClass::T5;
        let mut prefix_ids = Vec::new();
        let mut end = Role::Eos;
        // T5 alone puts nothing before a text.
        if !is_t5 {
            prefix_ids.push(self.id_of_role(Role::Cls, &pipeline)?);
            end = Role::Sep;
        }
        let suffix_ids = vec![self.id_of_role(end, &pipeline)?];
        // `bert_score` takes the weight of both wherever they stand, even if the class puts neither around a text.
        let weightless = [Role::Cls, Role::Sep].map(|role| self.id_of_role(role, &pipeline));
        Ok(TokenizerParts {
            prefix_ids,
            suffix_ids,
            weightless: weightless.into_iter().flatten().collect(),
            unknown_id: self.id_of_role(Role::Unk, &pipeline).ok(),
            end_once: is_t5,
            max_tokens: self.settings.limit()?,
            truncates_start: self.settings.truncates_start.unwrap_or(false),
            vocabulary_size: pipeline.vocabulary_size(),
            engine: Engine::Class(Box::new(pipeline)),
        })
    }

    fn wordpiece(&self) -> Result<WordPiece> {
        if let Some(vocab) = &self.files.vocab_txt {
            let basic = BasicTokenizer::new(self.settings, &self.special, None);
            return WordPiece::new(VOCAB_TXT, wordpiece::read(vocab)?, &self.special, basic);
        }
        match &self.files.tokenizer_json {
            Some(json) => json::wordpiece(json, self.settings, &self.special),
            None => Err(self.missing_file(VOCAB_TXT)),
        }
    }

    fn byte_level(&self) -> Result<ByteLevel> {
        if let Some(vocab) = &self.files.vocab_json
            && let Some(merges) = &self.files.merges_txt
        {
            let entries = byte_level::read_vocabulary(vocab)?;
            let merges = byte_level::read_merges(merges)?;
            return ByteLevel::new(MERGES_TXT, entries, merges, self.special.role(Role::Unk));
        }
        match &self.files.tokenizer_json {
            Some(json) => json::byte_level(json),
            None => Err(self.missing_file("vocab.json with merges.txt")),
        }
    }

    fn sentencepiece(&self) -> Result<SentencePiece> {
        if let Some(model) = &self.files.sentencepiece {
            return Ok(SentencePiece::new(
                Model::parse(model)?,
                IdScheme::for_class(self.class),
                self.class,
                self.settings,
                &self.special,
            ));
        }
        match &self.files.tokenizer_json {
            Some(json) => json::unigram(json, self.class, self.settings, &self.special),
            None => Err(self.missing_file("sentencepiece model")),
        }
    }

    fn missing_file(&self, file: &str) -> EncoderError {
        EncoderError::Tokenizer(format!(
            "found neither tokenizer.json nor the {file} of a {}",
            self.class
        ))
    }

    fn id_of_role(&self, role: Role, pipeline: &Pipeline) -> Result<TokenId> {
        let id = self
            .special
            .role(role)
            .and_then(|content| pipeline.id(content));
        id.ok_or_else(|| {
            EncoderError::Tokenizer(format!(
                "a {} needs a {role}, but the files define none",
                self.class
            ))
        })
    }
}
