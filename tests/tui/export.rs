//! Taking out what is seen: the line for a file's name, what is written and copied, and what the screen says of it.

use std::sync::Arc;
use std::time::Duration;

use super::parts::Part::{Footer, Prompt};
use super::support::{Inspector, analyzed, assert_decent, exported};
use bertscope::report::export::link::Link;
use bertscope::report::export::{Format, render};
use bertscope::testing::{
    AnalysisOutcome, ColorDepth, CopyContent, Effect, ExportJob, ExportOutcome, ExportPrompt,
    ExportTarget, Focus, InspectorOptions, Message, OpenPart, PromptError, StatusMessage,
    TerminalEvent, Theme, key,
};
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use insta::assert_snapshot;
use ratatui::style::{Color, Modifier};

const REFERENCE: &str = "The ferry leaves at noon.";
const CANDIDATE: &str = "The boat departs at midday.";

fn inspector() -> Inspector {
    Inspector::with_texts(REFERENCE, CANDIDATE)
}

/// A screen that was checked for what no screen may show.
fn screen(inspector: &mut Inspector, width: u16, height: u16) -> String {
    assert_decent(&inspector.cells(width, height));
    inspector.screen(width, height)
}

fn press(name: &str) -> Message {
    Message::Terminal(TerminalEvent::Key(key(name).unwrap()))
}

fn jobs(effects: &[Effect]) -> Vec<&ExportJob> {
    effects
        .iter()
        .filter_map(|e| {
            if let Effect::Export(job) = e {
                Some(job)
            } else {
                None
            }
        })
        .collect()
}

#[test]
fn an_export_of_compared_texts_calls_each_by_its_letter() {
    let mut inspector = inspector();
    inspector
        .press("Esc K c")
        .type_text(" Today")
        .press("Esc Ctrl-y p");
    let effects = inspector.effects.clone();
    let job = jobs(&effects).pop().expect("a picture is copied");
    assert_eq!(
        job.options.headings().map(|(heading, _)| heading),
        ["Reference", "Candidate B"]
    );
    for format in [Format::Text, Format::Markdown, Format::Svg, Format::Html] {
        let bytes = render(&job.analysis, format, &job.options).unwrap().bytes;
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains("Candidate B"), "{format:?}: {text}");
    }
}

/// The name and permission to replace of the last file that was to be written.
fn last_file(inspector: &Inspector) -> (&str, bool) {
    match &jobs(&inspector.effects)
        .last()
        .expect("something is written")
        .target
    {
        ExportTarget::File { name, replace } => (name, *replace),
        ExportTarget::Clipboard(what) => panic!("{what:?} is not a file"),
    }
}

fn typed(inspector: &Inspector) -> Option<&str> {
    inspector
        .state
        .stack
        .export_prompt()
        .map(ExportPrompt::typed)
}

fn complaint(inspector: &Inspector) -> Option<String> {
    inspector
        .state
        .stack
        .export_prompt()?
        .error
        .as_ref()
        .map(PromptError::message)
}

fn copied(effects: &[Effect]) -> Vec<&str> {
    effects
        .iter()
        .filter_map(|e| {
            if let Effect::Copy(text) = e {
                Some(text.as_str())
            } else {
                None
            }
        })
        .collect()
}

#[test]
fn the_first_letter_replaces_the_suggestion_which_is_the_name_that_was_used_last() {
    let mut inspector = inspector();
    inspector.press("Ctrl-s");
    assert_eq!(typed(&inspector), Some("bertscope.svg"));
    inspector.type_text(" figs/one two.PNG ").press("Enter");
    assert_eq!(
        (last_file(&inspector), typed(&inspector)),
        (("figs/one two.PNG", false), None)
    );
    assert_eq!(jobs(&inspector.effects)[0].format, Format::Png);
    assert_eq!(
        inspector.state.messages.status,
        Some(StatusMessage::Written(
            "/home/user/figs/one two.PNG".into(),
            34_567,
            0
        ))
    );
    inspector
        .press("Esc w End Backspace Backspace Backspace")
        .type_text("svg")
        .press("Esc");
    assert_eq!(
        (typed(&inspector), inspector.state.focus),
        (None, Focus::Matrix)
    );
    inspector.press("Ctrl-s");
    assert_eq!(
        typed(&inspector),
        Some("figs/one two.PNG"),
        "a name that was not used is not suggested"
    );
    inspector.press("Tab Tab Enter");
    assert_eq!(last_file(&inspector).0, "figs/one two.ansi");
    assert_eq!(
        (
            inspector.state.inspection().reference.text(),
            inspector.state.inspection().candidate.text()
        ),
        (REFERENCE, CANDIDATE)
    );
}

