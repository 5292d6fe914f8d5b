//! From a question to its figure, on tables that stand for statements.

use citelight_core::{
    Cell, Interpretation, PageNumber, Period, PeriodValue, QuestionKind, Rect, RowKind, Span,
    Table, TableRow, UnitKind, UnitMention, When, YearPart,
};

use crate::{
    Calculated, DocumentTables, Fiscal, Measures, Refusal, Request, Sheet, Source, calculate, read,
    written,
};

/// Tables, written one after the other: rows of cells parted by "|", the first row the heading, a line
/// without bars the title.
pub(crate) fn tables(text: &str) -> DocumentTables {
    let measures = Measures::builtin();
    let mut sheets = Vec::new();
    let mut at = 0;
    let fiscal = Fiscal { offset: 0, end_month: Some(12) };
    for part in text.split("\n\n") {
        let mut rows = Vec::new();
        let mut caption = None;
        let mut line_at = at;
        for line in part.lines() {
            let start = u32::try_from(line_at).unwrap();
            if line.contains('|') {
                let mut cell_at = line_at;
                let mut cells = Vec::new();
                for (column, cell) in line.split('|').enumerate() {
                    let from = u32::try_from(cell_at).unwrap();
                    let span = Span::new(from, from + u32::try_from(cell.len()).unwrap());
                    cell_at += cell.len() + 1;
                    if !cell.trim().is_empty() {
                        cells.push(Cell {
                            column: u32::try_from(column).unwrap(),
                            columns: 1,
                            spans: vec![span],
                            page: PageNumber::FIRST,
                            rect: Rect { x0: 0.0, y0: 0.0, x1: 1.0, y1: 1.0 },
                        });
                    }
                }
                let kind = if rows.is_empty() { RowKind::Header } else { RowKind::Body };
                rows.push(TableRow { kind, indent: 0, cells });
            } else {
                caption = Some(Span::new(start, start + u32::try_from(line.len()).unwrap()));
            }
            line_at += line.len() + 1;
        }
        let end = u32::try_from(at + part.len()).unwrap();
        let table = Table {
            id: u32::try_from(sheets.len()).unwrap(),
            span: Span::new(u32::try_from(at).unwrap(), end),
            columns: 3,
            label_columns: 1,
            rows,
            caption,
            units: None,
        };
        sheets.extend(Sheet::read(&Source {
            table: &table,
            text,
            section: "",
            fiscal,
            dollars: "USD",
        }));
        at += part.len() + 2;
    }
    DocumentTables::new(sheets, fiscal, &measures)
}

const REPORT: &str = "\
Consolidated balance sheets (in millions)
|2022|2021
Cash and cash equivalents|100|80
Accounts receivable, net|50|40
Inventories|30|10
Total current assets|200|150
Total assets|1,000|900
Total current liabilities|100|—
Retained earnings|10|5

Consolidated statements of income (in millions, except per share amounts)
|2022|2021
Total revenues|500|400
Cost of sales|(300)|(240)
Operating income|60|50
Net income|41|30
Diluted earnings per share|1.25|0.91

Consolidated statements of cash flows (in millions)
|2022|2021
Net cash provided by operating activities|90|70
Accounts payable|7|(3)
Depreciation and amortization|15|12
Net cash used in investing activities|(20)|(10)
Net cash used in financing activities|(5)|(4)
Capital expenditures|(25)|(20)

Equity method investees (in millions)
|2022|2021
Total revenues|9,000|8,000
Inventories|400|300";

fn request(question: &str) -> Request {
    let mut asked = Interpretation { kind: QuestionKind::Number, ..Interpretation::default() };
    for (at, _) in question.match_indices("FY20") {
        let year = question[at + 2..at + 6].parse().unwrap();
        let at = u32::try_from(at).unwrap();
        let value = PeriodValue::One(When { year: Some(year), part: YearPart::Whole });
        let found = citelight_core::Found {
            key: format!("period:{year}"),
            label: String::new(),
            spans: vec![Span::new(at, at + 6)],
        };
        asked.periods.push(Period { found, value, fiscal: true });
    }
    if question.contains("percent") {
        asked.units.push(UnitMention {
            found: citelight_core::Found {
                key: "unit:%".into(),
                label: "%".into(),
                spans: Vec::new(),
            },
            kind: UnitKind::Share,
            unit: "%".into(),
        });
    }
    let rounded = [("one decimal", 1), ("two decimals", 2), ("three decimals", 3)];
    asked.decimals = rounded.iter().find(|(said, _)| question.contains(said)).map(|(_, n)| *n);
    read(question, &asked, &Measures::builtin(), &["ACME_2022.pdf"])
        .unwrap_or_else(|| panic!("{question}"))
}

fn answer(question: &str) -> Result<(Calculated, String), Refusal> {
    let request = request(question);
    let calculated =
        calculate(&request.expr, &tables(REPORT), &Measures::builtin(), &[], request.months)?;
    let text = written(&calculated, &request, 6).text;
    Ok((calculated, text))
}

