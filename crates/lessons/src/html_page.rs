//! Renders a lesson as a self-contained HTML page, to hand out or print.

use std::sync::Arc;

use bertscope_metric::{Pair, Score};
use bertscope_report::ScoredCandidate;
use bertscope_report::explanation::Section;
use bertscope_report::export::ExportOptions;
use bertscope_report::export::html_page::{page, page_head};
use bertscope_report::export::picture::compact::{self, figure, legend};
use bertscope_report::export::picture::panel::{self, panel};
use bertscope_report::export::picture::typeface;
use bertscope_report::number::{five_places, idf_source, short};
use maud::{Markup, html};

use crate::check::{find_cell, missing_layer};
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
        &format!("{}{}{STYLE}", typeface::embedded(), compact::STYLE),
    );
    let body = html! {
        h1 { (printable(&lesson.title)) }
        @if options.worksheet { p .name { "Name" } }
        div .about { (paragraphs_markup(&lesson.about)) }
        @if let Some(minutes) = lesson.minutes() { p .about { (minutes) " minutes, " (steps.len()) " steps." } }
        @if !options.worksheet { (reading_guide(&usual)) }
        @for step in &steps { (step.section(options, &usual)) }
        @if options.worksheet {
            h1 .key { "Answers" }
            (reading_guide(&usual))
            @for step in &steps { (step.key(options, &usual)) }
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
#[derive(Default)]
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
        let own = analyzer.model().default_layer_of(step.settings.conventions);
        let settings = step.view().settings(own);
        let mut pair = |reference: &str, candidate: &str| {
            analyzer.analyze(
                Pair {
                    reference,
                    candidate,
                },
                settings,
            )
        };
        let mut scored = Vec::new();
        for candidate in &step.candidates {
            let analyses = step
                .references
                .iter()
                .map(|reference| pair(reference, candidate));
            scored.push(ScoredCandidate::new(analyses.collect::<Result<_, _>>()?));
        }
        let last = Layer(analyzer.model().encoder.layer_count());
        let words = settings_text(step, &scored[0].analyses[0], own, last);
        let mut own_layer = None;
        if scored[0].analyses[0].layer != own {
            let candidate = step
                .candidates
                .get(step.shown_candidate)
                .unwrap_or(&step.candidates[0]);
            let at_own = Settings {
                layer: own,
                ..settings
            };
            own_layer = Some(analyzer.analyze(
                Pair {
                    reference: &step.references[0],
                    candidate,
                },
                at_own,
            )?);
        }
        let mut panels = Vec::new();
        for (candidate, question) in panel_questions(step) {
            let analysis =
                Arc::new(scored.get(candidate).unwrap_or(&scored[0]).analyses[0].clone());
            let explanation = explain_whole(analyzer, &analysis, &question)?;
            let cell = step
                .cell
                .as_ref()
                .and_then(|cell| find_cell(&analysis, cell).ok());
            panels.extend(
                explanation
                    .map(|about| Section::with_cell(cell, &about, &analysis, panel::COLUMNS)),
            );
        }
        Ok(Self {
            number,
            step,
            scored,
            own_layer,
            panels,
            settings: words,
        })
    }

    fn section(&self, options: PageOptions, usual: &str) -> Markup {
        let Self {
            number,
            step,
            settings,
            ..
        } = self;
        html! {
            section {
                h2 {
                    (number) ". " (printable(&step.title))
                    @if let Some(minutes) = step.minutes { span .minutes { (minutes) " min" } }
                }
                div .step {
                    @let question = step.question.as_deref().map(paragraphs_markup);
                    @if options.worksheet {
                        (self.task(&settings.asked.join(" "), question.as_ref()))
                        @if question.is_some() { div .lines {} } @else { div .told { (paragraphs_markup(&step.note)) } }
                    } @else {
                        (self.task(&settings.all(), question.as_ref()))
                        // Only the style sheet collapses what follows, so that it is visible in print.
                        @if question.is_some() { details .reveal { summary { "Answer" } } }
                        (self.answer(usual))
                    }
                }
                @if !options.worksheet { (self.notes(options)) }
            }
        }
    }

    fn notes(&self, options: PageOptions) -> Markup {
        html! {
            @if let Some(teacher) = self.step.teacher_note.as_ref().filter(|_| options.teacher_notes) {
                aside .teacher aria-label="For the teacher" { (paragraphs_markup(teacher)) }
            }
        }
    }

    /// An entry of a worksheet's key. It repeats the texts and, in one line, the question, so that it can be read
    /// without the sheet.
    fn key(&self, options: PageOptions, usual: &str) -> Markup {
        let Self {
            number,
            step,
            settings,
            ..
        } = self;
        let one_line = |question: &String| printable(&paragraphs(&on_paper(question)).join(" "));
        let question = step
            .question
            .as_ref()
            .map(|question| html! { p { (one_line(question)) } });
        html! {
            section {
                h2 { (number) ". " (printable(&step.title)) }
                div .step {
                    (self.task(&settings.all(), question.as_ref()))
                    (self.answer(usual))
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
                    @for (name, text) in [Side::Reference, Side::Candidate].map(|side| named_texts(self.step, side)).concat() {
                        dt { (name) }
                        dd dir="auto" { (printable_lines(text)) }
                    }
                }
                @if !settings.is_empty() { p .settings { (printable(settings)) } }
                @if let Some(question) = question { div .question { (question) } }
            }
        }
    }

    /// Each candidate's scores: one score for one reference; for several, the score with each and then the best.
    fn scores(&self) -> Vec<Vec<(String, Score)>> {
        let of = |(i, (name, _)): (usize, (String, &str))| match &self.scored[i].analyses[..] {
            [one] => vec![(name, one.score())],
            // Short, so that a row is one line.
            _ => {
                let letter = |on| format!("{}, {on}", text_name(Side::Candidate, i));
                let name = |on| {
                    if self.scored.len() > 1 {
                        letter(on)
                    } else {
                        on
                    }
                };
                self.scored[i]
                    .scores_by_reference()
                    .into_iter()
                    .map(|(on, score)| (name(on), score))
                    .collect()
            }
        };
        named_texts(self.step, Side::Candidate)
            .into_iter()
            .enumerate()
            .map(of)
            .collect()
    }

    /// The scores, the note, the picture that the note is about, and the panels of the step.
    fn answer(&self, usual: &str) -> Markup {
        let options = self.step.view().options(false);
        let (shown, several_references) = (
            shown_analysis(self.step, &self.scored),
            self.step.references.len() > 1,
        );
        let names: Vec<String> = named_texts(self.step, Side::Candidate)
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        let mut name = names
            .get(self.step.shown_candidate)
            .cloned()
            .unwrap_or_default();
        if several_references {
            name += ", reference 1";
        }
        let at_layer = |analysis: &Analysis| format!("{name}, layer {}", analysis.layer);
        let pictures = match &self.own_layer {
            Some(own) => vec![(at_layer(shown), shown), (at_layer(own), own)],
            None => vec![(name, shown)],
        };
        let compares = pictures.len() > 1 || self.scored.len() > 1 || several_references;
        html! {
                div .words {
                    table .scores {
                        thead { tr { td {} @for name in ["P", "R", "F1"] { th scope="col" { (name) } } } }
                        @for candidate in self.scores() {
                            tbody {
                                @for (name, score) in candidate {
                                    tr {
                                        th scope="row" { (name) }
                                        @for number in score.numbers() { td { (five_places(number)) } }
                                    }
                                }
                            }
                        }
                    }
                    div .note { (paragraphs_markup(&self.step.note)) }
                }
                div .picture {
                    @for (caption, analysis) in &pictures {
                        @if compares { p .caption { (caption) } }
                        (figure(analysis, &options, &format!("Step {}, {caption}: {}", self.number, self.step.title)))
                    }
                    @if shown.signature != usual { p .signature { (printable(&shown.signature)) } }
                }
                @for (name, section) in names.iter().zip(&self.panels) {
                    (panel(section, Some(name.as_str()).filter(|_| self.panels.len() > 1)))
                }
        }
    }
}

