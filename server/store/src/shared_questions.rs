//! The questions that come with nearly every request, each put once for all who ask at the same moment
//! (`docs/decisions/speed.md`).

use super::freshness::{self, PublicAddress};
use super::identification::CountedKey;
use super::last_use::LastUses;
use super::{assignment, identification, sign_on};
use crate::prelude::*;
use engine::lane::Lane;
use engine::shared_read::SharedRead;
use sqlx::PgPool;

/// Who asks them. Each is answered by one statement for all who ask at once.
#[derive(Clone, Debug)]
pub struct SharedQuestions {
    public: SharedRead<freshness::Public>,
    sessions: SharedRead<identification::Sessions>,
    tokens: SharedRead<identification::Tokens>,
    judging_tokens: SharedRead<identification::TokensWithAssignments>,
    counted_sessions: SharedRead<identification::CountedSessions>,
    counted_tokens: SharedRead<identification::CountedTokens>,
    assignments: SharedRead<assignment::OfJudges>,
    questions: SharedRead<sign_on::Questions>,
    last_uses: LastUses,
}

impl SharedQuestions {
    /// Reads in the first lane, and counts requests in the second: a counter that somebody locks holds up no read. When sessions and tokens
    /// were last used is written on connections of the pool.
    pub(crate) fn new(reads: &Lane, counts: &Lane, pool: PgPool) -> Self {
        Self {
            public: SharedRead::new(reads.clone()),
            sessions: SharedRead::new(reads.clone()),
            tokens: SharedRead::new(reads.clone()),
            judging_tokens: SharedRead::new(reads.clone()),
            counted_sessions: SharedRead::new(counts.clone()),
            counted_tokens: SharedRead::new(counts.clone()),
            assignments: SharedRead::new(reads.clone()),
            questions: SharedRead::new(reads.clone()),
            last_uses: LastUses::new(pool),
        }
    }

    /// What public answers depend on at this moment, for nobody or this person; `None` where there is no such event or project.
    /// Errors: busy where the database does not answer in time.
    pub async fn public_state(
        &self,
        of: PublicAddress,
        person: Option<PersonId>,
    ) -> Outcome<Option<PublicState>> {
        self.public.get((of, person)).await
    }

    /// Who a session belongs to, as [`identification::by_session`]. Counts the request against these limits of the person. Notes
    /// that it was used.
    /// Errors: a lost database; busy.
    pub async fn account_of_session(
        &self,
        id_hash: &[u8],
        limits: Vec<PersonLimit>,
    ) -> Outcome<Option<IdentifiedAccount>> {
        let found = if limits.is_empty() {
            self.sessions.get(id_hash.to_vec()).await?
        } else {
            self.counted_sessions.get(CountedKey::new(id_hash, limits)).await?
        };
        if found.as_ref().is_some_and(|found| found.stale) {
            self.last_uses.note_session(id_hash);
        }
        Ok(found)
    }

    /// Who a token belongs to, as [`identification::by_token`]. Counts the request against these limits of the person. Notes that it
    /// was used.
    /// Errors: a lost database; busy.
    pub async fn account_of_token(
        &self,
        token_hash: &[u8],
        limits: Vec<PersonLimit>,
    ) -> Outcome<Option<IdentifiedAccount>> {
        let found = if limits.is_empty() {
            self.tokens.get(token_hash.to_vec()).await?
        } else {
            self.counted_tokens.get(CountedKey::new(token_hash, limits)).await?
        };
        if found.as_ref().is_some_and(|found| found.stale) {
            self.last_uses.note_token(token_hash);
        }
        Ok(found)
    }

    /// Who a token belongs to, with the first part of their assignments over all events. Notes that it was used.
    /// Errors: a lost database; busy.
    pub async fn account_of_token_with_assignments(
        &self,
        token_hash: &[u8],
    ) -> Outcome<Option<(IdentifiedAccount, Vec<ListedAssignment>)>> {
        let found = self.judging_tokens.get(token_hash.to_vec()).await?;
        if found.as_ref().is_some_and(|(account, _)| account.stale) {
            self.last_uses.note_token(token_hash);
        }
        Ok(found)
    }

    /// Writes when sessions and tokens were last used, which otherwise happens within a second, for all of them at once.
    pub async fn write_last_uses(&self) {
        self.last_uses.write().await;
    }

    /// A page of a judge's assignments over all events, by id.
    /// Errors: a lost database; busy.
    pub async fn assignments_of(&self, judge: PersonId, page: ListPage) -> Outcome<Vec<ListedAssignment>> {
        Ok(self.assignments.get((judge, page)).await?.unwrap_or_default())
    }

    /// How far a question to the provider of the single sign-on is; `None` where it is gone.
    /// Errors: a lost database; busy.
    pub async fn question_state(&self, id: i64) -> Outcome<Option<QuestionState>> {
        self.questions.get(id).await
    }
}
