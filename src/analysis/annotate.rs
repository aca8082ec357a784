//! A review in words, and in the record of its game.

use super::judgement::Mark;
use super::result::Distance;
use super::review::{Review, ReviewedMove};
use crate::notation::pgn::Record;

/// What is said about a move: its score for White as PGN viewers read it, its name, what would have been better.
#[must_use]
pub fn comment(mv: &ReviewedMove) -> String {
    let score = match mv.score {
        Distance::Cp(value) => format!("{:.2}", f64::from(value) / 100.0),
        Distance::Mate(moves) => format!("#{moves}"),
    };
    let mut parts = vec![format!("[%eval {score}]")];
    let name = mv.mark.map(Mark::name);
    let missed = mv.missed_mate.map(|moves| format!("misses mate in {moves}"));
    let said: Vec<String> = name.map(str::to_owned).into_iter().chain(missed).collect();
    if !said.is_empty() {
        let loss = (100.0 * mv.loss).round();
        let better = if mv.better.is_empty() { String::new() } else { format!("; better {}", mv.better.join(" ")) };
        parts.push(format!("{}, {loss}% lost{better}", said.join(", ")));
    }
    parts.join(" ")
}

/// The record of a game with the marks and comments of its review. What was said before follows, but for scores and marks of moves.
#[must_use]
pub fn annotate(record: &Record, review: &Review) -> Record {
    let mut annotated = record.clone();
    for (mv, reviewed) in annotated.moves.iter_mut().zip(&review.moves) {
        mv.text = mv.text.trim_end_matches(['!', '?']).to_owned();
        // Glyphs up to 6 praise and blame moves; the others say something else.
        mv.glyphs.retain(|&glyph| glyph > 6);
        mv.glyphs.splice(0..0, reviewed.mark.map(Mark::glyph));
        let earlier = without_score(&mv.comment);
        let said = comment(reviewed);
        mv.comment = if earlier.is_empty() { said } else { format!("{said} {earlier}") };
    }
    annotated
}

/// A comment without the score that another review has put in front.
fn without_score(comment: &str) -> String {
    match comment.split_once("[%eval ").and_then(|(front, rest)| Some((front, rest.split_once(']')?.1))) {
        Some((front, rest)) => format!("{}{}", front, rest.trim_start()),
        None => comment.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::review;
    use crate::engine::replay;
    use crate::notation::pgn::Reader;
    use crate::search::Limits;

    #[test]
    fn records_get_marks_and_comments() {
        let pgn = "1. e4! $14 {best} e5 2. Qh5 {[%eval 0.3] early} Nc6 3. Qxe5+ $1 Nxe5 *";
        let record = Reader::new(pgn.as_bytes()).next().expect("a game").expect("a record");
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let review = review(&*replay(&record).expect("moves"), &limits, 1, &|| ()).expect("threads");
        let annotated = annotate(&record, &review);
        assert_eq!((annotated.moves[0].text.as_str(), annotated.moves[0].glyphs.as_slice()), ("e4", &[14][..]));
        let said = |index: usize| annotated.moves[index].comment.as_str();
        assert!(said(0).starts_with("[%eval ") && said(0).ends_with("] best"), "{}", said(0));
        assert_eq!((said(2).matches("[%eval").count(), said(2).ends_with("early")), (1, true));
        assert_eq!(annotated.moves[4].glyphs, [4]);
        assert!(said(4).contains("] blunder, ") && said(4).contains("% lost; better "), "{}", said(4));
        let again = Reader::new(annotated.to_string().as_bytes()).next().expect("a game").expect("a record");
        assert_eq!(replay(&again).expect("moves").ply_count(), 6);
    }
}
