//! Long lists of an organizer begin with what needs somebody, fold the others, and can be searched.

use super::support::{assignments, demo, flaggable, shown};
use app::components::Forms;
use app::layout::{Chrome, render};
use app::pages::admin::people::{AccountsPage, accounts_page};
use app::pages::audit::{AuditFilters, AuditLine, AuditPage, audit_page};
use app::pages::judge::conflicts::{ConflictChoice, ConflictSearch, OwnConflictsPage, own_conflicts_page};
use app::pages::manage::assignments::conflicts::{ConflictsPart, DeclaredConflict, SuggestionGroup};
use app::pages::manage::assignments::overview::{AssignmentsPage, JudgeLine, ProjectLine, assignments_page};
use app::pages::manage::assignments::plan::{LoadRow, PlanPage, PlanReport, plan_page};
use app::pages::manage::assignments::scores::{ScoresPage, scores_page};
use app::pages::manage::evidence::{EvidencePage, evidence_page};
use app::pages::manage::floor::{FloorPage, floor_page};
use app::pages::manage::more_time::MoreTime;
use app::pages::manage::people::filters::PeopleFilter;
use app::pages::manage::people::invite::InviteForm;
use app::pages::manage::people::members::{MembersPage, members_page};
use app::pages::manage::projects::projects_page;
use chrono::{DateTime, Utc};
use leptos::prelude::provide_context;
use model::audit::AuditRow;
use model::conflict::Conflict;
use model::evidence::EvidenceProject;
use model::floor::FloorProject;
use model::invitation::InvitationCounts;
use model::managed_account::ManagedAccount;
use model::member::{Member, Members};
use model::project::FlaggableProject;
use shared::conflict::{ConflictKind, ConflictSource};
use shared::floor::Place;
use shared::ids::{PersonId, ProjectId, TeamId};
use shared::invitation::MemberRole;
use shared::known_names::NameUnclear;
use shared::planner::JudgeLoad;
use shared::review::ReviewChanges;
use shared::rubric::{Criterion, Weight};
use shared::score_file::{ScoreAct, ScoreLeftOut, ScoreLine, ScoreList};
use shared::visiting_time::TimeForVisits;

/// What stands before the fold with this summary.
fn before<'a>(page: &'a str, summary: &str) -> &'a str {
    page.split_once(summary).map_or("", |(before, _)| before)
}

fn on_the_floor(n: i64, place: String) -> FloorProject {
    FloorProject {
        id: ProjectId(n),
        title: format!("Lamp {n};"),
        team: "Lights".into(),
        track: None,
        prize: None,
        submitted_at: DateTime::<Utc>::UNIX_EPOCH,
        power: false,
        quiet: false,
        place: Place { room: String::new(), place },
    }
}

/// The page of the hall with these projects.
fn hall(projects: Vec<FloorProject>, search: Option<&str>) -> String {
    let search = search.map(str::to_owned);
    shown(|| floor_page(FloorPage { projects, moved: None, search, plans: false, sheets_withheld: None }))
}

#[test]
fn what_few_halls_need_is_folded_unless_a_team_asked_for_it() {
    let open = |power: bool| {
        let page = hall(vec![FloorProject { power, ..on_the_floor(1, String::new()) }], None);
        let before = before(&page, "Power, quiet places, groups");
        before.rsplit_once("<details").is_some_and(|(_, tag)| tag.contains(" open"))
    };
    assert!(!open(false));
    assert!(open(true));
}

#[test]
fn a_plan_moves_no_project_that_has_a_place_unless_an_organizer_says_so() {
    let page = hall(vec![on_the_floor(1, "A1".to_owned())], None);
    let (_, keep) = page.split_once("name=\"keep\"").unwrap();
    assert!(keep.split('>').next().is_some_and(|tag| tag.contains(" checked")), "{keep}");
}

#[test]
fn a_hall_without_projects_leads_to_the_import() {
    let page = hall(Vec::new(), None);
    assert!(page.contains("/events/demo/manage/from-file?what=projects"), "{page}");
    assert!(!page.contains("id=\"plan\"") && !page.contains("<table"), "there is nothing to place");
}

