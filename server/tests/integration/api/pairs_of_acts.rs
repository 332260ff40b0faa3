//! An organizer who takes part plays every pair of the acts that their form offers, and opens each link that an act hands out as
//! somebody else would. Nothing of it may let them read or write a review, or move what a ranking is made from, that they could not
//! read or move before.

use crate::prelude::*;
use crate::support::no_limits;
use model::context::EventKey;
use portal::account::identification;
use portal::call::Call;
use portal::judge::assign::{Pair, assign};
use portal::judge::{conflicts, recuse};
use portal::organize::{criteria, keeping, settings, tracks, webhooks, windows};
use portal::people::{answer, cards, guest, guests, invite, member, send};
use portal::submit::{duplicates, more_time, withdraw};
use portal::{Conn, Done, context};
use shared::conflict::{ConflictKind, NewConflict};
use shared::event_settings::{TypedTerms, TypedTrack};
use shared::event_windows::{Windows, consent};
use shared::evidence::TypedEvidence;
use shared::ids::{AssignmentId, GuestId, InvitationId, PersonId, ProjectId, TeamId};
use shared::invitation::MemberRole;
use shared::judge_limits::JudgeLimits;
use shared::recusal::Recusal;
use shared::rubric_form::{TypedCriterion, rubric_version};
use shared::rules::{
    Act, AssignmentFacts, AssignmentStatus, Facts, OnReviews, ProjectFacts, RoleFacts, decide,
};
use shared::webhook_form::TypedWebhook;
use std::collections::BTreeSet;
use store::failure::{Failure, Outcome};

const BASE: &str = "https://portal.example";

macro_rules! plays {
    ($($play:ident),*) => {
        /// One act, as a form or a button offers it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Play {
            $($play),*
        }
        use Play::*;
        const PLAYS: &[Play] = &[$($play),*];
    };
}

plays![
    InviteJudge, InviteOrganizer, InviteParticipant, LinkOfJudge, LinkOfNewJudge, LinkOfParticipant,
    LinkOfMember, LinksOfNew, MailOfJudge, WithdrawNewJudge, PrintCards, AdmitGuest, JudgeOneself, TakePart,
    LeavePart, AppointJudge, AppointOrganizer, DismissOrganizer, GiveOrganizerPart, DismissJudge, LimitJudge,
    ReopenSubmissions, CloseJudging, SetVote, AddTrack, RenameCriterion, DeclareConflict, Assign, SetAside,
    GiveBack, FlagRival, WithdrawRival, GainTime, WatchReviews, WatchEdits, ChooseDay, StopOrganizing
];

/// The ids that the acts are about.
struct Ground {
    judge: PersonId,
    friend: PersonId,
    free_organizer: PersonId,
    judges_invitation: InvitationId,
    new_judge: InvitationId,
    participants_invitation: InvitationId,
    rivals_invitation: InvitationId,
    review_of_own: AssignmentId,
    aside: AssignmentId,
}

fn in_demo<'c>(conn: &'c mut Conn, caller: &'c Caller) -> Call<'c> {
    Call { conn, caller, slug: "demo" }
}

/// The judged event, in which one judge and a member of a team came by an invitation's link and have no password, another judge is still
/// invited, and so is somebody who is to take part.
async fn ground(demo: &World) -> Ground {
    let invite = async |email: &str, role: &str, accepted: bool| {
        let sql = "insert into invitation (event_id, email, role, token_hash, sent_at, sent_by, created_person_id, accepted_by,
                       accepted_at, link_ended_at)
                   select 1, $1, $2, sha256(convert_to($1, 'UTF8')), now(), 'mail', p.id, p.id, case when $3 then now() end,
                       case when $3 then now() end
                   from (select 1) one left join person p on $3 and p.email = $1 returning id";
        let query = sqlx::query_scalar(sql).bind(email).bind(role).bind(accepted);
        InvitationId(query.fetch_one(&demo.pool).await.unwrap())
    };
    let person = async |name: &str| {
        let sql = "select id from person where email = $1";
        let query = sqlx::query_scalar(sql).bind(crate::support::email(name));
        PersonId(query.fetch_one(&demo.pool).await.unwrap())
    };
    Ground {
        judge: person("j1").await,
        friend: person("p2").await,
        free_organizer: person("org").await,
        judges_invitation: invite("j1@x.example", "judge", true).await,
        new_judge: invite("new@y.example", "judge", false).await,
        participants_invitation: invite("free@y.example", "participant", false).await,
        rivals_invitation: invite("p8@x.example", "participant", true).await,
        review_of_own: AssignmentId(demo.assignment("j2", "Project 1").await),
        aside: AssignmentId(demo.assignment("j2", "Project 7").await),
    }
}

