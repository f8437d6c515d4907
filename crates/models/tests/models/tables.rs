//! Tables of baselines and document frequencies: what is written can be read, and what is damaged says where.

use bertscope_encoder::Layer;
use bertscope_metric::{BaselineRow, DocumentFrequencies, TokenWeights};
use bertscope_models::{
    BaselineSource, BaselineTable, FrequencyTable, OpenOptions, ProgressMonitor, bundled,
};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_frequency_table_survives_being_written_and_read(
        source in "\\PC{0,20}", extra in 1u64..1000, counts in btree_map(any::<u32>(), 0u64..5000, 0..40)
    ) {
        let documents = counts.values().max().unwrap_or(&0) + extra;
        let frequencies = DocumentFrequencies::from_counts(documents, counts);
        let text = FrequencyTable::text(source.trim(), None, &frequencies);
        let weights = TokenWeights::Counted(frequencies);
        let table = FrequencyTable { source: source.trim().to_owned(), tokenizer: None, weights };
        prop_assert_eq!(FrequencyTable::parse(&text, "t").unwrap(), table);
    }

    #[test]
    fn a_baseline_table_survives_being_written_and_read_to_seven_digits(
        rows in vec([-1.0f64..0.999, -1.0f64..0.999, -1.0f64..0.999], 1..30)
    ) {
        let rows: Vec<_> = rows.into_iter().map(|[p, r, f]| BaselineRow::new(p, r, f).unwrap()).collect();
        let layers: Vec<_> = rows.iter().enumerate().map(|(i, row)| (Layer(i), *row)).collect();
        let read = BaselineTable::parse(&BaselineTable::to_text(&layers), "t".into(), BaselineSource::Custom).unwrap();
        for (layer, row) in layers {
            let found = read.row(layer).unwrap();
            for (a, b) in [(found.precision, row.precision), (found.recall, row.recall), (found.f1, row.f1)] {
                prop_assert!((a - b).abs() <= 5.1e-8);
            }
        }
        prop_assert_eq!(read.row(Layer(rows.len())), None);
    }
}

proptest! {
    #[test]
    fn no_table_makes_a_panic(
        head in prop::sample::select(vec!["#bertscope-idf 1", "#bertscope-idf 2", "LAYER,P,R,F", "\u{feff}LAYER,P,R,F", ""]),
        lines in vec(
            prop_oneof![
                "#documents [0-9]{0,21}",
                "#(source|tokenizer|) \\PC{0,9}",
                "-?[0-9]{0,21}\t-?[0-9]{0,21}",
                "[0-9]{1,21},(-?[0-9.e+-]{1,9}|nan|inf|1),[0-9.]{1,9},[0-9.]{1,9}",
                "\\PC{0,20}",
            ],
            0..8,
        ),
    ) {
        let text = [vec![head.to_owned()], lines].concat().join("\n");
        if let Ok(table) = FrequencyTable::parse(&text, "t") {
            let counted = table.weights.counted().unwrap();
            assert!(counted.entries().iter().all(|(_, n)| *n <= counted.document_count()));
        }
        if let Ok(table) = BaselineTable::parse(&text, "t".into(), BaselineSource::Custom) {
            let finite = |row: BaselineRow| [row.precision, row.recall, row.f1].iter().all(|b| b.is_finite());
            assert!((0..30).filter_map(|layer| table.row(Layer(layer))).all(finite));
        }
    }
}

#[test]
fn a_source_of_several_lines_stays_in_its_line() {
    let frequencies = DocumentFrequencies::from_counts(2, [(7, 1)]);
    let text = FrequencyTable::text("two\nlines\r7\t1", Some("ab12"), &frequencies);
    let read = FrequencyTable::parse(&text, "t").unwrap();
    assert_eq!(
        (read.source.as_str(), read.weights),
        ("two lines 7\t1", TokenWeights::Counted(frequencies))
    );
}

#[test]
fn line_ends_of_windows_comments_and_blank_lines_are_read() {
    let baseline = "# made by hand\r\nLAYER,P,R,F\r\n\r\n0, 0.5 ,0.25,-0.125\r\n";
    let baseline = BaselineTable::parse(baseline, "t".into(), BaselineSource::Custom).unwrap();
    assert_eq!(
        baseline.row(Layer(0)),
        Some(BaselineRow {
            precision: 0.5,
            recall: 0.25,
            f1: -0.125
        })
    );
    let table = FrequencyTable::parse(
        "#bertscope-idf 1\r\n#documents 4\r\n#source x\r\n5\t3\r\n",
        "t",
    )
    .unwrap();
    assert_eq!(
        (
            table.source.as_str(),
            table.weights.counted().unwrap().frequency(5)
        ),
        ("x", 3)
    );
}