/// The explanations in the panels of a step, one per candidate. *Side by side* covers all texts at once. On paper,
/// there is no edit to explain.
fn panel_questions(step: &Step) -> Vec<(usize, Question)> {
    let Some(topic) = step.settings.panel.filter(|topic| *topic != Topic::Edit) else {
        return Vec::new();
    };
    let candidates = &step.candidates;
    let about = |shown: usize| {
        let others = candidates.iter().enumerate().filter(|(i, _)| *i != shown);
        let question = Question {
            candidates: KeptTexts::with_shown_position(
                shown,
                others.map(|(_, text)| text.as_str().into()),
            ),
            references: step.references[1..]
                .iter()
                .map(|text| text.as_str().into())
                .collect(),
            ..Question::new(topic)
        };
        (shown, question)
    };
    if topic == Topic::Compare {
        vec![about(step.shown_candidate)]
    } else {
        (0..candidates.len()).map(about).collect()
    }
}

/// The pair of the picture: the candidate that the note is about, against the first reference.
fn shown_analysis<'a>(step: &Step, scored: &'a [ScoredCandidate]) -> &'a Analysis {
    &scored
        .get(step.shown_candidate)
        .unwrap_or(&scored[0])
        .analyses[0]
}

/// The texts of a side with their names, as in the inspector: `Candidate`, or `Candidate A`, `Candidate B`, …;
/// `Reference`, or `Reference 1`, `Reference 2`, ….
fn named_texts(step: &Step, side: Side) -> Vec<(String, &str)> {
    let (title, texts) = (
        if side == Side::Candidate {
            "Candidate"
        } else {
            "Reference"
        },
        step.texts(side),
    );
    let several = texts.len() > 1;
    let name = |position| {
        if several {
            format!("{title} {}", text_name(side, position))
        } else {
            title.to_owned()
        }
    };
    texts
        .iter()
        .enumerate()
        .map(|(position, text)| (name(position), text.as_str()))
        .collect()
}

