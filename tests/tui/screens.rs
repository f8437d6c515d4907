//! What the panels show, as a reader sees it.

use bertscope::metric::Pair;
use std::fmt::Write;
use std::time::Duration;

use super::parts::Part::{
    Cells, Detail, Footer, Matrix, Notice, Overlay, Panel, Score, Texts, Whole,
};
use super::support::{BY_ONE_REFERENCE, Inspector, assert_decent, light_lines, words};
use bertscope::analysis::{Analyzer, Idf, Settings};
use bertscope::encoder::Layer;
use bertscope::models::{self, OpenOptions, Progress, ProgressMonitor};
use bertscope::testing::{AnalysisOutcome, ColorDepth, Message, TerminalEvent, Theme, draw_screen};
use insta::assert_snapshot;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

const REFERENCE: &str = "The ferry leaves at noon.";
const CANDIDATE: &str = "The boat departs at midday.";

/// A screen that was checked for what no screen may show.
fn screen(inspector: &mut Inspector, width: u16, height: u16) -> String {
    assert_decent(&inspector.cells(width, height));
    inspector.screen(width, height)
}

/// The screen of most laptops, and two more.
const SMALL: (u16, u16) = (80, 24);
const MIDDLE: (u16, u16) = (110, 34);
const LARGE: (u16, u16) = (160, 50);

#[test]
fn the_first_example_fits_an_ordinary_terminal() {
    let mut inspector = Inspector::example().ready();
    assert_snapshot!("example_80x24", inspector.part(Whole, 80, 24));
    for size in [MIDDLE, LARGE] {
        inspector.assert_shows(Cells, size, &["“departs”", "costs", "boat .30 .44 ◆.52"]);
        inspector.assert_shows(Detail, size, &["“The” × “The” .731## mutual best match"]);
    }
}

#[test]
fn idf_and_rescaling_name_their_sources_and_show_every_weight() {
    let mut inspector = Inspector::with_texts(REFERENCE, CANDIDATE);
    inspector.press("F2 F3 Esc");
    inspector.assert_shows(
        Cells,
        SMALL,
        &[
            "“ferry” → “boat” costs the most, .153# of R.",
            "depart █ .02",
            "midday ▇ .16",
        ],
    );
    inspector.assert_shows(
        Detail,
        SMALL,
        &["“The” × “The” .696## (raw .731##) mutual best match IDF 0.77 × 0.77"],
    );
}

#[test]
fn recall_alone_shows_only_the_columns_best() {
    let mut inspector = Inspector::with_texts(REFERENCE, CANDIDATE);
    inspector.press("F6 F6");
    assert_snapshot!("recall", inspector.show(&[Cells], &[SMALL]));
}

#[test]
fn a_match_with_a_hidden_special_token_is_warned_of() {
    let mut inspector =
        Inspector::with_texts("Yes!", "Quantum chromodynamics, obviously; nobody asked.");
    inspector.press("F7");
    let hidden = inspector.state.results.analysis.as_ref().unwrap();
    let special = |t: usize| hidden.reference.tokenized.tokens[t].special;
    let tokens = &hidden.candidate.tokenized.tokens;
    let lost = tokens
        .iter()
        .zip(&hidden.matches.candidate)
        .filter(|(t, m)| !t.special && special(m.token))
        .count();
    assert!(
        lost > 0,
        "choose a pair in which a word matches a special token"
    );
    assert!(screen(&mut inspector, 110, 34).contains("to a special token that"));
    assert!(
        inspector
            .words_of(Panel, 110, 34)
            .contains("Quantum 1 [SEP] !"),
        "and the panel marks each"
    );
    inspector.press("F7");
    assert!(!screen(&mut inspector, 110, 34).contains("to a special token that"));
}

#[test]
fn the_trap_of_a_single_reference_is_explained_instead_of_a_nan() {
    let mut inspector = Inspector::with_texts(REFERENCE, CANDIDATE);
    inspector.press(BY_ONE_REFERENCE);
    let shown = screen(&mut inspector, 80, 24);
    assert!(
        shown.contains('—') && shown.contains("IDF over a single"),
        "{shown}"
    );
    assert_snapshot!(
        "one_reference_idf",
        inspector.show(&[Cells, Detail], &[SMALL])
    );
}

