//! The means of P, R and F1 of a model over all pairs, under every setting, from one pass.

use color_eyre::eyre::Result;

use super::super::count_references::count_references_of;
use super::super::open_model;
use super::super::progress_bar::ProgressLine;
use super::super::row_windows::RowWindows;
use crate::request_files::with_tables;
use crate::usage_error::{UsageError, refuse};
use bertscope_analysis::{
    Analysis, Analyzer, BulkPair, BulkSettings, Conventions, Idf, ScoreRequest, Settings,
};
use bertscope_encoder::{KeptLayers, Layer};
use bertscope_metric::{MetricError, Pair, Score, TokenWeights};
use bertscope_models::device::DeviceName;
use bertscope_pairs::{Input, PairRecord, PairsError};
use bertscope_report::ScoredCandidate;
use bertscope_report::findings::group_means::ScoreSums;
use bertscope_systems::SettingScore;

/// The means of a model under every setting.
pub struct ModelMeans {
    pub settings: Vec<SettingMeans>,
    /// Programs that refuse a pair, each with the reason.
    pub left_out: Vec<String>,
    pub pair_count: usize,
    /// The model as it was named on the command line.
    pub requested: Option<String>,
    analyzer: Analyzer,
    layers: Vec<Layer>,
    weightings: Vec<Weighting>,
    first_pair: PairRecord,
}

/// The means under a setting.
pub struct SettingMeans {
    pub settings: Settings,
    /// The programs with these numbers, that of the settings first.
    pub programs: Vec<Conventions>,
    pub score: SettingScore,
}

/// The weights that a program may use, and the sums of the scores with them at each layer.
struct Weighting {
    conventions: Conventions,
    idf: Idf,
    weights: Option<TokenWeights>,
    sums: Vec<ScoreSums>,
}

/// The scores of a pair, \[weightings of a program\]\[layers\], or why the program refuses it.
type PairScores = Result<Vec<Vec<Score>>, String>;

impl ModelMeans {
    pub fn compute(
        request: &ScoreRequest,
        device: Option<DeviceName>,
        input: &Input,
        lines: Option<u64>,
    ) -> Result<Self> {
        let windows = RowWindows::open(input.rows()?)?;
        if windows.is_empty() {
            return Err(input.empty_error().into());
        }
        let options = request.open_options(device, true)?;
        let model = open_model(request.model_name(), &options)?;
        let last = Layer(model.encoder.layer_count());
        let analyzer = Analyzer::for_many(model, KeptLayers::UpTo(last));
        let mut means = Self {
            settings: Vec::new(),
            left_out: Vec::new(),
            pair_count: 0,
            requested: request.model.clone(),
            analyzer: with_tables(request, analyzer)?,
            layers: (0..=last.0).map(Layer).collect(),
            weightings: Vec::new(),
            first_pair: PairRecord::default(),
        };
        for (conventions, ..) in Conventions::ALL {
            means.add_weightings(conventions, input, lines)?;
        }
        let bar = ProgressLine::for_pairs(lines);
        // The texts of all programs are in memory together.
        for window in windows.for_layers(means.layers.len() * Conventions::ALL.len()) {
            let count = window.rows.len();
            let mut pairs = Vec::with_capacity(count);
            for row in window.rows {
                let pair = row.map_err(PairsError::from)?;
                if pair.missing.is_none() {
                    pairs.push(pair);
                }
            }
            means.add(&pairs)?;
            window.end?;
            bar.advance(count as u64);
        }
        if means.pair_count == 0 {
            return refuse(
                "a text is missing in every pair, so there is no number to find; give a file with both texts",
            );
        }
        means.summarise();
        Ok(means)
    }

    fn add_weightings(
        &mut self,
        conventions: Conventions,
        input: &Input,
        lines: Option<u64>,
    ) -> Result<()> {
        let model = self.analyzer.model();
        let counted = count_references_of(input, lines, model.tokenizer_of(conventions))?;
        let references = TokenWeights::Counted(counted);
        let mut sources = vec![(Idf::Off, None), (Idf::References, Some(references))];
        if let Some(table) = &model.frequencies {
            sources.push((Idf::Table, Some(table.weights.clone())));
        }
        for (idf, weights) in sources {
            self.weightings.push(Weighting {
                conventions,
                idf,
                weights,
                sums: vec![ScoreSums::default(); self.layers.len()],
            });
        }
        Ok(())
    }

