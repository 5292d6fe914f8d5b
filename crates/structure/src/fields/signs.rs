//! Owns what the words of a label and a value tell of whether they belong together.

use citelight_text::MONTHS;

use super::runs::Run;

/// Words that labels end with, or are made of.
const NOUNS: [&str; 92] = [
    "number",
    "no",
    "nr",
    "#",
    "date",
    "name",
    "address",
    "phone",
    "tel",
    "telephone",
    "fax",
    "email",
    "mail",
    "type",
    "code",
    "id",
    "amount",
    "total",
    "subtotal",
    "price",
    "rate",
    "qty",
    "quantity",
    "description",
    "title",
    "status",
    "city",
    "state",
    "zip",
    "country",
    "county",
    "company",
    "customer",
    "client",
    "vendor",
    "supplier",
    "seller",
    "buyer",
    "invoice",
    "order",
    "account",
    "reference",
    "ref",
    "terms",
    "due",
    "period",
    "class",
    "category",
    "model",
    "serial",
    "make",
    "weight",
    "size",
    "unit",
    "age",
    "sex",
    "gender",
    "time",
    "location",
    "place",
    "signature",
    "position",
    "department",
    "value",
    "tax",
    "vat",
    "currency",
    "bank",
    "branch",
    "method",
    "to",
    "from",
    "by",
    "bill",
    "ship",
    "sold",
    "license",
    "licence",
    "policy",
    "certificate",
    "project",
    "contact",
    "person",
    "issued",
    "valid",
    "expiry",
    "birth",
    "balance",
    "charge",
    "contract",
    "carrier",
    "registration",
];

/// How many there are.
const SIGNS: usize = 18;

/// What the words of a label and of a value tell, each 0 to 1.
pub(super) fn signs(label: &Run<'_>, value: &Run<'_>) -> [f32; SIGNS] {
    let (of, own) = (label.text(), value.text());
    let flag = |holds: bool| f32::from(u8::from(holds));
    let ((of_ends, of_share), (own_ends, own_share)) = (nouns(&of), nouns(&own));
    let digits = own.contains(|c: char| c.is_ascii_digit());
    [
        flag(of_ends),
        of_share,
        flag(own_ends),
        own_share,
        flag(is_date(&own)),
        flag(is_money(&own)),
        flag(is_contact(&own)),
        flag(digits && !own.contains(' ')),
        flag(own.ends_with([':', '#', '.'])),
        flag(is_upper(&of)),
        flag(is_upper(&own)),
        flag(is_title(&own)),
        flag(digits && of_ends),
        flag(!digits && own_share >= 0.5),
        flag(is_money(&of) || is_contact(&of)),
        flag(of.starts_with(char::is_lowercase)),
        flag(of.contains(',')),
        flag(is_date(&of)),
    ]
}

/// Whether the last word of a text is one that labels end with, and the share of its words that are.
fn nouns(text: &str) -> (bool, f32) {
    let lower = text.to_lowercase();
    let words = || lower.split(|c: char| !c.is_alphabetic() && c != '#').filter(|w| !w.is_empty());
    let is_noun = |word: &str| NOUNS.contains(&word);
    let count = words().count().max(1) as f32;
    (
        words().next_back().is_some_and(is_noun),
        words().filter(|word| is_noun(word)).count() as f32 / count,
    )
}

/// Whether a text holds a date: three numbers with the same sign between, or a month's name before or behind
/// a number.
fn is_date(text: &str) -> bool {
    let lower = text.to_lowercase();
    let numbers = |word: &str| {
        ['/', '.', '-'].iter().any(|sign| {
            let parts: Vec<&str> = word.split(*sign).collect();
            let number = |part: &&str| {
                (1..=4).contains(&part.len()) && part.bytes().all(|c| c.is_ascii_digit())
            };
            parts.len() == 3 && parts.iter().all(number)
        })
    };
    let words = || lower.split(|c: char| c.is_whitespace() || ",;".contains(c));
    let month = |word: &str| {
        word.get(..3).is_some_and(|start| MONTHS.iter().any(|month| month.starts_with(start)))
            && word.chars().all(|c| c.is_alphabetic() || c == '.')
    };
    words().any(numbers) || (words().any(month) && lower.contains(|c: char| c.is_ascii_digit()))
}

/// Whether a text holds an amount of money: a currency's sign, or two digits behind a stop.
fn is_money(text: &str) -> bool {
    let cents = |word: &str| {
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
        let Some((front, back)) = digits.rsplit_once(['.', ',']) else { return false };
        back.len() == 2
            && back.bytes().all(|c| c.is_ascii_digit())
            && front.ends_with(|c: char| c.is_ascii_digit())
    };
    text.contains(['$', '€', '£', '₹', '¥']) || text.split_whitespace().any(cents)
}

/// Whether a text holds an address of mail or the number of a telephone.
fn is_contact(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let plain = text.chars().all(|c| c.is_ascii_digit() || " ()+-./x".contains(c));
    text.contains('@') || (digits >= 7 && plain && text.contains([' ', '-', ')']))
}

fn is_upper(text: &str) -> bool {
    text.contains(char::is_alphabetic) && !text.contains(char::is_lowercase)
}

fn is_title(text: &str) -> bool {
    let mut words =
        text.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).peekable();
    words.peek().is_some() && words.all(|word| word.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_values_are_told() {
        assert!(
            is_date("12/28/2020")
                && is_date("14 May 2023")
                && !is_date("1/2")
                && !is_date("may apply")
        );
        assert!(is_money("$ 12") && is_money("1,360.00") && !is_money("v1.2.3"));
        assert!(is_contact("(920) 882-7351") && is_contact("a@b.org") && !is_contact("14283001"));
        assert_eq!(nouns("P.O. Number:"), (true, 1.0 / 3.0));
        assert!(is_upper("PO 5") && is_title("Van Dyke 5") && !is_title("net 30 days"));
    }
}
