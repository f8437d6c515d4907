//! Every step of every lesson and of the walk as a room sees it, and that nothing of them is cut off.

mod tui_support;

use std::fmt::Write;

use bertscope::lessons::shipped::SHIPPED;
use bertscope::report::explanation::walk::Stage;
use tui_support::Inspector;

/// A shipped lesson, by its place among them; `keys` are pressed before it begins.
fn given(lesson: usize, keys: &str) -> Inspector {
    let mut inspector = Inspector::on("My own reference.", "My own candidate.");
    inspector.press(keys).press(&format!("Alt-l {}", lesson + 1));
    inspector
}

fn steps(inspector: &Inspector) -> usize {
    inspector.state.playing.as_ref().unwrap().lesson.steps.len()
}

/// All steps of a lesson after the reveal, one below the other.
fn all_steps(mut inspector: Inspector, width: u16, height: u16) -> String {
    let mut all = String::new();
    for step in 1..=steps(&inspector) {
        inspector.press("Alt-Enter");
        writeln!(all, "{} {step} {}", "=".repeat(8), "=".repeat(usize::from(width) - 12)).unwrap();
        all += &inspector.screen(width, height);
        inspector.press("Alt-.");
    }
    all
}

#[test]
fn every_step_of_every_lesson_looks_so() {
    for (number, (name, _)) in SHIPPED.iter().enumerate() {
        for (keys, shape, width, height) in
            [("", "80x24", 80, 24), ("", "120x36", 120, 36), ("Alt-p", "projector_100x30", 100, 30)]
        {
            let name = format!("{}_{shape}", name.replace('-', "_"));
            insta::assert_snapshot!(name, all_steps(given(number, keys), width, height));
        }
    }
}

#[test]
fn every_step_of_the_walk_looks_so_on_a_projector() {
    let mut inspector = Inspector::example().ready();
    inspector.press("Alt-p Alt-w");
    let mut all = String::new();
    for stage in Stage::ALL {
        writeln!(all, "{} {} {}", "=".repeat(8), stage.number(), "=".repeat(88)).unwrap();
        all += &inspector.screen(100, 30);
        inspector.press("Alt-.");
    }
    insta::assert_snapshot!("walk_projector_100x30", all);
}
