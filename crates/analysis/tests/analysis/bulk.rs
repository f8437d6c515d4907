//! Many texts at once: divided among threads, each embedded once, each with its own answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bertscope_analysis::embeddings::EmbeddingCache;
use bertscope_analysis::{Analyzer, BulkPair, BulkSettings, Conventions, Settings};
use bertscope_encoder::Compute;
use bertscope_encoder::{Encoder, EncoderError, HiddenStates, KeptLayers, Layer, TokenId};
use bertscope_metric::Vectors;
use bertscope_models::{Model, OpenOptions, ProgressMonitor, bundled, open};
use candle_core::Device;

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/bert");

/// Refuses texts that contain one token, and counts those that it encodes.
struct Picky {
    encoder: Box<dyn Encoder>,
    refused: TokenId,
    encoded: Arc<AtomicUsize>,
}

impl Encoder for Picky {
    fn layer_count(&self) -> usize {
        self.encoder.layer_count()
    }

    fn hidden_size(&self) -> usize {
        self.encoder.hidden_size()
    }

    fn max_tokens(&self) -> Option<usize> {
        self.encoder.max_tokens()
    }

    fn vocabulary_size(&self) -> usize {
        self.encoder.vocabulary_size()
    }

    fn encode(
        &self,
        texts: &[&[TokenId]],
        keep: KeptLayers,
    ) -> Result<Vec<HiddenStates>, EncoderError> {
        if texts.iter().any(|ids| ids.contains(&self.refused)) {
            return Err(EncoderError::UnknownId {
                id: self.refused,
                vocabulary: 1,
            });
        }
        self.encoded.fetch_add(texts.len(), Ordering::Relaxed);
        self.encoder.encode(texts, keep)
    }

    fn static_vectors(&self, ids: &[TokenId]) -> Result<Vectors, EncoderError> {
        self.encoder.static_vectors(ids)
    }
}

fn picky(mut model: Model, refused: &str) -> (Arc<Model>, Arc<AtomicUsize>) {
    let refused = model.tokenizer.tokenize(refused).unwrap().tokens[1].id;
    let encoded = Arc::new(AtomicUsize::new(0));
    model.encoder = Box::new(Picky {
        encoder: model.encoder,
        refused,
        encoded: Arc::clone(&encoded),
    });
    (Arc::new(model), encoded)
}

/// A text for the default program.
fn own(text: &str) -> (Conventions, &str) {
    (Conventions::default(), text)
}

#[test]
fn a_text_that_the_model_refuses_does_not_lose_the_others_and_each_distinct_text_is_embedded_once()
{
    let (model, encoded) = picky(bundled::model().unwrap(), "pineapple");
    let sentences: Vec<String> = (0..300)
        .map(|i| format!("Boat number {} left the harbour.", i % 100))
        .collect();
    let mut asked: Vec<_> = sentences.iter().map(|text| own(text)).collect();
    asked.insert(7, own("A pineapple fell down."));
    asked.insert(200, own("A pineapple fell down."));
    let mut many = EmbeddingCache::bulk(Arc::clone(&model), KeptLayers::Only(Layer(3)));
    let found = many.get_each(&asked);
    assert_eq!(found.len(), asked.len());
    for ((_, text), found) in asked.iter().zip(&found) {
        match found {
            Ok(embedded) => {
                assert_eq!(&*embedded.tokenized.text, *text);
                assert_eq!(
                    embedded.hidden.token_count(),
                    embedded.tokenized.tokens.len()
                );
                assert_eq!(embedded.hidden.last_layer(), Layer(3));
            }
            Err(error) => assert!(
                text.contains("pineapple") && error.to_string().contains("vocabulary"),
                "{error}"
            ),
        }
    }
    assert_eq!(found.iter().filter(|found| found.is_err()).count(), 2);
    assert_eq!(encoded.swap(0, Ordering::Relaxed), 100);
    assert!(many.get_each(&asked[..7]).iter().all(Result::is_ok));
    assert_eq!(
        encoded.load(Ordering::Relaxed),
        0,
        "what is known is not embedded again"
    );
    assert!(
        many.get(&["A boat.", "A pineapple fell down."].map(own), Layer(3))
            .is_err()
    );
}

#[test]
fn a_pair_with_a_thousand_references_embeds_each_distinct_text_once_and_scores_each_reference_once()
{
    let (model, encoded) = picky(bundled::model().unwrap(), "pineapple");
    let references: Vec<String> = (0..1_000).map(|i| format!("boat {}", i % 9)).collect();
    let pair = BulkPair {
        candidate: "a boat",
        references: &references,
    };
    let settings = BulkSettings {
        settings: Settings::plain(Layer(1)),
        layers: &[Layer(1)],
        references: None,
    };
    let mut analyzer = Analyzer::for_many(model, KeptLayers::Only(Layer(1)));
    let scored = analyzer.analyze_many(&[pair], settings, |_, layers| layers.unwrap()[0].len());
    assert_eq!((scored, encoded.load(Ordering::Relaxed)), (vec![1_000], 10));
}

#[test]
fn texts_with_the_same_tokens_under_several_programs_are_embedded_once() {
    let (model, encoded) = picky(bundled::model().unwrap(), "pineapple");
    let references = ["A ferry leaves at noon.".to_owned()];
    let pair = BulkPair {
        candidate: "a boat",
        references: &references,
    };
    let last = Layer(6);
    let wanted = BulkSettings {
        settings: Settings::plain(last),
        layers: &[last],
        references: None,
    };
    let programs = Conventions::ALL.map(|(conventions, ..)| conventions);
    let mut analyzer = Analyzer::for_many(model, KeptLayers::UpTo(last));
    let jobs = [pair, pair];
    let scored = analyzer.analyze_programs(&jobs, &programs, wanted, |index, layers| {
        let analysis = layers.unwrap().remove(0).remove(0);
        assert_eq!(analysis.conventions(), programs[index / jobs.len()]);
        analysis.raw
    });
    assert_eq!((scored.len(), encoded.load(Ordering::Relaxed)), (10, 2));
    // torchmetrics matches no special tokens.
    assert_ne!(scored[0], scored[6]);
    assert_eq!(scored[0], scored[9]);
}

#[test]
fn many_texts_have_the_same_vectors_as_one_however_the_model_computes() {
    for compute in [Compute::Panels, Compute::Candle(Device::Cpu)] {
        let options = OpenOptions {
            compute,
            ..OpenOptions::default()
        };
        let model = Arc::new(open(Some(FIXTURE), &options, &ProgressMonitor::silent()).unwrap());
        let last = Layer(model.encoder.layer_count());
        let sentences: Vec<String> = (0..80)
            .map(|i| "rain and wind ".repeat(i % 9 + 1))
            .collect();
        let texts: Vec<_> = sentences.iter().map(|text| own(text)).collect();
        let many =
            EmbeddingCache::bulk(Arc::clone(&model), KeptLayers::Only(last)).get_each(&texts);
        let mut single = EmbeddingCache::new(model);
        for (text, found) in texts.iter().zip(many) {
            let alone = &single.get(&[*text], last).unwrap()[0];
            let [found, alone] =
                [&found.unwrap(), alone].map(|embedded| embedded.hidden.vectors_at(last).unwrap());
            let rows = (0..found.count()).flat_map(|i| found.row(i).iter().zip(alone.row(i)));
            let difference = rows.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            // candle's products add up in an order that depends on the number of rows.
            assert!(
                found.count() == alone.count() && difference <= 1e-5,
                "{text:?} differs by {difference}"
            );
        }
    }
}
