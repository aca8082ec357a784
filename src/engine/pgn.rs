//! Games from records, and records of games.

use super::{AnyGame, new_game};
use crate::notation::pgn::{GameResult, PgnError, Record, RecordedMove};
use crate::notation::{Dialect, Form, MoveError};
use crate::variants::SPECS;

/// What chess is called in `Variant` tags, besides its name: it is played by the orthodox rules, from whatever position.
const CHESS_NAMES: [&str; 6] = ["standard", "normal", "classic", "classical", "orthodox", "from position"];

/// Plays a record's moves from its start position.
///
/// Moves are read in PGN notation and, where that fits no legal move, in any other that the engine knows.
///
/// # Errors
/// The game or its start position is not known, or a move is not legal; each with its line.
pub fn replay(record: &Record) -> Result<Box<dyn AnyGame>, PgnError> {
    let line = record.line;
    let named = record.tag("Variant").unwrap_or(SPECS[0].name);
    let mut game = find_game(named).ok_or_else(|| PgnError::Variant { line, name: named.to_owned() })?;
    if let Some(fen) = record.tag("FEN") {
        game.set_position(fen, Form::Either).map_err(|source| PgnError::Position {
            line,
            fen: fen.to_owned(),
            source,
        })?;
    }
    for (index, mv) in record.moves.iter().enumerate() {
        push(&mut *game, &mv.text).map_err(|source| PgnError::Move { line: mv.line, ply: index + 1, source })?;
    }
    Ok(game)
}

/// Makes a move as PGN writes it, or else in any notation; the error is that of the former.
fn push(game: &mut dyn AnyGame, text: &str) -> Result<(), MoveError> {
    match game.push(text, Some(Dialect::Pgn)) {
        Err(error @ MoveError::Ambiguous { .. }) => Err(error),
        Err(error) => game.push(text, None).map_err(|_| error),
        Ok(()) => Ok(()),
    }
}

/// The game that a `Variant` tag means: a rule set's name, alias or title, in any case.
fn find_game(name: &str) -> Option<Box<dyn AnyGame>> {
    let name = name.trim();
    if CHESS_NAMES.iter().any(|chess| chess.eq_ignore_ascii_case(name)) {
        return new_game(SPECS[0].name);
    }
    let titled = SPECS.iter().find(|spec| spec.title.eq_ignore_ascii_case(name));
    new_game(titled.map_or(name, |spec| spec.name))
}

