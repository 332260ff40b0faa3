//! Files that were made to do harm: refused with the place named, in bounded time, and nothing is kept.

use crate::api::import::{IMPORT, bundle, site, stored};
use crate::prelude::*;
use sqlx::ConnectOptions as _;
use std::time::{Duration, Instant};

const MIB: usize = 1024 * 1024;
/// Generous, since the test build is not optimised and the machine is shared: a refusal that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(20);

/// A bundle whose member of the event is this.
fn event(member: &str) -> String {
    format!(r#"{{"format":"evenhand-bundle/1","event":{{"name":"X",{member}}}}}"#)
}

/// A bundle with this member beside the event.
fn beside(member: &str) -> String {
    format!(r#"{{"format":"evenhand-bundle/1","event":{{"name":"X"}},{member}}}"#)
}

fn nested(levels: usize) -> String {
    "[".repeat(levels) + &"]".repeat(levels)
}

/// So many values, each made of its number.
fn many(n: usize, value: impl Fn(usize) -> String) -> String {
    (0..n).map(value).collect::<Vec<_>>().join(",")
}

/// What was sent, and the place that the answer names.
fn bombs() -> Vec<(&'static str, String, &'static str)> {
    let keys = |n| many(n, |n| format!(r#""k{n}":1"#));
    let review = |scores: &str| {
        beside(&format!(
            r#""assignments":[{{"person":"a","project":"b","status":"done","source":"manual","review":{{"comment":"","scores":{{{scores}}}}}}}]"#
        ))
    };
    vec![
        ("brackets alone", "[".repeat(100_000), "bundle"),
        ("a deep event", event(&format!(r#""description":{}"#, nested(100_000))), "event"),
        (
            "deep objects",
            event(&format!(r#""description":{}1{}"#, r#"{"a":"#.repeat(100_000), "}".repeat(100_000))),
            "event",
        ),
        ("deep runs", beside(&format!(r#""runs":[1,{}]"#, nested(100_000))), "runs[1]"),
        ("a log 30 million levels deep", beside(&format!(r#""audit":{}"#, nested(30 * MIB))), "audit[0]"),
        ("a log that is none", beside(r#""audit":[{"seq":1},{"seq":2,}]"#), "audit[1]"),
        ("a text of 63 MiB", event(&format!(r#""description":"{}""#, "a".repeat(63 * MIB))), "event"),
        ("a key of 63 MiB", event(&format!(r#""{}":1"#, "a".repeat(63 * MIB))), "event"),
        ("a key of 63 MiB at the top", beside(&format!(r#""{}":1"#, "a".repeat(63 * MIB))), "bundle"),
        ("a million keys", event(&keys(1_000_000)), "event"),
        ("a million keys at the top", beside(&keys(1_000_000)), "k0"),
        ("a million scores", review(&keys(1_000_000)), "assignments[0]"),
        (
            "a million people",
            beside(&format!(r#""people":[{}]"#, many(1_000_000, |_| "0".into()))),
            "people[0]",
        ),
        (
            "thirty million people",
            beside(&format!(r#""people":[{}]"#, "0,".repeat(30 * MIB) + "0")),
            "bundle",
        ),
        (
            "a million choices",
            beside(&format!(r#""ballots":[{{"choices":[{}]}}]"#, many(1_000_000, |_| r#""""#.into()))),
            "ballots[0]",
        ),
        (
            "a name that no place can hold",
            beside(&format!(r#""people":[{{"{}":1}}]"#, "é".repeat(MIB / 4))),
            "people[0].",
        ),
        ("a repeated key at the top", beside(r#""event":{"name":"Y"}"#), "event"),
        ("a repeated key of the event", event(r#""name":"Y""#), "event.name"),
        ("a repeated score", review(r#""q":1,"q":2"#), "assignments[0].review.scores"),
        (
            "a number of a million digits",
            event(&format!(r#""reviews_per_project":{}"#, "9".repeat(1_000_000))),
            "event",
        ),
        ("an endless number", event(r#""reviews_per_project":1e999999999"#), "event"),
        (
            "a number that no integer holds",
            event(r#""reviews_per_project":9007199254740993000"#),
            "event.reviews_per_project",
        ),
    ]
}

/// Whether one of the answer's places is this, or lies in it.
fn names(answer: &Value, place: &str) -> bool {
    answer.as_object().is_some_and(|places| places.keys().any(|found| found.starts_with(place)))
}

#[database_test(site(&pool))]
async fn a_bomb_is_refused_at_its_place_in_bounded_time_and_leaves_nothing(pool: PgPool, site: Site) {
    let before = stored(&pool).await;
    for (what, text, place) in bombs() {
        assert!(text.len() < 64 * MIB, "{what} is refused for what it holds, not for its size");
        let begun = Instant::now();
        let reply = site.api("root").post_text(IMPORT, text).await;
        let short: String = reply.body.chars().take(300).collect();
        assert_eq!(reply.status, 400, "{what}: {short}");
        assert!(names(&reply.json(), place), "{what}: {place} is not named by {short}");
        assert!(reply.body.len() < 64 * 1024, "{what} is answered by {} bytes", reply.body.len());
        assert!(begun.elapsed() < PATIENCE, "{what} took {:?}", begun.elapsed());
    }
    assert_eq!(stored(&pool).await, before);
    // Someone who may not import gets 403, whatever they send.
    site.api("org").post_text(IMPORT, "[".repeat(100_000)).await.is(403);
}

#[database_test]
async fn the_command_line_refuses_bombs_as_the_api_does(pool: PgPool) {
    let file = std::env::temp_dir().join(format!("evenhand-bomb-{}.json", std::process::id()));
    let run = async |text: &str| {
        std::fs::write(&file, text).unwrap();
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_evenhand"));
        command.env("DATABASE_URL", pool.connect_options().to_url_lossy().as_str());
        let done = command.arg("import").arg(&file).args(["--slug", "lamps"]).output().await.unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    for (text, said) in [
        (
            event(&format!(r#""description":{}"#, nested(100_000))),
            "event: This is nested more than 64 levels deep.\n",
        ),
        (
            event(&format!(r#""description":"{}""#, "a".repeat(2 * MIB))),
            "event: This is larger than 1\u{a0}MiB.\n",
        ),
        (event(r#""name":"Y""#), "event.name: This occurs here twice.\n"),
    ] {
        let (code, told) = run(&text).await;
        assert_eq!((code, told), (Some(1), format!("evenhand: {said}")));
    }
    std::fs::remove_file(&file).unwrap();
}

#[database_test(site(&pool))]
async fn files_within_the_bounds_are_imported(site: Site) {
    let mut file = bundle();
    // As long as texts may be, each character written as an escape; runs and log of any length.
    file["projects"][0]["description"] = json!("é".repeat(60_000));
    file["runs"] = json!(vec![json!({"run": 1, "results": vec![vec![[1, 2]; 3]; 3]}); 2_000]);
    file["audit"] = json!(vec![json!({"seq": 1, "after": "x".repeat(600)}); 4_000]);
    let text = file.to_string().replace('é', "\\u00e9");
    assert!(text.len() > 2 * MIB);
    site.api("root").post_text(IMPORT, text).await.is(201);
}
