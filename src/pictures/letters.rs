//! A small font of strokes for what is written on boards: every character is a path in a box of 10 x 14.

use std::fmt::Write as _;

/// The width of a character's box together with the gap behind it, in boxes of 10 x 14.
const ADVANCE: f64 = 15.0;

/// The strokes of a character; empty for one that is not known.
fn strokes(c: char) -> &'static str {
    match c {
        '0' | 'O' => "M5 0C1 0 0 4 0 7s1 7 5 7 5-3 5-7S9 0 5 0Z",
        '1' => "M1.5 3L5.5 0V14M1.5 14H9.5",
        '2' => "M0 3.5C0 1 2 0 5 0s5 1.5 5 4c0 4-10 6-10 10H10",
        '3' => "M0 2C1 .5 3 0 5 0c3 0 5 1.3 5 3.5S8 7 4 7c4 0 6 1.3 6 3.5S8 14 5 14c-2 0-4-.5-5-2",
        '4' => "M7.5 14V0L0 10H10",
        '5' => "M9 0H1.5L.8 6.4C2 5.4 3.2 5 5 5c3 0 5 2 5 4.5S8 14 5 14c-2 0-4-.5-5-2",
        '6' => "M9 1.5C8 .5 6.5 0 5.3 0 1.3 0 0 4 0 8.5 0 12 2 14 5 14s5-2 5-4.6S8 5 5 5 0 7 0 9.4",
        '7' => "M0 0H10L4 14",
        '8' => {
            "M5 6.8C2 6.8.6 5.4.6 3.4S2 0 5 0s4.4 1.4 4.4 3.4S8 6.8 5 6.8c-3.2 0-5 1.4-5 3.6S1.8 14 5 14s5-1.4 5-3.6-1.8-3.6-5-3.6Z"
        }
        '9' => "M1 12.5C2 13.5 3.5 14 4.7 14 8.7 14 10 10 10 5.5 10 2 8 0 5 0S0 2 0 4.6 2 9 5 9s5-2 5-4.4",
        ':' => "M5 4v.1M5 12v.1",
        'a' => "M9 5V14M9 9.5C9 7 7.5 5 4.8 5S.5 7 .5 9.5 2 14 4.8 14 9 12 9 9.5Z",
        'b' => "M.5 0V14M.5 9.5C.5 7 2 5 4.7 5S9 7 9 9.5 7.5 14 4.7 14 .5 12 .5 9.5Z",
        'c' => "M9 6.5C8 5.5 6.5 5 5 5 2 5 .5 7 .5 9.5S2 14 5 14c1.5 0 3-.5 4-1.5",
        'd' => "M9 0V14M9 9.5C9 7 7.5 5 4.8 5S.5 7 .5 9.5 2 14 4.8 14 9 12 9 9.5Z",
        'e' => "M.5 9.5H9C9 7 7.5 5 4.8 5S.5 7 .5 9.5 2 14 5 14c1.5 0 3-.5 4-1.5",
        'f' => "M8 .8C5-.6 3 .5 3 3.5V14M0 5.5H7",
        'g' => {
            "M9 5V14C9 16.5 7 17.5 4.8 17.5 3 17.5 1.5 17 .8 16M9 9.5C9 7 7.5 5 4.8 5S.5 7 .5 9.5 2 14 4.8 14 9 12 9 9.5Z"
        }
        'h' => "M.5 0V14M.5 9C.5 6.5 2 5 4.5 5S9 6.5 9 9V14",
        'A' => "M0 14L5 0L10 14M1.8 9H8.2",
        'B' => "M5 6.8H0M0 0V14H5.5C8.5 14 10 12.6 10 10.4S8.5 6.8 5.5 6.8C8 6.8 9.2 5.5 9.2 3.4S8 0 5.2 0Z",
        'C' => "M10 2.5C9 .8 7.3 0 5.3 0 1.5 0 0 3.5 0 7s1.5 7 5.3 7c2 0 3.7-.8 4.7-2.5",
        'D' => "M0 0V14H4C8 14 10 11 10 7S8 0 4 0Z",
        'E' => "M9.5 0H0V14H9.5M0 7H7.5",
        'F' => "M9.5 0H0V14M0 7H7.5",
        'G' => "M10 2.8C9 .9 7.3 0 5.3 0 1.5 0 0 3.5 0 7s1.5 7 5.3 7C8.5 14 10 12 10 7.5H6",
        'H' => "M0 0V14M10 0V14M0 7H10",
        'I' => "M5 0V14M2 0H8M2 14H8",
        'J' => "M9 0V10C9 12.5 7.5 14 5 14S1 12.5 1 10",
        'K' => "M0 0V14M10 0L0 8.5M3.5 5.6L10 14",
        'L' => "M0 0V14H9.5",
        'M' => "M0 14V0L5 8L10 0V14",
        'N' => "M0 14V0L10 14V0",
        'P' => "M0 14V0H5.5C8.5 0 10 1.6 10 4.2S8.5 8.4 5.5 8.4H0",
        'Q' => "M5 0C1 0 0 4 0 7s1 7 5 7 5-3 5-7S9 0 5 0ZM6 10L10 15",
        'R' => "M0 14V0H5.5C8.5 0 10 1.5 10 4S8.5 8 5.5 8H0M5 8L10 14",
        'S' => "M9.5 2.2C8.5.7 7 0 5 0 2 0 .5 1.5.5 3.5c0 5 9.5 2 9.5 6.9C10 12.5 8 14 5 14c-2.2 0-4-.8-5-2.3",
        'T' => "M0 0H10M5 0V14",
        'U' => "M0 0V9C0 12.5 2 14 5 14s5-1.5 5-5V0",
        'V' => "M0 0L5 14L10 0",
        'W' => "M0 0L2.5 14L5 4L7.5 14L10 0",
        'X' => "M0 0L10 14M10 0L0 14",
        'Y' => "M0 0L5 7L10 0M5 7V14",
        'Z' => "M0 0H10L0 14H10",
        _ => "",
    }
}

