//! What an organizer may do and read, and what an organizer who takes part in the event may not, until when.
//!
//! An organizer who judges, or is on a team, has a conflict of interest, and keeps it: what they know stays known. Until the
//! results are published such an organizer reads nothing that touches the ranking, and does nothing whose result could read or
//! write a review, or change what a review counts for ([`OnReviews`](super::OnReviews)). Another organizer, or a site admin
//! who takes no part, does it for them. While winners are provisional, what could change them waits for the final publication.

use super::prelude::*;

/// How the addresses of pages begin, below `…/manage/`, in which an organizer who takes part does not find what they came for until the
/// results are published.
const WITHHELD_PAGES: [&str; 11] = [
    "assignments",
    "audit",
    "board/live",
    "calibration",
    "ceremony/",
    "deliberation",
    "floor/print?sheets=judges",
    "floor/print?sheets=scores-by-judge",
    "from-file?what=assignments",
    "from-file?what=scores",
    "prizes/",
];

/// Whether an organizer who takes part is led there in vain until the results are published; `page` is an address below `…/manage/`.
pub fn is_withheld_page(page: &str) -> bool {
    WITHHELD_PAGES.iter().any(|begin| page.starts_with(begin))
}

impl Question<'_> {
    /// The event's organizers and the site admins, with a passkey where the event asks for one.
    pub(super) fn organizer(&self) -> Verdict {
        self.organizer_or(Reason::OrganizersOnly)
    }

    /// The same, with another reason for everybody else.
    pub(super) fn organizer_or(&self, otherwise: Reason) -> Verdict {
        let actor = self.signed_in()?;
        require(self.facts.organizes(actor), otherwise)?;
        require(self.facts.acts_as_organizer(actor), Reason::PasskeyNeeded)
    }

    /// An organizer who takes no part in the event, or whose event has published its results.
    pub(super) fn unconflicted_organizer(&self, withheld: Withheld) -> Verdict {
        if self.facts.event.published { self.organizer() } else { self.organizer_without_part(withheld) }
    }

    /// The same for acts that could change who wins. A publication of provisional winners does not end that.
    pub(super) fn organizer_until_final(&self, withheld: Withheld) -> Verdict {
        if self.facts.event.provisional {
            self.organizer_without_part(Withheld::Duties)
        } else {
            self.unconflicted_organizer(withheld)
        }
    }

    /// The same for acts that change nothing before the first review.
    pub(super) fn organizer_under_reviews(&self, withheld: Withheld) -> Verdict {
        if self.facts.event.reviewed {
            self.organizer_until_final(withheld)?;
        } else {
            self.organizer()?;
        }
        self.not_forgotten()
    }

    /// An organizer who takes no part, also after the publication: others would act for their own team, or for their own reviews.
    pub(super) fn organizer_without_part(&self, withheld: Withheld) -> Verdict {
        self.organizer()?;
        match self.facts.part() {
            Some(part) => Err(Reason::Conflicted { part, withheld }.into()),
            None => Ok(()),
        }
    }

    /// An organizer who is on no team, was on none and is invited to none: who left a team can join one again, with the codes that they
    /// made meanwhile. This holds after publication too, since a vote may still be open then: codes are ballots, and a team could
    /// vote for itself with as many as it likes.
    pub(super) fn organizer_without_team(&self) -> Verdict {
        self.organizer()?;
        let standing = &self.facts.standing;
        let on_team = standing.team.is_some() || standing.past.on_team || !self.facts.ties.is_empty();
        require(!on_team && !standing.participant, Reason::CodesAndTeam)
    }

    /// Assignments can change until the results are published: the results rest on them.
    pub(super) fn unpublished(&self) -> Verdict {
        self.not_forgotten()?;
        let event = &self.facts.event;
        require(!event.published, Reason::Published { event: event.name.clone() })
    }
}
