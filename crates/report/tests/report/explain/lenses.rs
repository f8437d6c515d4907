//! What the page of lenses says. Their numbers are tested against the packages in `tests/lenses.rs`.

use bertscope_metric::Pair;
use std::ops::ControlFlow;
use std::sync::Arc;

use bertscope_analysis::{Conventions, Idf, Program, Settings};
use bertscope_encoder::Layer;
use bertscope_explain::lens::{LensAnswer, LensKind};
use bertscope_explain::{Explanation, Lenses, Question, Topic, explain};
use bertscope_report::explanation::{PageSettings, page};

use super::support::{analyzer, pairs, settings};
use super::written::assert_written;

fn lenses(
    reference: &str,
    candidate: &str,
    settings: Settings,
) -> (Arc<bertscope_analysis::Analysis>, Vec<Lenses>) {
    let mut analyzer = analyzer();
    let analysis = Arc::new(
        analyzer
            .analyze(
                Pair {
                    reference,
                    candidate,
                },
                settings,
            )
            .unwrap(),
    );
    let mut told = Vec::new();
    explain(
        &mut analyzer,
        &analysis,
        &Question::new(Topic::Lenses),
        &mut |answer| {
            if let Explanation::Lenses(lenses) = answer {
                told.push(lenses);
            }
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    (analysis, told)
}

#[test]
fn the_page_of_lenses_has_whole_rows_at_every_width_and_works_every_number_out() {
    for (reference, candidate) in pairs() {
        for settings in settings() {
            let (analysis, told) = lenses(&reference, &candidate, settings);
            assert_eq!(told.len(), 2, "what is quick first");
            assert_eq!(
                told[0]
                    .score(LensKind::Program(Program::BertScore))
                    .unwrap()
                    .scaled(settings.rescale),
                Some(analysis.score())
            );
            assert!(
                told[1]
                    .lenses
                    .iter()
                    .all(|lens| lens.answer != LensAnswer::Pending)
            );
            for lenses in told {
                assert_written(&page(
                    &Explanation::Lenses(lenses),
                    &analysis,
                    &PageSettings::default(),
                ));
            }
        }
    }
}

#[test]
fn lenses_are_written_so() {
    let settings = Settings {
        layer: Layer(4),
        idf: Idf::Table,
        rescale: true,
        conventions: Conventions::default(),
    };
    let (analysis, told) = lenses(
        "The ferry leaves at noon.",
        "The boat departs at midday.",
        settings,
    );
    let explanation = Explanation::Lenses(told.into_iter().next_back().unwrap());
    let choices = PageSettings::default();
    let page = page(&explanation, &analysis, &choices);
    let shown: Vec<String> = [28, 48, 100]
        .map(|width| bertscope_report::explanation::text(&page, width).join("\n"))
        .to_vec();
    let how: Vec<String> = (0..page.len())
        .map(|i| page.derivation(i).join("\n"))
        .collect();
    insta::with_settings!({ snapshot_path => "snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("explain_lenses", format!("{}\n\n{}", shown.join("\n\n"), how.join("\n\n")));
    });
}

#[test]
fn matches_are_written_so() {
    let settings = Settings {
        layer: Layer(6),
        idf: Idf::Table,
        rescale: true,
        conventions: Conventions::default(),
    };
    let analysis = analyzer().analyze(
        Pair {
            reference: "The ferry leaves at noon.",
            candidate: "The boat departs at noon, the big boat.",
        },
        settings,
    );
    let analysis = analysis.unwrap();
    let explanation =
        Explanation::Matches(bertscope_explain::Alignments::compute(&analysis).unwrap());
    let mut shown = Vec::new();
    for alignment in bertscope_metric::alignment::AlignmentKind::ALL {
        let choices = PageSettings {
            alignment,
            ..PageSettings::default()
        };
        let page = page(&explanation, &analysis, &choices);
        for width in [28, 48, 100] {
            shown.push(bertscope_report::explanation::text(&page, width).join("\n"));
        }
        shown.push(
            (0..page.len())
                .flat_map(|i| page.derivation(i))
                .collect::<Vec<_>>()
                .join("\n"),
        );
    }
    insta::with_settings!({ snapshot_path => "snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("explain_matches", shown.join("\n\n"));
    });
}
