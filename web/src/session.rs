//! The model, the pair that was scored last, and the answer that is still being computed.

use std::sync::Arc;

use bertscope_analysis::{Analysis, Analyzer, Side, Variant};
use bertscope_explain::compare::TextComparison;
use bertscope_explain::leave_one_out::{Deletions, delete_tokens};
use bertscope_explain::ruler::Ruler;
use bertscope_explain::{Explanation, KeptTexts, Ledger, Topic, explain_whole};
use bertscope_lessons::guess::{ActualScores, Guess};
use bertscope_metric::{Pair, Score, TokenWeights};
use bertscope_models::{BaselineSource, BaselineTable, FrequencyTable, frequencies};
use bertscope_report::export::link::{Link, PairView, ParsedLink};
use bertscope_report::export::picture::html::number_tables;
use bertscope_report::number::three_places;
use bertscope_report::topics;
use qrcodegen::{QrCode, QrCodeEcc};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::question::{PairVersion, PanelSettings, Question, StepMove};
use crate::view::check_lengths;
use crate::{export, lesson, panel, scored, story, walkthrough, weights};

/// Number of tokens embedded between two parts of a slow answer, the longest that a newer text waits.
const BATCH_TOKENS: usize = 128;

/// The state of the page.
#[derive(Default)]
pub struct Session {
    analyzer: Option<Analyzer>,
    analysis: Option<Arc<Analysis>>,
    version: PairVersion,
    /// The pair that changes are measured against.
    anchor: Option<Arc<Analysis>>,
    pending_deletions: Option<PendingDeletions>,
}

/// An answer in several parts.
struct PendingDeletions {
    analysis: Arc<Analysis>,
    deletions: Deletions,
    settings: PanelSettings,
}

impl Session {
    /// Opens the model from its file, and describes it.
    pub fn open(&mut self, bytes: Vec<u8>) -> Result<Value, Failure> {
        let model = weights::open(bytes)?;
        let topics: Vec<_> = Topic::ALL
            .iter()
            .map(|topic| (topic.name(), topic.title()))
            .collect();
        let description = json!({
            "layers": model.encoder.layer_count(),
            "own": model.default_layer.0,
            "topics": topics,
        });
        self.analyzer = Some(Analyzer::new(Arc::new(model)));
        Ok(description)
    }

    pub fn answer(&mut self, question: Question) -> Result<Value, Failure> {
        match question {
            Question::Score {
                view,
                dark,
                version,
            } => self.score(&view, dark, version),
            Question::Panel(settings) => self.panel(settings),
            Question::Cell {
                candidate,
                reference,
            } => self.cell(candidate, reference),
            Question::Walk {
                stage,
                cell,
                go,
                references,
            } => self.walk(stage, cell, go, references),
            Question::Word { candidate, token } => {
                let side = if candidate {
                    Side::Candidate
                } else {
                    Side::Reference
                };
                self.word(side, token)
            }
            Question::Play { view, dark } => {
                let palette = view.options(dark).palette;
                Ok(json!({ "frames": walkthrough::frames(&*self.analysis()?, palette) }))
            }
            Question::Tables { view } => Ok(
                json!({ "html": number_tables(&*self.analysis()?, &view.options(false)).into_string() }),
            ),
            Question::Export { view, format, dark } => {
                // The picture in every file shows the matches already.
                let explanation = match view.panel {
                    Topic::Matches => None,
                    _ => self.explain(&view)?,
                };
                export::file(
                    &*self.analysis()?,
                    explanation.as_ref(),
                    &view,
                    format,
                    dark,
                )
            }
            Question::Link { to } => Ok(json!({ "fragment": to.fragment() })),
            Question::Follow { address } => follow(&address),
            Question::Rank { view, votes } => self.rank(view, votes),
            Question::Exercise { exercise, view } => {
                let analysis = self.analysis()?;
                let score = match self.best_over_references(&view)? {
                    Some(best) => best,
                    None => analysis.score(),
                };
                let candidate = &analysis.candidate.tokenized.text;
                Ok(json!({ "conditions": exercise.conditions(candidate, score.f1) }))
            }
            Question::Opening {
                reference,
                candidates,
            } => self.opening(&reference, &candidates),
            Question::Use { corpus, baselines } => self.use_tables(&corpus, &baselines),
            Question::Code { address } => qr_code(&address),
            Question::Lessons => lesson::bundled(),
            Question::Lesson { name, text } => lesson::open(&name, text.as_deref()),
            Question::Claims { name, text } => {
                lesson::claims(&name, text.as_deref(), self.analyzer()?)
            }
        }
    }

