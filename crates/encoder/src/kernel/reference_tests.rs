//! Tests every operation, on every instruction set of this processor, against its definition in f64.
//!
//! Sizes are awkward on purpose: no multiples of panels, tiles and vectors, and heads that span panels. In tests all memory
//! that an operation receives is filled with NaN, so that an unwritten or prematurely read number is noticed.

use half::{bf16, f16};

use super::threads::map_single_threaded;
use super::{
    Activation, AddNorm, AttentionShape, Bias, InstructionSet, NormKind, PackedWeight, Panels,
    Projection, RotaryEmbedding, SelfAttention,
};
use crate::weights::{DType, Matrix, Region};

/// Tolerance for results of about 1, in units of max(1, |exact|). The largest error seen is 4e-6, for 1,100 inputs.
const TOLERANCE: f64 = 1e-5;

/// Around the heights of tiles (4, 6 and 12 tokens), and up to several tiles.
const TOKENS: [usize; 17] = [1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 13, 17, 23, 25, 31, 37, 40];

/// Numbers between −1 and 1 that differ with every seed.
fn random(seed: u64, count: usize) -> Vec<f32> {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let bits = |i: u64| (i + 1 + (seed << 32)).wrapping_mul(STEP);
    let mixed = |i| (bits(i) ^ (bits(i) >> 29)).wrapping_mul(STEP) >> 40;
    (0..count as u64)
        .map(|i| mixed(i) as f32 / 8_388_608.0 - 1.0)
        .collect()
}

/// Compares the result of `compute` for \[tokens, width\] numbers with `exact`, on every set: with the operation shared among
/// threads, and twice on one thread alone, the second time in recycled memory.
fn assert_everywhere(
    what: &str,
    exact: &[f64],
    (x, tokens): (&[f32], usize),
    compute: impl Fn(&Panels) -> Panels + Sync,
) {
    let width = exact.len() / tokens;
    let run = || {
        let panels = compute(&Panels::from_rows(x, x.len() / tokens));
        assert_eq!(panels.width, width, "{what}");
        let padded = panels.columns(width, width.next_multiple_of(32) - width);
        assert!(
            padded.iter().all(|v| *v == 0.0),
            "{what}: columns beyond the width"
        );
        panels.to_rows()
    };
    for set in InstructionSet::available() {
        let shared = set.run(run);
        let alone = set
            .run(|| map_single_threaded(&[()], |()| [run(), run()]))
            .remove(0);
        for (way, ours) in [
            ("shared", &shared),
            ("alone", &alone[0]),
            ("recycled", &alone[1]),
        ] {
            assert_eq!(ours.len(), exact.len());
            for (i, (&ours, &exact)) in ours.iter().zip(exact).enumerate() {
                let error = (f64::from(ours) - exact).abs() / exact.abs().max(1.0);
                let place = format!("token {}, column {}", i / width, i % width);
                assert!(
                    error <= TOLERANCE,
                    "{what}, {}, {way}: {ours} is not {exact} at {place}",
                    set.name()
                );
            }
        }
    }
}

fn exact_activation(activation: Activation, x: f64) -> f64 {
    match activation {
        Activation::Identity => x,
        Activation::Gelu => 0.5 * x * (1.0 + candle_core::cpu::erf::erf_f64(x / 2f64.sqrt())),
        Activation::GeluTanh => {
            0.5 * x
                * (1.0 + ((2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x.powi(3))).tanh())
        }
        Activation::Relu => x.max(0.0),
        Activation::Silu => x / (1.0 + (-x).exp()),
        Activation::Tanh => x.tanh(),
    }
}

/// The type of packed numbers.
const PACKED: Option<DType> = None;

