//! Quantities by the units that they are given in: a question for a weight is answered in kilograms.

use citelight_text::{currency, is_money};

/// Words that ask for a quantity, and the units in which it is given, in lower case.
const DIMENSIONS: [(&str, &str); 13] = [
    (
        "weigh weighs weight weights heavy heavier mass",
        "g kg mg lb lbs pound pounds oz t ton tons tonne tonnes gram grams kilograms ounces",
    ),
    (
        "length width height depth diameter thick thickness wide tall deep distance far",
        "mm cm m km inch inches ft foot feet yd yard yards mi mile miles metre metres meter meters millimetres \
         millimeters centimetres centimeters kilometres kilometers",
    ),
    ("speed fast velocity", "km/h kmh mph m/s rpm kt knots"),
    ("power horsepower wattage", "w kw mw hp ps watt watts va kva"),
    ("temperature temperatures hot cold warm", "°c °f c f degrees celsius fahrenheit"),
    ("volume capacity", "ml cl l litre litres liter liters gal gallon gallons cc m3 m³"),
    ("energy calories", "kcal cal kj j wh kwh"),
    ("voltage volts", "v mv kv vdc vac volt volts"),
    ("current amps", "a ma µa μa ka amp amps"),
    ("resistance impedance", "ω ohm ohms kω mω"),
    ("frequency", "hz khz mhz ghz"),
    ("percent percentage proportion", "% percent pct"),
    ("area", "m2 m² sqm ft2 sq square acre acres ha hectares"),
];
/// Units by all their names.
const UNITS: [&str; 14] = [
    "mm millimetre millimetres millimeter millimeters",
    "cm centimetre centimetres centimeter centimeters",
    "m metre metres meter meters",
    "km kilometre kilometres kilometer kilometers",
    "inch inches",
    "ft foot feet",
    "yd yard yards",
    "mi mile miles",
    "kg kilogram kilograms kilos",
    "g gram grams",
    "lb lbs pound pounds",
    "oz ounce ounces",
    "°c celsius",
    "°f fahrenheit",
];
/// Words that ask for a sum of money.
const MONEY: &str = "price prices cost costs fee fees charge charges rent salary";

/// The quantities that a question asks for, a bit each, of which the last is money; and the units that it names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Dimensions {
    kinds: u16,
    units: u16,
}

const OF_MONEY: u16 = 1 << DIMENSIONS.len();

impl Dimensions {
    pub(super) fn asked(question: &str) -> Dimensions {
        let lower = squared(question);
        let words: Vec<&str> = words(&lower).collect();
        // "How many kcal" and "how high in metres" name the unit itself.
        let units = words.windows(3).filter_map(|run| match run {
            ["how", "many", unit] => Some(Dimensions::given(unit)),
            _ => None,
        });
        let last = words.windows(2).last().filter(|run| run[0] == "in");
        let last = last.map(|run| Dimensions::given(run[1]));
        if let Some(named) = units.chain(last).find(|given| given.kinds != 0) {
            return named;
        }
        let named = |list: &str| list.split(' ').any(|word| words.contains(&word));
        let all = DIMENSIONS.iter().enumerate().filter(|(_, (asking, _))| named(asking));
        let all = all.fold(0, |all, (at, _)| all | 1 << at);
        Dimensions { kinds: all | if named(MONEY) { OF_MONEY } else { 0 }, units: 0 }
    }

    fn given(text: &str) -> Dimensions {
        let lower = squared(text);
        let money = words(&lower).any(|word| is_money(word) || currency(word).is_some())
            || lower.contains(['$', '€', '£', '¥', '₹']);
        let unit = |list: &str| words(&lower).any(|word| list.split(' ').any(|unit| unit == word));
        let all = DIMENSIONS.iter().enumerate().filter(|(_, (_, units))| unit(units));
        let all = all.fold(0, |all, (at, _)| all | 1 << at);
        let units = UNITS.iter().enumerate().filter(|(_, names)| unit(names));
        let units = units.fold(0, |all, (at, _)| all | 1 << at);
        Dimensions { kinds: all | if money { OF_MONEY } else { 0 }, units }
    }

    /// 1 where a value or its heading bears a unit of what is asked, -1 where it bears another's alone, or another
    /// unit than the one that was named.
    pub(super) fn met(self, heading: &str, value: &str) -> f32 {
        if self.kinds == 0 {
            return 0.0;
        }
        let (value, heading) = (Dimensions::given(value), Dimensions::given(heading));
        let (given, units) = (value.kinds | heading.kinds, value.units | heading.units);
        let other = self.units != 0 && units != 0 && self.units & units == 0;
        match (given & self.kinds, given) {
            (0, 0) => 0.0,
            (0, _) => -1.0,
            _ if other => -1.0,
            _ => 1.0,
        }
    }
}

/// A text in lower case in which a square measure is one word: "ft2" for "square feet".
fn squared(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let mut said: Vec<&str> = Vec::with_capacity(words.len());
    for word in &words {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let square = said.last().is_some_and(|last| matches!(*last, "sq" | "sq." | "square"));
        let length = match bare {
            "ft" | "feet" | "foot" => Some("ft2"),
            "m" | "mtr" | "mtrs" | "metre" | "metres" | "meter" | "meters" => Some("m2"),
            _ => None,
        };
        match length.filter(|_| square) {
            Some(length) => {
                said.pop();
                said.push(length);
            }
            None => said.push(word),
        }
    }
    said.join(" ")
}

/// The words of a text, units behind figures among them: "12kg" gives "kg".
fn words(lower: &str) -> impl Iterator<Item = &str> {
    let cut = |c: char| c.is_whitespace() || "()[]{},;:?!\"'".contains(c);
    let words = lower.split(cut);
    words
        .map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit() || ".-–+/".contains(c)))
        .map(|word| word.trim_end_matches(['.', '-']))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantity_is_given_in_its_units() {
        for (question, heading, value, met) in [
            ("What is the gross weight?", "GVW (kg)", "8250", 1.0),
            ("What is the gross weight?", "Price", "$499", -1.0),
            ("What is the gross weight?", "", "8250", 0.0),
            ("How tall is it?", "Height", "12cm", 1.0),
            ("What does it cost?", "Rate", "£12.50", 1.0),
            ("Who signed it?", "Weight", "3 kg", 0.0),
            ("How many kcal has it per 100 g?", "Sugar (g)", "16", -1.0),
            ("How many kcal has it per 100 g?", "Energy (kcal)", "194", 1.0),
            ("How many square feet has the hall?", "Area in Sq.", "1575", 1.0),
            ("How many square feet has the hall?", "Size in ft.", "45 x 35", -1.0),
            ("How big is it, in sq ft?", "Size (sq. ft.)", "1575", 1.0),
            ("What does it weigh in pounds?", "Weight (lbs)", "12", 1.0),
            ("What does it weigh in pounds?", "Weight (kg)", "5", -1.0),
            ("How many centimetres round is it?", "Waist cm", "54", 1.0),
            ("How many centimetres round is it?", "Waist inch", "21", -1.0),
        ] {
            assert_eq!(Dimensions::asked(question).met(heading, value), met, "{question} {value}");
        }
    }
}
