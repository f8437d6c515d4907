//! Many texts at once: divided among threads, each embedded once, each with its own answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bertscope::analysis::embedded::Embeddings;
use bertscope::encoder::{Compute, Encoder, EncoderError, HiddenStates, Keep, Layer, TokenId};
use bertscope::models::{Model, OpenOptions, Watch, bundled, open};
use candle_core::Device;

use super::FIXTURE;
use super::families::{FIXTURES, encoder};

/// Texts of 0 to 40 tokens, some 1,200 tokens together, and one that fills a thread's part alone.
fn texts(vocabulary: usize) -> Vec<Vec<TokenId>> {
    let lengths = (0..60).map(|i| i * 17 % 41).chain([90]);
    lengths.map(|n| (0..n).map(|i| ((i * 7919 + n * 104_729 + 13) % vocabulary) as TokenId).collect()).collect()
}

#[test]
fn texts_of_every_family_that_are_divided_among_threads_get_the_same_bits_as_alone() {
    for family in FIXTURES {
        let encoder = encoder(family, Compute::Panels, None);
        let texts = texts(encoder.vocabulary());
        let ids: Vec<&[TokenId]> = texts.iter().map(Vec::as_slice).collect();
        let all = Keep::Through(Layer(usize::MAX));
        let alone: Vec<_> = ids.iter().map(|ids| encoder.encode(&[ids], all).unwrap().remove(0)).collect();
        for threads in [1, 2, 3, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let together = pool.install(|| encoder.encode(&ids, all)).unwrap();
            assert!(together == alone, "{family} with {threads} threads");
        }
    }
}

#[test]
fn texts_of_every_family_have_the_same_vectors_on_a_device_of_candles_as_in_the_kernel_wherever_they_stand() {
    for family in FIXTURES {
        let [ours, theirs] = [Compute::Panels, Compute::Candle(Device::Cpu)].map(|way| encoder(family, way, None));
        let mut texts = texts(ours.vocabulary());
        // Two texts of each length differ, and those of equal length share a pass there.
        texts.iter_mut().skip(1).step_by(2).for_each(|text| text.reverse());
        let ids: Vec<&[TokenId]> = texts.iter().map(Vec::as_slice).collect();
        let [ours, theirs] = [&ours, &theirs].map(|e| e.encode(&ids, Keep::Through(Layer(usize::MAX))).unwrap());
        for (text, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            for layer in (0..=ours.last_layer().0).map(Layer) {
                let [ours, theirs] = [ours, theirs].map(|states| states.at(layer).unwrap());
                assert_eq!(ours.count(), theirs.count(), "{family}, text {text}");
                let rows = (0..ours.count()).flat_map(|i| ours.row(i).iter().zip(theirs.row(i)));
                let difference = rows.map(|(a, b)| (a - b).abs() / a.abs().max(1.0)).fold(0.0, f32::max);
                assert!(difference <= 1e-4, "{family}, text {text} at layer {layer} differs by {difference}");
            }
        }
    }
}

#[test]
fn one_layer_alone_has_the_same_bits_as_among_all_and_no_other_is_there() {
    for compute in [Compute::Panels, Compute::Candle(Device::Cpu)] {
        for family in ["bert", "t5"] {
            let encoder = encoder(family, compute.clone(), None);
            let ids: Vec<TokenId> = (5..25).collect();
            let last = Layer(encoder.layers());
            let all = encoder.encode(&[&ids], Keep::Through(last)).unwrap().remove(0);
            for layer in (0..=last.0).map(Layer) {
                let one = encoder.encode(&[&ids], Keep::Only(layer)).unwrap().remove(0);
                assert!(one.at(layer).unwrap() == all.at(layer).unwrap(), "{family} at layer {layer}");
                assert_eq!((one.last_layer(), one.bytes() * (last.0 + 1)), (layer, all.bytes()));
                for other in (0..=last.0).map(Layer).filter(|other| *other != layer) {
                    let error = one.at(other).unwrap_err();
                    let kept = |asked, kept| (asked, kept) == (other, layer);
                    assert!(matches!(error, EncoderError::NotKept { asked, kept: k } if kept(asked, k)), "{error}");
                }
            }
            let beyond = encoder.encode(&[&ids], Keep::Only(Layer(99))).unwrap().remove(0);
            assert!(beyond.at(last).unwrap() == all.at(last).unwrap());
        }
    }
}

