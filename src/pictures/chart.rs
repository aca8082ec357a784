//! Charts as SVG: lines over numbers, and bars.
//!
//! Only what the engine's reports need. Labels are ordinary SVG text in whatever sans-serif font there is.

use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 16.0;
/// The space for the names of several series, at the right, and the characters of a name that fit into it.
const LEGEND: f64 = 150.0;
const LEGEND_CHARACTERS: usize = 16;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 46.0;

/// The colours of series, in their order; the first eight differ for colour-blind readers, too (Okabe and Ito, "Color Universal
/// Design", 2008).
const COLORS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#b0a800"];

/// The lines along an axis, at most.
const TICKS: f64 = 6.0;

/// A line of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// What it shows.
    pub name: String,
    /// Its points, by ascending `x`. A point that is not finite interrupts the line.
    pub points: Vec<(f64, f64)>,
    /// For each point the ends of its error bar, drawn as a band; empty if there are none.
    pub band: Vec<(f64, f64)>,
}

/// What is written on a chart.
#[derive(Clone, Copy, Debug, Default)]
pub struct Labels<'a> {
    /// Above the chart.
    pub title: &'a str,
    /// Below the horizontal axis.
    pub x: &'a str,
    /// Beside the vertical axis.
    pub y: &'a str,
}

/// An axis: the numbers that it covers, the place where they are drawn, the steps of its lines.
#[derive(Clone, Copy, Debug)]
struct Axis {
    low: f64,
    high: f64,
    step: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis that covers `values` and ends on round numbers, drawn from `from` to `to`.
    fn over(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let finite = values.filter(|value| value.is_finite());
        let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        // A single value gets some room, more where numbers are too large to tell from the next one.
        let (low, high) =
            if low < high { (low, high) } else { (low - 0.5 - low.abs() / 10.0, high + 0.5 + high.abs() / 10.0) };
        let step = round_step((high - low) / TICKS);
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step, from, to }
    }

    fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    fn ticks(self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as u32;
        (0..=count).map(move |i| self.low + self.step * f64::from(i))
    }

    /// A number on this axis, with as many decimals as its steps need.
    fn number(&self, value: f64) -> String {
        let decimals = (-self.step.log10().floor()).clamp(0.0, 6.0) as usize;
        // No "-0".
        let value = if value.abs() < self.step / 2.0 { 0.0 } else { value };
        format!("{value:.decimals$}")
    }
}

/// The smallest of 1, 2, 5, 10, ... (times a power of ten) that is at least `size`.
fn round_step(size: f64) -> f64 {
    let power = 10_f64.powf(size.log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power).find(|step| *step >= size * 0.999).unwrap_or(10.0 * power)
}

/// A text with the characters that have a meaning in XML and HTML replaced.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn opening(labels: Labels<'_>) -> String {
    let title = escape(labels.title);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="currentColor" role="img"><title>{title}</title>"#
    ) + &text(WIDTH / 2.0, 18.0, "middle", &title, r#" font-size="14" font-weight="600""#)
        + &text(f64::midpoint(WIDTH, LEFT), HEIGHT - 8.0, "middle", &escape(labels.x), "")
        + &text(
            14.0,
            HEIGHT / 2.0,
            "middle",
            &escape(labels.y),
            &format!(r#" transform="rotate(-90 14 {})""#, HEIGHT / 2.0),
        )
}

fn text(x: f64, y: f64, anchor: &str, text: &str, more: &str) -> String {
    format!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}"{more}>{text}</text>"#)
}

