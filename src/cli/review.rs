//! `bonsai review`: games, move by move.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use bonsai::analysis::{Mark, Review, ReviewedMove, SideSummary, annotate, comment, review};
use bonsai::board::Color;
use bonsai::engine::{self, AnyGame};
use bonsai::notation::pgn::{PgnError, Record};
use bonsai::pictures::chart::{Labels, Series, lines};
use bonsai::report::{Game, Note, review_html};
use bonsai::search::Limits;
use clap::builder::RangedU64ValueParser;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use super::error::Error;
use super::games::records;
use super::numbers::counted;
use super::picture::write_file;

/// How long each position is searched when nothing says it.
const DEFAULT_MOVETIME: Duration = Duration::from_millis(500);

/// The widest score that a page draws, in pawns: a mate.
const MATE: f64 = 100.0;

/// Review games: every move is judged by the winning chances that it gives away.
///
/// An inaccuracy (?!) gives away 5 % of the chances, a mistake (?) 10 %, a blunder (??) 20 %; a draw counts as half a win. Without
/// --depth, --nodes or --movetime each position is searched for half a second. Games that cannot be read are named on stderr, the others
/// go on, and the exit code is 1.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bonsai review games.pgn
  bonsai review games.pgn --nodes 200000 -o annotated.pgn --html review.html
  bonsai review match/games.jsonl --depth 10 --json | jq '.black.accuracy'
  bonsai review games.pgn --game 2 --svg chances.svg

JSON: one object a game, with white and black (name, accuracy in percent, mean_loss, inaccuracies, mistakes, blunders), result, variant, \
white_chance (from 0 to 1, at the start), moves (ply, side, uci, text, score {cp} or {mate} for White, depth, white_chance, loss, mark, \
missed_mate, better).")]
pub struct Args {
    /// The games: PGN files (`-` is stdin), output folders of tournaments, or their games.jsonl.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Review only this game of the files.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    game: Option<usize>,

    /// Search each position this many plies deep.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Search this many nodes for each position.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Search each position for this many milliseconds.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,

    /// Positions that are searched at once [default: one for each processor].
    #[arg(long, value_name = "T", value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    threads: Option<usize>,

    /// Write the games with marks and comments to this PGN file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write a web page with boards, scores and marks to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Draw White's chances in the first game as a graph to this SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Draw White's chances in the first game as a graph to this PNG file.
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// Write JSON, one object a game.
    #[arg(long)]
    json: bool,
}

impl Args {
    fn limits(&self) -> Limits {
        let limited = self.depth.is_some() || self.nodes.is_some();
        let movetime = self.movetime.map(Duration::from_millis).or((!limited).then_some(DEFAULT_MOVETIME));
        Limits { depth: self.depth, nodes: self.nodes, movetime, ..Limits::default() }
    }
}

/// A game that has been reviewed.
struct Reviewed {
    record: Record,
    game: Game,
    review: Review,
}

/// Reviews the games.
///
/// # Errors
/// A file cannot be read or written, there are no games, or one is none of ours.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    let (mut games, mut number, mut refused) = (Vec::new(), 0, 0);
    for path in &args.files {
        for record in records(path)? {
            number += 1;
            if args.game.is_some_and(|wanted| wanted != number) {
                continue;
            }
            let refuse = |source: PgnError| Error::Games { path: path.clone(), source };
            match record.and_then(readable) {
                Ok(game) => {
                    let game = reviewed(game, args)?;
                    write_game(number, &game, args.json, out)?;
                    games.push(game);
                }
                Err(error @ PgnError::Io(_)) => return Err(refuse(error)),
                Err(error) => {
                    refused += 1;
                    writeln!(io::stderr(), "bonsai: left out: {}", refuse(error))?;
                }
            }
        }
    }
    if let (Some(wanted), true) = (args.game, games.is_empty() && refused == 0 && number > 0) {
        let games = counted(number as u64, "game");
        return Err(Error::Flag(format!("--game {wanted}: the files have {games}")));
    }
    if number == 0 {
        return Err(Error::NoGames);
    }
    write_files(args, &games)?;
    if refused > 0 { Err(Error::GamesLeftOut(refused)) } else { Ok(()) }
}

/// A game that can be reviewed.
struct Readable {
    record: Record,
    played: Box<dyn AnyGame>,
    game: Game,
}

fn readable(record: Record) -> Result<Readable, PgnError> {
    Ok(Readable { played: engine::replay(&record)?, game: Game::from_record(&record)?, record })
}

fn reviewed(readable: Readable, args: &Args) -> Result<Reviewed, Error> {
    let Readable { record, played, mut game } = readable;
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let progress = progress_bar(played.ply_count() as u64 + 1);
    let review = review(&*played, &args.limits(), threads, &|| progress.inc(1));
    let review = review.map_err(|error| Error::Flag(format!("--threads: {error}")))?;
    progress.finish_and_clear();
    let words = |mv: &ReviewedMove| [mv.score.to_string(), said(mv)].join(": ").trim_end_matches(": ").to_owned();
    let note = |mv: &ReviewedMove| Note { score: Some(mv.score.pawns(MATE)), comment: words(mv) };
    game.annotate(
        review.moves.iter().map(note).collect(),
        review.moves.iter().map(|mv| mv.mark.map_or("", Mark::sign)),
    );
    Ok(Reviewed { record, game, review })
}

