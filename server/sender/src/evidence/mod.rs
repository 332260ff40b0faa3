//! The code at the close: asks git's own protocol what the repositories of submitted projects hold. Texts and links have files of their own.
//!
//! A look is taken by a lease, so several senders share the work, and one that dies leaves it to the others. Where HEAD is takes a request
//! or two, so that is asked of all repositories first. The commits come behind it, a few repositories at once, since a pack is held in
//! memory. What the commits name is counted and dropped.

mod answers;
mod git;
mod history;
pub mod links;
mod pack;
pub mod texts;

use super::{Stop, rounds_every};
use crate::prelude::*;
use crate::webhook::courier::Courier;
use git::GitFault;
use history::Counts;
use shared::digest::from_hex;
use shared::duplicates::git_address;
use store::duplicate::lock_submitted_projects;
use store::evidence;

/// How many repositories are asked for HEAD at once, each on one connection.
const HEADS: i64 = 32;
/// How many send their commits at once, of 12 MiB packed at most. One of them at a time is taken apart: 32 MiB inflated.
const HISTORIES: i64 = 4;
/// How many attempts' time a repository may take to send its commits, too: a minute.
const HISTORY_ATTEMPTS: u32 = 6;
/// The wait between two rounds where nothing is due.
const PAUSE: Duration = Duration::from_secs(5);

pub struct CodeLooks {
    database: Database,
    courier: Arc<Courier>,
    site: Option<Arc<str>>,
}

impl CodeLooks {
    /// Asks by this courier, with its guards. Mails to teams lead to this address; without it, none are written.
    pub fn new(database: Database, courier: Courier, site: Option<&str>) -> Self {
        let site = site.map(|site| site.trim_end_matches('/').into());
        Self { database, courier: Arc::new(courier), site }
    }

    /// Looks until it is stopped, or with `once` until nothing is due.
    /// Errors: with `once`, a lost database.
    pub async fn run(&self, stop: Stop, once: bool) -> Outcome<()> {
        let (code, links, texts, answers) = tokio::join!(
            rounds_every(PAUSE, "evidence", &stop, once, async || Box::pin(unless_stopped(
                &stop,
                self.round()
            ))
            .await),
            rounds_every(PAUSE, "links", &stop, once, async || {
                Box::pin(unless_stopped(&stop, links::round(&self.database, &self.courier))).await
            }),
            rounds_every(PAUSE, "texts", &stop, once, async || texts::round(&self.database).await),
            rounds_every(PAUSE, "answers", &stop, once, async || match &self.site {
                Some(site) => Box::pin(answers::round(&self.database, site)).await,
                None => Ok(false),
            }),
        );
        code.and(links).and(texts).and(answers)
    }

    /// Looks at the next repositories; whether there were any.
    async fn round(&self) -> Outcome<bool> {
        let take = async |first, most| {
            self.database.write(async |c| evidence::take_due(c, first, most).await.map(Done::unlogged)).await
        };
        let mut due: Vec<DueLook> = take(true, HEADS).await?;
        if due.is_empty() {
            due = take(false, HISTORIES).await?;
        }
        let Some(event) = due.first().map(|look| look.event) else { return Ok(false) };
        let mut looks = JoinSet::new();
        for look in due {
            let courier = Arc::clone(&self.courier);
            looks.spawn(async move { (ask(&courier, &look).await, look) });
        }
        let mut asked = looks.join_all().await;
        // As for links. They are asked again once their leases have ended.
        let no_host = |asked: &Result<Fact, GitFault>| *asked == Err(GitFault::Attempt(AttemptFault::Name));
        if asked.iter().all(|(asked, _)| no_host(asked)) && !self.courier.knows(links::KNOWN_HOST).await {
            return Ok(false);
        }
        asked.sort_by_key(|(_, look)| look.project);
        let found: Vec<_> = asked.into_iter().map(|(asked, look)| (news(&look, asked), look)).collect();
        self.database.write(async |c| record(c, event, &found).await).await?;
        Ok(true)
    }
}

/// What is under way at a stop is asked again once its lease has ended.
async fn unless_stopped(stop: &Stop, round: impl Future<Output = Outcome<bool>>) -> Outcome<bool> {
    tokio::select! { more = round => more, () = stop.asked() => Ok(false) }
}