#[test]
fn empty_sides_score_zero_and_say_so() {
    let mut one = Inspector::with_texts(REFERENCE, "");
    one.assert_shows(Texts, SMALL, &["Candidate", "0 tokens + 2 special"]);
    one.assert_shows(Cells, SMALL, &["[CLS] ◆.63", "[SEP] −▼.05"]);
    let mut both = Inspector::with_texts("", "");
    both.assert_shows(Texts, SMALL, &["type here", "0 tokens + 2 special"]);
    both.assert_shows(Cells, SMALL, &["[CLS] ◆1.00 −.07"]);
    both.press("F7");
    for inspector in [&mut one, &mut both] {
        let score = inspector.state.results.analysis.as_ref().unwrap().score();
        assert_eq!(score.numbers(), [Some(0.0); 3]);
        inspector.assert_shows(Whole, SMALL, &["are 0 by convention"]);
    }
}

#[test]
fn identical_texts_score_one() {
    let mut inspector = Inspector::with_texts(REFERENCE, REFERENCE);
    inspector.press("F3");
    assert_snapshot!("identical", inspector.show(&[Cells], &[SMALL]));
}

#[test]
fn a_text_longer_than_the_model_takes_is_visibly_cut() {
    let mut inspector = Inspector::with_texts(&words(40), &words(700));
    let shown = screen(&mut inspector, 110, 34);
    assert!(shown.contains("cut: 512 of 702 tokens"), "{shown}");
    assert!(shown.contains(" 190 more tokens cut "), "{shown}");
}

#[test]
fn any_script_keeps_its_width_and_nothing_steers_the_terminal() {
    let reference = "我喜欢吃苹果 👩‍👩‍👧 e\u{301}te\u{301} \u{1b}[31mred\u{7}";
    let mut inspector = Inspector::with_texts(
        reference,
        "ฉันชอบ 🍎 \u{202e}live\u{202c} \u{9b}2J tab\there",
    );
    let cells = inspector.cells(110, 34);
    for y in 0..34 {
        let width: usize = super::support::text(&cells).lines().nth(y).unwrap().width();
        assert!(width <= 110, "line {y} is {width} columns wide");
    }
    for digits in ["", "F10", "F10", "F10"] {
        inspector.press(digits);
        assert_decent(&inspector.cells(110, 34));
    }
    inspector.press("F10");
    inspector.assert_shows(Texts, MIDDLE, &["␛[31mred␇", "␛", "tab"]);
}

#[test]
fn each_zoom_shows_the_same_pair() {
    let mut inspector = Inspector::with_texts(&words(30), &words(24));
    inspector.press("Esc");
    let mut zooms = inspector.show(&[Matrix], &[MIDDLE]);
    for zoom in ["digits", "colour", "overview"] {
        inspector.press("F10");
        writeln!(zooms, "== {zoom}").unwrap();
        zooms += &inspector.show(&[Matrix], &[SMALL]);
    }
    assert_snapshot!("zooms", zooms);
}

#[test]
fn a_narrow_screen_still_has_the_score_and_the_matrix() {
    let mut inspector = Inspector::with_texts(REFERENCE, CANDIDATE);
    assert_snapshot!("narrow", inspector.show(&[Matrix, Detail], &[(50, 20)]));
    let small = screen(&mut inspector, 40, 14);
    for score in ["P", "R", "F1"] {
        assert!(
            small.contains(&format!("{score} .")),
            "{score} is missing:\n{small}"
        );
    }
    assert_snapshot!("narrow_40x14", inspector.part(Whole, 40, 14));
    inspector.press("Tab Tab");
    assert!(
        light_lines(&screen(&mut inspector, 50, 20)).contains("├ Matches ─")
            && inspector.part(Panel, 50, 20).contains("Cand. (P)")
    );
}

