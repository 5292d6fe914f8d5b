//! The plot of a series in a page: a line through its values, drawn as SVG without scripts.

use std::fmt::Write as _;

use citelight_core::Series;

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 90.0;
/// Room for the dots at the edges.
const EDGE: f64 = 5.0;

/// A plot; each dot says its period and value. Empty where there is nothing to draw. `html` makes a text one that
/// HTML shows as it stands.
pub(super) fn plot(series: &Series, html: fn(&str) -> String) -> String {
    let numbers: Vec<f64> = series.points.iter().map(|point| point.number).collect();
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if numbers.len() < 2 || !(most - least).is_finite() {
        return String::new();
    }
    let step = (WIDTH - 2.0 * EDGE) / (numbers.len() - 1) as f64;
    let dot = |(at, number): (usize, &f64)| {
        let share = if most > least { (number - least) / (most - least) } else { 0.5 };
        (EDGE + at as f64 * step, EDGE + (1.0 - share) * (HEIGHT - 2.0 * EDGE))
    };
    let dots: Vec<(f64, f64)> = numbers.iter().enumerate().map(dot).collect();
    let line: Vec<String> = dots.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" role=\"img\" aria-label=\"{}\">\n\
         <polyline points=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"/>\n",
        html(&series.title),
        line.join(" ")
    );
    for ((x, y), point) in dots.iter().zip(&series.points) {
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"currentColor\"><title>{}: {}</title></circle>",
            html(&point.period),
            html(&point.value)
        );
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use citelight_core::SeriesPoint;

    use super::*;

    #[test]
    fn a_plot_goes_from_the_least_to_the_most() {
        let point = |period: &str, number: f64| SeriesPoint {
            period: period.to_owned(),
            value: number.to_string(),
            number,
            change: None,
            citation: 1,
            restated: None,
        };
        let mut series = Series {
            title: "Sales <net>".to_owned(),
            unit: String::new(),
            points: vec![point("2019", 1.0), point("2020", 3.0), point("2021", 2.0)],
        };
        let html = |text: &str| text.replace('<', "&lt;").replace('>', "&gt;");
        let drawn = plot(&series, html);
        assert!(drawn.contains("points=\"5.0,85.0 210.0,5.0 415.0,45.0\""), "{drawn}");
        assert!(drawn.contains("Sales &lt;net&gt;") && drawn.contains("<title>2020: 3</title>"));
        series.points.truncate(1);
        assert_eq!(plot(&series, html), "");
    }
}