#[test]
fn projects_without_a_place_come_first() {
    let place = |n: i64| if n % 20 == 0 { String::new() } else { format!("A{n}") };
    let page = |search| hall((1..=59).map(|n| on_the_floor(n, place(n))).collect(), search);
    let first = page(None);
    let open = before(&first, "Show the other 57 projects");
    assert!(open.contains("Lamp 20;") && open.contains("Lamp 40;") && !open.contains("Lamp 1;"), "{first}");
    let found = page(Some("lamp a13"));
    assert!(found.contains("Lamp 13;"), "{found}");
    assert!(!found.contains("Lamp 20;"), "{found}");
    assert!(!found.contains("Show the other"), "{found}");
    assert!(page(Some("dune")).contains("No project found"));
    let all = page(Some("lamp"));
    let open = before(&all, "Show the other 54 projects");
    assert!(open.contains("59 projects found. The first 5 are shown."), "{all}");
    assert!(!page(Some("")).contains("Show the other"), "all are asked for");
}

#[test]
fn where_no_project_has_a_place_the_plan_of_places_comes_before_the_list() {
    let page = |n: i64| hall((1..=n).map(|n| on_the_floor(n, String::new())).collect(), None);
    let long = page(59);
    let open = before(&long, "Show all 59 projects");
    assert!(open.contains("Show the plan") && !open.contains("Lamp 1;"), "{long}");
    assert!(!page(9).contains("Show all"), "a short list is seen at a glance");
    // Who searches looks for a project, and not for the plan.
    let opens =
        |page: &str| before(page, "Plan all places").rsplit_once("<details").unwrap().1.contains(" open");
    let found = hall((1..=59).map(|n| on_the_floor(n, String::new())).collect(), Some("lamp"));
    assert!(opens(&long) && !opens(&found), "{found}");
}

/// A judge's own conflicts among so many projects, of which the first are ticked.
fn own_conflicts(projects: i64, ticked: i64, search: Option<&str>) -> String {
    let choice =
        |id| ConflictChoice { id, title: format!("Lamp {id};"), from: String::new(), ticked: id <= ticked };
    let search = search.map(|words| ConflictSearch { words: words.into(), found: projects });
    let model = OwnConflictsPage {
        slug: "demo".into(),
        event: "Demo".into(),
        conflicts: Vec::new(),
        projects: (1..=projects).map(choice).collect(),
        search,
        kinds: Vec::new(),
        typed: Default::default(),
        may: Ok(()),
    };
    shown(|| own_conflicts_page(model))
}

#[test]
fn a_judge_among_many_projects_sees_those_that_are_ticked_or_found() {
    let untouched = own_conflicts(60, 0, Some(""));
    let open = before(&untouched, "Show all 60 projects");
    assert!(open.contains("60 projects.") && !open.contains("Lamp 1;"), "{untouched}");
    let ticked = own_conflicts(60, 2, Some(""));
    let open = before(&ticked, "Show the other 58 projects");
    assert!(open.contains("Lamp 2;") && !open.contains("Lamp 3;"), "{ticked}");
    let found = own_conflicts(60, 2, Some("lamp"));
    let open = before(&found, "Show the other 48 projects");
    assert!(open.contains("Lamp 12;") && !open.contains("Lamp 13;"), "{found}");
    assert!(!own_conflicts(20, 0, None).contains("<details"), "few are read at a glance");
}

#[test]
fn many_declared_conflicts_are_folded_unless_a_judge_is_chosen() {
    let conflict = |n: i64| Conflict {
        of_list: false,
        judge: PersonId(n),
        judge_name: format!("Judge{n};"),
        project: ProjectId(n),
        title: format!("Lamp {n};"),
        kind: ConflictKind::Mentor,
        reason: String::new(),
        source: ConflictSource::Judge,
        by: None,
        since: Some(DateTime::UNIX_EPOCH),
    };
    let part = |conflicts: i64, of_judge: &str| ConflictsPart {
        open: true,
        conflicts: (1..=conflicts).map(|n| DeclaredConflict { conflict: conflict(n), lift: None }).collect(),
        of_judge: of_judge.into(),
        suggestions: Vec::new(),
        question: None,
        judges: Vec::new(),
        projects: Vec::new(),
        kinds: Vec::new(),
        may: Ok(()),
    };
    let drawn = |part| assignments_page(AssignmentsPage { conflicts: Some(part), ..assignments() });
    let page = |conflicts: i64, of_judge: &str| shown(|| drawn(part(conflicts, of_judge)));
    let long = page(15, "");
    let open = before(&long, "Show all 15 declared conflicts");
    assert!(!open.is_empty() && !open.contains("Judge1;"), "{long}");
    let chosen = page(15, "3");
    assert!(
        before(&chosen, "Show the other 10 declared conflicts").contains("Judge5;"),
        "they are asked for: {chosen}"
    );
    // On a phone a conflict is a card: ten of them are more than the rest of the page.
    assert!(page(6, "").contains("Show all 6 declared conflicts"));
    assert!(!page(5, "").contains("Show all"));
    // What was typed and refused is in view.
    let mut refused = part(15, "");
    refused.conflicts[14].lift = Some("lift-15-15".into());
    let errors = [("lift-15-15", "Say why.")].into_iter().collect();
    let forms = Forms { errors, ..Forms::default() };
    let html = render(Chrome { forms, ..Chrome::default() }, || {
        provide_context(demo());
        drawn(refused)
    });
    assert!(!html.contains("Show all"), "{html}");
}

