//! Many texts at once get the same bits as each text alone.

use bertscope_encoder::{Compute, EncoderError, KeptLayers, Layer, TokenId};
use candle_core::Device;

use super::families::{FIXTURES, encoder};

/// Texts of 0 to 40 tokens, some 1,200 tokens together, and one that fills a thread's part alone.
fn texts(vocabulary: usize) -> Vec<Vec<TokenId>> {
    let lengths = (0..60).map(|i| i * 17 % 41).chain([90]);
    lengths
        .map(|n| {
            (0..n)
                .map(|i| ((i * 7919 + n * 104_729 + 13) % vocabulary) as TokenId)
                .collect()
        })
        .collect()
}

#[test]
fn texts_of_every_family_that_are_divided_among_threads_get_the_same_bits_as_alone() {
    for family in FIXTURES {
        let encoder = encoder(family, Compute::Panels, None);
        let texts = texts(encoder.vocabulary_size());
        let ids: Vec<&[TokenId]> = texts.iter().map(Vec::as_slice).collect();
        let all = KeptLayers::UpTo(Layer(usize::MAX));
        let alone: Vec<_> = ids
            .iter()
            .map(|ids| encoder.encode(&[ids], all).unwrap().remove(0))
            .collect();
        for threads in [1, 2, 3, 7] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let together = pool.install(|| encoder.encode(&ids, all)).unwrap();
            assert!(together == alone, "{family} with {threads} threads");
        }
    }
}

#[test]
fn texts_of_every_family_have_the_same_vectors_on_a_device_of_candles_as_in_the_kernel_wherever_they_stand()
 {
    for family in FIXTURES {
        let [ours, theirs] =
            [Compute::Panels, Compute::Candle(Device::Cpu)].map(|way| encoder(family, way, None));
        let mut texts = texts(ours.vocabulary_size());
        // Two texts of each length differ, and those of equal length share a pass there.
        texts
            .iter_mut()
            .skip(1)
            .step_by(2)
            .for_each(|text| text.reverse());
        let ids: Vec<&[TokenId]> = texts.iter().map(Vec::as_slice).collect();
        let [ours, theirs] =
            [&ours, &theirs].map(|e| e.encode(&ids, KeptLayers::UpTo(Layer(usize::MAX))).unwrap());
        for (text, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            for layer in (0..=ours.last_layer().0).map(Layer) {
                let [ours, theirs] = [ours, theirs].map(|states| states.vectors_at(layer).unwrap());
                assert_eq!(ours.count(), theirs.count(), "{family}, text {text}");
                let rows = (0..ours.count()).flat_map(|i| ours.row(i).iter().zip(theirs.row(i)));
                let difference = rows
                    .map(|(a, b)| (a - b).abs() / a.abs().max(1.0))
                    .fold(0.0, f32::max);
                assert!(
                    difference <= 1e-4,
                    "{family}, text {text} at layer {layer} differs by {difference}"
                );
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
            let last = Layer(encoder.layer_count());
            let all = encoder
                .encode(&[&ids], KeptLayers::UpTo(last))
                .unwrap()
                .remove(0);
            for layer in (0..=last.0).map(Layer) {
                let one = encoder
                    .encode(&[&ids], KeptLayers::Only(layer))
                    .unwrap()
                    .remove(0);
                assert!(
                    one.vectors_at(layer).unwrap() == all.vectors_at(layer).unwrap(),
                    "{family} at layer {layer}"
                );
                assert_eq!(
                    (one.last_layer(), one.byte_count() * (last.0 + 1)),
                    (layer, all.byte_count())
                );
                for other in (0..=last.0).map(Layer).filter(|other| *other != layer) {
                    let error = one.vectors_at(other).unwrap_err();
                    let kept = |wanted, kept| (wanted, kept) == (other, layer);
                    assert!(
                        matches!(error, EncoderError::NotKept { layer, kept: k } if kept(layer, k)),
                        "{error}"
                    );
                }
            }
            let beyond = encoder
                .encode(&[&ids], KeptLayers::Only(Layer(99)))
                .unwrap()
                .remove(0);
            assert!(beyond.vectors_at(last).unwrap() == all.vectors_at(last).unwrap());
        }
    }
}