#[test]
fn what_is_written_is_what_is_on_the_screen() {
    let mut inspector = inspector();
    inspector.press("Ctrl-s F2 F3 F4 F7 F8 F11 Enter");
    let job = jobs(&inspector.effects)[0];
    let state = &inspector.state;
    assert!(Arc::ptr_eq(
        &job.analysis,
        state.results.analysis.as_ref().unwrap()
    ));
    assert!(
        job.analysis.rescaling().is_some()
            && job.analysis.idf.is_some()
            && job.analysis.layer.0 == 5
    );
    assert_eq!(
        (job.options.palette, job.options.special),
        (state.look.palette(), false)
    );
    assert!(state.look.theme.light && !job.options.dark && job.options.title.is_none());
}

#[test]
fn a_picture_and_a_page_have_the_explanation_that_is_on_the_screen_with_all_its_columns() {
    let mut inspector = inspector();
    inspector.press("Esc 2");
    let export = |inspector: &mut Inspector, name: &str, (width, height): (u16, u16)| {
        inspector.cells(width, height);
        inspector.press("Ctrl-s").type_text(name).press("Enter");
        let job = jobs(&inspector.effects).last().copied().cloned().unwrap();
        String::from_utf8_lossy(
            &render(&job.analysis, job.format, &job.options)
                .unwrap()
                .bytes,
        )
        .into_owned()
    };
    let sizes = [(80, 24), (100, 30), (120, 36), (160, 50)];
    let pictures = sizes.map(|size| export(&mut inspector, "a.svg", size));
    for picture in &pictures {
        for text in ["Why not 1.0?", ">boat<", "P .71"] {
            assert!(picture.contains(text), "{text} in {picture}");
        }
    }
    assert!(
        pictures.iter().all(|picture| *picture == pictures[0]),
        "the same from a terminal of any size"
    );
    assert!(export(&mut inspector, "a.html", sizes[0]).contains("Why not 1.0?"));
    inspector.press("1");
    assert!(
        export(&mut inspector, "a.html", sizes[3]).contains("could be matched only once"),
        "the matches too"
    );
    // A panel that gives way to the matrix is not on the screen.
    let mut inspector = Inspector::with_texts(
        "The ferry to the island leaves at nine each morning.",
        "Every morning at nine, a boat sails to the island.",
    );
    assert!(!export(&mut inspector, "a.svg", sizes[0]).contains("Matches<"));
}

#[test]
fn an_existing_file_is_replaced_after_a_second_enter_on_the_same_name_only() {
    let mut inspector = inspector();
    inspector
        .press("Ctrl-s")
        .type_text("taken.svg")
        .press("Enter");
    assert_eq!(
        (typed(&inspector), last_file(&inspector)),
        (Some("taken.svg"), ("taken.svg", false))
    );
    assert!(complaint(&inspector).unwrap().contains("already exists"));
    inspector.type_text("x").press("Backspace");
    assert_eq!(complaint(&inspector), None);
    inspector.press("Enter");
    assert_eq!(
        last_file(&inspector),
        ("taken.svg", false),
        "it was another name in between"
    );
    inspector.press("Enter");
    assert_eq!(
        (typed(&inspector), last_file(&inspector)),
        (None, ("taken.svg", true))
    );
}

#[test]
fn a_name_that_cannot_be_written_is_reported_and_stays_for_correction() {
    for (name, sentence) in [
        ("", "type a file name"),
        ("  ", "type a file name"),
        ("figure", "the file extension must be one of these"),
        ("figure.pdf", "file extension must be one of"),
        (".svg", "file extension must be one of"),
        ("figs/", "file extension must be one of"),
        ("a\u{1b}[31m.svg", "control characters"),
        ("refused.svg", "Permission denied"),
    ] {
        let mut inspector = inspector();
        inspector.press("Ctrl-s Ctrl-u");
        inspector.send(Message::Terminal(TerminalEvent::Paste(name.into())));
        inspector.press("Enter");
        assert!(
            complaint(&inspector).is_some_and(|said| said.contains(sentence)),
            "{name:?}"
        );
        assert_eq!(
            (typed(&inspector), inspector.state.messages.status.as_ref()),
            (Some(name.trim()), None)
        );
        inspector.press("End").type_text("x");
        assert_eq!(complaint(&inspector), None, "{name:?}");
    }
}

