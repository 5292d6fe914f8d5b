//! Owns how a result is written: unit, rounding, separators.

use citelight_text::ten_to;
use rust_decimal::{Decimal, RoundingStrategy};

use crate::calculate::{Calculated, Counts};
use crate::request::Request;

/// Decimals of a ratio, and of a share in percent, where none are asked for.
const RATIO_DECIMALS: u32 = 2;
const PERCENT_DECIMALS: u32 = 1;

/// A result as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The number, thousands set apart by commas, without its unit.
    pub text: String,
    /// Whether it is in percent.
    pub percent: bool,
    /// The power of ten in which an amount is said.
    pub power: u32,
    /// Decimals to which it was rounded; `None` where nothing was lost.
    pub decimals: Option<u32>,
}

/// Writes a result as the request asks. `power`: in which its operands are written.
pub fn written(calculated: &Calculated, request: &Request, power: u32) -> Written {
    let ratio = matches!(calculated.counts, Counts::Ratio | Counts::Number);
    let percent = ratio && request.percent;
    let power = match calculated.counts {
        Counts::Amount => request.power.unwrap_or(power),
        _ => 0,
    };
    let hundred = if percent { Decimal::ONE_HUNDRED } else { Decimal::ONE };
    let value = calculated.value.checked_mul(hundred).unwrap_or(calculated.value);
    let value = value / ten_to(power);
    let default = match (ratio, percent) {
        (_, true) => Some(PERCENT_DECIMALS),
        (true, false) => Some(RATIO_DECIMALS),
        (false, _) => None,
    };
    // A cell that is read is shown as it stands.
    let decimals = if calculated.operands.len() == 1
        && calculated.formula.matches(['+', '−', '×', '/', '(']).count() == 0
    {
        request.decimals
    } else {
        request.decimals.or(default)
    };
    let most = if value.scale() > 6 { Some(6) } else { None };
    let kept = decimals.or(most);
    let rounded = match kept {
        Some(decimals) => {
            value.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero)
        }
        None => value.normalize(),
    };
    let mut text = grouped(rounded);
    if let Some(decimals) = decimals {
        text = padded(&text, decimals);
    }
    Written { text, percent, power, decimals: kept.filter(|_| rounded != value) }
}

/// A number with commas between thousands.
pub fn grouped(value: Decimal) -> String {
    let plain = value.abs().to_string();
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
    let mut out = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    let sign = if value.is_sign_negative() && !value.is_zero() { "-" } else { "" };
    if part.is_empty() { format!("{sign}{out}") } else { format!("{sign}{out}.{part}") }
}

/// A number with as many decimals as were asked for.
fn padded(text: &str, decimals: u32) -> String {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let decimals = decimals as usize;
    if decimals == 0 { whole.to_owned() } else { format!("{whole}.{part:0<decimals$}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(
        value: &str,
        counts: Counts,
        percent: bool,
        decimals: Option<u32>,
        power: Option<u32>,
    ) -> String {
        let calculated = Calculated {
            value: value.parse().unwrap(),
            counts,
            formula: "a / b".into(),
            operands: Vec::new(),
        };
        let request = Request {
            names: Vec::new(),
            subject: String::new(),
            expr: crate::Expr::Number(Decimal::ONE),
            percent,
            decimals,
            power,
            months: None,
            defined: false,
            known: true,
        };
        written(&calculated, &request, 6).text
    }

    #[test]
    fn results_are_rounded_as_asked_half_away_from_zero() {
        use Counts::*;
        assert_eq!(write("24.255", Ratio, false, Some(2), None), "24.26");
        assert_eq!(write("-0.0385", Ratio, true, Some(1), None), "-3.9");
        assert_eq!(write("0.019", Ratio, true, None, None), "1.9");
        assert_eq!(write("0.5", Ratio, false, Some(2), None), "0.50");
        assert_eq!(write("1832000000", Amount, false, None, None), "1,832");
        assert_eq!(write("398000000", Amount, false, Some(2), Some(9)), "0.40");
        assert_eq!(write("2", Ratio, false, Some(0), None), "2");
    }
}
