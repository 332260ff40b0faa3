//! What one person takes along of their work: signed records, and a calendar.

use super::prelude::*;

acts! {
    /// Take the record of one's own work as a judge.
    ReadOwnJudgeRecord on Event by (EventId, PersonId), Yes => own_judge_record;
    /// Take the record of another judge's work.
    ReadJudgeRecord on Event, Yes => judge_record;
    /// Take the record of one's own part.
    ReadParticipantRecord on Event by (EventId, PersonId), Yes => participant_record;
    /// Make, renew or end the private address of one's calendar as a judge. It tells when judging is.
    KeepCalendar on Event by (EventId, PersonId), No => keep_calendar;
}

fn own_judge_record(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    require(asked.facts.standing.judge, Reason::JudgesOnly)
}

fn judge_record(asked: &Question<'_>) -> Verdict {
    asked.organizer_or(Reason::OwnRecordsOnly)?;
    asked.unconflicted_organizer(Withheld::Records)
}

fn participant_record(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    require(asked.facts.standing.participant, Reason::ParticipantsOnly)
}

fn keep_calendar(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    require(asked.facts.standing.judge, Reason::EventJudgesOnly)?;
    asked.not_forgotten()
}