    /// The next part of a slow answer.
    pub fn more(&mut self) -> Option<Result<Value, Failure>> {
        let mut pending = self.pending_deletions.take()?;
        let analyzer = self.analyzer.as_mut()?;
        let embedded = pending
            .deletions
            .embed(analyzer, &pending.analysis, BATCH_TOKENS);
        match embedded {
            Ok(()) => Some(Ok(self.partial_panel(pending))),
            Err(error) => Some(Err(error.into())),
        }
    }

    fn score(
        &mut self,
        view: &PairView,
        dark: bool,
        version: PairVersion,
    ) -> Result<Value, Failure> {
        // The rest of a slow answer about the pair before is of no use any more.
        self.pending_deletions = None;
        check_lengths(view)?;
        let analyzer = self.analyzer()?;
        let settings = view.settings.resolve(analyzer.model());
        let analysis = Arc::new(analyzer.analyze(view.texts(), settings)?);
        // Other colours are no edit, so the last edit is still the one that is explained.
        let is_changed = self.analysis.as_ref() != Some(&analysis);
        if version.pair != self.version.pair {
            self.anchor = None;
            self.version = version;
        } else if version.edit != self.version.edit && is_changed {
            self.anchor = self.analysis.take();
            self.version = version;
        }
        self.analysis = Some(Arc::clone(&analysis));
        let best = self.best_over_references(view)?;
        let ruler = Ruler::compute(self.analyzer()?, &analysis);
        Ok(scored::answer(&analysis, view, dark, best, &ruler))
    }

    /// The highest P, R and F1 over all references, if there are several.
    fn best_over_references(&mut self, view: &PairView) -> Result<Option<Score>, Failure> {
        let references = view.other_references.clone();
        match self.explain_topic(Topic::Compare, KeptTexts::default(), references)? {
            Some(Explanation::Compare(comparison)) => Ok(Some(comparison.references.best())),
            _ => Ok(None),
        }
    }

    /// What the word of a token costs; its text without the word is scored.
    fn word(&mut self, side: Side, token: usize) -> Result<Value, Failure> {
        let analysis = self.analysis()?;
        let ledger = Ledger::compute(&analysis);
        let own = ledger.side(side);
        let word = own
            .words
            .iter()
            .find(|word| word.tokens.contains(&token))
            .ok_or_else(|| Failure::new("This word is not part of the score."))?;
        // A special token has no characters that could be deleted; nothing is scored then.
        let shorter = delete_tokens(&analysis.side(side).tokenized, word.tokens.clone());
        let variants: Vec<_> = shorter.iter().map(|text| Variant { side, text }).collect();
        let without = self
            .analyzer()?
            .analyze_variants(&analysis, &variants, None, Analysis::score)?
            .pop()
            .flatten();
        Ok(json!({ "html": story::word(&analysis, own, word, without).into_string() }))
    }

    /// Each candidate of the first screen beside the same reference, with the default settings.
    fn opening(&mut self, reference: &str, candidates: &[String]) -> Result<Value, Failure> {
        let analyzer = self.analyzer()?;
        let settings = PairView::default().settings.resolve(analyzer.model());
        let mut answers = Vec::new();
        for candidate in candidates {
            let texts = Pair {
                reference,
                candidate,
            };
            let analysis = analyzer.analyze(texts, settings)?;
            answers.push(json!({
                "f1": analysis.score().f1,
                "story": story::answer(&analysis),
                "ruler": Ruler::compute(analyzer, &analysis),
            }));
        }
        Ok(json!({ "candidates": answers }))
    }

    /// A step of the walkthrough.
    fn walk(
        &mut self,
        stage: usize,
        cell: Option<(usize, usize)>,
        step_move: Option<StepMove>,
        references: KeptTexts,
    ) -> Result<Value, Failure> {
        let analysis = self.analysis()?;
        let step = walkthrough::step(&analysis, stage, cell, step_move)?;
        let explanation = match step.stage.question() {
            Some(topic) => self.explain_topic(topic, KeptTexts::default(), references)?,
            None => None,
        };
        let cosine = self.analyzer()?.cosine(step.cell.0, step.cell.1);
        Ok(walkthrough::answer(
            &analysis,
            step,
            cosine.as_ref(),
            explanation.as_ref(),
        ))
    }