/// The record of a game: its moves and result, and the tags `Variant` (but in chess), `SetUp` and `FEN` where they are needed.
/// The names of the players and the other tags are the caller's to add, and so are comments.
#[must_use]
pub fn record(game: &dyn AnyGame) -> Record {
    let spec = game.spec();
    let mut record = Record::default();
    if spec.name != SPECS[0].name {
        record.set_tag("Variant", spec.name);
    }
    let mut start = game.fork();
    while start.undo() {}
    let fen = start.fen();
    start.set_start_position();
    if fen != start.fen() {
        record.set_tag("SetUp", "1");
        record.set_tag("FEN", fen);
    }
    let recorded = |text| RecordedMove { text, ..RecordedMove::default() };
    record.moves = game.history(Dialect::Pgn).into_iter().map(recorded).collect();
    record.result =
        game.outcome().map_or(GameResult::Unknown, |outcome| outcome.winner.map_or(GameResult::Draw, GameResult::Win));
    record
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::notation::pgn::Reader;

    fn read(text: &str) -> Result<Box<dyn AnyGame>, String> {
        let record = Reader::new(text.as_bytes()).next().expect("a game").map_err(|error| error.to_string())?;
        replay(&record).map_err(|error| error.to_string())
    }

    /// Chess as others write it: odd castlings, promotions, en passant, captures, strokes, praise, coordinates.
    #[test]
    fn odd_spellings_of_chess_moves_are_read() {
        let game = read(
            "1. e2-e4 Pe5 2. Ng1f3! Nb8-c6 3. Bb5!? a7a6 4. Bb5:c6 dc6 5. 0-0! f5 6. ef5 g5 7. f5xg6e.p. Be7 \
             8. gxh7 e.p. Kf8 9. hxg8Q+ Rg8 10. Nf3xe5 Bh3 11. Nd7+?! Qxd7",
        );
        let fen = game.expect("legal moves").fen();
        assert_eq!(fen, "r4kr1/1ppqb3/p1p5/8/8/7b/PPPP1PPP/RNBQ1RK1 w - - 0 12");
        let promoted = read("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n1. a8N 1-0").expect("legal moves");
        assert_eq!(promoted.history(Dialect::Uci), ["a7a8n"]);
        let castled = read("[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n1. 0-0-0 O-O+ *").expect("legal moves");
        assert_eq!(castled.history(Dialect::Uci), ["e1c1", "e8g8"]);
    }

    #[test]
    fn games_are_found_by_any_of_their_names() {
        for (name, variant) in [
            ("micro", "micro"),
            ("MicroShogi", "micro"),
            ("Mini Forest", "miniforest"),
            ("minithunder-revised", "minithunder-revised"),
            ("Standard", "chess"),
            ("From Position", "chess"),
        ] {
            assert_eq!(read(&format!("[Variant \"{name}\"]\n*")).expect(name).spec().name, variant);
        }
    }

    #[test]
    fn faults_have_line_and_token() {
        let fault = |text| read(text).err().expect("a fault");
        assert_eq!(fault("\n[Variant \"checkers\"]\n*"), "line 2: the game 'checkers' is not known");
        assert_eq!(
            fault("[FEN \"8/8 w\"]\n*"),
            "line 1: '8/8 w' is no position of the game: the board has 2 ranks instead of 8"
        );
        assert_eq!(fault("1. e4 e5\n2. Ke3 *"), "line 2: 'Ke3' is no legal move here (ply 3 of the game)");
        assert_eq!(fault("1. e4 xyzzy"), "line 1: 'xyzzy' is no move (ply 2 of the game)");
        assert_eq!(
            fault("[FEN \"k7/8/8/8/8/8/8/KR3R2 w - - 0 1\"]\n1. Rd1"),
            "line 2: 'Rd1' fits several moves: Rbd1 Rfd1 (ply 1 of the game)"
        );
    }

    #[test]
    fn a_piece_that_splits_is_written_with_a_stroke() {
        let mut game = new_game("minithunder").expect("a game");
        game.set_position("3k2/6/6/M5/6/6/3K2 w - - 0 1", Form::Fen).expect("a position");
        game.push("a4e4r", None).expect("a legal move");
        let text = record(&*game).to_string();
        assert!(text.contains("\n\n1. Ra4-e4/N *\n\n"), "{text}");
        assert_eq!(read(&text).expect("a game").fen(), game.fen());
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]

        /// Random games of every rule set, from the start and from amid a game, come back move by move.
        #[test]
        fn games_survive_text(seed in any::<u64>(), skipped in 0_usize..30, plies in 0_usize..120, words in ".{0,30}") {
            for spec in SPECS {
                let mut rng = fastrand::Rng::with_seed(seed);
                let mut game = new_game(spec.name).expect("a game");
                let play = |game: &mut dyn AnyGame, rng: &mut fastrand::Rng| {
                    let mv = rng.choice(game.legal_moves(Dialect::Uci));
                    mv.is_some_and(|mv| game.push(&mv, Some(Dialect::Uci)).is_ok())
                };
                for _ in 0..skipped {
                    play(&mut *game, &mut rng);
                }
                let fen = game.fen();
                game.set_position(&fen, Form::Fen).expect("its own position");
                for _ in 0..plies {
                    play(&mut *game, &mut rng);
                }
                let mut written = record(&*game);
                written.set_tag("White", words.as_str());
                for mv in &mut written.moves {
                    mv.comment.clone_from(&words);
                }
                let text = written.to_string();
                let read = Reader::new(text.as_bytes()).next().expect("a game").expect("no fault");
                prop_assert_eq!(read.result, written.result);
                let back = replay(&read).unwrap_or_else(|error| panic!("{error}\n{text}"));
                prop_assert_eq!(back.fen(), game.fen());
                prop_assert_eq!(back.history(Dialect::Uci), game.history(Dialect::Uci), "{}", text);
            }
        }

        /// No text whatever makes the reader fail in another way than with an error, nor read without end.
        #[test]
        fn garbage_is_survived(bytes in proptest::collection::vec(any::<u8>(), 0..400), text in "[\\[\\]{}();%$\"0-9a-z.\n *-]{0,200}") {
            for input in [bytes.as_slice(), text.as_bytes()] {
                for game in Reader::new(input).flatten() {
                    let _ = replay(&game);
                }
            }
        }
    }
}
