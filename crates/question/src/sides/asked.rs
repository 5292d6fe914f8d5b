//! Owns the question that one side of a comparison is asked with, as a person would ask it by itself.

use citelight_core::Side;
use citelight_text::is_topicless;

use super::measure::{Measure, compares, measure};
use super::words::{CHANGES, PREPOSITIONS, VERBS};
use crate::parts::{AUXILIARIES, QUESTION_WORDS};

/// Words with a topic that are left of what is asked where the name of a side is taken out, at least.
const FEWEST_WORDS: usize = 2;
/// Words that say what is counted, at most: "open circuit voltage".
const MOST_COUNTED: usize = 4;
/// What may stand before the name of a side and goes with it.
const BEFORE_NAMES: &[&str] = &[
    "the", "a", "an", "our", "my", "its", "of", "in", "for", "under", "on", "with", "at", "by",
    "from", "to", "does", "do", "did", "as", "per", "within",
];

/// Verbs that set one thing above another.
const EXCEEDS: [&str; 5] = ["exceed", "surpass", "beat", "outnumber", "top"];

/// What is asked of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideQuestion {
    /// As it is put to all documents: "What is the notice period of the lease?"
    pub whole: String,
    /// As it is put to the side's own documents, without its name: "What is the notice period?" The same as
    /// the whole where too little would be left.
    pub bare: String,
}

/// The question that a side is asked with.
pub fn side_question(side: &Side) -> SideQuestion {
    let whole = as_question(&side.query, &side.label);
    let bare = without(&whole, name_in(&side.label));
    let topics = |word: &&str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        !word.is_empty() && !is_topicless(&word)
    };
    let enough = bare.split_whitespace().filter(topics).count() >= FEWEST_WORDS;
    SideQuestion { bare: if enough { bare } else { whole.clone() }, whole }
}

/// The part of a side's name that names what it is of: "Chess Club" of "treasurer of the Chess Club"; all of it where it
/// is one name.
fn name_in(label: &str) -> &str {
    const LEADS: [&str; 6] = ["of", "at", "in", "from", "under", "for"];
    let words: Vec<&str> = label.split(' ').collect();
    let small = |word: &str| word.starts_with(|c: char| c.is_lowercase());
    let lead =
        (1..words.len()).rev().find(|&at| LEADS.contains(&words[at]) && small(words[at - 1]));
    let Some(lead) = lead.filter(|lead| lead + 1 < words.len()) else { return label };
    let skipped =
        lead + 1 + usize::from(matches!(words[lead + 1], "the" | "a" | "an" | "our" | "my"));
    match skipped < words.len() {
        true => &label[words[..skipped].iter().map(|word| word.len() + 1).sum()..],
        false => label,
    }
}

/// A sentence that compares, with one side left in it, as a question for that side.
fn as_question(query: &str, label: &str) -> String {
    let query = query.trim_end_matches(['?', '.', '!', ' ']).replace('’', "'");
    let words: Vec<&str> = query.split_whitespace().flat_map(in_full).collect();
    let lower: Vec<String> = words.iter().map(|word| plain(word)).collect();
    let Some(first) = lower.first().map(String::as_str) else { return String::new() };
    let asks = |word: &str| QUESTION_WORDS.contains(&word) || is_auxiliary(word);
    if asks(first) {
        return asked(&words, label);
    }
    // "On the first plan, do I pay more at …": what stands before the question goes behind it.
    let opens = lower.iter().position(|word| asks(word)).filter(|_| PREPOSITIONS.contains(first));
    // "From what amount do I need a receipt".
    if opens == Some(1) && lower[1] != "how" {
        return sentence(&[&words]);
    }
    // "The old mill: how much …": what it is about stays before it.
    if let Some(at) = lower.iter().position(|word| asks(word)).filter(|&at| at > 0)
        && words[at - 1].ends_with(':')
    {
        return format!("{} {}", words[..at].join(" "), asked(&words[at..], label));
    }
    match opens {
        // "By how much did A's sales exceed": what they are is asked of each.
        Some(at) if first == "by" && lower[at] == "how" => {
            let auxiliary = (at..words.len()).find(|&n| is_auxiliary(&lower[n])).unwrap_or(at);
            let changes =
                |word: &String| CHANGES.contains(word) || EXCEEDS.contains(&word.as_str());
            let kept = words.iter().zip(&lower).skip(auxiliary + 1);
            let kept = kept.filter(|(_, lower)| !changes(lower)).map(|(word, _)| *word);
            what_is(&kept.collect::<Vec<_>>().join(" "))
        }
        Some(at) => {
            let said = asked(&words[at..], label);
            let before: Vec<&str> =
                std::iter::once(first).chain(words[1..at].iter().copied()).collect();
            let before = before.join(" ");
            format!("{} {}?", said.trim_end_matches('?'), before.trim_end_matches([',', ':']))
        }
        None => what_is(&query),
    }
}

