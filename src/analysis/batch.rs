//! Many positions: lines are read, searched by several threads, and answered as the answers come.
//!
//! Each position is searched by one thread with an empty table of its own, so an answer does not depend on what else is asked nor
//! on the number of threads, unless a time limits it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use serde_json::Value;

use super::analyst::{Analyst, Unanswered};
use super::query::{Defaults, Query, Refusal, read_query};
use super::result::Analysis;

/// Stack of a thread in bytes; lines of the search are long.
pub(super) const STACK_SIZE: usize = 8 << 20;

/// A line to be answered.
#[derive(Clone, Debug)]
pub struct InputLine {
    /// The file, `-` for stdin.
    pub file: Arc<str>,
    /// Its number, from 1.
    pub number: usize,
    /// The text.
    pub text: String,
}

impl InputLine {
    /// Whether it asks for something: empty lines and those that begin with `#` do not.
    #[must_use]
    pub fn asks(&self) -> bool {
        let text = self.text.trim();
        !text.is_empty() && !text.starts_with('#')
    }
}

/// What comes of a line.
#[derive(Debug)]
pub struct Reply {
    /// The place of the line among all that ask for something, from 0.
    pub place: usize,
    /// The line.
    pub line: InputLine,
    /// The answers: one of each analyst, or one if the line cannot be read.
    pub answers: Vec<Answer>,
}

/// An answer.
#[derive(Debug)]
pub enum Answer {
    /// The position has been searched.
    Analysed(Box<Analysis>),
    /// It has been answered before, says [`Batch::known`].
    Known(Box<Analysis>),
    /// The line cannot be read.
    Refused(Refusal),
    /// An engine has failed.
    Unanswered {
        /// What the asker calls the position; null if it has no name.
        id: Value,
        /// What happened.
        error: Unanswered,
    },
}

/// How a batch is searched.
pub struct Batch<'a> {
    /// What holds for lines that do not say it themselves.
    pub defaults: Defaults<'a>,
    /// Makes those who search a thread's positions, one after the other.
    pub analysts: &'a Analysts<'a>,
    /// The number of threads.
    pub threads: usize,
    /// The earlier answers.
    pub known: &'a Known<'a>,
}

/// Makes the analysts of a thread.
pub type Analysts<'a> = dyn Fn() -> Vec<Box<dyn Analyst + 'a>> + Sync + 'a;

/// Gives the earlier answer to a question, if there is one.
pub type Known<'a> = dyn Fn(&Asked<'_>) -> Option<Analysis> + Sync + 'a;

/// A question, as answers remember it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked<'a> {
    /// The file, `-` for stdin.
    pub file: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// Who is asked; `None` for this program.
    pub engine: Option<&'a str>,
    /// The position.
    pub fen: &'a str,
    /// The limits in words.
    pub limits: &'a str,
}

