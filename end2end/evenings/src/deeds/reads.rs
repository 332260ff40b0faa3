//! What people read, each by the rule that says who may. Nothing comes of it.

use super::{By, Deed, READ, projects};
use shared::rules::{Rule, act};

pub(super) static DEEDS: &[Deed] = &[
    Deed { name: "ReadLog", path: "/events/{slug}/manage/audit", rule: act::ReadAudit::ACT, ..READ },
    Deed {
        name: "ReadConflicts",
        path: "/events/{slug}/manage/assignments?conflicts=1",
        rule: act::ReadConflicts::ACT,
        ..READ
    },
    Deed {
        name: "ReadEvidence",
        path: "/events/{slug}/manage/evidence",
        rule: act::ReadEvidence::ACT,
        ..READ
    },
    Deed {
        name: "ReadFeedback",
        by: By::Team,
        path: "/api/projects/{on}/feedback",
        on: projects,
        rule: act::ReadFeedback::ACT,
        ..READ
    },
    Deed {
        name: "ReadVisits",
        by: By::Team,
        path: "/api/projects/{on}/visits",
        on: projects,
        rule: act::SeeOwnVisits::ACT,
        ..READ
    },
    Deed {
        name: "ReadOwnRecord",
        by: By::Anybody,
        path: "/api/participant/record?event={slug}",
        rule: act::ReadParticipantRecord::ACT,
        ..READ
    },
    Deed {
        name: "ReadConfirmations",
        path: "/api/events/{slug}/confirmations",
        rule: act::SeeConfirmations::ACT,
        ..READ
    },
    Deed {
        name: "LookAtBoard",
        path: "/events/{slug}/manage",
        tells: |world, doing| Some(("id=\"board-as-of\"", doing.may::<act::WatchBoard>(world).is_ok())),
        ..READ
    },
    Deed {
        name: "LookAtExports",
        path: "/events/{slug}/manage/exports?keeping=1",
        tells: |world, doing| Some(("id=\"keeping\"", doing.may::<act::SeeKeeping>(world).is_ok())),
        ..READ
    },
    Deed {
        name: "LookAtWinners",
        path: "/events/{slug}/manage/deliberation",
        rule: act::Deliberate::ACT,
        then: |world, doing| {
            // The page shows what judges liked best, too.
            doing.may::<act::ReadFirstThree>(world)?;
            Ok(200)
        },
        ..READ
    },
    Deed {
        name: "LookAtCeremony",
        path: "/events/{slug}/manage/deliberation?ceremony=1",
        rule: act::HoldCeremony::ACT,
        ..READ
    },
    Deed {
        name: "LookAtVote",
        by: By::Anybody,
        path: "/events/{slug}/vote",
        rule: act::SeeVote::ACT,
        ..READ
    },
    Deed { name: "LookAtMail", by: By::Admin, path: "/admin/mail", rule: act::ReadMail::ACT, ..READ },
    Deed { name: "LookAtKeys", by: By::Admin, path: "/admin/keys", rule: act::Administer::ACT, ..READ },
    Deed {
        name: "LookAtAccounts",
        by: By::Admin,
        path: "/admin/people",
        rule: act::ManageAccounts::ACT,
        ..READ
    },
];

#[cfg(test)]
mod tests {
    use crate::deeds::{found, played};
    use crate::world::{Member, World, empty, member, now};

    #[test]
    fn who_takes_part_reads_neither_log_nor_board_and_site_admins_alone_read_mail() {
        let organizer = |person| Member { organizer: true, ..member(person) };
        let cast =
            vec![organizer(7), Member { judge: true, ..organizer(8) }, Member { staff: true, ..member(9) }];
        let mut world = World { cast, ..empty() };
        let mut read = |name: &str, who| played(&mut world, name, (who, 0, 0), "");
        assert_eq!((read("ReadLog", 0), read("ReadLog", 1)), (Ok(200), Err(403)));
        assert_eq!((read("LookAtMail", 0), read("LookAtMail", 2)), (Err(403), Ok(200)));
        assert_eq!((read("LookAtBoard", 1), read("ReadVisits", 1)), (Ok(200), Err(404)));
        let told = |who, page| found("LookAtBoard").unwrap().told(&world, (Some(who), 0, ""), now(), page);
        assert!(told(0, "<p id=\"board-as-of\">").is_ok() && told(1, "<p>").is_ok());
        assert!(told(0, "<p>").is_err() && told(1, "<p id=\"board-as-of\">").is_err());
    }
}