#[test]
fn a_text_that_is_newer_than_the_picture_is_waited_for() {
    let mut inspector = inspector();
    let job = match inspector
        .only(Message::Terminal(TerminalEvent::Paste(" More.".into())))
        .remove(0)
    {
        Effect::Analyze(job) => job,
        other => panic!("{other:?}"),
    };
    inspector.only(press("Ctrl-s"));
    assert_eq!(inspector.only(press("Enter")), []);
    for name in ["Ctrl-y", "m"] {
        assert_eq!(
            inspector.only(press(name)),
            [],
            "keys are held back while the line waits"
        );
    }
    let effects = inspector.only(analyzed(&job));
    assert!(
        jobs(&effects)[0]
            .analysis
            .candidate
            .tokenized
            .text
            .ends_with("More.")
    );
    inspector.only(Message::Exported(
        jobs(&effects)[0].number,
        exported(jobs(&effects)[0]),
    ));
    assert_eq!(
        (
            copied(&inspector.effects),
            matches!(inspector.state.stack.top(), Some(OpenPart::Copy))
        ),
        (vec![], false)
    );

    // The same for what is copied, and for what never comes.
    let Effect::Analyze(job) = inspector
        .only(Message::Terminal(TerminalEvent::Paste(" And".into())))
        .remove(0)
    else {
        panic!()
    };
    for name in ["Ctrl-y", "s", "Ctrl-s", "Enter"] {
        assert_eq!(inspector.only(press(name)), []);
    }
    let failed = AnalysisOutcome {
        job: job.number,
        result: Err("refused".into()),
        cosine: None,
        elapsed: Some(Duration::ZERO),
    };
    assert_eq!(inspector.only(Message::Analyzed(failed)), []);
    assert!(complaint(&inspector).unwrap().contains("has no score"));
    assert!(
        matches!(&inspector.state.messages.status, Some(StatusMessage::Failed(why)) if why.starts_with("Not copied: "))
    );
    inspector.press("Enter");
    assert!(
        complaint(&inspector).unwrap().contains("has no score"),
        "still"
    );
}

#[test]
fn before_there_is_a_score_there_is_nothing_to_take_out() {
    let mut inspector = Inspector::loading(REFERENCE, CANDIDATE);
    inspector.press("Ctrl-s Enter");
    assert!(
        complaint(&inspector)
            .unwrap()
            .contains("the model is not ready yet")
    );
    inspector.press("Esc Ctrl-y s");
    assert!(
        matches!(&inspector.state.messages.status, Some(StatusMessage::Failed(why)) if why.contains("the model is not ready yet"))
    );
    assert_eq!(inspector.effects, []);
}

#[test]
fn what_is_typed_while_a_file_is_written_goes_to_the_text_afterwards() {
    let mut inspector = inspector();
    inspector.only(press("Ctrl-s"));
    let effects = inspector.only(press("Enter"));
    let job = jobs(&effects)[0];
    for message in [
        press("!"),
        Message::Terminal(TerminalEvent::Paste(" So".into())),
    ] {
        assert_eq!(inspector.only(message), []);
    }
    assert_eq!(
        (
            typed(&inspector),
            inspector.state.inspection().candidate.text()
        ),
        (Some("bertscope.svg"), CANDIDATE)
    );
    let effects = inspector.only(Message::Exported(job.number, exported(job)));
    assert!(matches!(
        effects[..],
        [Effect::Analyze(_), Effect::Analyze(_)]
    ));
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        format!("{CANDIDATE}! So")
    );
    assert!(matches!(
        inspector.state.messages.status,
        Some(StatusMessage::Written(..))
    ));
}

#[test]
fn an_enter_in_advance_never_answers_the_question_whether_to_replace() {
    let mut inspector = inspector();
    inspector.press("Ctrl-s").type_text("taken.svg");
    let effects = inspector.only(press("Enter"));
    assert_eq!(inspector.only(press("Enter")), []);
    assert_eq!(
        inspector.only(Message::Exported(
            jobs(&effects)[0].number,
            ExportOutcome::Exists
        )),
        []
    );
    assert!(complaint(&inspector).unwrap().contains("already exists"));
}