impl Batch<'_> {
    /// Answers all lines. `deliver` is called by one thread at a time, in the order in which searches end; when it breaks, the
    /// batch ends.
    ///
    /// # Errors
    /// The system cannot give that many threads.
    pub fn run<L, D>(&self, lines: L, deliver: D) -> Result<(), ThreadPoolBuildError>
    where
        L: Iterator<Item = InputLine> + Send,
        D: FnMut(Reply) -> ControlFlow<()> + Send,
    {
        let pool = ThreadPoolBuilder::new().num_threads(self.threads.max(1)).stack_size(STACK_SIZE).build()?;
        let lines = Mutex::new(lines.filter(InputLine::asks).enumerate());
        let deliver = Mutex::new(deliver);
        let broken = AtomicBool::new(false);
        // One long job a thread rather than one job a position: a thread that clears its table must not begin with another
        // position meanwhile.
        pool.broadcast(|_| {
            let mut analysts = (self.analysts)();
            while !broken.load(Ordering::Relaxed) {
                // Waiting for stdin under the lock is no loss: the others could only wait, too.
                let next = lines.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((place, line)) = next else { break };
                let answers = self.answer(&line, &mut analysts);
                let mut deliver = deliver.lock().unwrap_or_else(PoisonError::into_inner);
                if deliver(Reply { place, line, answers }).is_break() {
                    broken.store(true, Ordering::Relaxed);
                }
            }
        });
        Ok(())
    }

    fn answer(&self, line: &InputLine, analysts: &mut [Box<dyn Analyst + '_>]) -> Vec<Answer> {
        match read_query(&line.text, self.defaults) {
            Ok(query) => analysts.iter_mut().map(|analyst| self.ask(&query, line, &mut **analyst)).collect(),
            Err(refusal) => vec![Answer::Refused(refusal)],
        }
    }

    fn ask(&self, query: &Query, line: &InputLine, analyst: &mut dyn Analyst) -> Answer {
        let (fen, limits) = (query.game.fen(), super::result::describe(&query.limits));
        let (file, number) = (&*line.file, line.number);
        let asked = Asked { file, line: number, engine: analyst.name(), fen: &fen, limits: &limits };
        if let Some(earlier) = (self.known)(&asked) {
            return Answer::Known(Box::new(earlier));
        }
        match Analysis::new(query, file, number, analyst) {
            Ok(analysis) => Answer::Analysed(Box::new(analysis)),
            Err(error) => Answer::Unanswered { id: query.id.clone(), error },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{MateVerdict, Own};
    use super::*;
    use crate::engine::new_game;
    use crate::search::Limits;

    const LINES: &str = "\
        # mates and a fault\n\
        7k/8/6K1/8/8/8/8/R7 w - - bm Ra8; id \"mate\";\n\
        \n\
        7k/8/6K1/8/8/8/8/R7 w - - bm Rb9; id \"fault\";\n\
        {\"id\": 7, \"variant\": \"micro\", \"depth\": 3}\n\
        7k/8/5K2/8/8/8/8/R7 w - - dm 2;\n\
        7k/8/5K2/8/8/8/8/R7 w - - dm 1;\n";

    fn lines() -> impl Iterator<Item = InputLine> + Send {
        let file: Arc<str> = "test".into();
        let line = move |(number, text): (usize, &str)| InputLine { file: file.clone(), number, text: text.to_owned() };
        (1..).zip(LINES.lines()).map(line)
    }

    fn run(threads: usize, known: &Known<'_>) -> Vec<Reply> {
        let game = new_game("chess").expect("a game");
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let defaults = Defaults { game: &*game, limits: &limits };
        let mut replies = Vec::new();
        let batch = Batch { defaults, analysts: &|| vec![Box::new(Own::default())], threads, known };
        let run = batch.run(lines(), |reply| {
            replies.push(reply);
            ControlFlow::Continue(())
        });
        run.expect("threads");
        replies.sort_by_key(|reply| reply.place);
        replies
    }

    fn analyses(replies: &[Reply]) -> Vec<Analysis> {
        let analysis = |answer: &Answer| match answer {
            Answer::Analysed(analysis) => {
                let mut analysis = (**analysis).clone();
                (analysis.time_ms, analysis.nps) = (0.0, 0);
                analysis.solution.iter_mut().for_each(|solution| solution.time_ms = 0.0);
                Some(analysis)
            }
            _ => None,
        };
        replies.iter().flat_map(|reply| &reply.answers).filter_map(analysis).collect()
    }

    #[test]
    fn lines_are_answered_alike_by_any_number_of_threads() {
        let replies = run(1, &|_| None);
        let numbers: Vec<usize> = replies.iter().map(|reply| reply.line.number).collect();
        assert_eq!(numbers, [2, 4, 5, 6, 7]);
        assert!(matches!(&replies[1].answers[..], [Answer::Refused(refusal)] if refusal.id == "fault"));
        let found = analyses(&replies);
        let verdicts: Vec<_> = found.iter().map(|analysis| analysis.solved).collect();
        assert_eq!(verdicts, [Some(true), None, Some(true), Some(false)]);
        assert_eq!(
            (found[0].bestmove.as_deref(), found[0].score),
            (Some("a1a8"), Some(super::super::Distance::Mate(1)))
        );
        assert_eq!((found[1].id.as_u64(), found[1].depth, found[1].variant.as_str()), (Some(7), 3, "micro"));
        let mate = found[2].mate.map(|mate| (mate.verdict, mate.moves, mate.shortest));
        assert_eq!(mate, Some((MateVerdict::Proved, Some(2), Some(true))));
        assert_eq!((found[2].lines.len(), found[2].lines[0].score), (1, super::super::Distance::Mate(2)));
        assert_eq!((found[0].mate, found[3].mate.map(|mate| mate.refuted)), (None, Some(1)));
        assert_eq!(analyses(&run(3, &|_| None)), found);
    }

    #[test]
    fn what_is_known_is_left_out() {
        let first = analyses(&run(1, &|_| None)).remove(0);
        let (fen, limits) = ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "nodes=2000");
        let known = Asked { file: "test", line: 2, engine: None, fen, limits };
        let replies = run(2, &|asked| (*asked == known).then(|| first.clone()));
        assert!(matches!(&replies[0].answers[..], [Answer::Known(earlier)] if earlier.id == "mate"));
        assert_eq!(analyses(&replies).len(), 3);
    }

    #[test]
    fn a_break_ends_the_batch() {
        let game = new_game("chess").expect("a game");
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let defaults = Defaults { game: &*game, limits: &limits };
        let mut delivered = 0;
        let analysts: &Analysts<'_> = &|| vec![Box::new(Own::new(Some(1)))];
        let batch = Batch { defaults, analysts, threads: 1, known: &|_| None };
        let run = batch.run(lines(), |_| {
            delivered += 1;
            ControlFlow::Break(())
        });
        run.expect("threads");
        assert_eq!(delivered, 1);
    }
}
