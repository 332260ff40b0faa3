//! Visits in vain: a judge came to a project and could not judge it.

/// Why a visit came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitMark {
    /// Nobody of the team was there.
    Absent,
    /// The team was busy, with another judge for one.
    Busy,
    /// The team was there and had nothing to show.
    CannotDemo,
}

impl VisitMark {
    /// Every mark, in the order of the buttons.
    pub const ALL: [Self; 3] = [Self::Absent, Self::Busy, Self::CannotDemo];

    /// The name in forms, in the log and in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::Busy => "busy",
            Self::CannotDemo => "cannot_demo",
        }
    }

    /// The mark with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_by_its_name() {
        for mark in VisitMark::ALL {
            assert_eq!(VisitMark::from_name(mark.name()), Some(mark));
        }
        assert_eq!(VisitMark::from_name("late"), None);
    }
}