#[test]
fn esc_closes_the_line_at_once_and_what_is_being_written_is_still_reported() {
    let mut inspector = inspector();
    inspector.only(press("Ctrl-s"));
    let effects = inspector.only(press("Enter"));
    let job = jobs(&effects)[0];
    inspector.only(press("x"));
    inspector.only(press("Esc"));
    assert_eq!(
        (
            typed(&inspector),
            inspector.state.inspection().candidate.text()
        ),
        (None, &*format!("{CANDIDATE}x"))
    );
    inspector.only(Message::Exported(job.number, ExportOutcome::Exists));
    let Some(StatusMessage::Failed(why)) = &inspector.state.messages.status else {
        panic!("{:?}", inspector.state.messages.status)
    };
    assert_eq!(why, "Not written: bertscope.svg already exists");

    // What waits for an analysis is not written when the line is closed before.
    inspector.only(press("Ctrl-s"));
    inspector.only(press("Enter"));
    inspector.only(press("Esc"));
    let late = AnalysisOutcome {
        job: inspector.state.results.newest_job,
        result: Err("late".into()),
        cosine: None,
        elapsed: Some(Duration::ZERO),
    };
    assert_eq!(inspector.only(Message::Analyzed(late)), []);
    assert_eq!(inspector.state.messages.status, None);
}

#[test]
fn a_pasted_path_is_taken_whole_and_a_click_beside_the_line_closes_it() {
    let mut inspector = inspector();
    inspector.press("Ctrl-s");
    inspector.send(Message::Terminal(TerminalEvent::Paste(
        "/tmp/a folder/b.json\r\n".into(),
    )));
    assert_eq!(typed(&inspector), Some("/tmp/a folder/b.json"));
    let click = |row| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        Message::Terminal(TerminalEvent::Mouse(MouseEvent {
            kind,
            column: 20,
            row,
            modifiers: KeyModifiers::NONE,
        }))
    };
    inspector.send(click(31));
    assert!(typed(&inspector).is_some());
    inspector.send(click(3));
    assert_eq!(
        (
            typed(&inspector),
            inspector.state.inspection().candidate.text()
        ),
        (None, CANDIDATE)
    );
}

#[test]
fn keys_that_would_change_what_is_written_or_cover_the_line_do_nothing_while_it_is_open() {
    let mut inspector = inspector();
    inspector.effects.clear();
    inspector.press("Ctrl-s Ctrl-t Ctrl-o Ctrl-y Up Down");
    let state = &inspector.state;
    assert!(
        state.stack.export_prompt().is_some()
            && state.stack.picker().is_none()
            && !matches!(state.stack.top(), Some(OpenPart::Copy))
            && inspector.effects.is_empty()
    );
    inspector.press("F1 F1 Ctrl-s");
    assert_eq!(typed(&inspector), None);
    inspector.press("Ctrl-o Ctrl-s Ctrl-y");
    assert!(
        inspector.state.stack.picker().is_some()
            && typed(&inspector).is_none()
            && !matches!(inspector.state.stack.top(), Some(OpenPart::Copy))
    );
}

#[test]
fn each_key_of_the_choice_copies_what_it_says_and_every_other_one_nothing() {
    let mut inspector = inspector();
    inspector.press("Ctrl-y s");
    let analysis = inspector.state.results.analysis.clone().unwrap();
    let f1 = format!("F1 {:.5}  {}", analysis.raw.f1, analysis.signature);
    let text = copied(&inspector.effects)[0].to_owned();
    assert!(
        text.starts_with("P 0.7") && text.ends_with(&f1) && !text.contains('\n'),
        "{text}"
    );
    assert_eq!(
        inspector.state.messages.status,
        Some(StatusMessage::Copied(CopyContent::Scores, text.len()))
    );

    inspector.effects.clear();
    inspector.press("Ctrl-y p Ctrl-y m Esc y j y c");
    let expected =
        ["Text", "Markdown", "Json", "Python"].map(|kind| format!("{kind}: {CANDIDATE}"));
    assert_eq!(copied(&inspector.effects), expected);
    assert_eq!(
        inspector.state.messages.status,
        Some(StatusMessage::Copied(
            CopyContent::Python,
            expected[3].len()
        ))
    );
    inspector.press("y y");
    assert_eq!(
        copied(&inspector.effects)[4],
        text,
        "the key twice copies what is copied most"
    );

    inspector.effects.clear();
    for keys in ["y Esc", "y x", "y F8", "y Enter", "y Space"] {
        inspector.press(keys);
        assert_eq!(
            (
                &*inspector.effects,
                matches!(inspector.state.stack.top(), Some(OpenPart::Copy))
            ),
            (&[][..], false),
            "{keys}"
        );
    }
    inspector.press("e Ctrl-y");
    inspector.send(Message::Terminal(TerminalEvent::Paste("!".into())));
    assert!(
        !matches!(inspector.state.stack.top(), Some(OpenPart::Copy))
            && inspector.state.inspection().candidate.text().ends_with('!')
    );
    inspector.press("Ctrl-y");
    assert_eq!(inspector.only(press("Ctrl-c")), [Effect::Quit(None)]);
}