/// The lines across the chart and the numbers beside the vertical axis; the line at 0 is darker.
fn rows(out: &mut String, axis: &Axis, right: f64) {
    for tick in axis.ticks() {
        let (y, number) = (axis.at(tick), axis.number(tick));
        let opacity = if tick.abs() < axis.step / 2.0 { ".6" } else { ".15" };
        let _ =
            write!(out, r#"<path d="M{LEFT} {y:.1}H{right:.1}" stroke="currentColor" stroke-opacity="{opacity}"/>"#);
        out.push_str(&text(LEFT - 6.0, y + 4.0, "end", &number, ""));
    }
}

/// Points as a path; points that are not finite interrupt it.
fn path(points: impl Iterator<Item = (f64, f64)>, x: &Axis, y: &Axis) -> String {
    let mut out = String::new();
    let mut pen_down = false;
    for (px, py) in points {
        let finite = px.is_finite() && py.is_finite();
        if finite {
            let _ = write!(out, "{}{:.1} {:.1}", if pen_down { 'L' } else { 'M' }, x.at(px), y.at(py));
        }
        pen_down = finite;
    }
    out
}

/// A chart of lines, each with its band; with several lines also a legend.
#[must_use]
pub fn lines(labels: Labels<'_>, series: &[Series]) -> String {
    let points = || series.iter().flat_map(|series| &series.points);
    let bands = series.iter().flat_map(|series| &series.band).flat_map(|&(low, high)| [low, high]);
    let right = if series.len() > 1 { WIDTH - LEGEND } else { WIDTH - RIGHT };
    let x = Axis::over(points().map(|point| point.0), LEFT, right);
    let y = Axis::over(points().map(|point| point.1).chain(bands).chain([0.0]), HEIGHT - BOTTOM, TOP);
    let mut out = opening(labels);
    rows(&mut out, &y, right);
    for tick in x.ticks() {
        out.push_str(&text(x.at(tick), HEIGHT - BOTTOM + 16.0, "middle", &x.number(tick), ""));
    }
    for (series, color) in series.iter().zip(COLORS.into_iter().cycle()) {
        let finite = |&&(_, (low, high)): &&(f64, (f64, f64))| low.is_finite() && high.is_finite();
        let band: Vec<_> = series.points.iter().map(|point| point.0).zip(series.band.iter().copied()).collect();
        let upper = band.iter().filter(finite).map(|&(at, (_, high))| (at, high));
        let lower = band.iter().rev().filter(finite).map(|&(at, (low, _))| (at, low));
        let area = path(upper.chain(lower), &x, &y);
        let _ = write!(out, r#"<path d="{area}" fill="{color}" fill-opacity=".15"/>"#);
        let line = path(series.points.iter().copied(), &x, &y);
        let _ =
            write!(out, r#"<path d="{line}" fill="none" stroke="{color}" stroke-width="2" stroke-linejoin="round"/>"#);
    }
    if series.len() > 1 {
        legend(&mut out, series);
    }
    out + "</svg>"
}

/// The names of the series in their colours, one below the other; as many as there is room for.
fn legend(out: &mut String, series: &[Series]) {
    let left = WIDTH - LEGEND + 12.0;
    let rows = ((HEIGHT - BOTTOM - TOP) / 16.0) as usize;
    for (row, (series, color)) in (0..).zip(series.iter().zip(COLORS.into_iter().cycle()).take(rows)) {
        let y = TOP + 8.0 + 16.0 * f64::from(row);
        let _ = write!(out, r#"<path d="M{left} {:.1}h14" stroke="{color}" stroke-width="3"/>"#, y - 4.0);
        let name: String = series.name.chars().take(LEGEND_CHARACTERS).collect();
        out.push_str(&text(left + 20.0, y, "start", &escape(&name), ""));
    }
}

/// A chart of bars; each has a label and a height of at least 0.
#[must_use]
pub fn bars(labels: Labels<'_>, bars: &[(String, f64)]) -> String {
    let y = Axis::over(bars.iter().map(|bar| bar.1).chain([0.0]), HEIGHT - BOTTOM, TOP);
    let mut out = opening(labels);
    rows(&mut out, &y, WIDTH - RIGHT);
    let room = (WIDTH - RIGHT - LEFT) / bars.len().max(1) as f64;
    // Labels that would run into each other are left out evenly.
    let longest = bars.iter().map(|bar| bar.0.chars().count()).max().unwrap_or(0) as f64;
    let every = ((longest * 7.0 + 8.0) / room).ceil().max(1.0) as usize;
    for (i, (label, value)) in bars.iter().enumerate() {
        let left = LEFT + room * i as f64;
        let top = y.at(*value);
        let _ = write!(
            out,
            r#"<rect x="{:.1}" y="{top:.1}" width="{:.1}" height="{:.1}" fill="{}"><title>{}: {value}</title></rect>"#,
            left + room * 0.1,
            room * 0.8,
            (HEIGHT - BOTTOM - top).max(0.0),
            COLORS[0],
            escape(label),
        );
        if i % every == 0 {
            out.push_str(&text(left + room / 2.0, HEIGHT - BOTTOM + 16.0, "middle", &escape(label), ""));
        }
    }
    out + "</svg>"
}

/// Counts values into bars of equal, round width, at most `most` of them; a bar is labelled with the least value that it holds.
#[must_use]
pub fn histogram(values: &[f64], most: u32) -> Vec<(String, f64)> {
    let finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    let Some(low) = finite.iter().copied().reduce(f64::min) else {
        return Vec::new();
    };
    let high = finite.iter().copied().fold(low, f64::max);
    let step = round_step(((high - low) / f64::from(most.max(2) - 1)).max(1.0));
    let first = (low / step).floor();
    let count = ((high / step).floor() - first) as usize + 1;
    let mut counts = vec![0_u32; count];
    for value in finite {
        let bar = ((value / step).floor() - first) as usize;
        counts[bar.min(count - 1)] += 1;
    }
    let label = |i: usize| format!("{:.0}", (first + i as f64) * step);
    counts.into_iter().enumerate().map(|(i, count)| (label(i), f64::from(count))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_on_round_numbers() {
        let axis = Axis::over([3.0, 47.0].into_iter(), 0.0, 100.0);
        assert_eq!(axis.ticks().collect::<Vec<_>>(), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0]);
        assert_eq!((axis.at(25.0), axis.number(10.0)), (50.0, "10".to_owned()));
        let axis = Axis::over([-0.12, 0.31].into_iter(), 0.0, 100.0);
        let numbers: Vec<String> = axis.ticks().map(|tick| axis.number(tick)).collect();
        assert_eq!(numbers, ["-0.2", "-0.1", "0.0", "0.1", "0.2", "0.3", "0.4"]);
    }

    #[test]
    fn nothing_and_nonsense_make_charts_without_nonsense() {
        for points in [vec![], vec![(1.0, 7.0)], vec![(1.0, f64::NAN), (f64::INFINITY, 2.0)], vec![(1e300, 1e300)]] {
            let band = vec![(f64::NEG_INFINITY, 1.0); points.len()];
            let svg = lines(Labels::default(), &[Series { points, band, ..Series::default() }]);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
        assert!(!bars(Labels::default(), &[]).contains("NaN"));
        assert_eq!(histogram(&[f64::NAN], 10), []);
    }

    #[test]
    fn gaps_interrupt_lines() {
        let points = vec![(0.0, 0.0), (1.0, 5.0), (2.0, f64::INFINITY), (3.0, 5.0), (4.0, 10.0)];
        let svg = lines(Labels::default(), &[Series { points, ..Series::default() }]);
        assert!(svg.contains("M62.0 254.0L202.5 144.0M483.5 144.0L624.0 34.0"), "{svg}");
    }

    #[test]
    fn values_fall_into_the_bar_that_holds_them() {
        let bars = histogram(&[0.0, 9.9, 10.0, 25.0, 39.0, -3.0], 6);
        let expected = [("-10", 1.0), ("0", 2.0), ("10", 1.0), ("20", 1.0), ("30", 1.0)];
        assert_eq!(bars, expected.map(|(label, count)| (label.to_owned(), count)));
        assert_eq!(histogram(&[5.0, 5.0], 6), [("5".to_owned(), 2.0)]);
    }

    #[test]
    fn names_cannot_break_out() {
        let labels = Labels { title: "<script>", x: "a & b", y: "\"q\"" };
        let svg = bars(labels, &[("</svg>".to_owned(), 1.0)]);
        assert!(!svg.contains("<script>") && svg.contains("&lt;script&gt;") && svg.contains("a &amp; b"), "{svg}");
        assert_eq!(svg.matches("</svg>").count(), 1);
    }
}
