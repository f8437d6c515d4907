//! The Python program: its text. `python_run` runs it.

use bertscope_analysis::Idf;
use bertscope_models::{BaselineSource, ModelIdentity};
use bertscope_report::export::Format;

use super::{TestPair, rendered, stable};

fn program(pair: TestPair) -> String {
    stable(&rendered(&pair.analysis(), Format::Python))
}

fn named(mut pair: TestPair, name: &str, family: &str) -> TestPair {
    let revision = Some("c0ffee".to_owned());
    pair.model = ModelIdentity::from_parts(
        name.into(),
        "hub".into(),
        revision,
        family.into(),
        String::new(),
    );
    pair
}

#[test]
fn a_plain_pair_is_a_short_program() {
    insta::assert_snapshot!(program(TestPair::example()));
}

#[test]
fn custom_frequencies_and_a_custom_baseline_are_in_the_program() {
    insta::assert_snapshot!(program(
        TestPair::example()
            .with_idf()
            .with_baseline(BaselineSource::Custom, None)
    ));
}

#[test]
fn a_published_baseline_is_the_packages_own_under_the_packages_name() {
    let pair = TestPair::example().with_baseline(BaselineSource::Published, Some("en"));
    insta::assert_snapshot!(program(named(pair, "FacebookAI/roberta-large", "roberta")));
}

#[test]
fn what_the_package_needs_for_a_kind_of_model_is_said() {
    let t5 = program(named(TestPair::example(), "google/t5-small", "t5"));
    assert!(
        t5.contains("if \"t5\" not in model:\n    sys.exit("),
        "{t5}"
    );
    assert!(
        program(named(
            TestPair::example(),
            "answerdotai/ModernBERT-base",
            "modernbert"
        ))
        .contains("transformers==4.48.3")
    );
}

#[test]
fn texts_and_names_stay_within_their_literals_and_comments() {
    let mut pair = TestPair::new("a \"\"\" quote\\", "{brace} %s 'x'")
        .with_baseline(BaselineSource::Custom, None);
    pair.baseline.as_mut().unwrap().table = "evil\nimport os\u{2028}import os\r# ".into();
    let hostile = program(named(pair, "folder\n\"name\\", "bert"));
    assert!(
        hostile.contains(r#"REFERENCE = "a \"\"\" quote\\""#),
        "{hostile}"
    );
    assert!(
        hostile.contains(r#"CANDIDATE = "{brace} %s 'x'""#),
        "{hostile}"
    );
    assert!(
        hostile.contains(r#"MODEL = "folder\n\"name\\""#),
        "{hostile}"
    );
    assert!(
        hostile.lines().all(|line| !line.starts_with("import os")),
        "{hostile}"
    );
    assert!(
        hostile.chars().all(|c| c == '\n' || !c.is_control()),
        "{hostile}"
    );
}

#[test]
fn a_number_that_does_not_exist_is_expected_as_none() {
    let mut pair = TestPair::example();
    let ids: Vec<u32> = pair.reference.iter().map(|token| token.id).collect();
    pair.frequencies = Some(bertscope_metric::DocumentFrequencies::count([ids]));
    pair.settings.idf = Idf::References;
    let program = program(pair);
    assert!(program.contains("\"R\": None, \"F1\": 0.0}"), "{program}");
}
