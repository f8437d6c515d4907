//! The means of P, R and F1 of a model over all pairs, under every setting, from one pass.

use color_eyre::eyre::Result;

use super::super::count_references::count_references_of;
use super::super::open_model;
use super::super::progress_bar::ProgressLine;
use super::super::row_windows::RowWindows;
use crate::request_files::with_tables;
use crate::usage_error::{UsageError, refuse};
use bertscope_analysis::score_pair::weighted_score;
use bertscope_analysis::{
    Analysis, Analyzer, BulkPair, BulkSettings, Conventions, Idf, ScoreRequest, Settings,
};
use bertscope_encoder::{KeptLayers, Layer};
use bertscope_metric::{DocumentFrequencies, MetricError, Pair, Score, TokenWeights};
use bertscope_models::device::DeviceName;
use bertscope_pairs::{Input, PairRecord, PairsError};
use bertscope_systems::SettingScore;

/// The means of a model under every setting.
pub struct ModelMeans {
    pub settings: Vec<SettingMeans>,
    /// Programs that refuse a pair, each with the reason.
    pub left_out: Vec<String>,
    pub pair_count: usize,
    request: ScoreRequest,
    analyzer: Analyzer,
    first_pair: PairRecord,
    weightings: Vec<ProgramWeights>,
}

/// The means under a setting.
pub struct SettingMeans {
    pub settings: Settings,
    /// The programs with these numbers, that of the settings first.
    pub programs: Vec<Conventions>,
    pub score: SettingScore,
}

/// The weights that a program may use, and what it computed with them.
struct ProgramWeights {
    conventions: Conventions,
    counted: DocumentFrequencies,
    weightings: Vec<Weighting>,
    /// Why it computes no score of a pair.
    refusal: Option<String>,
}

struct Weighting {
    idf: Idf,
    weights: Option<TokenWeights>,
    /// At each layer.
    sums: Vec<ScoreSums>,
}

/// Sums of P, R and F1 over the pairs in which each is defined.
#[derive(Clone, Copy, Default)]
struct ScoreSums {
    sums: [f64; 3],
    counts: [u32; 3],
}

