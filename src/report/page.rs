//! The page itself.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::game::Game;
use super::summary::{Row, charts, crosstable};
use crate::pictures::Board;
use crate::pictures::chart::escape;

/// The games that can be looked at on a board, at most: the last ones. All of them count in tables and charts.
pub const MOST_BOARDS: usize = 2000;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page about these games, as one HTML document that loads nothing.
#[must_use]
pub fn html(title: &str, games: &[Game]) -> String {
    let mut summary = String::new();
    write_crosstable(&mut summary, &crosstable(games));
    summary.push_str("<section class=\"charts\">\n");
    for chart in charts(games) {
        let _ = writeln!(summary, "<figure>{chart}</figure>");
    }
    summary.push_str("</section>\n");
    page(title, &summary, games, None)
}

/// The page about games that have been judged: of each, how well White and Black have played, in a few words.
#[must_use]
pub fn review_html(title: &str, games: &[Game], judgements: &[[String; 2]]) -> String {
    page(title, "", games, Some(judgements))
}

fn page(title: &str, summary: &str, games: &[Game], judgements: Option<&[[String; 2]]>) -> String {
    let title = escape(title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{summary}"
    );
    let first = games.len().saturating_sub(MOST_BOARDS);
    write_games(&mut out, &games[first..], first, judgements);
    out.push_str(VIEWER);
    write_data(&mut out, &games[first..]);
    let _ = write!(out, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    out
}

/// Where a game is looked at.
const VIEWER: &str = r#"<dialog id="viewer">
<header><h2></h2><button type="button" data-go="close" title="Close (Esc)">×</button></header>
<div class="game">
<div><div id="stage"></div>
<nav><button type="button" data-go="first" title="Start (Home)">|◀</button><button type="button" data-go="back" title="Back (←)">◀</button><button type="button" data-go="next" autofocus title="Next (→)">▶</button><button type="button" data-go="last" title="End (End)">▶|</button></nav></div>
<div class="side"><p id="said"></p><svg id="scores" viewBox="0 0 400 90" preserveAspectRatio="none"></svg><ol id="moves"></ol></div>
</div>
</dialog>
"#;

fn write_crosstable(out: &mut String, rows: &[Row]) {
    out.push_str("<section>\n<h2>Table</h2>\n<div class=\"wide\"><table>\n<thead><tr><th>#</th><th>Player</th><th>Points</th><th>Games</th><th>+ = −</th><th>Elo</th><th>LOS</th>");
    for number in 1..=rows.len() {
        let _ = write!(out, "<th>{number}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (number, row) in (1..).zip(rows) {
        let counts = row.total.games;
        let _ = write!(
            out,
            "<tr><td>{number}</td><td class=\"name\">{}</td><td>{}</td><td>{}</td><td>{} {} {}</td><td title=\"95 % error bars from {}\">{}</td><td>{:.1} %</td>",
            escape(&row.name),
            counts.points(),
            counts.games(),
            counts.wins(),
            counts.draws(),
            counts.losses(),
            row.total.source(),
            elo(row),
            100.0 * row.total.likelihood_of_superiority(),
        );
        for (other, against) in (1..).zip(&row.against) {
            let _ = match against.games() {
                _ if other == number => write!(out, "<td class=\"self\"></td>"),
                0 => write!(out, "<td></td>"),
                games => write!(
                    out,
                    "<td title=\"{} won, {} drawn, {} lost\">{} / {games}</td>",
                    against.wins(),
                    against.draws(),
                    against.losses(),
                    against.points()
                ),
            };
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table></div>\n</section>\n");
}

/// Elo against all opponents, with the ends of its 95 % interval.
fn elo(row: &Row) -> String {
    let number = |value: f64| match value {
        f64::INFINITY => "∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        value => format!("{value:+.0}"),
    };
    row.total.elo().map_or_else(String::new, |elo| {
        format!("{} <small>{} … {}</small>", number(elo.value), number(elo.low), number(elo.high))
    })
}

/// The list of games; `skipped` games come before them. There are judgements of those, too.
fn write_games(out: &mut String, games: &[Game], skipped: usize, judgements: Option<&[[String; 2]]>) {
    out.push_str("<section>\n<h2>Games</h2>\n");
    if skipped > 0 {
        let _ = writeln!(out, "<p>The last {} of {} games.</p>", games.len(), skipped + games.len());
    }
    out.push_str("<p><input id=\"filter\" type=\"search\" placeholder=\"Filter: player, result, reason\"></p>\n<div class=\"wide\"><table id=\"games\">\n<thead><tr><th>#</th><th>White</th><th>Black</th><th>Result</th><th>Plies</th><th>Reason</th><th>Game</th>");
    if judgements.is_some() {
        out.push_str("<th>White's accuracy</th><th>Black's accuracy</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (index, game) in games.iter().enumerate() {
        let title = game.spec().map_or(game.variant, |spec| spec.title);
        let judged = judgements.and_then(|judgements| judgements.get(skipped + index)).into_iter().flatten();
        let judged: String = judged.map(|words| ["<td class=\"name\">", &escape(words), "</td>"].concat()).collect();
        let _ = writeln!(
            out,
            "<tr data-game=\"{index}\" tabindex=\"0\"><td>{}</td><td class=\"name\">{}</td><td class=\"name\">{}</td><td>{}</td><td>{}</td><td class=\"name\">{}</td><td class=\"name\">{title}</td>{judged}</tr>",
            skipped + index + 1,
            escape(&game.white),
            escape(&game.black),
            game.result,
            game.moves.len(),
            escape(&game.reason),
        );
    }
    out.push_str("</tbody>\n</table></div>\n</section>\n");
}

/// The games for the script, and a board of each rule set.
fn write_data(out: &mut String, games: &[Game]) {
    let variants: BTreeSet<&str> = games.iter().map(|game| game.variant).collect();
    for spec in variants.into_iter().filter_map(|name| games.iter().find(|game| game.variant == name)?.spec()) {
        let _ = writeln!(out, "<template id=\"board-{}\">{}</template>", spec.name, Board::stage(spec));
    }
    // Strings and numbers alone: this cannot fail. No text may end the element.
    let json = serde_json::to_string(games).unwrap_or_default().replace('<', "\\u003c");
    let _ = writeln!(out, "<script type=\"application/json\" id=\"data\">{json}</script>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::Reader;

    fn games(pgn: &str) -> Vec<Game> {
        let records = Reader::new(pgn.as_bytes());
        records.map(|record| Game::from_record(&record.expect("a record")).expect("a game")).collect()
    }

    fn page(pgn: &str) -> String {
        html("a & b", &games(pgn))
    }

    #[test]
    fn reviews_have_judgements_instead_of_a_table() {
        let judgements = ["90 %", "<80 %"].map(str::to_owned);
        let page = review_html("review", &games("1. e4 e5 1-0"), &[judgements]);
        assert!(page.contains("<td class=\"name\">90 %</td><td class=\"name\">&lt;80 %</td></tr>"), "{page}");
        assert!(!page.contains("Player") && !page.contains("<figure>"), "{page}");
    }

    #[test]
    fn elo_may_be_infinite() {
        let page = page("[White \"a\"]\n[Black \"b\"]\n1. e4 1-0\n");
        assert!(page.contains(">∞ <small>-307 … ∞</small>") && page.contains(">−∞ <small>−∞ … +307</small>"), "{page}");
        assert!(!page.contains("Elo against the others"), "{page}");
    }

    #[test]
    fn a_page_needs_nothing_from_elsewhere() {
        let page = page("[Variant \"micro\"]\n1. Pd2-d3 Ka5-b4 *\n\n[Event \"x\"]\n1. e4 e5 1-0\n");
        for reference in [" src=", "href=\"http", "@import", "url("] {
            assert!(!page.contains(reference), "{reference}");
        }
        for part in ["<title>a &amp; b</title>", "id=\"board-micro\"", "id=\"board-chess\"", "data-game=\"1\""] {
            assert!(page.contains(part), "{part}");
        }
    }

    #[test]
    fn names_and_comments_cannot_break_out() {
        let page = page("[White \"<b>&\"]\n[Termination \"</table>\"]\n1. e4 {</script><script>alert(1)</script>} *");
        assert!(page.contains("<td class=\"name\">&lt;b&gt;&amp;</td>"), "{page}");
        assert!(!page.contains("<b>") && !page.contains("</script><script>alert"));
        assert_eq!(page.matches("</script>").count(), 2);
    }

    #[test]
    fn no_games_make_a_page() {
        let page = html("nothing", &[]);
        assert!(page.ends_with("</html>\n") && !page.contains("NaN"));
    }
}
