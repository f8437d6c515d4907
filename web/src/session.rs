//! The model, the pair that was scored last, and the answer that is still being computed.

use std::ops::ControlFlow;
use std::sync::Arc;

use bertscope_analysis::{Analysis, Analyzer, Side, Variant};
use bertscope_explain::compare::TextComparison;
use bertscope_explain::leave_one_out::{Deletions, delete_tokens};
use bertscope_explain::{Explanation, KeptTexts, Ledger, Question as Why, Topic, explain};
use bertscope_metric::TokenWeights;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_models::{BaselineSource, BaselineTable, FrequencyTable, frequencies};
use bertscope_report::explanation;
use bertscope_report::export::link::{Link, PairView, ParsedLink};
use bertscope_report::export::picture::html::tables;
use qrcodegen::{QrCode, QrCodeEcc};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::panel::{self, PanelSettings};
use crate::question::{Destination, Question};
use crate::view::check_lengths;
use crate::{export, lesson, scored, story, walkthrough, weights};

/// Number of tokens embedded between two parts of a slow answer, the longest that a newer text waits.
const BATCH_TOKENS: usize = 128;

/// The state of the page.
#[derive(Default)]
pub struct Session {
    analyzer: Option<Analyzer>,
    analysis: Option<Arc<Analysis>>,
    /// The pair that changes are measured against.
    anchor: Option<Arc<Analysis>>,
    pending_deletions: Option<PendingDeletions>,
}

/// An answer in several parts.
struct PendingDeletions {
    analysis: Arc<Analysis>,
    deletions: Deletions,
    frame: PanelSettings,
}

impl Session {
    /// Opens the model from its file.
    pub fn open(&mut self, bytes: Vec<u8>) -> Result<Value, Failure> {
        let model = weights::open(bytes)?;
        let described = json!({
            "name": model.name,
            "layers": model.encoder.layer_count(),
            "own": model.default_layer.0,
            "most": model.encoder.max_tokens(),
            "topics": Topic::ALL.iter().map(|topic| (topic.name(), topic.title())).collect::<Vec<_>>(),
        });
        self.analyzer = Some(Analyzer::new(Arc::new(model)));
        Ok(described)
    }

    /// Answers a question.
    pub fn answer(&mut self, question: Question) -> Result<Value, Failure> {
        match question {
            Question::Score { view, dark, anchor } => self.score(&view, dark, anchor),
            Question::Panel { view, alignment } => self.panel(&view, alignment),
            Question::Cell {
                candidate,
                reference,
            } => self.cell(candidate, reference),
            Question::Walk {
                stage,
                cell,
                go,
                references,
            } => {
                let (_, analysis) = self.scored()?;
                let step = walkthrough::step(&analysis, stage, cell, go)?;
                let explanation = match step.stage.question() {
                    Some(topic) => self.explain_about(
                        topic,
                        KeptTexts::default(),
                        references
                            .iter()
                            .map(|text| Arc::from(text.as_str()))
                            .collect(),
                    )?,
                    None => None,
                };
                let (analyzer, analysis) = self.scored()?;
                let cosine = analyzer.cosine(step.cell.0, step.cell.1);
                Ok(walkthrough::answer(
                    &analysis,
                    step,
                    cosine.as_ref(),
                    explanation.as_ref(),
                ))
            }
            Question::Word { candidate, token } => self.word(
                if candidate {
                    Side::Candidate
                } else {
                    Side::Reference
                },
                token,
            ),
            Question::Play { view, dark } => {
                let (_, analysis) = self.scored()?;
                Ok(json!({ "frames": walkthrough::frames(&analysis, view.options(dark).palette) }))
            }
            Question::Tables { view } => {
                let (_, analysis) = self.scored()?;
                Ok(json!({ "html": tables(&analysis, &view.options(false)) }))
            }
            Question::Export { view, format, dark } => {
                let explanation = self.explained(&view)?;
                let (_, analysis) = self.scored()?;
                export::file(&analysis, explanation.as_ref(), &view, format, dark)
            }
            Question::Link { to } => Ok(json!({ "fragment": link(to).fragment() })),
            Question::Follow { address } => {
                let ParsedLink {
                    link,
                    warnings: flaws,
                } = Link::parse(&address)?;
                Ok(match link {
                    Link::Pair(mut pair) => {
                        let layer = lesson::limit_layer(&mut pair.settings.layer);
                        let notices: Vec<_> = flaws.notice().into_iter().chain(layer).collect();
                        json!({ "view": pair, "notice": notices.join(" ") })
                    }
                    Link::Lesson { lesson, step } => {
                        json!({ "lesson": lesson, "step": step, "notice": flaws.notice() })
                    }
                })
            }
            Question::Rank { view } => self.rank(view),
            Question::Use { corpus, baselines } => self.use_tables(&corpus, &baselines),
            Question::Code { address } => code(&address),
            Question::Lessons => lesson::bundled(),
            Question::Lesson { name, text } => lesson::open(&name, text.as_deref()),
        }
    }

