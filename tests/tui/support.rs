//! The inspector without a terminal: the real state, update, drawing and bundled model, on a screen of cells.

use bertscope::metric::Pair;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use bertscope::analysis::Analyzer;
use bertscope::encoder::Layer;
use bertscope::lessons::Lesson;
use bertscope::models::{Model, Recognition, bundled};
use bertscope::testing::{
    AnalysisJob, AnalysisOutcome, Batch, BatchScores, ColorDepth, DriverSums, Effect, ExportJob,
    ExportOutcome, ExportTarget, FilePair, InspectorOptions, MarkedJob, Message, ModelChoice,
    ModelInfo, ModelLocation, OpenedPairs, PairScorer, PairThreads, PairsEffect, PairsList,
    PairsMessage, RankingJob, Session, State, TerminalEvent, Theme, answer, draw_screen,
    initial_state, key, lay_out, merge_choices, open_lesson, update,
};
use bertscope_printable::visible;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub fn model() -> Arc<Model> {
    static MODEL: OnceLock<Arc<Model>> = OnceLock::new();
    Arc::clone(MODEL.get_or_init(|| Arc::new(bundled::model().unwrap())))
}

pub fn info() -> ModelInfo {
    let model = model();
    ModelInfo {
        name: model.name.clone(),
        origin: model.origin.clone(),
        reopen: bundled::NAME.into(),
        last_layer: Layer(model.encoder.layer_count()),
        layer: model.default_layer,
        layer_is_tuned: false,
        recognition: Recognition::default(),
    }
}

/// Another model, which answers with the bundled one's numbers.
pub fn other_info(name: &str) -> ModelInfo {
    ModelInfo {
        name: name.into(),
        origin: "hub".into(),
        reopen: name.into(),
        last_layer: Layer(24),
        layer: Layer(17),
        layer_is_tuned: true,
        recognition: Recognition::default(),
    }
}

/// A made-up list of models.
pub fn choices() -> Vec<ModelChoice> {
    use ModelLocation::{Bundled, Known, OnDisk};

    let choice = |group, name: &str, family: &str, layer, correlation, bytes| ModelChoice {
        family: family.into(),
        default_layer: layer,
        correlation,
        bytes,
        ..ModelChoice::new(group, name)
    };
    let mut list = vec![
        choice(
            Bundled,
            bundled::NAME,
            "BERT",
            Some(6),
            None,
            Some(45_127_048),
        ),
        choice(
            OnDisk,
            "/home/user/models/my-finetuned-encoder",
            "bert",
            None,
            None,
            Some(438_000_000),
        ),
        choice(
            OnDisk,
            "roberta-large",
            "RoBERTa",
            Some(17),
            Some(0.7386),
            Some(1_425_941_629),
        ),
        choice(
            Known,
            "microsoft/deberta-xlarge-mnli",
            "DeBERTa",
            Some(40),
            Some(0.7781),
            Some(3_039_000_000),
        ),
        choice(
            Known,
            "facebook/bart-large-mnli",
            "BART",
            Some(11),
            Some(0.7532),
            None,
        ),
        choice(
            Known,
            "distilbert-base-uncased-finetuned-sst-2-english",
            "DistilBERT",
            Some(5),
            Some(0.6606),
            None,
        ),
    ];
    list[0].note = bundled::FULL_NAME.into();
    for i in 0..30 {
        list.push(choice(
            Known,
            &format!("known/model-{i:02}"),
            "BERT",
            Some(i),
            Some(0.7 - i as f64 / 100.0),
            None,
        ));
    }
    merge_choices(list)
}