#[test]
fn a_screen_that_is_too_small_says_so_and_never_panics() {
    let mut inspector = Inspector::with_texts(REFERENCE, CANDIDATE);
    let lines: Vec<String> = screen(&mut inspector, 20, 5)
        .lines()
        .map(|line| line.trim().to_owned())
        .collect();
    assert_eq!(
        lines,
        ["", "", "bertscope needs", "36×12 cells; this is", "20×5"]
    );
    for (width, height) in [
        (0, 0),
        (1, 1),
        (2, 2),
        (1, 50),
        (200, 1),
        (0, 9),
        (9, 0),
        (35, 50),
        (200, 11),
    ] {
        screen(&mut inspector, width, height);
    }
}

#[test]
fn the_help_scrolls_to_its_last_entry_and_no_further() {
    let mut inspector = Inspector::with_texts(REFERENCE, CANDIDATE);
    inspector.press("F1");
    inspector.assert_shows(
        Overlay,
        LARGE,
        &["Help", "How to read the matrix", "Walkthrough Esc W"],
    );
    inspector.press("End PageDown");
    let end = screen(&mut inspector, 80, 24);
    inspector.press("PageUp");
    assert_ne!(
        screen(&mut inspector, 80, 24),
        end,
        "a page back from the end must be seen"
    );
}

#[test]
fn the_help_finds_keys_and_words() {
    let mut inspector = Inspector::with_texts(REFERENCE, CANDIDATE);
    inspector.press("F1").type_text("rescal");
    inspector.assert_shows(Overlay, SMALL, &["rescal"]);
    inspector.press("Ctrl-u").type_text("xyzzy");
    assert!(screen(&mut inspector, 80, 24).contains("No matches"));
    inspector.press("Backspace Backspace Backspace Backspace Backspace");
    assert!(screen(&mut inspector, 80, 24).contains("type what you want to do"));
    inspector.press("Esc");
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        CANDIDATE,
        "nothing of the search was typed into the text"
    );
}

#[test]
fn before_the_model_is_ready_the_texts_are_there() {
    let mut inspector = Inspector::example();
    let shown = screen(&mut inspector, 80, 24);
    assert!(
        shown.contains(REFERENCE) && shown.contains(CANDIDATE) && !shown.contains("tokens"),
        "{shown}"
    );
    for empty in [Score, Detail] {
        assert_eq!(inspector.part(empty, 80, 24).trim(), "");
    }
    assert_eq!(inspector.part(Cells, 80, 24).trim(), "reading the model …");
}

#[test]
fn a_failed_analysis_says_why_and_does_not_pass_the_old_score_off_as_new() {
    let failed = |job| {
        Message::Analyzed(AnalysisOutcome {
            job,
            result: Err("the tokenizer refused".into()),
            cosine: None,
            elapsed: Some(Duration::ZERO),
        })
    };
    let mut first = Inspector::example();
    first.only(Message::Opened(1, super::support::info()));
    first.only(failed(1));
    assert_snapshot!("failed_first", first.show(&[Cells], &[SMALL]));

    let mut later = Inspector::with_texts(REFERENCE, CANDIDATE);
    later.only(Message::Terminal(TerminalEvent::Paste("x".into())));
    later.only(failed(2));
    let shown = screen(&mut later, 80, 24);
    for line in [
        "the tokenizer refused; the ",
        "screen still shows an ",
        "earlier text. ",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert!(
        later.state.results.is_late(later.now),
        "the old picture is dimmed"
    );
    assert_snapshot!("failed_later", later.show(&[Cells, Score], &[SMALL]));
}

#[test]
fn what_is_asked_for_and_not_there_for_the_model_is_not_said_to_be_on() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/bert");
    let model = models::open(
        Some(folder),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )
    .unwrap();
    let settings = Settings {
        layer: Layer(4),
        idf: Idf::Table,
        rescale: true,
        conventions: bertscope::Conventions::default(),
    };
    let analysis = Analyzer::new(model.into())
        .analyze(
            Pair {
                reference: REFERENCE,
                candidate: CANDIDATE,
            },
            settings,
        )
        .unwrap();
    let mut inspector = Inspector::with_texts(REFERENCE, CANDIDATE);
    inspector.state.inspection_mut().idf = Idf::Table;
    inspector.state.display_mut().rescale = true;
    let job = inspector.state.results.newest_job + 1;
    let outcome = AnalysisOutcome {
        job,
        result: Ok(analysis.into()),
        cosine: None,
        elapsed: Some(Duration::from_millis(1)),
    };
    inspector.only(Message::Analyzed(outcome));
    let shown = screen(&mut inspector, 80, 24);
    let top = shown.lines().next().unwrap();
    assert!(
        top.contains("no IDF table  no baseline") && !top.contains("rescaled"),
        "{shown}"
    );
    assert!(
        shown.contains("--idf") && shown.contains("No baseline for layer 4"),
        "{shown}"
    );
}

