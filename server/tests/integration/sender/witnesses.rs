//! Witnesses: what they are asked, what is kept of their answers, and when somebody is told.

use crate::prelude::*;
use crate::sender::receiver::{Receiver, answer};
use crate::sender::world::World;
use ::sign_on::tls::system_tls;
use portal::call::By;
use portal::records::log_tree;
use portal::records::witnesses::{AfterAnswer, answered, forget_others, next_question};
use sender::webhook::courier::{Courier, DEADLINE};
use sender::webhook::look_up::SystemResolver;
use sender::{log_trees, stop, witnesses};
use store::failure::{Failure, Outcome};
use transparency::checkpoint::Checkpoint;
use transparency::merkle::{TreeHash, TreeHead};
use transparency::note::{KeyType, NoteSigner, SignedNote, VerifierKey};
use transparency::policy::WitnessPolicy;
use transparency::witness::{AddCheckpoint, WitnessAnswer, WitnessRefusal};

const SITE: &str = "https://judging.example/";

fn key_of_witness() -> NoteSigner {
    NoteSigner::new("witness.example", KeyType::Cosignature, &[3; 32]).unwrap()
}

/// A witness, which says what the specification says.
struct Witness {
    signer: NoteSigner,
    log: VerifierKey,
    latest: Option<TreeHead>,
}

impl Witness {
    fn answer(&mut self, request: &str) -> WitnessAnswer {
        let request = AddCheckpoint::parse(request.as_bytes()).unwrap();
        match request.judge(std::slice::from_ref(&self.log), |_| self.latest) {
            Ok(checkpoint) => {
                self.latest = Some(checkpoint.head);
                let line = self.signer.cosign(&request.note.text, 1_800_000_000).unwrap();
                WitnessAnswer::read(200, line.to_string().as_bytes())
            }
            Err(WitnessRefusal::OtherSize { cosigned }) => {
                WitnessAnswer::read(409, format!("{cosigned}\n").as_bytes())
            }
            Err(refusal) => WitnessAnswer::read(refusal.status(), b""),
        }
    }

    /// Is asked until nothing is due; how often.
    async fn be_asked(&mut self, world: &World) -> usize {
        let key = self.signer.key().clone();
        let mut asked = 0;
        loop {
            let question = world.database.read(async |c| next_question(c, &key).await).await.unwrap();
            let (mut next, mut again) = (question, false);
            if next.is_none() {
                return asked;
            }
            while let Some(question) = next.take() {
                asked += 1;
                let said = self.answer(&question.request.to_string());
                let write = async |c: &mut _| answered(c, &key, question, said, again).await;
                if let AfterAnswer::AskAgain(question) = world.database.write(write).await.unwrap() {
                    (next, again) = (Some(*question), true);
                }
            }
        }
    }
}

/// Rows are logged, an hour passes, and the sender makes a checkpoint.
async fn grow(world: &World, rows: usize) {
    world.log(&vec!["review.saved"; rows]).await;
    world.run("update log_tree set advanced_at = advanced_at - interval '1 hour'").await;
    world.run("update log_witness set asked_at = asked_at - interval '1 hour'").await;
    let (_stopper, stop) = stop();
    log_trees::advance(&world.database, SITE, &stop, true).await.unwrap();
}

async fn checkpoint(world: &World) -> SignedNote {
    checkpoint_below(world, "").await.unwrap()
}

/// The checkpoint of a log whose name ends with this moment.
async fn checkpoint_below(world: &World, moment: &str) -> Outcome<SignedNote> {
    let note = world.database.read(async |c| log_tree::checkpoint(c, "demo", moment).await).await?;
    Ok(SignedNote::parse(note.as_bytes()).unwrap())
}

async fn key_of_log(world: &World) -> VerifierKey {
    let keys = world.database.read(async |c| log_tree::keys(c).await).await.unwrap();
    VerifierKey::parse(&keys[0]).unwrap()
}

