//! A Python program that computes the same scores with `bert_score`, with everything that they depend on spelled out.

mod literal;

use std::fmt::Write;

use self::literal::{number, string};
use bertscope_analysis::{
    Analysis, IdfSource, Program, ReferenceChoice, RescaledScore, VERSION_NOTE,
};
use bertscope_metric::BERT_SCORE_TOLERANCE;
use bertscope_models::{BaselineSource, known, published};
use bertscope_printable::printable;

/// Whether `bert_score` computes the score.
pub fn is_possible(analysis: &Analysis) -> bool {
    let has_windows = [&analysis.candidate, &analysis.reference]
        .iter()
        .any(|side| side.tokenized.windows.is_some());
    analysis.conventions().program != Program::TorchMetrics && !has_windows
}

/// The program as text.
///
/// The bundled model scores as its published weights do, to the tolerance. A published baseline is read from the package; any other row is written into the program, as are N and df.
pub fn program(analysis: &Analysis) -> String {
    let rescaling = analysis.rescaling();
    let mut text = head(analysis);
    imports(&mut text, analysis);
    pair(&mut text, analysis);
    if let Some(idf) = &analysis.idf {
        weights(&mut text, idf);
    }
    if let Some(rescaled) = rescaling {
        baseline(&mut text, rescaled, analysis);
    }
    expected(&mut text, analysis);
    scorer(&mut text, analysis);
    text + &comparison(rescaling.is_some())
}

/// The name of the model in `bert_score`, which is also the name of its baseline.
fn model_name(analysis: &Analysis) -> &str {
    let name = &analysis.model.name;
    match analysis.rescaling().map(|rescaled| rescaled.source) {
        Some(BaselineSource::Published) => known::find(name).map_or(name, |known| known.name),
        _ => name,
    }
}

fn head(analysis: &Analysis) -> String {
    let version = env!("CARGO_PKG_VERSION");
    // The first version with ModernBERT.
    let transformers = if analysis.model.family == "modernbert" {
        "4.48.3"
    } else {
        "4.46.3"
    };
    let transformers = if analysis.conventions().program == Program::Transformers5 {
        "5.23.0"
    } else {
        transformers
    };
    format!(
        include_str!("head.txt"),
        version = version,
        transformers = transformers
    )
}

fn imports(text: &mut String, analysis: &Analysis) {
    let baseline = analysis.rescaling().map(|rescaled| rescaled.source);
    if baseline == Some(BaselineSource::Published) {
        *text += "import os\n";
    }
    *text += "import sys\n";
    if analysis.idf.is_some() {
        *text += "from collections import defaultdict\nfrom math import isnan, log\n\n";
    } else {
        *text += "from math import isnan\n\n";
    }
    match baseline {
        Some(BaselineSource::Published) => *text += "import bert_score\n",
        Some(BaselineSource::Custom) => *text += "import torch\n",
        None => {}
    }
    *text += "from bert_score import BERTScorer\n\n";
}

fn pair(text: &mut String, analysis: &Analysis) {
    let texts = [&analysis.reference, &analysis.candidate].map(|side| string(&side.tokenized.text));
    let [reference, candidate] = &texts;
    // Writing to a string cannot fail.
    let _ = writeln!(text, "MODEL = {}", string(model_name(analysis)));
    if let Some(revision) = &analysis.model.revision {
        let _ = writeln!(
            text,
            "# bertscope used revision {}; bert_score uses the newest.",
            printable(revision)
        );
    }
    let _ = writeln!(text, "LAYER = {}", analysis.layer);
    if let Some(ReferenceChoice { number, count, .. }) = analysis.reference_choice() {
        let _ = writeln!(
            text,
            "# Reference {number} of {count}, the one with the highest F1; P, R and F1 over all of them are each the best."
        );
    }
    let _ = writeln!(text, "REFERENCE = {reference}");
    let _ = writeln!(text, "CANDIDATE = {candidate}\n");
}

fn weights(text: &mut String, idf: &IdfSource) {
    let source = printable(&idf.name);
    let Some(counted) = idf.weights.counted() else {
        let entries = idf
            .weights
            .entries()
            .into_iter()
            .map(|token| format!("    {}: {},\n", token.id, token.weight));
        let _ = writeln!(
            text,
            "# The weight of each token of the pair, from {source}."
        );
        let _ = writeln!(text, "WEIGHTS = {{\n{}}}\n", entries.collect::<String>());
        return;
    };
    let _ = writeln!(
        text,
        "# Document frequencies over {source}: the number of texts, and the number of texts"
    );
    let _ = writeln!(text, "# that contain each token of the pair.");
    let _ = writeln!(text, "TEXTS = {}", counted.document_count());
    let _ = writeln!(text, "TEXTS_WITH = {{");
    for (id, df) in counted.entries() {
        let _ = writeln!(text, "    {id}: {df},");
    }
    *text += "}\n\n";
}