#[test]
fn the_bottom_line_asks_what_to_copy_and_says_what_was_sent_until_the_next_key() {
    let mut inspector = inspector();
    inspector.press("Ctrl-y");
    assert!(
        inspector
            .part(Footer, 40, 14)
            .starts_with(" Copy:  s scores")
    );
    inspector.press("s");
    let shown = screen(&mut inspector, 80, 24);
    assert!(
        shown.contains(" Sent to the terminal’s clipboard: scores, "),
        "{shown}"
    );
    inspector.send(Message::Terminal(TerminalEvent::Resize(80, 24)));
    assert!(inspector.state.messages.status.is_some());
    inspector.press("Right");
    assert!(
        inspector.state.messages.status.is_none()
            && screen(&mut inspector, 80, 24).contains("n why")
    );
}

#[test]
fn a_text_that_many_terminals_do_not_take_is_warned_of_with_what_to_do_instead() {
    let mut inspector = inspector();
    for (bytes, too_much) in [(74_994, false), (74_995, true), (5_000_000, true)] {
        inspector.state.messages.status = Some(StatusMessage::Copied(CopyContent::Json, bytes));
        for width in [36, 80, 160] {
            let shown = screen(&mut inspector, width, 24);
            assert_eq!(
                shown.lines().last().unwrap().contains("Ctrl-s"),
                too_much,
                "{shown}"
            );
        }
    }
    assert_snapshot!(
        "copied_too_much",
        inspector.show(&[Footer], &[(36, 24), (80, 24), (160, 24)])
    );
}

#[test]
fn the_line_for_a_name_leaves_texts_and_scores_in_sight() {
    let mut inspector = inspector();
    inspector.press("Ctrl-s");
    for (width, height) in [(80, 24), (160, 50), (40, 14), (36, 12)] {
        let shown = screen(&mut inspector, width, height);
        for part in [
            REFERENCE,
            CANDIDATE,
            "P ",
            "F1 ",
            "Export to › bertscope.svg",
        ] {
            assert!(shown.contains(part), "{part} is missing:\n{shown}");
        }
    }
    assert_snapshot!(
        "prompt",
        inspector.show(&[Prompt], &[(36, 12), (40, 14), (80, 24), (160, 50)])
    );
    inspector.press("Tab");
    assert!(screen(&mut inspector, 80, 24).contains(Format::ALL[1].facts().description));
}

#[test]
fn what_is_wrong_with_a_name_stands_below_it() {
    let mut inspector = inspector();
    inspector
        .press("Ctrl-s")
        .type_text("figure.pdf")
        .press("Enter");
    assert_snapshot!(
        "prompt_wrong_extension",
        inspector.show(&[Prompt], &[(40, 14), (80, 24)])
    );
    inspector
        .press("Ctrl-u")
        .type_text("taken.svg")
        .press("Enter");
    assert_snapshot!(
        "prompt_existing_file",
        inspector.show(&[Prompt], &[(80, 24)])
    );
    let long = format!(
        "~/{}/figure of the matrix.svg",
        "a folder with a long name/".repeat(5)
    );
    inspector.press("Ctrl-u").type_text(&long);
    let effects = inspector.only(press("Enter"));
    assert!(screen(&mut inspector, 80, 24).contains(" writing …"));
    let why = format!("there is no folder {long}: create it, or choose another");
    inspector.only(Message::Exported(
        jobs(&effects)[0].number,
        ExportOutcome::Failed(why),
    ));
    assert_snapshot!(
        "prompt_no_folder",
        inspector.show(&[Prompt], &[(80, 24), (160, 50)])
    );
}

