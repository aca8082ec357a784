//! Files as others write them, and what is wrong with broken ones.

use super::*;

fn read(text: &str) -> Vec<Result<Record, String>> {
    Reader::new(text.as_bytes()).map(|game| game.map_err(|error| error.to_string())).collect()
}

fn read_one(text: &str) -> Record {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).expect("a game")
}

fn moves(record: &Record) -> Vec<&str> {
    record.moves.iter().map(|mv| mv.text.as_str()).collect()
}

#[test]
fn everything_that_a_game_may_hold_is_read() {
    let text = "\u{feff}% written by hand\r\n[Event \"A \\\"great\\\" game \\\\ day\"]\r\n[ White\t\"Müller\" ]\r\n[Empty \"\"]\r\n\r\n\
        {Before\r\n the first} 1. e4! $14 {best; (by test)} (1. d4 {no )} d5 (1... Nf6)) 1... e5 ; to the end } of the line\r\n\
        2.Nf3 Nc6 3 Bb5 !? a6 $3 $7\r\n%[Event \"no tag\"]\r\n4...Nf6 1/2-1/2 {agreed}\r\n";
    let game = read_one(text);
    assert_eq!(game.tag("event"), Some("A \"great\" game \\ day"));
    assert_eq!((game.tag("White"), game.tag("Empty"), game.tag("Black")), (Some("Müller"), Some(""), None));
    assert_eq!(game.comment, "Before the first");
    assert_eq!(moves(&game), ["e4!", "e5", "Nf3", "Nc6", "Bb5", "a6", "Nf6"]);
    assert_eq!((game.moves[0].glyphs.as_slice(), game.moves[0].comment.as_str()), (&[14][..], "best; (by test)"));
    assert_eq!(game.moves[1].comment, "to the end } of the line");
    assert_eq!((game.moves[4].glyphs.as_slice(), game.moves[5].glyphs.as_slice()), (&[5][..], &[3, 7][..]));
    assert_eq!((game.moves[6].comment.as_str(), game.moves[6].line), ("agreed", 10));
    assert_eq!(game.result, GameResult::Draw);
}

#[test]
fn games_are_told_apart() {
    let text = "[Event \"1\"]\n\n1. e4 {\n[Event tag in words]\n} e5 1-0\n[Event \"2\"]\n[Result \"0-1\"]\n\n1. d4\n\n\
        [Event \"3\"]\n[White \"x\"]\n*\n\n1. c4 0-1 1. g3 g6\n";
    let games: Vec<Record> = read(text).into_iter().map(|game| game.expect("a game")).collect();
    let found: Vec<_> = games.iter().map(|game| (game.line, game.result, game.moves.len())).collect();
    let (white, black) = (GameResult::Win(Color::White), GameResult::Win(Color::Black));
    assert_eq!(
        found,
        [(1, white, 2), (6, black, 1), (11, GameResult::Unknown, 0), (15, black, 1), (15, GameResult::Unknown, 2)]
    );
    assert_eq!(read(""), []);
    assert_eq!(read("\n \r\n"), []);
}

#[test]
fn values_with_bare_quotes_are_read_as_they_are() {
    let game = read_one("[White \"A \"great\" \\ man\"]\n[Black \"]\"]\n*");
    assert_eq!((game.tag("White"), game.tag("Black")), (Some("A \"great\" \\ man"), Some("]")));
}

#[test]
fn text_that_is_not_utf8_is_latin1() {
    let game = Reader::new(&b"[White \"M\xfcller\"]\n*"[..]).next().expect("a game").expect("no fault");
    assert_eq!(game.tag("White"), Some("Müller"));
}

#[test]
fn a_broken_game_is_reported_and_the_next_one_read() {
    for (broken, said) in [
        ("1. e4 {never closed\n1. d4", "line 2: a comment does not end ('{never closed')"),
        ("1. e4 ) e5", "line 2: no variation is open here (') e5')"),
        ("1. e4\n(1. d4 d5", "line 4: a variation does not end ('')"),
        ("1. e4 } e5", "line 2: this has no meaning in a game ('} e5')"),
        ("1. e4 $x e5", "line 2: an annotation is not a number from 0 to 255 ('$x e5')"),
        ("[White \"x]\n1. e4", "line 2: a tag is not written as [Name \"value\"] ('[White \"x]')"),
        ("[White]\n1. e4", "line 2: a tag is not written as [Name \"value\"] ('[White]')"),
    ] {
        let games = read(&format!("[Event \"broken\"]\n{broken}\n[Event \"sound\"]\n\n1. c4 *\n"));
        assert_eq!(games[0].as_ref().expect_err(broken), said);
        assert_eq!(games.len(), 2, "{broken}");
        assert_eq!(moves(games[1].as_ref().expect("the next game")), ["c4"]);
    }
}

#[test]
fn deep_variations_are_no_danger() {
    let game = read_one(&format!("1. e4 {}1. d4{} e5 *", "(".repeat(100_000), ")".repeat(100_000)));
    assert_eq!(moves(&game), ["e4", "e5"]);
}

#[test]
fn games_are_written_in_export_format() {
    let mut record = Record { result: GameResult::Win(Color::Black), ..Record::default() };
    record.set_tag("Variant", "micro");
    record.set_tag("Black", "say \"no\" \\ yes\n[Event \"2\"]");
    record.set_tag("FEN", "k3/4/4/4/3K[] b - - 0 7");
    let said = |text: &str, comment: &str| RecordedMove {
        text: text.to_owned(),
        comment: comment.to_owned(),
        ..RecordedMove::default()
    };
    record.comment = "a } b".to_owned();
    record.moves = vec![said("Ka5-a4", ""), said("Kd1-d2", ""), said("Ka4-a5", "+0.35/12 0.53s"), said("Kd2-d1", "")];
    record.moves.push(RecordedMove { glyphs: vec![2, 14], ..said("Ka5-b5", "") });
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
        [Black \"say \\\"no\\\" \\\\ yes [Event \\\"2\\\"]\"]\n[Result \"0-1\"]\n[Variant \"micro\"]\n\
        [FEN \"k3/4/4/4/3K[] b - - 0 7\"]\n\n\
        {a ) b} 7... Ka5-a4 8. Kd1-d2 Ka4-a5 {+0.35/12 0.53s} 9. Kd2-d1 Ka5-b5 $2 $14\n0-1\n\n";
    assert_eq!(record.to_string(), expected);
}

#[test]
fn lines_stay_short_and_never_begin_with_what_has_a_meaning_there() {
    let mut record = Record::default();
    let comment = "%eval [Event \"x\"] in words ".repeat(40) + "and so on";
    record.moves = vec![RecordedMove { text: "e4".to_owned(), comment, ..RecordedMove::default() }; 3];
    let text = record.to_string();
    let (_, moves) = text.split_once("\n\n").expect("tags and moves");
    assert!(moves.lines().all(|line| !line.starts_with(['%', '['])), "{moves}");
    assert!(moves.lines().all(|line| line.len() < 80), "{moves}");
    let read = read_one(&text);
    assert_eq!(read.moves.len(), 3);
    assert_eq!(read.moves[2].comment, record.moves[2].comment);
}
