//! An engine that plays legal moves without thought, and does one thing wrong if it is told to.
//!
//! ```text
//! mock PROTOCOL [FAULT] [at=N]     PROTOCOL is uci, usi or cecp; the fault happens at its N-th move (1) of each game; 0: at all
//! ```
//!
//! Moves follow from the position alone, so games repeat.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, Write};
use std::process::{Command, exit};
use std::thread;
use std::time::Duration;

use bonsai::engine::{AnyGame, new_game};
use bonsai::notation::{Dialect, Form};

/// The faults by the words that ask for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// A move that is written well, but not legal.
    Illegal,
    /// No move although there is one.
    NoMove,
    /// A line that is no answer, then nothing more.
    Garbage,
    Resign,
    /// Ends with exit code 3.
    Die,
    Abort,
    /// Neither reads nor answers any more.
    Hang,
    /// Closes its output and lives on.
    Close,
    /// Answers after so many milliseconds.
    Late(u64),
    /// Answers twice.
    Double,
    /// Talks without end instead of answering.
    Flood,
    /// So many megabytes of talk, then the move.
    Megabytes(u64),
    /// Odd lines, then the move.
    Odd,
    /// Complains on its standard error, then moves.
    Complain,
    /// Never introduces itself.
    Silent,
    /// Introduces itself after so many milliseconds.
    Slow(u64),
    /// Is never ready.
    NotReady,
    /// Leaves a process behind that sleeps.
    Child,
}

fn fault(word: &str) -> Fault {
    let number = |text: &str| text.parse().expect("a number");
    match word.split_once(':').unwrap_or((word, "")) {
        ("none", _) => Fault::None,
        ("illegal", _) => Fault::Illegal,
        ("no-move", _) => Fault::NoMove,
        ("garbage", _) => Fault::Garbage,
        ("resign", _) => Fault::Resign,
        ("die", _) => Fault::Die,
        ("abort", _) => Fault::Abort,
        ("hang", _) => Fault::Hang,
        ("close", _) => Fault::Close,
        ("late", ms) => Fault::Late(number(ms)),
        ("double", _) => Fault::Double,
        ("flood", _) => Fault::Flood,
        ("megabytes", count) => Fault::Megabytes(number(count)),
        ("odd", _) => Fault::Odd,
        ("complain", _) => Fault::Complain,
        ("silent", _) => Fault::Silent,
        ("slow", ms) => Fault::Slow(number(ms)),
        ("not-ready", _) => Fault::NotReady,
        ("child", _) => Fault::Child,
        _ => panic!("'{word}' is no fault"),
    }
}

/// The engine.
struct Mock {
    dialect: Dialect,
    cecp: bool,
    fault: Fault,
    at: u32,
    game: Box<dyn AnyGame>,
    /// Its moves in this game.
    moves: u32,
    /// Whether it has been told to keep to watching (CECP).
    force: bool,
}

/// Runs the engine that the arguments describe, until its input ends.
pub fn run(args: &[String]) {
    let protocol = args.first().map_or("uci", String::as_str);
    let mut mock = Mock {
        dialect: if protocol == "usi" { Dialect::Usi } else { Dialect::Uci },
        cecp: protocol == "cecp",
        fault: Fault::None,
        at: 1,
        game: new_game(if protocol == "usi" { "micro" } else { "chess" }).expect("a known variant"),
        moves: 0,
        force: false,
    };
    for word in args.iter().skip(1) {
        match word.strip_prefix("at=") {
            Some(number) => mock.at = number.parse().expect("a number"),
            None => mock.fault = fault(word),
        }
    }
    // It stays behind when this engine ends: that is what it is for.
    let _child = (mock.fault == Fault::Child).then(|| Command::new("sleep").arg("987654").spawn());
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        mock.obey(&line);
    }
}

