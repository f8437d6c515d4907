//! The models on this machine, and the tables given on the command line for one of them.

use std::path::Path;

use super::opener::ModelLibrary;
use crate::request_files::with_tables;
use crate::tui::context::ModelInfo;
use bertscope_analysis::{Analyzer, ScoreRequest};
use bertscope_encoder::Layer;
use bertscope_models::catalogue::{ModelChoice, ModelLocation};
use bertscope_models::device::DeviceName;
use bertscope_models::{
    FrequencyTable, Hub, Model, ModelError, ProgressMonitor, bundled, catalogue, reopen_name,
};

/// The [`ModelLibrary`] of the program; tests use another.
#[derive(Debug, Clone)]
pub struct ModelRegistry {
    request: ScoreRequest,
    device: Option<DeviceName>,
    /// The model that the layer, baseline and table of the command line belong to.
    table_model: String,
}

impl ModelRegistry {
    /// All models; `--layer`, `--baseline` and `--idf` belong to the model named on the command line, or to the bundled
    /// one.
    pub fn new(request: &ScoreRequest, device: Option<DeviceName>) -> Self {
        Self {
            request: request.clone(),
            device,
            table_model: reopen_name(request.model_name().unwrap_or(bundled::NAME)),
        }
    }

    /// An analyzer with the tables of the command line that fit its model. Token ids belong to one tokenizer and
    /// baselines to one model, so only a corpus of texts, which is counted again, fits another model.
    fn analyzer(&self, reopen: &str, model: Model) -> Result<Analyzer, ModelError> {
        let analyzer = Analyzer::new(model.into());
        if reopen == self.table_model {
            return with_tables(&self.request, analyzer);
        }
        let corpus = self.request.idf_table.clone();
        let request = ScoreRequest {
            language: self.request.language.clone(),
            idf_table: corpus.filter(|file| !FrequencyTable::is_table(file)),
            kinds: self.request.kinds.clone(),
            ..ScoreRequest::default()
        };
        with_tables(&request, analyzer)
    }
}

impl ModelLibrary for ModelRegistry {
    fn open(
        &self,
        name: &str,
        watch: &ProgressMonitor,
    ) -> Result<(Analyzer, ModelInfo), ModelError> {
        let reopen = reopen_name(name);
        // The signature has the name as given on the command line.
        let written = self
            .request
            .model_name()
            .filter(|name| !name.starts_with("~/") && reopen == self.table_model);
        let asked = written.unwrap_or(&reopen);
        let options = self.request.open_options(self.device, true)?;
        let model = bertscope_models::open(Some(asked), &options, watch)?;
        watch.check_cancelled()?;
        let layer = match self.request.settings.layer {
            Some(layer) if reopen == self.table_model => model.check_layer(layer)?,
            _ => model.default_layer,
        };
        let info = ModelInfo {
            name: model.name.clone(),
            origin: model.origin.clone(),
            last_layer: Layer(model.encoder.layer_count()),
            layer,
            layer_is_tuned: model.layer_is_tuned,
            recognition: model.recognition.clone(),
            reopen,
        };
        Ok((self.analyzer(&info.reopen, model)?, info))
    }

