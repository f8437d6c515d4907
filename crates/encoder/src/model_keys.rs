//! The keys of config.json and tokenizer_config.json: which are used, which have no effect on a score, and which refuse a
//! model because what they ask for is not implemented.
//!
//! The lists follow the source of transformers 4.46.3 (4.48.3 for ModernBERT). A key in no list is unknown: most likely
//! transformers ignores it as well, but only a person can tell, so the list of models names it.

use serde_json::{Map, Value};

use crate::config::{ModelConfig, excerpt};
use crate::{EncoderError, Result};

/// The keys of a file, or those that a family adds to it. Names are separated by blanks.
struct Keys {
    /// Read by this crate.
    used: &'static str,
    /// For training, generation, decoding, padding or a head, or repeated by the shapes of the weights.
    without_effect: &'static str,
    /// Those whose value changes tokens or hidden states in a way that is not implemented, as `NAME=IMPLEMENTED`; only a
    /// missing, false or empty value is if there is no `=`.
    refused: &'static str,
}

/// config.json of every family.
const CONFIG: Keys = Keys {
    used: "model_type tokenizer_class _name_or_path pad_token_id",
    without_effect: "\
        _attn_implementation _commit_hash add_pooling_layer architectures attn_implementation auto_map \
        begin_suppress_tokens bad_words_ids bos_token_id chunk_size_feed_forward cls_token_id cross_attention_hidden_size \
        custom_pipelines decoder_start_token_id directionality diversity_penalty do_sample early_stopping \
        encoder_no_repeat_ngram_size eos_token_id exponential_decay_length_penalty finetuning_task \
        forced_bos_token_id forced_eos_token_id gradient_checkpointing id2label initializer_factor \
        initializer_range is_encoder_decoder label2id language length_penalty mask_token_id \
        max_length max_position_embeddings min_length name no_repeat_ngram_size num_beam_groups num_beams num_labels \
        num_return_sequences output_attentions output_hidden_states output_past output_scores pooler_fc_size \
        pooler_num_attention_heads pooler_num_fc_layers pooler_size_per_head pooler_type prefix problem_type \
        remove_invalid_values repetition_penalty return_dict return_dict_in_generate sep_token_id \
        suppress_tokens task_specific_params temperature tf_legacy_loss tie_encoder_decoder tie_word_embeddings top_k \
        top_p torch_dtype dtype torchscript transformers_version typical_p unk_token_id use_bfloat16 use_cache vocab_size \
        xla_device",
    refused: "pruned_heads quantization_config",
};

/// BERT, RoBERTa, XLM-R, CamemBERT, ELECTRA and ALBERT.
const BERT: Keys = Keys {
    used: "hidden_size num_hidden_layers num_attention_heads intermediate_size hidden_act layer_norm_eps",
    without_effect: "attention_probs_dropout_prob classifier_dropout hidden_dropout_prob type_vocab_size",
    refused: "position_embedding_type=absolute",
};

/// Of these, those that can be a decoder, which sees only what is before a token.
const DECODER: Keys = Keys {
    used: "",
    without_effect: "",
    refused: "is_decoder add_cross_attention",
};

const ELECTRA: Keys = Keys {
    used: "embedding_size",
    without_effect: "summary_activation summary_last_dropout summary_type summary_use_proj",
    refused: "",
};

const ALBERT: Keys = Keys {
    used: "embedding_size",
    without_effect: "classifier_dropout_prob down_scale_factor gap_size is_decoder net_structure_type num_memory_blocks",
    refused: "inner_group_num=1 num_hidden_groups=1",
};

const DISTILBERT: Keys = Keys {
    used: "dim n_layers n_heads hidden_dim activation",
    without_effect: "\
        attention_dropout dropout is_decoder layer_norm_eps position_embedding_type qa_dropout seq_classif_dropout \
        sinusoidal_pos_embds tie_weights_",
    // Other names of its sizes, which overrule them.
    refused: "hidden_size num_hidden_layers num_attention_heads",
};

const MPNET: Keys = Keys {
    used: "hidden_size num_hidden_layers num_attention_heads intermediate_size hidden_act layer_norm_eps",
    without_effect: "\
        attention_probs_dropout_prob hidden_dropout_prob is_decoder position_embedding_type \
        relative_attention_num_buckets type_vocab_size",
    refused: "",
};

const DEBERTA: Keys = Keys {
    used: "\
        hidden_size num_hidden_layers num_attention_heads intermediate_size hidden_act layer_norm_eps attention_head_size \
        conv_act conv_groups conv_kernel_size embedding_size max_position_embeddings max_relative_positions norm_rel_ebd \
        pos_att_type position_biased_input position_buckets relative_attention share_att_key type_vocab_size",
    without_effect: "\
        attention_probs_dropout_prob cls_dropout hidden_dropout_prob is_decoder legacy padding_idx pooler_dropout \
        pooler_hidden_act pooler_hidden_size position_embedding_type",
    refused: "talking_head",
};

const T5: Keys = Keys {
    used: "\
        d_model num_layers num_heads d_kv d_ff feed_forward_proj dense_act_fn is_gated_act layer_norm_epsilon \
        relative_attention_max_distance relative_attention_num_buckets",
    without_effect: "classifier_dropout dropout_rate is_decoder n_positions num_decoder_layers",
    // Other names of its sizes, which overrule them.
    refused: "hidden_size num_hidden_layers num_attention_heads head_dim",
};

