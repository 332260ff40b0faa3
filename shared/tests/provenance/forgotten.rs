//! Logs of events whose personal data went: their actors are gone, what else they say is sealed, and only a signed head excuses them.

use crate::support::*;
use shared::audit::{netstrings, row_hash, sha256_hex};
use shared::calibration::Input;
use shared::provenance::{BrokenRow, Chain, Link, RowFault, Verdict, read_audit_csv};

/// Rows before the row of forgetting.
const ROWS: i64 = 10;

/// The seal of rows, as forgetting writes it.
pub(crate) fn seal(links: &[Link]) -> String {
    links.iter().fold(String::new(), |seal, Link { row, row_hash }| {
        let seq = row.seq.to_string();
        let values = [
            &seal, &seq, &row.ts, &row.action, &row.object_type, &row.object_id, &row.before, &row.after,
            row_hash,
        ];
        sha256_hex(netstrings(&values.map(String::as_str)).as_bytes())
    })
}

/// Takes the actor and their address out of a row, whose hash stays.
fn mask(link: &mut Link) {
    link.row.actor.clear();
    link.row.ip.clear();
}

/// A row of forgetting that says this.
fn forgetting(after: &Value) -> Link {
    let mut link = chain(1).remove(0);
    link.row.action = "event.forgotten".into();
    link.row.actor = "system".into();
    link.row.after = after.to_string();
    link
}

/// A log whose first rows are without their actors, the row that says so, and two rows after it. `after` says what that row tells, given
/// the seal.
fn forgotten(after: impl FnOnce(String) -> Value) -> Vec<Link> {
    forgotten_after(chain(ROWS), after)
}

/// The same of other rows, as many.
pub(crate) fn forgotten_after(mut links: Vec<Link>, after: impl FnOnce(String) -> Value) -> Vec<Link> {
    let after = after(seal(&links));
    links.push(forgetting(&after));
    links.extend(chain(2));
    let mut links = chained(links, "demo");
    let rows = usize::try_from(ROWS).unwrap();
    links.iter_mut().take(rows).for_each(mask);
    links
}

fn whole() -> Vec<Link> {
    forgotten(|seal| json!({"rows": ROWS, "seal": seal}))
}

fn fault(links: &[Link]) -> Option<(usize, RowFault)> {
    Chain::check(links.to_vec()).err().map(|BrokenRow { row, fault }| (row, fault))
}

#[test]
fn a_log_without_actors_is_whole_by_its_seal() {
    let links = whole();
    let chain = Chain::check(links.clone()).unwrap();
    assert_eq!(chain.forgetting().map(|forgetting| forgetting.rows), Some(ROWS));
    // Read from an export, it is the same.
    assert_eq!(read_audit_csv(&export(&links)).unwrap(), links);
    // Forgetting takes out every actor of its rows. A row that still names its actor has the hash of that.
    let mut named = links.clone();
    named[2] = super::support::chain(ROWS).remove(2);
    assert_eq!(fault(&named), None);
}

#[test]
fn what_a_row_without_an_actor_says_is_sealed() {
    let edits: [fn(&mut Link); 6] = [
        |l| l.row.ts.replace_range(0..4, "2025"),
        |l| l.row.action = "project.created".into(),
        |l| l.row.object_type = "team".into(),
        |l| l.row.object_id.push('0'),
        |l| l.row.before = "{}".into(),
        |l| l.row.after.push(' '),
    ];
    for (nth, edit) in edits.iter().enumerate() {
        for at in [0, 4, 9] {
            let mut links = whole();
            edit(&mut links[at]);
            let broken = Some((11, RowFault::SealBroken { rows: ROWS }));
            assert_eq!(fault(&links), broken, "edit {nth} of row {}", at + 1);
        }
    }
    let mut links = whole();
    links[9].row_hash.replace_range(0..1, "x");
    assert_eq!(fault(&links), Some((11, RowFault::HashBroken { seq: 11 })), "the next row holds its hash");
}

#[test]
fn only_rows_before_it_that_lost_actor_and_address_are_excused() {
    let changed = |at: usize, edit: fn(&mut Link)| {
        let mut links = whole();
        edit(&mut links[at]);
        fault(&links)
    };
    let at = |seq: i64| Some((usize::try_from(seq).unwrap(), RowFault::Changed { seq }));
    assert_eq!(changed(3, |l| l.row.actor = "eve@example.org".into()), at(4));
    assert_eq!(changed(3, |l| l.row.ip = "::1".into()), at(4), "half of it is no mask");
    assert_eq!(changed(11, mask), at(12), "a row after it");
    // The row itself tells with its own hash what is excused.
    assert_eq!(changed(10, mask), at(1));
}

