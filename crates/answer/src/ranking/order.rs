//! The order of several things by one of their figures, or by how much it changed.

use citelight_text::is_topicless;
use rust_decimal::Decimal;

use super::asked::{Counted, End, Ranking};
use super::families::{Family, Member, Slot, summands};
use crate::cells::AskedTimes;
use crate::choose::{DocumentTables, Place};
use crate::columns::Role;
use crate::time::Time;

/// By what things are put in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// By a figure as it is printed.
    Figure,
    /// By its change in percent from one time to another, which is calculated.
    Percent,
    /// By the difference of two shares, in percentage points.
    Points,
    /// By the difference of two figures.
    Amount,
}

/// Things in the order that is asked for, the one that answers first.
#[derive(Debug, Clone)]
pub struct Ranked {
    /// By what they are put in order.
    pub basis: Basis,
    /// The figure that is compared, as a slot of the family.
    pub now: usize,
    /// The figure with which it is compared; `None` where it is compared as it is.
    pub before: Option<usize>,
    /// The things, at least two; the first stands alone at the end that is asked for.
    pub standings: Vec<Standing>,
    /// Whether the time that is asked for is that of the figures; `false` where they bear none, `true` where none is
    /// asked for.
    pub timely: bool,
    /// How many months they cover, where that is said.
    pub months: Option<u8>,
}

/// Where one thing stands.
#[derive(Debug, Clone)]
pub struct Standing {
    /// Its name as it stands there.
    pub name: String,
    /// Its figure.
    pub now: Place,
    /// The one before.
    pub before: Option<Place>,
    /// In ones of the unit, in percent, or in percentage points.
    pub value: Decimal,
}

/// Letters by which words are alike.
const STEM: usize = 6;
/// Beginnings of names that stand for all of several things.
const SUMS: [&str; 7] =
    ["total", "totals", "subtotal", "all", "average", "consolidated", "nationwide"];
/// Beginnings of words that say that a figure is a change.
const CHANGES: [&str; 6] = ["chang", "grow", "increas", "decreas", "varia", "comparable"];

/// The orders of a family that the question may mean, one for each figure of the time that is asked for. None
/// where the question names one of its members: "the most that is paid in Hilltown" is that member's figure.
pub fn ranked(
    family: &Family,
    asked: &Ranking,
    times: &AskedTimes,
    tables: &DocumentTables,
) -> Vec<Ranked> {
    if singles_out(family, asked) {
        return Vec::new();
    }
    let timely = |slot: &Slot| {
        slot.time.is_some_and(|time| times.holds(time, tables.fiscal) || times.may_hold(time))
    };
    let values = |slot: &&Slot| slot.role == Role::Value;
    let latest = family.slots.iter().filter(values).filter_map(|slot| slot.time).max_by_key(ending);
    let shortest = |time: Time| ending(&time) == latest.as_ref().map_or((0, 0, 0), ending);
    let fits = |slot: &Slot| match (slot.time, times.is_empty()) {
        (None, _) => true,
        (Some(_), false) => timely(slot),
        (Some(time), true) => shortest(time),
    };
    // Of two times that are asked for the later one is compared with the other.
    let last = family.slots.iter().filter(|slot| timely(slot)).filter_map(|slot| slot.time);
    let last = last.map(|time| (ending(&time).0, ending(&time).1)).max();
    let late =
        |slot: &Slot| slot.time.is_none_or(|time| Some((ending(&time).0, ending(&time).1)) == last);
    let now = (0..family.slots.len())
        .filter(|at| fits(&family.slots[*at]) && (last.is_none() || late(&family.slots[*at])));
    let around = says_change(&family.around);
    let mut all = Vec::new();
    for now in now {
        let slot = &family.slots[now];
        // What is a change already is not compared with the one before.
        let own = says_change(&slot.heading) || says_change(&family.measure);
        let is_change = own
            || around
                && order(family, asked, now, None, tables)
                    .is_some_and(|found| shares(&found, tables));
        let seeks = asked.change.is_some() && !is_change;
        let before = seeks.then(|| before(family, now, times, tables)).flatten();
        let printed = asked.change.is_some() && before.is_none();
        if slot.role != Role::Value && !printed {
            continue;
        }
        let found = order(family, asked, now, before, tables);
        let Some(mut found) = found.filter(|found| {
            let told = own || around || slot.role == Role::Change;
            !printed || asked.change != Some(Counted::Amount) && told && shares(found, tables)
        }) else {
            continue;
        };
        found.timely = times.is_empty() || timely(slot);
        found.months = slot.time.and_then(|time| time.months);
        all.push(found);
    }
    // What was printed as a change stands beside what was calculated.
    if all.iter().any(|one: &Ranked| one.before.is_some()) {
        all.retain(|one| one.before.is_some());
    }
    all
}

