//! The Merkle tree beside an event's log: checkpoints and tiles are those of the log's rows, and nothing is taken back.

use crate::prelude::*;
use axum::body::to_bytes;
use portal::records::log_tree;
use shared::audit::from_hex;
use shared::provenance::{CheckContext, File, Verdict, check_files, check_with};
use transparency::blinded::{LogSecret, blinded_entry};
use transparency::checkpoint::Checkpoint;
use transparency::merkle::{Tree, TreeHead, consistency_proof, extends, leaf_hash, root};
use transparency::note::{SignedNote, VerifierKey};
use transparency::policy::WitnessPolicy;
use transparency::proof::{LogProof, ProofFault};
use transparency::tile::Tile;

const SITE: &str = "http://portal.example";
const LOG: &str = "/events/demo/log";

/// The checkpoint, under the key that the site shows for this log.
async fn checkpoint(site: &Site) -> TreeHead {
    let note = site.api("").get(&format!("{LOG}/checkpoint")).await.is(200);
    let keys = site.api("").get("/.well-known/evenhand-signing-key").await.json();
    let key = VerifierKey::parse(keys["logs"][0].as_str().unwrap()).unwrap();
    assert_eq!(key.name(), "portal.example/events/demo/log");
    Checkpoint::open(&SignedNote::parse(note.body.as_bytes()).unwrap(), &key).unwrap().head
}

/// The tree of the log's rows, by their hashes and the secret alone.
async fn tree(world: &World) -> Tree {
    let secret: Vec<u8> = world.one("select secret from log_tree where event_id = $1").await;
    let secret = LogSecret(secret.try_into().unwrap());
    let rows = "select decode(row_hash, 'hex') from audit_log where event_id = $1 order by seq";
    let rows: Vec<Vec<u8>> = world.all(rows).await;
    let leaf = |(seq, row): (u64, Vec<u8>)| leaf_hash(&secret.entry(seq, row.as_slice().try_into().unwrap()));
    (1..).zip(rows).map(leaf).collect()
}

/// A tile as a monitor gets it; none where the site has none.
async fn tile(site: &Site, path: &str) -> Option<Vec<u8>> {
    let reply = site.api("").send_with_bytes("GET", &format!("{LOG}/{path}"), &[]).await;
    if reply.status() == 404 {
        return None;
    }
    assert_eq!(reply.status(), 200);
    assert_eq!(reply.headers()["content-type"], "application/octet-stream");
    assert!(reply.headers()["cache-control"].to_str().unwrap().ends_with("immutable"));
    Some(to_bytes(reply.into_body(), usize::MAX).await.unwrap().to_vec())
}

async fn log_rows(world: &World, rows: i64) {
    let row = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
        select $1, 'system', 'system', 'review.saved', 'review', n::text from generate_series(1, $2) n";
    sqlx::query(row).bind(world.event).bind(rows).execute(&world.pool).await.unwrap();
}

/// What a sender does that is told to send what is due.
async fn advance(site: &Site) {
    let (_stopper, stop) = sender::stop();
    sender::log_trees::advance(&site.state.database, SITE, &stop, true).await.unwrap();
}

async fn an_hour_passes(world: &World) {
    world.run("update log_tree set advanced_at = advanced_at - interval '1 hour'").await;
}

