//! What organizers read all evening, counted once for all of them: it agrees with the tables after whatever anybody did.

use crate::prelude::*;
use model::overview::{Overview, OverviewNumbers, ProjectToCheck};
use portal::account::identification;
use portal::judge::board::{self, JudgingBoard, KeptBoards};
use portal::kept_numbers::KeptNumbers;
use portal::publish::overview::{self, KeptOverviews};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const JUDGES: [&str; 5] = ["j1", "j2", "j3", "j4", "j5"];
const HOUR: Duration = Duration::from_secs(3_600);

/// Everything is open. `org` organizes; so does `ana`, who is on team 0. `j5` has no assignment yet.
async fn evening(pool: &PgPool) -> World {
    let open = (Some(-1), Some(1));
    let mut event =
        Event::new("demo").windows([open, open, (Some(2), Some(3))]).organizer("org").organizer("ana");
    event = event.judges(&JUDGES);
    for n in 0..6 {
        let (team, member) = (format!("Team {n}"), format!("p{n}"));
        let members: &[&str] = if n == 0 { &[&member, "ana"] } else { &[&member] };
        event = event.team(&team, members);
        event = if n < 5 { event.project(&format!("Project {n}"), &team) } else { event };
        for judge in &JUDGES[..if n < 4 { 3 } else { 0 }] {
            event = event.assign(judge, &format!("Project {n}"));
        }
    }
    event.create(pool).await
}

/// Keeps the numbers of every event, and shows them only while nothing changed.
fn keeping_all() -> (KeptOverviews, KeptBoards) {
    let numbers = Arc::new(KeptNumbers::with(0, Duration::ZERO));
    let freshness = Arc::new(KeptNumbers::with(0, Duration::ZERO));
    let boards = KeptBoards {
        numbers: KeptNumbers::with(0, Duration::ZERO),
        work: KeptNumbers::with(0, Duration::ZERO),
    };
    (KeptOverviews { numbers, freshness }, boards)
}

async fn caller(site: &Site, name: &str) -> Caller {
    let token = token(name);
    let found = site.state.read(async |c| identification::by_token(c, &token, false).await).await;
    found.unwrap().unwrap()
}

async fn overview_of(site: &Site, kept: &KeptOverviews, who: &Caller) -> Overview {
    overview::overview(site.state.by(who).at("demo"), kept).await.unwrap()
}

async fn board_of(site: &Site, kept: &KeptBoards) -> JudgingBoard {
    let shell = Caller::shell();
    let state = &site.state;
    board::read(state.by(&shell).at("demo"), kept, &state.prize_chances).await.unwrap()
}

/// One row of each table that is counted.
#[derive(Debug)]
struct Tables {
    /// Id, team, submitted, flagged.
    projects: Vec<(i64, i64, bool, bool)>,
    /// Project, judge, status.
    assignments: Vec<(i64, i64, String)>,
    judges: Vec<i64>,
}

impl Tables {
    async fn read(pool: &PgPool) -> Self {
        let projects = "select id, team_id, status = 'submitted', duplicate_of is not null from project";
        let assignments = "select project_id, person_id, status from assignment";
        let judges = "select person_id from membership where role = 'judge'";
        Self {
            projects: all_rows(pool, projects).await,
            assignments: all_rows(pool, assignments).await,
            judges: sqlx::query_scalar(judges).fetch_all(pool).await.unwrap(),
        }
    }