    /// The next part of a slow answer.
    pub fn more(&mut self) -> Option<Result<Value, Failure>> {
        let mut slow = self.pending_deletions.take()?;
        let analyzer = self.analyzer.as_mut()?;
        if let Err(error) = slow.deletions.embed(analyzer, &slow.analysis, BATCH_TOKENS) {
            return Some(Err(error.into()));
        }
        Some(Ok(self.part(slow)))
    }

    fn score(
        &mut self,
        view: &PairView,
        dark: bool,
        anchor: Option<bool>,
    ) -> Result<Value, Failure> {
        self.pending_deletions = None;
        check_lengths(view)?;
        let analyzer = self.analyzer.as_mut().ok_or_else(no_model)?;
        let settings = view.settings.resolve(analyzer.model());
        let analysis = analyzer.analyze(view.texts(), settings)?;
        match anchor {
            Some(false) => {}
            Some(true) => self.anchor = self.analysis.take(),
            None => self.anchor = None,
        }
        let analysis = Arc::new(analysis);
        self.analysis = Some(Arc::clone(&analysis));
        let all = self.explain_about(
            Topic::Compare,
            KeptTexts::default(),
            view.other_references.clone(),
        )?;
        let best = if let Some(Explanation::Compare(all)) = all {
            Some(all.references.best())
        } else {
            None
        };
        Ok(scored::answer(&analysis, view, dark, best))
    }

    /// What the word of a token costs; its text without the word is scored.
    fn word(&mut self, side: Side, token: usize) -> Result<Value, Failure> {
        let (analyzer, analysis) = self.scored()?;
        let ledger = Ledger::compute(&analysis);
        let word = ledger
            .side(side)
            .words
            .iter()
            .find(|word| word.tokens.contains(&token));
        let word = word.ok_or_else(|| Failure::new("This word is not part of the score."))?;
        let text = delete_tokens(&analysis.side(side).tokenized, word.tokens.clone());
        let shorter: Vec<_> = text.iter().map(|text| Variant { side, text }).collect();
        let without = analyzer
            .analyze_variants(&analysis, &shorter, None, Analysis::score)?
            .pop()
            .flatten();
        Ok(json!({ "html": story::word(&analysis, side, word, without).into_string() }))
    }

    fn panel(&mut self, view: &PairView, alignment: AlignmentKind) -> Result<Value, Failure> {
        let frame = PanelSettings {
            alignment,
            view: view.clone(),
        };
        self.pending_deletions = None;
        if view.panel == Topic::Drop {
            let (_, analysis) = self.scored()?;
            let deletions = Deletions::new(&analysis)?;
            return Ok(self.part(PendingDeletions {
                analysis,
                deletions,
                frame,
            }));
        }
        let explanation = self.explain(view)?;
        let (_, analysis) = self.scored()?;
        Ok(panel::answer(
            explanation.as_ref(),
            &analysis,
            &frame,
            false,
        ))
    }

    /// The parts of a slow answer so far, kept until it is complete.
    fn part(&mut self, slow: PendingDeletions) -> Value {
        let explanation = Explanation::Drop(slow.deletions.partial_result().clone());
        let more = slow.deletions.has_more();
        let answer = panel::answer(Some(&explanation), &slow.analysis, &slow.frame, more);
        self.pending_deletions = more.then_some(slow);
        answer
    }