#[database_test]
async fn a_witness_cosigns_what_grows_and_an_alarm_is_told_once(world: World) {
    world.run("insert into person (email, name, confirmed_at, is_staff) values ('root@x.example', 'Root', now(), true)").await;
    grow(&world, 5).await;
    let log = key_of_log(&world).await;
    assert_eq!(log.name(), "judging.example/events/demo/log");
    let mut witness = Witness { signer: key_of_witness(), log: log.clone(), latest: None };
    let policy = WitnessPolicy::at_least(1, log, vec![witness.signer.key().clone()]).unwrap();
    assert!(policy.check(&checkpoint(&world).await).is_err(), "nobody has cosigned yet");
    assert_eq!(witness.be_asked(&world).await, 1);
    assert_eq!(policy.check(&checkpoint(&world).await).unwrap().checkpoint.head.size, 5);

    grow(&world, 3).await;
    assert!(policy.check(&checkpoint(&world).await).is_err(), "a cosignature is of one checkpoint");
    assert_eq!(witness.be_asked(&world).await, 1, "with a proof from what it cosigned");
    assert_eq!(policy.check(&checkpoint(&world).await).unwrap().checkpoint.head.size, 8);
    assert_eq!(witness.be_asked(&world).await, 0);

    // The portal forgot what the witness has: it is told, and asks once more.
    world.run("delete from log_witness").await;
    assert_eq!(witness.be_asked(&world).await, 2);
    assert!(policy.check(&checkpoint(&world).await).is_ok());

    let told = async || -> (i64, i64, Option<String>) {
        let logged = "select count(*) from audit_log where action = 'log.alarmed'";
        let mails = "select count(*) from mail_outbox where to_address = 'root@x.example' and subject like '%log of Demo'";
        (world.one(logged).await, world.one(mails).await, world.one("select alarm from log_witness").await)
    };
    let honest = witness.latest;
    let other = TreeHead { size: 8, root: TreeHash([9; 32]) };
    witness.latest = Some(other);
    grow(&world, 1).await;
    witness.be_asked(&world).await;
    assert_eq!(told().await, (1, 1, Some("rewritten".into())));
    assert!(policy.check(&checkpoint(&world).await).is_err());
    grow(&world, 1).await;
    witness.be_asked(&world).await;
    assert_eq!(told().await, (1, 1, Some("rewritten".into())), "the same again is no news");
    witness.latest = Some(TreeHead { size: 1_000, ..other });
    grow(&world, 1).await;
    witness.be_asked(&world).await;
    assert_eq!(told().await, (2, 2, Some("shorter".into())));
    witness.latest = honest;
    grow(&world, 1).await;
    witness.be_asked(&world).await;
    assert_eq!(told().await, (2, 2, None), "it cosigns again");
    assert!(policy.check(&checkpoint(&world).await).is_ok());
}

#[database_test]
async fn a_witness_that_says_one_thing_and_another_in_turn_is_told_of_once_a_day(world: World) {
    grow(&world, 5).await;
    let log = key_of_log(&world).await;
    let mut witness = Witness { signer: key_of_witness(), log, latest: None };
    witness.be_asked(&world).await;
    let honest = witness.latest;
    let [rewritten, shorter] = [5, 1_000].map(|size| Some(TreeHead { size, root: TreeHash([9; 32]) }));
    let logged =
        async || world.one::<i64>("select count(*) from audit_log where action = 'log.alarmed'").await;
    // Also where it cosigns between two alarms.
    for latest in [rewritten, shorter, rewritten, honest, shorter, rewritten] {
        witness.latest = latest;
        grow(&world, 1).await;
        witness.be_asked(&world).await;
    }
    assert_eq!(logged().await, 2);
    world.run("update log_witness set told = '{\"shorter\": \"2020-01-01T00:00:00Z\"}'").await;
    witness.latest = shorter;
    grow(&world, 1).await;
    witness.be_asked(&world).await;
    assert_eq!(logged().await, 3, "a day later it is news");
    assert_eq!(world.one::<String>("select alarm from log_witness").await, "shorter");
}

