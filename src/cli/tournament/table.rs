//! The table of a tournament, for people.

use std::io::Write;

use bonsai::statistics::{Decision, Estimate, PairCounts};
use bonsai::tournament::runner::{Summary, Usage};
use bonsai::tournament::sprt::Reading;
use bonsai::tournament::tally::{Meeting, Standing};

use super::super::error::Error;
use super::super::numbers::counted;

/// Writes the summary: as JSON, or as tables.
///
/// # Errors
/// Output failed.
pub fn write_in(json: bool, summary: &Summary, out: &mut dyn Write) -> Result<(), Error> {
    if !json {
        return write(summary, out);
    }
    serde_json::to_writer(&mut *out, summary)?;
    Ok(writeln!(out)?)
}

/// Writes the table, the crosstable, the averages and the test.
///
/// # Errors
/// Output failed.
fn write(summary: &Summary, out: &mut dyn Write) -> Result<(), Error> {
    let table = &summary.table;
    let width = table.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).max(6);
    standings(table, width, out)?;
    if table.len() > 2 {
        crosstable(table, width, out)?;
    }
    averages(table, width, out)?;
    if let Some(reading) = &summary.sprt {
        writeln!(out, "\n{}", test(reading))?;
    }
    let [mean, most] = summary.latency_us;
    let games = counted(summary.games.into(), "game");
    writeln!(out, "\n{games}; a move stayed {mean} µs in the runner on average, {most} µs at most")?;
    if let Some((usage, share)) = summary.processor.and_then(|usage| Some((usage, usage.share()?))) {
        let Usage { runner_s, engines_s } = usage;
        writeln!(out, "processor time: engines {engines_s:.2} s, runner {runner_s:.2} s ({share:.1}% of theirs)")?;
    }
    Ok(())
}

fn standings(table: &[Standing], width: usize, out: &mut dyn Write) -> Result<(), Error> {
    let head = ["games", "points", "won", "drawn", "lost", "Elo", "normalized", "LOS", "pairs 0 ½ 1 1½ 2"];
    let [games, points, won, drawn, lost, elo, normalized, los, pairs] = head;
    writeln!(
        out,
        "  # {:width$} {games:>6} {points:>8} {won:>6} {drawn:>6} {lost:>6} {elo:>16} {normalized:>16} {los:>6}  {pairs}",
        "engine"
    )?;
    for (place, line) in (1..).zip(table) {
        let Standing { name, games, points, won, drawn, lost, .. } = line;
        let (elo, normalized) = (estimate(line.elo), estimate(line.normalized_elo));
        let los = format!("{:.1}%", line.los * 100.0);
        let pairs = counts(&line.pairs);
        writeln!(
            out,
            "{place:3} {name:width$} {games:6} {points:8.1} {won:6} {drawn:6} {lost:6} {elo:>16} {normalized:>16} {los:>6}  {pairs}"
        )?;
    }
    Ok(())
}

fn crosstable(table: &[Standing], width: usize, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "\npoints against each other (won drawn lost)")?;
    for (place, line) in (1..).zip(table) {
        let cell = |meeting: &Option<Meeting>| match meeting {
            None => format!("{:^20}", "*"),
            Some(Meeting { games, .. }) => {
                let detail = format!("({} {} {})", games.wins(), games.draws(), games.losses());
                format!("{:>6.1} {detail:13}", games.points())
            }
        };
        let cells: Vec<String> = line.against.iter().map(cell).collect();
        writeln!(out, "{place:3} {:width$} {}", line.name, cells.join(" ").trim_end())?;
    }
    Ok(())
}

fn averages(table: &[Standing], width: usize, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(
        out,
        "\n    {:width$} {:>7} {:>12} {:>12} {:>10}  faults",
        "average", "depth", "nodes/move", "nodes/s", "ms/move"
    )?;
    for line in table {
        let number = |value: Option<f64>, digits: usize| {
            value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
        };
        let mut faults: Vec<String> = line.faults.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        if line.late > 0 {
            faults.push(format!("{} late replies", line.late));
        }
        let faults = if faults.is_empty() { "none".to_owned() } else { faults.join(", ") };
        writeln!(
            out,
            "    {:width$} {:>7} {:>12} {:>12} {:>10}  {faults}",
            line.name,
            number(line.depth, 1),
            number(line.nodes, 0),
            number(line.nps, 0),
            number(line.ms_per_move, 2),
        )?;
    }
    Ok(())
}

/// The state of the test in a line.
pub fn test(reading: &Reading) -> String {
    let Reading { pairs, llr, bounds: (lower, upper), decision } = reading;
    let verdict = match decision {
        None => "undecided",
        Some(Decision::H0) => "H0 is accepted: not as strong as elo1",
        Some(Decision::H1) => "H1 is accepted: stronger than elo0",
    };
    format!(
        "SPRT: LLR {llr:.2} in ({lower:.2}, {upper:.2}) after {} pairs [{}]: {verdict}",
        pairs.total(),
        counts(pairs)
    )
}

fn counts(pairs: &PairCounts) -> String {
    pairs.as_array().map(|count| count.to_string()).join(" ")
}

fn estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(|| "-".to_owned(), |estimate| format!("{:+.1} ± {:.1}", estimate.value, estimate.margin()))
}