#[test]
fn a_row_of_forgetting_that_does_not_hold_excuses_nothing() {
    for rows in [ROWS - 1, ROWS + 1, 0, -1, i64::MAX] {
        let links = forgotten(|seal| json!({"rows": rows, "seal": seal}));
        assert_eq!(fault(&links), Some((1, RowFault::Changed { seq: 1 })), "{rows} rows");
    }
    let links = forgotten(|_| json!({"rows": ROWS, "seal": "0".repeat(64)}));
    assert_eq!(fault(&links), Some((11, RowFault::SealBroken { rows: ROWS })));
    let links = forgotten(|_| json!({"rows": ROWS}));
    assert_eq!(fault(&links), Some((1, RowFault::Changed { seq: 1 })), "without a seal");
}

#[test]
fn an_event_is_forgotten_once() {
    // Somebody who can write to the log cannot take actors out of later rows by a second such row.
    let mut links = whole();
    let sealed = seal(&links);
    let before = links.last().unwrap().clone();
    let mut second = forgetting(&json!({"rows": before.row.seq, "seal": sealed}));
    second.row.seq = before.row.seq + 1;
    second.row.prev_hash.clone_from(&before.row_hash);
    second.row_hash = row_hash(&second.row);
    links.push(second);
    assert_eq!(fault(&links), None);
    mask(&mut links[11]);
    assert_eq!(fault(&links), Some((12, RowFault::Changed { seq: 12 })));
}

#[test]
fn a_site_has_to_have_signed_that_an_event_was_forgotten() {
    let links = whole();
    let log = ("demo-audit.csv", export(&links));
    let with = |heads: &[usize]| {
        let mut files = vec![log.clone()];
        files.extend(heads.iter().map(|seq| ("head.json", head_of(&links, *seq))));
        check(&files, &keys()).files.remove(0)
    };
    // Up to the row before it, a head says nothing of it.
    for heads in [&[][..], &[5], &[10], &[5, 10]] {
        let found = with(heads);
        assert_eq!(found.verdict, Verdict::CannotBeJudged, "{heads:?}: {found:#?}");
        finds(&found, "ForgettingNotSigned { rows: 10, masked: 10,");
    }
    for heads in [&[11][..], &[12], &[13], &[5, 13]] {
        let found = with(heads);
        assert_eq!(found.verdict, Verdict::Holds, "{heads:?}: {found:#?}");
        finds(&found, "Forgotten { rows: 10, masked: 10,");
        assert!(!has(&found, "ForgettingNotSigned"), "{heads:?}");
    }
    // Of a row without an actor, only the hash is what was signed.
    finds(&with(&[5, 13]), "HasHashOfSignedRow { row: 5,");
    finds(&with(&[10, 13]), "HasHashOfSignedRow { row: 10,");
    let after = with(&[11, 13]);
    finds(&after, "HoldsSignedRow { row: 11,");
    finds(&after, "EndsWithSignedRow { row: 13,");
    assert!(!has(&after, "HasHashOfSignedRow"));
}

#[test]
fn a_run_whose_judges_have_masks_is_the_one_that_the_signed_row_names() {
    let masked = |text: &str| text.replace("judge0", "mask0");
    let mut reviews = calibrated().0;
    reviews.iter_mut().for_each(|review| review.judge = masked(&review.judge));
    let kept = Input::new(reviews, false).unwrap().digest_hex();
    let read = run().input_digest;
    assert_ne!(kept, read, "addresses are part of it");
    let found = |kept: &str, signs: bool| {
        let runs = json!([{"input_digest": read, "kept_digest": kept}]);
        let links = forgotten_after(
            published(chain(ROWS), &read),
            |seal| json!({"rows": ROWS, "seal": seal, "runs": runs}),
        );
        let mut files = vec![("b.json", masked(&bundle(&[run()], &links).to_string()).into_bytes())];
        files.extend(signs.then(|| ("head.json", head_of(&links, 13))));
        check(&files, &keys()).files.remove(0)
    };
    let signed = found(&kept, true);
    finds(&signed, "RunComputed { run: 1, reviews: 60,");
    finds(&signed, "ReviewsOfRun { run: 1 }");
    assert_ne!(signed.verdict, Verdict::DoesNotHold, "{signed:#?}");
    // Anybody can write such a row. Until it is signed, it only says what the digest may have been.
    let open = found(&kept, false);
    finds(&open, "DigestNotConfirmed { run: 1 }");
    assert!(!has(&open, "RunComputed"), "{open:#?}");
    assert_eq!(open.verdict, Verdict::CannotBeJudged, "{open:#?}");
    // A row that names another input excuses none.
    for signs in [true, false] {
        does_not_hold(&found(&"0".repeat(64), signs), "RunDiffers {");
    }
}
