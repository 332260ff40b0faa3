//! In which order judges see projects, and what it does to scores.

use shared::order_slope::OrderSlope;

/// From so many standard errors on, a slope is no chance.
const CLEAR: f64 = 2.0;

/// How early or late the most uneven project of a plan is, by its mean place in its judges' lists from −½ to ½.
pub fn most_uneven(title: &str, place: f64) -> String {
    if place.abs() < 0.005 {
        return "On average, each project is in the middle of its judges’ lists".to_owned();
    }
    format!(
        "{title} is the furthest from the middle: {:.0}\u{a0}% of the way through its judges’ lists on average",
        (place + 0.5) * 100.0
    )
}

/// How scores change from a judge's first review to their last.
pub fn order_slope(found: &OrderSlope) -> String {
    let z = format!("z\u{a0}{}", signed(found.z, 1));
    if found.z.abs() < CLEAR {
        return format!(
            "From a judge’s first review to their last, scores show no clear trend ({}, {z}).",
            signed(found.slope, 3)
        );
    }
    let (way, who) = if found.slope > 0.0 { ("higher", "late") } else { ("lower", "early") };
    format!(
        "A judge’s last review is {:.3} {way} than their first, with all else equal ({z}). Projects that were seen {who} by most of their judges gain from it.",
        found.slope.abs()
    )
}

pub fn signed(value: f64, digits: usize) -> String {
    let sign = if value < 0.0 { "\u{2212}" } else { "+" };
    format!("{sign}{:.digits$}", value.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slope_is_said_from_two_standard_errors_on() {
        let said = |slope, z| order_slope(&OrderSlope { slope, z, reviews: 80, fifths: vec![] });
        assert_eq!(
            said(-0.012, -0.84),
            "From a judge’s first review to their last, scores show no clear trend (\u{2212}0.012, z\u{a0}\u{2212}0.8)."
        );
        assert_eq!(
            said(0.0423, 3.1),
            "A judge’s last review is 0.042 higher than their first, with all else equal (z\u{a0}+3.1). Projects that were seen late by most of their judges gain from it."
        );
        assert!(said(-0.05, -2.0).contains("0.050 lower") && said(-0.05, -2.0).contains("seen early"));
        assert_eq!(
            most_uneven("Lamp", -0.06),
            "Lamp is the furthest from the middle: 44\u{a0}% of the way through its judges’ lists on average"
        );
        for place in [0.0, 0.004, -0.004] {
            assert_eq!(
                most_uneven("Lamp", place),
                "On average, each project is in the middle of its judges’ lists"
            );
        }
    }
}
