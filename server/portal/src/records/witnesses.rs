//! Witnesses: others that cosign the checkpoints of logs, and see where one was cut or rewritten. Only the sender asks them.

use super::log_tree::{reader, signed, size};
use crate::prelude::*;
use store::{log_tree, log_witness};
use transparency::merkle::consistency_proof;
use transparency::note::VerifierKey;
use transparency::witness::{AddCheckpoint, RefusalMeaning, WitnessAnswer, cosignatures};

/// What a witness is asked about one log.
#[derive(Debug)]
pub struct WitnessQuestion {
    log: UnwitnessedLog,
    /// What it is sent.
    pub request: AddCheckpoint,
    size: u64,
}

/// Takes back what witnesses said that are no longer asked: nobody could ever answer for them.
pub async fn forget_others(conn: &mut Conn, asked: &[String]) -> Acted {
    log_witness::end_alarms_of_others(conn, asked).await?;
    Ok(Done::unlogged(()))
}

/// The next question for a witness; none where it has cosigned what there is.
pub async fn next_question(conn: &mut Conn, witness: &VerifierKey) -> Outcome<Option<WitnessQuestion>> {
    match log_witness::next_due(conn, &witness.to_string()).await? {
        Some(log) => ask(conn, log).await.map(Some),
        None => Ok(None),
    }
}

async fn ask(conn: &mut Conn, log: UnwitnessedLog) -> Outcome<WitnessQuestion> {
    let broken = || Failure::broken("the tiles of a log's tree are missing");
    let tree = log_tree::find(conn, log.event).await?.ok_or_else(broken)?;
    let (size, old_size) = (size(&tree)?, u64::try_from(log.cosigned).map_err(Failure::broken)?);
    let reader = reader(conn, log.event, size).await?;
    let proof = consistency_proof(&reader, old_size, size).ok_or_else(broken)?;
    Ok(WitnessQuestion { request: AddCheckpoint { old_size, proof, note: signed(&tree)? }, log, size })
}

/// What is done after an answer.
#[derive(Debug)]
pub enum AfterAnswer {
    /// It is kept.
    Done,
    /// The witness has cosigned more than was known here, and is asked once more.
    AskAgain(Box<WitnessQuestion>),
}

/// Keeps what a witness answered. An alarm, where it is new, is logged and mailed to the organizers and the site admins, each kind once a
/// day at most. With `again`, this was the second question.
pub async fn answered(
    conn: &mut Conn,
    witness: &VerifierKey,
    question: WitnessQuestion,
    answer: WitnessAnswer,
    again: bool,
) -> Acted<AfterAnswer> {
    let WitnessQuestion { log, request, size } = question;
    let (event, key) = (log.event, witness.to_string());
    let mut meaning = match answer {
        WitnessAnswer::Lines(lines) => match cosignatures(&request.note.text, lines, witness) {
            Ok(lines) => {
                let lines: String = lines.iter().map(ToString::to_string).collect();
                let size = i64::try_from(size).map_err(Failure::broken)?;
                log_witness::cosigned(conn, event, &key, (size, lines.as_str())).await?;
                return Ok(Done::unlogged(AfterAnswer::Done));
            }
            Err(_) => None,
        },
        WitnessAnswer::Refused(refusal) => Some(refusal.meaning(request.old_size, size)),
        WitnessAnswer::Unavailable => None,
    };
    if let Some(RefusalMeaning::Shorter { cosigned }) = meaning {
        // The log may have grown while this was asked, and another sender may have asked about that.
        let now = log_tree::find(conn, event).await?.map_or(0, |tree| tree.size);
        if u64::try_from(now).is_ok_and(|now| now >= cosigned) {
            meaning = Some(RefusalMeaning::AskAgain { cosigned });
        }
    }
    if let Some(RefusalMeaning::AskAgain { cosigned }) = meaning
        && !again
    {
        let cosigned = i64::try_from(cosigned).map_err(Failure::broken)?;
        let question = ask(conn, UnwitnessedLog { cosigned, ..log }).await?;
        return Ok(Done::unlogged(AfterAnswer::AskAgain(Box::new(question))));
    }
    let (alarm, why) = match meaning {
        Some(RefusalMeaning::Shorter { .. }) => (
            Some("shorter"),
            "It has signed a longer log than the portal has now. Rows were lost, for example when an older backup was restored.",
        ),
        Some(RefusalMeaning::Rewritten) => (
            Some("rewritten"),
            "The log that it signed is not the beginning of the portal’s log. Rows were changed, or there are two histories.",
        ),
        _ => (None, ""),
    };
    let is_new = log_witness::refused(conn, event, &key, alarm).await?;
    let Some(alarm) = alarm.filter(|_| is_new) else { return Ok(Done::unlogged(AfterAnswer::Done)) };
    let (name, event_name) = (witness.name(), &log.name);
    let subject = format!("A witness no longer recognises the log of {event_name}");
    let body = format!(
        "Hello,\n\nthe witness {name} refused to sign the audit log of {event_name}. {why}\n\n\
         Keep the exports and signed heads that you have. Compare them with the present log on the page “Check a record”. \
         If a backup was restored, tell the people who rely on the results. Then ask the people who run this site to give the log \
         a new name, because witnesses never sign the old one again.\n"
    );
    log_witness::mail(conn, event, &subject, &body).await?;
    let after = json!({ "witness": key, "alarm": alarm, "size": size, "old_size": request.old_size });
    Ok(Done::logged(AfterAnswer::Done, Entry::of_system(event, "log.alarmed", "event", event).after(after)))
}