    /// F1 of each candidate, in the order of their letters: the highest over all references, as in `bert_score`.
    fn rank(&mut self, view: PairView) -> Result<Value, Failure> {
        let explanation = self.explain(&PairView {
            panel: Topic::Compare,
            ..view
        })?;
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
        let [.., best] = candidates.winners();
        Ok(json!({ "f1": f1, "best": best, "references": references.texts.len() }))
    }

    /// Uses the user's corpus for IDF weights and the user's baseline table, in place of the bundled ones.
    fn use_tables(&mut self, corpus: &[String], baselines: &str) -> Result<Value, Failure> {
        let analyzer = self.analyzer.take().ok_or_else(no_model)?;
        let texts: Vec<&str> = corpus.iter().map(String::as_str).collect();
        let counted = frequencies::count(&texts, &analyzer.model().tokenizer);
        let table = BaselineTable::parse(
            baselines,
            "baselines of the reader".into(),
            BaselineSource::Custom,
        );
        let (analyzer, done) = match counted.and_then(|frequencies| Ok((frequencies, table?))) {
            Ok((frequencies, table)) => {
                let source = "a corpus of the reader".to_owned();
                let frequencies = FrequencyTable {
                    source,
                    tokenizer: None,
                    weights: TokenWeights::Counted(frequencies),
                };
                (
                    analyzer.with_frequencies(frequencies).with_baselines(table),
                    Ok(json!({})),
                )
            }
            Err(error) => (analyzer, Err(error.into())),
        };
        self.analyzer = Some(analyzer);
        done
    }

    /// The complete explanation for a file; the picture always shows the matches.
    fn explained(&mut self, view: &PairView) -> Result<Option<Explanation>, Failure> {
        if view.panel == Topic::Matches {
            Ok(None)
        } else {
            self.explain(view)
        }
    }

    fn explain(&mut self, view: &PairView) -> Result<Option<Explanation>, Failure> {
        let (candidates, references) = (view.others.clone(), view.other_references.clone());
        self.explain_about(view.panel, candidates, references)
    }

    fn explain_about(
        &mut self,
        topic: Topic,
        candidates: KeptTexts,
        references: KeptTexts,
    ) -> Result<Option<Explanation>, Failure> {
        let before = self.anchor.clone();
        let (analyzer, analysis) = self.scored()?;
        let why = Why {
            before,
            candidates,
            references,
            ..Why::new(topic)
        };
        let mut last = None;
        explain(analyzer, &analysis, &why, &mut |part| {
            last = Some(part);
            ControlFlow::Continue(())
        })?;
        Ok(last)
    }

    fn cell(&mut self, candidate: usize, reference: usize) -> Result<Value, Failure> {
        let (analyzer, analysis) = self.scored()?;
        let cosine = analyzer.cosine(candidate, reference);
        Ok(json!({ "steps": explanation::cell(&analysis, candidate, reference, cosine.as_ref()) }))
    }

    /// The model and the pair that was scored last.
    fn scored(&mut self) -> Result<(&mut Analyzer, Arc<Analysis>), Failure> {
        let analyzer = self.analyzer.as_mut().ok_or_else(no_model)?;
        let analysis = self
            .analysis
            .clone()
            .ok_or_else(|| Failure::new("There is no score yet; write two texts."))?;
        Ok((analyzer, analysis))
    }
}

fn no_model() -> Failure {
    Failure::new("The model is not loaded yet.")
}

fn link(to: Destination) -> Link {
    match to {
        Destination::View(view) => Link::Pair(view),
        Destination::Lesson(lesson, step) => Link::Lesson { lesson, step },
    }
}

/// A URL as a QR code: the outline of its dark modules, and the size of the code in modules.
fn code(address: &str) -> Result<Value, Failure> {
    let code = QrCode::encode_text(address, QrCodeEcc::Low).map_err(|_| {
        Failure::new("The texts are too long for a QR code, which holds about 2,900 characters. Copy the link instead.")
    })?;
    let size = code.size();
    let squares = (0..size)
        .flat_map(|y| (0..size).map(move |x| (x, y)))
        .filter(|&(x, y)| code.get_module(x, y));
    let path = squares
        .map(|(x, y)| format!("M{x} {y}h1v1h-1z"))
        .collect::<Vec<_>>()
        .concat();
    Ok(json!({ "size": size, "path": path }))
}
