//! Owns how measures are made of trades, and what is wrong with a measure where all are known: its
//! statement and its formulas.

use citelight_core::{PeriodValue, When, YearPart};
use citelight_trades::{self as trades, TradeError, Trades, name_key};

use crate::formula::Grammar;
use crate::label::Key;
use crate::measures::{Measure, Measures, Statement};
use crate::request::lines;

/// A formula may take several years together, which needs one to count from; any will do.
const YEAR: When = When { year: Some(2000), part: YearPart::Whole };

impl Measures {
    /// What comes with the program.
    pub fn builtin() -> Measures {
        Measures::from_trades(&Trades::builtin()).0
    }

    /// Statements and measures of trades, and what is wrong with measures, each of which is left out.
    pub fn from_trades(trades: &Trades) -> (Measures, Vec<TradeError>) {
        let mut sound: Vec<&trades::Measure> = trades.measures.iter().collect();
        let mut errors = Vec::new();
        // A measure that is left out may be missed by others, or leave its name to the program's own.
        loop {
            let measures = Measures::of(&trades.statements, &sound, &trades.other_tables);
            let before = errors.len();
            sound.retain(|entry| {
                let wrong = measures.mistake(entry);
                let is_sound = wrong.is_none();
                errors.extend(wrong);
                is_sound
            });
            if errors.len() == before {
                return (measures, errors);
            }
        }
    }

    /// Of several measures of one name the last is taken.
    fn of(
        statements: &[trades::Statement],
        measures: &[&trades::Measure],
        other_tables: &[String],
    ) -> Measures {
        let keys = |names: &[String]| names.iter().map(|name| Key::of(name)).collect();
        let lower = |titles: &[String]| titles.iter().map(|title| title.to_lowercase()).collect();
        let is_last = |at: usize| {
            let name = name_key(&measures[at].asked[0]);
            measures[at + 1..].iter().all(|later| name_key(&later.asked[0]) != name)
        };
        let measure = |entry: &trades::Measure| Measure {
            name: entry.asked[0].clone(),
            asked: keys(&entry.asked),
            rows: keys(&entry.rows),
            never: keys(&entry.never),
            statement: entry.statement.as_ref().and_then(|wanted| {
                let wanted = name_key(&wanted.text);
                statements.iter().position(|known| name_key(&known.name) == wanted)
            }),
            formulas: entry.formulas.iter().map(|formula| formula.text.clone()).collect(),
            percent: entry.percent,
            magnitude: entry.magnitude,
            verbs: keys(&entry.verbs),
            rule: entry.rule.clone(),
            judged: keys(&entry.judged),
        };
        Measures {
            statements: statements
                .iter()
                .map(|entry| Statement {
                    name: entry.name.clone(),
                    asked: keys(&entry.asked),
                    titles: lower(&entry.titles),
                    rows: keys(&entry.rows),
                    changes: entry.changes,
                })
                .collect(),
            measures: (0..measures.len())
                .filter(|at| is_last(*at))
                .map(|at| measure(measures[at]))
                .collect(),
            other_tables: lower(other_tables),
        }
    }

    /// What is wrong with a measure beside these.
    fn mistake(&self, entry: &trades::Measure) -> Option<TradeError> {
        if let Some(wanted) = &entry.statement {
            let known: Vec<&str> =
                self.statements.iter().map(|known| known.name.as_str()).collect();
            if !known.iter().any(|name| name_key(name) == name_key(&wanted.text)) {
                let message = format!("There is no statement “{}”.", wanted.text);
                let hint =
                    format!("Describe it in a [[statement]], or take one of {}.", known.join(", "));
                return Some(TradeError::new(&wanted.place, message, hint));
            }
        }
        entry.formulas.iter().find_map(|formula| {
            let (message, hint) = self.formula_mistake(entry, &formula.text)?;
            Some(TradeError::new(&formula.place, message, hint))
        })
    }