    fn choices(&self, folders: &[String]) -> Vec<ModelChoice> {
        let named = Some(&self.table_model).filter(|name| Path::new(name).is_absolute());
        let mut all = catalogue::all(&Hub::from_env(), named.into_iter().chain(folders));
        // A known model that cannot be opened is listed only if it is on this disk.
        all.retain(|choice| choice.is_supported || choice.location != ModelLocation::Known);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bertscope_analysis::{Conventions, Idf, Note, Settings};
    use bertscope_metric::Pair;
    use bertscope_models::is_available_offline;

    const OTHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/bert");

    /// The IDF source, whether there is a baseline, and the notes of a pair scored with a model.
    fn figures(registry: &ModelRegistry, name: &str) -> (Option<String>, bool, Vec<Note>) {
        let (mut analyzer, info) = registry.open(name, &ProgressMonitor::silent()).unwrap();
        let settings = Settings {
            layer: Layer(info.layer.0.min(1)),
            idf: Idf::Table,
            rescale: true,
            conventions: Conventions::default(),
        };
        let analysis = analyzer
            .analyze(
                Pair {
                    reference: "A house.",
                    candidate: "A home.",
                },
                settings,
            )
            .unwrap();
        (
            analysis.idf.map(|idf| idf.name),
            analysis.rescaled.is_some(),
            analysis.notes,
        )
    }

    #[test]
    fn a_table_and_a_baseline_serve_only_the_model_they_are_meant_for_and_a_corpus_every_one() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let table = write(
            "table.tsv",
            "#bertscope-idf 1\n#documents 9\n#source nine texts\n7\t3\n",
        );
        let corpus = write("corpus.txt", "A house.\nA home by the sea.\n");
        let baseline = write("baseline.csv", "LAYER,P,R,F\n0,.1,.1,.1\n1,.1,.1,.1\n");
        let registry = |idf_table: &Path, model: Option<&str>| {
            let request = ScoreRequest {
                idf_table: Some(idf_table.to_owned()),
                baseline: Some(baseline.clone()),
                model: model.map(str::to_owned),
                ..ScoreRequest::default()
            };
            ModelRegistry::new(&request, None)
        };
        let says_so = |notes: &[Note]| {
            notes.iter().any(|note| matches!(note, Note::NoFrequencies))
                && notes
                    .iter()
                    .any(|note| matches!(note, Note::NoBaseline { .. }))
        };

        let bundled_first = registry(&table, None);
        assert_eq!(
            figures(&bundled_first, bundled::NAME),
            (Some("nine texts".into()), true, vec![])
        );
        let (idf, rescaled, notes) = figures(&bundled_first, OTHER);
        assert!(idf.is_none() && !rescaled && says_so(&notes), "{notes:?}");

        let other_first = registry(&table, Some(OTHER));
        assert_eq!(
            figures(&other_first, OTHER),
            (Some("nine texts".into()), true, vec![])
        );
        let (idf, ..) = figures(&other_first, bundled::NAME);
        assert_ne!(
            idf.as_deref(),
            Some("nine texts"),
            "the bundled model has a table of its own"
        );

        let with_corpus = registry(&corpus, None);
        for model in [bundled::NAME, OTHER] {
            assert_eq!(
                figures(&with_corpus, model).0.as_deref(),
                Some("corpus.txt")
            );
        }
    }

    #[test]
    fn folders_are_named_so_that_they_are_found_from_anywhere() {
        assert_eq!(reopen_name("bundled"), bundled::NAME);
        assert_eq!(reopen_name(bundled::FULL_NAME), bundled::NAME);
        assert_eq!(reopen_name("example/a-model@v1"), "example/a-model@v1");
        let folder = reopen_name("tests/fixtures/bert");
        assert!(
            Path::new(&folder).is_absolute()
                && is_available_offline(&folder)
                && !is_available_offline("example/a-model")
        );
        let request = ScoreRequest {
            model: Some("tests/fixtures/bert".into()),
            ..ScoreRequest::default()
        };
        let registry = ModelRegistry::new(&request, None);
        let (analyzer, info) = registry.open(&folder, &ProgressMonitor::silent()).unwrap();
        assert_eq!(
            (&*analyzer.model().name, info.reopen),
            ("tests/fixtures/bert", folder.clone())
        );
        let list = registry.choices(&[folder.clone(), "/no/such/folder".into()]);
        let here: Vec<_> = list
            .iter()
            .filter(|choice| choice.location != ModelLocation::Known)
            .collect();
        assert_eq!(
            here.iter().map(|choice| &*choice.name).collect::<Vec<_>>(),
            [bundled::NAME, &folder]
        );
        let large = list
            .iter()
            .find(|choice| choice.name == "roberta-large")
            .unwrap();
        assert_eq!(
            (&*large.family, large.default_layer, large.location),
            ("roberta", Some(17), ModelLocation::Known)
        );
        assert!(large.correlation.is_some() && !list.iter().any(|choice| choice.family == "xlnet"));
    }
}