/// What an operation returned. Its transaction is rolled back.
fn value<T>(done: Done<T>) -> T {
    let mut kept = None;
    drop(done.map(|value| kept = Some(value)));
    kept.unwrap()
}

fn code(link: &str) -> String {
    link.rsplit('/').next().unwrap().to_owned()
}

/// Does it, and returns the codes of the links that it handed out and the sessions that it opened.
async fn play(conn: &mut Conn, who: &Caller, on: &Ground, play: Play) -> Outcome<(Vec<String>, Vec<String>)> {
    let (mut links, mut sessions) = (Vec::new(), Vec::new());
    let own = who.person().unwrap();
    let invited = async |conn: &mut Conn, list: &str, role| {
        let invited = value(invite::invite(&mut in_demo(conn, who), list, Ok(role)).await?);
        // Whoever came in by an earlier one is invited to nothing.
        let Some(id) = invited.ids.first() else {
            let sql = "select exists (select from invitation where email = $1)";
            let earlier: bool = sqlx::query_scalar(sql).bind(list).fetch_one(&mut *conn).await?;
            assert!(earlier, "{list} is not invited");
            return Outcome::Ok(None);
        };
        let link = value(send::make_link(&mut in_demo(conn, who), BASE, InvitationId(*id)).await?);
        Outcome::Ok(Some(code(&link)))
    };
    match play {
        InviteJudge => links.extend(invited(conn, "sock1@y.example", MemberRole::Judge).await?),
        InviteOrganizer => links.extend(invited(conn, "sock2@y.example", MemberRole::Organizer).await?),
        InviteParticipant => links.extend(invited(conn, "sock3@y.example", MemberRole::Participant).await?),
        LinkOfJudge | LinkOfNewJudge | LinkOfParticipant | LinkOfMember => {
            let id = match play {
                LinkOfJudge => on.judges_invitation,
                LinkOfNewJudge => on.new_judge,
                LinkOfMember => on.rivals_invitation,
                _ => on.participants_invitation,
            };
            links.push(code(&value(send::make_link(&mut in_demo(conn, who), BASE, id).await?)));
        }
        LinksOfNew => {
            let to = send::Recipients::These(vec![on.new_judge]);
            let mailing = send::Mailing { base_url: BASE, limits: &no_limits() };
            value(send::send(&mut in_demo(conn, who), mailing, to).await?);
            let opened = value(send::open_mail(&mut in_demo(conn, who), on.new_judge).await?);
            let (_, rest) = opened.mail.body.split_once("/invitations/").unwrap();
            links.push(rest.split_whitespace().next().unwrap().to_owned());
        }
        MailOfJudge => drop(value(send::open_mail(&mut in_demo(conn, who), on.judges_invitation).await?)),
        WithdrawNewJudge => value(send::withdraw(&mut in_demo(conn, who), on.new_judge).await?),
        PrintCards => {
            let chosen = cards::ChosenJudges { invitations: vec![on.judges_invitation], members: Vec::new() };
            let printed = value(cards::print(&mut in_demo(conn, who), BASE, &chosen).await?);
            links.extend(printed.iter().map(|card| code(&card.link)));
        }
        AdmitGuest => {
            value(guests::open_link(&mut in_demo(conn, who)).await?);
            let room: String = sqlx::query_scalar("select code from guest_link where event_id = 1")
                .fetch_one(&mut *conn)
                .await?;
            let nobody = Caller::default();
            let secret =
                value(guest::ask(&mut Call::of(conn, &nobody), &room, "", "Dr. Smith").await?).unwrap();
            let id: i64 = sqlx::query_scalar("select max(id) from guest").fetch_one(&mut *conn).await?;
            value(guests::admit(&mut in_demo(conn, who), GuestId(id)).await?);
            sessions.push(value(guest::enter(&mut Call::of(conn, &nobody), &room, &secret).await?));
        }
        JudgeOneself => value(member::grant_role(&mut in_demo(conn, who), own, MemberRole::Judge).await?),
        TakePart => value(member::grant_role(&mut in_demo(conn, who), own, MemberRole::Participant).await?),
        LeavePart => {
            let at = context(&mut Call::of(conn, who), EventKey::Slug("demo")).await?;
            let role = if at.facts.standing.judge { MemberRole::Judge } else { MemberRole::Participant };
            value(member::remove_roles(&mut in_demo(conn, who), own, &[role]).await?);
        }
        AppointJudge => {
            value(member::grant_role(&mut in_demo(conn, who), on.friend, MemberRole::Judge).await?)
        }
        AppointOrganizer => {
            value(member::grant_role(&mut in_demo(conn, who), on.friend, MemberRole::Organizer).await?);
        }
        DismissOrganizer => {
            let roles = [MemberRole::Organizer];
            value(member::remove_roles(&mut in_demo(conn, who), on.free_organizer, &roles).await?);
        }
        GiveOrganizerPart => {
            let part = MemberRole::Participant;
            value(member::grant_role(&mut in_demo(conn, who), on.free_organizer, part).await?);
        }
        DismissJudge => {
            value(member::remove_roles(&mut in_demo(conn, who), on.judge, &[MemberRole::Judge]).await?)
        }
        LimitJudge => {
            let none = JudgeLimits { review_cap: Some(0), tracks: Vec::new() };
            let was = member::version(&JudgeLimits { review_cap: None, tracks: Vec::new() });
            value(member::set_limits(&mut in_demo(conn, who), on.judge, (&was, Ok(none))).await?);
        }
        ReopenSubmissions | CloseJudging | SetVote => {
            let desk = settings::open(&mut in_demo(conn, who)).await?;
            let mut new: Windows = desk.settings.windows;
            match play {
                ReopenSubmissions => new.submissions.close = None,
                CloseJudging => new.judging.close = Some(desk.at.now),
                _ => new.voting.close = Some(desk.at.now + chrono::TimeDelta::days(1)),
            }
            let weighty = windows::weighty(&desk.settings, &new, desk.at.now);
            let sent = settings::SentSettings {
                about: desk.settings.about.clone(),
                terms: TypedTerms::of(&desk.settings.terms),
                evidence: TypedEvidence::of(&desk.settings.evidence),
                windows: Ok(new),
                versions: settings::SettingsVersions::of(&desk.settings),
                confirmed: consent(&weighty),
            };
            value(settings::save(&mut in_demo(conn, who), sent).await?);
        }
        AddTrack => {
            let desk = tracks::open(&mut in_demo(conn, who)).await?;
            let kept = desk.tracks.iter().map(|t| (Some(t.track.id.0), t.track.name.clone()));
            let all = kept.chain([(None, "Empty".to_owned())]);
            let typed = all.map(|(id, name)| TypedTrack { id, name, place: String::new(), remove: false });
            value(tracks::save(&mut in_demo(conn, who), typed.collect(), &desk.version()).await?);
        }
        RenameCriterion => {
            let desk = criteria::open(&mut in_demo(conn, who)).await?;
            let version = rubric_version(&desk.criteria);
            let renamed = |(line, stored)| {
                let typed = TypedCriterion::of(line, stored);
                TypedCriterion { name: format!("{} or not", typed.name), ..typed }
            };
            let typed = desk.criteria.iter().enumerate().map(renamed);
            value(criteria::save(&mut in_demo(conn, who), typed.collect(), &version).await?);
        }
        DeclareConflict => {
            let new = NewConflict {
                judge: on.judge,
                project: ProjectId(1),
                kind: ConflictKind::Other,
                reason: String::new(),
            };
            value(conflicts::declare(&mut in_demo(conn, who), Ok(new)).await?);
        }
        Assign => {
            let pair = Pair { judge: on.judge, project: ProjectId(4) };
            value(assign(&mut in_demo(conn, who), Ok(pair)).await?);
        }
        SetAside => {
            let recusal = Ok(Recusal::default());
            value(recuse::recuse(&mut Call::of(conn, who), on.review_of_own, recusal).await?);
        }
        GiveBack => value(recuse::reinstate(&mut in_demo(conn, who), on.aside).await?),
        FlagRival => {
            value(duplicates::decide(&mut in_demo(conn, who), ProjectId(3), Ok(Some(ProjectId(1)))).await?);
        }
        WithdrawRival => {
            let why = Ok("It was a test entry.".to_owned());
            value(withdraw::withdraw(&mut in_demo(conn, who), ProjectId(3), why).await?);
        }
        GainTime => {
            let at = context(&mut Call::of(conn, who), EventKey::Slug("demo")).await?;
            let time = more_time::SentTime {
                team: Some(TeamId(1)),
                until: at.facts.event.judging.close,
                reason: "Nobody looks.".into(),
            };
            value(more_time::give(&mut in_demo(conn, who), Ok(time)).await?);
        }
        WatchReviews | WatchEdits => {
            let kind = if play == WatchReviews { "review.submitted" } else { "track.edited" };
            let hook = TypedWebhook {
                url: "https://a.example/hook".into(),
                format: "standard".into(),
                kinds: vec![kind.into()],
            };
            value(webhooks::add(&mut in_demo(conn, who), Ok(hook), false).await?);
        }
        ChooseDay => drop(value(keeping::choose_day(&mut in_demo(conn, who), Ok(None), None, BASE).await?)),
        StopOrganizing => value(settings::stop_organizing(&mut in_demo(conn, who)).await?),
    }
    Ok((links, sessions))
}

