//! Renders a lesson as a self-contained HTML page, to hand out or print.

use std::sync::Arc;

use bertscope_metric::{Pair, Score};
use bertscope_report::ScoredCandidate;
use bertscope_report::explanation::Section;
use bertscope_report::export::ExportOptions;
use bertscope_report::export::html_page::{page, page_head};
use bertscope_report::export::picture::compact::{self, figure, legend, panel};
use bertscope_report::export::picture::typeface;
use bertscope_report::number::{five_places, idf_source, short};
use maud::{Markup, html};

use crate::check::{self, find_cell, missing_layer};
use crate::{Lesson, MatchDirection, Step, fill, paragraphs};
use bertscope_analysis::{Analysis, Analyzer, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::kept::text_name;
use bertscope_explain::{KeptTexts, Question, Topic, explain_whole};
use bertscope_models::ModelError;
use bertscope_printable::{printable, printable_lines};

const STYLE: &str = include_str!("page.css");

/// What the page includes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PageOptions {
    /// A worksheet: lines to write on instead of answers, and a key at the end. A step without a question has its note on
    /// the sheet, because the note is the task, but not its numbers: another step may ask for them.
    pub worksheet: bool,
    /// The teacher's notes: below each step, or in the key of a worksheet.
    pub teacher_notes: bool,
}

/// The HTML page: each step with its texts, question, numbers, note and picture. On screen, the answer to a question is
/// collapsed; in print, it is visible, or in the key of a worksheet.
pub fn html(
    lesson: &Lesson,
    options: PageOptions,
    analyzer: &mut Analyzer,
) -> Result<String, ModelError> {
    let warning = check::warning(lesson, analyzer)?;
    let mut steps = Vec::with_capacity(lesson.steps.len());
    for (i, step) in lesson.steps.iter().enumerate() {
        steps.push(ScoredStep::score(i + 1, step, analyzer)?);
    }
    // A step with a different signature shows its own.
    let usual = steps.first().map_or_else(String::new, |step| {
        step.scored[0].analyses[0].signature.clone()
    });
    let head = page_head(
        &printable(&lesson.title),
        &[&typeface::embedded(), &compact::style(), STYLE].concat(),
    );
    let body = html! {
        h1 { (printable(&lesson.title)) }
        @if options.worksheet { p .name { "Name" } }
        @if let Some(warning) = &warning { p .warning { (printable(warning)) } }
        div .about { (paragraphs_markup(&lesson.about)) }
        @if let Some(minutes) = lesson.minutes() { p .about { (minutes) " minutes, " (steps.len()) " steps." } }
        @if !options.worksheet { (reading_guide(&usual)) }
        @if options.worksheet {
            div .sheet { @for step in &steps { (step.section(options, &usual)) } }
            h1 .key { "Answers" }
            (reading_guide(&usual))
            @for step in &steps { (step.key(options, &usual)) }
        } @else {
            @for step in &steps { (step.section(options, &usual)) }
        }
    };
    Ok(page(&head, &body))
}

/// The introduction before pictures and scores: a legend and the default signature.
fn reading_guide(usual: &str) -> Markup {
    html! {
        (legend(ExportOptions::default().palette))
        p .signature { (printable(usual)) }
    }
}

fn paragraphs_markup(text: &str) -> Markup {
    html! { @for paragraph in paragraphs(&on_paper(text)) { p { (printable(&paragraph)) } } }
}

/// A text without what names keys and buttons: paper has none.
fn on_paper(text: &str) -> String {
    fill(text, |_| None)
}

/// A step with its numbers.
struct ScoredStep<'a> {
    /// From 1.
    number: usize,
    step: &'a Step,
    /// Each candidate against every reference.
    scored: Vec<ScoredCandidate>,
    /// The pair of the picture at the model's default layer, for a step at another layer: both are shown side by side.
    own_layer: Option<Analysis>,
    /// The panel that the step opens: one about all candidates together, or one about each.
    panels: Vec<Section>,
    settings: SettingsText,
}

/// Settings that differ from the default, one sentence each.
struct SettingsText {
    /// What the question is about.
    asked: Vec<String>,
    /// Shown only with the scores, because it would reveal them before the answer.
    scored: Vec<String>,
}