    /// The numbers of an overview, counted here, for an organizer who is on this team.
    fn counts(&self, without: Option<i64>) -> BTreeMap<&'static str, i64> {
        let own: BTreeSet<i64> = self.projects.iter().filter(|p| Some(p.1) == without).map(|p| p.0).collect();
        let told: Vec<_> = self.assignments.iter().filter(|a| !own.contains(&a.0)).collect();
        let number = |n: usize| i64::try_from(n).unwrap();
        let of = |status: &str| number(told.iter().filter(|a| a.2 == status).count());
        let projects = |which: &dyn Fn(bool, bool) -> bool| {
            number(self.projects.iter().filter(|p| which(p.2, p.3)).count())
        };
        let ranked = || self.projects.iter().filter(|p| p.2 && !p.3 && !own.contains(&p.0)).map(|p| p.0);
        let tasks = |project: i64| told.iter().filter(|a| a.0 == project && a.2 != "recused").count();
        let reviews = |project: i64| told.iter().filter(|a| a.0 == project && a.2 == "done").count();
        let given = |judge: &i64| told.iter().any(|a| a.1 == *judge && a.2 != "recused");
        let done = |judge: &i64| told.iter().any(|a| a.1 == *judge && a.2 == "done");
        let idle = |judge: &i64| !self.assignments.iter().any(|a| a.1 == *judge && a.2 != "recused");
        let teams: BTreeSet<i64> = self.projects.iter().map(|p| p.1).collect();
        BTreeMap::from([
            ("submitted", projects(&|submitted, _| submitted)),
            ("drafts", projects(&|submitted, _| !submitted)),
            ("flagged", projects(&|submitted, flagged| submitted && flagged)),
            ("teams_without_project", 6 - number(teams.len())),
            ("judges", number(self.judges.len())),
            ("judges_silent", number(self.judges.iter().filter(|j| given(j) && !done(j)).count())),
            ("judges_idle", number(self.judges.iter().filter(|j| idle(j)).count())),
            ("pending", of("pending")),
            ("done", of("done")),
            ("done_last_hour", of("done")),
            ("recused", of("recused")),
            ("short_of_judges", number(ranked().filter(|p| tasks(*p) < 3).count())),
            ("unreviewed", number(ranked().filter(|p| reviews(*p) == 0).count())),
        ])
    }
}

fn as_map(overview: &Overview) -> BTreeMap<&'static str, i64> {
    let c = &overview.numbers.counts;
    assert_eq!(c.reviews_per_project, 3);
    let listed = |which: fn(&ProjectToCheck) -> bool| {
        i64::try_from(overview.numbers.attention.iter().filter(|project| which(project)).count()).unwrap()
    };
    // What is listed is what is counted.
    let judges = |idle: bool| {
        i64::try_from(overview.numbers.judges.iter().filter(|judge| judge.idle == idle).count()).unwrap()
    };
    assert_eq!((c.judges_silent, c.judges_idle), (judges(false), judges(true)));
    assert_eq!(c.drafts, listed(|project| project.draft));
    assert_eq!(c.teams_without_project, i64::try_from(overview.numbers.teams.len()).unwrap());
    let last = overview.numbers.timeline.last().map_or(0, |point| i64::from(point.finished));
    assert_eq!(c.done, last, "the line ends at the number of submitted reviews");
    BTreeMap::from([
        ("submitted", c.submitted),
        ("drafts", c.drafts),
        ("flagged", c.flagged),
        ("teams_without_project", c.teams_without_project),
        ("judges", c.judges),
        ("judges_silent", c.judges_silent),
        ("judges_idle", c.judges_idle),
        ("pending", c.pending),
        ("done", c.done),
        ("done_last_hour", c.done_last_hour),
        ("recused", c.recused),
        ("short_of_judges", listed(|project| project.short)),
        ("unreviewed", listed(|project| project.unreviewed)),
    ])
}

/// All numbers of an overview, but for the line of reviews: it ends at the present, so its moments move.
fn without_times(overview: &Overview) -> String {
    let numbers = OverviewNumbers { timeline: Vec::new(), ..(*overview.numbers).clone() };
    format!("{numbers:?}")
}

