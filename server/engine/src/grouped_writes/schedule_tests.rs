//! Writes in groups under schedules that shuttle chooses, with the flush that they wait for.

use super::*;
use crate::shared_flush::schedule_tests::Server;
use crate::shared_flush::{FlushPlace, SharedFlush};
use crate::sync::simulation::{JoinHandle, Waits, ended, explore, some_dropped, yield_now};
use shared::refusal::Refusal;

/// What becomes of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Sound,
    /// A rule refuses it.
    Refused,
    /// The database refuses it, and with it the whole transaction.
    Breaks,
}

/// A save of a review, by the row that it makes.
struct Save {
    row: u64,
    act: Act,
    assignment: AssignmentId,
}

impl GroupedAct for Save {
    type Value = u64;

    fn assignment(&self) -> AssignmentId {
        self.assignment
    }
}

/// A database whose transactions are a step each.
#[derive(Clone)]
struct Model {
    server: Server,
    flush: SharedFlush,
}

impl Model {
    /// Writes these acts in one transaction, but for one whose row somebody holds. That one it waits for, where it `waits`.
    async fn transact(&self, acts: &[&Save], waits: bool) -> Outcome<(Answers<Save>, FlushPlace)> {
        let place = self.flush.place().await?;
        yield_now().await;
        while waits && acts.iter().any(|act| self.server.state().held == Some(act.assignment)) {
            yield_now().await;
        }
        let mut state = self.server.state();
        if state.started != place.server {
            return Err(Failure::Busy("two servers take writes for a moment".into()));
        }
        let (held, mut rows) = (state.held, Vec::new());
        let mut answers = Answers::<Save>::new();
        for save in acts.iter().filter(|save| held != Some(save.assignment)) {
            let answer = match save.act {
                Act::Breaks => return Err(Failure::broken("the database does not want this")),
                Act::Refused => Err(Failure::Refused(Refusal::not_found())),
                Act::Sound => {
                    rows.push(save.row);
                    Ok(save.row)
                }
            };
            answers.insert(save.assignment, answer);
        }
        state.rows.extend(rows);
        Ok((answers, place))
    }
}

impl Books<Save> for Model {
    type Place = FlushPlace;

    async fn write_together(&self, acts: &[&Save]) -> Outcome<(Answers<Save>, FlushPlace)> {
        self.transact(acts, false).await
    }

    async fn write_one(&self, act: &Save) -> Outcome<(u64, FlushPlace)> {
        let (mut answers, place) = self.transact(&[act], true).await?;
        let answer = answers.remove(&act.assignment);
        let value = answer.unwrap_or_else(|| Err(Failure::broken("an act has no answer")))?;
        Ok((value, place))
    }

    async fn flushed(&self, place: FlushPlace) -> Outcome<()> {
        self.flush.wait(place).await
    }
}

/// A server, and what writes to it in groups.
fn begin() -> (Server, GroupedWrites<Save>) {
    let server = Server::new();
    let flush = SharedFlush::on(server.clone());
    let writes = GroupedWrites::new(Model { server: server.clone(), flush });
    (server, writes)
}

/// Sends these acts at once, each for an assignment of its own. Each looks at its own answer as it comes.
fn send(server: &Server, writes: &GroupedWrites<Save>, acts: &[Act]) -> Vec<JoinHandle<Outcome<u64>>> {
    let send = |(row, act): (u64, &Act)| {
        let (server, writes, act) = (server.clone(), writes.clone(), *act);
        let assignment = AssignmentId(i64::try_from(row).unwrap_or_default());
        spawn(async move {
            let answer = writes.write(Save { row, act, assignment }).await;
            match &answer {
                Ok(_) => assert!(server.is_on_disk(row), "row {row} was acknowledged too early"),
                // It may have been saved or not, but not twice.
                Err(Failure::Unknown(_)) => assert!(server.count(row) <= 1),
                Err(failure) => {
                    assert_eq!(server.count(row), 0, "row {row} was saved in spite of: {failure}")
                }
            }
            answer
        })
    };
    (1..).zip(acts).map(send).collect()
}

/// Holds an assignment, and lets go of it after a while.
fn hold(server: &Server, row: i64) -> JoinHandle<()> {
    let server = server.clone();
    server.state().held = Some(AssignmentId(row));
    spawn(async move {
        yield_now().await;
        server.state().held = None;
    })
}

#[test]
fn nobody_is_told_of_a_save_before_it_is_on_the_disk() {
    for waits in [Waits::LastLongEnough, Waits::MayEndEarly] {
        explore(waits, || async {
            let (server, writes) = begin();
            let sent = send(&server, &writes, &[Act::Sound; 5]);
            yield_now().await;
            server.fall_over();
            let answers = ended(sent).await;
            assert_eq!(answers.len(), 5);
            // Whatever was acknowledged survives another fall.
            server.fall_over();
            for row in answers.into_iter().flatten() {
                assert_eq!(server.count(row), 1, "row {row} was acknowledged");
            }
        });
    }
}

#[test]
fn of_a_group_each_is_answered_for_itself() {
    explore(Waits::LastLongEnough, || async {
        let (server, writes) = begin();
        let acts = [Act::Sound, Act::Breaks, Act::Sound, Act::Refused, Act::Sound];
        let held = hold(&server, 5);
        let answers = ended(send(&server, &writes, &acts)).await;
        ended(vec![held]).await;
        for ((row, act), answer) in (1..).zip(acts).zip(&answers) {
            match (act, answer) {
                (Act::Sound, Ok(_)) => assert_eq!(server.count(row), 1),
                (Act::Refused, Err(Failure::Refused(_))) | (Act::Breaks, Err(Failure::Broken(_))) => {}
                (act, answer) => panic!("row {row} is {act:?} and was answered {answer:?}"),
            }
        }
    });
}

#[test]
fn two_saves_of_one_review_are_both_written() {
    explore(Waits::LastLongEnough, || async {
        let (server, writes) = begin();
        let twice = |row| {
            let writes = writes.clone();
            let save = Save { row, act: Act::Sound, assignment: AssignmentId(9) };
            spawn(async move { writes.write(save).await.is_ok() })
        };
        let (both, others) = (vec![twice(21), twice(22)], send(&server, &writes, &[Act::Sound; 2]));
        assert_eq!(ended(both).await, [true; 2]);
        assert!(ended(others).await.iter().all(Result::is_ok));
        assert_eq!([21, 22].map(|row| server.count(row)), [1; 2]);
    });
}

#[test]
fn who_hangs_up_is_saved_once_or_not_and_nobody_else_notices() {
    explore(Waits::LastLongEnough, || async {
        let (server, writes) = begin();
        let held = hold(&server, 2);
        let sent = send(&server, &writes, &[Act::Sound, Act::Sound, Act::Breaks, Act::Sound]);
        some_dropped(sent).await;
        ended(vec![held]).await;
        // As many as could take all places for good.
        let later: Vec<_> = (11..=13)
            .map(|row| writes.write(Save { row, act: Act::Sound, assignment: AssignmentId(11) }))
            .collect();
        for write in later {
            assert!(write.await.is_ok(), "a place was lost");
        }
        for row in [1, 2, 4] {
            assert!(server.count(row) <= 1, "row {row} was saved twice");
        }
        assert_eq!([3, 11, 12, 13].map(|row| server.count(row)), [0, 1, 1, 1]);
    });
}