/// Whether a name that the question bears stands for one member alone, and not for what is told of them all.
fn singles_out(family: &Family, asked: &Ranking) -> bool {
    let told = words(&format!("{} {} {}", family.around, family.within, family.measure));
    let bear = |name: &String| {
        let members = family.members.iter();
        members.filter(|member| words(&member.name).contains(name)).count()
    };
    asked.only.is_empty() && asked.names.iter().any(|name| !told.contains(name) && bear(name) == 1)
}

/// When a time ends, the shorter of two that end together being the later.
fn ending(time: &Time) -> (u16, u8, u8) {
    let year = time.calendar.or(time.year).unwrap_or(0);
    (year, time.month.or(time.quarter).unwrap_or(0), u8::MAX - time.months.unwrap_or(0))
}

fn says_change(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphabetic());
    words.any(|word| CHANGES.iter().any(|begin| word.starts_with(begin)))
}

fn shares(ranked: &Ranked, tables: &DocumentTables) -> bool {
    ranked.standings.iter().all(|one| {
        let (sheet, row, cell) = one.now.of(tables);
        sheet.is_percent(row, cell)
    })
}

/// The slot of the time with which another is compared: the other that is asked for, or a year before.
fn before(
    family: &Family,
    now: usize,
    times: &AskedTimes,
    tables: &DocumentTables,
) -> Option<usize> {
    let slot = &family.slots[now];
    let time = slot.time?;
    let like = |other: &Slot| {
        let Some(own) = other.time else { return false };
        other.role == Role::Value
            && own.months == time.months
            && ending(&own) < ending(&time)
            && untimed(&other.heading) == untimed(&slot.heading)
    };
    let asked = (0..family.slots.len()).filter(|at| like(&family.slots[*at])).find(|at| {
        let other = family.slots[*at].time;
        other.is_some_and(|other| times.holds(other, tables.fiscal))
    });
    let earlier = |year: Option<u16>| year.map(|year| year - 1);
    asked.or_else(|| {
        (0..family.slots.len()).filter(|at| like(&family.slots[*at])).find(|at| {
            family.slots[*at].time.is_some_and(|own| {
                own.year == earlier(time.year)
                    && own.quarter == time.quarter
                    && own.month == time.month
            })
        })
    })
}

/// A heading's letters outside of names of months, for telling one kind of figure from another.
fn untimed(heading: &str) -> Vec<String> {
    let words = heading.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1);
    let words = words.map(str::to_lowercase);
    words.filter(|word| citelight_text::month(word).is_none()).collect()
}