#[database_test(PUBLISHED)]
async fn a_publication_makes_a_checkpoint_and_later_rows_wait_for_the_next(world: World, site: Site) {
    let first = checkpoint(&site).await;
    let whole = tree(&world).await;
    assert!(first.size > 0 && first.size == whole.size(), "the publication's own row is in it");
    assert_eq!(Some(first.root), root(&whole, first.size));
    log_rows(&world, 600).await;
    advance(&site).await;
    assert_eq!(checkpoint(&site).await, first, "no hour has passed");
    let wider = Tile::at(0, 0, first.size + 1).unwrap().to_string();
    assert_eq!(tile(&site, &wider).await, None, "a row shows only once a checkpoint has it");
    let own = Tile::at(0, 0, first.size).unwrap();
    assert_eq!(tile(&site, &own.to_string()).await, own.bytes(&whole));

    an_hour_passes(&world).await;
    advance(&site).await;
    let (second, whole) = (checkpoint(&site).await, tree(&world).await);
    assert_eq!((second.size, Some(second.root)), (first.size + 600, root(&whole, first.size + 600)));
    let proof = consistency_proof(&whole, first.size, second.size).unwrap();
    assert!(extends(first, second, &proof));
    for of_second in Tile::all(second.size) {
        assert_eq!(tile(&site, &of_second.to_string()).await, of_second.bytes(&whole), "{of_second}");
    }
    assert_eq!(tile(&site, &own.to_string()).await, own.bytes(&whole), "narrower ones stay");
    for path in ["tile/0/999", "tile/0/0", "tile/8/000.p/1", "tile/entries/000", "tile/0/000.p/0"] {
        assert_eq!(tile(&site, path).await, None, "{path}");
    }
}

#[database_test(PUBLISHED)]
async fn signed_heads_have_the_root_of_their_rows_and_the_bundle_shows_it(world: World, site: Site) {
    let org = site.api("org");
    let results = org.get("/api/events/demo/results/signed").await;
    let of_results = results.json()["payload"]["audit_head"].clone();
    let first = checkpoint(&site).await;
    assert_eq!(json!([of_results["root"], of_results["seq"]]), json!([first.root.to_string(), first.size]));
    let bundle = org.get("/api/events/demo/export/bundle.json").await.body;
    let head = org.get("/api/events/demo/audit-head?row=2").await.body;
    let files = [
        File { name: "demo-bundle.json", bytes: bundle.as_bytes() },
        File { name: "results.json", bytes: results.body.as_bytes() },
        File { name: "head.json", bytes: head.as_bytes() },
    ];
    let report = check_files(&files, &site.keys().await, None);
    let said = format!("{report:?}");
    for file in ["results.json", "head.json"] {
        let found =
            said.split("HasSignedRoot").skip(1).any(|rest| rest.split('}').next().unwrap().contains(file));
        assert!(found, "{file}: {report:#?}");
    }
    assert!(!said.contains("RootDiffers"), "{report:#?}");
    log_rows(&world, 300).await;
    let whole = tree(&world).await;
    for (row, rows) in [("", whole.size()), ("?row=1", 1), ("?row=257", 257)] {
        let head = org.get(&format!("/api/events/demo/audit-head{row}")).await.json();
        let signed = &head["payload"]["audit_head"]["root"];
        assert_eq!(*signed, json!(root(&whole, rows).unwrap().to_string()), "{row}");
    }
    assert_eq!(checkpoint(&site).await, first, "reading a head makes no checkpoint");
}

