//! What XBoard and the engine say to each other, line by line. The strings are those that XBoard 4.9.1 needs.

use super::*;
use crate::engine::new_game;
use crate::notation::Form;
use crate::protocol::command::{Command, Seat};

/// A front end's end of the line: the text layer, and a game on which moves are made as the session makes them.
struct Board {
    cecp: Cecp,
    game: Box<dyn AnyGame>,
}

impl Board {
    fn new(variant: &str) -> Self {
        Self { cecp: Cecp::default(), game: new_game(variant).expect("a known variant") }
    }

    fn at(variant: &str, fen: &str) -> Self {
        let mut board = Self::new(variant);
        board.game.set_position(fen, Form::Fen).expect("a position");
        board
    }

    /// What is said to `line`; a move in it is made for the opponent, or in a game that nobody plays.
    fn say(&mut self, line: &str, mover: Mover) -> String {
        let Reading { faults, mut reply, commands } = self.cecp.read(line, &*self.game);
        for fault in faults {
            reply += &self.cecp.write(&Event::Fault(&fault));
        }
        for command in commands {
            match command {
                Command::Play(mv) => {
                    let before = self.game.fork();
                    assert!(self.game.play(mv), "a legal move is read");
                    reply += &self.cecp.write(&Event::Moved { before: &*before, mv, mover });
                }
                Command::TakeBack(count) => (0..count).for_each(|_| assert!(self.game.undo(), "there is a move")),
                Command::Position { start: crate::protocol::command::Start::Text(fen, form), .. } => {
                    self.game.set_position(&fen, form).expect("a position");
                }
                _ => {}
            }
        }
        reply
    }

    fn hear(&mut self, line: &str) -> String {
        self.say(line, Mover::Opponent)
    }

    /// What is said when the engine makes a move, given in UCI.
    fn moves(&mut self, token: &str) -> String {
        let mv = self.game.find(token, Some(Dialect::Uci)).expect("a legal move");
        let before = self.game.fork();
        assert!(self.game.play(mv));
        self.cecp.write(&Event::Moved { before: &*before, mv, mover: Mover::Engine })
    }

    fn setup(&mut self) -> String {
        let text = self.cecp.write(&Event::Variant(&*self.game));
        text.lines().next().unwrap_or_default().to_owned()
    }
}

#[test]
fn every_game_is_laid_out_as_xboard_needs_it() {
    let setup = |variant: &str| Board::new(variant).setup();
    assert_eq!(setup("chess"), "");
    assert_eq!(setup("micro"), "setup (P.BRL......+.+++Kp.brl......+.+++k) 4x5+4_shogi kb+r+l/p3/4/3P/+L+RBK[-] w 0 1");
    assert_eq!(
        setup("miniforest"),
        "setup (P.B..FA........G........CDKp.b..fa........g........cdk) 8x8+0_fairy \
         *a*d*k*g/c*a*d*b*/*p*p*p*p/1*1*1*1*/*1*1*1*1/P*P*P*P*/*B*D*A*C/G*K*D*A* w - - 0 1"
    );
    assert_eq!(
        setup("minithunder"),
        "setup (PNBRQ..AM.K...D..O...E.pnbrq..am.k...d..o...e.) 6x7+0_bughouse raqkar/pppppp/6/6/6/PPPPPP/RAQKAR w - - 0 1"
    );
    for spec in SPECS {
        for layout in spec.layouts {
            let text = layout::lines(spec, layout);
            assert_eq!(text.lines().count(), 1 + spec.pieces.len(), "{text}");
            assert_eq!(layout.betza.len(), spec.pieces.len());
        }
    }
}

#[test]
fn between_programs_micro_goes_by_letters() {
    let mut board = Board::new("micro");
    assert!(board.setup().contains("4x5+4_shogi"));
    let reply = board.hear("computer");
    assert!(
        reply.starts_with(
            "setup (PNBR.....GT.....S.LKpnbr.....gt.....s.lk) 4x5+0_bughouse kbgs/p3/4/3P/SGBK w - - 0 1\npiece P& fW\n"
        ),
        "{reply}"
    );
    assert_eq!(board.hear("computer"), "");
    let mut board = Board::at("micro", "k3/4/3p/3P/3K[B] w - - 0 1");
    board.hear("computer");
    assert_eq!(board.moves("d2d3+"), "move d2d3n\n");
    assert_eq!(board.hear("usermove a5b5"), "");
    assert_eq!(board.moves("+B@c2"), "move T@c2\n");
    assert_eq!(board.hear("usermove b5c6"), "Illegal move: b5c6\n");
    // Other programs' ways of writing are understood.
    let mut board = Board::at("micro", "k3/4/3p/3P/3K[B] w - - 0 1");
    board.hear("computer");
    assert_eq!(board.hear("usermove d2d3+"), "");
}

