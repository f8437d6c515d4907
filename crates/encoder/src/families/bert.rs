//! BERT and families that differ in names, positions or shared weights: RoBERTa, XLM-R, CamemBERT, DistilBERT, ELECTRA,
//! MPNet, ALBERT.

use super::buckets::Buckets;
use super::embeddings::{Embeddings, Positions};
use super::family::{EncoderBase, Family, LoadOptions, ModelType, bias_by_length};
use super::post_norm::{Block, BlockBias};
use crate::compute::Activations;
use crate::config::ModelConfig;
use crate::kernel::{AttentionShape, Bias};
use crate::layers::post_norm::{self, BlockSize, PostNormLayers, TensorNames};
use crate::layers::{KernelLayer, Loader};
use crate::weights::{Checkpoint, Table};
use crate::{Result, TokenId};

/// An encoder of post-norm blocks, without its pooler and heads.
pub struct Bert {
    base: EncoderBase,
    blocks: Vec<Block>,
    attention: AttentionShape,
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
    fields: FieldNames,
    names: &'static TensorNames,
    /// The prefix of a block's tensor names.
    block: fn(usize) -> String,
    positions_after_padding: bool,
    token_types: bool,
    /// The tensor that projects the embeddings to the hidden size, which config.json may give apart.
    projection: Option<&'static str>,
    /// Whether the attention has a bias for distances.
    relative: bool,
    /// Whether all layers have the weights of one block.
    shared: bool,
    default_activation: &'static str,
    /// Whether config.json can state the epsilon of its norms.
    reads_epsilon: bool,
    /// The padding token, whatever config.json says.
    padding: Option<usize>,
}

/// The fields of config.json that have other names in some families.
struct FieldNames {
    width: &'static str,
    layers: &'static str,
    heads: &'static str,
    inner: &'static str,
    activation: &'static str,
}

const BERT: BertVariant = BertVariant {
    fields: FieldNames {
        width: "hidden_size",
        layers: "num_hidden_layers",
        heads: "num_attention_heads",
        inner: "intermediate_size",
        activation: "hidden_act",
    },
    names: &post_norm::BERT,
    block: |i| format!("encoder.layer.{i}."),
    positions_after_padding: false,
    token_types: true,
    projection: None,
    relative: false,
    shared: false,
    default_activation: "gelu",
    reads_epsilon: true,
    padding: None,
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
    fn for_model_type(model_type: ModelType) -> Self {
        match model_type {
            ModelType::Distilbert => Self {
                fields: FieldNames {
                    width: "dim",
                    layers: "n_layers",
                    heads: "n_heads",
                    inner: "hidden_dim",
                    activation: "activation",
                },
                names: &DISTILBERT,
                block: |i| format!("transformer.layer.{i}."),
                token_types: false,
                reads_epsilon: false,
                ..BERT
            },
            ModelType::Electra => Self {
                projection: Some("embeddings_project"),
                ..BERT
            },
            ModelType::Mpnet => Self {
                names: &MPNET,
                positions_after_padding: true,
                token_types: false,
                relative: true,
                padding: Some(1),
                ..BERT
            },
            ModelType::Albert => Self {
                names: &ALBERT,
                block: |_| "encoder.albert_layer_groups.0.albert_layers.0.".into(),
                projection: Some("encoder.embedding_hidden_mapping_in"),
                shared: true,
                default_activation: "gelu_new",
                ..BERT
            },
            ModelType::Bert => BERT,
            // RoBERTa and its relatives.
            _ => Self {
                positions_after_padding: true,
                ..BERT
            },
        }
    }

    fn load_embeddings(
        &self,
        config: &ModelConfig,
        weights: &Checkpoint,
        size: BlockSize,
    ) -> Result<Embeddings> {
        let embedding_size = match self.projection {
            None => size.width,
            // ALBERT's default in transformers.
            Some(_) if self.shared => config.size_or("embedding_size", 128)?,
            Some(_) => config.size_or("embedding_size", size.width)?,
        };
        let loader = Loader::new(weights, "");
        let positions = weights.table("embeddings.position_embeddings.weight", embedding_size)?;
        let token_types = "embeddings.token_type_embeddings.weight";
        let token_type = if self.token_types && weights.has(token_types) {
            weights.table(token_types, embedding_size)?.row(0)
        } else {
            None
        };
        let words = weights.table("embeddings.word_embeddings.weight", embedding_size)?;
        let positions = if self.positions_after_padding {
            let padding = match self.padding {
                Some(padding) => padding,
                None => config.count_or("pad_token_id", 1)?,
            };
            Positions::AfterPadding(positions, padding as TokenId)
        } else {
            Positions::FromZero(positions)
        };
        let norm = loader.norm("embeddings.LayerNorm", embedding_size, size.epsilon)?;
        let mut layers = vec![KernelLayer::Norm(norm.pack())];
        // ALBERT always projects, ELECTRA only if the two sizes differ.
        if let Some(name) = self.projection
            && (self.shared || embedding_size != size.width)
        {
            let projection = loader.linear(name, embedding_size, size.width)?;
            layers.push(KernelLayer::Linear(projection.pack()?));
        }
        Ok(Embeddings {
            words,
            positions,
            token_type,
            layers,
        })
    }
}

impl Bert {
    pub fn load(
        config: &ModelConfig,
        model_type: ModelType,
        weights: Checkpoint,
        loading: &LoadOptions,
    ) -> Result<Self> {
        let variant = BertVariant::for_model_type(model_type);
        let fields = &variant.fields;
        let (width, heads) = config.hidden_size_and_heads(fields.width, fields.heads)?;
        let layer_count = config.layer_count(fields.layers)?;
        let mut epsilon = 1e-12;
        if variant.reads_epsilon {
            epsilon = config.number("layer_norm_eps", epsilon)?;
        }
        let size = BlockSize {
            width,
            inner: config.size(fields.inner)?,
            activation: config.activation(fields.activation, variant.default_activation)?,
            epsilon,
        };
        let weights = weights.with_prefix_of("embeddings.word_embeddings.weight")?;
        let attention = AttentionShape::scaled(heads, width);
        let embeddings = variant.load_embeddings(config, &weights, size)?;
        let loaded = loading.blocks(layer_count);
        let stored = if variant.shared {
            loaded.min(1)
        } else {
            loaded
        };
        let mut blocks = Vec::with_capacity(stored);
        for index in 0..stored {
            let prefix = (variant.block)(index);
            let loader = Loader::new(&weights, &prefix);
            let layers = PostNormLayers::load(loader, variant.names, size)?;
            blocks.push(Block::new(layers, &attention, &loading.compute)?);
        }
        let relative = if variant.relative {
            Some(weights.table("encoder.relative_attention_bias.weight", heads)?)
        } else {
            None
        };
        Ok(Self {
            base: EncoderBase {
                compute: loading.compute.clone(),
                embeddings,
                hidden_size: width,
                layer_count,
                loaded,
                final_norm: None,
            },
            blocks,
            attention,
            relative,
        })
    }
}

impl Family for Bert {
    fn base(&self) -> &EncoderBase {
        &self.base
    }

    fn bias(&self, lengths: &[usize]) -> Result<Option<Bias>> {
        let Some(table) = &self.relative else {
            return Ok(None);
        };
        Ok(Some(bias_by_length(lengths, |n| BUCKETS.bias(n, table))))
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
        block.forward(x, &self.attention, lengths, BlockBias::Fixed(bias))
    }
}