/// One act of somebody, chosen by these numbers; whether it was taken.
async fn act(site: &Site, world: &World, [which, first, second]: [usize; 3]) -> bool {
    let org = site.browser("org");
    let ids = async |sql: &str| world.all::<i64>(&format!("{sql} where event_id = $1 order by id")).await;
    let (assignments, projects) =
        (ids("select id from assignment").await, ids("select id from project").await);
    let (a, p) = (assignments[first % assignments.len()], projects[first % projects.len()]);
    let judge = JUDGES[second % JUDGES.len()];
    let of = format!(
        "select p.email from assignment a join person p on p.id = a.person_id where a.event_id = $1 and a.id = {a}"
    );
    let owner: String = world.one(&of).await;
    let owner = owner.trim_end_matches("@x.example");
    let manage = "/events/demo/manage";
    let status = match which % 10 {
        0..=2 => {
            let scores = json!({ "quality": 1 + second % 5, "impact": second % 11 });
            let body = json!({ "scores": scores, "submit": which % 3 != 0 });
            site.api(owner).post(&format!("/api/judge/assignments/{a}/review"), body).await.status
        }
        3 => {
            let act = if second.is_multiple_of(2) { "void" } else { "restore" };
            org.submit(&format!("{manage}/assignments/{a}/{act}"), &[("reason", "Wrong project")])
                .await
                .status
        }
        4 => {
            let act = ["recuse", "reinstate", "remove"][second % 3];
            org.submit(&format!("{manage}/assignments/{a}/{act}"), &[("to", "")]).await.status
        }
        5 => {
            let judge = world.person(judge).await;
            let path = format!("{manage}/assignments/judges/{judge}/assign");
            org.submit(&path, &[("project", &p.to_string())]).await.status
        }
        6 => {
            let original = projects[second % projects.len()].to_string();
            let act = if second.is_multiple_of(3) { "clear" } else { "flag" };
            org.submit(&format!("{manage}/projects/{p}/{act}"), &[("duplicate_of", &original)]).await.status
        }
        7 => {
            let body = json!({ "title": format!("Draft {first}"), "submit": second.is_multiple_of(2) });
            let team = format!("p{}", first % 6);
            site.api(&team).post("/api/events/demo/projects", body).await.status
        }
        8 => site.browser(judge).submit("/judge", &[("event", "demo")]).await.status,
        _ => {
            let path = format!("/judge/assignments/{a}/visit");
            site.browser(owner).submit(&path, &[("kind", "absent")]).await.status
        }
    };
    assert!(status < 500, "act {which}");
    (200..400).contains(&status)
}

#[database_test(evening(&pool))]
async fn kept_numbers_agree_with_the_tables_after_whatever_was_done(pool: PgPool, world: World) {
    let site = Site::with(&pool, &["--limits", "off"]).await;
    let (overviews, boards) = keeping_all();
    let people = [(caller(&site, "org").await, None), (caller(&site, "ana").await, Some("Team 0"))];
    let mut random = 1_u64;
    let mut next = move || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 40).unwrap()
    };
    let mut taken = BTreeMap::<usize, usize>::new();
    for _ in 0..150 {
        let choice = [next(), next(), next()];
        if !act(&site, &world, choice).await {
            continue;
        }
        *taken.entry(choice[0] % 10).or_default() += 1;
        let tables = Tables::read(&pool).await;
        for (who, team) in &people {
            let team = match team {
                Some(name) => Some(
                    world.one(&format!("select id from team where event_id = $1 and name = '{name}'")).await,
                ),
                None => None,
            };
            let kept = overview_of(&site, &overviews, who).await;
            assert_eq!(as_map(&kept), tables.counts(team), "{choice:?} {}", who.email);
            let again = overview_of(&site, &overviews, who).await;
            assert!(Arc::ptr_eq(&kept.numbers, &again.numbers), "nothing happened meanwhile: {choice:?}");
            let anew = overview_of(&site, &KeptOverviews::default(), who).await;
            assert_eq!(without_times(&kept), without_times(&anew), "{choice:?}");
        }
        let (kept, anew) = (board_of(&site, &boards).await, board_of(&site, &KeptBoards::default()).await);
        let told = |JudgingBoard { numbers, work, .. }: &JudgingBoard| {
            let names = format!("{:?} {:?} {:?}", numbers.projects, numbers.judges, numbers.pulled);
            let left = (work.to_deal.clone(), work.visits.clone());
            (names, numbers.finished.clone(), numbers.evening.missing, numbers.assignments, left)
        };
        assert_eq!(told(&kept), told(&anew), "{choice:?}");
        let again = board_of(&site, &boards).await;
        assert!(Arc::ptr_eq(&kept.work, &again.work), "nothing happened meanwhile: {choice:?}");
    }
    assert_eq!(taken.len(), 10, "each kind of act was taken at least once: {taken:?}");
}