/// Writes bytes; without a reader there is nobody to write to.
fn write(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn say(line: &str) {
    write(format!("{line}\n").as_bytes());
}

impl Mock {
    fn obey(&mut self, line: &str) {
        let (word, behind) = line.split_once(' ').unwrap_or((line, ""));
        match (word, behind) {
            ("uci", _) if !self.cecp && self.dialect == Dialect::Uci => self.introduce("UCI_Variant", "uciok"),
            ("usi", _) if self.dialect == Dialect::Usi => self.introduce("USI_Variant", "usiok"),
            ("protover", _) if self.cecp => self.introduce_to_xboard(),
            ("setoption", _) => self.set(behind),
            ("isready", _) if self.fault != Fault::NotReady => say("readyok"),
            ("ucinewgame" | "usinewgame" | "new", _) => (self.moves, self.force) = (0, false),
            ("position", _) => self.position(behind),
            ("go", _) => self.answer(),
            ("quit", _) => exit(0),
            _ if self.cecp => self.obey_xboard(word, behind),
            _ => {}
        }
    }

    fn introduce(&self, variant: &str, last: &str) {
        match self.fault {
            Fault::Silent => return,
            Fault::Slow(ms) => thread::sleep(Duration::from_millis(ms)),
            _ => {}
        }
        write(b"id name Mock \xff\xfe 1\nid author nobody\noption name Hash type spin default 1 min 1 max 9\n");
        say(&format!("option name {variant} type combo default chess var chess var micro"));
        say(last);
    }

    fn introduce_to_xboard(&self) {
        if self.fault != Fault::Silent {
            say("feature done=0 ping=1 usermove=1 setboard=1");
            say("feature myname=\"Mock 1\" variants=\"normal,micro\" option=\"Hash -spin 1 1 9\" done=1");
        }
    }

    fn obey_xboard(&mut self, word: &str, behind: &str) {
        match word {
            "ping" if self.fault != Fault::NotReady => say(&format!("pong {behind}")),
            "variant" => self.game = new_game(behind).expect("a known variant"),
            "setboard" => self.game.set_position(behind, Form::Fen).expect("a position"),
            "force" => self.force = true,
            "usermove" => {
                self.game.push(behind, Some(Dialect::Uci)).expect("a legal move");
                if !self.force {
                    self.answer();
                }
            }
            _ => {}
        }
    }

    fn set(&mut self, text: &str) {
        if let Some((_, name)) = text.split_once("_Variant value ") {
            self.game = new_game(name).expect("a known variant");
        }
    }

    fn position(&mut self, text: &str) {
        let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        match start {
            "startpos" => self.game.set_start_position(),
            start => self.game.set_position(start, Form::Either).expect("a position"),
        }
        for mv in moves.split_whitespace() {
            self.game.push(mv, Some(self.dialect)).expect("a legal move");
        }
    }

    /// Moves, or does what is wrong.
    fn answer(&mut self) {
        self.moves += 1;
        self.force = false;
        let legal = self.game.legal_moves(self.dialect);
        let mut hasher = DefaultHasher::new();
        self.game.fen().hash(&mut hasher);
        let mv = legal[hasher.finish() as usize % legal.len()].clone();
        if !self.cecp {
            say(&format!("info depth {} score cp {} nodes 7 time 1 pv {mv}", self.moves, legal.len()));
        }
        let mut answer = if self.cecp { format!("move {mv}") } else { format!("bestmove {mv}") };
        let wrong = if self.moves == self.at || self.at == 0 { self.fault } else { Fault::None };
        match wrong {
            Fault::Illegal if self.cecp => return say("move a1a1"),
            Fault::Illegal => return say(if self.dialect == Dialect::Usi { "bestmove 1a1a" } else { "bestmove a1a1" }),
            Fault::NoMove => return say("bestmove (none)"),
            Fault::Garbage => return say("I would rather not"),
            Fault::Resign => return say(if self.cecp { "resign" } else { "bestmove resign" }),
            Fault::Die => {
                eprintln!("last words");
                exit(3);
            }
            Fault::Abort => std::process::abort(),
            Fault::Hang => hang(),
            Fault::Close => {
                close_output();
                hang();
            }
            Fault::Late(ms) => thread::sleep(Duration::from_millis(ms)),
            Fault::Double => answer = format!("{answer}\n{answer}"),
            Fault::Flood => loop {
                write(b"this is no move at all\n");
            },
            Fault::Megabytes(count) => {
                let block = b"info depth 1 score cp 3 nodes 5 pv a1a2 a3a4 and so on and on.\n".repeat(1 << 14);
                (0..count).for_each(|_| write(&block));
                write(&b"x".repeat(3_000_000));
                say("");
            }
            Fault::Odd => {
                write(
                    b"info\ninfo depth\ninfo score\ninfo depth x score cp y\ninfo string \xff\xfe bestmove a1a1\n\n \n",
                );
                write(b"info depth 99999999999 score mate 0 nodes 99999999999999999999999\r\n\0\n");
            }
            Fault::Complain => eprintln!("an old grievance"),
            _ => {}
        }
        self.game.push(&mv, Some(self.dialect)).expect("a legal move");
        say(&answer);
    }
}

fn hang() -> ! {
    loop {
        thread::sleep(Duration::from_secs(1000));
    }
}

/// Closes the standard output by handing it to a process that ends at once.
fn close_output() {
    // There is no safe way to close it from within; a shell that runs in the place of this process can.
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        let error = Command::new("sh").args(["-c", "exec >&- 2>&-; exec sleep 1000"]).exec();
        panic!("{error}");
    }
}