impl SettingsText {
    fn all(&self) -> String {
        [&self.asked[..], &self.scored].concat().join(" ")
    }
}

impl<'a> ScoredStep<'a> {
    fn score(number: usize, step: &'a Step, analyzer: &mut Analyzer) -> Result<Self, ModelError> {
        let last_layer = Layer(analyzer.model().encoder.layer_count());
        let settings = step.settings.resolve(analyzer.model());
        let default_layer = analyzer.model().default_layer_of(settings.conventions);
        let mut scored = Vec::new();
        for candidate in &step.candidates {
            let mut analyses = Vec::new();
            for reference in &step.references {
                let pair = Pair {
                    reference: reference.as_str(),
                    candidate: candidate.as_str(),
                };
                analyses.push(analyzer.analyze(pair, settings)?);
            }
            scored.push(ScoredCandidate::new(analyses));
        }
        let first = &scored[0].analyses[0];
        let settings_text = settings_text(step, first, default_layer, last_layer);
        let own_layer = if first.layer == default_layer {
            None
        } else {
            let pair = Pair {
                reference: step.references[0].as_str(),
                candidate: step.candidates[step.shown_candidate].as_str(),
            };
            let at_default_layer = Settings {
                layer: default_layer,
                ..settings
            };
            Some(analyzer.analyze(pair, at_default_layer)?)
        };
        let mut panels = Vec::new();
        for PanelQuestion {
            candidate,
            question,
        } in panel_questions(step)
        {
            let analysis = Arc::new(scored[candidate].analyses[0].clone());
            let cell = match &step.cell {
                // Another candidate than the shown one may lack the token.
                Some(cell) => find_cell(&analysis, cell).ok(),
                None => None,
            };
            if let Some(explanation) = explain_whole(analyzer, &analysis, &question)? {
                panels.push(Section::with_cell(cell, &explanation, &analysis));
            }
        }
        Ok(Self {
            number,
            step,
            scored,
            own_layer,
            panels,
            settings: settings_text,
        })
    }

    fn section(&self, options: PageOptions, usual: &str) -> Markup {
        let step = self.step;
        html! {
            section {
                h2 {
                    (self.number) ". " (printable(&step.title))
                    @if let Some(minutes) = step.minutes { span .minutes { (minutes) " min" } }
                }
                div .step {
                    @let question = step.question.as_deref().map(paragraphs_markup);
                    @if options.worksheet {
                        (self.task(&self.settings.asked.join(" "), question.as_ref()))
                        @if question.is_some() { div .lines {} } @else {
                            div .told {
                                (paragraphs_markup(&step.note))
                                // For a candidate of the reader's own.
                                @if step.exercise.is_some() { div .lines {} }
                            }
                        }
                    } @else {
                        div .text {
                            (self.task(&self.settings.all(), question.as_ref()))
                            // Only the style sheet collapses what follows, so that it is visible in print.
                            @if question.is_some() { details .reveal { summary { "Answer" } } }
                            (self.words())
                        }
                        (self.figures(usual))
                    }
                }
                @if !options.worksheet { (self.notes(options)) }
            }
        }
    }

    fn notes(&self, options: PageOptions) -> Markup {
        html! {
            @if options.teacher_notes {
                @if let Some(teacher) = &self.step.teacher_note {
                    aside .teacher aria-label="For the teacher" { (paragraphs_markup(teacher)) }
                }
            }
        }
    }

    /// An entry of a worksheet's key. It repeats the texts and, in one line, the question, so that it can be read
    /// without the sheet.
    fn key(&self, options: PageOptions, usual: &str) -> Markup {
        let question = self.step.question.as_ref().map(|question| {
            let line = paragraphs(&on_paper(question)).join(" ");
            html! { p { (printable(&line)) } }
        });
        html! {
            section {
                h2 { (self.number) ". " (printable(&self.step.title)) }
                div .step {
                    div .text {
                        (self.task(&self.settings.all(), question.as_ref()))
                        (self.words())
                    }
                    (self.figures(usual))
                }
                (self.notes(options))
            }
        }
    }

