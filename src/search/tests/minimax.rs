//! With nothing left out, the search finds the value of plain minimax.

use super::{depth, position};
use crate::board::zobrist::mix;
use crate::game::{Game, has_legal_move};
use crate::rules::Position;
use crate::search::evals::Evals;
use crate::search::heuristics::History;
use crate::search::node::Window;
use crate::search::params::Params;
use crate::search::path::Path;
use crate::search::score::{self, INFINITE, Score};
use crate::search::table::Table;
use crate::search::worker::{Frame, Knowledge, Own, Team, Worker};
use crate::search::{Brain, Control, Mute, Task, search_with};
use crate::variants::{self, Visitor};
use std::time::Instant;

/// No selectivity, and no scores from elsewhere in the tree.
fn plain<P: Position>() -> Params {
    let mut params = Params::full_width::<P>();
    params.table_cutoffs = false;
    params
}

/// The value by definition: the best of all moves, each to the full depth, with quiescence at the leaves.
fn minimax<P: Position>(worker: &mut Worker<P>, frame: &Frame<P>, depth: u32, ply: usize) -> i32 {
    if ply > 0
        && let Some(value) = worker.ended(frame, ply)
    {
        return value;
    }
    if depth == 0 {
        return worker.quiesce::<false>(frame, ply, 0, Window { alpha: -INFINITE, beta: INFINITE });
    }
    let position = &frame.position;
    let mut best = None;
    for mv in position.legal_moves() {
        let child = frame.after(mv, |_| ());
        worker.enter(&child);
        let value = -minimax(worker, &child, depth - 1, ply + 1);
        worker.leave();
        best = best.max(Some(value));
    }
    best.unwrap_or_else(|| score::of_outcome(position.stuck(), position.turn(), ply))
}

fn compare<P: Position>(game: &Game<P>, plies: u32) {
    let known = Knowledge { table: Table::new(0), history: History::default() };
    let control = Control::new(Instant::now());
    let team = Team::new(&known, &control, plain::<P>(), 1);
    let mut own = Own::new(Path::new(game.trail()), Evals::default());
    let mut worker = Worker { team: &team, own: &mut own };
    let expected = minimax(&mut worker, &Frame::new(game.position(), &P::EVAL.weights), plies, 0);
    for threads in [1, 3] {
        let mut brain = Brain::new(1, threads);
        let task = Task { game, limits: &depth(plies), control: &Control::new(Instant::now()) };
        let answer = search_with(plain::<P>(), task, &mut brain, &mut Mute);
        let found = answer.info.map(|info| info.score);
        let name = P::SPEC.name;
        assert_eq!(found, Some(Score::from_value(expected)), "{name} {threads} {plies} {:?}", game.position());
    }
}

struct RandomGames;

impl Visitor for RandomGames {
    type Output = ();

    fn visit<P: Position>(self) {
        for seed in 0..4 {
            let mut game = Game::new(position::<P>(P::SPEC.start));
            for ply in 0..36 {
                let moves = game.position().legal_moves();
                if game.position().decided().is_some() || !has_legal_move(game.position()) {
                    break;
                }
                if ply % 7 == seed {
                    compare(&game, if moves.len() > 24 { 2 } else { 3 });
                }
                game.push(moves[(mix(seed * 100 + ply) % moves.len() as u64) as usize]);
            }
        }
    }
}

#[test]
fn full_width_search_equals_minimax() {
    for spec in variants::SPECS {
        variants::with(spec.name, RandomGames).expect("a registered game");
    }
}

/// After two rounds of shuffling a third is near, which full width must see in the same way.
#[test]
fn repetitions_are_part_of_the_value() {
    let mut game = Game::new(position::<variants::MicroShogi>("1k2/4/4/4/R2K[] w - - 0 1"));
    for token in ["d1d2", "b5c5", "d2d1", "c5b5"].into_iter().cycle().take(10) {
        let mv = crate::notation::read_move(game.position(), token, None).expect("a legal move");
        game.push(mv);
    }
    compare(&game, 3);
}
