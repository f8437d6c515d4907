//! Forward passes of the bundled model, for `measure.mjs`.
//!
//! Only numbers cross the JavaScript boundary, so the module runs as compiled, without the JavaScript that wasm-bindgen
//! generates for texts and objects.

use std::cell::RefCell;

use bertscope_encoder::{KeptLayers, Layer, TokenId};
use bertscope_models::{Model, bundled};
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static MODEL: RefCell<Option<Model>> = const { RefCell::new(None) };
    static LAST: RefCell<Vec<f32>> = const { RefCell::new(Vec::new()) };
}

/// Opens the bundled model: its tokenizer and all its layers. Returns the number of layers.
///
/// # Panics
/// If the bundled files were damaged.
#[wasm_bindgen]
#[must_use]
pub fn open() -> usize {
    let model = bundled::model().expect("the bundled model");
    let layers = model.encoder.layer_count();
    MODEL.set(Some(model));
    layers
}

/// One forward pass over a text with this number of tokens, whose ids are 10, 11, …, keeping every layer or only the last.
/// Returns the number of numbers in the last layer.
///
/// # Panics
/// When no model is open, or the text is too long for it.
#[wasm_bindgen]
#[must_use]
pub fn encode(tokens: usize, every_layer: bool) -> usize {
    let ids: Vec<TokenId> = (10..).take(tokens).collect();
    let states = MODEL.with_borrow(|model| {
        let encoder = &model.as_ref().expect("an open model").encoder;
        let last = Layer(encoder.layer_count());
        let keep = if every_layer {
            KeptLayers::UpTo(last)
        } else {
            KeptLayers::Only(last)
        };
        let states = encoder
            .encode(&[&ids], keep)
            .expect("a text that fits the model");
        states[0].vectors_at(last).expect("the last layer")
    });
    LAST.with_borrow_mut(|numbers| {
        numbers.clear();
        (0..states.count()).for_each(|token| numbers.extend_from_slice(states.row(token)));
        numbers.len()
    })
}

/// A number of the last layer, \[tokens\]\[width\], of the last [`encode`]; NaN beyond them.
#[wasm_bindgen]
#[must_use]
pub fn hidden_state(index: usize) -> f32 {
    LAST.with_borrow(|numbers| numbers.get(index).copied().unwrap_or(f32::NAN))
}
