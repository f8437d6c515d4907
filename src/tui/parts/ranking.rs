//! The ranking of every setting by its agreement with the human scores of the file, over the list and the texts.

use ratatui::Frame;

use crate::tui::commands::Command;
use crate::tui::common::sheet;
use crate::tui::context::effect::Effect;
use crate::tui::context::frame::Screen;
use crate::tui::parts::settings::set_layer;
use crate::tui::parts::summary::draw_frame;
use crate::tui::parts::{Outcome, Part};
use crate::tui::state::State;
use bertscope_analysis::Idf;
use bertscope_pair_list::{
    FileIdf, FileRanking, ListRanking, PairsEffect, PairsList, RankingProgress, RankingStatus,
};
use bertscope_report::findings::agreement::LayerSetting;
use bertscope_report::number::{pluralized, with_thousands_separators};
use bertscope_sheet::Block;

/// With 100 candidates, Pearson .60 and .65 of two scores that correlate at .9 differ with p = .15 by Williams' test.
const FEW_JUDGED: usize = 100;

/// Opens the ranking; it is computed while it is open.
pub fn act(state: &mut State, command: Command) -> Outcome {
    let Some(list) = &mut state.pairs else {
        return Outcome::Passed;
    };
    if command != Command::RankSettings {
        return Outcome::Passed;
    }
    list.forget_old_ranking();
    state.open(Part::Ranking(0));
    Outcome::Done
}

/// Schedules the ranking while it is open, and gives it up when it is closed before it is ready.
pub fn schedule(state: &mut State) {
    let is_open = state.stack.ranking().is_some();
    let State { pairs, context, .. } = state;
    let Some(list) = pairs else { return };
    if is_open {
        let job = list.next_ranking();
        let effect = job.map(|job| Effect::Pairs(PairsEffect::Rank(job)));
        context.effects.extend(effect);
    } else {
        list.stop_ranking();
    }
}

fn ready(list: &PairsList) -> Option<&FileRanking> {
    match &list.ranking.as_ref()?.status {
        RankingStatus::Ready(found) => Some(found),
        RankingStatus::Working(_) | RankingStatus::Failed(_) => None,
    }
}

/// The number of settings that can be chosen.
pub fn row_count(list: &PairsList) -> usize {
    ready(list).map_or(0, |found| found.ranking.settings.len())
}

/// Handles Enter: scores with the layer and the weights of the selected row. The ranking stays, to try another row.
pub fn use_setting(state: &mut State) {
    let (Some(list), Some(selected)) = (&state.pairs, state.stack.ranking()) else {
        return;
    };
    let Some(found) = ready(list) else {
        return;
    };
    let Some(row) = found.ranking.settings.get(*selected) else {
        return;
    };
    let title = found.ranking.title(row.source);
    let Some(LayerSetting { layer, idf }) = found.ranking.layer_setting(row.source) else {
        return state.say(format!(
            "{title} has neither layer nor IDF: choose a row of P, R or F1."
        ));
    };
    set_idf(state, idf);
    set_layer(state, layer.0);
    state.say(format!(
        "The list is scored as in this row: {title}. Esc shows the summary."
    ));
}

/// Turns IDF on, as it was ranked, or off.
fn set_idf(state: &mut State, on: bool) {
    if on == (state.own.idf != Idf::Off) {
        return;
    }
    let State { pairs, context, .. } = state;
    let Some(list) = pairs else { return };
    let Some(ListRanking { basis, .. }) = &list.ranking else {
        return;
    };
    let was_on = basis.settings.idf != Idf::Off;
    if !on {
        list.idf = FileIdf::Off;
        context.own.idf = Idf::Off;
    } else if was_on && !basis.file_idf {
        context.own.idf = Idf::Table;
    } else {
        // Without IDF, the opposite weights are those of the references.
        list.idf = FileIdf::Requested;
    }
    state.request_analysis();
}

pub fn draw(
    frame: &mut Frame<'_>,
    screen: &Screen,
    state: &State,
    list: &PairsList,
    selected: usize,
) {
    let theme = &state.look.theme;
    let found = ready(list);
    let right = found.map_or_else(String::new, |found| {
        let judged = with_thousands_separators(found.judged);
        format!(" {judged} judged ")
    });
    let title = ["Agreement with human scores", &list.name(), &right];
    let inner = draw_frame(frame, screen, state, title);
    let buffer = frame.buffer_mut();
    let rest = sheet::draw(buffer, inner, theme, &blocks(list), 0);
    if let Some(found) = found {
        sheet::draw_choice(buffer, rest, theme, &found.ranking.table(), selected);
    }
}

/// The text above the rows, or in their place.
fn blocks(list: &PairsList) -> Vec<Block> {
    let Some(ranking) = &list.ranking else {
        let problem = list.ranking_problem().unwrap_or_default();
        return vec![Block::Text(problem)];
    };
    match &ranking.status {
        RankingStatus::Failed(reason) => vec![Block::Text(reason.clone())],
        RankingStatus::Working(progress) => working(*progress),
        RankingStatus::Ready(found) => vec![
            Block::Text(found.ranking.verdict()),
            Block::Note(format!("{}{}", about_pairs(found), found.ranking.note())),
        ],
    }
}

fn working(progress: RankingProgress) -> Vec<Block> {
    let done = with_thousands_separators(progress.done);
    let all = with_thousands_separators(progress.all);
    let left = match progress.seconds_left {
        0..5 => String::new(),
        5..120 => format!(", about {} s left", progress.seconds_left),
        seconds => format!(", about {} min left", seconds / 60),
    };
    vec![
        Block::Text("Which layer separates good from bad? Every layer is compared with the human scores, with and without IDF.".to_owned()),
        Block::Text(format!("{done} of {all} {}{left}.", progress.unit)),
        Block::Note("Esc stops it.".to_owned()),
    ]
}

/// What to know about the pairs before the tests.
fn about_pairs(found: &FileRanking) -> String {
    let mut words = String::new();
    if found.failed > 0 {
        let failed = pluralized(found.failed, "candidate");
        words = format!("{failed} could not be scored. ");
    }
    if found.judged < FEW_JUDGED {
        words += "Few candidates seldom show which setting is better. ";
    }
    words
}
