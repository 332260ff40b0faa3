//! Who saw which project: whether the more generous judges saw the better ones.

use shared::calibration::{BetterPanels, Panels};

/// What a run found of it, and whether the ranking takes it into account.
pub fn panels(Panels { dealt, z, used }: &Panels) -> String {
    let Some(far) = *z else { return "Every judge saw every project.".to_owned() };
    let sign = if far < 0.0 { "\u{2212}" } else { "" };
    let z_words = format!("z\u{a0}{sign}{:.1}", far.abs());
    let found = Panels { dealt: *dealt, z: *z, used: *used }.clear();
    let saw = match found {
        None => {
            return format!(
                "Neither the more generous nor the stricter judges clearly saw the better projects ({z_words})."
            );
        }
        Some(BetterPanels::GenerousTheBetter) => "The more generous judges saw the better projects",
        Some(BetterPanels::StricterTheBetter) => "The stricter judges saw the better projects",
    };
    let then = match (dealt, used) {
        (_, true) => "The ranking takes it into account.",
        (true, false) => {
            "The portal dealt all reviews, so nobody chose them, and the ranking does not take it into account."
        }
        (false, false) => "The ranking does not take it into account.",
    };
    format!("{saw} ({z_words}). {then}")
}

/// Who chose the judges of the reviews.
pub fn who_chose(dealt: bool) -> &'static str {
    if dealt {
        "The portal chose the judges of every review."
    } else {
        "The portal did not choose the judge of every review. Some were chosen by judges, organizers or a list."
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_in_words_from_two_standard_errors_on() {
        let said = |dealt, z, used| panels(&Panels { dealt, z, used });
        assert_eq!(said(true, None, false), "Every judge saw every project.");
        assert_eq!(
            said(false, Some(-1.96), false),
            "Neither the more generous nor the stricter judges clearly saw the better projects (z\u{a0}\u{2212}2.0)."
        );
        assert_eq!(
            said(false, Some(5.83), true),
            "The more generous judges saw the better projects (z\u{a0}5.8). The ranking takes it into account."
        );
        assert_eq!(
            said(true, Some(-2.1), false),
            "The stricter judges saw the better projects (z\u{a0}\u{2212}2.1). The portal dealt all reviews, so nobody chose them, and the \
             ranking does not take it into account."
        );
    }
}