    /// The texts, the settings and the question.
    fn task(&self, settings: &str, question: Option<&Markup>) -> Markup {
        html! {
            div .task {
                dl {
                    @for side in [Side::Reference, Side::Candidate] {
                        @for named in named_texts(self.step, side) {
                            dt { (named.name) }
                            dd dir="auto" { (printable_lines(named.text)) }
                        }
                    }
                }
                @if !settings.is_empty() { p .settings { (printable(settings)) } }
                @if let Some(question) = question { div .question { (question) } }
            }
        }
    }

    /// The scores of each candidate, as rows of the table.
    fn scores(&self) -> Vec<Vec<ScoreRow>> {
        let mut candidates = Vec::new();
        for (i, candidate) in named_texts(self.step, Side::Candidate)
            .into_iter()
            .enumerate()
        {
            candidates.push(self.scores_of(i, candidate.name));
        }
        candidates
    }

    /// One score for one reference; for several, the score with each and then the best.
    fn scores_of(&self, candidate: usize, name: String) -> Vec<ScoreRow> {
        let scored = &self.scored[candidate];
        if let [analysis] = &scored.analyses[..] {
            return vec![ScoreRow {
                name,
                score: analysis.score(),
            }];
        }
        let mut rows = Vec::new();
        for (reference, score) in scored.scores_by_reference() {
            let name = if self.scored.len() > 1 {
                // Short, so that a row is one line.
                format!("{}, {reference}", text_name(Side::Candidate, candidate))
            } else {
                reference
            };
            rows.push(ScoreRow { name, score });
        }
        rows
    }

    /// The pictures of the step: of the shown pair and, at another layer than the model's own, also there.
    fn pictures(&self) -> Vec<CaptionedPicture<'_>> {
        let candidates = named_texts(self.step, Side::Candidate);
        let mut caption = candidates[self.step.shown_candidate].name.clone();
        if self.step.references.len() > 1 {
            caption += ", reference 1";
        }
        let shown = shown_analysis(self.step, &self.scored);
        let Some(own) = &self.own_layer else {
            return vec![CaptionedPicture {
                caption,
                analysis: shown,
            }];
        };
        let at_both_layers = [shown, own].map(|analysis| CaptionedPicture {
            caption: format!("{caption}, layer {}", analysis.layer),
            analysis,
        });
        at_both_layers.into()
    }

    /// The scores and the note.
    fn words(&self) -> Markup {
        html! {
            div .words {
                table .scores {
                    thead { tr { td {} @for name in ["P", "R", "F1"] { th scope="col" { (name) } } } }
                    @for candidate in self.scores() {
                        tbody {
                            @for row in candidate {
                                tr {
                                    th scope="row" { (row.name) }
                                    @for number in row.score.numbers() { td { (five_places(number)) } }
                                }
                            }
                        }
                    }
                }
                div .note { (paragraphs_markup(&self.step.note)) }
            }
        }
    }

    /// The picture that the note is about, and the panels of the step.
    fn figures(&self, usual: &str) -> Markup {
        let options = self.step.view().options(false);
        let shown = shown_analysis(self.step, &self.scored);
        let candidates = named_texts(self.step, Side::Candidate);
        let pictures = self.pictures();
        let compares =
            pictures.len() > 1 || self.scored.len() > 1 || self.step.references.len() > 1;
        html! {
            div .picture {
                @for CaptionedPicture { caption, analysis } in &pictures {
                    @if compares { p .caption { (caption) } }
                    (figure(analysis, &options, &format!("Step {}, {caption}: {}", self.number, self.step.title)))
                }
                @if shown.signature != usual { p .signature { (printable(&shown.signature)) } }
            }
            @if let [section] = &self.panels[..] {
                (panel(section, None))
            } @else {
                @for (candidate, section) in candidates.iter().zip(&self.panels) {
                    (panel(section, Some(&candidate.name)))
                }
            }
        }
    }
}

/// A row of the table of scores.
struct ScoreRow {
    name: String,
    score: Score,
}

struct CaptionedPicture<'a> {
    caption: String,
    analysis: &'a Analysis,
}