    fn panel(&mut self, settings: PanelSettings) -> Result<Value, Failure> {
        self.pending_deletions = None;
        // A score for each deleted word takes a while, so this panel alone arrives in parts.
        if settings.view.panel == Topic::Drop {
            let analysis = self.analysis()?;
            let deletions = Deletions::new(&analysis)?;
            return Ok(self.partial_panel(PendingDeletions {
                analysis,
                deletions,
                settings,
            }));
        }
        let explanation = self.explain(&settings.view)?;
        let analysis = self.analysis()?;
        Ok(panel::answer(
            explanation.as_ref(),
            &analysis,
            &settings,
            false,
        ))
    }

    /// The panel of a slow answer with the results so far. The rest is kept for [`Self::more`].
    fn partial_panel(&mut self, pending: PendingDeletions) -> Value {
        let explanation = Explanation::Drop(pending.deletions.partial_result().clone());
        let has_more = pending.deletions.has_more();
        let answer = panel::answer(
            Some(&explanation),
            &pending.analysis,
            &pending.settings,
            has_more,
        );
        self.pending_deletions = if has_more { Some(pending) } else { None };
        answer
    }

    /// F1 of each candidate, in the order of their letters: the highest over all references, as in `bert_score`.
    fn rank(&mut self, view: PairView, votes: Vec<u32>) -> Result<Value, Failure> {
        let explanation = self.explain_topic(Topic::Compare, view.others, view.other_references)?;
        let Some(Explanation::Compare(TextComparison {
            candidates,
            references,
            ..
        })) = explanation
        else {
            return Err(Failure::new("There is only one pair."));
        };
        let f1: Vec<f64> = candidates
            .texts
            .iter()
            .map(|compared| compared.score.f1)
            .collect();
        let [.., best_by_f1] = candidates.winners();
        let references = references.texts.len();
        let short: Vec<String> = f1.iter().map(|f1| three_places(*f1)).collect();
        let actual = ActualScores { f1, references };
        let verdict = Guess::Votes(votes).verdict(&actual);
        Ok(json!({
            "f1": actual.f1,
            "short": short,
            "best": best_by_f1,
            "references": references,
            "verdict": verdict,
        }))
    }

    /// Uses the user's corpus for IDF weights and the user's baseline table, in place of the bundled ones.
    fn use_tables(&mut self, corpus: &[String], baselines: &str) -> Result<Value, Failure> {
        // Both tables are complete before the analyzer is taken: after an error, the page continues with the tables it has.
        let texts: Vec<&str> = corpus.iter().map(String::as_str).collect();
        let counted = frequencies::count(&texts, &self.analyzer()?.model().tokenizer)?;
        let baselines = BaselineTable::parse(
            baselines,
            "baselines of the reader".into(),
            BaselineSource::Custom,
        )?;
        let frequencies = FrequencyTable {
            source: "a corpus of the reader".to_owned(),
            tokenizer: None,
            weights: TokenWeights::Counted(counted),
        };
        self.analyzer = self.analyzer.take().map(|analyzer| {
            analyzer
                .with_frequencies(frequencies)
                .with_baselines(baselines)
        });
        Ok(json!({}))
    }

    /// The explanation of the view's panel.
    fn explain(&mut self, view: &PairView) -> Result<Option<Explanation>, Failure> {
        self.explain_topic(
            view.panel,
            view.others.clone(),
            view.other_references.clone(),
        )
    }

    fn explain_topic(
        &mut self,
        topic: Topic,
        candidates: KeptTexts,
        references: KeptTexts,
    ) -> Result<Option<Explanation>, Failure> {
        let analysis = self.analysis()?;
        let question = bertscope_explain::Question {
            before: self.anchor.clone(),
            candidates,
            references,
            ..bertscope_explain::Question::new(topic)
        };
        Ok(explain_whole(self.analyzer()?, &analysis, &question)?)
    }

    fn cell(&mut self, candidate: usize, reference: usize) -> Result<Value, Failure> {
        let analysis = self.analysis()?;
        let cosine = self.analyzer()?.cosine(candidate, reference);
        let steps = topics::cell(&analysis, candidate, reference, cosine.as_ref());
        Ok(json!({ "steps": scored::step_lines(&steps) }))
    }

    fn analyzer(&mut self) -> Result<&mut Analyzer, Failure> {
        self.analyzer.as_mut().ok_or_else(no_model)
    }

    /// The pair that was scored last.
    fn analysis(&self) -> Result<Arc<Analysis>, Failure> {
        // Before the model is there, the page cannot score: to ask for texts would not help.
        if self.analyzer.is_none() {
            return Err(no_model());
        }
        self.analysis
            .clone()
            .ok_or_else(|| Failure::new("There is no score yet; write two texts."))
    }
}

