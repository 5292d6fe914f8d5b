//! Every miss: what was asked, what was expected, what came instead.

use std::fmt::{self, Write};

use super::super::evaluation::{Evaluation, Miss};
use super::super::judge::Found;
use super::super::questions::{Gold, key, same_file};
use super::super::text::{many, short};
use super::Picture;
use super::markup::{DataUri, Text};

/// Characters of a result, and of expected words, that are shown.
const EXCERPT: usize = 360;

/// Pictures that are in the file, each with the line of the question that it stands at.
struct Drawn<'a> {
    pictures: Vec<(&'a Gold, usize)>,
    most: usize,
    left_out: usize,
    draw: &'a mut dyn FnMut(&Gold) -> Option<Picture>,
}

pub(super) fn misses(
    out: &mut String,
    most: usize,
    evaluation: &Evaluation,
    draw: &mut dyn FnMut(&Gold) -> Option<Picture>,
) -> fmt::Result {
    let misses = &evaluation.misses;
    let mut drawn = Drawn { pictures: Vec::new(), most, left_out: 0, draw };
    let mut articles = String::new();
    misses.iter().try_for_each(|miss| article(&mut articles, miss, &mut drawn))?;
    writeln!(
        out,
        "<section id=\"misses\" aria-labelledby=\"h-misses\">\n<h2 id=\"h-misses\">Misses</h2>\n\
         <p>{} of {}: none of the first {} results is right.",
        misses.len(),
        many(evaluation.counts.judged, "question"),
        evaluation.options.miss_at
    )?;
    if drawn.left_out > 0 {
        let pages = many(drawn.left_out, "expected page");
        writeln!(out, "To keep the file small, {pages} without a picture.")?;
    }
    write!(out, "</p>\n{articles}</section>\n")
}

fn article<'a>(out: &mut String, miss: &'a Miss, drawn: &mut Drawn<'a>) -> fmt::Result {
    let question = &miss.question;
    let line = question.line;
    write!(
        out,
        "<article id=\"line-{line}\">\n<h3 dir=\"auto\">{}</h3>\n<p class=\"quiet\">Line {line}",
        Text(&question.question)
    )?;
    for more in [&question.id, &question.kind].into_iter().flatten() {
        write!(out, " · <bdi>{}</bdi>", Text(more))?;
    }
    match miss.rank {
        Some(rank) => write!(out, " · first right result at rank {rank}")?,
        None => out.push_str(" · no right result"),
    }
    out.push_str("</p>\n<div class=\"sides\">\n<div class=\"expected\">\n<h4>Expected</h4>\n");
    if let Some(answer) = &question.answer {
        writeln!(out, "<p class=\"answer\" dir=\"auto\">{}</p>", Text(&short(answer, EXCERPT)))?;
    }
    question.gold.iter().try_for_each(|gold| expected(out, gold, line, drawn))?;
    out.push_str("</div>\n<div class=\"instead\">\n<h4>Came instead</h4>\n");
    if miss.instead.is_empty() {
        out.push_str("<p class=\"quiet\">Nothing was found.</p>\n");
    } else {
        out.push_str("<ol>\n");
        for (found, rank) in miss.instead.iter().zip(1..) {
            result(out, found, miss, rank)?;
        }
        out.push_str("</ol>\n");
    }
    out.push_str("</div>\n</div>\n</article>\n");
    Ok(())
}

fn expected<'a>(
    out: &mut String,
    gold: &'a Gold,
    line: usize,
    drawn: &mut Drawn<'a>,
) -> fmt::Result {
    write!(
        out,
        "<figure>\n<figcaption><b><bdi>{}</bdi></b>, page {}",
        Text(&gold.document),
        gold.page
    )?;
    if !gold.alt_pages.is_empty() {
        let others: Vec<String> = gold.alt_pages.iter().map(ToString::to_string).collect();
        write!(out, " (the same stands on {})", others.join(", "))?;
    }
    out.push_str("</figcaption>\n");
    let same = |(old, _): &&(&Gold, usize)| {
        let place = |gold: &Gold| (key(&gold.document), gold.page);
        place(old) == place(gold) && old.boxes == gold.boxes && old.text == gold.text
    };
    let mut words = gold.text.as_ref().map(|text| {
        let text = short(text, EXCERPT);
        format!("<blockquote dir=\"auto\">{}</blockquote>\n", Text(&text))
    });
    if let Some((_, at)) = drawn.pictures.iter().find(same) {
        writeln!(out, "<p class=\"quiet\"><a href=\"#line-{at}\">Shown at line {at}</a></p>")?;
    } else if drawn.pictures.len() >= drawn.most {
        drawn.left_out += 1;
    } else if let Some(picture) = (drawn.draw)(gold) {
        drawn.pictures.push((gold, line));
        writeln!(
            out,
            "<img src=\"{}\" width=\"{}\" height=\"{}\" alt=\"Page {} of {}, what was expected marked\">",
            DataUri(&picture),
            picture.width_px,
            picture.height_px,
            gold.page,
            Text(&gold.document)
        )?;
        // The picture shows them marked; they are there for those who cannot see it.
        words = words.map(|w| format!("<details><summary>Words</summary>\n{w}</details>\n"));
    }
    out.push_str(&words.unwrap_or_default());
    out.push_str("</figure>\n");
    Ok(())
}

fn result(out: &mut String, found: &Found, miss: &Miss, rank: usize) -> fmt::Result {
    let pages: Vec<String> = found.pages.iter().map(ToString::to_string).collect();
    let word = if pages.len() == 1 { "page" } else { "pages" };
    write!(
        out,
        "<li>\n<p class=\"where\"><b><bdi>{}</bdi></b>, {word} {}",
        Text(&found.document),
        pages.join(", ")
    )?;
    let gold = &miss.question.gold;
    if miss.rank == Some(rank) {
        out.push_str(" <span class=\"tag\">right</span>");
    } else if miss.question.documents.len() != 1
        && gold.iter().any(|gold| same_file(&gold.document, &found.document))
    {
        out.push_str(" <span class=\"tag\">expected document</span>");
    }
    writeln!(out, " <span class=\"score\">score {:.3}</span></p>", found.score)?;
    if !found.section.is_empty() {
        writeln!(out, "<p class=\"section\" dir=\"auto\">{}</p>", Text(&found.section))?;
    }
    writeln!(
        out,
        "<p class=\"text\" dir=\"auto\">{}</p>\n</li>",
        Text(&short(&found.text, EXCERPT))
    )
}

/// Questions that could not be asked, where there are any.
pub(super) fn unasked(out: &mut String, evaluation: &Evaluation) -> fmt::Result {
    if evaluation.unasked.is_empty() {
        return Ok(());
    }
    out.push_str(
        "<section id=\"unasked\" aria-labelledby=\"h-unasked\">\n<h2 id=\"h-unasked\">Not asked</h2>\n\
         <table class=\"moved\">\n<caption>Questions that are in no figure</caption>\n<thead><tr>\
         <th scope=\"col\">Question</th><th scope=\"col\">Why</th></tr></thead>\n<tbody>\n",
    );
    for unasked in &evaluation.unasked {
        writeln!(
            out,
            "<tr><th scope=\"row\"><span dir=\"auto\">{}</span><small>line {}</small></th>\
             <td class=\"why\" dir=\"auto\">{}</td></tr>",
            Text(&unasked.question),
            unasked.line,
            Text(&unasked.problem)
        )?;
    }
    out.push_str("</tbody>\n</table>\n</section>\n");
    Ok(())
}