#[test]
fn what_was_written_is_said_with_its_whole_path_or_at_least_its_name() {
    let mut inspector = inspector();
    inspector
        .press("Ctrl-s")
        .type_text("figure.png")
        .press("Enter");
    assert_eq!(
        inspector.part(Footer, 80, 24),
        " Written: /home/user/figure.png, 35 kB\n"
    );
    let folder = "a folder with a long name/".repeat(5);
    inspector
        .press("Ctrl-s")
        .type_text(&format!("{folder}figure.svg"))
        .press("Enter");
    let shown = screen(&mut inspector, 80, 24);
    assert!(
        shown
            .lines()
            .last()
            .unwrap()
            .ends_with("long name/figure.svg, 35 kB"),
        "{shown}"
    );
}

#[test]
fn a_complaint_is_marked_as_one_and_everything_can_be_read_without_colours() {
    for depth in [ColorDepth::None, ColorDepth::Ansi16, ColorDepth::True] {
        let mut inspector = inspector();
        inspector.state.look.theme = Theme::new(false, depth);
        inspector.press("Ctrl-s");
        let cells = inspector.cells(80, 24);
        let reversed = |x: u16| cells[(x, 21)].modifier.contains(Modifier::REVERSED);
        assert_eq!(
            (1..79).filter(|x| reversed(*x)).count(),
            "bertscope.svg".len(),
            "{depth:?}"
        );
        let svg = (1..4).map(|x| &cells[(x, 22)]);
        assert!(
            svg.clone()
                .all(|cell| cell.modifier.contains(Modifier::BOLD)),
            "{depth:?}"
        );
        inspector.type_text("a.pdf").press("Enter");
        let complaint = inspector.cells(80, 24);
        assert_eq!(
            complaint[(1, 22)].fg,
            inspector.state.look.theme.warning().fg.unwrap()
        );
        assert_eq!(
            complaint[(40, 22)].fg,
            inspector.state.look.theme.warning().fg.unwrap()
        );
        let own = |cell: &ratatui::buffer::Cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset);
        assert!(
            depth != ColorDepth::None || cells.content.iter().chain(&complaint.content).all(own)
        );
    }
}

#[test]
fn a_copied_link_opens_the_same_pair_with_the_same_settings() {
    let mut inspector =
        Inspector::with_texts("The gate & door # 1 = open.", "Das Tor „auf“ \u{1f6aa}.");
    inspector
        .press("Esc b i d s - K e")
        .type_text(" Two")
        .press("Esc 2 y l");
    let Some(Effect::Copy(address)) = inspector.effects.last().cloned() else {
        panic!("a link is copied")
    };
    assert!(
        address.starts_with("http://localhost:8000/#size=") && !address.contains(' '),
        "{address}"
    );
    let drawn = screen(&mut inspector, 80, 24);
    assert!(
        drawn.contains(
            "Link copied: serve the page at http://localhost:8000/ or set BERTSCOPE_PAGE"
        ),
        "{drawn}"
    );

    let Link::Pair(link) = Link::parse(&address).unwrap().link else {
        panic!("{address}")
    };
    let args = InspectorOptions {
        link: Some(*link),
        page: Some("https://page.example/".into()),
        ..InspectorOptions::default()
    };
    let mut other = Inspector::with(&args).ready();
    let seen = |inspector: &Inspector| {
        let (own, picture) = (&inspector.state.own, inspector.state.display());
        let texts = [own.reference.text(), own.candidate.text()].map(str::to_owned);
        let kept = [&own.panel.references, &own.panel.candidates].map(Clone::clone);
        (
            texts,
            kept,
            own.layer,
            own.idf,
            picture.rescale,
            picture.show_special,
            picture.direction,
            own.panel.topic,
        )
    };
    assert_eq!(seen(&other), seen(&inspector));
    let f1 = |inspector: &Inspector| inspector.state.results.analysis.as_ref().unwrap().score();
    assert_eq!(f1(&other), f1(&inspector));
    other.press("Esc y l");
    let Some(Effect::Copy(again)) = other.effects.last() else {
        panic!("a link is copied")
    };
    assert_eq!(
        again.split_once('#').unwrap().1,
        address.split_once('#').unwrap().1
    );
    assert!(
        again.starts_with("https://page.example/#"),
        "the page of the link that was opened"
    );
}
