//! The log of questions as a table that spreadsheets open.

use std::fmt::Write as _;

use citelight_store::LoggedPassage;

use crate::export::csv_value;

const COLUMNS: &str = "question_id,asked_at,question,found,confidence,milliseconds,rank,score,file,page,section,\
    rating,reasons,note,wrong_citations";

/// Comma-separated values as RFC 4180 has them, a line for each passage; a question without a passage has one
/// line too.
pub(crate) fn log_table(rows: &[LoggedPassage]) -> String {
    let mut out = format!("{COLUMNS}\r\n");
    for row in rows {
        let rank = row.rank.map(|rank| rank.to_string()).unwrap_or_default();
        let page = if row.page == 0 { String::new() } else { row.page.to_string() };
        let score = row.rank.map(|_| format!("{:.4}", row.score)).unwrap_or_default();
        let _ = write!(
            out,
            "{},{},{},{},{:.4},{:.0},{rank},{score},{},{page},{},{},{},{},{}\r\n",
            row.question.0,
            row.asked_at,
            csv_value(&row.text),
            if row.found { "yes" } else { "no" },
            row.confidence,
            row.milliseconds,
            csv_value(&row.file),
            csv_value(&row.section),
            row.rating,
            csv_value(&row.reasons),
            csv_value(&row.note),
            row.wrong_citations,
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use citelight_core::QuestionId;

    use super::*;

    #[test]
    fn values_keep_commas_and_quotes_and_are_never_formulas() {
        let row = LoggedPassage {
            question: QuestionId(7),
            asked_at: "2026-11-23T17:01:01Z".to_owned(),
            text: "Who signed, and “when”?".to_owned(),
            found: true,
            confidence: 0.75,
            milliseconds: 180.4,
            rank: Some(1),
            score: 1.0,
            file: "=HYPERLINK(\"x\").pdf".to_owned(),
            page: 3,
            section: String::new(),
            rating: "down".to_owned(),
            reasons: "wrong, incomplete".to_owned(),
            note: "two\nlines".to_owned(),
            wrong_citations: 0,
        };
        let table = log_table(&[row]);
        let line = table.strip_prefix(COLUMNS).unwrap().trim();
        assert_eq!(
            line,
            "7,2026-11-23T17:01:01Z,\"Who signed, and “when”?\",yes,0.7500,180,1,1.0000,\
             \"'=HYPERLINK(\"\"x\"\").pdf\",3,,down,\"wrong, incomplete\",\"two\nlines\",0"
        );
    }
}
