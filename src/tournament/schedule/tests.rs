//! Whole schedules.

use super::*;
use crate::tournament::adjudicate::Adjudication;
use crate::tournament::openings::Openings;

fn rules(format: Format, rounds: u32, pairs: u32, variants: &[&str]) -> Rules {
    Rules {
        variants: variants.iter().map(|&name| name.to_owned()).collect(),
        format,
        rounds,
        pairs,
        sprt: None,
        openings: Openings::Start,
        same_openings: false,
        clock: "nodes=1".parse().expect("a clock"),
        adjudication: Adjudication::default(),
        patience: std::time::Duration::from_secs(1),
        seed: 0,
    }
}

/// All games, each finished with White's half points from `result` before the next round is asked for.
fn play(rules: &Rules, engines: usize, result: impl Fn(&Planned) -> u32) -> Vec<Planned> {
    let mut schedule = Schedule::new(rules, engines);
    let mut all = Vec::new();
    while let Next::Round(games) = schedule.next_round() {
        for planned in games {
            schedule.finish(planned.game, result(&planned));
            all.push(planned);
        }
    }
    all
}

#[test]
fn each_pairing_opening_and_colour_once() {
    let games = play(&rules(Format::RoundRobin, 2, 1, &["micro"]), 3, |_| 1);
    assert_eq!(games.len(), 12);
    assert!(games.iter().zip(1..).all(|(planned, number)| planned.game == number));
    for pair in games.chunks_exact(2) {
        assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
        assert_eq!((pair[0].pair, pair[0].opening), (pair[1].pair, pair[1].opening));
    }
    let openings: Vec<usize> = games.iter().step_by(2).map(|planned| planned.opening).collect();
    assert_eq!(openings, [0, 1, 2, 3, 4, 5]);
    assert_eq!(games[11].round, 2);
}

#[test]
fn all_pairings_of_a_round_can_share_openings() {
    let rules = Rules { same_openings: true, ..rules(Format::RoundRobin, 2, 2, &["micro", "chess"]) };
    let games = play(&rules, 3, |_| 1);
    assert_eq!(games.len(), 2 * 3 * 2 * 2 * 2);
    let of_round = |round| games.iter().filter(move |planned| planned.round == round).map(|planned| planned.opening);
    assert!(of_round(1).all(|opening| opening < 2) && of_round(2).all(|opening| (2..4).contains(&opening)));
}

#[test]
fn results_are_waited_for() {
    let mut schedule = Schedule::new(&rules(Format::Knockout, 1, 1, &["micro"]), 4);
    let Next::Round(games) = schedule.next_round() else { panic!("a round") };
    assert_eq!(games.len(), 4);
    for planned in games {
        assert_eq!(schedule.next_round(), Next::Wait);
        // The second engine of each pairing wins both games.
        schedule.finish(planned.game, if planned.white < planned.black { 0 } else { 2 });
    }
    let Next::Round(games) = schedule.next_round() else { panic!("a final") };
    assert_eq!([games[0].white, games[0].black], [3, 2]);
}

#[test]
fn results_may_be_known_before_their_round() {
    for format in [Format::Swiss, Format::Knockout, Format::Ladder] {
        let rules = rules(format, 3, 2, &["micro"]);
        let result = |planned: &Planned| (planned.game * 7 + planned.white as u32) % 3;
        let unbroken = play(&rules, 6, result);
        let known = &unbroken[..unbroken.len() - 5];
        let mut schedule = Schedule::new(&rules, 6);
        for planned in known {
            schedule.finish(planned.game, result(planned));
        }
        let mut resumed = Vec::new();
        loop {
            match schedule.next_round() {
                Next::Round(games) => resumed.extend(games),
                Next::Wait => {
                    for planned in &resumed[known.len()..] {
                        schedule.finish(planned.game, result(planned));
                    }
                }
                Next::End => break,
            }
        }
        assert_eq!(resumed, unbroken, "{format}");
    }
}

#[test]
fn formats_are_text() {
    for text in ["round-robin", "gauntlet seeds=2", "swiss", "knockout", "ladder"] {
        assert_eq!(text.parse::<Format>().map(|format| format.to_string()).as_deref(), Ok(text));
    }
    assert_eq!("gauntlet".parse(), Ok(Format::Gauntlet(1)));
    assert!("swiss seeds=1".parse::<Format>().is_err());
}