#[test]
fn the_cursor_is_drawn_where_the_next_letter_goes() {
    let mut inspector = Inspector::with_texts(REFERENCE, "我 e\u{301}");
    inspector.state.terminal.size = (80, 24);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal
        .draw(|frame| draw_screen(frame, &inspector.state, inspector.now))
        .unwrap();
    // Two columns of frame, then two for the wide character, one for the blank and one for the accented letter.
    assert_eq!(terminal.backend().cursor_position(), (2 + 4, 4).into());
}

/// So far, and then so many seconds later.
fn downloading(inspector: &mut Inspector, done: u64, seconds: u64) {
    inspector.wait(Duration::from_secs(seconds));
    let (file, total) = ("model.safetensors".into(), 1_425_941_629);
    let progress = Progress::Downloading {
        file,
        number: 3,
        files: 5,
        done,
        total,
    };
    inspector.send(Message::Opening(inspector.state.models.requests, progress));
}

#[test]
fn the_list_of_models_leaves_both_texts_in_sight() {
    let mut inspector = Inspector::with_texts(REFERENCE, CANDIDATE);
    inspector.press("Ctrl-o Down Down");
    for (width, height) in [(80, 24), (160, 50), (40, 14)] {
        let shown = screen(&mut inspector, width, height);
        assert!(
            shown.contains(REFERENCE) && shown.contains(CANDIDATE),
            "{shown}"
        );
    }
    inspector.assert_shows(
        Overlay,
        (40, 14),
        &["Models", "▸ roberta-large 1.43 GB", "Known, not downloaded"],
    );
    inspector.assert_shows(
        Overlay,
        SMALL,
        &[
            "model family layer human r size",
            "Bundled ● MiniLM-L6 BERT 6 46 MB",
            "On this disk",
            "▸ roberta-large RoBERTa 17 .738# 1.43 GB",
            "human r: correlation with human scores, as listed by bert_score",
        ],
    );
    inspector.press("End");
    let shown = screen(&mut inspector, 80, 24);
    assert!(shown.contains("▸  known/model-29"), "{shown}");
    inspector.type_text("mnli b");
    let filtered = inspector.words_of(Overlay, 80, 24);
    assert!(
        filtered.contains("deberta-xlarge-mnli") && !filtered.contains("roberta-large"),
        "{filtered}"
    );
    inspector.press("Ctrl-u").type_text("somebody/a-model@v1.0");
    for size in [(40, 14), SMALL] {
        inspector.assert_shows(Overlay, size, &["somebody/a-model@v1.0"]);
    }
}