#[test]
fn a_damaged_baseline_names_the_line() {
    for (text, line, problem) in [
        ("", 1, "the file is empty"),
        ("0,0.1,0.2,0.3\n", 1, "found the header \"0,0.1,0.2,0.3\""),
        ("LAYER,P,R,F\n", 1, "it has no layers"),
        (
            "LAYER,P,R,F\n0,0.1,0.2\n",
            2,
            "expected 4 fields, but found 3",
        ),
        (
            "LAYER,P,R,F\n0,0.1,0.2,0.3\n\nsix,0.1,0.2,0.3\n",
            4,
            "\"six\" is not a layer",
        ),
        ("LAYER,P,R,F\n-1,0.1,0.2,0.3\n", 2, "\"-1\" is not a layer"),
        (
            "LAYER,P,R,F\n0,0.1,many,0.3\n",
            2,
            "\"many\" is not a number",
        ),
        (
            "LAYER,P,R,F\n0,0.1,NaN,0.3\n",
            2,
            "cannot rescale with a baseline of NaN",
        ),
        (
            "LAYER,P,R,F\n0,0.1,0.2,1.0\n",
            2,
            "cannot rescale with a baseline of 1",
        ),
        (
            "LAYER,P,R,F\n0,0.1,0.2,0.3\n0,0.1,0.2,0.3\n",
            3,
            "layer 0 is listed twice",
        ),
    ] {
        let error = BaselineTable::parse(text, "b.tsv".into(), BaselineSource::Custom)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with(&format!("b.tsv, line {line}: {problem}")),
            "{text:?}: {error}"
        );
    }
}

#[test]
fn a_damaged_frequency_table_names_the_line() {
    for (text, line, problem) in [
        ("", 1, "this is not an IDF table"),
        ("#bertscope-idf 2\n", 1, "this is not an IDF table"),
        (
            "#bertscope-idf 1\n",
            2,
            "expected a line that starts with \"#documents\"",
        ),
        (
            "#bertscope-idf 1\n#documents many\n#source x\n",
            2,
            "N is not a number",
        ),
        ("#bertscope-idf 1\n#documents 0\n#source x\n", 2, "N is 0"),
        (
            "#bertscope-idf 1\n#documents 3\n5\t1\n",
            3,
            "expected a line that starts with \"#source\"",
        ),
        (
            "#bertscope-idf 1\n#documents 3\n#source x\n5\t1\n6 1\n",
            5,
            "expected a token id, a tab and a count",
        ),
        (
            "#bertscope-idf 1\n#documents 3\n#source x\n5\t-1\n",
            4,
            "expected a token id, a tab and a count",
        ),
        (
            "#bertscope-idf 1\n#documents 3\n#source x\n5\t4\n",
            4,
            "a token cannot occur in more than N texts",
        ),
        (
            "#bertscope-idf 1\n#documents 3\n#source x\n5\t1\n5\t2\n",
            5,
            "token ids must increase",
        ),
    ] {
        let error = FrequencyTable::parse(text, "f.tsv")
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with(&format!("f.tsv, line {line}: {problem}")),
            "{text:?}: {error}"
        );
    }
}

#[test]
fn the_bundled_figures_cover_every_layer_and_make_sense() {
    let model = bundled::model().unwrap();
    let (baselines, table) = (
        model.baselines.unwrap(),
        model
            .frequencies
            .as_deref()
            .unwrap()
            .weights
            .counted()
            .unwrap(),
    );
    for layer in 0..=model.encoder.layer_count() {
        let row = baselines.row(Layer(layer)).expect("a row for each layer");
        assert!(
            [row.precision, row.recall, row.f1]
                .iter()
                .all(|b| (0.0..0.9).contains(b)),
            "layer {layer}: {row:?}"
        );
    }
    assert!(table.document_count() >= 20_000);
    let id = |text: &str| model.tokenizer.tokenize(text).unwrap().tokens[1].id;
    let [the, weather, sleet] = ["the", "weather", "sleet"].map(|word| table.weight(id(word)));
    assert!(
        the < weather && weather < sleet,
        "rarer words weigh more: {the}, {weather}, {sleet}"
    );
}

#[test]
fn the_table_inside_serves_every_model_with_the_bundled_vocabulary_and_no_other() {
    let own = bundled::model().unwrap();
    let table =
        bundled::frequencies_for(&own.tokenizer).expect("it was counted with this tokenizer");
    assert_eq!(*table, *own.frequencies.unwrap());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/bert");
    let other = bertscope_models::open(
        Some(folder),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )
    .unwrap();
    assert!(
        other.frequencies.is_none() && own.tokenizer.fingerprint() != other.tokenizer.fingerprint()
    );
}