    /// Adds the scores of some pairs.
    fn add(&mut self, pairs: &[PairRecord]) -> Result<(), UsageError> {
        let jobs: Vec<BulkPair<'_>> = pairs
            .iter()
            .map(|pair| BulkPair {
                candidate: &pair.candidate,
                references: &pair.references,
            })
            .collect();
        let wanted = BulkSettings {
            settings: Settings::plain(Layer(0)),
            layers: &self.layers,
            references: None,
        };
        let programs = Conventions::ALL.map(|(conventions, ..)| conventions);
        let weightings = &self.weightings;
        let outcomes = self
            .analyzer
            .analyze_programs(&jobs, &programs, wanted, |_, analyses| {
                pair_scores(weightings, analyses?).map_err(|error| error.to_string())
            });
        for (index, outcome) in outcomes.into_iter().enumerate() {
            let program = programs[index / pairs.len()];
            let pair = self.pair_count + index % pairs.len() + 1;
            match outcome {
                Ok(Ok(scores)) => self.add_scores(program, &scores),
                Ok(Err(reason)) => self.leave_out(program, pair, &reason),
                Err(error) => return refuse(format!("pair {pair}: {error}")),
            }
        }
        if self.pair_count == 0 && !pairs.is_empty() {
            self.first_pair = pairs[0].clone();
        }
        self.pair_count += pairs.len();
        Ok(())
    }

    fn add_scores(&mut self, program: Conventions, scores: &[Vec<Score>]) {
        let weightings = self.weightings.iter_mut();
        let of_program = weightings.filter(|weighting| weighting.conventions == program);
        for (weighting, layers) in of_program.zip(scores) {
            for (sums, score) in weighting.sums.iter_mut().zip(layers) {
                sums.add(*score);
            }
        }
    }

    fn leave_out(&mut self, program: Conventions, pair: usize, reason: &str) {
        let count = self.weightings.len();
        self.weightings
            .retain(|weighting| weighting.conventions != program);
        // Its other pairs would be reasons, too.
        if self.weightings.len() < count {
            let name = program.name();
            self.left_out
                .push(format!("{name}, at pair {pair}: {reason}"));
        }
    }

    /// Computes the means; programs with the same numbers share them.
    fn summarise(&mut self) {
        for weighting in &self.weightings {
            for (layer, sums) in self.layers.iter().zip(&weighting.sums) {
                let [precision, recall, f1] = sums.means();
                let mean = Score {
                    precision,
                    recall,
                    f1: f1.unwrap_or_default(),
                };
                let mut settings = Settings {
                    layer: *layer,
                    idf: weighting.idf,
                    rescale: false,
                    conventions: weighting.conventions,
                };
                let raw = SettingScore::raw(mean);
                add_setting(&mut self.settings, settings, raw);
                let baselines = self.analyzer.baselines();
                if let Some(row) = baselines.and_then(|table| table.row(*layer)) {
                    settings.rescale = true;
                    // The mean of rescaled scores is the rescaled mean.
                    add_setting(&mut self.settings, settings, raw.rescaled(&row));
                }
            }
        }
    }

    pub fn name(&self) -> &str {
        &self.analyzer.model().name
    }

    /// The signature of scores under these settings, from the first pair.
    pub fn signature(&self, settings: Settings) -> Result<String> {
        let counted = self.weightings.iter().find_map(|weighting| {
            let is_it =
                weighting.conventions == settings.conventions && weighting.idf == Idf::References;
            weighting.weights.as_ref().filter(|_| is_it)?.counted()
        });
        let texts = Pair {
            reference: &*self.first_pair.references[0],
            candidate: &*self.first_pair.candidate,
        };
        let keep = KeptLayers::UpTo(settings.layer);
        let mut analyzer = self.analyzer.clone_for_many(keep);
        let analysis = analyzer.analyze_with_frequencies(texts, settings, counted)?;
        Ok(analysis.signature)
    }
}

fn add_setting(all: &mut Vec<SettingMeans>, settings: Settings, score: SettingScore) {
    for known in &mut *all {
        let others = Settings {
            conventions: settings.conventions,
            ..known.settings
        };
        if others == settings && known.score == score {
            known.programs.push(settings.conventions);
            return;
        }
    }
    all.push(SettingMeans {
        settings,
        programs: vec![settings.conventions],
        score,
    });
}

/// The scores of a pair from its analyses, \[layers\]\[references\].
fn pair_scores(
    weightings: &[Weighting],
    layers: Vec<Vec<Analysis>>,
) -> Result<PairScores, MetricError> {
    let mut conventions = None;
    for analysis in layers.iter().flatten() {
        if let Some(reason) = analysis.refusal() {
            return Ok(Err(reason.to_owned()));
        }
        conventions = Some(analysis.settings.conventions);
    }
    let layers: Vec<ScoredCandidate> = layers.into_iter().map(ScoredCandidate::new).collect();
    let mut scores = Vec::new();
    for weighting in weightings {
        if Some(weighting.conventions) != conventions {
            continue;
        }
        let mut at_layers = Vec::with_capacity(layers.len());
        for layer in &layers {
            at_layers.push(layer.raw_with(weighting.weights.as_ref())?);
        }
        scores.push(at_layers);
    }
    Ok(Ok(scores))
}