#[test]
fn many_suggested_conflicts_of_a_kind_are_one_line_with_one_act() {
    let part = |pairs: i64, may: Result<(), String>| {
        let pair = |n: i64| (n, n + 1000, format!("Judge{n};"), format!("Lamp {n};"));
        let why = "The judge and a team member use school.example".to_owned();
        ConflictsPart {
            open: false,
            conflicts: Vec::new(),
            of_judge: String::new(),
            suggestions: vec![SuggestionGroup {
                why,
                because: "school.example".into(),
                seen: "d1".into(),
                cut: pairs >= 1_000,
                pairs: (1..=pairs).map(pair).collect(),
            }],
            question: None,
            judges: Vec::new(),
            projects: Vec::new(),
            kinds: Vec::new(),
            may,
        }
    };
    let page = |part| shown(|| assignments_page(AssignmentsPage { conflicts: Some(part), ..assignments() }));
    let many = page(part(234, Ok(())));
    assert!(many.contains("Dismiss all 234 pairs") && many.contains("Declare all 234 pairs"), "{many}");
    // The pairs are named by their reason. Where no submitted review is touched, one press does it.
    assert_eq!(many.matches("name=\"because\" value=\"school.example\"").count(), 1, "{many}");
    assert_eq!(many.matches("name=\"seen\" value=\"d1\"").count(), 1, "{many}");
    assert!(!many.contains("<summary>Declare") && !many.contains("button danger"), "{many}");
    let said = "pairs of one domain are suggested at once. Others follow once these are settled.";
    assert!(page(part(1_000, Ok(()))).contains(said) && !many.contains(said));
    let is_open =
        |page: &str| page.contains(" open class=\"disclosure\"><summary>The judge and a team member");
    assert!(!is_open(&many), "{many}");
    let few = page(part(6, Ok(())));
    assert!(is_open(&few) && !few.contains("name=\"because\""), "{few}");
    assert!(!page(part(234, Err("Results are out.".into()))).contains("name=\"because\""));
}

#[test]
fn a_project_whose_form_was_refused_is_not_folded() {
    let project = |n: i64| EvidenceProject {
        id: ProjectId(n),
        title: format!("Lamp {n};"),
        team_id: TeamId(n),
        team: String::new(),
        facts: Vec::new(),
        waits: false,
    };
    let page = |refused: Option<(ProjectId, String)>| {
        let model = EvidencePage {
            on: true,
            projects: (1..=15).map(project).collect(),
            q: String::new(),
            kind: String::new(),
            waiting: false,
            may: Ok(()),
            refused,
        };
        shown(|| evidence_page(model))
    };
    assert!(!before(&page(None), "Show all 15 projects").contains("Lamp 15;"));
    let refused = page(Some((ProjectId(15), String::new())));
    assert!(before(&refused, "Show the other 14 projects").contains("Lamp 15;"), "{refused}");
}

#[test]
fn projects_that_lack_judges_and_judges_without_projects_come_first() {
    let judge = |n: i64| JudgeLine {
        id: n,
        name: format!("Judge{n};"),
        invited: false,
        tracks: "All".into(),
        load: u32::from(n != 7),
        done: 0,
        cap: None,
        first_three: false,
    };
    let project = |n: i64| ProjectLine {
        id: n,
        title: format!("Lamp {n};"),
        track: String::new(),
        judges: vec![format!("Judge{};", n % 15); if n == 33 { 1 } else { 2 }],
        done: 0,
    };
    let page = |search: Option<&str>| {
        shown(|| {
            assignments_page(AssignmentsPage {
                judges: (0..15).map(judge).collect(),
                projects: (1..=59).map(project).collect(),
                search: search.map(str::to_owned),
                ..assignments()
            })
        })
    };
    let first = page(None);
    let open = before(&first, "Show the other 14 judges");
    assert!(open.contains("Judge7;") && !open.contains("Judge1;"), "{first}");
    let open = before(&first, "Show the other 58 projects");
    assert!(open.contains("Lamp 33;") && !open.contains("Lamp 1;"), "{first}");
    assert!(!page(Some("")).contains("Show the other"), "all are asked for");
    let found = page(Some("judge7;"));
    assert_eq!(found.matches("/manage/people/").count(), 1, "{found}");
    assert_eq!(found.matches("/manage/projects/").count(), 4, "those whom judge 7 has");
    assert!(page(Some("dune")).contains("Nothing found"));
    // Of what finds all, the first are in view.
    let all = page(Some("judge"));
    let judges = before(&all, "Show the other 10 judges");
    assert!(
        judges.contains("15 judges found. The first 5 are shown.") && judges.contains("Judge7;"),
        "{all}"
    );
    let (_, projects) = all.split_once("59 projects found. The first 5 are shown.").unwrap();
    assert_eq!(
        before(projects, "Show the other 54 projects").matches("/manage/projects/").count(),
        5,
        "{all}"
    );
}

