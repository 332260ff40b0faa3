//! Saving reviews, as drafts or submitted.

use super::recuse::locked;
use super::{facts, logged, logged_stored, tag};
use crate::prelude::*;
use shared::review::{CheckedReview, ReviewChanges, check};
use shared::rubric::weighted_total;
use store::grouped_writes::{GroupedAct, GroupedWrites, LockedAct};
use store::review_save::{ReviewToWrite, WritesReview};
use store::row_lock::{HeldRow, RowLock};
use store::{look, review, review_save};

#[derive(Clone, Debug)]
pub struct SavedReview {
    pub assignment: AssignmentId,
    /// Null for a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// 0 to 1, six decimals.
    pub weighted_total: f64,
    /// Names this save, so that the next one can say which version it changes.
    pub tag: String,
    /// It submitted what was no submitted review before.
    pub newly_submitted: bool,
    /// It made a draft of a submitted review, which no longer counts.
    pub withdrawn: bool,
}

/// Saves reviews of judges. Those that come at the same moment share a transaction.
pub type ReviewSaves = GroupedWrites<ReviewSave>;

#[derive(Debug)]
pub struct ReviewSave {
    caller: Caller,
    lock: RowLock,
    known: Option<Vec<String>>,
    sent: Sent<ReviewChanges>,
}

/// Saves the review of one of the caller's assignments. With `submit` it is submitted and the assignment
/// done; without, it is a draft and the assignment pending (again). What is left out stays as stored.
///
/// `known` holds the saves that the sender has seen, by [`tag`]. A newer save, from another window or device, is not written
/// over. Without `known` the last save wins.
/// Errors: 401; 404 for any assignment but the caller's own; 409 outside the judging window or after stepping aside; 412 where the newest
/// save is none of `known` and holds something else than what was sent; 400 for what is malformed; 422 for scores that are not valid.
pub async fn save(
    saves: &ReviewSaves,
    caller: &Caller,
    id: AssignmentId,
    known: Option<Vec<String>>,
    sent: Sent<ReviewChanges>,
) -> Outcome<SavedReview> {
    let lock = RowLock::own_assignment(id, caller.account()?);
    let numbered = known.is_some();
    let saved = saves.write(ReviewSave { caller: caller.clone(), lock, known, sent }).await;
    // The same save again finds itself, where it names the one that it follows. Without that, it would be one more.
    saved.map_err(|failure| if numbered { failure.settled_by_the_same_request() } else { failure })
}

impl GroupedAct for ReviewSave {
    type Value = SavedReview;

    fn assignment(&self) -> AssignmentId {
        self.lock.assignment()
    }
}

impl LockedAct for ReviewSave {
    fn lock(&self) -> RowLock {
        self.lock
    }

    async fn act_together(conn: &mut Conn, saves: &[(HeldRow, &Self)]) -> Acted<Vec<Outcome<SavedReview>>> {
        let mut grounds = review_save::read(conn, saves.iter().map(|(held, _)| held)).await?;
        let checked = saves.iter().map(|(held, save)| save.check(grounds.remove(&held.assignment())));
        write(conn, checked.collect()).await
    }
}

impl ReviewSave {
    fn check(&self, ground: Option<ReviewGround>) -> Outcome<Checked<'_, act::SaveReview>> {
        let ReviewGround { mut at, assigned, criteria, stored } = ground.ok_or_else(Refusal::not_found)?;
        at.facts.assignment = Some(facts(&self.caller, &at, &assigned));
        let permit = self.caller.ask::<act::SaveReview>(&at)?;
        let submitted = "review.submitted";
        let allowed = AllowedSave { caller: &self.caller, at, assigned, stored, permit, submitted };
        allowed.check(&criteria, self.known.as_deref(), self.sent.clone())
    }
}

/// What an organizer has seen of a review that they enter from paper.
#[derive(Clone, Copy, Debug)]
pub struct PaperSeen<'a> {
    /// The stored review's newest save, by [`tag`].
    pub base_version: &'a str,
    /// What would be stored, by the digest of its preview; empty before the first one.
    pub digest: &'a str,
    /// They confirmed that what is stored is replaced.
    pub replaces: bool,
}

