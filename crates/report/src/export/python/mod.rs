//! A Python program that computes the same scores with `bert_score`, with everything that they depend on spelled out.

mod literal;

use std::fmt::Write;

use self::literal::{number, string};
use bertscope_analysis::rescaling::Baseline;
use bertscope_analysis::{Analysis, IdfSource, Program, VERSION_NOTE};
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
    let weights = WeightsCode::new(analysis.idf.as_ref());
    let baseline = BaselineCode::new(analysis);
    let [p, r, f1] = analysis.score().numbers().map(number);
    let is_fast = analysis.conventions().program == Program::FastTokenizer;
    let fast = if is_fast {
        "    use_fast_tokenizer=True,\n"
    } else {
        ""
    };
    format!(
        include_str!("program.txt"),
        version = env!("CARGO_PKG_VERSION"),
        transformers = transformers_version(analysis),
        os = baseline.os,
        math = weights.imports,
        package = baseline.package,
        model = string(model_name(analysis)),
        revision = revision(analysis),
        layer = analysis.layer,
        choice = reference_choice(analysis),
        reference = string(&analysis.reference.tokenized.text),
        candidate = string(&analysis.candidate.tokenized.text),
        weights = weights.table,
        baseline = baseline.row,
        version_note = VERSION_NOTE,
        signature = string(&analysis.signature),
        p = p,
        r = r,
        f1 = f1,
        tolerance = BERT_SCORE_TOLERANCE,
        family = family_check(analysis),
        table = baseline.table,
        options = [fast, weights.option, baseline.options].concat(),
        limit = limit(analysis),
        assignments = [weights.assignment, baseline.assignment].concat(),
        variables = baseline.variables,
        numbers = baseline.numbers,
        allowed = baseline.allowed
    )
}

/// The name of the model in `bert_score`, which is also the name of its baseline.
fn model_name(analysis: &Analysis) -> &str {
    let name = &analysis.model.name;
    match analysis
        .rescaling()
        .map(|rescaled| rescaled.baseline.source)
    {
        Some(BaselineSource::Published) => known::find(name).map_or(name, |known| known.name),
        _ => name,
    }
}

fn transformers_version(analysis: &Analysis) -> &'static str {
    if analysis.conventions().program == Program::Transformers5 {
        "5.23.0"
    } else if analysis.model.family == "modernbert" {
        // The first version with ModernBERT.
        "4.48.3"
    } else {
        "4.46.3"
    }
}

fn revision(analysis: &Analysis) -> String {
    match &analysis.model.revision {
        Some(revision) => format!(
            "# bertscope used revision {}; bert_score uses the newest.\n",
            printable(revision)
        ),
        None => String::new(),
    }
}

fn reference_choice(analysis: &Analysis) -> String {
    match analysis.reference_choice() {
        Some(choice) => format!(
            "# Reference {} of {}, the one with the highest F1; P, R and F1 over all of them are each the best.\n",
            choice.number, choice.count
        ),
        None => String::new(),
    }
}

/// What stops a model of a family that `bert_score` recognises by its name.
fn family_check(analysis: &Analysis) -> &'static str {
    match &*analysis.model.family {
        "t5" | "mt5" | "umt5" => {
            "if \"t5\" not in model:\n    \
             sys.exit(\"bert_score recognises a T5 model by the letters t5 in its name; rename the folder\")\n"
        }
        _ => "",
    }
}

fn limit(analysis: &Analysis) -> String {
    let mut sides = [&analysis.reference, &analysis.candidate].into_iter();
    match sides.find_map(|side| side.tokenized.truncated) {
        Some(cut) => format!(
            "# A text is longer than the model's limit.\nscorer._tokenizer.model_max_length = {}\n",
            cut.kept
        ),
        None => String::new(),
    }
}

/// The parts of the program that depend on the weights.
struct WeightsCode {
    imports: &'static str,
    /// The weights of the tokens of the pair, or what they are computed from.
    table: String,
    option: &'static str,
    assignment: &'static str,
}