    /// What is wrong with a formula, and the way out.
    fn formula_mistake(&self, entry: &trades::Measure, formula: &str) -> Option<(String, String)> {
        let Some(expr) = Grammar::of(self).read(formula, Some(PeriodValue::One(YEAR))) else {
            return Some((
                format!("The formula “{formula}” cannot be read."),
                "Write names of measures and numbers with + - * / and brackets between them."
                    .into(),
            ));
        };
        let mut named = Vec::new();
        lines(&expr, &mut named);
        if named.is_empty() {
            return Some((
                format!("The formula “{formula}” names no measure."),
                "A figure is made of others: write one of their names into it.".into(),
            ));
        }
        let own = name_key(&entry.asked[0]);
        named.iter().find_map(|line| match line.measure {
            None => Some((
                format!("In “{formula}”, “{}” is the name of no measure.", line.phrase),
                "Describe it in a [[measure]], or write one of the names in `asked` of another."
                    .into(),
            )),
            Some(at) if name_key(&self.measures[at].name) == own => Some((
                format!("The formula “{formula}” holds the measure that it makes."),
                "Take it out; what stands in a table belongs in `rows`.".into(),
            )),
            Some(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    fn with(text: &str) -> (Measures, Vec<TradeError>) {
        let mut trades = Trades::builtin();
        assert_eq!(trades.add("own.toml", text), []);
        Measures::from_trades(&trades)
    }

    #[test]
    fn the_programs_own_measures_are_sound() {
        let (measures, errors) = Measures::from_trades(&Trades::builtin());
        assert_eq!(errors, []);
        for measure in &measures.measures {
            assert!(measure.asked.iter().all(|name| !name.is_empty()), "{}", measure.name);
            assert!(!(measure.rows.is_empty() && measure.formulas.is_empty()), "{}", measure.name);
        }
        // A person's measure of the same name may have fewer other names.
        for formula in measures.measures.iter().flat_map(|measure| &measure.formulas) {
            let mut named = Vec::new();
            let expr = Grammar::of(&measures).read(formula, None).unwrap();
            lines(&expr, &mut named);
            for line in named {
                assert!(
                    formula.contains(&measures.measures[line.measure.unwrap()].name),
                    "{formula}"
                );
            }
        }
    }

    #[test]
    fn a_mistake_is_said_with_its_line_and_its_measure_left_out() {
        for (line, message) in [
            ("statement = 'ledger'", "There is no statement “ledger”."),
            ("formulas = ['revenue * (1 + 2']", "The formula “revenue * (1 + 2” cannot be read."),
            ("formulas = ['revenue /']", "The formula “revenue /” cannot be read."),
            ("formulas = ['365']", "The formula “365” names no measure."),
            (
                "formulas = ['revenue', 'revenue / clams']",
                "In “revenue / clams”, “clam” is the name of no measure.",
            ),
            (
                "formulas = ['own name / revenue']",
                "The formula “own name / revenue” holds the measure that it makes.",
            ),
        ] {
            let text = format!("[[measure]]\nasked = ['own name']\nrows = ['x']\n{line}\n");
            let (measures, errors) = with(&text);
            let said: Vec<_> = errors.iter().map(|e| (e.line, e.message.as_str())).collect();
            assert_eq!(said, [(Some(4), message)]);
            assert!(measures.measures.iter().all(|measure| measure.name != "own name"));
        }
    }

    #[test]
    fn a_persons_measure_stands_for_the_programs_own_unless_it_is_wrong() {
        let ebitda = |text: &str| {
            let (measures, _) = with(text);
            let all = measures.measures.into_iter().filter(|measure| measure.name == "ebitda");
            all.map(|measure| measure.formulas[0].clone()).collect::<Vec<_>>()
        };
        let own =
            |formula: &str| format!("[[measure]]\nasked = ['ebitda']\nformulas = ['{formula}']");
        assert_eq!(ebitda(&own("net income + depreciation")), ["net income + depreciation"]);
        assert_eq!(
            ebitda(&own("net income +")),
            ["operating income + depreciation and amortization"]
        );
    }

    #[test]
    fn a_second_trade_names_its_own_statements_and_those_of_the_first() {
        let (measures, errors) = with(
            "[[measure]]\nasked = ['loss ratio']\nformulas = ['claims incurred / net sales']\n\
             [[measure]]\nasked = ['claims incurred']\nrows = ['claims']\nstatement = 'Technical account'\n\
             [[statement]]\nname = 'technical account'\nasked = ['technical account']\n\
             titles = ['Technical Account']\nrows = ['premiums written']\n",
        );
        assert_eq!(errors, []);
        let at = |name: &str| measures.named(&Key::of(name)).unwrap().0;
        let claims = &measures.measures[at("the claims incurred")];
        let statement = &measures.statements[claims.statement.unwrap()];
        assert_eq!(statement.titles, ["technical account"]);
        assert_eq!(measures.measures[at("loss ratio")].name, "loss ratio");
        assert_eq!(measures.measures[at("revenue")].name, "revenue");
    }

    #[test]
    fn measures_that_miss_one_with_a_mistake_are_left_out_with_it() {
        let (measures, errors) = with(
            "[[measure]]\nasked = ['whole']\nformulas = ['part / revenue']\n\
             [[measure]]\nasked = ['part']\nformulas = ['revenue /']\n",
        );
        let lines: Vec<Option<u32>> = errors.iter().map(|error| error.line).collect();
        assert_eq!((lines, measures.measures.len()), (vec![Some(6), Some(3)], 83));
    }
}