/// A random \[outputs, inputs\] matrix of a number type, and its numbers.
fn matrix(seed: u64, number: Option<DType>, outputs: usize, inputs: usize) -> (Matrix, Vec<f32>) {
    let spread = 2.0 / (inputs as f32).sqrt();
    let drawn = random(seed, outputs * inputs)
        .into_iter()
        .map(|v| v * spread);
    let bytes: Vec<u8> = match number {
        Some(DType::F32) => drawn.flat_map(f32::to_le_bytes).collect(),
        Some(DType::F16) => drawn.flat_map(|v| f16::from_f32(v).to_le_bytes()).collect(),
        Some(DType::Bf16) => drawn
            .flat_map(|v| bf16::from_f32(v).to_le_bytes())
            .collect(),
        None => drawn
            .flat_map(|v| ((v / spread * 32_767.0) as i16).to_le_bytes())
            .collect(),
    };
    let data = match number {
        Some(_) => Region::Memory(bytes.into()),
        None => {
            let scales = random(seed + 100, outputs * inputs / 32)
                .into_iter()
                .map(|scale| scale * spread * 1e-4);
            let scales: Vec<u8> = scales.flat_map(f32::to_le_bytes).collect();
            Region::packed(Region::Memory(bytes.into()), Region::Memory(scales.into())).unwrap()
        }
    };
    let matrix = Matrix {
        data,
        dtype: number.unwrap_or(DType::F32),
        outputs,
        inputs,
    };
    let numbers = matrix.numbers().unwrap();
    (matrix, numbers)
}

/// One layer of two matrices with the same inputs.
fn check_projection(
    tokens: usize,
    inputs: usize,
    outputs: [usize; 2],
    number: Option<DType>,
    activation: Activation,
) {
    let parts = [
        matrix(1, number, outputs[0], inputs),
        matrix(2, number, outputs[1], inputs),
    ];
    let weights: Vec<&[f32]> = parts
        .iter()
        .flat_map(|(_, numbers)| numbers.chunks_exact(inputs))
        .collect();
    let matrices = parts.each_ref().map(|(matrix, _)| matrix.clone());
    let (x, bias) = (random(3, tokens * inputs), random(4, weights.len()));
    let dot = |x: &[f32], w: &[f32]| {
        x.iter()
            .zip(w)
            .map(|(x, w)| f64::from(*x) * f64::from(*w))
            .sum::<f64>()
    };
    for bias in [&bias[..], &[]] {
        let exact = x.chunks_exact(inputs).flat_map(|x| {
            let outputs = weights.iter().enumerate();
            outputs.map(move |(o, w)| dot(x, w) + bias.get(o).map_or(0.0, |b| f64::from(*b)))
        });
        let exact: Vec<f64> = exact.map(|y| exact_activation(activation, y)).collect();
        let layer = Projection::new(PackedWeight::pack(&matrices).unwrap(), bias, activation);
        let what = format!(
            "{tokens} × {inputs} → {outputs:?}, {number:?}, {activation:?}, {} biases",
            bias.len()
        );
        assert_everywhere(&what, &exact, (&x, tokens), |x| layer.forward(x));
    }
}

#[test]
fn a_projection_is_the_product_of_any_number_of_tokens_and_type_of_weights() {
    for tokens in TOKENS {
        for number in [DType::F32, DType::F16, DType::Bf16] {
            check_projection(tokens, 45, [54, 33], Some(number), Activation::Identity);
        }
        check_projection(tokens, 64, [54, 33], PACKED, Activation::Identity);
    }
}

#[test]
fn a_projection_is_the_product_for_any_width() {
    for (inputs, outputs) in [
        (1, [1, 1]),
        (31, [33, 33]),
        (33, [5, 150]),
        (60, [180, 60]),
        (132, [1, 31]),
        (64, [64, 32]),
    ] {
        check_projection(7, inputs, outputs, Some(DType::F32), Activation::Identity);
        check_projection(13, inputs, outputs, Some(DType::F16), Activation::Identity);
    }
}