#[test]
fn captures_turn_over_with_a_plus_either_way() {
    let mut board = Board::at("micro", "k3/4/p3/4/1+P1K[] w - - 0 1");
    assert_eq!(board.hear("usermove b1a3-"), "");
    let mut board = Board::at("micro", "k3/4/p3/4/1+P1K[] w - - 0 1");
    assert_eq!(board.moves("b1a3-"), "move b1a3+\n");
    let mut board = Board::at("micro", "k3/4/p3/4/1+P1K[] w - - 0 1");
    assert_eq!(board.hear("usermove b1a3+"), "");
    assert_eq!(board.game.fen(), "k3/4/P3/4/3K[P] b - - 0 1");
    assert_eq!(board.hear("usermove a5a4+"), "Illegal move: a5a4+\n");
}

#[test]
fn a_turned_drop_takes_three_lines() {
    let mut board = Board::at("micro", "k3/4/4/4/3K[B] w - - 0 1");
    assert_eq!(board.moves("+B@c2"), "move B@c3\nmove @@@@\nmove c3c2+\n");
    // Undone line by line.
    for expected in [true, true, false] {
        board.hear("undo");
        assert_eq!(board.game.ply_count() == 1, expected);
    }
    assert_eq!(board.moves("B@c2"), "move B@c2\n");
}

#[test]
fn a_person_turns_a_drop_by_lifting_it_twice() {
    let mut board = Board::at("micro", "k3/4/4/4/3K[B] w - - 0 1");
    assert_eq!(board.hear("lift f2"), "highlight 1YYY/YYYY/YYYY/YYYY/YYY1\n");
    assert_eq!(board.hear("put c2"), "");
    assert_eq!(board.hear("lift f2"), "highlight 1BBB/BBBB/BBBB/BBBB/BBB1\n");
    assert_eq!(board.hear("put c2"), "choice +\n");
    assert_eq!(board.hear("usermove B@c2"), "");
    assert_eq!(board.game.fen(), "k3/4/4/2+B1/3K[] b - - 0 1");
    // Taken back and made again by the board, it is the same; made again by hand, it is what the hand says.
    board.hear("undo");
    assert_eq!(board.hear("usermove B@c2"), "");
    assert_eq!(board.game.fen(), "k3/4/4/2+B1/3K[] b - - 0 1");
    board.hear("undo");
    board.hear("lift f2");
    assert_eq!(board.hear("usermove B@c2"), "");
    assert_eq!(board.game.fen(), "k3/4/4/2B1/3K[] b - - 0 1");
    // Lifted once, it stays as it is.
    let mut board = Board::at("micro", "k3/4/4/4/3K[B] w - - 0 1");
    board.hear("lift f2");
    assert_eq!(board.hear("usermove B@c2"), "");
    assert_eq!(board.game.fen(), "k3/4/4/2B1/3K[] b - - 0 1");
}

#[test]
fn a_square_that_needs_a_choice_is_marked() {
    let mut board = Board::at("micro", "k3/4/p3/4/1+P1K[] w - - 0 1");
    assert_eq!(board.hear("lift b1"), "highlight 4/4/B1Y1/4/4\n");
    assert_eq!(board.hear("put a3"), "choice +\n");
    assert_eq!(board.hear("lift d4"), "highlight 4/4/4/4/4\n");
    assert_eq!(board.hear("lift"), "");
    assert_eq!(board.hear("put"), "");
}

#[test]
fn a_fission_takes_three_lines() {
    let fen = "3k2/6/6/6/6/6/2Q2K w - - 0 1";
    let mut board = Board::at("minithunder", fen);
    assert_eq!(board.moves("c1b2b"), "move c1b2b\nmove @@@@\nmove R@c1\n");
    // Made by a person, it is completed.
    let mut board = Board::at("minithunder", fen);
    assert_eq!(board.hear("usermove c1b2b"), "move @@@@\nmove R@c1\n");
    // Made by another engine, the board repeats the rest.
    let mut board = Board::at("minithunder", fen);
    board.hear("computer");
    assert_eq!(board.hear("usermove c1b2b"), "");
    let after = board.game.fen();
    assert_eq!(board.hear("time 500"), "");
    assert_eq!(board.hear("setboard 3k2/6/6/6/6/1B4/5K w - - 0 1"), "");
    assert_eq!(board.hear("usermove R@c1"), "");
    assert_eq!(board.game.fen(), after);
    assert_eq!(board.hear("usermove R@c1"), "Illegal move: R@c1\n");
    // An answer may overtake the rest.
    let mut board = Board::at("minithunder", fen);
    board.hear("computer");
    assert_eq!(board.hear("usermove c1b2b"), "");
    assert_eq!(board.moves("d7e7"), "move d7e7\n");
    assert_eq!(board.hear("usermove R@c1"), "");
    assert_eq!(board.hear("setboard 3k2/6/6/6/6/1B4/5K w - - 0 1"), "");
    assert_ne!(board.game.fen(), after);
}

