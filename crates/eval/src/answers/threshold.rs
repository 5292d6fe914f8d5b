//! Which threshold of confidence to use: its curve, and a proposal.

use std::fmt::{self, Write as _};

use serde::Serialize;

use super::{Point, auroc, curve};

/// Thresholds on the curve: every hundredth from 0 to 1.
const STEPS: usize = 101;
/// Every so many of them are told to people.
const TOLD: usize = 10;
/// Share of the right answers that a threshold must keep to be proposed.
pub const LEAST_KEPT: f64 = 0.95;

/// What each threshold gives.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Thresholds {
    /// Right answers: the best sentence touches the expected place.
    pub right: usize,
    /// Questions that their documents do not answer.
    pub unanswerable: usize,
    /// Area under the curve; `None` where one of both is none.
    pub auroc: Option<f64>,
    /// The curve: share of the right answers kept, and of the unanswerable questions withheld.
    pub points: Vec<Point>,
    /// The threshold in use.
    pub in_use: Point,
    /// Among those that keep [`LEAST_KEPT`] of the right answers the one that withholds most; `None`
    /// where there are no right answers, or none to withhold.
    pub proposed: Option<Point>,
}

impl Thresholds {
    /// Of the confidences of right answers (`true`) and of answers to unanswerable questions.
    pub fn of(scores: &[(f32, bool)], in_use: f32) -> Thresholds {
        let right = scores.iter().filter(|(_, right)| *right).count();
        let unanswerable = scores.len() - right;
        let points = curve(scores, STEPS);
        // The least of equals: what is withheld without need helps nobody.
        let keeps = points.iter().filter(|point| point.kept >= LEAST_KEPT);
        let best = keeps.copied().reduce(|a, b| if b.withheld > a.withheld { b } else { a });
        let place = (in_use.clamp(0.0, 1.0) * (STEPS - 1) as f32).round() as usize;
        Thresholds {
            right,
            unanswerable,
            auroc: auroc(scores),
            in_use: points[place],
            proposed: best.filter(|_| right > 0 && unanswerable > 0),
            points,
        }
    }

    /// The curve as comma-separated values, with a heading.
    pub fn csv(&self) -> String {
        let mut text = "threshold,kept,withheld\n".to_owned();
        for Point { threshold, kept, withheld } in &self.points {
            let _ = writeln!(text, "{threshold:.2},{kept:.4},{withheld:.4}");
        }
        text
    }

    /// The curve as a drawing: both shares over the threshold, the proposed one marked.
    pub fn svg(&self) -> String {
        const LEFT: f64 = 50.0;
        const TOP: f64 = 20.0;
        const WIDTH: f64 = 400.0;
        const HEIGHT: f64 = 240.0;
        let x = |share: f64| LEFT + share * WIDTH;
        let y = |share: f64| TOP + (1.0 - share) * HEIGHT;
        let line = |share: &dyn Fn(&Point) -> f64| -> String {
            let places = self.points.iter();
            places
                .map(|p| format!("{:.1},{:.1} ", x(f64::from(p.threshold)), y(share(p))))
                .collect()
        };
        let mut text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 480 320\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<rect width=\"480\" height=\"320\" fill=\"white\"/>\n"
        .to_owned();
        for tenth in (0..=10).step_by(2) {
            let share = f64::from(tenth) / 10.0;
            let _ = writeln!(
                text,
                "<path d=\"M{LEFT} {0:.1}h{WIDTH}\" stroke=\"#ddd\"/><text x=\"{1}\" y=\"{2:.1}\" \
                 text-anchor=\"end\">{share:.1}</text><text x=\"{3:.1}\" y=\"278\" \
                 text-anchor=\"middle\">{share:.1}</text>",
                y(share),
                LEFT - 6.0,
                y(share) + 4.0,
                x(share),
            );
        }
        if let Some(point) = &self.proposed {
            let at = x(f64::from(point.threshold));
            let _ = writeln!(
                text,
                "<path d=\"M{at:.1} {TOP}v{HEIGHT}\" stroke=\"#888\" stroke-dasharray=\"4 3\"/>"
            );
        }
        for (color, name, share, at) in [
            (
                "#1a6fb0",
                "right answers kept",
                &(|p: &Point| p.kept) as &dyn Fn(&Point) -> f64,
                LEFT,
            ),
            ("#b04a1a", "unanswerable withheld", &|p: &Point| p.withheld, LEFT + 200.0),
        ] {
            let _ = writeln!(
                text,
                "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" points=\"{}\"/>\
                 <text x=\"{at}\" y=\"306\" fill=\"{color}\">{name}</text>",
                line(share).trim_end(),
            );
        }
        text + "</svg>\n"
    }
}

impl fmt::Display for Thresholds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} right answers, {} unanswerable questions", self.right, self.unanswerable)?;
        if let Some(auroc) = self.auroc {
            write!(f, ", AUROC {auroc:.3}")?;
        }
        writeln!(f, "\nthreshold  kept  withheld")?;
        for point in self.points.iter().step_by(TOLD) {
            writeln!(f, "{point}")?;
        }
        write!(f, "in use:\n{}", self.in_use)?;
        match &self.proposed {
            Some(point) => write!(
                f,
                "\nproposed, of those that keep {LEAST_KEPT:.2} the one that withholds most:\n{point}"
            ),
            None => write!(f, "\nnothing can be proposed"),
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:9.2}  {:.3}  {:.3}", self.threshold, self.kept, self.withheld)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores() -> Vec<(f32, bool)> {
        let right = (0..100).map(|n| (0.2 + n as f32 * 0.008, true));
        right.chain((0..10).map(|n| (n as f32 * 0.05, false))).collect()
    }

    #[test]
    fn the_proposed_threshold_keeps_enough_and_withholds_most() {
        let thresholds = Thresholds::of(&scores(), 0.3);
        assert_eq!((thresholds.right, thresholds.unanswerable), (100, 10));
        assert_eq!(thresholds.in_use.threshold, 0.3);
        let proposed = thresholds.proposed.unwrap();
        // 0.24 keeps exactly 95 of 100; 0.21 withholds the same five of ten.
        assert!(proposed.kept >= LEAST_KEPT && proposed.kept < 1.0);
        assert_eq!((proposed.threshold, proposed.withheld), (0.21, 0.5));
        assert!(Thresholds::of(&scores()[..100], 0.3).proposed.is_none());
        assert!(Thresholds::of(&[], 0.3).proposed.is_none());
    }

    #[test]
    fn the_curve_is_written_in_full() {
        let thresholds = Thresholds::of(&scores(), 0.3);
        let csv = thresholds.csv();
        assert_eq!(csv.lines().count(), STEPS + 1);
        assert!(csv.contains("\n0.00,1.0000,0.0000\n"), "{csv}");
        let svg = thresholds.svg();
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    }
}