/// More tokens than one product takes, and more inputs than stay in the cache, with enough outputs for several threads.
#[test]
fn a_projection_in_groups_of_tokens_and_inputs_is_the_same_product() {
    check_projection(301, 1100, [70, 75], Some(DType::F32), Activation::Gelu);
    check_projection(301, 1100, [70, 75], Some(DType::F16), Activation::Identity);
    check_projection(301, 1120, [70, 75], PACKED, Activation::Identity);
}

#[test]
fn every_activation_follows_its_definition() {
    use Activation::{Gelu, GeluTanh, Identity, Relu, Silu, Tanh};
    for activation in [Identity, Gelu, GeluTanh, Relu, Silu, Tanh] {
        check_projection(5, 54, [45, 60], Some(DType::F32), activation);
    }
}

/// The reference implementation of attention; query, key and value are side by side in `x`.
fn exact_attention(attention: &SelfAttention<'_>, x: &[f32]) -> Vec<f64> {
    let (width, heads) = (attention.shape.width, attention.shape.heads);
    let head = width / heads;
    let mut exact = vec![0.0; x.len() / 3];
    let mut first = 0;
    for (text, &n) in attention.lengths.iter().enumerate() {
        for h in 0..heads {
            let features = |part: usize, t: usize| -> Vec<f64> {
                let start = (first + t) * 3 * width + part * width + h * head;
                let row: Vec<f64> = x[start..start + head]
                    .iter()
                    .map(|v| f64::from(*v))
                    .collect();
                let Some(RotaryEmbedding { cos, sin, half }) =
                    attention.rotation.filter(|_| part < 2)
                else {
                    return row;
                };
                let angle = |d: usize| (f64::from(cos[t * half + d]), f64::from(sin[t * half + d]));
                let low = (0..*half).map(|d| row[d] * angle(d).0 - row[d + half] * angle(d).1);
                let high = (0..*half).map(|d| row[d + half] * angle(d).0 + row[d] * angle(d).1);
                low.chain(high).collect()
            };
            for q in 0..n {
                let query = features(0, q);
                let score = |k: usize| {
                    let product: f64 = query.iter().zip(features(1, k)).map(|(q, k)| q * k).sum();
                    let bias = attention
                        .bias
                        .map_or(0.0, |bias| bias[text][(h * n + q) * n + k]);
                    (product * f64::from(attention.shape.scale) + f64::from(bias)).exp()
                };
                let scores: Vec<f64> = (0..n).map(score).collect();
                let total: f64 = scores.iter().sum();
                for (k, score) in scores.iter().enumerate() {
                    let out = &mut exact[(first + q) * width + h * head..][..head];
                    out.iter_mut()
                        .zip(features(2, k))
                        .for_each(|(out, value)| *out += score / total * value);
                }
            }
        }
        first += n;
    }
    exact
}

fn check_attention(heads: usize, head: usize, lengths: &[usize], with_bias: bool, rotated: bool) {
    let (width, tokens) = (heads * head, lengths.iter().sum::<usize>());
    let x = random(5, tokens * 3 * width);
    let bias: Bias = lengths
        .iter()
        .map(|&n| {
            let mut bias = random(6, heads * n * n);
            // A masked key, but never the first, so that every query sees at least one.
            bias.iter_mut()
                .enumerate()
                .filter(|(i, _)| i % n > 0 && i % 5 == 3)
                .for_each(|(_, b)| *b = f32::NEG_INFINITY);
            bias.into()
        })
        .collect();
    let rotation = RotaryEmbedding::new(lengths.iter().copied().max().unwrap_or(0), head, 10_000.0);
    let attention = SelfAttention {
        shape: AttentionShape {
            heads,
            width,
            scale: 2.0 / (head as f32).sqrt(),
        },
        lengths,
        bias: with_bias.then_some(&bias),
        rotation: rotated.then_some(&rotation),
    };
    let exact = exact_attention(&attention, &x);
    let what = format!(
        "{heads} heads of {head}, texts of {lengths:?}, bias {with_bias}, rotation {rotated}"
    );
    assert_everywhere(&what, &exact, (&x, tokens), |x| attention.forward(x));
}