/// Records what was found, with one row in the log that holds numbers and a digest alone.
async fn record(conn: &mut Conn, event: EventId, found: &[(Option<Fact>, DueLook)]) -> Outcome<Done<()>> {
    let mut facts: Vec<(ProjectId, Fact)> = Vec::new();
    // Before the rows of looks, as whoever changes a project takes both.
    lock_submitted_projects(conn, event).await?;
    for (fact, look) in found {
        let silent = matches!(fact, Some(Fact::RepositorySilent { .. }));
        // Where HEAD at the close is not known, there is nothing to ask for later: it would be another one.
        let finished = if look.looks == 0 && silent { 3 } else { look.looks + 1 };
        if evidence::end_look(conn, look, finished).await? {
            facts.extend(fact.clone().map(|fact| (look.project, fact)));
        }
    }
    append(conn, event, &facts).await
}

/// Appends what the portal found in one event, and logs how much that is.
/// Errors: 409 once the event is forgotten.
pub(crate) async fn append(
    conn: &mut Conn,
    event: EventId,
    facts: &[(ProjectId, Fact)],
) -> Outcome<Done<()>> {
    if facts.is_empty() {
        return Ok(Done::unlogged(()));
    }
    for (project, fact) in facts {
        evidence::append(conn, event, *project, fact, None).await?;
    }
    let all = evidence::digest_of_all(conn, event).await?;
    let after = json!({ "added": facts.len(), "facts": all.facts, "digest": all.digest });
    Ok(Done::logged((), Entry::of_system(event, "evidence.collected", "event", event).after(after)))
}

/// What a repository said. None where that is known.
fn news(look: &DueLook, asked: Result<Fact, GitFault>) -> Option<Fact> {
    match asked {
        Ok(fact) => Some(fact).filter(|fact| look.last.as_ref() != Some(fact)),
        Err(fault) => Some(Fact::RepositorySilent { url: look.repo_url.clone(), why: fault.why() }),
    }
}

/// What a repository holds: HEAD at the close, as far as it was known then, and the commits that lead there. A later look also says whether
/// the commits after the close have taken its place.
async fn ask(courier: &Courier, look: &DueLook) -> Result<Fact, GitFault> {
    let url = &git_address(&look.repo_url);
    let now = timeout(courier.deadline(), git::head(courier, url)).await;
    let now = now.unwrap_or(Err(GitFault::Attempt(AttemptFault::Timeout)))?;
    let known = match look.last.as_ref() {
        Some(Fact::CodeAtClose { head, .. }) => Some(head.as_str()),
        _ => None,
    };
    let head = known.unwrap_or(&now.hash);
    let code = |counts: Option<Counts>, after_close| {
        let counted = counts.is_some();
        let counts = counts.unwrap_or_default();
        Fact::CodeAtClose {
            url: look.repo_url.clone(),
            head: head.to_owned(),
            commits: counted.then_some(counts.commits),
            first_at: counts.first_at,
            last_at: counts.last_at,
            authors: counted.then_some(counts.authors),
            before_start: counts.before_start,
            after_close,
            rewritten: false,
            names_event: counts.names_event,
        }
    };
    let last = look.last.clone().unwrap_or_else(|| code(None, None));
    if look.looks == 0 || !now.filters {
        return Ok(last);
    }
    let tip = if look.looks == 1 { head } else { now.hash.as_str() };
    let commits = match git::commits(courier, url, tip, courier.deadline() * HISTORY_ATTEMPTS).await {
        Err(GitFault::Large) => return Ok(last),
        commits => commits?,
    };
    let id = |hash: &str| from_hex::<20>(hash).ok_or(GitFault::Broken);
    let at_tip = history::reachable(&commits, id(tip)?).ok_or(GitFault::Broken)?;
    if !at_tip.contains_key(&id(head)?) {
        return Ok(rewritten(last, history::after(&at_tip, look.close)));
    }
    let at_close = history::reachable(&commits, id(head)?).ok_or(GitFault::Broken)?;
    let counts = history::count(&at_close, look.start, &look.names);
    Ok(code(Some(counts), Some(history::after(&at_tip, look.close))))
}

/// The same, where its HEAD is no longer among the commits.
fn rewritten(mut last: Fact, after: u32) -> Fact {
    if let Fact::CodeAtClose { rewritten, after_close, .. } = &mut last {
        (*rewritten, *after_close) = (true, Some(after));
    }
    last
}
