//! Side by side: several candidates on one reference, or several references for one candidate.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::difference::MeanDifference;
use super::kept::KeptTexts;
use super::partial::OnPartial;
use super::question::Question;
use bertscope_analysis::{Analysis, Analyzer, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_metric::Score;
use bertscope_models::ModelError;

/// The kept texts compared with the pair on screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The kept candidates and the one on screen, on the reference on screen; `None` without kept ones.
    pub candidates: Option<Contest>,
    /// The kept references and the one on screen, for the candidate on screen; `None` without kept ones.
    pub references: Option<Contest>,
}

/// Several texts of one side, each with the same text of the other side.
#[derive(Debug, Clone, PartialEq)]
pub struct Contest {
    /// The side whose texts differ.
    pub side: Side,
    /// The pair on screen and those of the kept texts, in the order of their letters.
    pub contenders: Vec<Contender>,
    /// Which have the highest P, R and F1, several where they are equal.
    pub winners: [Vec<usize>; 3],
    /// The best P, R and F1 separately, as `bert_score` scores a candidate with several references.
    pub best: Score,
    /// What makes the pair on screen different from each of the others, in the order of the others.
    pub differences: Vec<Difference>,
    /// The order by F1 under other settings. Empty while it is being computed.
    pub orders: Vec<Order>,
}

/// One of the texts, with its analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Contender {
    /// Its index among the kept texts; `None` for the one on screen.
    pub kept: Option<usize>,
    /// Its position among all texts, which is its letter: 0 for A.
    pub position: usize,
    /// Its pair under the settings on screen.
    pub analysis: Arc<Analysis>,
}

/// Two of the contenders, one of which is on screen, and why their scores differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Their indices among the contenders, the one with the earlier letter first.
    pub contenders: [usize; 2],
    /// The first less the second: precision, then recall.
    pub means: [MeanDifference; 2],
}

/// The order by F1 under some settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// The settings.
    pub settings: Settings,
    /// F1 of each contender, rescaled if the settings say so.
    pub f1: Vec<f64>,
    /// Contenders from the highest F1 to the lowest; equal ones in the order of the texts.
    pub order: Vec<usize>,
    /// Whether no two texts are ranked in the opposite order to the one on screen.
    pub holds: bool,
}