/// What the caller may do now that could touch a review.
async fn may_touch(conn: &mut Conn, who: &Caller) -> BTreeSet<String> {
    let at = context(&mut Call::of(conn, who), EventKey::Slug("demo")).await.unwrap();
    let none: Facts = at.facts.clone();
    let mut things = vec![("".to_owned(), none.clone())];
    for role in MemberRole::ALL {
        for own in [false, true] {
            let role_facts = RoleFacts { role, own, of_organizer: own, nobody_free: false, team: None };
            things.push((format!("{role:?} {own}"), Facts { role: Some(role_facts), ..none.clone() }));
        }
    }
    for (stage, name) in
        [(shared::window::Stage::Submissions, "submissions"), (shared::window::Stage::Judging, "judging")]
    {
        things.push((name.to_owned(), Facts { stage: Some(stage), ..none.clone() }));
    }
    let sql = "select id, team_id, status = 'submitted', withdrawn_at is not null from project order by id";
    let projects: Vec<(i64, i64, bool, bool)> = sqlx::query_as(sql).fetch_all(&mut *conn).await.unwrap();
    for (id, team, submitted, withdrawn) in projects {
        let project = ProjectFacts { id: ProjectId(id), team: TeamId(team), submitted, withdrawn };
        things.push((format!("project {id}"), Facts { project: Some(project), ..none.clone() }));
    }
    let sql = "select id, person_id, status from assignment order by id";
    let assignments: Vec<(i64, i64, String)> = sqlx::query_as(sql).fetch_all(&mut *conn).await.unwrap();
    for (id, judge, status) in assignments {
        let assignment = AssignmentFacts {
            id: AssignmentId(id),
            mine: who.person() == Some(PersonId(judge)) && who.knows(at.event),
            status: AssignmentStatus::from_name(&status).unwrap(),
            taken_off: false,
            ended_with_project: false,
            voided: false,
        };
        things.push((format!("assignment {id}"), Facts { assignment: Some(assignment), ..none.clone() }));
    }
    let mut may = BTreeSet::new();
    for act in Act::BY_NOUN.into_iter().flatten().filter(|act| act.on_reviews != OnReviews::No) {
        for (thing, facts) in &things {
            if decide(*act, who.actor.as_ref(), facts, at.now).is_ok() {
                may.insert(format!("{act:?} {thing}"));
            }
        }
    }
    may
}