#[database_test(PUBLISHED)]
async fn a_file_proves_that_the_publication_is_in_the_log(world: World, site: Site) {
    let head =
        site.api("").get("/api/events/demo/results/signed").await.json()["payload"]["audit_head"].clone();
    let row = from_hex(head["row_hash"].as_str().unwrap()).unwrap();
    let keys = site.api("").get("/.well-known/evenhand-signing-key").await.json();
    let key = VerifierKey::parse(keys["logs"][0].as_str().unwrap()).unwrap();
    let policy = WitnessPolicy::at_least(0, key, Vec::new()).unwrap();
    let mut sizes = Vec::new();
    for _ in 0..2 {
        let reply = site.api("").get(&format!("{LOG}/results.tlog-proof")).await.is(200);
        let proof = LogProof::parse(reply.body.as_bytes()).unwrap();
        assert_eq!(json!(proof.index + 1), head["seq"]);
        let nonce: [u8; 32] = proof.extra.clone().unwrap().try_into().unwrap();
        let leaf = |row: &[u8; 32]| leaf_hash(&blinded_entry(&nonce, row));
        sizes.push(proof.check(leaf(&row), &policy).unwrap().checkpoint.head.size);
        assert_eq!(proof.check(leaf(&[0; 32]), &policy), Err(ProofFault::NotIncluded));
        // A certificate with a rank names the same row, so it needs no other document beside the proof.
        let record = site.api("p1").get("/api/participant/record?event=demo").await;
        assert_eq!(record.json()["payload"]["audit_head"]["row_hash"], head["row_hash"], "{}", record.body);
        let files = [
            File { name: "p1.json", bytes: record.body.as_bytes() },
            File { name: "p1.tlog-proof", bytes: reply.body.as_bytes() },
        ];
        let keys = site.keys().await;
        let report = check_with(&files, &CheckContext { policy: Some(&policy), ..CheckContext::of(&keys) });
        assert!(report.all_hold(), "{report:#?}");
        log_rows(&world, 300).await;
        an_hour_passes(&world).await;
        advance(&site).await;
    }
    let href = format!("href=\"{LOG}/results.tlog-proof\"");
    for (who, page) in [("", "/events/demo/results"), ("p1", "/events/demo/certificate/participant")] {
        site.browser(who).get(page).await.shows(&href);
    }
    let judge = site.browser("j1").get("/events/demo/certificate/judge").await;
    assert!(!judge.body.contains(&href), "it says nothing of a ranking");
    assert_eq!(sizes[1], sizes[0] + 300, "a later checkpoint has it, too");
}

#[database_test(PUBLISHED)]
async fn a_record_from_before_a_correction_has_a_proof_of_its_own(world: World, site: Site) {
    let record = site.api("p1").get("/api/participant/record?event=demo").await;
    let before = record.json()["payload"]["audit_head"]["seq"].as_u64().unwrap();
    rescored(&world).await;
    calibrated(&site).await;
    let wish = [("run", "2"), ("reason", "A review was missing."), ("consent", "true")];
    let corrected = site.browser("org").submit("/events/demo/manage/calibration/publish", &wish).await;
    assert_eq!(corrected.status, 303, "{}", corrected.text());
    let keys = site.keys().await;
    let logs = site.api("").get("/.well-known/evenhand-signing-key").await.json();
    let key = VerifierKey::parse(logs["logs"][0].as_str().unwrap()).unwrap();
    let policy = WitnessPolicy::at_least(0, key, Vec::new()).unwrap();
    let with = async |query: &str| {
        let proof = site.api("").get(&format!("{LOG}/results.tlog-proof{query}")).await;
        assert_eq!(proof.status, 200, "{query}: {}", proof.body);
        let files = [
            File { name: "p1.json", bytes: record.body.as_bytes() },
            File { name: "p1.tlog-proof", bytes: proof.body.as_bytes() },
        ];
        check_with(&files, &CheckContext { policy: Some(&policy), ..CheckContext::of(&keys) }).files.remove(1)
    };
    assert_eq!(with("").await.verdict, Verdict::CannotBeJudged, "it is of the correction");
    let own = with(&format!("?row={before}")).await;
    assert_eq!(own.verdict, Verdict::Holds, "{own:#?}");
    // Of other rows nothing is told, nor of what is no row.
    for row in [(before + 1).to_string(), "0".into(), "-1".into(), "x".into(), "99999999999999999999".into()]
    {
        let reply = site.api("").get(&format!("{LOG}/results.tlog-proof?row={row}")).await;
        assert_eq!(reply.status, 404, "{row}: {}", reply.body);
    }
}

#[database_test(CALIBRATED)]
async fn what_is_not_published_has_no_proof(site: Site) {
    advance(&site).await;
    assert_eq!(site.api("org").get(&format!("{LOG}/checkpoint")).await.status, 200);
    assert_eq!(site.api("org").get(&format!("{LOG}/results.tlog-proof")).await.status, 404);
}