#[database_test]
async fn a_restored_log_goes_on_under_a_new_name_and_the_old_one_stays_good(world: World) {
    grow(&world, 5).await;
    let old = key_of_log(&world).await;
    let mut witness = Witness { signer: key_of_witness(), log: old.clone(), latest: None };
    witness.be_asked(&world).await;
    let policy = |log: &VerifierKey| {
        WitnessPolicy::at_least(1, log.clone(), vec![key_of_witness().key().clone()]).unwrap()
    };
    let kept = checkpoint(&world).await;
    assert!(policy(&old).check(&kept).is_ok());
    // The backup is from before rows that the witness has seen.
    witness.latest = Some(TreeHead { size: 1_000, root: TreeHash([9; 32]) });
    grow(&world, 1).await;
    witness.be_asked(&world).await;
    let alarms = "select count(*) from log_witness where alarm is not null";
    assert_eq!(world.one::<i64>(alarms).await, 1);
    let begin = async |slug: &str, reason: &str| {
        let shell = Caller::shell();
        let by = By::of(&world.database, &shell).at(slug);
        by.write(async |call| log_tree::new_origin(call, reason).await).await
    };
    for (slug, reason, field) in [("none", "A backup.", ""), ("demo", " ", "reason")] {
        let Err(Failure::Refused(refusal)) = begin(slug, reason).await else { panic!("{slug}") };
        assert_eq!(refusal.status() == 404, field.is_empty());
        assert_eq!(refusal.fields.0.contains_key(field), !field.is_empty());
    }
    let name = begin("demo", "The disk broke, and the backup of Friday was restored.").await.unwrap();
    assert!(name.starts_with("judging.example/events/demo/log/20"), "{name}");
    assert_eq!(world.one::<i64>(alarms).await, 0, "what it said was about the old name");
    let row: (String, String) = one_row(&world.pool, "select before::json ->> 'origin', after::json ->> 'reason' from audit_log where action = 'log.renamed'").await;
    assert_eq!((row.0.as_str(), row.1.starts_with("The disk broke")), (old.name(), true));

    // Both keys are published, and what was signed under the old name is checked as before.
    let keys = world.database.read(async |c| log_tree::keys(c).await).await.unwrap();
    let keys: Vec<VerifierKey> = keys.iter().map(|key| VerifierKey::parse(key).unwrap()).collect();
    let [first, second] = keys.as_slice() else { panic!("{keys:?}") };
    assert_eq!((first, second.name()), (&old, name.as_str()));
    assert!(policy(&old).check(&kept).is_ok());
    // The witness begins with the new name, which it does not know before its operator adds the key.
    assert_eq!(witness.be_asked(&world).await, 1);
    assert_eq!(world.one::<i64>(alarms).await, 0, "an unknown log is no alarm");
    let mut witness = Witness { signer: key_of_witness(), log: second.clone(), latest: None };
    grow(&world, 2).await;
    witness.be_asked(&world).await;
    let now = checkpoint_below(&world, name.rsplit('/').next().unwrap()).await.unwrap();
    assert!(checkpoint_below(&world, "").await.is_err(), "the name that it left has no checkpoint any more");
    assert!(policy(second).check(&now).is_ok());
    assert!(policy(&old).check(&now).is_err(), "another key signs under the new name");

    // Nobody renames a log without keeping the name that it leaves, or goes back to one.
    for sql in [
        "update log_tree set origin = 'x.example/log'",
        "update log_tree set key = sha256('x')",
        "update log_origin set size = 0",
        "delete from log_origin",
        "update log_tree set origin = (select origin from log_origin)",
    ] {
        assert!(sqlx::query(sql).execute(&world.pool).await.is_err(), "{sql}");
    }
}