#[test]
fn a_game_gone_through_again_ends_as_it_did() {
    let mut board = Board::at("micro", "k3/4/4/4/3K[B] w - - 0 1");
    let mut hear = |line: &str| board.say(line, Mover::Everybody);
    assert_eq!(hear("usermove B@c3"), "");
    assert_eq!(hear("setboard k3/4/2B1/4/3K[-] w 0 1"), "");
    assert_eq!(hear("usermove c3c2+"), "");
    assert_eq!(hear("usermove a5b5"), "");
    assert_eq!(board.game.fen(), "1k2/4/4/2+B1/3K[] w - - 1 2");
    // A position that is really new is set up.
    let mut board = Board::at("micro", "k3/4/4/4/3K[B] w - - 0 1");
    board.say("usermove B@c2", Mover::Everybody);
    board.say("setboard k3/4/4/2B1/2K1[-] w 0 1", Mover::Everybody);
    assert_eq!(board.game.fen(), "k3/4/4/2B1/2K1[] w - - 0 1");
}

#[test]
fn who_knows_the_game_gets_one_line() {
    let mut board = Board::at("minithunder", "3k2/6/6/6/6/6/2Q2K w - - 0 1");
    board.hear("rejected highlight");
    assert_eq!(board.setup(), "");
    assert_eq!(board.moves("c1b2b"), "move c1b2b\n");
    let mut board = Board::at("micro", "k3/4/4/4/3K[B] w - - 0 1");
    board.hear("rejected highlight");
    assert_eq!(board.hear("usermove +B@c2"), "");
    assert_eq!(board.moves("a5b5"), "move a5b5\n");
}

#[test]
fn every_legal_move_is_written_and_read_in_every_style() {
    for spec in SPECS {
        let mut game = new_game(spec.name).expect("a known variant");
        for ply in 0..60 {
            let moves = game.moves();
            for style in [Style::Plain, Style::Drawn { by_letter: true }, Style::Drawn { by_letter: false }] {
                if matches!(style, Style::Drawn { by_letter: false })
                    && spec.layouts.iter().all(|layout| layout.by_letter)
                {
                    continue;
                }
                for &mv in &moves {
                    let word = moves::word(&*game, mv, style);
                    assert_eq!(moves::find(&*game, &word, style), Ok(mv), "{}: {word} in {}", spec.name, game.fen());
                    let lines = moves::lines(&*game, mv, style);
                    assert!(matches!(lines.len(), 1 | 3), "{lines:?}");
                }
            }
            if moves.is_empty() || game.outcome().is_some() {
                break;
            }
            game.play(moves[ply * 7 % moves.len()]);
        }
    }
}

#[test]
fn words_are_read() {
    let game = new_game("chess").expect("a known variant");
    let mut cecp = Cecp::default();
    let mut commands = |line: &str| cecp.read(line, &*game).commands;
    assert_eq!(commands(" ping \t 7 "), [Command::Ready(7)]);
    assert_eq!(commands("force"), [Command::Sit(Seat::Nobody)]);
    assert_eq!(commands("result 1-0 {White mates}"), [Command::Sit(Seat::Nobody)]);
    assert_eq!(commands("protover 2"), [Command::Identify]);
    assert_eq!(commands("protover 1"), [Command::Identify]);
    assert_eq!(commands("e2e4"), commands("usermove e2e4"));
    for silent in
        ["", "random", "accepted ping", "name Fred", "rating 1 2", "hover e4", "egtpath syzygy /x", "post", "@@@@"]
    {
        assert_eq!(commands(silent), [], "'{silent}'");
    }
}

#[test]
fn faults_are_named_in_the_protocols_way() {
    let mut board = Board::new("chess");
    for (line, answer) in [
        ("hop", "Error (unknown command): hop\n"),
        ("usermove e2e5", "Illegal move: e2e5\n"),
        ("e2e5", "Illegal move: e2e5\n"),
        ("usermove", "Error (a move is missing): usermove\n"),
        ("ping x", "Error ('x' is no number): ping x\n"),
        ("ping", "Error (number is missing): ping\n"),
        ("level 40 x 0", "Error ('x' is no time): level 40 x 0\n"),
        ("level 40", "Error (a time is missing): level 40\n"),
        ("st", "Error (a time is missing): st\n"),
        ("exclude e2e5", "Error ('e2e5' is no legal move): exclude e2e5\n"),
    ] {
        assert_eq!(board.hear(line), answer);
    }
}
