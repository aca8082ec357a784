//! A tournament as it goes on: a display on a terminal, plain lines elsewhere. Both go to stderr; stdout has the table.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use bonsai::tournament::config::Config;
use bonsai::tournament::record::GameRecord;
use bonsai::tournament::runner::{Event, Progress, Watcher};
use bonsai::tournament::sprt::Reading;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::super::numbers::counted;

/// How wide the bar of the test is, in characters.
const BAR: usize = 25;

/// So many engines are named with their points.
const LEADERS: usize = 5;

/// What is shown.
pub struct Live {
    began: Instant,
    bar: Option<ProgressBar>,
    /// The games that are running: their numbers and who plays.
    running: Mutex<Vec<(u32, String)>>,
    names: Vec<String>,
}

impl Live {
    /// Nothing has been played yet.
    pub fn new(config: &Config) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::no_length();
            // The template is fixed, so it can be read; if not, the default style shows as much.
            if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}\n{msg}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        let names = config.engines.iter().map(|engine| engine.name.clone()).collect();
        Self { began: Instant::now(), bar, running: Mutex::new(Vec::new()), names }
    }

    /// Says something in words.
    pub fn note(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            // If nobody hears it, there is nobody to tell that to.
            None => drop(writeln!(io::stderr(), "{text}")),
        }
    }

    /// Takes the display away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn ended(&self, record: &GameRecord, progress: &Progress) {
        let Progress { finished, total, .. } = progress;
        let total = total.map_or_else(String::new, |total| format!("/{total}"));
        let GameRecord { game, variant, white, black, result, reason, .. } = record;
        let line = format!("game {game} ({finished}{total}) {variant}: {white} - {black} {}, {reason}", result.text());
        match &self.bar {
            None => self.note(&line),
            Some(bar) => {
                if record.fault.is_some() {
                    bar.println(&line);
                }
                bar.set_prefix(self.state(progress));
            }
        }
    }

    /// Games, speed, time left and the test.
    fn state(&self, progress: &Progress) -> String {
        let Progress { finished, before, total, points, sprt } = progress;
        let played = finished - before;
        let seconds = self.began.elapsed().as_secs_f64();
        let rate = f64::from(played) * 60.0 / seconds.max(0.001);
        let games = total.map_or_else(
            || counted(u64::from(*finished), "game"),
            |total| format!("{finished}/{}", counted(u64::from(total), "game")),
        );
        let left = total.filter(|_| played > 0).map_or_else(String::new, |total| {
            let left = seconds / f64::from(played) * f64::from(total.saturating_sub(*finished));
            format!(", {} left", HumanDuration(Duration::from_secs_f64(left)))
        });
        let test = sprt.map_or_else(String::new, |reading| format!("\n  {}", bar(&reading)));
        format!("{games}, {rate:.1} a minute{left}\n  {}{test}", leaders(&self.names, points))
    }

    fn show_running(&self, change: impl FnOnce(&mut Vec<(u32, String)>)) {
        let Some(bar) = &self.bar else { return };
        let Ok(mut running) = self.running.lock() else { return };
        change(&mut running);
        let lines: Vec<String> = running.iter().map(|(game, names)| format!("  game {game}: {names}")).collect();
        bar.set_message(lines.join("\n"));
    }
}

impl Watcher for Live {
    fn see(&self, event: &Event<'_>) {
        match event {
            Event::Begins { planned, names } => {
                let names = names.join(" - ");
                self.show_running(|running| running.push((planned.game, names)));
            }
            Event::Ended { record, progress } => {
                self.show_running(|running| running.retain(|(game, _)| *game != record.game));
                self.ended(record, progress);
                if let (None, Some(reading)) = (&self.bar, progress.sprt.filter(|_| progress.finished % 10 == 0)) {
                    self.note(&format!(
                        "{} against {}: {}",
                        self.names[0],
                        self.names[1],
                        super::table::test(&reading)
                    ));
                }
            }
            Event::Note(text) => self.note(text),
        }
    }
}

/// The engines with the most points.
fn leaders(names: &[String], points: &[f64]) -> String {
    let mut engines: Vec<(&String, f64)> = names.iter().zip(points.iter().copied()).collect();
    engines.sort_by(|a, b| b.1.total_cmp(&a.1));
    let shown: Vec<String> = engines.iter().take(LEADERS).map(|(name, points)| format!("{name} {points}")).collect();
    let others = engines.len().saturating_sub(LEADERS);
    shown.join(", ") + &if others > 0 { format!(", and {others} more") } else { String::new() }
}

/// The log-likelihood ratio between its bounds.
fn bar(reading: &Reading) -> String {
    let (lower, upper) = reading.bounds;
    let share = ((reading.llr - lower) / (upper - lower)).clamp(0.0, 1.0);
    let place = (share * (BAR - 1) as f64).round() as usize;
    let cells: String = (0..BAR)
        .map(|cell| {
            if cell == place {
                '#'
            } else if cell == BAR / 2 {
                '|'
            } else {
                '-'
            }
        })
        .collect();
    format!("LLR {lower:.2} [{cells}] {upper:.2}: {:.2}, {} pairs", reading.llr, reading.pairs.total())
}

#[cfg(test)]
mod tests {
    use bonsai::statistics::PairCounts;

    use super::*;

    #[test]
    fn the_best_are_named() {
        let names = ["a", "b", "c", "d", "e", "f"].map(str::to_owned);
        assert_eq!(leaders(&names[..2], &[1.5, 2.0]), "b 2, a 1.5");
        assert_eq!(leaders(&names, &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]), "f 5, e 4, d 3, c 2, b 1, and 1 more");
    }

    #[test]
    fn the_test_as_a_bar() {
        let reading =
            |llr| Reading { pairs: PairCounts::new([0, 1, 2, 3, 0]), llr, bounds: (-2.0, 2.0), decision: None };
        assert_eq!(bar(&reading(0.0)), "LLR -2.00 [------------#------------] 2.00: 0.00, 6 pairs");
        assert!(bar(&reading(-5.0)).contains("[#-----------|"));
        assert!(bar(&reading(2.0)).contains("-#] 2.00"));
    }
}