fn baseline(text: &mut String, rescaled: &RescaledScore, analysis: &Analysis) {
    let row = rescaled.baseline;
    let [p, r, f] = [row.precision, row.recall, row.f1].map(|b| number(Some(b)));
    let _ = writeln!(
        text,
        "# {}, layer {}: P, R, F1.",
        printable(&rescaled.table),
        analysis.layer
    );
    let _ = writeln!(text, "BASELINE = [{p}, {r}, {f}]");
    if rescaled.source == BaselineSource::Published {
        let language = rescaled
            .language
            .as_deref()
            .unwrap_or(published::DEFAULT_LANGUAGE);
        let _ = writeln!(text, "LANGUAGE = {}", string(language));
    }
    text.push('\n');
}

fn expected(text: &mut String, analysis: &Analysis) {
    let score = analysis.score();
    let _ = writeln!(
        text,
        "# The scores of bertscope; None is an undefined score."
    );
    let _ = writeln!(text, "# {VERSION_NOTE}");
    let _ = writeln!(text, "SIGNATURE = {}", string(&analysis.signature));
    let numbers: Vec<String> = ["P", "R", "F1"]
        .iter()
        .zip(score.numbers())
        .map(|(name, x)| format!("\"{name}\": {}", number(x)))
        .collect();
    let _ = writeln!(text, "EXPECTED = {{{}}}", numbers.join(", "));
    let _ = writeln!(text, "TOLERANCE = {BERT_SCORE_TOLERANCE:e}\n");
}

fn scorer(text: &mut String, analysis: &Analysis) {
    *text += "model = sys.argv[1] if len(sys.argv) > 1 else MODEL\n";
    if matches!(analysis.model.family.as_str(), "t5" | "mt5" | "umt5") {
        *text += "if \"t5\" not in model:\n    \
                  sys.exit(\"bert_score recognises a T5 model by the letters t5 in its name; rename the folder\")\n";
    }
    let mut arguments = vec!["model_type=model", "num_layers=LAYER", "device=\"cpu\""];
    if analysis.conventions().program == Program::FastTokenizer {
        arguments.push("use_fast_tokenizer=True");
    }
    if analysis.idf.is_some() {
        arguments.push("idf=True");
    }
    let source = analysis.rescaling().map(|rescaled| rescaled.source);
    match source {
        None => {}
        Some(BaselineSource::Published) => {
            *text += "# The package finds its baseline table by the model's name.\n\
                      table = os.path.join(os.path.dirname(bert_score.__file__), \"rescale_baseline\", LANGUAGE, MODEL + \".tsv\")\n";
            arguments.extend([
                "rescale_with_baseline=True",
                "lang=LANGUAGE",
                "baseline_path=None if model == MODEL else table",
            ]);
        }
        Some(BaselineSource::Custom) => {
            *text += "# The baseline is given above, so no file is read; the package still requires a language.\n";
            arguments.extend([
                "rescale_with_baseline=True",
                "lang=\"en\"",
                "baseline_path=\"BASELINE\"",
            ]);
        }
    }
    let _ = writeln!(
        text,
        "scorer = BERTScorer(\n    {},\n)",
        arguments.join(",\n    ")
    );
    if let Some(cut) = [&analysis.reference, &analysis.candidate]
        .iter()
        .find_map(|side| side.tokenized.truncated)
    {
        let _ = writeln!(
            text,
            "# A text is longer than the model's limit.\nscorer._tokenizer.model_max_length = {}",
            cut.kept
        );
    }
    if analysis
        .idf
        .as_ref()
        .is_some_and(|idf| idf.weights.counted().is_none())
    {
        *text += "scorer._idf_dict = WEIGHTS\n";
    } else if analysis.idf.is_some() {
        *text += "scorer._idf_dict = defaultdict(lambda: log(TEXTS + 1))\n\
                  for token, count in TEXTS_WITH.items():\n    \
                  scorer._idf_dict[token] = log((TEXTS + 1) / (count + 1))\n";
    }
    if source == Some(BaselineSource::Custom) {
        *text += "scorer._baseline_vals = torch.tensor(BASELINE)\n";
    }
}

fn comparison(is_rescaled: bool) -> String {
    let (numbers, allowed) = if is_rescaled {
        // Rescaling enlarges a difference, too.
        (
            "zip(EXPECTED, found, BASELINE)",
            "TOLERANCE * max(1.0, 1 / (1 - baseline))",
        )
    } else {
        ("zip(EXPECTED, found)", "TOLERANCE")
    };
    let variables = if is_rescaled {
        "name, number, baseline"
    } else {
        "name, number"
    };
    format!(
        include_str!("comparison.txt"),
        variables = variables,
        numbers = numbers,
        allowed = allowed
    )
}