#[test]
fn lines_and_formulas_have_their_figures() {
    for (question, expected) in [
        ("What is the FY2022 revenue of Acme?", "500"),
        ("what is acme's revenue for FY2022?", "500"),
        ("what is the revenue for acme in FY2022?", "500"),
        ("What is Acme's year end FY2021 inventory?", "10"),
        ("What is the FY2022 capital expenditure of Acme?", "25"),
        ("What is the FY2022 diluted EPS of Acme?", "1.25"),
        ("What is the FY2022 gross profit of Acme?", "200"),
        ("What is Acme's quick ratio for FY2022? Round to two decimal places.", "1.50"),
        (
            "What is the FY2022 inventory turnover? Inventory turnover is defined as: FY2022 COGS / (average inventory between FY2021 and FY2022).",
            "15.00",
        ),
        ("What is the FY2022 unadjusted EBITDA margin in percent?", "15.0"),
        ("What is capex as a percent of revenue for FY2022?", "5.0"),
        ("What is the growth of revenue for FY2022 in percent?", "25.0"),
        ("What is the FY2022 change in net income?", "11"),
        (
            "What is the FY2022 free cash flow? Define free cash flow as cash from operations less capex.",
            "65",
        ),
        ("What is the sum of inventories and accounts receivable in FY2022?", "80"),
        ("What is cash to total assets in FY2022? Round to two decimal places.", "0.10"),
        ("What is net income to average total assets in FY2022? Round to three decimals.", "0.043"),
        (
            "What is the FY2022 liquid capital, defined as total current assets less inventories?",
            "170",
        ),
        (
            "What is buffer to burn in FY2022, taking buffer as cash plus inventories, and burn as capex? Round to one decimal.",
            "5.2",
        ),
    ] {
        let (_, text) = answer(question).unwrap_or_else(|why| panic!("{question}: {why}"));
        assert_eq!(text, expected, "{question}");
    }
}

#[test]
fn what_is_missing_or_impossible_is_said() {
    let refused = |question: &str| answer(question).unwrap_err().to_string();
    // The cash flow statement has a line of that name, which says a change.
    assert!(refused("What is the FY2022 days payable outstanding?").contains("accounts payable"));
    assert!(refused("What is the current ratio for FY2021?").contains("is zero"));
    assert!(refused("What is the FY2019 working capital?").contains("2019"));
    let mixed = refused("What is the mix for FY2022? Define mix as total assets + gross margin.");
    assert!(mixed.contains("do not count the same"), "{mixed}");
}

#[test]
fn every_cell_of_a_formula_is_an_operand_once() {
    let question = "What is Acme's FY2022 return on assets?";
    let (calculated, _) = answer(question).unwrap();
    let names: Vec<_> =
        calculated.operands.iter().map(|o| (o.name.as_str(), o.when.year)).collect();
    assert_eq!(
        names,
        [("net income", Some(2022)), ("total assets", Some(2021)), ("total assets", Some(2022))]
    );
    assert_eq!(
        calculated.formula,
        "net income 2022 / average(total assets 2021, total assets 2022)"
    );
}

/// The example of docs/trades.md.
#[test]
fn a_second_trade_has_its_figures() {
    let text = include_str!("../../../docs/trades.md");
    let example = text.split("```toml").nth(1).unwrap().split("```").next().unwrap();
    let mut trades = citelight_trades::Trades::builtin();
    assert_eq!(trades.add("insurance.toml", example), []);
    let (measures, errors) = Measures::from_trades(&trades);
    assert_eq!(errors, []);
    let account = "Technical Account (in millions)\n|2022|2021\nPremiums written|110|100\n\
                   Net premiums earned|100|90\nClaims incurred|(60)|(50)\n\
                   Underwriting expenses|(35)|(30)\nUnderwriting result|5|10";
    let sheets = tables(account).sheets;
    let tables = DocumentTables::new(sheets, Fiscal { offset: 0, end_month: Some(12) }, &measures);
    let asked = Interpretation { kind: QuestionKind::Number, ..Interpretation::default() };
    let question = "What is the combined ratio?";
    let request = read(question, &asked, &measures, &[]).unwrap();
    let calculated = calculate(&request.expr, &tables, &measures, &[], None).unwrap();
    assert_eq!(written(&calculated, &request, 6).text, "95.0");
    assert_eq!(calculated.operands.len(), 3);
}

#[test]
fn of_a_company_and_its_parts_the_whole_is_meant() {
    let figure = |text: &str| {
        let (tables, measures) = (tables(text), Measures::builtin());
        let request = request("What was Acme's net income in FY2022?");
        calculate(&request.expr, &tables, &measures, &[], None).map(|made| made.value)
    };
    let whole = "Group\n|2022|2021\nNet income|90|80";
    let parts = "North\n|2022|2021\nNet income|50|40\n\nSouth\n|2022|2021\nNet income|40|40";
    assert_eq!(figure(&format!("{whole}\n\n{parts}")).unwrap(), 90.into());
    assert!(figure(&format!("{parts}\n\n{whole}")).is_err(), "the whole comes first");
    assert!(figure(parts).is_err(), "the larger part is no whole");
}

#[test]
fn the_name_of_a_statement_may_stand_over_its_labels() {
    let text = "Consolidated statements of income (in millions), first years\n|2012|2011\n\
                Total revenues|100|90\nCost of sales|(60)|(50)\nOperating income|20|19\nNet income|9|8\n\n\
                Consolidated statements of income (in millions)|2022|2021\n\
                Total revenues|500|400\nCost of sales|(300)|(240)\nOperating income|60|50\nNet income|41|30\n\n\
                Effect of hedges (in millions)\n|2022|2021\nTotal revenues|52|14\nCost of sales|32|39";
    let (tables, measures) = (tables(text), Measures::builtin());
    let request = request("What was Acme's revenue in FY2022?");
    let calculated = calculate(&request.expr, &tables, &measures, &[], None).unwrap();
    assert_eq!(calculated.value, 500_000_000.into());
}