fn no_model() -> Failure {
    Failure::new("The model is not loaded yet.")
}

/// The pair or lesson step of a URL, with a notice of what in the link could not be followed.
fn follow(address: &str) -> Result<Value, Failure> {
    let ParsedLink { link, warnings } = Link::parse(address)?;
    match link {
        Link::Pair(mut view) => {
            let limited = lesson::limit_layer(&mut view.settings.layer);
            let notices: Vec<_> = warnings.notice().into_iter().chain(limited).collect();
            Ok(json!({ "view": view, "notice": notices.join(" ") }))
        }
        Link::Lesson { lesson, step } => {
            Ok(json!({ "lesson": lesson, "step": step, "notice": warnings.notice() }))
        }
    }
}

/// A URL as a QR code: the outline of its dark modules, and the size of the code in modules.
fn qr_code(address: &str) -> Result<Value, Failure> {
    // The lowest level of error correction has room for the longest URL.
    let code = QrCode::encode_text(address, QrCodeEcc::Low).map_err(|_| {
        Failure::new("The texts are too long for a QR code, which holds about 2,900 characters. Copy the link instead.")
    })?;
    let size = code.size();
    let mut squares = Vec::new();
    for y in 0..size {
        for x in 0..size {
            if code.get_module(x, y) {
                squares.push(format!("M{x} {y}h1v1h-1z"));
            }
        }
    }
    Ok(json!({ "size": size, "path": squares.concat() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question;

    fn score(session: &mut Session, candidate: &str, pair: u32, edit: u32) {
        let view = json!({ "reference": "The ferry leaves.", "candidate": candidate });
        let version = json!({ "pair": pair, "edit": edit });
        let question =
            json!({ "ask": "score", "view": view, "dark": false, "version": version }).to_string();
        session.answer(question::parse(&question).unwrap()).unwrap();
    }

    #[test]
    fn the_first_screen_scores_its_candidates_and_leaves_the_pair_of_the_page_as_it_is() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../assets/minilm/",
            "model.safetensors"
        );
        let mut session = Session::default();
        session.open(std::fs::read(file).unwrap()).unwrap();
        score(&mut session, "The boat", 1, 0);
        let before = session.analysis.clone();
        let question = json!({
            "ask": "opening",
            "reference": "The ferry leaves at noon.",
            "candidates": ["The boat departs at midday.", "The ferry leaves at midnight."],
        });
        let question = question::parse(&question.to_string()).unwrap();
        let answer = session.answer(question).unwrap();
        // As `bertscope score --explain ruler` prints them.
        for (candidate, f1, judged) in [(0, 0.71634, 0.12), (1, 0.84291, 0.49)] {
            let candidate = &answer["candidates"][candidate];
            assert!((candidate["f1"].as_f64().unwrap() - f1).abs() < 2e-5);
            let best_rated = candidate["ruler"]["populations"].as_array().unwrap().last();
            let below = best_rated.unwrap()["below"]["f1"].as_f64().unwrap();
            assert!((below - judged).abs() < 0.005, "{below}");
            assert_eq!(candidate["story"]["arrows"][0]["from"], "c1");
        }
        assert_eq!(session.analysis, before);
    }

    fn compared_candidate(session: &Session) -> Option<&str> {
        let anchor = session.anchor.as_ref()?;
        Some(&anchor.candidate.tokenized.text)
    }

    #[test]
    fn a_change_is_measured_within_a_pair_even_if_the_page_left_questions_out() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../assets/minilm/",
            "model.safetensors"
        );
        let mut session = Session::default();
        session.open(std::fs::read(file).unwrap()).unwrap();
        score(&mut session, "The boat", 1, 0);
        assert_eq!(compared_candidate(&session), None);
        // The first question of edit 1 was replaced by this one.
        score(&mut session, "The boat left.", 1, 1);
        score(&mut session, "The boat left again.", 1, 1);
        assert_eq!(compared_candidate(&session), Some("The boat"));
        // Other colours: the text is the same.
        score(&mut session, "The boat left again.", 1, 2);
        assert_eq!(compared_candidate(&session), Some("The boat"));
        score(&mut session, "The boat left.", 1, 2);
        assert_eq!(compared_candidate(&session), Some("The boat left again."));
        // The score of the next pair was replaced by that of its first edit.
        score(&mut session, "A train", 2, 4);
        assert_eq!(compared_candidate(&session), None);
    }
}