#[test]
fn a_download_shows_bytes_speed_and_time_left_below_a_working_inspector() {
    let mut inspector = Inspector::with_texts(REFERENCE, CANDIDATE);
    inspector.press("Ctrl-o").type_text("large").press("Enter");
    assert!(screen(&mut inspector, 80, 24).contains("roberta-large: opening …  Ctrl-g stop"));
    inspector.send(Message::Opening(2, Progress::Connecting));
    assert!(screen(&mut inspector, 80, 24).contains("roberta-large: contacting the hub …"));
    for second in 0..4 {
        downloading(
            &mut inspector,
            343_000_000 + 23_000_000 * second,
            u64::from(second > 0),
        );
    }
    inspector.type_text(" Later.");
    let shown = screen(&mut inspector, 80, 24);
    assert!(
        shown.contains(
            "roberta-large: file 3 of 5, 412 of 1,426 MB, 23 MB/s, 45 s left  Ctrl-g stop"
        ),
        "{shown}"
    );
    assert_eq!(
        inspector.part(Footer, 40, 14),
        " roberta-large: 28 %  Ctrl-g stop\n"
    );
    let wide = inspector.part(Footer, 160, 50);
    assert!(
        wide.starts_with(" ━━━─────── roberta-large: file 3 of 5, 412 of 1,426 MB, 23 MB/s, 45 s left  Ctrl-g stop"),
        "{wide}"
    );
    inspector.send(Message::Opening(
        2,
        Progress::Reading {
            done: 60,
            total: 100,
        },
    ));
    assert!(screen(&mut inspector, 80, 24).contains("roberta-large: reading 60 %"));
    inspector.send(Message::Opened(
        2,
        super::support::other_info("roberta-large"),
    ));
    let shown = screen(&mut inspector, 80, 24);
    assert!(
        shown.contains("roberta-large (hub)  layer 17/24") && !shown.contains("reading"),
        "{shown}"
    );
}

#[test]
fn a_first_model_that_comes_over_the_network_is_waited_for_with_the_texts_there() {
    let mut args = bertscope::testing::InspectorOptions::default();
    args.request.model = Some("roberta-large".into());
    let mut inspector = Inspector::with(&args);
    downloading(&mut inspector, 0, 0);
    downloading(&mut inspector, 23_000_000, 1);
    inspector.type_text(" Later.");
    assert_snapshot!(
        "first_downloading",
        inspector.show(&[Cells, Footer], &[SMALL])
    );
}

#[test]
fn a_model_that_was_not_opened_is_explained_beside_the_old_picture() {
    let why = "cannot reach https://huggingface.co: the network is unreachable; a model that is on this disk needs no \
               network, and HF_ENDPOINT names another place to ask";
    let mut inspector = Inspector::with_texts(REFERENCE, CANDIDATE);
    inspector.press("Ctrl-o").type_text("large").press("Enter");
    inspector.send(Message::OpenFailed(2, why.into()));
    for (width, height) in [(80, 24), (160, 50), (40, 14)] {
        let shown = screen(&mut inspector, width, height);
        assert!(
            shown.contains("roberta-large was not opened: cannot") && shown.contains(CANDIDATE),
            "{shown}"
        );
    }
    assert_snapshot!(
        "not_opened",
        inspector.show(&[Notice], &[(40, 14), SMALL, LARGE])
    );
}

#[test]
fn the_selected_model_is_marked_by_a_sign_and_reversed_in_any_number_of_colours() {
    for depth in [ColorDepth::None, ColorDepth::Ansi16, ColorDepth::True] {
        let mut inspector = Inspector::with_texts(REFERENCE, CANDIDATE);
        inspector.state.look.theme = Theme::new(false, depth);
        inspector.press("Ctrl-o Down");
        let cells = inspector.cells(80, 24);
        let mut marked = 0;
        // The title is reversed, too.
        for y in (0..24).filter(|y| cells[(0, *y)].symbol() == "┃") {
            let row: Vec<_> = (2..78).map(|x| &cells[(x, y)]).collect();
            let reversed = row
                .iter()
                .filter(|cell| cell.modifier.contains(Modifier::REVERSED))
                .count();
            let mark = row[0].symbol() == "▸";
            assert_eq!(
                reversed,
                if mark { row.len() } else { 0 },
                "{depth:?} line {y}"
            );
            marked += usize::from(mark);
        }
        assert_eq!(marked, 1);
        let own = |cell: &ratatui::buffer::Cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset);
        assert!(depth != ColorDepth::None || cells.content.iter().all(own));
    }
}