/// Refuses texts that contain one token, and counts those that it encodes.
struct Picky {
    encoder: Box<dyn Encoder>,
    refused: TokenId,
    encoded: Arc<AtomicUsize>,
}

impl Encoder for Picky {
    fn layers(&self) -> usize {
        self.encoder.layers()
    }

    fn width(&self) -> usize {
        self.encoder.width()
    }

    fn max_tokens(&self) -> Option<usize> {
        self.encoder.max_tokens()
    }

    fn vocabulary(&self) -> usize {
        self.encoder.vocabulary()
    }

    fn encode(&self, texts: &[&[TokenId]], keep: Keep) -> Result<Vec<HiddenStates>, EncoderError> {
        if texts.iter().any(|ids| ids.contains(&self.refused)) {
            return Err(EncoderError::UnknownId { id: self.refused, vocabulary: 1 });
        }
        self.encoded.fetch_add(texts.len(), Ordering::Relaxed);
        self.encoder.encode(texts, keep)
    }
}

fn picky(mut model: Model, refused: &str) -> (Arc<Model>, Arc<AtomicUsize>) {
    let refused = model.tokenizer.tokenize(refused).unwrap().tokens[1].id;
    let encoded = Arc::new(AtomicUsize::new(0));
    model.encoder = Box::new(Picky { encoder: model.encoder, refused, encoded: Arc::clone(&encoded) });
    (Arc::new(model), encoded)
}

#[test]
fn a_text_that_the_model_refuses_does_not_lose_the_others_and_each_distinct_text_is_embedded_once() {
    let (model, encoded) = picky(bundled::model().unwrap(), "pineapple");
    let sentences: Vec<String> = (0..300).map(|i| format!("Boat number {} left the harbour.", i % 100)).collect();
    let mut asked: Vec<&str> = sentences.iter().map(String::as_str).collect();
    asked.insert(7, "A pineapple fell down.");
    asked.insert(200, "A pineapple fell down.");
    let mut many = Embeddings::bulk(Arc::clone(&model), Keep::Only(Layer(3)));
    let found = many.get_each(&asked);
    assert_eq!(found.len(), asked.len());
    for (text, found) in asked.iter().zip(&found) {
        match found {
            Ok(embedded) => {
                assert_eq!(&*embedded.tokenized.text, *text);
                assert_eq!(embedded.hidden.tokens(), embedded.tokenized.tokens.len());
                assert_eq!(embedded.hidden.last_layer(), Layer(3));
            }
            Err(error) => assert!(text.contains("pineapple") && error.to_string().contains("vocabulary"), "{error}"),
        }
    }
    assert_eq!(found.iter().filter(|found| found.is_err()).count(), 2);
    assert_eq!(encoded.swap(0, Ordering::Relaxed), 100);
    assert!(many.get_each(&asked[..7]).iter().all(Result::is_ok));
    assert_eq!(encoded.load(Ordering::Relaxed), 0, "what is known is not embedded again");
    assert!(many.get(&["A boat.", "A pineapple fell down."], Layer(3)).is_err());
}

#[test]
fn many_texts_have_the_same_vectors_as_one_however_the_model_computes() {
    for compute in [Compute::Panels, Compute::Candle(Device::Cpu)] {
        let options = OpenOptions { compute, ..OpenOptions::default() };
        let model = Arc::new(open(Some(FIXTURE), &options, &Watch::silent()).unwrap());
        let last = Layer(model.encoder.layers());
        let sentences: Vec<String> = (0..80).map(|i| "rain and wind ".repeat(i % 9 + 1)).collect();
        let texts: Vec<&str> = sentences.iter().map(String::as_str).collect();
        let many = Embeddings::bulk(Arc::clone(&model), Keep::Only(last)).get_each(&texts);
        let mut single = Embeddings::new(model);
        for (text, found) in texts.iter().zip(many) {
            let alone = &single.get(&[text], last).unwrap()[0];
            let [found, alone] = [&found.unwrap(), alone].map(|embedded| embedded.hidden.at(last).unwrap());
            let rows = (0..found.count()).flat_map(|i| found.row(i).iter().zip(alone.row(i)));
            let difference = rows.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            // candle's products add up in an order that depends on the number of rows.
            assert!(found.count() == alone.count() && difference <= 1e-5, "{text} differs by {difference}");
        }
    }
}