#[database_test(PUBLISHED)]
async fn the_sender_makes_a_checkpoint_after_a_windows_edge(world: World, site: Site) {
    world.run("update log_tree set advanced_at = now() - interval '30 minutes'").await;
    log_rows(&world, 1).await;
    let before = checkpoint(&site).await;
    advance(&site).await;
    assert_eq!(checkpoint(&site).await, before);
    world.move_window("submissions", (Some(-5), Some(0))).await;
    advance(&site).await;
    assert_eq!(checkpoint(&site).await.size, before.size + 1);
}

#[database_test]
async fn an_open_event_begins_its_log_and_a_draft_has_none(pool: PgPool, site: Site) {
    let draft = Event::new("secret").organizer("org").unopened().create(&pool).await;
    let open = Event::new("demo").organizer("org").create(&pool).await;
    log_rows(&draft, 3).await;
    log_rows(&open, 3).await;
    assert_eq!(site.api("").get(&format!("{LOG}/checkpoint")).await.status, 404, "before the first one");
    advance(&site).await;
    assert_eq!(checkpoint(&site).await.size, 3);
    // Where a draft had a tree, nobody would see it.
    draft.run("insert into log_tree (event_id, origin) select id, 'portal.example/s' from event where slug = 'secret'").await;
    for who in ["", "org"] {
        assert_eq!(site.api(who).get("/events/secret/log/checkpoint").await.status, 404, "{who}");
    }
    let keys = site.api("").get("/.well-known/evenhand-signing-key").await.json();
    assert_eq!(keys["logs"].as_array().unwrap().len(), 1, "{keys}");
}

#[database_test(PUBLISHED)]
async fn a_log_that_begins_anew_has_its_files_below_its_new_name(site: Site) {
    let head = checkpoint(&site).await;
    let path = Tile::at(0, 0, head.size).unwrap().to_string();
    let bytes = tile(&site, &path).await.unwrap();
    let (by, reason) = (site.state.by(&SHELL).at("demo"), "The backup of Friday was restored.");
    let name = by.write(async |call| log_tree::new_origin(call, reason).await).await.unwrap();
    let moment = name.strip_prefix("portal.example/events/demo/log/").unwrap();
    // Caches keep a tile for a year, so no address ever has another one's hashes.
    assert_eq!(tile(&site, &path).await, None);
    assert_eq!(tile(&site, &format!("{moment}/{path}")).await, Some(bytes));
    for (below, status) in [("", 404), (moment, 200), ("20200101T000000Z", 404)] {
        let address = if below.is_empty() { LOG.to_owned() } else { format!("{LOG}/{below}") };
        let note = site.api("").get(&format!("{address}/checkpoint")).await;
        assert_eq!(note.status, status, "{address}");
        assert_eq!(
            note.body.starts_with(&format!("{name}\n{}\n", head.size)),
            status == 200,
            "{}",
            note.body
        );
    }
}

#[database_test(PUBLISHED)]
async fn what_others_have_seen_of_a_log_stays(pool: PgPool) {
    for attempt in [
        "update log_tree set size = size - 1",
        "update log_tree set root = sha256('other')",
        "update log_tree set secret = sha256('other')",
        "update log_tree set key = sha256('other')",
        "update log_tree set origin = 'elsewhere'",
        "update log_tile set hashes = substr(hashes, 1, 32) where octet_length(hashes) > 32",
        "update log_tile set hashes = sha256('other') || substr(hashes, 33)",
        "update log_tile set place = place + 1",
        "delete from log_tile",
        "delete from log_tree",
        "truncate log_tree, log_tile, log_witness, log_origin",
    ] {
        let refused = sqlx::raw_sql(attempt).execute(&pool).await.unwrap_err().to_string();
        let stays =
            ["only grows", "the one that it leaves is kept"].iter().any(|words| refused.contains(words));
        assert!(stays, "{attempt}: {refused}");
    }
}
