//! The files behind a request: the tables that it names.

use std::sync::Arc;

use crate::console;
use bertscope_analysis::{Analyzer, ScoreRequest};
use bertscope_encoder::Layer;
use bertscope_kinds::WordList;
use bertscope_models::text_file::read_text;
use bertscope_models::{BaselineTable, Distribution, FrequencyTable, Model, ModelError, published};

/// An analyzer with the tables and words of the request in place of its own, and with the published baseline if its model has
/// none.
pub fn with_tables(request: &ScoreRequest, analyzer: Analyzer) -> Result<Analyzer, ModelError> {
    let analyzer = with_idf_table(request, analyzer)?;
    let analyzer = with_baseline(request, analyzer)?;
    Ok(analyzer.with_kind_words(kind_words(request)?))
}

/// [`with_tables`] for a command, which shows rescaled scores of these layers alone. Fails if the baseline file of the user lacks one of
/// them: its scores would be raw where rescaled ones were asked for. The inspector says so on the screen instead.
pub fn with_tables_for(
    request: &ScoreRequest,
    analyzer: Analyzer,
    layers: &[Layer],
) -> Result<Analyzer, ModelError> {
    if let Some(problem) = unused_language(request, analyzer.model()) {
        console::report(&problem);
    }
    let analyzer = with_tables(request, analyzer)?;
    if request.baseline.is_some()
        && let Some(table) = analyzer.baselines()
    {
        check_layers(table, layers)?;
    }
    Ok(analyzer)
}

/// Why the language of the request changes nothing; `None` if it does, or if there is none. As in `bert_score`, it selects the
/// model or, beside a model, its published baseline.
fn unused_language(request: &ScoreRequest, model: &Model) -> Option<String> {
    let language = request.language.as_deref()?;
    request.model.as_ref()?;
    let reason = if request.settings.rescale != Some(true) {
        "with --model, it only selects the published baseline for --rescale".to_owned()
    } else if request.baseline.is_some() {
        "--baseline names the baseline".to_owned()
    } else if model.baselines.is_some() {
        "the model has one baseline of its own, for all languages".to_owned()
    } else {
        return None;
    };
    Some(format!("note: --lang {language} changes nothing: {reason}"))
}

fn check_layers(table: &BaselineTable, layers: &[Layer]) -> Result<(), ModelError> {
    for layer in layers {
        if table.row(*layer).is_none() {
            let listed: Vec<String> = table.layers().map(|listed| listed.to_string()).collect();
            return Err(ModelError::BaselineLayer {
                table: table.name.clone(),
                layer: *layer,
                layers: listed.join(", "),
            });
        }
    }
    Ok(())
}

fn with_idf_table(request: &ScoreRequest, analyzer: Analyzer) -> Result<Analyzer, ModelError> {
    let Some(file) = &request.idf_table else {
        return Ok(analyzer);
    };
    let conventions = request.settings.conventions.unwrap_or_default();
    let table = FrequencyTable::open(file, analyzer.model().tokenizer_of(conventions))?;
    Ok(analyzer.with_frequencies(table))
}

fn with_baseline(request: &ScoreRequest, analyzer: Analyzer) -> Result<Analyzer, ModelError> {
    let model = analyzer.model();
    if let Some(file) = &request.baseline {
        let table = BaselineTable::read(file)?;
        let distribution =
            Distribution::read_beside(file, &model.tokenizer, model.encoder.layer_count())?;
        let analyzer = analyzer.with_baselines(table);
        return Ok(match distribution {
            Some(distribution) => analyzer.with_distribution(distribution),
            None => analyzer,
        });
    }
    if model.baselines.is_some() {
        return Ok(analyzer);
    }
    let language = request.language.as_deref();
    let language = language.unwrap_or(published::DEFAULT_LANGUAGE);
    Ok(match model.published_baseline(language) {
        Some(table) => analyzer.with_baselines(table),
        None => analyzer,
    })
}

/// The words and expressions for words to look at.
pub fn kind_words(request: &ScoreRequest) -> Result<Arc<WordList>, ModelError> {
    let Some(path) = &request.kinds else {
        return Ok(WordList::english());
    };
    let list = WordList::parse(&read_text(path)?);
    list.map(Arc::new).map_err(|error| ModelError::Read {
        path: path.clone(),
        reason: error.to_string(),
    })
}