/// All that a ranking is made from, and who makes it.
async fn counted(conn: &mut Conn) -> String {
    let sql = "select md5(concat_ws('|',
        (select string_agg(a::text, ',' order by a.id) from assignment a),
        (select string_agg(r::text, ',' order by r.id) from review r),
        (select string_agg(concat_ws(' ', p.id, p.team_id, p.track_id, p.title, p.summary, p.description, p.status, p.duplicate_of),
            ',' order by p.id) from project p),
        (select string_agg(t::text, ',' order by t.id) from track t),
        (select string_agg(c::text, ',' order by c.id) from criterion c),
        (select string_agg(c::text, ',' order by c.person_id, c.project_id) from conflict c),
        (select string_agg(m.person_id::text, ',' order by m.person_id) from membership m where m.role = 'judge'),
        (select string_agg(concat_ws(' ', ep.person_id, ep.review_cap), ',' order by ep.person_id) from event_person ep
            where ep.review_cap is not null),
        (select concat_ws(' ', e.submissions_open, e.submissions_close, e.judging_open, e.judging_close) from event e)))";
    sqlx::query_scalar(sql).fetch_one(conn).await.unwrap()
}

async fn raw(conn: &mut Conn, sql: &'static str) {
    sqlx::raw_sql(sql).execute(conn).await.unwrap();
}