/// What comes of a job, from one analyzer that all tests share.
pub fn answers(job: &AnalysisJob) -> Vec<Message> {
    static ANALYZER: OnceLock<Mutex<Analyzer>> = OnceLock::new();
    let analyzer = ANALYZER.get_or_init(|| Mutex::new(Analyzer::new(model())));
    let mut analyzer = analyzer.lock().unwrap_or_else(PoisonError::into_inner);
    let analysis = Arc::new(
        analyzer
            .analyze(
                Pair {
                    reference: &job.reference,
                    candidate: &job.candidate,
                },
                job.settings,
            )
            .unwrap(),
    );
    let cosine = job.cell.and_then(|(c, r)| analyzer.cosine(c, r));
    let elapsed = Some(Duration::from_micros(12_300));
    let mut messages = Vec::new();
    let long = analysis
        .similarity
        .candidate_tokens()
        .max(analysis.similarity.reference_tokens())
        > 128;
    answer(&mut analyzer, job, &analysis, &mut |explained| {
        messages.push(Message::Explained(Arc::new(explained)));
        // Nobody waits until each of five hundred words was left out.
        if long {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })
    .unwrap();
    messages.insert(
        0,
        Message::Analyzed(AnalysisOutcome {
            job: job.number,
            result: Ok(analysis),
            cosine,
            elapsed,
        }),
    );
    messages
}

/// The scores of a batch of a file's pairs.
pub fn scored(batch: &Batch, sums: &mut DriverSums) -> Message {
    static SCORER: OnceLock<Mutex<PairScorer>> = OnceLock::new();
    let scorer = SCORER.get_or_init(|| Mutex::new(PairScorer::new(Analyzer::new(model()))));
    let scores = scorer
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .score(batch, sums);
    Message::Pairs(PairsMessage::Scored(BatchScores {
        elapsed: Duration::from_millis(50),
        ..scores
    }))
}

/// All reports of a ranking.
pub fn ranked(job: &RankingJob) -> Vec<Message> {
    let mut reports = Vec::new();
    job.run(&Analyzer::new(model()), |status| {
        let message = PairsMessage::Ranking(job.owner.clone(), status);
        reports.push(Message::Pairs(message));
    });
    reports
}

/// The analysis of a job, and nothing of what its panel explains.
pub fn analyzed(job: &AnalysisJob) -> Message {
    answers(job).swap_remove(0)
}

/// What comes of an export that writes nothing: there is a file `taken.svg`, and no other name is refused but
/// `refused.svg`.
pub fn exported(job: &ExportJob) -> ExportOutcome {
    match &job.target {
        ExportTarget::File {
            name,
            replace: false,
        } if name == "taken.svg" => ExportOutcome::Exists,
        ExportTarget::File { name, .. } if name == "refused.svg" => ExportOutcome::Failed(
            "cannot write refused.svg: Permission denied (os error 13)".into(),
        ),
        ExportTarget::File { name, .. } => ExportOutcome::File {
            path: Path::new("/home/user").join(name),
            bytes: 34_567,
            missing: 0,
        },
        ExportTarget::Clipboard(_) => ExportOutcome::Text(format!(
            "{:?}: {}",
            job.format, job.analysis.candidate.tokenized.text
        )),
    }
}

/// Keys that weigh by the reference on screen alone, from a text box and back to it.
pub const BY_ONE_REFERENCE: &str = "Esc 7 Tab Down Down Enter e";

/// What comes of an export of marked pairs that writes nothing; there is a file `taken.html`.
pub fn exported_marked(job: &MarkedJob) -> ExportOutcome {
    match &job.target {
        ExportTarget::File {
            name,
            replace: false,
        } if name == "taken.html" => ExportOutcome::Exists,
        ExportTarget::File { name, .. } => {
            let bytes = job.render(&Analyzer::new(model()));
            ExportOutcome::File {
                path: Path::new("/home/user").join(name),
                bytes: bytes.len() as u64,
                missing: 0,
            }
        }
        ExportTarget::Clipboard(_) => {
            ExportOutcome::Failed("pairs of a file are not copied".into())
        }
    }
}

/// A running inspector whose every job is done at once.
pub struct Inspector {
    pub state: State,
    /// What the clock says; only [`Inspector::wait`] moves it.
    pub now: Instant,
    pub effects: Vec<Effect>,
    /// What drives the scores of the pairs of a file.
    pub sums: DriverSums,
}

impl Inspector {
    /// Before the model is ready.
    pub fn loading(reference: &str, candidate: &str) -> Self {
        let args = InspectorOptions {
            reference: vec![reference.into()],
            candidate: Some(candidate.into()),
            ..InspectorOptions::default()
        };
        Self::with(&args)
    }

    /// The first example, before the model is ready.
    pub fn example() -> Self {
        Self::with(&InspectorOptions::default())
    }

    /// The texts of the example, given, after their analysis.
    pub fn pair() -> Self {
        Self::with_texts("The ferry leaves at noon.", "The boat departs at midday.")
    }

    /// As the command line asks for, before the model is ready.
    pub fn with(args: &InspectorOptions) -> Self {
        let mut state = initial_state(
            args,
            &Session::default(),
            Theme::new(false, ColorDepth::True),
        );
        state.terminal.size = (110, 34);
        Self {
            state,
            now: Instant::now(),
            effects: Vec::new(),
            sums: DriverSums::default(),
        }
    }

    /// Opens a lesson as the command line does.
    pub fn open_lesson(&mut self, lesson: Arc<Lesson>) {
        self.state.context.now = self.now;
        open_lesson(&mut self.state, lesson);
    }

    /// A file of so many pairs, read and scored, with its list in sight.
    pub fn with_pairs(count: usize) -> Self {
        let mut inspector = Self::with_texts("My own reference.", "My own candidate.");
        inspector.state.open_pairs(PairsList::new(
            "/home/user/pairs.tsv".into(),
            Vec::new(),
            false,
        ));
        let row = |i: usize| {
            let (references, candidate) = (
                vec![format!("The house {i}.")],
                format!("A home with {} rooms.", i * i),
            );
            Ok(Arc::new(FilePair {
                id: format!("id{i}"),
                references,
                candidate,
                scores: None,
                looks_quoted: false,
                other_candidates: Vec::new(),
            }))
        };
        inspector.send(Message::Pairs(PairsMessage::Rows(
            (0..count).map(row).collect(),
        )));
        inspector.send(Message::Pairs(PairsMessage::Read(Ok(()))));
        inspector
    }

    /// Reads all rows of a file, whose list is in the state.
    pub fn read(&mut self, opened: OpenedPairs) {
        let (sender, messages) = channel();
        let _threads = PairThreads::start(opened, sender);
        while self.state.pairs.as_ref().is_some_and(|list| list.reading) {
            self.send(messages.recv().unwrap());
        }
    }

    /// A pair that was analysed.
    pub fn with_texts(reference: &str, candidate: &str) -> Self {
        Self::loading(reference, candidate).ready()
    }

    pub fn ready(mut self) -> Self {
        self.send(Message::Opened(1, info()));
        self
    }

    /// Something happens, and all that follows from it.
    pub fn send(&mut self, message: Message) {
        let mut messages = VecDeque::from([message]);
        while let Some(message) = messages.pop_front() {
            for effect in update(&mut self.state, message, self.now) {
                messages.extend(match &effect {
                    Effect::Analyze(job) => answers(job),
                    Effect::ListModels(_) => vec![Message::ModelsListed(choices())],
                    Effect::Pairs(PairsEffect::Score(batch)) => vec![scored(batch, &mut self.sums)],
                    Effect::Pairs(PairsEffect::Count(number, conventions, pairs)) => {
                        let counted = PairScorer::new(Analyzer::new(model())).count(
                            pairs,
                            *conventions,
                            "pairs.tsv",
                        );
                        vec![Message::Pairs(PairsMessage::Counted(*number, counted))]
                    }
                    Effect::Pairs(PairsEffect::Summarise(job)) => {
                        vec![Message::Pairs(PairsMessage::Summarised(Box::new(
                            job.clone().run(&self.sums),
                        )))]
                    }
                    Effect::Pairs(PairsEffect::Rank(job)) => ranked(job),
                    Effect::Export(job) => vec![Message::Exported(job.number, exported(job))],
                    Effect::ExportMarked(job) => {
                        vec![Message::Exported(job.number, exported_marked(job))]
                    }
                    _ => Vec::new(),
                });
                self.effects.push(effect);
            }
        }
    }

    /// Something happens, but analyses are never done; what the loop is asked for.
    pub fn only(&mut self, message: Message) -> Vec<Effect> {
        update(&mut self.state, message, self.now)
    }

    /// Presses keys, named as in the help.
    pub fn press(&mut self, keys: &str) -> &mut Self {
        for name in keys.split_whitespace() {
            self.send(Message::Terminal(TerminalEvent::Key(
                key(name).unwrap_or_else(|| panic!("there is no key {name}")),
            )));
        }
        self
    }

    pub fn type_text(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            let code = crossterm::event::KeyCode::Char(c);
            self.send(Message::Terminal(TerminalEvent::Key(
                crossterm::event::KeyEvent::new(code, crossterm::event::KeyModifiers::NONE),
            )));
        }
        self
    }

    pub fn wait(&mut self, time: Duration) -> &mut Self {
        self.now += time;
        self
    }

    /// The cells of a screen of this size, and where the cursor is.
    pub fn cells(&mut self, width: u16, height: u16) -> Buffer {
        self.state.terminal.size = (width, height);
        // A test may have changed the state itself.
        lay_out(&mut self.state);
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal
            .draw(|frame| draw_screen(frame, &self.state, self.now))
            .unwrap();
        terminal.backend().buffer().clone()
    }

    /// The screen as text, a line a row; digits behind the third place, in which processors differ, are `#`.
    pub fn screen(&mut self, width: u16, height: u16) -> String {
        mask_decimals(&text(&self.cells(width, height)))
    }
}

