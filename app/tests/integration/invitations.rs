//! A long list of invitations begins with what needs somebody.

use super::support::shown;
use app::pages::manage::people::cards::CardsForm;
use app::pages::manage::people::filters::PeopleFilter;
use app::pages::manage::people::invitations::{InvitationsPage, SendAll, invitations_page};
use chrono::{DateTime, Utc};
use model::invitation::{
    EventInvitation, InvitationCounts, InvitationExceptions, Invitations, TeamInvitations,
};
use model::member::CardJudge;
use shared::ids::InvitationId;
use shared::invitation::{InvitationState, MemberRole};

fn judge(n: i64) -> EventInvitation {
    EventInvitation {
        id: InvitationId(n),
        name: format!("Judge {n}"),
        email: format!("judge{n}@x.example"),
        role: MemberRole::Judge,
        team: None,
        state: if n < 3 { InvitationState::Sent } else { InvitationState::Accepted },
        tracks: Vec::new(),
        review_cap: None,
        invited_by: None,
        created_at: DateTime::<Utc>::UNIX_EPOCH,
        sent_at: None,
        sent_by: None,
        card_made_at: None,
        opened_at: None,
        answered_at: None,
        accepted_by: None,
        link_works: true,
        card_works: false,
        delivery: None,
    }
}

fn model(exceptions: bool, shown_here: i64) -> InvitationsPage {
    let team = |n: i64| TeamInvitations { team: format!("Team {n}"), accepted: n % 5, invited: 4 };
    InvitationsPage {
        one: None,
        filter: PeopleFilter { all: !exceptions, ..PeopleFilter::default() },
        list: Invitations {
            invitations: (0..shown_here).map(judge).collect(),
            found: 175,
            counts: InvitationCounts { sent: 163, accepted: 12, ..InvitationCounts::default() },
            exceptions: exceptions.then(|| InvitationExceptions {
                undelivered: Vec::new(),
                undelivered_found: 0,
                teams: (0..40).map(team).collect(),
            }),
        },
        page_size: 15,
        send: SendAll::default(),
        cards: None,
        guests: None,
        now: DateTime::<Utc>::UNIX_EPOCH,
    }
}

fn page(exceptions: bool, shown_here: i64) -> String {
    shown(|| invitations_page(model(exceptions, shown_here)))
}

#[test]
fn where_cards_are_chosen_their_button_alone_is_the_main_one() {
    let with_cards = |open: bool| {
        let mut model = model(false, 3);
        model.list.counts.not_sent = 5;
        model.send.most = 100;
        let judge = CardJudge {
            invitation: Some(InvitationId(1)),
            person: None,
            name: "Judge 1".into(),
            email: "judge1@x.example".into(),
            accepted: false,
            signs_in: false,
        };
        model.cards = Some(CardsForm { judges: vec![judge], may: Ok(()), again: false, open });
        shown(|| invitations_page(model))
    };
    let main_acts = |page: &str| {
        let (_, main) = page.split_once("<main").unwrap();
        main.split("</main>").next().unwrap().matches("class=\"button main\"").count()
    };
    // Folded, the button of the cards is out of view.
    assert_eq!(main_acts(&with_cards(false)), 2);
    let open = with_cards(true);
    assert!(open.contains("class=\"button main\">Create the cards"), "{open}");
    assert_eq!(main_acts(&open), 1, "{open}");
}

#[test]
fn judges_who_have_not_accepted_come_first_and_then_teams() {
    let first = page(true, 15);
    let rows = |page: &str| page.matches("people/invitations?of=").count();
    assert_eq!(rows(&first), 3, "the judges who have not accepted");
    for said in [
        "32 of 40 teams have members who have not accepted.",
        "0 of 4",
        "people/invitations?q=Team",
        "Show the other 22 teams",
        "Show all 175 invitations",
    ] {
        assert!(first.contains(said), "{said}: {first}");
    }
    assert!(!first.contains("4 of 4"), "a team that is complete needs nobody");
    assert!(!first.contains("data-label=\"Team\""), "no judge has a team: {first}");
    assert!(first.find("Judge 0").unwrap_or_default() < first.find("Team 0").unwrap_or_default());
    assert_eq!(rows(&page(false, 15)), 15, "the whole list");
    // Of a long page the first are in view, as of the members.
    let long = page(false, 100);
    assert!(!long.contains("data-label=\"Team\""), "{long}");
    let mut some = model(false, 3);
    some.list.invitations[1].team = Some("Lights".into());
    let some = shown(|| invitations_page(some));
    assert_eq!(some.matches("data-label=\"Team\"").count(), 3, "{some}");
    let (seen, folded) = long.split_once("Show the other 85 invitations").unwrap();
    assert_eq!((rows(seen), rows(folded)), (15, 85));
}