/// Enters the review of a judge who scored on paper. It is submitted, and says who entered it. The judge may correct it while
/// judging is open. `None` where nothing was written: what was sent is not what was seen, or is stored already.
/// Errors: 401; 404 for a caller who may not know of the assignment; 403 for its judge and for an organizer who takes part; 409 outside the
/// judging window, after publication, once recused or set aside; 412, 400 and 422 as [`save`]; 400 where it replaces what is stored and
/// nobody confirmed that.
pub async fn enter(
    call: &mut Call<'_>,
    id: AssignmentId,
    seen: PaperSeen<'_>,
    sent: Sent<ReviewChanges>,
) -> Acted<Option<SavedReview>> {
    let (at, assigned) = locked(call, id).await?;
    let permit = call.ask::<act::EnterReview>(&at)?;
    let (criteria, stored) = review::load(call.conn, at.event, id).await?;
    let changes = ReviewChanges { submit: true, looked: None, ..sent? };
    let PaperPreview { act, digest, .. } = preview(&criteria, stored.as_ref(), changes.clone())?;
    let allowed =
        AllowedSave { caller: call.caller, at, assigned, stored, permit, submitted: "review.entered" };
    let known = [seen.base_version.to_owned()];
    let checked = allowed.check(&criteria, Some(&known), Ok(changes))?;
    let is_new = matches!(checked, Checked::New(_));
    if digest != seen.digest || (is_new && act == PaperAct::Same) {
        return Ok(Done::unlogged(None));
    }
    let unconfirmed = is_new && act == PaperAct::Replaces && !seen.replaces;
    require_field(!unconfirmed, "replace", Fault::ReplacementUnconfirmed)?;
    let saved = Done::only(write(call.conn, vec![Ok(checked)]).await?);
    Ok(saved.unwrap_or_else(|| Err(Failure::broken("no answer to a save")))?.map(Some))
}

/// What entering a review from paper would do.
/// Errors: 400 and 422 as [`save`].
pub fn preview(
    criteria: &[Criterion],
    stored: Option<&Review>,
    changes: ReviewChanges,
) -> Result<PaperPreview, Refusal> {
    let (scores, comment) =
        stored.map(|stored| (stored.scores.clone(), stored.comment.clone())).unwrap_or_default();
    let review = check(ReviewChanges { submit: true, ..changes }, criteria, scores, comment)?;
    let act = match stored {
        None => PaperAct::New,
        Some(stored) if is_saved(stored, &review) => PaperAct::Same,
        Some(_) => PaperAct::Replaces,
    };
    let digest = sha256_hex(format!("{review:?}").as_bytes());
    Ok(PaperPreview { review, act, digest })
}

/// A review to be entered for its judge.
pub(super) struct ReviewToEnter {
    /// The assignment, locked.
    pub(super) assigned: Assignment,
    pub(super) stored: Option<Review>,
    pub(super) changes: ReviewChanges,
}

/// Enters several reviews, each as [`enter`] does, in one statement: all of them, or none. Returns how many.
/// Errors: as [`enter`], for the first one that cannot be entered.
pub(super) async fn enter_all(
    call: &mut Call<'_>,
    at: &Context,
    criteria: &[Criterion],
    reviews: Vec<ReviewToEnter>,
) -> Acted<usize> {
    let mut checked = Vec::new();
    for ReviewToEnter { assigned, stored, changes } in reviews {
        let mut at = at.clone();
        at.facts.assignment = Some(facts(call.caller, &at, &assigned));
        let permit = call.ask::<act::EnterReview>(&at)?;
        let allowed =
            AllowedSave { caller: call.caller, at, assigned, stored, permit, submitted: "review.entered" };
        let changes = ReviewChanges { submit: true, ..changes };
        checked.push(Ok(allowed.check(criteria, None, Ok(changes))?));
    }
    Ok(write(call.conn, checked).await?.map(|saved| saved.len()))
}

struct AllowedSave<'a, A: Rule> {
    caller: &'a Caller,
    at: Context,
    assigned: Assignment,
    stored: Option<Review>,
    permit: Permit<A>,
    /// The log's action where the review is submitted.
    submitted: &'static str,
}

/// What is to be done for a save that may be made.
enum Checked<'a, A: Rule> {
    /// Sent again because the answer was lost: it is saved already.
    Saved(SavedReview),
    /// This is written.
    New(Box<NewReview<'a, A>>),
}

/// A review to be written over what is stored.
struct NewReview<'a, A: Rule> {
    allowed: AllowedSave<'a, A>,
    review: CheckedReview,
    /// Of the comment's digest: the stored review's.
    salt: Vec<u8>,
    total: f64,
    /// The links that its judge opened before it was submitted, where that is counted.
    looked: Option<Vec<String>>,
}

impl<A: Rule> AllowedSave<'_, A> {
    fn was_submitted(&self) -> bool {
        self.stored.as_ref().is_some_and(|stored| stored.submitted_at.is_some())
    }

    /// What the log says of it as it was.
    fn before(&self) -> Value {
        let nothing = Review::default();
        let stored = self.stored.as_ref().unwrap_or(&nothing);
        logged_stored(&self.assigned, self.assigned.status, stored)
    }
}