#[test]
fn flagged_projects_come_first() {
    let project = |n: i64| FlaggableProject {
        duplicate_of: (n < 3).then_some(ProjectId(40)),
        original: (n < 3).then(|| "Lamp 40;".to_owned()),
        ..flaggable(n, format!("Lamp {n};"))
    };
    let time = MoreTime {
        open: false,
        teams: Vec::new(),
        team: String::new(),
        close: None,
        latest: None,
        zone: "UTC".into(),
        may: Ok(()),
        given: Vec::new(),
    };
    let page = |search: Option<&str>| {
        shown(|| projects_page((1..=59).map(project).collect(), &[], search.map(str::to_owned), time.clone()))
    };
    let first = page(None);
    let open = before(&first, "Show the other 57 projects");
    assert!(open.contains("Lamp 2;") && !open.contains("Lamp 3;"), "{first}");
    let found = page(Some("LAMP 17;"));
    assert_eq!(found.matches("id=\"project-").count(), 1, "{found}");
    assert!(page(Some("dune")).contains("No project found"));
    let all = page(Some("lamp"));
    let open = before(&all, "Show the other 54 projects");
    assert!(open.contains("59 projects found. The first 5 are shown."), "{all}");
    assert_eq!(open.matches("id=\"project-").count(), 5, "{all}");
}

#[test]
fn people_beyond_the_first_fifteen_are_folded() {
    let member = |n: i64| Member {
        person: PersonId(n),
        name: format!("Person {n};"),
        email: format!("p{n}@x.example"),
        roles: vec![MemberRole::Participant],
        tracks: Vec::new(),
        review_cap: None,
        team: None,
        pending: 0,
        done: 0,
    };
    let page = |members: i64| {
        shown(|| {
            members_page(MembersPage {
                filter: PeopleFilter::default(),
                list: Members {
                    members: (1..=members).map(member).collect(),
                    found: members,
                    roles: [members, 0, 0],
                    invitations: InvitationCounts::default(),
                    organizers: Vec::new(),
                    passkeys_refused: None,
                    invites: Ok(vec![MemberRole::Judge]),
                },
                page_size: 100,
                invite: InviteForm {
                    role: MemberRole::Judge,
                    list: String::new(),
                    open: false,
                    may: Ok(vec![MemberRole::Judge]),
                },
                need_passkey: false,
                second: None,
            })
        })
    };
    let long = page(100);
    let open = before(&long, "Show the other 85 people");
    assert!(open.contains("Person 15;") && !open.contains("Person 16;"), "{long}");
    assert!(!page(15).contains("Show the other"));
    // None of them has a team, a track or a review.
    for nobody_has in ["Team", "Tracks", "Most reviews", "Reviewed"] {
        assert!(!long.contains(&format!(">{nobody_has}</th>")), "{long}");
        assert!(!long.contains(&format!("data-label=\"{nobody_has}\"")), "{long}");
    }
}

#[test]
fn a_plan_folds_what_each_judge_would_have() {
    let load = |n: i64| LoadRow {
        id: n,
        name: format!("Judge{n};"),
        invited: false,
        load: JudgeLoad { judge: n, kept: 0, added: u32::from(n != 7), outside: 0, cap: None },
    };
    let html = shown(|| {
        plan_page(PlanPage {
            reviews: "3".into(),
            weight: "3".into(),
            moving: "0".into(),
            breaks: "0".into(),
            invited: 0,
            here_only: false,
            by_need: false,
            plan: Some(PlanReport {
                digest: "d".into(),
                time: TimeForVisits::NoMinutes,
                added: 14,
                kept: 0,
                inside: Some(14),
                kept_apart: 0,
                ties: None,
                random: 0,
                uneven: None,
                placed: true,
                chances: Vec::new(),
                numbers: Vec::new(),
                findings: Vec::new(),
                loads: (1..=15).map(load).collect(),
            }),
            may: Ok(()),
        })
    });
    let folded = r#"<details class="disclosure"><summary><h3>Load of each judge</h3></summary>"#;
    let open = before(&html, folded);
    assert!(!open.is_empty() && !open.contains("Judge7;"), "{html}");
}

