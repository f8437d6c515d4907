//! `bertscope plot`: writes pictures and documents of one pair.

use std::path::Path;
use std::sync::Arc;

use color_eyre::eyre::{Report, Result};

use super::count_references::count_references_for;
use super::explain::explanations;
use super::open_model;
use super::output::Output;
use crate::appearance::Background;
use crate::cli::PlotArgs;
use crate::command_files::CommandFiles;
use crate::console;
use crate::request_files::with_tables_for;
use crate::usage_error::{UsageError, refuse};
use bertscope_analysis::{Analysis, Analyzer, Idf, Settings};
use bertscope_metric::{DocumentFrequencies, Pair};
use bertscope_models::ModelError;
use bertscope_pairs::{Input, PairRecord};
use bertscope_report::ScoredCandidate;
use bertscope_report::explanation::Section;
use bertscope_report::export::{ExportError, ExportOptions, Format, Palette, render};

/// Most characters that a warning lists.
const MAX_LISTED_GLYPHS: usize = 5;

fn files(args: &PlotArgs) -> CommandFiles {
    CommandFiles::default()
        .request(&args.metric.request(Idf::References))
        .read(&args.reference)
        .read([&args.candidate])
        .write(&args.output)
}

pub fn run(args: &PlotArgs) -> Result<()> {
    files(args).check()?;
    // Validate the options before opening a model.
    let targets = targets(args)?;
    args.explain.check()?;
    let has_topics = !args.explain.topics().is_empty();
    if has_topics && !targets.iter().any(|target| target.format.has_words()) {
        return refuse(
            "a picture or script cannot contain --explain; add an output with the extension .html, .md, .txt, .ansi or .json",
        );
    }
    let candidates = std::slice::from_ref(&args.candidate);
    let pairs = Input::parallel(&args.reference, candidates, args.files.lines)?.all()?;
    let pair = &pairs[chosen_pair(args, pairs.len())?];
    let request = args.metric.request(Idf::References);
    // Explanations use other layers too.
    let options = request.open_options(args.metric.device, has_topics)?;
    let mut outputs = Vec::with_capacity(targets.len());
    for target in &targets {
        outputs.push(Output::open(target.path)?);
    }
    let model = open_model(request.model_name(), &options)?;
    let settings = request.resolve(&model)?;
    let mut analyzer = with_tables_for(&request, Analyzer::new(model), &[settings.layer])?;
    // Over the references of all pairs, as in `score`.
    let references = pairs.iter().flat_map(|pair| &pair.references);
    let counted = count_references_for(settings, &analyzer, references)?;
    let analysis = best_reference(pair, &mut analyzer, settings, counted.as_ref())?;
    let analysis = Arc::new(analysis);
    let explained = explanations(
        &mut analyzer,
        &analysis,
        &args.explain,
        &pair.references,
        counted.as_ref(),
    )?;
    for (output, target) in outputs.iter_mut().zip(&targets) {
        let bytes = draw(&analysis, &explained, args, target.format)?;
        // This format has terminal colours on purpose.
        if target.format == Format::Ansi {
            output.write_styled(&bytes)?;
        } else {
            output.write(&bytes)?;
        }
    }
    outputs.into_iter().try_for_each(Output::finish)
}

/// An output file with its format; no file means standard output.
struct Target<'a> {
    path: Option<&'a Path>,
    format: Format,
}

fn targets(args: &PlotArgs) -> Result<Vec<Target<'_>>, UsageError> {
    if args.output.is_empty() {
        let format = standard_output_format(args)?;
        return Ok(vec![Target { path: None, format }]);
    }
    let mut targets = Vec::with_capacity(args.output.len());
    for path in &args.output {
        let Some(format) = args.format.or_else(|| Format::from_path(path)) else {
            return refuse(format!(
                "{} has no known extension; use .svg, .png, .html, .ansi, .txt, .md, \
                 .json or .py, or give --format",
                path.display()
            ));
        };
        targets.push(Target {
            path: Some(path),
            format,
        });
    }
    Ok(targets)
}