impl Comparison {
    /// Scores the kept texts under the settings on screen, one after the other, then ranks them under other settings.
    ///
    /// # Errors
    /// [`ModelError`] when the tokenizer or the model refuses a text.
    pub fn compute(
        analyzer: &mut Analyzer,
        analysis: &Arc<Analysis>,
        question: &Question,
        on_partial: &mut OnPartial<'_, Self>,
    ) -> Result<(), ModelError> {
        let mut answer = Self { candidates: None, references: None };
        if question.candidates.is_empty() && question.references.is_empty() {
            let _ = on_partial(answer);
            return Ok(());
        }
        let settings = alternatives(analyzer, analysis);
        let own = (&analysis.reference.tokenized.text, &analysis.candidate.tokenized.text);
        for (side, kept) in [(Side::Candidate, &question.candidates), (Side::Reference, &question.references)] {
            if kept.is_empty() {
                continue;
            }
            let others = kept.iter().map(|text| match side {
                Side::Candidate => (&**own.0, &**text),
                Side::Reference => (&**text, &**own.1),
            });
            let pairs: Vec<(&str, &str)> = std::iter::once((&**own.0, &**own.1)).chain(others).collect();
            // One text after the other, all layers of each in one pass, so that a cancelled question ends soon.
            let mut all = Vec::with_capacity(pairs.len());
            for pair in &pairs {
                all.extend(analyzer.analyze_under(std::slice::from_ref(pair), &settings)?);
                let shown = if side == Side::Candidate { &mut answer.candidates } else { &mut answer.references };
                *shown = (all.len() > 1).then(|| Contest::of(side, kept, &all, all.len() == pairs.len()));
                if (shown.is_some() || pairs.len() == 1) && on_partial(answer.clone()).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// The settings on screen; then every layer, each kind of weights, and both raw and rescaled scores at the layer on screen.
fn alternatives(analyzer: &Analyzer, analysis: &Analysis) -> Vec<Settings> {
    let shown = Settings { layer: analysis.layer, ..analysis.settings };
    let mut idf = vec![Idf::Off];
    if analyzer.has_frequencies() {
        idf.push(Idf::Table);
    }
    if shown.idf == Idf::References {
        idf.push(Idf::References);
    }
    let layers = (0..=analyzer.model().encoder.layers()).map(|layer| Settings { layer: Layer(layer), ..shown });
    let weights = idf.into_iter().map(|idf| Settings { idf, ..shown });
    let scales = [false, true].into_iter().filter(|_| analysis.rescaled.is_some());
    let scales = scales.map(|rescale| Settings { rescale, ..shown });
    std::iter::once(shown).chain(layers).chain(weights).chain(scales).collect()
}

impl Contest {
    /// Compares pairs that share the text of the other side: \[pairs\]\[settings\], the pair on screen and the settings on
    /// screen first, then those of the `kept` texts. `whole` says that all pairs are there, so that they can be ranked.
    ///
    /// # Panics
    /// When there is no pair, or one without settings.
    #[must_use]
    pub fn of(side: Side, kept: &KeptTexts, pairs: &[Vec<Analysis>], whole: bool) -> Self {
        let position = |i: usize| i.checked_sub(1).map_or(kept.shown_at(), |kept_index| kept.position(kept_index));
        let mut pairs: Vec<(usize, &[Analysis])> = pairs.iter().map(|pair| &**pair).enumerate().collect();
        pairs.sort_by_key(|(i, _)| position(*i));
        let shown: Vec<&Analysis> = pairs.iter().map(|(_, pair)| &pair[0]).collect();
        let numbers: Vec<Score> = shown.iter().map(|analysis| analysis.score()).collect();
        let winners = [
            highest(&numbers.iter().map(|score| score.precision).collect::<Vec<_>>()),
            highest(&numbers.iter().map(|score| score.recall).collect::<Vec<_>>()),
            highest(&numbers.iter().map(|score| Some(score.f1)).collect::<Vec<_>>()),
        ];
        let settings = if whole { pairs[0].1.len() } else { 0 };
        let base: Vec<f64> = numbers.iter().map(|score| score.f1).collect();
        let order = |i: usize| {
            let f1: Vec<f64> = pairs.iter().map(|(_, pair)| pair[i].score().f1).collect();
            Order { settings: pairs[0].1[i].settings, order: ranked(&f1), holds: agrees(&base, &f1), f1 }
        };
        let contender = |&(i, pair): &(usize, &[Analysis])| Contender {
            kept: i.checked_sub(1),
            position: position(i),
            analysis: Arc::new(pair[0].clone()),
        };
        let own = pairs.iter().position(|(i, _)| *i == 0).unwrap_or(0);
        let others = (0..shown.len()).filter(|other| *other != own);
        let difference = |other: usize| {
            let contenders = [own.min(other), own.max(other)];
            let two = contenders.map(|i| shown[i]);
            Difference { contenders, means: [Side::Candidate, Side::Reference].map(|of| MeanDifference::of(of, two)) }
        };
        Self {
            side,
            contenders: pairs.iter().map(contender).collect(),
            winners,
            best: Score::best(numbers).unwrap_or(Score::ZERO),
            differences: others.map(difference).collect(),
            orders: (1..settings).map(order).collect(),
        }
    }

    /// The order by F1 on screen.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        ranked(&self.contenders.iter().map(|contender| contender.analysis.score().f1).collect::<Vec<_>>())
    }

    /// The orders at each layer, in the settings on screen otherwise.
    pub fn layers(&self) -> impl Iterator<Item = &Order> {
        let shown = self.shown();
        let mut seen = BTreeSet::new();
        self.orders.iter().filter(move |order| {
            order.settings == (Settings { layer: order.settings.layer, ..shown }) && seen.insert(order.settings.layer)
        })
    }

    /// The orders with other weights, at the layer on screen.
    pub fn weighings(&self) -> impl Iterator<Item = &Order> {
        let shown = self.shown();
        self.orders.iter().filter(move |order| {
            order.settings.idf != shown.idf && order.settings == (Settings { idf: order.settings.idf, ..shown })
        })
    }

    /// The order of the other kind of score, raw or rescaled, at the layer on screen; `None` without a baseline.
    #[must_use]
    pub fn other_scale(&self) -> Option<&Order> {
        let shown = self.shown();
        self.orders.iter().find(|order| order.settings == (Settings { rescale: !shown.rescale, ..shown }))
    }

    fn shown(&self) -> Settings {
        let analysis = &self.contenders[0].analysis;
        Settings { layer: analysis.layer, ..analysis.settings }
    }
}

/// Indices of the highest number; `None` is never the highest.
fn highest(numbers: &[Option<f64>]) -> Vec<usize> {
    let most = numbers.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    (0..numbers.len()).filter(|&i| numbers[i].is_some_and(|number| number >= most)).collect()
}

fn ranked(f1: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..f1.len()).collect();
    order.sort_by(|&a, &b| f1[b].total_cmp(&f1[a]));
    order
}

/// Whether no two are ranked in opposite orders.
fn agrees(here: &[f64], there: &[f64]) -> bool {
    (0..here.len()).all(|i| (0..i).all(|j| (here[i] - here[j]) * (there[i] - there[j]) >= 0.0))
}