impl WeightsCode {
    fn new(idf: Option<&IdfSource>) -> Self {
        let Some(idf) = idf else {
            return Self {
                imports: "from math import isnan",
                table: String::new(),
                option: "",
                assignment: "",
            };
        };
        let is_counted = idf.weights.counted().is_some();
        Self {
            imports: "from collections import defaultdict\nfrom math import isnan, log",
            table: table_of_weights(idf),
            option: "    idf=True,\n",
            assignment: if is_counted {
                "scorer._idf_dict = defaultdict(lambda: log(TEXTS + 1))\n\
                 for token, count in TEXTS_WITH.items():\n    \
                 scorer._idf_dict[token] = log((TEXTS + 1) / (count + 1))\n"
            } else {
                "scorer._idf_dict = WEIGHTS\n"
            },
        }
    }
}

fn table_of_weights(idf: &IdfSource) -> String {
    let source = printable(&idf.name);
    let mut entries = String::new();
    for token in idf.weights.entries() {
        let number = match token.document_frequency {
            Some(texts) => texts.to_string(),
            None => token.weight.to_string(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(entries, "    {}: {number},", token.id);
    }
    match idf.document_count() {
        Some(texts) => format!(
            "# Document frequencies over {source}: the number of texts, and the number of texts\n\
             # that contain each token of the pair.\n\
             TEXTS = {texts}\n\
             TEXTS_WITH = {{\n{entries}}}\n\n"
        ),
        None => format!(
            "# The weight of each token of the pair, from {source}.\nWEIGHTS = {{\n{entries}}}\n\n"
        ),
    }
}

/// The parts of the program that depend on the baseline.
#[derive(Default)]
struct BaselineCode {
    os: &'static str,
    package: &'static str,
    /// The row of the layer.
    row: String,
    /// Where the package finds the row.
    table: &'static str,
    options: &'static str,
    assignment: &'static str,
    /// What the comparison goes through, and the difference that it allows.
    variables: &'static str,
    numbers: &'static str,
    allowed: &'static str,
}

impl BaselineCode {
    fn new(analysis: &Analysis) -> Self {
        let Some(rescaled) = analysis.rescaling() else {
            return Self {
                variables: "name, number",
                numbers: "zip(EXPECTED, found)",
                allowed: "TOLERANCE",
                ..Self::default()
            };
        };
        let baseline = &rescaled.baseline;
        let rescaling = Self {
            row: baseline_row(baseline, analysis),
            variables: "name, number, baseline",
            numbers: "zip(EXPECTED, found, BASELINE)",
            // Rescaling enlarges a difference, too.
            allowed: "TOLERANCE * max(1.0, 1 / (1 - baseline))",
            ..Self::default()
        };
        match baseline.source {
            BaselineSource::Published => Self {
                os: "import os\n",
                package: "import bert_score\n",
                table: "# The package finds its baseline table by the model's name.\n\
                        table = os.path.join(os.path.dirname(bert_score.__file__), \"rescale_baseline\", LANGUAGE, MODEL + \".tsv\")\n",
                options: "    rescale_with_baseline=True,\n    lang=LANGUAGE,\n    \
                          baseline_path=None if model == MODEL else table,\n",
                ..rescaling
            },
            BaselineSource::Custom => Self {
                package: "import torch\n",
                table: "# The baseline is given above, so no file is read; the package still requires a language.\n",
                options: "    rescale_with_baseline=True,\n    lang=\"en\",\n    baseline_path=\"BASELINE\",\n",
                assignment: "scorer._baseline_vals = torch.tensor(BASELINE)\n",
                ..rescaling
            },
        }
    }
}

fn baseline_row(baseline: &Baseline, analysis: &Analysis) -> String {
    let [p, r, f] = baseline.row.numbers().map(|b| number(Some(b)));
    let language = match baseline.source {
        BaselineSource::Published => {
            let language = baseline.language.as_deref();
            let language = string(language.unwrap_or(published::DEFAULT_LANGUAGE));
            format!("LANGUAGE = {language}\n")
        }
        BaselineSource::Custom => String::new(),
    };
    format!(
        "# {}, layer {}: P, R, F1.\nBASELINE = [{p}, {r}, {f}]\n{language}\n",
        printable(&baseline.table),
        analysis.layer
    )
}