#[test]
fn a_page_of_accounts_shows_fifteen_and_folds_the_rest() {
    let account = |n: i64| ManagedAccount {
        person: PersonId(n),
        email: format!("p{n}@x.example"),
        name: format!("Person {n};"),
        staff: false,
        confirmed: true,
        deactivated_at: None,
        demo: false,
        created_at: DateTime::UNIX_EPOCH,
        events: 1,
    };
    let page = shown(|| {
        accounts_page(AccountsPage {
            search: String::new(),
            accounts: (1..=100).map(account).collect(),
            newest: None,
            older: None,
        })
    });
    let open = before(&page, "Show the other 85 accounts");
    assert!(open.contains("Person 15;") && !open.contains("Person 16;"), "{page}");
}

#[test]
fn what_a_file_would_do_begins_with_what_is_left_out_and_names_criteria() {
    let line = |number: usize| ScoreLine {
        number,
        judge: format!("Judge{number};"),
        project: "Lamp".into(),
        pair: None,
        changes: ReviewChanges {
            scores: Some(vec![("quality".into(), "4".into()), ("lost".into(), "2".into())]),
            ..ReviewChanges::default()
        },
        verdict: if number == 37 {
            Err(ScoreLeftOut::Judge(NameUnclear::Unknown))
        } else {
            Ok(ScoreAct::New)
        },
        repeated_in: if number == 3 { vec![12, 40] } else { Vec::new() },
    };
    let page = |rows: usize| {
        shown(|| {
            scores_page(ScoresPage {
                text: String::new(),
                criteria: vec![Criterion {
                    key: "quality".into(),
                    name: "Quality of work".into(),
                    guidance: String::new(),
                    weight: Weight::parse("1").unwrap(),
                    min_value: 1,
                    max_value: 5,
                }],
                list: Some(ScoreList { lines: (2..2 + rows).map(line).collect(), unused: Vec::new() }),
                digest: "d".into(),
                choice: [false, false],
                entered: None,
                may: Ok(()),
            })
        })
    };
    let long = page(60);
    let open = before(&long, "Show the other 50 rows");
    assert!(open.contains("Judge37;") && open.contains("Judge10;") && !open.contains("Judge11;"), "{long}");
    assert!(open.find("Judge37;") < open.find("Judge2;"), "{open}");
    assert!(open.contains("Quality of work 4, lost 2"), "{open}");
    assert!(open.contains("Rows 12 and 40 name the same judge and project, and are left out"), "{open}");
    assert!(!page(10).contains("Show the other"));
    assert!(page(501).contains("Only 500 of 501 rows are shown. Those that are left out come first."));
}

#[test]
fn rows_of_the_log_beyond_the_first_fifteen_are_folded() {
    let row = |seq: i64| AuditLine {
        row: AuditRow {
            seq,
            ts: DateTime::UNIX_EPOCH,
            actor: "ada@x.example".into(),
            actor_role: "judge".into(),
            action: "review.saved".into(),
            object_type: "review".into(),
            object_id: seq.to_string(),
            ip: None,
            before: None,
            after: None,
            prev_hash: "0".repeat(64),
            row_hash: "1".repeat(64),
        },
        called: None,
        link: None,
        changes: Vec::new(),
    };
    let page = |rows: i64| {
        shown(|| {
            audit_page(AuditPage {
                path: "/events/demo/manage/audit".into(),
                now: DateTime::UNIX_EPOCH,
                total: rows,
                looked: Some((1, rows)),
                rows: (1..=rows).rev().map(row).collect(),
                filters: AuditFilters::default(),
                newer: None,
                older: None,
                csv: String::new(),
                signed: (String::new(), String::new()),
            })
        })
    };
    let long = page(50);
    let open = before(&long, "Show the other 35 rows");
    assert!(open.contains("id=\"row-36\"") && !open.contains("id=\"row-35\""), "{long}");
    assert!(!page(15).contains("Show the other"));
}