/// The same of words of which the first asks.
fn asked(words: &[&str], label: &str) -> String {
    let lower: Vec<String> = words.iter().map(|word| plain(word)).collect();
    let first = lower[0].as_str();
    let whole = || sentence(&[words]);
    // "Where is the bread cheaper, A": whether it is so at A.
    if first == "where"
        && lower.get(1).is_some_and(|word| is_auxiliary(word))
        && let Some(rest) = words[1..].join(" ").strip_suffix(label)
        && let asking = without_article(rest.trim_end())
        && rest[asking.len()..].contains([',', ':'])
    {
        let article = rest[asking.len()..].trim_matches([',', ':', ' ']);
        let there = format!("{asking} at {article} {label}");
        return asked(&there.split_whitespace().collect::<Vec<_>>(), label);
    }
    let own: Vec<String> = label.split_whitespace().map(plain).collect();
    let acts = lower.iter().any(|word| VERBS.contains(word));
    let compared = |word: &String| compares(word) && !own.contains(word);
    let at = lower.iter().position(compared);
    let measured =
        matches!(first, "which" | "who" | "whose" | "what" | "how") || is_auxiliary(first);
    let Some(at) = at.filter(|_| measured) else {
        // "How is rain collected in A", "is it treated (the same) for A": how it is done.
        let done = lower.iter().any(|word| is_participle(word) && !own.contains(word));
        // "How does A's income (compare)": what was asked is what it is.
        return match first {
            "how" if done && is_being(&lower[1]) => whole(),
            _ if done && is_being(first) => sentence(&[&["How", first], &words[1..]]),
            "how" if lower.get(1).is_some_and(|word| is_auxiliary(word)) && !acts => {
                what_is(&words[2..].join(" "))
            }
            // "Does A (differ from)", but "Does A forbid it".
            "do" | "does" | "did" if !acts && !words.join(" ").ends_with(label) => whole(),
            "do" | "does" | "did" | "is" | "are" if !acts => what_is(&words[1..].join(" ")),
            _ => whole(),
        };
    };
    let (measure, end) = measure(&lower, at);
    let (before, behind) = (&words[1..at], &words[end..]);
    if first == "how" {
        // "How much more does A cost", "How much longer is A".
        return match lower[1].as_str() {
            "many" if at == 2 && measure.is_amount() => sentence(&[&["How", "many"], behind]),
            "much" | "many" if at == 2 => sentence(&[&[measure.asking("How much")], behind]),
            _ => whole(),
        };
    }
    if is_auxiliary(first) {
        return of_auxiliary(words[0], before, behind, &measure, label);
    }
    // "Whose board meets more often, A's": A's board.
    if let ("whose", Some((noun, rest))) = (first, before.split_first()) {
        let behind = behind.join(" ");
        let own = behind.trim_end_matches("'s").strip_suffix(label).map(|rest| rest.trim_end());
        if let Some(own) = own {
            let owner = format!("{label}'s {noun}");
            let asked = format!("{} {owner}", own.trim_end_matches([',', ' ']));
            let asked: Vec<&str> = asked.split_whitespace().collect();
            return of_subject(rest, &asked, &measure, &owner);
        }
    }
    of_subject(before, behind, &measure, label)
}