fn progress_bar(positions: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} positions, {eta} left") {
        bar.set_style(style);
    }
    bar
}

fn write_files(args: &Args, games: &[Reviewed]) -> Result<(), Error> {
    if let Some(path) = &args.output {
        let pgn: String = games.iter().map(|game| annotate(&game.record, &game.review).to_string()).collect();
        write_file(path, pgn.as_bytes())?;
    }
    if let Some(path) = &args.html {
        let pages: Vec<Game> = games.iter().map(|game| game.game.clone()).collect();
        let judgements: Vec<_> =
            games.iter().map(|game| [game.review.white, game.review.black].map(judgement)).collect();
        write_file(path, review_html("Review", &pages, &judgements).as_bytes())?;
    }
    let Some(first) = games.first() else { return Ok(()) };
    if let Some(path) = &args.svg {
        write_file(path, graph(first).as_bytes())?;
    }
    #[cfg(feature = "png")]
    if let Some(path) = &args.png {
        write_file(path, &bonsai::pictures::to_png(&graph(first))?)?;
    }
    Ok(())
}

/// White's chances after each ply.
fn graph(game: &Reviewed) -> String {
    let title = format!("{} – {}", game.game.white, game.game.black);
    let after = game.review.moves.iter().map(|mv| mv.white_chance);
    let chances = std::iter::once(game.review.white_chance).chain(after);
    let points = (0_u32..).zip(chances).map(|(ply, chance)| (f64::from(ply), 100.0 * chance)).collect();
    let series = Series { name: "White's chances".to_owned(), points, ..Series::default() };
    lines(Labels { title: &title, x: "plies", y: "White's chances in %" }, &[series])
}

/// A review as JSON.
#[derive(Serialize)]
struct JsonReview<'a> {
    variant: &'a str,
    result: String,
    white: JsonSide<'a>,
    black: JsonSide<'a>,
    white_chance: f64,
    moves: &'a [ReviewedMove],
}

#[derive(Serialize)]
struct JsonSide<'a> {
    name: &'a str,
    #[serde(flatten)]
    summary: SideSummary,
}

fn write_game(number: usize, reviewed: &Reviewed, json: bool, out: &mut dyn Write) -> Result<(), Error> {
    let Reviewed { game, review, .. } = reviewed;
    if json {
        let json = JsonReview {
            variant: review.variant,
            result: game.result.to_string(),
            white: JsonSide { name: &game.white, summary: review.white },
            black: JsonSide { name: &game.black, summary: review.black },
            white_chance: review.white_chance,
            moves: &review.moves,
        };
        serde_json::to_writer(&mut *out, &json)?;
        return Ok(writeln!(out)?);
    }
    writeln!(out, "game {number}: {} – {}  {}  {}", game.white, game.black, game.result, review.variant)?;
    for mv in review.moves.iter().filter(|mv| mv.mark.is_some() || mv.missed_mate.is_some()) {
        writeln!(out, "{}", row(mv, review))?;
    }
    for (name, side) in [(&game.white, review.white), (&game.black, review.black)] {
        let SideSummary { accuracy, inaccuracies, mistakes, blunders, .. } = side;
        writeln!(
            out,
            "  {name}: accuracy {accuracy:.1} %; inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}"
        )?;
    }
    Ok(writeln!(out)?)
}

/// A move with what is said about it.
fn row(mv: &ReviewedMove, review: &Review) -> String {
    // Black may have made the first move.
    let late = usize::from(review.moves.first().is_some_and(|first| first.side == Color::Black));
    let dots = if mv.side == Color::White { "." } else { "..." };
    let number = format!("{}{dots}", (mv.ply + late).div_ceil(2));
    let text = format!("{}{}", mv.text, mv.mark.map_or("", Mark::sign));
    format!("  {number:>6} {text:<12} {:>8}  {}", mv.score.to_string(), said(mv))
}

/// What is said about a move besides its score.
fn said(mv: &ReviewedMove) -> String {
    comment(mv).split_once("] ").map_or_else(String::new, |(_, said)| said.to_owned())
}

/// How well a side has played, in a few words.
fn judgement(side: SideSummary) -> String {
    let counts = [(side.inaccuracies, "?!"), (side.mistakes, "?"), (side.blunders, "??")];
    let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, sign)| format!("{count} {sign}"));
    let counts: Vec<String> = counts.collect();
    let accuracy = format!("{:.1} %", side.accuracy);
    if counts.is_empty() { accuracy } else { format!("{accuracy} ({})", counts.join(", ")) }
}