#[database_test]
async fn whether_a_run_is_fresh_is_kept_until_something_changes(pool: PgPool) {
    let full = r#"{"quality": 4, "impact": 7}"#;
    let mut event = Event::new("demo").judged().organizer("org");
    for n in 0..3 {
        let (team, title) = (format!("Team {n}"), format!("Project {n}"));
        event = event.team(&team, &[&format!("p{n}")]).project(&title, &team);
    }
    for judge in ["j1", "j2"] {
        event = event.judge(judge).review(judge, "Project 0", full).review(judge, "Project 1", full);
        event = event.review(judge, "Project 2", full);
    }
    let (world, site) = event.served(&pool).await;
    let (overviews, _) = keeping_all();
    let org = caller(&site, "org").await;
    let fresh = async || overview_of(&site, &overviews, &org).await.last_run.map(|run| (run.run, run.fresh));
    assert_eq!(fresh().await, None);
    calibrated(&site).await;
    assert_eq!(fresh().await, Some((1, Some(true))));
    // Every page of a run asks the same, and reads no review for it again.
    let at = overview_of(&site, &overviews, &org).await.at;
    let young = Arc::new(KeptNumbers::with(0, HOUR));
    let young = KeptOverviews { freshness: young, ..KeptOverviews::default() };
    let outdated = async |kept: &KeptOverviews| {
        overview::outdated(site.state.by(&org).at("demo"), kept, &at, Some(1)).await.unwrap()
    };
    assert_eq!((outdated(&overviews).await, outdated(&young).await), (None, None));
    let review = world.assignment("j1", "Project 0").await;
    let act = async |act: &str| {
        let path = format!("/events/demo/manage/assignments/{review}/{act}");
        let fields = [("reason", "Wrong project")];
        assert_eq!(site.browser("org").submit(&path, &fields).await.status, 303, "{act}");
    };
    act("void").await;
    assert_eq!(fresh().await, Some((1, Some(false))));
    assert_eq!((outdated(&overviews).await, outdated(&young).await), (Some(1), None));
    act("restore").await;
    assert_eq!(fresh().await, Some((1, Some(true))), "as it was");
    world.move_window("judging", (Some(-1), Some(1))).await;
    assert_eq!(fresh().await, Some((1, None)), "judging goes on: it is not asked");
}

struct Rows(usize);

impl portal::kept_numbers::Numbers for Rows {
    fn size(&self) -> usize {
        self.0
    }
}

#[database_test(evening(&pool))]
async fn a_large_event_is_counted_once_for_all_who_ask(world: World) {
    let site = Site::new(&world.pool).await;
    let counts = AtomicUsize::new(0);
    let ask = async |kept: &KeptNumbers<i64, Rows>, slug: &str| {
        let count = async |_: &mut portal::Conn| {
            counts.fetch_add(1, Ordering::Relaxed);
            Ok(Rows(100))
        };
        kept.of_event(&site.state.database, slug, 1, count).await.map(|counted| counted.mark)
    };
    let counted = || counts.swap(0, Ordering::Relaxed);
    let change = async || {
        let id = world.assignment("j1", "Project 1").await;
        let body = json!({ "scores": { "quality": 2 } });
        site.api("j1").post(&format!("/api/judge/assignments/{id}/review"), body).await.is(200);
    };
    let exact = KeptNumbers::with(100, Duration::ZERO);
    let first = ask(&exact, "demo").await.unwrap();
    assert_eq!((ask(&exact, "demo").await.unwrap(), counted()), (first.clone(), 1));
    change().await;
    let asked = tokio::join!(ask(&exact, "demo"), ask(&exact, "demo"), ask(&exact, "demo"));
    let second = asked.0.unwrap();
    assert_eq!((asked.1.unwrap(), asked.2.unwrap(), counted()), (second.clone(), second.clone(), 1));
    assert_ne!(first, second);
    // At the rush, numbers are shown for a moment although the event goes on.
    let young = KeptNumbers::with(100, HOUR);
    assert_eq!(ask(&young, "demo").await.unwrap(), second);
    change().await;
    assert_eq!((ask(&young, "demo").await.unwrap(), counted()), (second.clone(), 1));
    // A small event is counted for each.
    let small = KeptNumbers::with(101, HOUR);
    let third = ask(&small, "demo").await.unwrap();
    assert_ne!(third, second);
    change().await;
    assert_ne!(ask(&small, "demo").await.unwrap(), third);
    assert_eq!(counted(), 2);
    assert!(ask(&KeptNumbers::with(0, HOUR), "none").await.is_err());
}