/// "Is A's fee higher", "Does A charge more": what comes first is an auxiliary.
fn of_auxiliary(
    auxiliary: &str,
    before: &[&str],
    behind: &[&str],
    measure: &Measure,
    label: &str,
) -> String {
    let (verb, is) = (auxiliary.to_lowercase(), is_being(auxiliary));
    let before = without_small(before);
    let there = behind.join(" ").contains(label);
    if before.last().is_some_and(|word| is_having(&plain(word))) && !there {
        return what_is(&format!("{} of {label}", behind.join(" ")));
    }
    let it = before.len() == 1 && plain(before[0]) == "it";
    match measure {
        // "Is it harder to expel a member": what it takes.
        Measure::How(asking)
            if it && matches!(asking.as_str(), "How hard" | "How easy" | "How difficult") =>
        {
            sentence(&[&["What", "is", "needed"], behind])
        }
        // "Is it cheaper to send it by post".
        Measure::Cost if is && it => sentence(&[&["How", "much", "does", "it", "cost"], behind]),
        // "Is A more": a price, as a rule.
        _ if measure.is_amount() && is && behind.is_empty() && before.len() > 1 => {
            sentence(&[&["How", "much", &verb], before])
        }
        // "Does A need more people at …", "Is there more salt in A": what is counted stands behind what compares.
        _ => match counted(measure, behind) {
            Some((asking, rest)) => sentence(&[&[&asking, &verb], before, rest]),
            None if measure.is_amount() && is => what_is(&[before, behind].concat().join(" ")),
            None => sentence(&[&[measure.asking("How much"), &verb], before, behind]),
        },
    }
}

/// The question for what is counted behind a comparative, "How many people", "What maximum", and the words behind
/// that; `None` where nothing is.
fn counted<'a, 'w>(measure: &Measure, behind: &'a [&'w str]) -> Option<(String, &'a [&'w str])> {
    let ends = |word: &&str| {
        let plain = plain(word);
        PREPOSITIONS.contains(&plain)
            || matches!(plain.as_str(), "of" | "to" | "than" | "and" | "between")
    };
    let length = behind.iter().position(ends).unwrap_or(behind.len());
    let marked = behind.iter().position(|word| word.ends_with([',', ';']));
    let length = marked.map_or(length, |mark| length.min(mark + 1));
    if !measure.is_amount() || !(1..=MOST_COUNTED).contains(&length) {
        return None;
    }
    let what = behind[..length].join(" ");
    let what = what.trim_end_matches([',', ';']);
    let asking = match measure {
        Measure::More if is_several(behind[length - 1]) => "How many",
        Measure::More => "How much",
        _ => "What",
    };
    Some((format!("{asking} {what}"), &behind[length..]))
}