/// An explanation in a panel of a step.
struct PanelQuestion {
    /// The candidate that it is about, from 0.
    candidate: usize,
    question: Question,
}

/// The explanations in the panels of a step, one per candidate. *Side by side* covers all texts at once. On paper,
/// there is no edit to explain.
fn panel_questions(step: &Step) -> Vec<PanelQuestion> {
    match step.panel {
        None | Some(Topic::Edit) => Vec::new(),
        Some(Topic::Compare) => vec![panel_question(step, Topic::Compare, step.shown_candidate)],
        Some(topic) => (0..step.candidates.len())
            .map(|candidate| panel_question(step, topic, candidate))
            .collect(),
    }
}

fn panel_question(step: &Step, topic: Topic, candidate: usize) -> PanelQuestion {
    let mut others = step.candidates.clone();
    others.remove(candidate);
    let question = Question {
        candidates: KeptTexts::with_shown_position(
            candidate,
            others.iter().map(|text| text.as_str().into()),
        ),
        references: step.references[1..]
            .iter()
            .map(|text| text.as_str().into())
            .collect(),
        ..Question::new(topic)
    };
    PanelQuestion {
        candidate,
        question,
    }
}

/// The pair of the picture: the candidate that the note is about, against the first reference.
fn shown_analysis<'a>(step: &Step, scored: &'a [ScoredCandidate]) -> &'a Analysis {
    &scored[step.shown_candidate].analyses[0]
}

struct NamedText<'a> {
    name: String,
    text: &'a str,
}

/// The texts of a side with their names, as in the inspector: `Candidate`, or `Candidate A`, `Candidate B`, …;
/// `Reference`, or `Reference 1`, `Reference 2`, ….
fn named_texts(step: &Step, side: Side) -> Vec<NamedText<'_>> {
    let title = side.pick("Reference", "Candidate");
    let texts = step.texts(side);
    let mut named = Vec::new();
    for (position, text) in texts.iter().enumerate() {
        let name = if texts.len() > 1 {
            format!("{title} {}", text_name(side, position))
        } else {
            title.to_owned()
        };
        named.push(NamedText { name, text });
    }
    named
}

/// A sentence for each setting that is not the default of the model or the program.
fn settings_text(
    step: &Step,
    analysis: &Analysis,
    default_layer: Layer,
    last_layer: Layer,
) -> SettingsText {
    let mut asked = Vec::new();
    let mut scored = Vec::new();
    let layer = analysis.layer;
    if let Some(problem) = missing_layer(step.settings.layer, last_layer) {
        scored.push(format!("{problem}; these scores are for layer {layer}."));
    } else if layer != default_layer {
        asked.push(format!(
            "Layer {layer} of {last_layer}; the model’s default is {default_layer}."
        ));
    }
    let conventions = step.settings.conventions.unwrap_or_default();
    if !conventions.is_default() {
        asked.push(format!("Scored as by {}.", conventions.name()));
    }
    let reference_count = step.references.len();
    if reference_count > 1 {
        asked.push(format!(
            "With {reference_count} references, the best score counts."
        ));
    }
    if let Some(idf) = &analysis.idf {
        asked.push(format!("IDF weights: {}.", idf_source(idf)));
    }
    if let Some(rescaling) = analysis.rescaling() {
        let [precision, recall, f1] = rescaling.baseline.row.numbers();
        scored.push(format!(
            "Rescaled with {}: P {}, R {}, F1 {}.",
            rescaling.baseline.table,
            short(precision as f32),
            short(recall as f32),
            short(f1 as f32)
        ));
    } else if step.settings.rescale == Some(true) {
        scored.push("There is no baseline to rescale with; these scores are raw.".to_owned());
    }
    match step.direction {
        Some(MatchDirection::Precision) => {
            scored.push("Look at precision: the matches ▶ and ◆.".to_owned());
        }
        Some(MatchDirection::Recall) => {
            scored.push("Look at recall: the matches ▼ and ◆.".to_owned());
        }
        Some(MatchDirection::Both) | None => {}
    }
    SettingsText { asked, scored }
}
