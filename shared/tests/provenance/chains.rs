//! Tampering with an audit log, and what shows it.

use crate::support::*;
use shared::audit::row_hash;
use shared::provenance::{AuditHead, BrokenRow, Chain, HeadVerdict, Link, RowFault, read_audit_csv};

fn check(links: &[Link]) -> Result<Chain, BrokenRow> {
    Chain::check(read_audit_csv(&export(links))?)
}

fn breaks_at(links: &[Link]) -> (usize, RowFault) {
    let BrokenRow { row, fault } = check(links).unwrap_err();
    (row, fault)
}

#[test]
fn a_log_as_exported_holds() {
    let links = chain(40);
    let found = read_audit_csv(&export(&links)).unwrap();
    assert_eq!(found, links, "the guard's quotes are taken off, others stay");
    let chain = check(&links).unwrap();
    assert_eq!((chain.rows(), chain.is_of("demo"), chain.is_of("other")), (40, true, false));
    assert_eq!(chain.head().unwrap().row_hash, links[39].row_hash);
    assert_eq!(check(&[]).unwrap().head(), None);
}

#[test]
fn an_edit_is_told_at_its_row_whatever_was_edited() {
    let edits: [fn(&mut Link); 10] = [
        |l| l.row.ts.replace_range(0..4, "2025"),
        |l| l.row.actor = "eve@example.org".into(),
        |l| l.row.action = "project.created".into(),
        |l| l.row.object_type = "team".into(),
        |l| l.row.object_id.push('0'),
        |l| l.row.ip = "::1".into(),
        |l| l.row.before = "{}".into(),
        |l| l.row.after.push(' '),
        |l| l.row_hash.replace_range(0..1, "x"),
        |l| std::mem::swap(&mut l.row.before, &mut l.row.after),
    ];
    for (nth, edit) in edits.iter().enumerate() {
        for at in [0, 17, 39] {
            let mut links = chain(40);
            edit(&mut links[at]);
            let changed = RowFault::Changed { seq: at as i64 + 1 };
            assert_eq!(breaks_at(&links), (at + 1, changed), "edit {nth}");
        }
    }
}

#[test]
fn an_edit_with_its_hash_made_anew_is_told_at_the_next_row() {
    let mut links = chain(40);
    links[17].row.after = "{}".into();
    links[17].row_hash = row_hash(&links[17].row);
    assert_eq!(breaks_at(&links), (19, RowFault::HashBroken { seq: 19 }));
}

#[test]
fn a_deleted_row_leaves_a_gap() {
    for at in [0, 1, 17, 38] {
        let mut links = chain(40);
        links.remove(at);
        let due = at as i64 + 1;
        let before = (at > 0).then_some(due - 1);
        assert_eq!(breaks_at(&links), (at + 1, RowFault::OutOfPlace { found: due + 1, due, before }));
    }
    // Numbered anew it breaks all the same.
    let mut links = chain(40);
    links.remove(17);
    for (seq, link) in (1..).zip(&mut links) {
        link.row.seq = seq;
    }
    assert_eq!(breaks_at(&links).0, 18);
}

#[test]
fn swapped_and_inserted_rows_break_the_chain() {
    let mut links = chain(40);
    links.swap(17, 18);
    assert_eq!(breaks_at(&links).0, 18);
    // With their numbers exchanged too.
    links[17].row.seq = 18;
    links[18].row.seq = 19;
    assert_eq!(breaks_at(&links).0, 18);

    let mut links = chain(40);
    let copy = links[17].clone();
    links.insert(18, copy);
    let repeated = RowFault::OutOfPlace { found: 18, due: 19, before: Some(18) };
    assert_eq!(breaks_at(&links), (19, repeated));
    // A well-made row put in between: the next one does not follow it.
    let mut links = chain(40);
    let mut made = links[17].clone();
    made.row.seq = 19;
    made.row.prev_hash.clone_from(&links[17].row_hash);
    made.row_hash = row_hash(&made.row);
    links.insert(18, made);
    for (seq, link) in (1..).zip(&mut links).skip(19) {
        link.row.seq = seq;
    }
    assert_eq!(breaks_at(&links).0, 20);
}

#[test]
fn only_a_signed_head_tells_of_a_chain_made_anew_or_cut_short() {
    let links = chain(40);
    let head = |seq: usize| row_of(&links, seq);
    let whole = check(&links).unwrap();
    assert_eq!(whole.against(&head(40)), HeadVerdict::Reaches { later: 0 });
    assert_eq!(whole.against(&head(30)), HeadVerdict::Reaches { later: 10 });

    // The tail cut off, or an older backup restored.
    let cut = check(&links[..25]).expect("by itself it holds");
    assert_eq!(cut.against(&head(30)), HeadVerdict::Short);
    assert_eq!(cut.against(&head(25)), HeadVerdict::Reaches { later: 0 });
    assert_eq!(check(&[]).unwrap().against(&head(1)), HeadVerdict::Short);

    // An edit, and every row after it made anew.
    let mut edited = links.clone();
    edited[17].row.after = "{}".into();
    let anew = check(&chained(edited, "demo")).expect("by itself it holds");
    assert_eq!(anew.against(&head(40)), HeadVerdict::Differs);
    assert_eq!(anew.against(&head(18)), HeadVerdict::Differs);
    let found = anew.against(&head(17));
    assert_eq!(found, HeadVerdict::Reaches { later: 23 }, "what came before the edit is as signed");

    // A backup restored, and other rows written since.
    let mut restored = links[..25].to_vec();
    restored.extend(chain(20));
    let restored = check(&chained(restored, "demo")).unwrap();
    assert_eq!(restored.against(&head(30)), HeadVerdict::Differs);
    for odd in [0, -1, i64::MIN] {
        let odd = AuditHead { seq: odd, row_hash: links[0].row_hash.clone(), root: None };
        assert_eq!(whole.against(&odd), HeadVerdict::Differs);
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named_by_its_row() {
    let text = String::from_utf8(export(&chain(5))).unwrap();
    let lines: Vec<&str> = text.split_inclusive("\r\n").collect();
    let with = |row: usize, line: &str| {
        let mut lines = lines.clone();
        lines[row] = line;
        read_audit_csv(lines.concat().as_bytes()).unwrap_err()
    };
    assert_eq!(with(2, "2,a,b\r\n").row, 2);
    assert_eq!(with(3, &lines[3].replacen('3', "03", 1)).row, 3);
    assert_eq!(with(3, &lines[3].replacen('3', "x", 1)).row, 3);
    assert_eq!(with(4, "\"4\r\n").row, 4);
    assert_eq!(with(0, "seq,ts\r\n").row, 0);
    assert_eq!(read_audit_csv(b"\xff").unwrap_err().row, 0);
    let bare = text.replace("\r\n", "\n");
    assert_eq!(read_audit_csv(bare.as_bytes()).unwrap(), chain(5), "another line end changes no value");
}