/// "Which is longer, A", "Who pays more for parking, A": what is compared stands at the end.
fn of_subject(before: &[&str], behind: &[&str], measure: &Measure, label: &str) -> String {
    // The side with its article, where it stands behind a mark.
    let (behind, side) = match behind.join(" ").strip_suffix(label) {
        Some(rest) => {
            let article = ["the", "a", "an"].iter().find(|article| {
                rest.trim_end()
                    .strip_suffix(*article)
                    .is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', ',', ':']))
            });
            let named = article.map_or(label.to_owned(), |article| format!("{article} {label}"));
            (without_article(rest.trim_end()).to_owned(), Some(named))
        }
        None => (behind.join(" "), None),
    };
    let behind: Vec<&str> = behind.split_whitespace().collect();
    let before = without_small(before);
    let verb = before.iter().position(|word| is_auxiliary(&plain(word)));
    let noun = before[..verb.unwrap_or(before.len())].join(" ");
    let Some(side) = side else {
        return match verb {
            Some(_) => what_is(&behind.join(" ")),
            None => what_is(&format!("{noun} {}", behind.join(" "))),
        };
    };
    let of_side = |what: &str| what_is(&format!("{} of {side}", what.trim_end_matches([',', ' '])));
    match verb.map(|at| (plain(before[at]), &before[at + 1..])) {
        // "What's bigger, A": the verb is a part of what asks.
        None if before.is_empty() => is_how(measure, &side, &behind),
        Some((verb, [])) if is_being(&verb) && noun.is_empty() => is_how(measure, &side, &behind),
        // "Which notice period is longer, that of A": what it is called stands before the verb.
        Some((verb, _)) if is_being(&verb) => {
            of_side(&[&noun, &behind.join(" ")].map(|part| part.trim()).join(" "))
        }
        // "Which tenant has longer to leave, A".
        Some((verb, [])) if is_having(&verb) && behind.first() == Some(&"to") => {
            sentence(&[&[measure.asking("How much"), "does", &side, "have"], &behind])
        }
        Some((verb, between)) if is_having(&verb) => match between {
            // "Which has to come further ahead, A".
            ["to", ..] => {
                let (asking, rest) = (measure.asking("How much"), between);
                sentence(&[&[asking], &behind, &["does", &side, "have"], rest])
            }
            _ => of_side(&behind.join(" ")),
        },
        Some((verb, between)) => match counted(measure, &behind) {
            Some((asking, rest)) => sentence(&[&[&asking, &verb, &side], between, rest]),
            None => sentence(&[&[measure.asking("How much"), &verb, &side], between, &behind]),
        },
        None => {
            // "Who gives the guest more time, A": what it is done to stands behind the verb.
            let object =
                before.iter().position(|word| matches!(plain(word).as_str(), "the" | "a" | "an"));
            let object =
                object.filter(|&at| at > 0 && !PREPOSITIONS.contains(&plain(before[at - 1])));
            let (acting, object) = before.split_at(object.unwrap_or(before.len()));
            let verb = acting.last();
            let acts = verb.map(|word| bare_verb(word)).unwrap_or_default();
            let past = verb.is_some_and(|word| plain(word).ends_with("ed"));
            let does = if past { "did" } else { "does" };
            let (asking, rest) = counted(measure, &behind)
                .unwrap_or_else(|| (measure.asking("How much").to_owned(), &behind));
            sentence(&[&[&asking, does, &side, &acts], object, rest])
        }
    }
}

/// What a thing is, in the way that a comparative measures.
fn is_how(measure: &Measure, side: &str, behind: &[&str]) -> String {
    if measure.is_amount() {
        return what_is(&format!("{side} {}", behind.join(" ")));
    }
    sentence(&[&[measure.asking("How much"), "is", side], behind])
}

/// "What's" as two words; any other word as it is.
fn in_full(word: &str) -> Vec<&str> {
    match word.strip_suffix("'s") {
        Some(asks) if QUESTION_WORDS.contains(&asks.to_lowercase().as_str()) => vec![asks, "is"],
        _ => vec![word],
    }
}

/// Words as a question, begun with a capital.
fn sentence(parts: &[&[&str]]) -> String {
    let words: Vec<&str> = parts.iter().flat_map(|part| part.iter().copied()).collect();
    let text = words.iter().filter(|word| !word.is_empty()).copied().collect::<Vec<_>>().join(" ");
    let text = text.trim_end_matches([',', ':', ';', ' ']);
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}?", letters.as_str())
}

/// Without what leads to a comparative: "the", "for", "count for (more)".
fn without_small<'a, 'w>(mut words: &'a [&'w str]) -> &'a [&'w str] {
    while let Some(last) = words.last()
        && matches!(plain(last).as_str(), "the" | "a" | "an" | "for" | "much" | "any")
    {
        words = &words[..words.len() - 1];
    }
    words
}

fn is_auxiliary(word: &str) -> bool {
    AUXILIARIES.contains(&word)
}