/// A text whose middle is at `(x, y)`, `height` units high.
pub fn text(text: &str, middle: (f64, f64), height: f64, color: &str) -> String {
    stroked(text, middle, height, color, 2.0)
}

/// The same in thick strokes.
pub fn bold(text: &str, middle: (f64, f64), height: f64, color: &str) -> String {
    stroked(text, middle, height, color, 2.6)
}

fn stroked(text: &str, (x, y): (f64, f64), height: f64, color: &str, stroke: f64) -> String {
    let scale = height / 14.0;
    let width = ADVANCE * text.chars().count() as f64 - (ADVANCE - 10.0);
    let (left, top) = (x - width * scale / 2.0, y - height / 2.0);
    let mut out = format!(
        r#"<g fill="none" stroke="{color}" stroke-width="{stroke}" stroke-linecap="round" stroke-linejoin="round" transform="translate({left:.1} {top:.1}) scale({scale:.3})">"#,
    );
    for (i, c) in text.chars().enumerate() {
        let _ = write!(out, r#"<path transform="translate({} 0)" d="{}"/>"#, ADVANCE * i as f64, strokes(c));
    }
    out + "</g>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_boards_say_has_strokes() {
        for c in ('0'..='9').chain('a'..='h').chain('A'..='Z').chain([':']) {
            assert!(strokes(c).starts_with('M'), "{c}");
        }
    }

    #[test]
    fn texts_are_centred() {
        // Two characters: 25 wide at a height of 14.
        let drawn = text("12", (100.0, 50.0), 14.0, "#000");
        assert!(drawn.contains("translate(87.5 43.0) scale(1.000)"), "{drawn}");
        assert!(drawn.contains("translate(15 0)"), "{drawn}");
    }
}