/// The scores of a pair, \[weightings\]\[layers\], or why the program refuses it.
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
            request: request.clone(),
            analyzer: with_tables(request, analyzer)?,
            first_pair: PairRecord::default(),
            weightings: Vec::new(),
        };
        for (conventions, ..) in Conventions::ALL {
            let program = ProgramWeights::new(conventions, &means.analyzer, input, lines)?;
            means.weightings.push(program);
        }
        let bar = ProgressLine::for_pairs(lines);
        // The texts of all programs are in memory together.
        for window in windows.for_layers((last.0 + 1) * Conventions::ALL.len()) {
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
            return refuse("a text is missing in every pair");
        }
        means.summarise();
        Ok(means)
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
        let last = self.analyzer.model().encoder.layer_count();
        let layers: Vec<Layer> = (0..=last).map(Layer).collect();
        let wanted = BulkSettings {
            settings: Settings::plain(Layer(last)),
            layers: &layers,
            references: None,
        };
        let programs = &self.weightings;
        let conventions: Vec<Conventions> =
            programs.iter().map(|program| program.conventions).collect();
        let outcomes =
            self.analyzer
                .analyze_programs(&jobs, &conventions, wanted, |index, analyses| {
                    let program = &programs[index / jobs.len()];
                    program
                        .scores(&analyses?)
                        .map_err(|error| error.to_string())
                });
        for (index, outcome) in outcomes.into_iter().enumerate() {
            let program = &mut self.weightings[index / pairs.len()];
            let pair = self.pair_count + index % pairs.len() + 1;
            match outcome {
                Ok(scores) => program.add(scores, pair),
                Err(error) => return refuse(format!("pair {pair}: {error}")),
            }
        }
        if self.pair_count == 0 && !pairs.is_empty() {
            self.first_pair = pairs[0].clone();
        }
        self.pair_count += pairs.len();
        Ok(())
    }

    /// Computes the means; programs with the same numbers share them.
    fn summarise(&mut self) {
        for program in &self.weightings {
            if let Some(reason) = &program.refusal {
                self.left_out
                    .push(format!("{}, {reason}", program.conventions.name()));
                continue;
            }
            for weighting in &program.weightings {
                for (layer, sums) in weighting.sums.iter().enumerate() {
                    let settings = Settings {
                        layer: Layer(layer),
                        idf: weighting.idf,
                        rescale: false,
                        conventions: program.conventions,
                    };
                    let raw = SettingScore::raw(sums.mean());
                    add_setting(&mut self.settings, settings, raw);
                    let row = self
                        .analyzer
                        .baselines()
                        .and_then(|table| table.row(settings.layer));
                    if let Some(row) = row {
                        let rescale = true;
                        let settings = Settings {
                            rescale,
                            ..settings
                        };
                        // The mean of rescaled scores is the rescaled mean.
                        add_setting(&mut self.settings, settings, raw.rescaled(&row));
                    }
                }
            }
        }
    }

    pub fn name(&self) -> &str {
        &self.analyzer.model().name
    }

    /// The model as it was named on the command line.
    pub fn requested(&self) -> Option<&str> {
        self.request.model.as_deref()
    }

    /// The signature of scores under these settings, from the first pair.
    pub fn signature(&self, settings: Settings) -> Result<String> {
        let program = self
            .weightings
            .iter()
            .find(|program| program.conventions == settings.conventions);
        let keep = KeptLayers::UpTo(settings.layer);
        let texts = Pair {
            reference: &*self.first_pair.references[0],
            candidate: &*self.first_pair.candidate,
        };
        let counted = program.map(|program| &program.counted);
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

impl ProgramWeights {
    fn new(
        conventions: Conventions,
        analyzer: &Analyzer,
        input: &Input,
        lines: Option<u64>,
    ) -> Result<Self> {
        let model = analyzer.model();
        let counted = count_references_of(input, lines, model.tokenizer_of(conventions))?;
        let references = TokenWeights::Counted(counted.clone());
        let mut sources = vec![(Idf::Off, None), (Idf::References, Some(references))];
        if let Some(table) = &model.frequencies {
            sources.push((Idf::Table, Some(table.weights.clone())));
        }
        let layers = model.encoder.layer_count() + 1;
        let mut weightings = Vec::with_capacity(sources.len());
        for (idf, weights) in sources {
            weightings.push(Weighting {
                idf,
                weights,
                sums: vec![ScoreSums::default(); layers],
            });
        }
        Ok(Self {
            conventions,
            counted,
            weightings,
            refusal: None,
        })
    }

    /// The scores of a pair from its analyses, \[layers\]\[references\].
    fn scores(&self, layers: &[Vec<Analysis>]) -> Result<PairScores, MetricError> {
        let mut analyses = layers.iter().flatten();
        if let Some(reason) = analyses.find_map(Analysis::refusal) {
            return Ok(Err(reason.to_owned()));
        }
        let mut scores = Vec::with_capacity(self.weightings.len());
        for weighting in &self.weightings {
            let mut at_layers = Vec::with_capacity(layers.len());
            for analyses in layers {
                let mut of_references = Vec::with_capacity(analyses.len());
                for analysis in analyses {
                    of_references.push(weighting.score(analysis)?);
                }
                at_layers.push(Score::max_each(of_references).unwrap_or(Score::ZERO));
            }
            scores.push(at_layers);
        }
        Ok(Ok(scores))
    }

    fn add(&mut self, scores: PairScores, pair: usize) {
        match scores {
            Err(reason) if self.refusal.is_none() => {
                self.refusal = Some(format!("at pair {pair}: {reason}"));
            }
            Err(_) => {}
            Ok(scores) => {
                for (weighting, layers) in self.weightings.iter_mut().zip(scores) {
                    for (sums, score) in weighting.sums.iter_mut().zip(layers) {
                        sums.add(score);
                    }
                }
            }
        }
    }
}

impl Weighting {
    fn score(&self, analysis: &Analysis) -> Result<Score, MetricError> {
        let texts = Pair {
            reference: &*analysis.reference.tokenized,
            candidate: &*analysis.candidate.tokenized,
        };
        let program = analysis.conventions().program;
        weighted_score(&analysis.matches, texts, self.weights.as_ref(), program)
    }
}

impl ScoreSums {
    fn add(&mut self, score: Score) {
        for (index, number) in score.numbers().into_iter().enumerate() {
            if let Some(number) = number {
                self.sums[index] += number;
                self.counts[index] += 1;
            }
        }
    }

    fn mean(&self) -> Score {
        Score {
            precision: self.mean_of(0),
            recall: self.mean_of(1),
            f1: self.mean_of(2).unwrap_or(0.0),
        }
    }

    fn mean_of(&self, number: usize) -> Option<f64> {
        if self.counts[number] == 0 {
            return None;
        }
        Some(self.sums[number] / f64::from(self.counts[number]))
    }
}