#[database_test]
async fn the_alarm_of_a_witness_ends_as_nobody_asks_it_any_more(world: World) {
    grow(&world, 5).await;
    let log = key_of_log(&world).await;
    let mut witness = Witness { signer: key_of_witness(), log, latest: None };
    witness.latest = Some(TreeHead { size: 1_000, root: TreeHash([9; 32]) });
    witness.be_asked(&world).await;
    let alarms = async || world.one::<i64>("select count(*) from log_witness where alarm is not null").await;
    assert_eq!(alarms().await, 1);
    let still = async |asked: &[String]| {
        world.database.write(async |c| forget_others(c, asked).await).await.unwrap();
    };
    still(&[witness.signer.key().to_string()]).await;
    assert_eq!(alarms().await, 1, "it is still asked");
    still(&["other.example+00000000+AA==".to_owned()]).await;
    assert_eq!(alarms().await, 0);
}

#[database_test]
async fn a_question_that_another_sender_overtook_is_no_alarm(world: World) {
    grow(&world, 5).await;
    let log = key_of_log(&world).await;
    let mut witness = Witness { signer: key_of_witness(), log, latest: None };
    let key = witness.signer.key().clone();
    let slow = world.database.read(async |c| next_question(c, &key).await).await.unwrap().unwrap();
    grow(&world, 3).await;
    assert_eq!(witness.be_asked(&world).await, 1);
    let said = witness.answer(&slow.request.to_string());
    assert_eq!(said, WitnessAnswer::Refused(WitnessRefusal::OtherSize { cosigned: 8 }));
    let write = async |c: &mut _| answered(c, &key, slow, said, false).await;
    let AfterAnswer::AskAgain(again) = world.database.write(write).await.unwrap() else {
        panic!("it is asked about what there is now")
    };
    let said = witness.answer(&again.request.to_string());
    let write = async |c: &mut _| answered(c, &key, *again, said, true).await;
    world.database.write(write).await.unwrap();
    assert_eq!(world.one::<Option<String>>("select alarm from log_witness").await, None);
    assert_eq!(world.one::<i64>("select count(*) from audit_log where action = 'log.alarmed'").await, 0);
    assert!(checkpoint(&world).await.check(&key).is_ok());
}

#[database_test]
async fn the_sender_asks_each_witness_and_waits_for_none(world: World) {
    grow(&world, 5).await;
    let note = checkpoint(&world).await;
    let signer = key_of_witness();
    let line = signer.cosign(&note.text, 1_800_000_000).unwrap().to_string();
    let (away, here) = (
        Receiver::start(answer("503 Service Unavailable", "")).await,
        Receiver::start(answer("200 OK", &line)).await,
    );
    let silent = NoteSigner::new("away.example", KeyType::Cosignature, &[4; 32]).unwrap();
    let policy = format!(
        "witness away {} {}\nwitness here {} {}\ngroup all any away here\nquorum all\n",
        silent.key(),
        away.url("/a"),
        signer.key(),
        here.url("/b/"),
    );
    let file = std::env::temp_dir().join(format!("witnesses-{}", here.address.port()));
    std::fs::write(&file, policy).unwrap();
    let listed = witnesses::read(file.to_str().unwrap()).unwrap();
    let courier = Courier::new(system_tls().unwrap(), Box::new(SystemResolver), true, DEADLINE);
    for _ in 0..2 {
        let (_stopper, stop) = stop();
        witnesses::ask(&world.database, &courier, &listed, &stop, true).await.unwrap();
    }
    std::fs::write(&file, "quorum\n").unwrap();
    let wrong = witnesses::read(file.to_str().unwrap()).unwrap_err().to_string();
    assert!(wrong.contains("EVENHAND_WITNESSES") && wrong.contains("Line 1"), "{wrong}");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(away.seen().requests.len(), 1, "not before an hour has passed");
    {
        let seen = here.seen();
        let [request] = seen.requests.as_slice() else { panic!("{seen:?}") };
        assert_eq!(request.path(), "/b/add-checkpoint");
        let asked = AddCheckpoint::parse(request.body.as_bytes()).unwrap();
        assert_eq!((asked.old_size, asked.proof.len(), asked.note), (0, 0, note.clone()));
    }
    let witnessed = checkpoint(&world).await;
    assert_eq!(witnessed.check(signer.key()), Ok(Some(1_800_000_000)));
    assert_eq!(Checkpoint::open(&witnessed, &key_of_log(&world).await).unwrap().head.size, 5);
}