const MODERNBERT: Keys = Keys {
    used: "\
        hidden_size num_hidden_layers num_attention_heads intermediate_size hidden_activation norm_eps \
        global_attn_every_n_layers global_rope_theta local_attention local_rope_theta",
    without_effect: "\
        attention_dropout classifier_activation classifier_bias classifier_dropout classifier_pooling decoder_bias \
        deterministic_flash_attn embedding_dropout initializer_cutoff_factor layer_norm_eps mlp_dropout \
        position_embedding_type reference_compile repad_logits_with_grad sparse_pred_ignore_index sparse_prediction",
    // Version 5 states the rotation in rope_parameters and layer_types.
    refused: "attention_bias mlp_bias norm_bias rope_parameters rope_scaling layer_types",
};

/// tokenizer_config.json. A class without a setting ignores it, here as in transformers.
const TOKENIZER: Keys = Keys {
    used: "\
        tokenizer_class model_max_length max_len add_prefix_space do_basic_tokenize do_lower_case extra_ids keep_accents legacy \
        never_split remove_space split_by_punct strip_accents tokenize_chinese_chars truncation_side added_tokens_decoder \
        additional_special_tokens bos_token cls_token eos_token mask_token pad_token sep_token unk_token",
    without_effect: "\
        add_bos_token add_eos_token auto_map chat_template clean_up_tokenization_spaces errors extra_special_tokens \
        from_slow full_tokenizer_file is_local local_files_only max_length model_input_names name_or_path pad_to_multiple_of \
        pad_token_type_id padding padding_side processor_class \
        special_tokens_map_file spaces_between_special_tokens stride tokenizer_file trim_offsets truncation \
        truncation_strategy use_fast vocab_type wordpieces_prefix backend return_token_type_ids",
    refused: "init_inputs merges_file sp_model_kwargs split_special_tokens vocab_file",
};

/// The lists for the config.json of a family; `None` if it is not supported.
fn config_keys(model_type: &str) -> Option<Vec<&'static Keys>> {
    Some(match model_type {
        "bert" | "roberta" | "xlm-roberta" | "camembert" => vec![&CONFIG, &BERT, &DECODER],
        "electra" => vec![&CONFIG, &BERT, &DECODER, &ELECTRA],
        "albert" => vec![&CONFIG, &BERT, &ALBERT],
        "distilbert" => vec![&CONFIG, &DISTILBERT],
        "mpnet" => vec![&CONFIG, &MPNET],
        "deberta" | "deberta-v2" => vec![&CONFIG, &DEBERTA],
        "t5" | "mt5" => vec![&CONFIG, &T5],
        "modernbert" => vec![&CONFIG, &MODERNBERT],
        _ => return None,
    })
}

/// Fails for a config.json that asks for what is not implemented.
pub(crate) fn check_config(config: &ModelConfig) -> Result<()> {
    let lists = config_keys(config.model_type()).unwrap_or_default();
    check(config.fields(), &lists).map_err(EncoderError::Config)
}

/// Fails for the fields of a tokenizer_config.json that ask for what is not implemented; the error is the problem.
pub(crate) fn check_tokenizer(fields: &Map<String, Value>) -> Result<(), String> {
    check(fields, &[&TOKENIZER])
}

/// The keys of a config.json that are in no list. Fails as loading the model would.
pub fn unknown_in_config(config: &ModelConfig) -> Result<Vec<String>> {
    check_config(config)?;
    Ok(match config_keys(config.model_type()) {
        Some(lists) => unknown(config.fields(), &lists, "config.json"),
        None => Vec::new(),
    })
}

/// The keys of a tokenizer_config.json that are in no list. Fails as loading the tokenizer would.
pub fn unknown_in_tokenizer(fields: &Map<String, Value>) -> Result<Vec<String>> {
    check_tokenizer(fields).map_err(EncoderError::Tokenizer)?;
    Ok(unknown(fields, &[&TOKENIZER], "tokenizer_config.json"))
}

fn check(fields: &Map<String, Value>, lists: &[&Keys]) -> Result<(), String> {
    for key in lists
        .iter()
        .flat_map(|keys| keys.refused.split_whitespace())
    {
        let (name, implemented) = key.split_once('=').unwrap_or((key, ""));
        let Some(value) = fields.get(name) else {
            continue;
        };
        let shown = excerpt(value);
        if is_off(value) || shown.trim_matches('"') == implemented {
            continue;
        }
        let alternative = match implemented {
            "" => String::new(),
            value => format!(", only {value}"),
        };
        return Err(format!(
            "{name} {shown} is not supported{alternative}; use another model"
        ));
    }
    Ok(())
}

/// Whether a value asks for nothing.
fn is_off(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(true) | Value::Number(_) | Value::String(_) => false,
    }
}

fn unknown(fields: &Map<String, Value>, lists: &[&Keys], file: &str) -> Vec<String> {
    let names = fields.keys().filter(|name| !is_listed(name, lists));
    names.map(|name| format!("{name} in {file}")).collect()
}

fn is_listed(name: &str, lists: &[&Keys]) -> bool {
    lists.iter().any(|keys| {
        let mut names = [keys.used, keys.without_effect, keys.refused]
            .into_iter()
            .flat_map(|list| list.split_whitespace());
        names.any(|key| key.split('=').next() == Some(name))
    })
}