/// A sentence for each setting that is not the default; `own` is the model's default layer, `last` its last one.
fn settings_text(step: &Step, analysis: &Analysis, own: Layer, last: Layer) -> SettingsText {
    let mut words = SettingsText::default();
    let layer = analysis.layer;
    if let Some(problem) = missing_layer(step.settings.layer, last) {
        words
            .scored
            .push(format!("{problem}; these scores are for layer {layer}."));
    } else if layer != own {
        words.asked.push(format!(
            "Layer {layer} of {last}; the model’s default is {own}."
        ));
    }
    if !step.settings.conventions.is_default() {
        words.asked.push(format!(
            "Scored as by {}.",
            step.settings.conventions.name()
        ));
    }
    let references = step.references.len();
    if references > 1 {
        words.asked.push(format!(
            "With {references} references, the best score counts."
        ));
    }
    if let Some(idf) = &analysis.idf {
        words
            .asked
            .push(format!("IDF weights: {}.", idf_source(idf)));
    }
    if let Some(r) = analysis.rescaling() {
        let [p, q, f] =
            [r.baseline.precision, r.baseline.recall, r.baseline.f1].map(|b| short(b as f32));
        words
            .scored
            .push(format!("Rescaled with {}: P {p}, R {q}, F1 {f}.", r.table));
    } else if step.settings.rescale {
        words
            .scored
            .push("There is no baseline to rescale with; these scores are raw.".to_owned());
    }
    match step.settings.direction {
        Some(MatchDirection::Precision) => words
            .scored
            .push("Look at precision: the matches ▶ and ◆.".to_owned()),
        Some(MatchDirection::Recall) => words
            .scored
            .push("Look at recall: the matches ▼ and ◆.".to_owned()),
        Some(MatchDirection::Both) | None => {}
    }
    words
}