impl<'a, A: WritesReview> AllowedSave<'a, A> {
    fn check(
        self,
        criteria: &[Criterion],
        known: Option<&[String]>,
        sent: Sent<ReviewChanges>,
    ) -> Outcome<Checked<'a, A>> {
        let mut changes = sent?;
        let counts = self.at.facts.event.counts_looks && changes.submit && !self.was_submitted();
        let looked = changes.looked.take().filter(|_| counts);
        let nothing = Review::default();
        let stored = self.stored.as_ref().unwrap_or(&nothing);
        let review = check(changes, criteria, stored.scores.clone(), stored.comment.clone())?;
        let total = weighted_total(criteria, &review.scores).as_f64();
        if known.is_none_or(|known| known.contains(&tag(stored.saved_at))) {
            let salt = match &self.stored {
                Some(stored) => stored.comment_salt.clone(),
                None => secrets::salt()?.to_vec(),
            };
            return Ok(Checked::New(Box::new(NewReview { allowed: self, review, salt, total, looked })));
        }
        if self.stored.is_none() || !is_saved(stored, &review) {
            return Err(Reason::Stale { saved_at: stored.saved_at }.into());
        }
        Ok(Checked::Saved(SavedReview {
            assignment: self.assigned.id,
            submitted_at: stored.submitted_at,
            weighted_total: total,
            tag: tag(stored.saved_at),
            newly_submitted: false,
            withdrawn: false,
        }))
    }
}

impl<A: WritesReview> NewReview<'_, A> {
    /// The assignment's status once it is written.
    fn status(&self) -> AssignmentStatus {
        if self.review.submit { AssignmentStatus::Done } else { AssignmentStatus::Pending }
    }

    fn to_write(&self) -> ReviewToWrite<'_, A> {
        let Self { allowed, review, salt, .. } = self;
        let AllowedSave { caller, at, assigned, permit, submitted, .. } = allowed;
        let action = if review.submit { *submitted } else { "review.saved" };
        let CheckedReview { submit, scores, comment } = review;
        let entry = entry(caller, at, action, "assignment", assigned.id)
            .before(allowed.before())
            .after(logged(assigned, self.status(), *submit, scores, salt, comment));
        ReviewToWrite { permit, review, salt, entry }
    }

    fn saved(&self, written: WrittenReview) -> SavedReview {
        let was_submitted = self.allowed.was_submitted();
        SavedReview {
            assignment: self.allowed.assigned.id,
            submitted_at: written.submitted_at,
            weighted_total: self.total,
            tag: tag(Some(written.saved_at)),
            newly_submitted: self.review.submit && !was_submitted,
            withdrawn: was_submitted && !self.review.submit,
        }
    }
}

fn to_write<'a, A: WritesReview>(checked: &'a Outcome<Checked<'_, A>>) -> Option<ReviewToWrite<'a, A>> {
    match checked {
        Ok(Checked::New(review)) => Some(review.to_write()),
        _ => None,
    }
}

fn to_count<'a, A: Rule>(checked: &'a Outcome<Checked<'_, A>>) -> Option<(&'a Permit<A>, &'a [String])> {
    match checked {
        Ok(Checked::New(review)) => Some((&review.allowed.permit, review.looked.as_deref()?)),
        _ => None,
    }
}

/// Writes what may be written, and its rows of the log, in one statement.
async fn write<A: WritesReview>(
    conn: &mut Conn,
    checked: Vec<Outcome<Checked<'_, A>>>,
) -> Acted<Vec<Outcome<SavedReview>>> {
    let looks: Vec<_> = checked.iter().filter_map(to_count).collect();
    if !looks.is_empty() {
        look::count(conn, &looks).await?;
    }
    let reviews: Vec<_> = checked.iter().filter_map(to_write).collect();
    let written =
        if reviews.is_empty() { HashMap::new() } else { review_save::write(conn, &reviews).await? };
    drop(reviews);
    let saved = checked.into_iter().map(|checked| match checked? {
        Checked::Saved(saved) => Ok(saved),
        Checked::New(review) => {
            let id = review.allowed.assigned.id;
            let written = written.get(&id).copied();
            let written = written.ok_or_else(|| Failure::broken(format!("review {id} was not written")))?;
            Ok(review.saved(written))
        }
    });
    Ok(Done::unlogged(saved.collect()))
}

/// Whether what was sent is what is stored.
fn is_saved(stored: &Review, sent: &CheckedReview) -> bool {
    (&stored.scores, &stored.comment, stored.submitted_at.is_some())
        == (&sent.scores, &sent.comment, sent.submit)
}