/// Whom the organizer can be after these acts: themselves, and whoever a link or a guest's browser signs in. None where the rules
/// refuse an act.
async fn after(conn: &mut Conn, name: &str, on: &Ground, plays: &[Play]) -> Option<Vec<Caller>> {
    let own = token(name);
    let mut others = Vec::new();
    for one in plays {
        let who = identification::by_token(conn, &own, false).await.unwrap().unwrap();
        let (links, mut sessions) = match play(conn, &who, on, *one).await {
            Ok(handed_out) => handed_out,
            Err(Failure::Refused(_)) => return None,
            Err(failure) => panic!("{one:?}: {failure}"),
        };
        for link in links {
            let opened = answer::accept(&mut Call::of(conn, &Caller::default()), &link, "Sock").await;
            sessions.extend(opened.ok().and_then(|done| value(done).session));
        }
        for session in sessions {
            others.push(identification::by_session(conn, &session, false).await.unwrap().unwrap());
        }
    }
    let mut all = vec![identification::by_token(conn, &own, false).await.unwrap().unwrap()];
    all.extend(others);
    Some(all)
}

#[database_test(JUDGED)]
async fn no_two_acts_of_who_takes_part_open_a_review(pool: PgPool, demo: World) {
    let on = ground(&demo).await;
    let mut conn = pool.acquire().await.unwrap();
    let conn: &mut Conn = &mut conn;
    let mut played = 0;
    for name in ["ana", "both"] {
        let who = identification::by_token(conn, &token(name), false).await.unwrap().unwrap();
        let mut before = may_touch(conn, &who).await;
        // Anybody may take part, so what that opens is nobody's secret.
        let participant = identification::by_token(conn, &token("p8"), false).await.unwrap().unwrap();
        for other in [Caller::default(), participant] {
            before.extend(may_touch(conn, &other).await);
        }
        let ranked = counted(conn).await;
        let mut wrong = Vec::new();
        let mut allowed = Vec::new();
        let mut rounds: Vec<Vec<Play>> = PLAYS.iter().map(|play| vec![*play]).collect();
        while let Some(plays) = rounds.pop() {
            raw(conn, "begin").await;
            if let Some(callers) = after(conn, name, &on, &plays).await {
                played += 1;
                for caller in callers {
                    let more: Vec<_> = may_touch(conn, &caller).await.difference(&before).cloned().collect();
                    if !more.is_empty() {
                        wrong.push(format!("{name}, {plays:?}, as {}: {more:?}", caller.email));
                    }
                }
                if counted(conn).await != ranked {
                    wrong.push(format!("{name}, {plays:?} changes what counts"));
                }
                if let [one] = plays[..] {
                    rounds.extend(allowed.iter().flat_map(|other| [vec![one, *other], vec![*other, one]]));
                    rounds.push(vec![one, one]);
                    allowed.push(one);
                }
            }
            raw(conn, "rollback").await;
        }
        assert!(wrong.is_empty(), "{} of {played}:\n{}", wrong.len(), wrong.join("\n"));
        // What the rules leave to them, so that the pairs are not pairs of refusals.
        for play in [InviteParticipant, LinkOfParticipant, SetVote, WatchEdits, StopOrganizing] {
            assert!(allowed.contains(&play), "{name}: {play:?} of {allowed:?}");
        }
        // Submissions are over here: while they are open, the link is a way into a rival's project.
        assert!(!allowed.contains(&LinkOfMember), "{name}: {allowed:?}");
    }
    assert!(played > 40, "{played}");
    // The same acts are an organizer's who takes no part, and there they do open and move what counts.
    raw(conn, "begin").await;
    let callers = after(conn, "org", &on, &[LinkOfJudge]).await.unwrap();
    assert!(may_touch(conn, &callers[1]).await.iter().any(|act| act.starts_with("SaveReview")));
    raw(conn, "rollback").await;
    for play in PLAYS.iter().copied().filter(|play| {
        ![LeavePart, DismissOrganizer, DismissJudge, MailOfJudge, ChooseDay, StopOrganizing].contains(play)
    }) {
        raw(conn, "begin").await;
        assert!(after(conn, "org", &on, &[play]).await.is_some(), "{play:?}");
        raw(conn, "rollback").await;
    }
}