fn standard_output_format(args: &PlotArgs) -> Result<Format, UsageError> {
    let is_terminal = console::stdout_is_terminal();
    match args.format {
        Some(Format::Png) if is_terminal => refuse(
            "a PNG cannot be printed to a terminal; name a file with -o FILE.png, or use a pipe",
        ),
        Some(format) => Ok(format),
        None if is_terminal => Ok(Format::Ansi),
        None => Ok(Format::Text),
    }
}

/// Index of the pair to draw.
fn chosen_pair(args: &PlotArgs, pairs: usize) -> Result<usize, UsageError> {
    match args.pair {
        None if pairs == 1 => Ok(0),
        None => refuse(format!(
            "there are {pairs} pairs, but a picture shows one; choose one with --pair N"
        )),
        Some(n) if (1..=pairs).contains(&n) => Ok(n - 1),
        Some(n) => refuse(format!("there is no pair {n}; --pair takes 1 to {pairs}")),
    }
}

/// The analysis with the reference of the highest F1, the first one in a tie. It notes which of several references that
/// is.
fn best_reference(
    pair: &PairRecord,
    analyzer: &mut Analyzer,
    settings: Settings,
    counted: Option<&DocumentFrequencies>,
) -> Result<Analysis, ModelError> {
    let mut analyses = Vec::with_capacity(pair.references.len());
    for reference in &pair.references {
        let texts = with_reference(pair, reference);
        analyses.push(analyzer.analyze_with_frequencies(texts, settings, counted)?);
    }
    let scored = ScoredCandidate::new(analyses);
    let best = scored.best_reference();
    let note = scored.reference_note();
    if note.is_some() {
        let count = pair.references.len();
        console::report(&format!(
            "drawing reference {} of {count}, which has the highest F1",
            best + 1
        ));
    }
    // Again, because explanations continue from the pair that was analysed last.
    let texts = with_reference(pair, &pair.references[best]);
    let mut analysis = analyzer.analyze_with_frequencies(texts, settings, counted)?;
    analysis.notes.extend(note);
    Ok(analysis)
}

fn with_reference<'a>(pair: &'a PairRecord, reference: &'a str) -> Pair<&'a str> {
    Pair {
        reference,
        candidate: &pair.candidate,
    }
}

fn draw(
    analysis: &Analysis,
    explanations: &[Section],
    args: &PlotArgs,
    format: Format,
) -> Result<Vec<u8>> {
    let dark = match args.theme {
        Some(theme) => theme == Background::Dark,
        // Terminals are usually dark, paper is not.
        None => format == Format::Ansi,
    };
    let default_palette = if dark {
        Palette::Viridis
    } else {
        Palette::Blues
    };
    let options = ExportOptions {
        dark,
        palette: args.palette.unwrap_or(default_palette),
        title: args.title.clone(),
        special: !args.no_special,
        explanations: explanations.to_vec(),
        scale: args.scale,
        ..ExportOptions::default()
    };
    let drawn = render(analysis, format, &options).map_err(|error| match error {
        ExportError::TooLarge { .. } | ExportError::NoPng | ExportError::NoScript(_) => {
            UsageError(error.to_string()).into()
        }
        ExportError::Picture(_) => Report::from(error),
    })?;
    if !drawn.missing_glyphs.is_empty() {
        console::report(&missing_glyph_warning(&drawn.missing_glyphs));
    }
    Ok(drawn.bytes)
}

/// A sentence about characters that are boxes in a PNG.
fn missing_glyph_warning(missing: &[char]) -> String {
    let listed: Vec<String> = missing
        .iter()
        .take(MAX_LISTED_GLYPHS)
        .map(|glyph| format!("{glyph} U+{:04X}", u32::from(*glyph)))
        .collect();
    let more = if missing.len() > MAX_LISTED_GLYPHS {
        ", …"
    } else {
        ""
    };
    let count = match missing.len() {
        1 => "1 character".to_owned(),
        several => format!("{several} characters"),
    };
    format!(
        "no installed font has {count} of the PNG ({}{more}), drawn as boxes; install a font that does, such as the \
         Noto fonts, or write SVG or HTML, which use the viewer's fonts",
        listed.join(", ")
    )
}