/// The members in order of a slot, or of the change between two; `None` where fewer than two can be compared.
fn order(
    family: &Family,
    asked: &Ranking,
    now: usize,
    before: Option<usize>,
    tables: &DocumentTables,
) -> Option<Ranked> {
    let named = |member: &&Member| {
        asked.only.is_empty() || asked.only.iter().any(|name| is_named(&member.name, name))
    };
    let left_aside = |member: &Member| {
        let name = member.name.to_lowercase();
        asked.except.iter().any(|word| name.contains(word.trim_end_matches('s')))
    };
    let places: Vec<(&Member, Place)> = family
        .members
        .iter()
        .filter(|member| !is_sum(&member.name) && !is_rest(&member.name) && !left_aside(member))
        .filter_map(|member| Some((member, member.cells[now]?)))
        .collect();
    let percent = |place: Place| {
        let (sheet, row, cell) = place.of(tables);
        sheet.is_percent(row, cell)
    };
    let of_shares = 2 * places.iter().filter(|(_, place)| percent(*place)).count() > places.len();
    let alike: Vec<(&Member, Place)> =
        places.into_iter().filter(|(_, place)| percent(*place) == of_shares).collect();
    let figures: Vec<Decimal> = alike.iter().map(|(_, place)| value(*place, tables)).collect();
    let parts = alike.iter().enumerate().filter(|(at, _)| of_shares || !adds_up(&figures, *at));
    let parts: Vec<(&Member, Place)> =
        parts.map(|(_, one)| *one).filter(|(member, _)| named(member)).collect();
    let all_negative = parts.iter().all(|(_, place)| value(*place, tables) <= Decimal::ZERO);
    let by_amount = asked.change == Some(Counted::Amount);
    let hundred = Decimal::ONE_HUNDRED;
    let standing = |(member, place): &(&Member, Place)| {
        let figure = value(*place, tables);
        let earlier = match before {
            Some(before) => Some(member.cells[before]?),
            None => None,
        };
        let worth = match earlier {
            Some(place) => {
                let base = value(place, tables);
                if of_shares || by_amount {
                    figure - base
                } else {
                    // From nothing, or from a loss, there is no change in percent.
                    if base <= Decimal::ZERO {
                        return None;
                    }
                    ((figure - base).checked_mul(hundred)?).checked_div(base)?
                }
            }
            None if all_negative && asked.change.is_none() => -figure,
            None => figure,
        };
        Some(Standing { name: member.name.clone(), now: *place, before: earlier, value: worth })
    };
    let mut standings: Vec<Standing> = parts.iter().filter_map(standing).collect();
    standings.sort_by(|a, b| match asked.end {
        End::Most => b.value.cmp(&a.value),
        End::Least => a.value.cmp(&b.value),
    });
    let basis = match before {
        None => Basis::Figure,
        Some(_) if of_shares => Basis::Points,
        Some(_) if by_amount => Basis::Amount,
        Some(_) => Basis::Percent,
    };
    // What grew most has grown, what fell most has fallen.
    let [first, second, ..] = standings.as_slice() else { return None };
    let turned = match (asked.change, asked.fell, asked.end) {
        (None, ..) => true,
        (Some(_), false, End::Most) => first.value > Decimal::ZERO,
        (Some(_), true, End::Least) => first.value < Decimal::ZERO,
        _ => true,
    };
    (turned && first.value != second.value).then_some(Ranked {
        basis,
        now,
        before,
        standings,
        timely: false,
        months: None,
    })
}

fn value(place: Place, tables: &DocumentTables) -> Decimal {
    let (sheet, row, cell) = place.of(tables);
    sheet.value(row, cell)
}

/// Whether a member bears all words of a name, but for their endings.
fn is_named(member: &str, name: &str) -> bool {
    let own = words(member);
    words(name).iter().filter(|word| !is_topicless(word)).all(|word| {
        let stem: String = word.chars().take(STEM).collect();
        own.iter().any(|own| own.starts_with(&stem))
    })
}

pub(super) fn is_sum(name: &str) -> bool {
    let words = words(name);
    words.first().is_some_and(|word| SUMS.contains(&word.as_str()))
        || words.iter().any(|word| word == "total")
        || words.last().is_some_and(|word| word == "average")
}

/// Whether a name stands for what is left beside several things: "Other".
fn is_rest(name: &str) -> bool {
    let mut words = words(name);
    words.retain(|word| !word.chars().all(|c| c.is_ascii_digit()));
    let rest = [
        "other",
        "others",
        "unknown",
        "corporate",
        "unallocated",
        "eliminations",
        "intersegment",
        "reconciling",
    ];
    words.first().is_some_and(|word| rest[3..].contains(&word.as_str()))
        || words.iter().all(|word| word == "all" || rest[..3].contains(&word.as_str()))
}

fn words(name: &str) -> Vec<String> {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Whether a figure is the sum of at least two that stand right before it, or of all behind the first.
fn adds_up(figures: &[Decimal], at: usize) -> bool {
    let mut parts: Vec<Option<Decimal>> = figures[..at].iter().copied().map(Some).collect();
    if at == 0 {
        parts.extend(figures[1..].iter().rev().copied().map(Some));
    }
    parts.push(Some(figures[at]));
    let summed = summands(&parts, parts.len() - 1);
    summed.is_some_and(|range| at > 0 || range.start == 0)
}