/// The symbols of a screen. A character two columns wide is followed by no blank.
pub fn text(buffer: &Buffer) -> String {
    text_of(buffer, buffer.area)
}

/// The symbols of a part of a screen.
pub fn text_of(buffer: &Buffer, area: Rect) -> String {
    use unicode_width::UnicodeWidthStr;
    let mut out = String::new();
    for y in area.top()..area.bottom() {
        let mut line = String::new();
        let mut x = area.left();
        while x < area.right() {
            let symbol = buffer[(x, y)].symbol();
            line += symbol;
            x += (symbol.width() as u16).max(1);
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// The text with the heavy lines of the part with the focus as light ones.
pub fn light_lines(text: &str) -> String {
    let light = |c: char| match c {
        '┏' | '┍' | '┎' => '┌',
        '┓' | '┑' | '┒' => '┐',
        '┗' | '┕' | '┖' => '└',
        '┛' | '┙' | '┚' => '┘',
        '━' => '─',
        '┃' => '│',
        '┝'..='┣' => '├',
        '┥'..='┫' => '┤',
        '┭'..='┳' => '┬',
        '┵'..='┻' => '┴',
        '┽'..='╋' => '┼',
        _ => c,
    };
    text.chars().map(light).collect()
}

/// Every digit behind the third place as `#`.
pub fn mask_decimals(text: &str) -> String {
    let mut places = None;
    text.chars()
        .map(|c| {
            places = match (c, places) {
                ('.', _) => Some(0),
                ('0'..='9', Some(n)) => Some(n + 1),
                _ => None,
            };
            if places > Some(3) { '#' } else { c }
        })
        .collect()
}

/// What no screen may ever show: characters that steer a terminal or reorder a line, and numbers that are none.
pub fn assert_decent(buffer: &Buffer) {
    for cell in &buffer.content {
        let steering = cell.symbol().chars().find(|c| visible(*c) != *c);
        assert_eq!(
            steering,
            None,
            "is sent to the terminal in {:?}",
            cell.symbol()
        );
    }
    let text = text(buffer);
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    assert!(!words.any(|word| ["NaN", "inf"].contains(&word)), "{text}");
}

/// A text of `count` words, each one token.
pub fn words(count: usize) -> String {
    const WORDS: [&str; 8] = [
        "the", "old", "river", "flows", "under", "a", "stone", "bridge",
    ];
    (0..count)
        .map(|i| WORDS[i * i % 8])
        .collect::<Vec<_>>()
        .join(" ")
}
