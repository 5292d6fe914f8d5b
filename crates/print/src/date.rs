//! Days of the calendar.

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Year, month and day (both from 1) of a time in seconds since 1970-01-01 UTC. Formula: Howard Hinnant,
/// “chrono-Compatible Low-Level Date Algorithms”, civil_from_days.
pub(crate) fn day_of(time_s: i64) -> (i64, u8, u8) {
    let days = time_s.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    (year, month as u8, day as u8)
}

/// "24 November 2026".
pub fn words(time_s: i64) -> String {
    let (year, month, day) = day_of(time_s);
    format!("{day} {} {year}", MONTHS[usize::from(month - 1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (time_s, day) in [
            (0, "1 January 1970"),
            (951_782_400, "29 February 2000"),
            (1_709_251_199, "29 February 2024"),
            (1_709_251_200, "1 March 2024"),
            (1_795_478_400, "24 November 2026"),
            (-1, "31 December 1969"),
        ] {
            assert_eq!(words(time_s), day);
        }
    }
}
