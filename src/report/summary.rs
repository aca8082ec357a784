//! What games amount to: the crosstable, and charts of strength, results and lengths.

use std::collections::BTreeMap;

use super::game::Game;
use crate::board::Color;
use crate::notation::pgn::GameResult;
use crate::pictures::chart::{self, Labels, Series};
use crate::statistics::{GameCounts, Score};

/// The points of a curve of strength, at most.
const CURVE_POINTS: usize = 200;

/// The games before which an estimate of strength says too little to be drawn.
const FIRST_ESTIMATE: u64 = 10;

/// The bars of a histogram, at most.
const BARS: u32 = 25;

/// A player's line in the crosstable.
#[derive(Clone, Debug)]
pub struct Row {
    /// The player's name.
    pub name: String,
    /// All results.
    pub total: GameCounts,
    /// The results against each player, in the order of the table.
    pub against: Vec<GameCounts>,
}

/// Every player's part in a finished game: index among `names`, index of the opponent, result.
fn sides(game: &Game, names: &[String]) -> Option<[(usize, usize, Score); 2]> {
    let index = |name: &str| names.iter().position(|other| other == name);
    let (white, black) = (index(&game.white)?, index(&game.black)?);
    let score = match game.result {
        GameResult::Win(Color::White) => Score::Win,
        GameResult::Win(Color::Black) => Score::Loss,
        GameResult::Draw => Score::Draw,
        GameResult::Unknown => return None,
    };
    Some([(white, black, score), (black, white, score.reversed())])
}

/// The players, in the order of their first game.
fn players(games: &[Game]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in games.iter().flat_map(|game| [&game.white, &game.black]) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// The crosstable, most points first.
pub fn crosstable(games: &[Game]) -> Vec<Row> {
    let names = players(games);
    let mut results = vec![vec![GameCounts::default(); names.len()]; names.len()];
    for (player, opponent, score) in games.iter().filter_map(|game| sides(game, &names)).flatten() {
        results[player][opponent].record(score);
    }
    let sum = |row: &[GameCounts]| {
        let mut total = GameCounts::default();
        for &counts in row {
            total += counts;
        }
        total
    };
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| sum(&results[b]).points().total_cmp(&sum(&results[a]).points()));
    let row = |&player: &usize| Row {
        name: names[player].clone(),
        total: sum(&results[player]),
        against: order.iter().map(|&opponent| results[player][opponent]).collect(),
    };
    order.iter().map(row).collect()
}

/// All charts, as SVG.
pub fn charts(games: &[Game]) -> Vec<String> {
    vec![strength(games), results(games), reasons(games), lengths(games)]
}

/// Elo against all opponents after so many games of the tournament. Of two players one curve says everything, so it alone is
/// drawn, with its error bars.
fn strength(games: &[Game]) -> String {
    let names = players(games);
    let mut series: Vec<Series> = names.iter().map(|name| Series { name: name.clone(), ..Series::default() }).collect();
    let mut counts = vec![GameCounts::default(); names.len()];
    let every = games.len().div_ceil(CURVE_POINTS).max(1);
    for (number, game) in (1..).zip(games) {
        for (player, _, score) in sides(game, &names).into_iter().flatten() {
            counts[player].record(score);
        }
        if number % every != 0 && number != games.len() {
            continue;
        }
        for (series, counts) in series.iter_mut().zip(&counts).filter(|(_, counts)| counts.games() >= FIRST_ESTIMATE) {
            if let Some(elo) = counts.elo() {
                series.points.push((number as f64, elo.value));
                series.band.push((elo.low, elo.high));
            }
        }
    }
    series.retain(|series| !series.points.is_empty());
    if series.len() == 2 {
        series.truncate(1);
    } else {
        for series in &mut series {
            series.band.clear();
        }
    }
    let title = match series.as_slice() {
        [only] => format!("Elo of {}", only.name),
        _ => "Elo against the others".to_owned(),
    };
    chart::lines(Labels { title: &title, x: "games", y: "Elo" }, &series)
}

fn results(games: &[Game]) -> String {
    let count = |result: GameResult| games.iter().filter(|game| game.result == result).count() as f64;
    let bars = [
        ("White won", GameResult::Win(Color::White)),
        ("drawn", GameResult::Draw),
        ("Black won", GameResult::Win(Color::Black)),
        ("no result", GameResult::Unknown),
    ];
    let bars: Vec<(String, f64)> = bars.map(|(label, result)| (label.to_owned(), count(result))).into();
    chart::bars(Labels { title: "Results", x: "", y: "games" }, &bars)
}

fn reasons(games: &[Game]) -> String {
    let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
    for game in games {
        // "king captured 20:7" and the like: what is the same in all of them counts.
        let reason = game.reason.trim_end_matches(|c: char| c.is_ascii_digit() || c == ':' || c == ' ');
        *counts.entry(if reason.is_empty() { "not said" } else { reason }).or_default() += 1.0;
    }
    let mut bars: Vec<(String, f64)> = counts.into_iter().map(|(reason, count)| (reason.to_owned(), count)).collect();
    bars.sort_by(|a, b| b.1.total_cmp(&a.1));
    bars.truncate(6);
    chart::bars(Labels { title: "How games end", x: "", y: "games" }, &bars)
}

fn lengths(games: &[Game]) -> String {
    let plies: Vec<f64> = games.iter().map(|game| game.moves.len() as f64).collect();
    chart::bars(Labels { title: "Length of games", x: "plies", y: "games" }, &chart::histogram(&plies, BARS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: &str, black: &str, result: GameResult) -> Game {
        Game {
            variant: "chess",
            white: white.to_owned(),
            black: black.to_owned(),
            result,
            reason: "king captured 20:7".to_owned(),
            moves: vec![],
            squares: vec![],
            positions: vec![],
            scores: vec![],
            comments: vec![],
        }
    }

    #[test]
    fn the_crosstable_is_sorted_and_symmetric() {
        let (white, draw) = (GameResult::Win(Color::White), GameResult::Draw);
        let games =
            [game("a", "b", draw), game("b", "a", white), game("c", "b", draw), game("a", "c", GameResult::Unknown)];
        let table = crosstable(&games);
        let points: Vec<_> = table.iter().map(|row| (row.name.as_str(), row.total.points())).collect();
        assert_eq!(points, [("b", 2.0), ("a", 0.5), ("c", 0.5)]);
        assert_eq!(table[0].against[1], GameCounts::new([0, 1, 1]));
        assert_eq!(table[1].against[0], GameCounts::new([1, 1, 0]));
        assert_eq!(table[1].against[2].games(), 0);
    }

    #[test]
    fn charts_tell_of_the_games() {
        let games: Vec<Game> = (0..400).map(|_| game("a", "b", GameResult::Draw)).collect();
        let charts = charts(&games);
        assert!(charts[0].contains("Elo of a"), "{}", charts[0]);
        assert!(charts[1].contains("<title>drawn: 400</title>"), "{}", charts[1]);
        assert!(charts[2].contains("<title>king captured: 400</title>"), "{}", charts[2]);
        assert!(charts[3].contains("<title>0: 400</title>"), "{}", charts[3]);
    }
}
