//! The tables of figures.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use super::super::bootstrap::{FEW, Interval};
use super::super::compare::{Change, Comparison, Difference, StageDifference};
use super::super::evaluation::{Evaluation, Figure, Row};
use super::super::judge::Stage;
use super::super::metrics::Metric;
use super::super::text::{chance, many, range, rank, rule, signed, signed_range, thousands};
use super::markup::Text;

/// All questions: a metric a row, a stage a column.
pub(super) fn stages(out: &mut String, evaluation: &Evaluation) -> fmt::Result {
    out.push_str("<section id=\"figures\" aria-labelledby=\"h-figures\">\n<h2 id=\"h-figures\">Figures</h2>\n");
    let rows: Vec<&Row> = evaluation.all().collect();
    if rows.is_empty() {
        out.push_str("<p>No question could be judged.</p>\n</section>\n");
        return Ok(());
    }
    writeln!(
        out,
        "<p>{} Each mean stands with its 95 % interval.</p>",
        rule(&evaluation.options.judging)
    )?;
    out.push_str("<table class=\"figures\">\n<caption>All questions, by stage of the search</caption>\n<thead><tr><th scope=\"col\">Metric</th>");
    for row in &rows {
        write!(
            out,
            "<th scope=\"col\">{}<small>n = {}</small></th>",
            capital(row.stage.name()),
            row.questions
        )?;
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (at, metric) in Metric::ALL.iter().enumerate() {
        write!(out, "<tr><th scope=\"row\">{}</th>", metric.name())?;
        for row in &rows {
            figure(out, &row.figures[at])?;
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</section>\n");
    Ok(())
}

/// Every kind of questions: a table a stage, the last one first.
pub(super) fn kinds(out: &mut String, evaluation: &Evaluation) -> fmt::Result {
    let rows: Vec<&Row> = evaluation.rows.iter().filter(|row| row.kind.is_some()).collect();
    let stages: BTreeSet<Stage> = rows.iter().map(|row| row.stage).collect();
    if stages.is_empty() {
        return Ok(());
    }
    out.push_str("<section id=\"kinds\" aria-labelledby=\"h-kinds\">\n<h2 id=\"h-kinds\">By kind of question</h2>\n");
    for stage in stages.into_iter().rev() {
        let name = capital(stage.name());
        write!(
            out,
            "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{name}, by kind\">\n\
             <table>\n<caption>{name}</caption>\n<thead><tr><th scope=\"col\">Kind</th>\
             <th scope=\"col\"><abbr title=\"questions\">n</abbr></th>"
        )?;
        for metric in Metric::ALL {
            write!(out, "<th scope=\"col\">{}</th>", metric.name())?;
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for row in rows.iter().filter(|row| row.stage == stage) {
            let kind = Text(row.kind.as_deref().unwrap_or_default());
            let count = row.questions;
            write!(out, "<tr><th scope=\"row\" dir=\"auto\">{kind}</th><td>{count}</td>")?;
            row.figures.iter().try_for_each(|f| figure(out, f))?;
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody>\n</table>\n</div>\n");
    }
    out.push_str("</section>\n");
    Ok(())
}

fn figure(out: &mut String, figure: &Figure) -> fmt::Result {
    let Figure { value, interval, .. } = figure;
    let Interval { low, high } = *interval;
    write!(
        out,
        "<td>{value:.3}<small>{}</small><span class=\"bar\" aria-hidden=\"true\" \
         style=\"--low:{low:.3};--high:{high:.3};--mean:{value:.3}\"><i></i><b></b></span></td>",
        range(low, high),
    )
}

/// Two settings: what they are worth, and which questions moved.
pub(super) fn comparison(out: &mut String, comparison: &Comparison) -> fmt::Result {
    let (before, after) = (Text(&comparison.before), Text(&comparison.after));
    write!(
        out,
        "<section id=\"comparison\" aria-labelledby=\"h-comparison\">\n\
         <h2 id=\"h-comparison\">Comparison</h2>\n<p>From <bdi>“{before}”</bdi> to <bdi>“{after}”</bdi>, {}",
        many(comparison.questions, "question")
    )?;
    match comparison.unpaired {
        0 => out.push_str(".</p>\n"),
        some => writeln!(out, "; {} only one of them answered for.</p>", many(some, "question"))?,
    }
    // What people were shown comes first.
    comparison.stages.iter().rev().try_for_each(|stage| differences(out, comparison, stage))?;
    for (title, changes) in [("Better", &comparison.better), ("Worse", &comparison.worse)] {
        writeln!(out, "<h3>{title}: {}</h3>", many(changes.len(), "question"))?;
        if !changes.is_empty() {
            moved(out, title, comparison, changes)?;
        }
    }
    out.push_str("</section>\n");
    Ok(())
}

fn differences(out: &mut String, of: &Comparison, stage: &StageDifference) -> fmt::Result {
    let name = stage.stage.map_or("Last stage of each".to_owned(), |stage| capital(stage.name()));
    writeln!(
        out,
        "<table class=\"figures differences\">\n<caption>{name}, {}</caption>\n<thead><tr>\
         <th scope=\"col\">Metric</th><th scope=\"col\"><bdi>{}</bdi></th>\
         <th scope=\"col\"><bdi>{}</bdi></th><th scope=\"col\">Difference</th>\
         <th scope=\"col\"><i>p</i></th></tr></thead>\n<tbody>",
        many(stage.questions, "question"),
        Text(&of.before),
        Text(&of.after)
    )?;
    for d in &stage.differences {
        let Difference { metric, before, after, difference, interval, p } = d;
        // Colour only where the interval leaves zero out, and never alone: the sign is there.
        let class = match (interval.low > 0.0, interval.high < 0.0) {
            (true, _) => " class=\"good\"",
            (_, true) => " class=\"bad\"",
            _ => "",
        };
        writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{before:.3}</td><td>{after:.3}</td>\
             <td{class}>{}<small>{}</small></td><td>{}</td></tr>",
            metric.name(),
            signed(*difference),
            signed_range(interval.low, interval.high),
            Text(&chance(*p))
        )?;
    }
    out.push_str("</tbody>\n</table>\n");
    Ok(())
}

fn moved(out: &mut String, title: &str, of: &Comparison, changes: &[Change]) -> fmt::Result {
    writeln!(
        out,
        "<table class=\"moved\">\n<caption>{title}: rank of the first right result</caption>\n<thead><tr>\
         <th scope=\"col\">Question</th><th scope=\"col\"><bdi>{}</bdi></th>\
         <th scope=\"col\"><bdi>{}</bdi></th></tr></thead>\n<tbody>",
        Text(&of.before),
        Text(&of.after)
    )?;
    for change in changes {
        let id = change.id.as_deref().map_or(String::new(), |id| format!(" · {}", Text(id)));
        writeln!(
            out,
            "<tr><th scope=\"row\"><span dir=\"auto\">{}</span><small>line {}{id}</small></th>\
             <td>{}</td><td>{}</td></tr>",
            Text(&change.question),
            change.line,
            rank(change.before),
            rank(change.after)
        )?;
    }
    out.push_str("</tbody>\n</table>\n");
    Ok(())
}

/// How the figures were made.
pub(super) fn method(out: &mut String, evaluation: &Evaluation) -> fmt::Result {
    writeln!(
        out,
        "<section id=\"method\" aria-labelledby=\"h-method\">\n<h2 id=\"h-method\">Method</h2>\n\
         <p><b>Hit@k</b> is the share of questions with a right result among the first k. <b>MRR@10</b> \
         is the mean of one divided by the rank of the first right result. <b>nDCG@10</b> adds up right \
         results, each discounted by the logarithm of its rank, as a share of what the ideal order \
         gives. <b>Recall@k</b> is the share of expected pages that the first k results show. An \
         expected page counts once.</p>\n\
         <p>The 95 % intervals are expanded percentiles of {} resamples of the documents, each with its \
         questions. Of fewer than {FEW} documents the questions are resampled: what is then in the \
         interval is the chance of other questions, not of other documents. Where all questions agree \
         there is no interval (–), which does not say that others would agree too. Differences are of \
         the same questions in both settings, <i>p</i> of a two-sided permutation test.</p>\n</section>",
        thousands(evaluation.options.bootstrap.resamples)
    )
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
