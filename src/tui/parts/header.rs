//! The status line: program, model, settings, and the time of the last analysis.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::Command;
use crate::tui::context::{ChosenSettings, MatchDirection, Zoom, short_name};
use crate::tui::parts::palette::entries::value;
use crate::tui::state::State;
use bertscope_analysis::{Analysis, Idf};
use bertscope_models::bundled;
use bertscope_printable::printable;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::label::fit;
use bertscope_report::number::decimals;

#[expect(
    clippy::too_many_lines,
    reason = "one part of the screen, drawn from top to bottom"
)]
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let theme = &state.look.theme;
    let conventions = state.inspection().conventions;
    let start = state.start_settings();
    let mut parts: Vec<(String, bool)> = Vec::new();
    match &state.models.current {
        None => parts.push((state.models.waiting_words().into(), false)),
        Some(info) => {
            let is_bundled = info.origin == bundled::ORIGIN;
            let name = if is_bundled {
                bundled::NAME.into()
            } else {
                short_name(&info.name)
            };
            let origin = match info.recognition.known {
                Some(known) if info.origin == info.name => format!(" (copy of {})", known.name),
                None if info.origin == info.name => String::new(),
                _ => format!(" ({})", info.origin),
            };
            parts.push((format!("{name}{origin}"), false));
            let layer = state.inspection().layer.unwrap_or(info.layer.0);
            let last = if layer == info.last_layer.0 && !info.layer_is_tuned && !is_bundled {
                " (last)"
            } else {
                ""
            };
            let is_other = Some(layer) != state.start_layer(conventions);
            parts.push((format!("layer {layer}/{}{last}", info.last_layer), is_other));
        }
    }
    let is_other = conventions != start.conventions;
    if is_other || !conventions.is_default() {
        parts.push((format!("as {}", conventions.name()), is_other));
    }
    // A setting that this model does not support is not shown as on.
    let lacks = |asked: fn(&Analysis) -> bool| {
        state
            .results
            .analysis
            .as_ref()
            .is_some_and(|analysis| asked(analysis))
    };
    // The walkthrough names a setting at its stage.
    let is_other = state.inspection().idf != start.idf;
    let weights = match state.inspection().idf {
        Idf::Off => ("IDF off".into(), is_other),
        Idf::Table if lacks(|a| a.settings.idf == Idf::Table && a.idf.is_none()) => {
            ("no IDF table".into(), true)
        }
        Idf::Table => (idf_source(state), is_other),
        Idf::References => ("IDF this reference".into(), is_other),
    };
    parts.extend(Some(weights).filter(|_| state.shows(Stage::Weights)));
    let is_other = state.display().rescale != start.display.rescale;
    let scale = match state.display().rescale {
        false => ("raw".into(), is_other),
        true if lacks(|a| a.settings.rescale && a.rescaling().is_none()) => {
            ("no baseline".into(), true)
        }
        true => ("rescaled".into(), is_other),
    };
    parts.extend(Some(scale).filter(|_| state.shows(Stage::F1)));
    let direction = match state.display().direction {
        MatchDirection::Both => "both ways",
        MatchDirection::Precision => "precision",
        MatchDirection::Recall => "recall",
    };
    if state.shows(Stage::RowBest) {
        let is_other = state.display().direction != start.display.direction;
        parts.push((direction.into(), is_other));
    }
    parts.extend(rare_settings(state, &start));
    // If there is little room, changed settings have priority over defaults; nothing is cut.
    let width = |parts: &[(String, bool)]| {
        11 + parts
            .iter()
            .map(|(text, _)| text.width() + 2)
            .sum::<usize>()
    };
    if width(&parts) > area.width.into() {
        let name = parts[0].0.find(" (").unwrap_or(parts[0].0.len());
        parts[0].0.truncate(name);
    }
    while width(&parts) > area.width.into() && parts.len() > 1 {
        let least = parts
            .iter()
            .skip(1)
            .position(|(_, changed)| !changed)
            .map_or(0, |at| at + 1);
        parts.remove(least);
    }
    let mut spans = vec![Span::styled(" bertscope ", theme.accent())];
    for (text, changed) in parts {
        spans.push(Span::styled("  ", theme.quiet()));
        spans.push(Span::styled(
            text,
            if changed {
                theme.accent()
            } else {
                theme.text()
            },
        ));
    }
    let used: usize = spans.iter().map(|s| s.content.width()).sum();
    frame.render_widget(Paragraph::new(Line::from(spans)), area);
    let room = usize::from(area.width).saturating_sub(used + 1);
    if let Some(time) = times(state).into_iter().find(|text| text.width() <= room) {
        let width = time.width() as u16;
        let right = Rect {
            x: area.right() - width,
            width,
            ..area
        };
        frame.render_widget(Paragraph::new(time).style(theme.quiet()), right);
    }
}

/// Settings that are named only if they are not as usual, or not as at the start, and whether they differ from the start.
fn rare_settings(state: &State, start: &ChosenSettings) -> Vec<(String, bool)> {
    let mut parts = Vec::new();
    let has_special = state.display().show_special;
    let is_other = has_special != start.display.show_special;
    if is_other || !has_special {
        let special = if has_special { "shown" } else { "hidden" };
        parts.push((format!("special {special}"), is_other));
    }
    let zoom = state.look.zoom;
    let is_other = zoom != start.zoom;
    if is_other || zoom != Zoom::Fit {
        parts.push((value(state, Command::Zoom), is_other));
    }
    let has_mouse = state.terminal.mouse;
    let is_other = has_mouse != state.config.look.mouse.unwrap_or_default();
    if is_other || has_mouse {
        parts.push((format!("mouse {}", value(state, Command::Mouse)), is_other));
    }
    parts
}

/// The IDF setting and its source, briefly.
fn idf_source(state: &State) -> String {
    let source = state
        .results
        .analysis
        .as_ref()
        .and_then(|analysis| analysis.idf.as_ref());
    let short = source.map(|idf| {
        idf.name
            .split(" (")
            .next()
            .unwrap_or_default()
            .trim_start_matches("the ")
    });
    short.map_or_else(
        || "IDF on".to_owned(),
        |name| format!("IDF {}", fit(&printable(name), 28)),
    )
}

/// Size of the matrix and time of the last analysis, in versions of decreasing length.
fn times(state: &State) -> Vec<String> {
    let Some(analysis) = state.shown_analysis(Stage::Tokens) else {
        return Vec::new();
    };
    let rows = analysis.similarity.candidate_tokens();
    let columns = analysis.similarity.reference_tokens();
    let time = match state.results.elapsed {
        Some(elapsed) => format!("{} ms ", decimals(elapsed.as_secs_f64() * 1e3, 1)),
        None => "cached ".to_owned(),
    };
    vec![
        format!("{rows} × {columns} tokens   {time}"),
        format!("{rows}×{columns}  {time}"),
        time,
    ]
}
