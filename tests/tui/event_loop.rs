//! The real loop with the real worker and model; only the terminal and the world are made up.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::support::{Inspector, info, mask_decimals, model, text, words};
use bertscope::analysis::{Analysis, Analyzer};
use bertscope::encoder::{Encoder, EncoderError, HiddenStates, KeptLayers, Layer, TokenId};
use bertscope::metric::Vectors;
use bertscope::models::{
    self, Model, ModelError, OpenOptions, Progress, ProgressMonitor, Recognition, bundled,
};
use bertscope::report::export::Format;
use bertscope::report::export::Rendered;
use bertscope::testing::{
    CommandFiles, ExportThreads, Message, ModelChoice, ModelInfo, ModelLibrary, ModelRequest,
    Opener, Platform, State, TerminalEvent, TerminalRequest, Threads, Tui, Worker, key,
};
use ratatui::Terminal;
use ratatui::backend::{Backend, ClearType, TestBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

/// A screen that the test and the loop share.
#[derive(Clone)]
struct Shared(Arc<Mutex<TestBackend>>);

impl Backend for Shared {
    type Error = Infallible;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(
        &mut self,
        content: I,
    ) -> Result<(), Infallible> {
        self.0.lock().unwrap().draw(content)
    }

    fn hide_cursor(&mut self) -> Result<(), Infallible> {
        self.0.lock().unwrap().hide_cursor()
    }

    fn show_cursor(&mut self) -> Result<(), Infallible> {
        self.0.lock().unwrap().show_cursor()
    }

    fn get_cursor_position(&mut self) -> Result<Position, Infallible> {
        self.0.lock().unwrap().get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> Result<(), Infallible> {
        self.0.lock().unwrap().set_cursor_position(position)
    }

    fn clear(&mut self) -> Result<(), Infallible> {
        self.0.lock().unwrap().clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> Result<(), Infallible> {
        self.0.lock().unwrap().clear_region(clear_type)
    }

    fn size(&self) -> Result<Size, Infallible> {
        self.0.lock().unwrap().size()
    }

    fn window_size(&mut self) -> Result<WindowSize, Infallible> {
        self.0.lock().unwrap().window_size()
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        self.0.lock().unwrap().flush()
    }
}

/// What the loop did to the world.
#[derive(Clone, Default)]
struct Seen {
    draws: Arc<AtomicUsize>,
    saved: Arc<Mutex<Vec<(String, String)>>>,
    /// A copy of the last state that was saved.
    last: Arc<Mutex<Option<State>>>,
    mouse: Arc<Mutex<Vec<bool>>>,
    copied: Arc<Mutex<Vec<String>>>,
    /// Why nothing can be saved.
    full: Arc<Mutex<Option<String>>>,
    /// How often the terminal was given to the shell, and taken again.
    stops: Arc<Mutex<Vec<&'static str>>>,
}

impl Shared {
    fn text(&self) -> String {
        text(self.0.lock().unwrap().buffer())
    }
}

impl Platform for Seen {
    fn request(&mut self, request: TerminalRequest<'_>) -> std::io::Result<()> {
        match request {
            TerminalRequest::CaptureMouse(on) => self.mouse.lock().unwrap().push(on),
            TerminalRequest::DistinguishKeys => {}
            TerminalRequest::Suspend => self.stops.lock().unwrap().push("suspend"),
            TerminalRequest::Resume => self.stops.lock().unwrap().push("resume"),
            TerminalRequest::Copy(text) if text.starts_with("P ") => {
                return Err(std::io::Error::from(std::io::ErrorKind::Unsupported));
            }
            TerminalRequest::Copy(text) => self.copied.lock().unwrap().push(text.to_owned()),
            TerminalRequest::Show(_) => self.stops.lock().unwrap().push("show"),
        }
        Ok(())
    }

    fn save(&mut self, state: &State) -> Result<(), String> {
        *self.last.lock().unwrap() = Some(state.clone());
        self.saved.lock().unwrap().push((
            state.inspection().reference.text().into(),
            state.inspection().candidate.text().into(),
        ));
        self.full.lock().unwrap().clone().map_or(Ok(()), Err)
    }

    fn synchronized(
        &mut self,
        draw: &mut dyn FnMut() -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        draw()?;
        self.draws.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

type Opened = Result<(Analyzer, ModelInfo), ModelError>;

/// A library of whatever is asked for.
struct Opens<F>(F);

impl<F: Fn(&str, &ProgressMonitor) -> Opened + Send + Sync + 'static> ModelLibrary for Opens<F> {
    fn open(&self, name: &str, watch: &ProgressMonitor) -> Opened {
        self.0(name, watch)
    }

    fn choices(&self, _folders: &[String]) -> Vec<ModelChoice> {
        super::support::choices()
    }
}

struct Run {
    sender: Sender<Message>,
    seen: Seen,
    screen: Shared,
    done: Receiver<(Option<String>, String, State)>,
}

impl Run {
    /// The loop on a thread of its own; every model is opened by `open`.
    fn start(open: impl Fn() -> Opened + Send + Sync + 'static) -> Self {
        Self::with(move |_, _| open())
    }

    fn with(open: impl Fn(&str, &ProgressMonitor) -> Opened + Send + Sync + 'static) -> Self {
        Self::exporting(open, |_, _| panic!("nothing is to be exported here"))
    }

    /// What is exported is made by `render`.
    fn exporting(
        open: impl Fn(&str, &ProgressMonitor) -> Opened + Send + Sync + 'static,
        render: impl Fn(&Analysis, Format) -> Result<Vec<u8>, String> + Send + Sync + 'static,
    ) -> Self {
        let mut state =
            Inspector::loading("The ferry leaves at noon.", "The boat departs at midday.").state;
        state.terminal.size = (100, 30);
        Self::from_state(state, open, render)
    }

    fn from_state(
        state: State,
        open: impl Fn(&str, &ProgressMonitor) -> Opened + Send + Sync + 'static,
        render: impl Fn(&Analysis, Format) -> Result<Vec<u8>, String> + Send + Sync + 'static,
    ) -> Self {
        let (sender, messages) = channel();
        let (finished, done) = channel();
        let seen = Seen::default();
        let (world, to_worker, to_exports) = (seen.clone(), sender.clone(), sender.clone());
        let (width, height) = state.terminal.size;
        let screen = Shared(Arc::new(Mutex::new(TestBackend::new(width, height))));
        let shared = screen.clone();
        std::thread::spawn(move || {
            let opener = Opener::new(Opens(open), to_worker.clone());
            opener.open(ModelRequest {
                number: 1,
                name: bundled::NAME.into(),
            });
            let worker = Worker::start(to_worker);
            let exports = ExportThreads::new(
                move |analysis, format, _| {
                    let rendered = |bytes| Rendered {
                        bytes,
                        missing_glyphs: Vec::new(),
                    };
                    render(analysis, format).map(rendered)
                },
                CommandFiles::default(),
                to_exports,
            );
            let terminal = Terminal::new(shared).unwrap();
            let threads = Threads {
                worker,
                opener,
                exports,
                pairs: None,
                lessons: None,
            };
            let mut tui = Tui::new(terminal, state, world, threads, messages);
            let left_with = tui.run().unwrap();
            let end = (left_with, tui.terminal.backend().text(), tui.state.clone());
            // Files that are being written are waited for.
            drop(tui);
            let _ = finished.send(end);
        });
        Self {
            sender,
            seen,
            screen,
            done,
        }
    }

    /// Until something has happened; only a broken loop takes a minute.
    fn wait_until(&self, what: &str, mut happened: impl FnMut(&Self) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !happened(self) {
            assert!(
                Instant::now() < deadline,
                "{what} never came; the screen is\n{}",
                self.screen.text()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Until every one of these words is on the screen.
    fn wait_for(&self, words: &[&str]) {
        self.wait_until(&format!("{words:?}"), |run| {
            let screen = run.screen.text();
            words.iter().all(|word| screen.contains(word))
        });
    }

    /// Until the last text is analysed: it was saved after a pause, with its own score.
    fn wait_for_analysis(&self, end: &str) -> State {
        let analysed = |state: &State| {
            let analysis = state.results.analysis.as_ref();
            analysis.is_some_and(|analysis| analysis.candidate.tokenized.text.ends_with(end))
        };
        let saved = |run: &Self| run.seen.last.lock().unwrap().clone().filter(analysed);
        self.wait_until(end, |run| saved(run).is_some());
        saved(self).unwrap()
    }

    fn send(&self, message: Message) {
        self.sender.send(message).unwrap();
    }

    fn draws(&self) -> usize {
        self.seen.draws.load(Ordering::SeqCst)
    }

    /// Until nothing was drawn for a while, which is much longer than any of the loop's own timers.
    fn settle(&self) -> usize {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let before = self.draws();
            std::thread::sleep(Duration::from_millis(1500));
            if before > 0 && self.draws() == before {
                return before;
            }
            assert!(Instant::now() < deadline, "the loop never comes to rest");
        }
    }

    fn end(self) -> (Option<String>, String, State) {
        self.done
            .recv_timeout(Duration::from_secs(60))
            .expect("the loop ends")
    }
}

#[allow(clippy::unnecessary_wraps)] // It stands where a model can fail to open.
fn opened() -> Opened {
    Ok((Analyzer::new(model()), info()))
}

#[test]
fn after_a_change_of_layer_while_rescaled_the_change_leads_from_the_number_that_was_shown() {
    for (size, expected) in [((160, 50), "by layer 6 → 4"), ((80, 24), " F1 +.06")] {
        let mut state = Inspector::loading(
            "The central bank raised interest rates by half a percentage point on Thursday.",
            "On Thursday the central bank cut interest rates by 50 basis points.",
        )
        .state;
        state.terminal.size = size;
        state.own.display.rescale = true;
        let run = Run::from_state(state, |_, _| opened(), |_, _| panic!("nothing is exported"));
        run.wait_for(&["F1 ", ".670"]);
        for name in ["Esc", "[", "["] {
            let key = key(name).unwrap();
            run.send(Message::Terminal(TerminalEvent::Key(key)));
        }
        run.wait_for(&["layer 6 → 4", ".735", expected]);
        let screen = run.screen.text();
        let line = screen.lines().find(|line| line.contains("+.06")).unwrap();
        assert!(line.contains("F1 ") && !screen.contains('▲'), "{screen}");
        run.send(Message::Terminal(TerminalEvent::Terminate));
        run.end();
    }
}

#[test]
fn the_first_frame_does_not_wait_for_the_model() {
    let (go, wait) = channel::<()>();
    let wait = Mutex::new(wait);
    let run = Run::start(move || {
        wait.lock().unwrap().recv().unwrap();
        opened()
    });
    run.wait_until("the first frame", |run| run.draws() > 0);
    run.send(Message::Terminal(TerminalEvent::Paste(
        " Typed before the model was there.".into(),
    )));
    go.send(()).unwrap();
    run.wait_for(&["Typed before", "F1  ."]);
    run.send(Message::Terminal(TerminalEvent::Terminate));
    let (_, _, state) = run.end();
    let analysis = state
        .context
        .results
        .analysis
        .expect("what was typed early is analysed");
    assert!(analysis.candidate.tokenized.text.ends_with("was there."));
}

#[test]
fn of_fast_typing_the_last_text_wins_and_then_the_loop_rests() {
    let run = Run::start(opened);
    for c in "the quick brown fox jumps".chars() {
        let code = crossterm::event::KeyCode::Char(c);
        run.send(Message::Terminal(TerminalEvent::Key(
            crossterm::event::KeyEvent::new(code, crossterm::event::KeyModifiers::NONE),
        )));
    }
    let rested = run.settle();
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(run.draws(), rested, "nothing happens, so nothing is drawn");
    run.send(Message::Terminal(TerminalEvent::Terminate));
    let (left_with, screen, state) = run.end();
    assert_eq!(left_with, None);
    assert!(mask_decimals(&screen).contains("F1  ."), "{screen}");
    assert_eq!(
        &*state
            .results
            .analysis
            .as_ref()
            .unwrap()
            .candidate
            .tokenized
            .text,
        state.inspection().candidate.text()
    );
    assert!(state.inspection().candidate.text().ends_with("fox jumps"));
    assert_eq!(state.results.stale_since, None);
}

#[test]
fn quitting_keeps_the_last_letter_and_so_does_a_pause() {
    let run = Run::start(opened);
    run.send(Message::Terminal(TerminalEvent::Paste(" One.".into())));
    let text = "The boat departs at midday. One.";
    run.wait_until("a save after a pause", |run| {
        run.seen
            .saved
            .lock()
            .unwrap()
            .iter()
            .any(|saved| saved.1 == text)
    });
    run.send(Message::Terminal(TerminalEvent::Paste(" Two.".into())));
    run.send(Message::Terminal(TerminalEvent::Key(
        key("Ctrl-c").unwrap(),
    )));
    let saved = Arc::clone(&run.seen.saved);
    run.end();
    assert_eq!(
        saved.lock().unwrap().last().unwrap().1,
        format!("{text} Two.")
    );
}

#[test]
fn steady_typing_puts_no_save_off() {
    let run = Run::start(opened);
    run.wait_until("a save while keys keep coming", |run| {
        run.send(Message::Terminal(TerminalEvent::Paste("a".into())));
        run.seen
            .saved
            .lock()
            .unwrap()
            .iter()
            .any(|saved| saved.1.ends_with("aaa"))
    });
    run.send(Message::Terminal(TerminalEvent::Terminate));
    run.end();
}

#[test]
fn what_cannot_be_saved_is_said_until_it_can_and_at_the_end() {
    let run = Run::start(opened);
    let full = "Texts and settings are not saved: the disk is full";
    *run.seen.full.lock().unwrap() = Some(full.to_owned());
    run.send(Message::Terminal(TerminalEvent::Paste(" One.".into())));
    run.wait_for(&[full]);
    run.send(Message::Terminal(TerminalEvent::Paste(" Two.".into())));
    run.send(Message::Terminal(TerminalEvent::Key(key("F1").unwrap())));
    run.send(Message::Terminal(TerminalEvent::Key(key("Esc").unwrap())));
    run.wait_for(&["Two.", full]);
    *run.seen.full.lock().unwrap() = None;
    run.send(Message::Terminal(TerminalEvent::Paste(" Three.".into())));
    run.wait_until("that it is saved", |run| {
        !run.screen.text().contains("not saved")
    });
    *run.seen.full.lock().unwrap() = Some(full.to_owned());
    run.send(Message::Terminal(TerminalEvent::Terminate));
    let (left_with, _, state) = run.end();
    assert_eq!(
        (left_with, state.saving.failure.as_deref()),
        (None, Some(full))
    );
}

#[test]
fn a_stop_from_outside_gives_the_terminal_to_the_shell_after_a_save_and_every_cell_is_drawn_again()
{
    let run = Run::start(opened);
    run.wait_for(&["F1  ."]);
    run.send(Message::Terminal(TerminalEvent::Paste(" One.".into())));
    run.send(Message::Terminal(TerminalEvent::Suspend));
    run.wait_until("the stop", |run| !run.seen.stops.lock().unwrap().is_empty());
    assert!(
        run.seen
            .saved
            .lock()
            .unwrap()
            .last()
            .unwrap()
            .1
            .ends_with(" One.")
    );
    run.screen.0.lock().unwrap().clear().unwrap();
    run.send(Message::Terminal(TerminalEvent::Resumed));
    run.wait_for(&[" One.", "bertscope", "Reference"]);
    assert_eq!(*run.seen.stops.lock().unwrap(), ["suspend", "resume"]);
    run.send(Message::Terminal(TerminalEvent::Terminate));
    run.end();
}

#[test]
fn the_mouse_is_taken_when_asked_and_while_a_list_is_open() {
    let run = Run::start(opened);
    // All the time, and while there is a list with rows to click on.
    for (name, expected) in [
        ("F12", true),
        ("F12", false),
        ("Ctrl-d", true),
        ("Esc", false),
    ] {
        run.send(Message::Terminal(TerminalEvent::Key(key(name).unwrap())));
        run.wait_until(name, |run| {
            run.seen.mouse.lock().unwrap().last() == Some(&expected)
        });
    }
    run.send(Message::Terminal(TerminalEvent::Terminate));
    run.end();
}

#[test]
fn a_model_that_cannot_be_opened_ends_the_inspector_with_its_sentence() {
    let run = Run::start(|| Err(ModelError::Unknown("nowhere".into())));
    let (left_with, ..) = run.end();
    assert!(
        left_with
            .unwrap()
            .contains("there is no model folder \"nowhere\"; name a folder with config.json")
    );
}

#[test]
fn a_panic_while_the_model_is_opened_ends_the_inspector_instead_of_waiting_for_ever() {
    let run = Run::start(|| panic!("a bug in reading a model"));
    let (left_with, ..) = run.end();
    assert!(left_with.unwrap().contains("model"));
}

/// The bundled model, which panics at texts of more than 40 tokens.
struct Fragile(Arc<Model>);

impl Encoder for Fragile {
    fn layer_count(&self) -> usize {
        self.0.encoder.layer_count()
    }

    fn hidden_size(&self) -> usize {
        self.0.encoder.hidden_size()
    }

    fn max_tokens(&self) -> Option<usize> {
        self.0.encoder.max_tokens()
    }

    fn vocabulary_size(&self) -> usize {
        self.0.encoder.vocabulary_size()
    }

    fn encode(
        &self,
        texts: &[&[TokenId]],
        keep: KeptLayers,
    ) -> Result<Vec<HiddenStates>, EncoderError> {
        assert!(
            texts.iter().all(|ids| ids.len() <= 40),
            "a bug in the encoder"
        );
        self.0.encoder.encode(texts, keep)
    }

    fn static_vectors(&self, ids: &[TokenId]) -> Result<Vectors, EncoderError> {
        self.0.encoder.static_vectors(ids)
    }
}

#[test]
fn a_panic_in_an_analysis_is_said_and_the_next_text_is_analysed_again() {
    let run = Run::start(|| {
        let mut fragile = bundled::model()?;
        fragile.encoder = Box::new(Fragile(model()));
        Ok((Analyzer::new(Arc::new(fragile)), info()))
    });
    run.send(Message::Terminal(TerminalEvent::Paste(words(60))));
    run.wait_for(&["the analysis of this pair"]);
    run.send(Message::Terminal(TerminalEvent::Key(
        key("Ctrl-u").unwrap(),
    )));
    run.send(Message::Terminal(TerminalEvent::Paste(
        "Short again.".into(),
    )));
    run.wait_for_analysis("Short again.");
    run.send(Message::Terminal(TerminalEvent::Terminate));
    let (left_with, _, state) = run.end();
    assert_eq!((left_with, state.context.results.error), (None, None));
    assert_eq!(
        &*state
            .context
            .results
            .analysis
            .unwrap()
            .candidate
            .tokenized
            .text,
        "Short again."
    );
}

/// A small model that is not the bundled one.
fn small(name: &str) -> Opened {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/bert");
    let model = models::open(
        Some(folder),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )?;
    let info = ModelInfo {
        name: name.into(),
        origin: "hub".into(),
        reopen: name.into(),
        last_layer: Layer(model.encoder.layer_count()),
        layer: model.default_layer,
        layer_is_tuned: model.layer_is_tuned,
        recognition: Recognition::default(),
    };
    Ok((Analyzer::new(Arc::new(model)), info))
}

fn choose(run: &Run, name: &str) {
    run.send(Message::Terminal(TerminalEvent::Key(
        key("Ctrl-o").unwrap(),
    )));
    run.send(Message::Terminal(TerminalEvent::Paste(name.into())));
    run.send(Message::Terminal(TerminalEvent::Key(key("Enter").unwrap())));
}

#[test]
fn typing_is_analysed_by_the_old_model_until_the_slow_new_one_is_there() {
    let (go, wait) = channel::<()>();
    let wait = Mutex::new(wait);
    let run = Run::with(move |name, watch| {
        if name == bundled::NAME {
            return opened();
        }
        watch.report(Progress::Connecting);
        for done in 0..1000 {
            watch.report(Progress::Downloading {
                file: "f".into(),
                number: 1,
                files: 1,
                done,
                total: 2000,
            });
        }
        wait.lock().unwrap().recv().unwrap();
        small(name)
    });
    run.wait_for(&["F1  ."]);
    choose(&run, "somebody/slow");
    run.send(Message::Terminal(TerminalEvent::Paste(
        " Typed meanwhile.".into(),
    )));
    let meanwhile = run.wait_for_analysis("meanwhile.");
    let analysis = meanwhile.context.results.analysis.expect("it was analysed");
    assert!(
        analysis.candidate.tokenized.text.ends_with("meanwhile.")
            && analysis.signature.contains("MiniLM")
    );
    let coming = meanwhile
        .context
        .models
        .opening
        .expect("the new model is on its way");
    assert!(
        matches!(coming.progress.newest(), Some(Progress::Downloading { .. })),
        "{:?}",
        coming.progress
    );

    go.send(()).unwrap();
    run.wait_for(&["slow (hub)"]);
    let rested = run.settle();
    run.send(Message::Terminal(TerminalEvent::Terminate));
    let (left_with, screen, state) = run.end();
    assert!(rested < 60, "1000 reports are not 1000 frames: {rested}");
    assert_eq!(
        (
            left_with,
            state.context.results.error.clone(),
            state.context.messages.notice.clone()
        ),
        (None, None, None)
    );
    assert!(matches!(&state.models.current, Some(info) if info.name == "somebody/slow"));
    let small = state.context.results.analysis.unwrap();
    assert!(small.candidate.tokenized.text.ends_with("meanwhile."));
    assert_ne!(small.raw, analysis.raw);
    assert!(
        screen.contains("slow (hub)") && !screen.contains("Ctrl-g"),
        "{screen}"
    );
}

#[test]
fn a_cancelled_opening_learns_of_it_and_one_that_panics_leaves_the_old_model() {
    let (begun, begins) = channel();
    let (told, wait) = channel();
    let run = Run::with(move |name, watch| match name {
        bundled::NAME => opened(),
        "endless" => {
            begun.send(()).unwrap();
            while !watch.is_cancelled() {
                std::thread::sleep(Duration::from_millis(1));
            }
            told.send(()).unwrap();
            Err(ModelError::Cancelled)
        }
        _ => panic!("a bug in reading a model"),
    });
    run.wait_for(&["F1  ."]);
    let begins = || {
        begins
            .recv_timeout(Duration::from_secs(60))
            .expect("it is opened");
    };
    choose(&run, "endless");
    begins();
    run.send(Message::Terminal(TerminalEvent::Key(
        key("Ctrl-g").unwrap(),
    )));
    wait.recv_timeout(Duration::from_secs(60))
        .expect("the key stops it");
    choose(&run, "endless");
    begins();
    choose(&run, "broken");
    wait.recv_timeout(Duration::from_secs(60))
        .expect("another choice stops it");
    run.wait_for(&["broken was not opened"]);
    run.send(Message::Terminal(TerminalEvent::Paste(" Goes on.".into())));
    run.wait_for_analysis("Goes on.");
    run.send(Message::Terminal(TerminalEvent::Terminate));
    let (left_with, _, state) = run.end();
    assert_eq!(left_with, None);
    let bug = "broken was not opened: reading the model failed because of a bug in bertscope";
    assert!(state.context.messages.notice.unwrap().starts_with(bug));
    let analysis = state.context.results.analysis.unwrap();
    assert!(
        analysis.candidate.tokenized.text.ends_with("Goes on.")
            && analysis.signature.contains("MiniLM")
    );
}

/// Opens the line for a file's name, types it and presses Enter.
fn export(run: &Run, name: &str) {
    run.send(Message::Terminal(TerminalEvent::Key(
        key("Ctrl-s").unwrap(),
    )));
    run.send(Message::Terminal(TerminalEvent::Paste(name.into())));
    run.send(Message::Terminal(TerminalEvent::Key(key("Enter").unwrap())));
}

#[allow(clippy::unnecessary_wraps)] // It stands where a format can fail.
fn named(analysis: &Analysis, format: Format) -> Result<Vec<u8>, String> {
    Ok(format!("{format:?} of {}", analysis.candidate.tokenized.text).into_bytes())
}

#[test]
fn a_file_is_written_where_it_was_asked_for_with_the_newest_text_and_a_copy_goes_to_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a picture.html");
    let run = Run::exporting(|_, _| opened(), named);
    run.wait_for(&["F1  ."]);
    run.send(Message::Terminal(TerminalEvent::Paste(" Newest.".into())));
    export(&run, path.to_str().unwrap());
    run.wait_for(&["Written: "]);
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        "Html of The boat departs at midday. Newest."
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);

    export(&run, folder.path().join("nowhere/a.svg").to_str().unwrap());
    run.wait_for(&["there is no folder"]);
    run.send(Message::Terminal(TerminalEvent::Key(key("Esc").unwrap())));
    for (keys, said) in [
        (["Ctrl-y", "m"], "Sent to the terminal"),
        (["Ctrl-y", "s"], "Not copied: "),
    ] {
        for name in keys {
            run.send(Message::Terminal(TerminalEvent::Key(key(name).unwrap())));
        }
        run.wait_for(&[said]);
    }
    run.send(Message::Terminal(TerminalEvent::Terminate));
    let copied = Arc::clone(&run.seen.copied);
    let (left_with, screen, _) = run.end();
    assert_eq!(
        *copied.lock().unwrap(),
        ["Markdown of The boat departs at midday. Newest."]
    );
    assert!(
        left_with.is_none() && screen.contains("Not copied: unsupported"),
        "{screen}"
    );
}

#[test]
fn a_slow_export_blocks_nothing_and_quitting_meanwhile_leaves_the_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("slow.png");
    let (go, wait) = channel::<()>();
    let wait = Mutex::new(wait);
    let run = Run::exporting(
        |_, _| opened(),
        move |analysis, format| {
            wait.lock().unwrap().recv().unwrap();
            named(analysis, format)
        },
    );
    run.wait_for(&["F1  ."]);
    export(&run, path.to_str().unwrap());
    run.send(Message::Terminal(TerminalEvent::Paste(
        " Typed ahead.".into(),
    )));
    run.send(Message::Terminal(TerminalEvent::Key(key("Esc").unwrap())));
    run.send(Message::Terminal(TerminalEvent::Paste(
        " Typed after.".into(),
    )));
    let meanwhile = run.wait_for_analysis("Typed after.");
    let text = "The boat departs at midday. Typed ahead. Typed after.";
    assert_eq!(meanwhile.own.candidate.text(), text);
    assert_eq!(
        &*meanwhile
            .context
            .results
            .analysis
            .unwrap()
            .candidate
            .tokenized
            .text,
        text
    );
    assert!(!path.exists());
    run.send(Message::Terminal(TerminalEvent::Key(
        key("Ctrl-c").unwrap(),
    )));
    std::thread::sleep(Duration::from_millis(200));
    go.send(()).unwrap();
    run.end();
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        "Png of The boat departs at midday."
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_panic_in_a_drawing_is_said_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let run = Run::exporting(|_, _| opened(), |_, _| panic!("a bug in drawing"));
    run.wait_for(&["F1  ."]);
    export(&run, folder.path().join("a.svg").to_str().unwrap());
    run.wait_for(&["drawing failed because of a bug in bertscope"]);
    run.send(Message::Terminal(TerminalEvent::Terminate));
    let (left_with, screen, state) = run.end();
    assert!(
        left_with.is_none() && screen.contains("drawing failed because of a bug in bertscope"),
        "{screen}"
    );
    assert!(
        state
            .stack
            .export_prompt()
            .unwrap()
            .typed()
            .ends_with("a.svg")
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
