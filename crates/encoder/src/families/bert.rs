//! BERT and families that differ in names, positions or shared weights: RoBERTa, XLM-R, CamemBERT, DistilBERT, ELECTRA,
//! MPNet, ALBERT.

use super::buckets::Buckets;
use super::embeddings::{Embeddings, Positions};
use super::family::{EncoderBase, Family, LoadOptions, bias_by_length};
use super::post_norm::Block;
use crate::compute::Activations;
use crate::config::ModelConfig;
use crate::kernel::Activation;
use crate::layers::post_norm::{self, BlockSize, PostNormLayers, TensorNames};
use crate::layers::{Attention, Bias, Loader};
use crate::weights::{Checkpoint, Table};
use crate::{EncoderError, Result, TokenId};

/// An encoder of post-norm blocks, without its pooler and heads.
pub struct Bert {
    base: EncoderBase,
    blocks: Vec<Block>,
    attention: Attention,
    /// MPNet's bias for distances, \[buckets, heads\].
    relative: Option<Table>,
}

/// MPNet's buckets of distances. They do not depend on config.json: that is what transformers computes.
const BUCKETS: Buckets = Buckets {
    count: 32,
    max_distance: 128,
};

/// The differences between the families.
struct BertVariant {
    /// Field names of config.json: width, layers, heads, inner width, activation.
    fields: [&'static str; 5],
    names: &'static TensorNames,
    /// The prefix of a block's tensor names.
    block: fn(usize) -> String,
    positions_after_padding: bool,
    token_types: bool,
    /// The field with the embedding size, and the tensor that projects it to the hidden size.
    projection: Option<&'static str>,
    relative: bool,
    shared: bool,
    epsilon: f64,
}

const BERT: BertVariant = BertVariant {
    fields: [
        "hidden_size",
        "num_hidden_layers",
        "num_attention_heads",
        "intermediate_size",
        "hidden_act",
    ],
    names: &post_norm::BERT,
    block: |i| format!("encoder.layer.{i}."),
    positions_after_padding: false,
    token_types: true,
    projection: None,
    relative: false,
    shared: false,
    epsilon: 1e-12,
};

static DISTILBERT: TensorNames = TensorNames {
    query_key_value: ["attention.q_lin", "attention.k_lin", "attention.v_lin"],
    attention_output: "attention.out_lin",
    attention_norm: "sa_layer_norm",
    intermediate: "ffn.lin1",
    output: "ffn.lin2",
    output_norm: "output_layer_norm",
};

static MPNET: TensorNames = TensorNames {
    query_key_value: ["attention.attn.q", "attention.attn.k", "attention.attn.v"],
    attention_output: "attention.attn.o",
    attention_norm: "attention.LayerNorm",
    ..post_norm::BERT
};

static ALBERT: TensorNames = TensorNames {
    query_key_value: ["attention.query", "attention.key", "attention.value"],
    attention_output: "attention.dense",
    attention_norm: "attention.LayerNorm",
    intermediate: "ffn",
    output: "ffn_output",
    output_norm: "full_layer_layer_norm",
};

impl BertVariant {
    fn for_model_type(model_type: &str) -> Self {
        match model_type {
            "distilbert" => Self {
                fields: ["dim", "n_layers", "n_heads", "hidden_dim", "activation"],
                names: &DISTILBERT,
                block: |i| format!("transformer.layer.{i}."),
                token_types: false,
                ..BERT
            },
            "electra" => Self {
                projection: Some("embeddings_project"),
                ..BERT
            },
            "mpnet" => Self {
                names: &MPNET,
                positions_after_padding: true,
                token_types: false,
                relative: true,
                ..BERT
            },
            "albert" => Self {
                names: &ALBERT,
                block: |_| "encoder.albert_layer_groups.0.albert_layers.0.".into(),
                projection: Some("encoder.embedding_hidden_mapping_in"),
                shared: true,
                ..BERT
            },
            "bert" => BERT,
            _ => Self {
                positions_after_padding: true,
                ..BERT
            },
        }
    }
}

impl Bert {
    /// Packs a model's weights.
    pub fn load(config: &ModelConfig, weights: Checkpoint, loading: &LoadOptions) -> Result<Self> {
        let kind = BertVariant::for_model_type(config.model_type());
        let [width, layers, heads, inner, activation] = kind.fields;
        let (width, heads) = config.hidden_size_and_heads(width, heads)?;
        let layers = config.layer_count(layers)?;
        let size = BlockSize {
            width,
            inner: config.size(inner)?,
            activation: config.activation(activation, "gelu")?,
            epsilon: config.number("layer_norm_eps", kind.epsilon)?,
        };
        if let Some(other) = config
            .text("position_embedding_type")?
            .filter(|value| *value != "absolute")
        {
            let problem =
                format!("position_embedding_type {other:?} is not supported, only \"absolute\"");
            return Err(EncoderError::Config(problem));
        }
        if kind.shared
            && (
                config.size_or("num_hidden_groups", 1)?,
                config.size_or("inner_group_num", 1)?,
            ) != (1, 1)
        {
            return Err(EncoderError::Config(
                "ALBERT with more than one group of layers is not supported".into(),
            ));
        }
        let weights = weights.with_prefix_of("embeddings.word_embeddings.weight")?;
        let compute = loading.compute.clone();
        let attention = Attention::scaled(heads, width);
        let embeddings = embeddings(&kind, config, &weights, size)?;
        let loaded = loading.blocks(layers);
        let blocks = (0..if kind.shared { loaded.min(1) } else { loaded })
            .map(|i| {
                let prefix = (kind.block)(i);
                let layers = PostNormLayers::load(
                    Loader {
                        weights: &weights,
                        prefix: &prefix,
                    },
                    kind.names,
                    size,
                )?;
                Block::new(layers, &attention, &compute)
            })
            .collect::<Result<_>>()?;
        let relative = || weights.table("encoder.relative_attention_bias.weight", heads);
        let relative = kind.relative.then(relative).transpose()?;
        let base = EncoderBase {
            compute,
            embeddings,
            hidden_size: width,
            layer_count: layers,
            loaded,
            final_norm: None,
        };
        Ok(Self {
            base,
            blocks,
            attention,
            relative,
        })
    }
}

fn embeddings(
    kind: &BertVariant,
    config: &ModelConfig,
    weights: &Checkpoint,
    size: BlockSize,
) -> Result<Embeddings> {
    let own = match kind.projection {
        Some(_) => config.size_or("embedding_size", if kind.shared { 128 } else { size.width })?,
        None => size.width,
    };
    let loader = Loader {
        weights,
        prefix: "",
    };
    let places = weights.table("embeddings.position_embeddings.weight", own)?;
    let token_type = if kind.token_types && weights.has("embeddings.token_type_embeddings.weight") {
        weights
            .table("embeddings.token_type_embeddings.weight", own)?
            .row(0)
    } else {
        None
    };
    // ALBERT always projects, ELECTRA only if the two sizes differ.
    let project = kind.projection.filter(|_| kind.shared || own != size.width);
    Ok(Embeddings {
        words: weights.table("embeddings.word_embeddings.weight", own)?,
        positions: if kind.positions_after_padding {
            Positions::AfterPadding(places, config.count_or("pad_token_id", 1)? as TokenId)
        } else {
            Positions::FromZero(places)
        },
        token_type,
        projection_before: None,
        norm: Some(
            loader
                .norm("embeddings.LayerNorm", own, size.epsilon)?
                .pack(),
        ),
        projection_after: match project {
            Some(name) => Some(
                loader
                    .linear(name, own, size.width, Activation::Identity)?
                    .pack()?,
            ),
            None => None,
        },
    })
}

impl Family for Bert {
    fn base(&self) -> &EncoderBase {
        &self.base
    }

    fn bias(&self, lengths: &[usize]) -> Result<Option<Bias>> {
        Ok(self
            .relative
            .as_ref()
            .map(|table| bias_by_length(lengths, |n| BUCKETS.bias(n, table))))
    }

    fn block(
        &self,
        index: usize,
        x: &Activations,
        lengths: &[usize],
        bias: Option<&Bias>,
    ) -> Result<Activations> {
        // ALBERT has one block for all layers.
        let block = &self.blocks[index.min(self.blocks.len() - 1)];
        block.forward(x, &self.attention, lengths, |_| Ok(bias.cloned()))
    }
}