/// Whether a word says what is done to something: "punished".
fn is_participle(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ed")
}

fn is_having(word: &str) -> bool {
    matches!(word, "has" | "have" | "had")
}

fn is_being(word: &str) -> bool {
    matches!(word.to_lowercase().as_str(), "is" | "are" | "was" | "were")
}

/// Whether a word counts things: "people", "members".
fn is_several(word: &str) -> bool {
    let word = plain(word);
    word == "people"
        || word.len() > 3
            && word.ends_with('s')
            && !word.ends_with("ss")
            && !PREPOSITIONS.contains(&word)
}

/// "leave" of "leaves", "test" of "tested".
fn bare_verb(word: &str) -> String {
    let lower = plain(word);
    let bare = lower
        .strip_suffix("ed")
        .or_else(|| lower.strip_suffix('s').filter(|bare| !bare.ends_with('s')));
    bare.unwrap_or(&lower).to_owned()
}

/// A word without marks at its ends, in lower case.
fn plain(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

fn without_article(text: &str) -> &str {
    let text = text.trim_end_matches([',', ':', ' ']);
    let article = ["the", "a", "an"].iter().find_map(|article| text.strip_suffix(article));
    let rest = article.filter(|rest| rest.is_empty() || rest.ends_with(' ')).unwrap_or(text);
    rest.trim_end_matches([',', ':', ' '])
}

fn what_is(what: &str) -> String {
    let what: Vec<&str> = what.split_whitespace().collect();
    let what = what.join(" ");
    let what = what.trim_matches([',', ':', ';', ' ']);
    let head = what.split_whitespace().take_while(|word| !BEFORE_NAMES[6..].contains(word)).last();
    let several = head
        .is_some_and(|word| word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("'s"));
    format!("What {} {what}?", if several { "are" } else { "is" })
}

/// A question without the name of a side, and without what leads to it.
fn without(question: &str, label: &str) -> String {
    let Some(start) = question.find(label) else { return question.to_owned() };
    let behind = &question[start + label.len()..];
    let owned = behind.strip_prefix("'s").or_else(|| behind.strip_prefix("’s"));
    let (owner, behind) = (owned.is_some(), owned.unwrap_or(behind));
    let mut before = question[..start].trim_end();
    while let Some((rest, word)) = before.rsplit_once(' ')
        && BEFORE_NAMES.contains(&word.to_lowercase().as_str())
    {
        if is_auxiliary(&word.to_lowercase()) {
            break;
        }
        before = rest.trim_end();
    }
    // "How long does A last", "How strict is A about dogs": what the question says something of.
    let last = before.rsplit(' ').next().unwrap_or_default();
    let first = behind.split_whitespace().next().map(plain).unwrap_or_default();
    let subject = if is_being(last) { PREPOSITIONS.contains(&first) } else { !first.is_empty() };
    if is_auxiliary(&last.to_lowercase()) && subject && behind.starts_with(' ') {
        let several = matches!(last.to_lowercase().as_str(), "do" | "are" | "were" | "have");
        let it = match (several, owner) {
            (true, false) => "they",
            (false, false) => "it",
            (true, true) => "their",
            (false, true) => "its",
        };
        return format!("{before} {it} {}", behind.trim_start());
    }
    let before = before.trim_end_matches([',', ':', ' ']);
    let behind = behind.trim_start_matches([',', ' ']);
    let gap = if behind.starts_with('?') || behind.is_empty() { "" } else { " " };
    format!("{before}{gap}{behind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_asked_for_by_itself() {
        for (query, label, expected) in [
            ("the fees of the bank", "bank", "What are the fees of the bank?"),
            (
                "Which had more revenue in 2023, Netflix",
                "Netflix",
                "What is revenue in 2023 of Netflix?",
            ),
            ("How does Walmart's income in 2022", "Walmart", "What is Walmart's income in 2022?"),
            (
                "Which plan has the higher deductible, Silver",
                "Silver",
                "What is deductible of Silver?",
            ),
            ("Which is longer, the lease", "lease", "How long is the lease?"),
            (
                "Which notice period is longer, the lease",
                "lease",
                "What is notice period of the lease?",
            ),
            ("Is the copay higher under the rider", "rider", "What is the copay under the rider?"),
            ("Did A spend more on research", "A", "How much did A spend on research?"),
            ("Does plan A have the longer leave", "plan A", "What is leave of plan A?"),
            ("Who gives the guest more time, A", "A", "How much time does A give the guest?"),
            ("Did it have more guests in May", "May", "How many guests did it have in May?"),
            ("Mill: how much is the boat", "boat", "Mill: How much is the boat?"),
            ("How is rain collected in A", "A", "How is rain collected in A?"),
            ("is it treated for A if I leave", "A", "How is it treated for A if I leave?"),
            (
                "Who pays more for parking, guests",
                "guests",
                "How much does guests pay for parking?",
            ),
            ("How does the lease treat late rent", "lease", "How does the lease treat late rent?"),
            ("How much more does the boat cost", "boat", "How much does the boat cost?"),
            ("How many more seats does A have", "A", "How many seats does A have?"),
            ("How much longer is the lease", "lease", "How long is the lease?"),
            ("How much earlier does the shop close", "shop", "When does the shop close?"),
            (
                "Which train leaves earlier, the fast one",
                "fast one",
                "When does the fast one leave?",
            ),
            ("Who serves longer, a judge", "judge", "How long does a judge serve?"),
            ("What's dearer in May, the boat", "boat", "How much is the boat in May?"),
            ("Which is heavier, the boat", "boat", "How heavy is the boat?"),
            ("Is it cheaper to park by day", "day", "How much does it cost to park by day?"),
            (
                "Is it harder to expel a member",
                "expel a member",
                "What is needed to expel a member?",
            ),
            ("Where is the bread cheaper, Mill", "Mill", "How much is the bread at Mill?"),
            ("Where is tea dearer, the mill", "mill", "How much is tea at the mill?"),
            ("Is there more salt in the lake", "lake", "How much salt is there in the lake?"),
            ("Can I leave a bigger tip on A", "A", "What tip can I leave on A?"),
            ("Who wants more notice if I leave, A", "A", "How much notice does A want if I leave?"),
            ("Does A need more votes for a rule", "A", "How many votes does A need for a rule?"),
            (
                "On the basic plan, do I pay more at the pool",
                "pool",
                "How much do I pay at the pool on the basic plan?",
            ),
            ("How many users had it in 2023", "2023", "How many users had it in 2023?"),
            (
                "What is the age for e-scooter riders",
                "e-scooter riders",
                "What is the age for e-scooter riders?",
            ),
        ] {
            assert_eq!(as_question(query, label), expected);
        }
    }

    #[test]
    fn what_is_asked_of_a_thing_stays_where_its_name_goes() {
        for (label, expected) in [
            ("treasurer of the Chess Club", "Chess Club"),
            ("report of a friend of the club", "club"),
            ("Bank of Leeds", "Bank of Leeds"),
            ("week at the camp", "camp"),
            ("lease", "lease"),
        ] {
            assert_eq!(name_in(label), expected);
        }
    }

    #[test]
    fn the_name_of_a_side_goes_with_what_leads_to_it() {
        for (question, label, expected) in [
            ("What is the quorum in the WH bylaws?", "WH bylaws", "What is the quorum?"),
            ("What is Walmart's income in 2022?", "Walmart", "What is income in 2022?"),
            ("What is the age in Whitby for taxis?", "taxis", "What is the age in Whitby?"),
            ("What is it?", "lease", "What is it?"),
            ("When must the report reach us?", "report", "When must it reach us?"),
            ("How strict is the beach about dogs?", "beach", "How strict is it about dogs?"),
            ("What are the weekday fares?", "weekday", "What are fares?"),
        ] {
            assert_eq!(without(question, label), expected);
        }
    }
}