#[test]
fn attention_follows_its_definition_for_heads_of_any_size() {
    for (heads, head) in [
        (33, 4),
        (5, 12),
        (3, 15),
        (2, 27),
        (3, 32),
        (1, 45),
        (2, 64),
    ] {
        for lengths in [&[33][..], &[7, 1, 16], &[0, 31, 40, 0, 2]] {
            check_attention(heads, head, lengths, false, false);
        }
    }
}

#[test]
fn attention_adds_its_bias_and_hides_what_it_forbids() {
    for (heads, head) in [(33, 4), (5, 12), (2, 64)] {
        check_attention(heads, head, &[1, 32, 0, 37], true, false);
    }
}

#[test]
fn attention_rotates_query_and_key_by_their_positions() {
    for (heads, head) in [(5, 12), (2, 54), (2, 64)] {
        check_attention(heads, head, &[13, 33], false, true);
        check_attention(heads, head, &[35], true, true);
    }
}

#[test]
fn attention_of_every_length_is_exact() {
    for length in 1..=40 {
        check_attention(3, 12, &[length, 41 - length], false, false);
    }
}

#[test]
fn norms_follow_their_definitions_for_any_width_and_number_of_tokens() {
    const EPSILON: f64 = 1e-5;
    for width in [1, 31, 33, 45, 54, 60, 64, 132] {
        let (gain, bias) = (random(7, width), random(8, width));
        for (tokens, bias) in TOKENS
            .into_iter()
            .chain([500])
            .flat_map(|tokens| [(tokens, &bias[..]), (tokens, &[])])
        {
            let (x, residual) = (random(9, tokens * width), random(10, tokens * width));
            for (kind, with_residual) in [NormKind::Layer, NormKind::RootMeanSquare]
                .into_iter()
                .flat_map(|kind| [(kind, true), (kind, false)])
            {
                let sum = |i: usize| {
                    f64::from(if with_residual {
                        x[i] + residual[i]
                    } else {
                        x[i]
                    })
                };
                let exact = (0..tokens).flat_map(|t| {
                    let row: Vec<f64> = (t * width..(t + 1) * width).map(sum).collect();
                    let mean = if kind == NormKind::Layer {
                        row.iter().sum::<f64>() / width as f64
                    } else {
                        0.0
                    };
                    let variance =
                        row.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / width as f64;
                    let scale = 1.0 / (variance + EPSILON).sqrt();
                    let numbers = row.into_iter().zip(&gain).enumerate();
                    numbers.map(move |(i, (v, gain))| {
                        (v - mean) * scale * f64::from(*gain)
                            + bias.get(i).map_or(0.0, |b| f64::from(*b))
                    })
                });
                let exact: Vec<f64> = exact.collect();
                let norm = AddNorm::new(kind, &gain, bias, EPSILON);
                let residual = with_residual.then(|| Panels::from_rows(&residual, width));
                let what = format!(
                    "{kind:?} of {tokens} × {width}, residual {with_residual}, {} biases",
                    bias.len()
                );
                assert_everywhere(&what, &exact, (&x, tokens), |x| {
                    norm.forward(x, residual.as_ref())
                });
            }
        }
    }
}

#[test]
fn a_nan_comes_out_of_every_operation_as_a_nan() {
    let (matrix, _) = matrix(11, Some(DType::F32), 33, 33);
    for activation in [
        Activation::Gelu,
        Activation::GeluTanh,
        Activation::Relu,
        Activation::Silu,
        Activation::Tanh,
    ] {
        let layer = Projection::new(
            PackedWeight::pack(std::slice::from_ref(&matrix)).unwrap(),
            &[],
            activation,
        );
        let x = Panels::from_rows(&[f32::NAN; 33], 33);
        for set in InstructionSet::available() {
            let y = set.run(|| layer.forward(&x).to_rows());
            assert!(
                y.iter().all(|v| v.is_nan()),
                "{activation:?}, {}",
                set.name()
            );
        }
    }
}
