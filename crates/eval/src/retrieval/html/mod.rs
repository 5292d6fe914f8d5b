//! The report as one HTML file that needs nothing else: style and pictures lie in it, and it runs no
//! script and loads nothing, which its own policy forbids besides.
//!
//! Refuses: drawing. The caller hands over a picture of an expected page, with what is expected
//! marked on it.

mod figures;
mod markup;
mod misses;

use std::fmt::{self, Write};

use super::compare::Comparison;
use super::evaluation::{Evaluation, Row};
use super::metrics::Metric;
use super::questions::Gold;
use super::text::{many, range};
use markup::Text;

const STYLE: &str = include_str!("style.css");

/// What stands at the head of the report.
#[derive(Debug, Clone, Copy)]
pub struct Header<'a> {
    /// The library that was asked.
    pub library: &'a str,
    /// The file of questions.
    pub file: &'a str,
    /// When, as people write it.
    pub date: &'a str,
    /// The settings of the search, each with its name.
    pub settings: &'a [(String, String)],
    /// Pictures in the file at most; misses after them are shown without.
    pub max_pictures: usize,
}

/// A picture of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// How it is encoded.
    pub kind: PictureKind,
    /// The encoded picture.
    pub bytes: Vec<u8>,
    /// Width in pixels.
    pub width_px: u32,
    /// Height in pixels.
    pub height_px: u32,
}

/// How a picture is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
}

/// The report. `picture` is asked for the page of an expected place, once for each place; `None`
/// where it cannot be drawn.
pub fn html(
    header: &Header<'_>,
    evaluation: &Evaluation,
    comparison: Option<&Comparison>,
    picture: &mut dyn FnMut(&Gold) -> Option<Picture>,
) -> String {
    let mut out = String::new();
    // A string takes whatever is written.
    let _ = page(&mut out, header, evaluation, comparison, picture);
    out
}

fn page(
    out: &mut String,
    header: &Header<'_>,
    evaluation: &Evaluation,
    comparison: Option<&Comparison>,
    picture: &mut dyn FnMut(&Gold) -> Option<Picture>,
) -> fmt::Result {
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Retrieval: {}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        Text(header.library)
    )?;
    head(out, header, evaluation, comparison)?;
    out.push_str("<main>\n");
    figures::stages(out, evaluation)?;
    figures::kinds(out, evaluation)?;
    if let Some(comparison) = comparison {
        figures::comparison(out, comparison)?;
    }
    misses::misses(out, header.max_pictures, evaluation, picture)?;
    misses::unasked(out, evaluation)?;
    figures::method(out, evaluation)?;
    out.push_str("</main>\n</body>\n</html>\n");
    Ok(())
}

fn head(
    out: &mut String,
    header: &Header<'_>,
    evaluation: &Evaluation,
    comparison: Option<&Comparison>,
) -> fmt::Result {
    let counts = &evaluation.counts;
    writeln!(
        out,
        "<header>\n<p class=\"over\">Retrieval report</p>\n<h1 dir=\"auto\">{}</h1>\n\
         <p class=\"lead\">{} on {}, from <bdi>{}</bdi>. {}.</p>",
        Text(header.library),
        many(counts.judged, "question"),
        many(counts.documents, "document"),
        Text(header.file),
        Text(header.date),
    )?;
    for (count, why) in [
        (counts.without_truth, "left out: nothing answers them, or no page is named that does"),
        (counts.unasked, "not asked; see the end"),
    ] {
        if count > 0 {
            writeln!(out, "<p class=\"quiet\">{} {why}.</p>", many(count, "more question"))?;
        }
    }
    if let Some(last) = evaluation.all().last() {
        tiles(out, last, evaluation)?;
    }
    out.push_str("<nav aria-label=\"Parts of the report\"><ul>\n");
    let misses = format!("Misses ({})", counts.misses);
    let unasked = format!("Not asked ({})", counts.unasked);
    for (there, id, name) in [
        (true, "figures", "Figures"),
        (evaluation.rows.iter().any(|row| row.kind.is_some()), "kinds", "By kind"),
        (comparison.is_some(), "comparison", "Comparison"),
        (true, "misses", misses.as_str()),
        (counts.unasked > 0, "unasked", unasked.as_str()),
        (true, "method", "Method"),
    ] {
        if there {
            writeln!(out, "<li><a href=\"#{id}\">{name}</a></li>")?;
        }
    }
    out.push_str("</ul></nav>\n");
    if !header.settings.is_empty() {
        out.push_str("<dl class=\"settings\">\n");
        for (name, value) in header.settings {
            writeln!(
                out,
                "<div><dt>{}</dt><dd dir=\"auto\">{}</dd></div>",
                Text(name),
                Text(value)
            )?;
        }
        out.push_str("</dl>\n");
    }
    out.push_str("</header>\n");
    Ok(())
}

/// The figures that people ask for first, of the last stage.
fn tiles(out: &mut String, last: &Row, evaluation: &Evaluation) -> fmt::Result {
    out.push_str("<ul class=\"tiles\">\n");
    for (metric, says) in [
        (Metric::Hit1, "first result right"),
        (Metric::Hit5, "right among the first five"),
        (Metric::Mrr10, "mean reciprocal rank"),
    ] {
        if let Some(figure) = last.figures.iter().find(|f| f.metric == metric) {
            writeln!(
                out,
                "<li><span class=\"name\">{}</span><strong>{:.3}</strong>\
                 <span class=\"quiet\">{}</span><span class=\"says\">{says}</span></li>",
                metric.name(),
                figure.value,
                range(figure.interval.low, figure.interval.high)
            )?;
        }
    }
    writeln!(
        out,
        "<li><span class=\"name\">Missed</span><strong>{}</strong><span class=\"quiet\">of {}</span>\
         <span class=\"says\">none right among the first {}</span></li>\n</ul>",
        evaluation.counts.misses, evaluation.counts.judged, evaluation.options.miss_at
    )
}

#[cfg(test)]
mod tests;
