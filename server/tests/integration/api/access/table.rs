//! Who gets what on every route, page and API, in each state of an event. A test asks each cell, and fails where a route
//! has no row.
//!
//! Who: `nobody`; an `unconfirmed` account; a `stranger` with an account and no role anywhere; a member of the project's
//! `team`; a member of an `other-team`; the `judge` to whom the assignment belongs; an `other-judge` of the event; its
//! `organizer`; a `panellist`, invited to the panel of `{prize}` only; an `organizer-on-team`, the project's; an `organizer-judge`, who judges too; an `other-organizer` of
//! another event; a site `admin`. `conflicted` is the two organizers who take part, `organizers` all four of the event.
//! When: a `draft`, which has no row of its own unless an entry names it (`cells` in `access.rs`): everything in it is 404 but for
//! its organizers, who have the cells of `before`; `before` anything is open, `submitting`, `judging`, `voting` (by account), `closed` and not published,
//! `published`.

/// One route, asked for one thing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Method and path. `{slug}` is an event in the state; `{lamp}` the team's submitted project in it, `{fog}` its
    /// draft, `{tide}` another team's project, `{prize}` a prize with winners and the
    /// judge and the panellist on its panel, `{digest}` a file that nobody uploaded, `{shot}` and
    /// `{fogshot}` the digests of a picture of each of the first two, `{code}` its join link's, `{task}` the
    /// judge's assignment to Lamp, `{invitation}` one to take part, `{ask}` its link's code, `{person}` the judge, `{guest}`
    /// somebody who was turned away, `{room}` the code of the guests' link.
    pub(crate) route: &'static str,
    /// What is sent: JSON to the API, a form to a page; nothing else is looked at.
    pub(crate) sent: &'static str,
    /// The status for each: `who[,who…][@when[,when…]] status`, separated by `;`. `*` is everybody; a later entry
    /// overrules an earlier one.
    pub(crate) cells: &'static str,
}

const fn row(route: &'static str, sent: &'static str, cells: &'static str) -> Row {
    Row { route, sent, cells }
}

/// The whole table.
pub(crate) const ACCESS: &[Row] = &[
    // The API.
    row("GET /api/docs", "", "* 200"),
    row("GET /api/events", "", "* 200"),
    row("POST /api/events/import?slug=copy", "{}", "* 403; nobody 401; admin 400"),
    row("GET /api/events/{slug}", "", "* 200"),
    row("GET /api/events/{slug}/ballot", "", "* 200; nobody 401; unconfirmed 403"),
    row(
        "POST /api/events/{slug}/ballot",
        r#"{"choices":[]}"#,
        "* 409; *@voting 200; nobody 401; unconfirmed 403",
    ),
    row(
        "GET /api/events/{slug}/export/bundle.json",
        "",
        "* 403; organizer,admin 200; conflicted@published 200; nobody 401",
    ),
    row("GET /api/events/{slug}/export/registrations.csv", "", "* 403; organizers 200; nobody 401"),
    row("GET /api/events/{slug}/export/teams.csv", "", "* 403; organizers 200; nobody 401"),
    row("GET /api/events/{slug}/export/assignments.csv", "", "* 403; organizers 200; nobody 401"),
    row("GET /api/events/{slug}/export/projects.csv", "", "* 403; organizers 200; nobody 401"),
    row(
        "GET /api/events/{slug}/export/scores.csv",
        "",
        "* 403; organizer,admin 200; conflicted@published 200; nobody 401",
    ),
    row(
        "GET /api/events/{slug}/export/results.csv",
        "",
        "* 403; organizer,admin 200; conflicted@published 200; nobody 401",
    ),
    row(
        "GET /api/events/{slug}/export/judges.csv",
        "",
        "* 403; organizer,admin 200; conflicted@published 200; nobody 401",
    ),
    row(
        "GET /api/events/{slug}/export/audit.csv",
        "",
        "* 403; organizer,admin 200; conflicted@published 200; nobody 401",
    ),
    row("GET /api/events/{slug}/export/none.csv", "", "* 404; nobody 401"),
    // After the exports, which wrote the log's first row.
    row(
        "GET /api/events/{slug}/audit-head",
        "",
        "* 403; organizer,admin 200; conflicted@published 200; nobody 401",
    ),
    row("GET /api/events/{slug}/badge-status", "", "* 404; *@published 200"),
    row("POST /api/events/{slug}/open", "", "* 403; nobody 401; organizers 200"),
    // As on the pages.
    row(
        "POST /api/events/{slug}/projects/{lamp}/withdraw",
        "{}",
        "* 403; nobody 401; organizer,admin 400; organizers@published 409",
    ),
    row(
        "POST /api/events/{slug}/projects/{lamp}/restore",
        "",
        "* 403; nobody 401; organizer,admin 409; organizers@published 409",
    ),
    row(
        "POST /api/events/{slug}/projects/{lamp}/correct",
        r#"{"title":"Lamp"}"#,
        "* 403; nobody 401; organizer,admin 409; organizers@published 409",
    ),
    row("GET /api/events/{slug}/more-time", "", "* 403; nobody 401; organizers 200"),
    row(
        "POST /api/events/{slug}/more-time",
        "{}",
        "* 403; nobody 401; organizer,admin 400; organizer,admin@voting,closed 409; organizers@published 409",
    ),
    row(
        "GET /api/events/{slug}/prizes/by-rule",
        "",
        "* 403; nobody 401; organizer,admin 200; conflicted@published 200",
    ),
    row(
        "POST /api/events/{slug}/prizes/by-rule",
        "{}",
        "* 403; nobody 401; organizer,admin 409; organizers@published 400",
    ),
    row(
        "GET /api/events/{slug}/winners",
        "",
        "* 403; nobody 401; organizer,admin,team,other-team,organizer-on-team 200; conflicted@published 200",
    ),
    row("POST /api/events/{slug}/winners", "{}", "* 403; nobody 401; organizer,admin 409"),
    row("POST /api/events/{slug}/winners/next", "{}", "* 403; nobody 401; organizer,admin 409"),
    row(
        "POST /api/events/{slug}/results",
        r#"{"run":0}"#,
        "* 403; nobody 401; organizer,admin 409; conflicted@published 409",
    ),
    row(
        "POST /api/events/{slug}/results/final",
        "",
        "* 403; nobody 401; organizer,admin 409; conflicted@published 409",
    ),
    row("GET /api/events/{slug}/confirmations", "", "* 403; nobody 401; organizers 200"),
    // Site admins without the organizer's role are nobody's second organizer.
    row(
        "POST /api/events/{slug}/confirmations/0/confirm",
        "{}",
        "* 403; nobody 401; organizer 404; conflicted@published 404",
    ),
    row(
        "POST /api/events/{slug}/confirmations/0/decline",
        "{}",
        "* 403; nobody 401; organizer 404; conflicted@published 404",
    ),
    row("POST /api/events/{slug}/confirmations/0/withdraw", "", "* 403; nobody 401; organizers 404"),
    row(
        "POST /api/events/{slug}/scores/check",
        "{}",
        "* 403; nobody 401; organizer,admin 400; conflicted@published 400",
    ),
    row(
        "POST /api/events/{slug}/scores",
        "{}",
        "* 403; nobody 401; organizer,admin 409; organizer,admin@judging 400; organizers@published 409",
    ),
    row(
        "POST /api/events/{slug}/assignments/share-out",
        "",
        "* 403; nobody 401; organizer,admin 409; conflicted@published 409",
    ),
    row("GET /api/events/{slug}/calls", "", "* 403; nobody 401; organizers 200"),
    row(
        "POST /api/events/{slug}/calls",
        "{}",
        "* 403; nobody 401; judge,other-judge,organizer-judge 409; \
         judge,other-judge,organizer-judge@before,submitting,judging 200",
    ),
    row(
        "DELETE /api/events/{slug}/calls",
        "",
        "* 403; nobody 401; judge,other-judge,organizer-judge 409; \
         judge,other-judge,organizer-judge@before,submitting,judging 200",
    ),
    row("POST /api/events/{slug}/calls/0/take", "", "* 403; nobody 401; organizers 404"),
    row("POST /api/events/{slug}/calls/0/close", "", "* 403; nobody 401; organizers 404"),
    // As far as the caller may read; what they may not is in the secrets.
    row("GET /api/events/{slug}/evidence", "", "* 200; nobody 401"),
    row(
        "POST /api/projects/{lamp}/evidence",
        r#"{"kind":"note","sentence":"Asked them."}"#,
        "* 403; nobody 401; organizer,admin 201; conflicted@published 201",
    ),
    row("POST /api/projects/{fog}/evidence", "{}", "* 404; nobody 401; team,organizers 400"),
    row("GET /api/events/{slug}/prizes", "", "* 200"),
    row("GET /api/events/{slug}/prizes/{prize}/panel", "", "* 404; nobody 401; judge,panellist 200"),
    row("GET /api/events/{slug}/projects", "", "* 200"),
    row(
        "POST /api/events/{slug}/projects",
        r#"{"title":"New"}"#,
        "* 403; nobody 401; team,other-team,organizer-on-team 409; \
         team,other-team,organizer-on-team@submitting 201",
    ),
    row("GET /api/events/{slug}/questions", "", "* 404; *@published 200"),
    row(
        "POST /api/events/{slug}/questions",
        "{}",
        "* 404; *@published 403; team,other-team,judge,other-judge,organizer,conflicted@published 400; nobody 401",
    ),
    // Who takes part answers nothing, published or not.
    row(
        "POST /api/events/{slug}/questions/until",
        r#"{"questions_until":7}"#,
        "* 403; nobody 401; organizer,admin 400",
    ),
    row("POST /api/events/{slug}/questions/1/answer", "{}", "* 403; nobody 401; organizer,admin 400"),
    row("POST /api/events/{slug}/questions/1/own", "{}", "* 403; nobody 401; organizer,admin 400"),
    row("POST /api/events/{slug}/questions/1/remove", "{}", "* 403; nobody 401; organizer,admin 400"),
    row("GET /api/events/{slug}/results", "", "* 404; organizer,admin 200; conflicted 403; *@published 200"),
    row("GET /api/events/{slug}/results/signed", "", "* 404; *@published 200"),
    row("GET /api/events/{slug}/team/join/{code}", "", "* 200; nobody 401"),
    row("GET /api/events/{slug}/team/join/none", "", "* 404; nobody 401"),
    row(
        "GET /api/events/{slug}/votes",
        "",
        "* 404; organizer,admin 409; organizer,admin@closed 200; conflicted 403; *@published 200",
    ),
    row("GET /api/events/{slug}/conflicts", "", "* 403; nobody 401; judge,other-judge,organizer-judge 200"),
    row(
        "GET /api/judge/tasks",
        "",
        "* 403; nobody 401; judge,other-judge,organizer-judge 200; judge,other-judge@draft 403",
    ),
    row("GET /api/me/notices", "", "* 200; nobody 401"),
    row("GET /api/panels", "", "* 200; nobody 401"),
    row("GET /api/proposals", "", "* 200; nobody 401"),
    row("POST /api/proposals", "{}", "* 400; nobody 401"),
    row("GET /api/projects/{lamp}/prizes", "", "* 403; nobody 401; team,organizer-on-team 200"),
    row(
        "GET /api/projects/{lamp}/visits",
        "",
        "* 403; nobody 401; team,organizer-on-team 404; team,organizer-on-team@judging,voting,closed 200",
    ),
    row(
        "GET /api/judge/assignments",
        "",
        "* 403; nobody 401; judge,other-judge,organizer-judge 200; judge,other-judge@draft 403",
    ),
    row("POST /api/judge/assignments/{task}/review", "{}", "* 404; nobody 401; judge 409; judge@judging 200"),
    row(
        "GET /api/judge/scores",
        "",
        "* 403; nobody 401; judge,other-judge,organizer-judge 200; judge,other-judge@draft 403",
    ),
    row(
        "GET /api/judge/scores?event={slug}&judge=judge@x.example",
        "",
        "* 403; nobody 401; judge,organizer,organizer-on-team,admin 200; other-organizer 404; \
         organizer-judge@published 200",
    ),
    row(
        "GET /api/judge/scores?event={slug}&judge=other-judge@x.example",
        "",
        "* 403; nobody 401; other-judge,organizer,organizer-on-team,admin 200; other-organizer 404; \
         organizer-judge@published 200",
    ),
    row(
        "GET /api/judge/scores?judge=other-judge@x.example",
        "",
        "* 403; nobody 401; other-judge,organizers 200; other-organizer 404; other-judge@draft 403",
    ),
    // The judge has submitted no review yet.
    row(
        "GET /api/judge/badge?event={slug}",
        "",
        "* 403; nobody 401; judge 404; other-judge,organizer-judge 200",
    ),
    row("GET /api/judge/record?event={slug}", "", "* 403; nobody 401; judge,other-judge,organizer-judge 200"),
    row(
        "GET /api/judge/record?event={slug}&judge=judge@x.example",
        "",
        "* 403; nobody 401; judge,organizer,admin 200; conflicted@published 200",
    ),
    row("GET /api/me", "", "* 200; nobody 401"),
    row(
        "GET /api/participant/badge?event={slug}",
        "",
        "* 403; nobody 401; team,other-team,organizer-on-team 200",
    ),
    row(
        "GET /api/participant/record?event={slug}",
        "",
        "* 403; nobody 401; team,other-team,organizer-on-team 200",
    ),
    row("GET /api/projects/{lamp}", "", "* 200"),
    row(
        "GET /api/projects/{lamp}/feedback",
        "",
        "* 403; nobody 401; team,organizer-on-team 404; organizer,admin 200; organizer-judge@published 200",
    ),
    row("GET /api/projects/{fog}", "", "* 404; team,organizers 200"),
    row(
        "PATCH /api/projects/{lamp}",
        "{}",
        "* 403; nobody 401; team,organizer-on-team 409; team,organizer-on-team@submitting 200",
    ),
    row(
        "PATCH /api/projects/{fog}",
        "{}",
        "* 404; nobody 401; organizers 403; team,organizer-on-team 409; team,organizer-on-team@submitting 200",
    ),
    row(
        "POST /api/projects/{lamp}/pictures",
        "{}",
        "* 403; nobody 401; team,organizer-on-team 409; team,organizer-on-team@submitting 400",
    ),
    row(
        "POST /api/projects/{fog}/pictures",
        "{}",
        "* 404; nobody 401; organizers 403; team,organizer-on-team 409; team,organizer-on-team@submitting 400",
    ),
    row(
        "PATCH /api/projects/{lamp}/pictures/0",
        "{}",
        "* 403; nobody 401; team,organizer-on-team 409; team,organizer-on-team@submitting 404",
    ),
    row(
        "DELETE /api/projects/{lamp}/pictures/0",
        "",
        "* 403; nobody 401; organizer,admin 404; organizer-judge@published 404; team,organizer-on-team 409; \
         team,organizer-on-team@submitting 404",
    ),
    row(
        "DELETE /api/projects/{fog}/pictures/0",
        "",
        "* 404; nobody 401; organizer-judge 403; organizer-judge@published 404; team,organizer-on-team 409; \
         team,organizer-on-team@submitting 404",
    ),
    row("GET /api/projects/{lamp}/comments", "", "* 200"),
    row("GET /api/projects/{fog}/comments", "", "* 404"),
    row("POST /api/projects/{lamp}/comments", r#"{"body":"Bright."}"#, "* 201; nobody 401"),
    row("POST /api/projects/{fog}/comments", r#"{"body":"Bright."}"#, "* 404; nobody 401"),
    row("GET /api/schema", "", "* 200"),
    row("POST /api/verify", "{}", "* 400"),
    row("GET /.well-known/did.json", "", "* 200"),
    row("GET /.well-known/evenhand-signing-key", "", "* 200"),
    // Pages. Who is not signed in is led to the sign-in page.
    row("GET /", "", "* 200"),
    // The operator of this portal named no contact.
    row("GET /.well-known/security.txt", "", "* 404"),
    row("GET /admin", "", "* 403; nobody 303; admin 200"),
    row("GET /admin/audit", "", "* 403; nobody 303; admin 200"),
    // The file writes the log's first row.
    row("GET /admin/audit/audit.csv", "", "* 403; nobody 303; admin 200"),
    row("GET /admin/audit/head.json", "", "* 403; nobody 303; admin 200"),
    row("GET /admin/events", "", "* 403; nobody 303; admin 200"),
    row("GET /admin/people", "", "* 403; nobody 303; admin 200"),
    // No account has the id of an event's project.
    row("GET /admin/people/{lamp}000", "", "* 403; nobody 303; admin 404"),
    row("POST /admin/people/{lamp}000/activate", "", "* 403; nobody 303; admin 404"),
    row("POST /admin/people/{lamp}000/deactivate", "", "* 403; nobody 303; admin 404"),
    row("POST /admin/people/{lamp}000/make-admin", "", "* 403; nobody 303; admin 404"),
    row("POST /admin/people/{lamp}000/take-admin", "", "* 403; nobody 303; admin 404"),
    row("GET /admin/people/{lamp}000/merge?other=x", "", "* 403; nobody 303; admin 404"),
    row("POST /admin/people/{lamp}000/merge", "other=x", "* 403; nobody 303; admin 404"),
    row("GET /admin/keys", "", "* 403; nobody 303; admin 200"),
    row("GET /admin/mail", "", "* 403; nobody 303; admin 200"),
    row("GET /admin/mail/{lamp}", "", "* 403; nobody 303; admin 404"),
    row("POST /admin/mail/{lamp}", "", "* 403; nobody 303; admin 404"),
    row("GET /events", "", "* 308; *@draft 308"),
    row("GET /events/{slug}", "", "* 200"),
    // What visitors see, whoever asks.
    row("GET /events/{slug}/calendar.ics", "", "* 200; *@draft 404"),
    row("GET /events/{slug}/card.png", "", "* 200; *@draft 404"),
    row("GET /events/{slug}/results/card.png", "", "* 404; *@published 200"),
    row("GET /projects/{lamp}/card.png", "", "* 200; *@draft 404"),
    row("GET /projects/{fog}/card.png", "", "* 404"),
    row("GET /feed.atom", "", "* 200"),
    row("GET /robots.txt", "", "* 200"),
    row("GET /sitemap.xml", "", "* 200"),
    // Nobody has this address.
    row("GET /calendars/{digest}.ics", "", "* 404"),
    // As the records' API.
    row(
        "GET /events/{slug}/certificate/judge",
        "",
        "* 403; nobody 303; judge,other-judge,organizer-judge 200",
    ),
    row(
        "GET /events/{slug}/certificate/judge?judge=judge@x.example",
        "",
        "* 403; nobody 303; judge,organizer,admin 200; conflicted@published 200",
    ),
    row(
        "GET /events/{slug}/certificate/participant",
        "",
        "* 403; nobody 303; team,other-team,organizer-on-team 200",
    ),
    row("GET /events/new", "", "* 403; nobody 303; admin 200"),
    row("POST /events/new", "name=", "* 403; nobody 303; admin 400"),
    row("GET /events/{slug}/judge/calendar", "", "* 403; nobody 303; judge,other-judge,organizer-judge 200"),
    row(
        "POST /events/{slug}/judge/calendar/make",
        "",
        "* 403; nobody 303; judge,other-judge,organizer-judge 200",
    ),
    row(
        "POST /events/{slug}/judge/calendar/end",
        "",
        "* 403; nobody 303; judge,other-judge,organizer-judge 303",
    ),
    row("GET /events/{slug}/judge/conflicts", "", "* 403; nobody 303; judge,other-judge,organizer-judge 200"),
    row("GET /events/{slug}/judge/first-three", "", "* 404; nobody 303"),
    row("POST /events/{slug}/judge/first-three", "", "* 404; nobody 303"),
    row(
        "POST /events/{slug}/judge/conflicts/search",
        "q=lamp",
        "* 403; nobody 303; judge,other-judge,organizer-judge 200",
    ),
    row(
        "POST /events/{slug}/judge/conflicts/declare",
        "",
        "* 403; nobody 303; judge,other-judge,organizer-judge 409; \
         judge,other-judge,organizer-judge@before,submitting,judging 400",
    ),
    row(
        "POST /events/{slug}/judge/conflicts/withdraw",
        "",
        "* 403; nobody 303; judge,other-judge,organizer-judge 409; \
         judge,other-judge,organizer-judge@before,submitting,judging 303",
    ),
    row("GET /events/{slug}/log/checkpoint", "", "* 404; *@published 200"),
    row("GET /events/{slug}/log/results.tlog-proof", "", "* 404; *@published 200"),
    row("GET /events/{slug}/log/tile/0", "", "* 404"),
    row("GET /events/{slug}/manage", "", "* 403; nobody 303; organizers 200"),
    row(
        "GET /events/{slug}/manage/assignments",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row(
        "GET /events/{slug}/manage/assignments?table=1",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row(
        "POST /events/{slug}/manage/assignments/invited",
        "",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row(
        "POST /events/{slug}/manage/assignments/undo",
        "",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row("POST /events/{slug}/manage/assignments/0/recuse", "", "* 404; nobody 303"),
    row(
        "POST /events/{slug}/manage/assignments/{task}/reinstate",
        "",
        "* 404; nobody 303; judge,conflicted 403; organizer,admin 409; organizers@published 409",
    ),
    row(
        "GET /events/{slug}/manage/assignments/{task}",
        "",
        "* 404; nobody 303; judge,conflicted 403; organizer,admin 200; conflicted@published 200",
    ),
    row(
        "POST /events/{slug}/manage/assignments/{task}/enter",
        "base_version=none",
        "* 404; nobody 303; judge,conflicted 403; organizer,admin 409; organizer,admin@judging 422; organizers@published 409",
    ),
    row(
        "POST /events/{slug}/manage/assignments/{task}/restore",
        "",
        "* 404; nobody 303; judge,conflicted 403; organizer,admin 409; organizers@published 409",
    ),
    row(
        "POST /events/{slug}/manage/assignments/{task}/void",
        "reason=Told",
        "* 404; nobody 303; judge,conflicted 403; organizer,admin 409; organizers@published 409",
    ),
    row("POST /events/{slug}/manage/assignments/0/remove", "", "* 404; nobody 303"),
    row(
        "GET /events/{slug}/manage/assignments?conflicts=",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row("GET /events/{slug}/manage/assignments/conflicts", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/assignments/conflicts/declare",
        "",
        "* 403; nobody 303; organizer,admin 400; organizers@published 409",
    ),
    row(
        "POST /events/{slug}/manage/assignments/conflicts/settle",
        "",
        "* 403; nobody,organizer,admin 303; organizers@published 409",
    ),
    row(
        "POST /events/{slug}/manage/assignments/conflicts/withdraw",
        "",
        "* 403; nobody,organizer,admin 303; organizers@published 409",
    ),
    row("GET /events/{slug}/manage/assignments/file", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/assignments/file",
        "file=",
        "* 403; nobody 303; organizer,admin 400; conflicted@published 400",
    ),
    row("GET /events/{slug}/manage/assignments/scores", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/assignments/scores",
        "file=",
        "* 403; nobody 303; organizer,admin 400; conflicted@published 400",
    ),
    row("GET /events/{slug}/manage/assignments/judges/0", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/assignments/judges/0/assign",
        "",
        "* 403; nobody 303; organizer,admin 400; organizers@published 409",
    ),
    row("GET /events/{slug}/manage/assignments/judges/0/move", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/assignments/judges/0/move",
        "",
        "* 403; nobody 303; organizer,admin 404; organizers@published 409",
    ),
    row(
        "GET /events/{slug}/manage/assignments/plan",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row(
        "POST /events/{slug}/manage/assignments/plan",
        "digest=x",
        "* 403; nobody 303; organizer,admin 412; organizers@published 409",
    ),
    row("GET /events/{slug}/manage/assignments/projects/{lamp}", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/assignments/projects/{lamp}/assign",
        "",
        "* 403; nobody 303; organizer,admin 400; organizers@published 409",
    ),
    row(
        "GET /events/{slug}/manage/audit",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row("GET /events/{slug}/manage/board", "", "* 308; *@draft 308"),
    row("GET /events/{slug}/manage/board/coverage", "", "* 308; *@draft 308"),
    row(
        "GET /events/{slug}/manage/board/live?once=yes",
        "",
        "* 403; nobody 303; organizer,admin 200; organizers@published 409",
    ),
    row(
        "GET /events/{slug}/manage/calibration",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row(
        "POST /events/{slug}/manage/calibration/run",
        "",
        "* 403; nobody,organizer,admin 303; conflicted@published 303",
    ),
    row(
        "GET /events/{slug}/manage/calibration/publish",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row(
        "POST /events/{slug}/manage/calibration/publish",
        "run=0",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row(
        "POST /events/{slug}/manage/calibration/declare-parts",
        "run=0",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row(
        "POST /events/{slug}/manage/calibration/feedback",
        "seen=nothing",
        "* 403; nobody 303; organizer,admin 303; conflicted@published 303",
    ),
    row(
        "GET /events/{slug}/manage/calibration/compare?judge=1",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row("GET /events/{slug}/manage/ceremony", "", "* 308; *@draft 308"),
    row("GET /events/{slug}/manage/calibration/what-if?judge=1", "", "* 308; *@draft 308"),
    row(
        "GET /events/{slug}/manage/ceremony/show?step=0",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row(
        "GET /events/{slug}/manage/ceremony/live?once=yes",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row(
        "POST /events/{slug}/manage/ceremony/live",
        "step=1&blank=false",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row(
        "POST /events/{slug}/manage/ceremony",
        "version=x",
        "* 403; nobody 303; organizer,admin 400; conflicted@published 400",
    ),
    row(
        "GET /events/{slug}/manage/deliberation",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row(
        "POST /events/{slug}/manage/deliberation/confirm",
        "digest=",
        "* 403; nobody 303; organizer,admin 409; organizers@published 400",
    ),
    row("POST /events/{slug}/manage/deliberation/tick", "met=1-1", "* 403; nobody 303; organizer,admin 409"),
    row(
        "POST /events/{slug}/manage/deliberation/refuse",
        "duty=1-1",
        "* 403; nobody 303; organizer,admin 409",
    ),
    row(
        "POST /events/{slug}/manage/deliberation/final",
        "",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row("GET /events/{slug}/manage/deliberation/{prize}", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/prizes/{prize}/remark",
        "body=",
        "* 403; nobody 303; organizer,admin 400; conflicted@published 400",
    ),
    row("GET /events/{slug}/manage/from-file?what=projects", "", "* 403; nobody 303; organizers 200"),
    row("GET /events/{slug}/manage/from-file?what=places", "", "* 403; nobody 303; organizers 200"),
    row(
        "GET /events/{slug}/manage/from-file?what=assignments",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row(
        "GET /events/{slug}/manage/from-file?what=scores",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row("GET /events/{slug}/manage/exports", "", "* 403; nobody 303; organizers 200"),
    row(
        "GET /events/{slug}/manage/calibration/finals",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row("POST /events/{slug}/manage/calibration/finals", "name=", "* 403; nobody 303; admin 400"),
    row(
        "POST /events/{slug}/manage/board/for-all",
        "what=x",
        "* 403; nobody 303; organizer,admin 400; conflicted@published 400",
    ),
    row("POST /events/{slug}/manage/calls/0/on-my-way", "", "* 403; nobody 303; organizers 404"),
    row("POST /events/{slug}/manage/calls/0/done", "", "* 403; nobody 303; organizers 404"),
    row("GET /events/{slug}/manage/notices", "", "* 403; nobody 303; organizers 200"),
    row("POST /events/{slug}/manage/notices", "to=teams&text=", "* 403; nobody 303; organizers 400"),
    row("GET /events/{slug}/manage/notices?of=0", "", "* 403; nobody 303; organizers 404"),
    row("GET /events/{slug}/manage/notices/0", "", "* 308; *@draft 308"),
    row("POST /events/{slug}/manage/notices/0/withdraw", "", "* 403; nobody 303; organizers 404"),
    row(
        // Nobody of them signed in with a passkey.
        "POST /events/{slug}/manage/people/passkeys",
        "required=true",
        "* 403; nobody 303",
    ),
    row("GET /events/{slug}/manage/keeping", "", "* 308; *@draft 308"),
    // Published events of the tests have closed an hour ago: their day would be over.
    row(
        "POST /events/{slug}/manage/keeping/day",
        "day=2020-01-01&seen=",
        "* 403; nobody 303; organizer,admin 400; conflicted@published 400",
    ),
    row(
        "POST /events/{slug}/manage/keeping/forget",
        "",
        "* 403; nobody 303; organizer,admin 409; organizers@published 422",
    ),
    row("GET /events/{slug}/manage/open-data", "", "* 308; *@draft 308"),
    // So small an event has no open data, published or not.
    row(
        "POST /events/{slug}/manage/open-data",
        "statement=Yes.",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row("GET /events/{slug}/open-data", "", "* 404"),
    row("GET /events/{slug}/open-data/scores.csv", "", "* 404"),
    row("GET /events/{slug}/manage/second-organizer", "", "* 403; nobody 303; organizers 200"),
    row(
        "POST /events/{slug}/manage/second-organizer/off",
        "",
        "* 403; nobody 303; organizer,admin 303; conflicted@published 303",
    ),
    row(
        "POST /events/{slug}/manage/second-organizer/add",
        "person=0",
        "* 403; nobody 303; organizer,admin 404; conflicted@published 404",
    ),
    row("POST /events/{slug}/manage/second-organizer/force", "", "* 403; nobody 303; admin 303"),
    row(
        "POST /events/{slug}/manage/second-organizer/0/confirm",
        "",
        "* 403; nobody 303; organizer 404; conflicted@published 404",
    ),
    row(
        "POST /events/{slug}/manage/second-organizer/0/decline",
        "",
        "* 403; nobody 303; organizer 404; conflicted@published 404",
    ),
    row("POST /events/{slug}/manage/second-organizer/0/withdraw", "", "* 403; nobody 303; organizers 404"),
    row("GET /events/{slug}/manage/questions", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/questions/until",
        "questions_until=soon",
        "* 403; nobody 303; organizer,admin 400",
    ),
    row("POST /events/{slug}/manage/questions/1/answer", "", "* 403; nobody 303; organizer,admin 400"),
    row("POST /events/{slug}/manage/questions/1/own", "", "* 403; nobody 303; organizer,admin 400"),
    row("POST /events/{slug}/manage/questions/1/remove", "", "* 403; nobody 303; organizer,admin 400"),
    row("GET /events/{slug}/manage/reviews-needed", "", "* 403; nobody,organizers 303"),
    row("GET /events/{slug}/manage/settings", "", "* 403; nobody 303; organizers 200"),
    // A form without a version was made from no state.
    row("POST /events/{slug}/manage/settings", "name=New", "* 403; nobody 303; organizers 409"),
    // The only one who takes no part stays, while the two others do.
    row(
        "POST /events/{slug}/manage/settings/leave",
        "",
        "* 403; nobody,conflicted 303; organizer 409; organizer@published 303",
    ),
    row("POST /events/{slug}/manage/settings/open", "", "* 403; nobody,organizers 303"),
    row("GET /events/{slug}/manage/settings/criteria", "", "* 403; nobody 303; organizers 200"),
    row(
        "POST /events/{slug}/manage/settings/criteria",
        "",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row("GET /events/{slug}/manage/settings/form-questions", "", "* 308; *@draft 308"),
    // As above: made from no state.
    row("POST /events/{slug}/manage/settings/form-questions", "", "* 403; nobody 303; organizers 409"),
    row("GET /events/{slug}/manage/settings/tracks", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/settings/tracks",
        "tracks_0_name=New",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row("GET /events/{slug}/manage/voting", "", "* 403; nobody 303; organizers 200"),
    row(
        "POST /events/{slug}/manage/voting/codes",
        "number=3",
        "* 403; nobody 303; organizer,organizer-judge,admin 409",
    ),
    row(
        "POST /events/{slug}/manage/voting/codes/withdraw",
        "",
        "* 403; nobody 303; organizer,organizer-judge,admin 409",
    ),
    row("GET /events/{slug}/manage/webhooks", "", "* 403; nobody 303; organizers 200"),
    row("POST /events/{slug}/manage/webhooks", "url=&format=standard", "* 403; nobody 303; organizers 400"),
    row("GET /events/{slug}/manage/webhooks?of=0", "", "* 403; nobody 303; organizers 404"),
    row("GET /events/{slug}/manage/webhooks/0", "", "* 308; *@draft 308"),
    row("POST /events/{slug}/manage/webhooks/0", "", "* 403; nobody 303; organizers 404"),
    row("POST /events/{slug}/manage/webhooks/0/again", "", "* 403; nobody 303; organizers 404"),
    row("POST /events/{slug}/manage/webhooks/0/remove", "", "* 403; nobody 303; organizers 404"),
    row("POST /events/{slug}/manage/webhooks/0/secret", "", "* 403; nobody 303; organizers 404"),
    row("POST /events/{slug}/manage/webhooks/0/switch", "", "* 403; nobody 303; organizers 404"),
    row("POST /events/{slug}/manage/webhooks/0/test", "", "* 403; nobody 303; organizers 404"),
    row("GET /events/{slug}/manage/people", "", "* 403; nobody 303; organizers 200"),
    row("GET /events/{slug}/manage/people/cards", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/people/cards/print",
        "",
        "* 403; nobody 303; organizer,admin 400; organizer,admin@voting,closed,published 409; conflicted@published 409",
    ),
    row("GET /events/{slug}/manage/people/guests", "", "* 403; nobody 303; organizers 200"),
    row(
        "POST /events/{slug}/manage/people/guests/open",
        "",
        "* 403; nobody 303; organizer,admin 303; organizer,admin@voting,closed,published 409; conflicted@published 409",
    ),
    row(
        "POST /events/{slug}/manage/people/guests/close",
        "",
        "* 403; nobody 303; organizer,admin 303; organizer,admin@voting,closed,published 409; conflicted@published 409",
    ),
    // Decided before.
    row(
        "POST /events/{slug}/manage/people/guests/{guest}/admit",
        "",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row(
        "POST /events/{slug}/manage/people/guests/{guest}/turn-away",
        "",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row("GET /events/{slug}/manage/people/{person}", "", "* 403; nobody 303; organizers 200"),
    row(
        "POST /events/{slug}/manage/people/{person}/grant",
        "role=judge",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row(
        "POST /events/{slug}/manage/people/{person}/grant",
        "role=organizer",
        "* 403; nobody 303; organizer,admin 303; conflicted@published 303",
    ),
    // Who takes part does not decide who judges what.
    row(
        "POST /events/{slug}/manage/people/{person}/limits",
        "was=x",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row(
        "POST /events/{slug}/manage/people/{person}/remove",
        "role=organizer",
        "* 403; nobody 303; organizers 409",
    ),
    row("GET /events/{slug}/manage/people/invitations", "", "* 403; nobody 303; organizers 200"),
    // Links end when judging closes, so none is handed out after that.
    row(
        "POST /events/{slug}/manage/people/invitations/send",
        "",
        "* 403; nobody 303; organizers 303; organizers@voting,closed,published 409",
    ),
    row(
        "GET /events/{slug}/manage/people/invitations?of={invitation}",
        "",
        "* 403; nobody 303; organizers 200",
    ),
    row("GET /events/{slug}/manage/people/invitations/{invitation}", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/people/invitations/{invitation}/link",
        "",
        "* 403; nobody 303; organizers 200; organizers@voting,closed,published 409",
    ),
    row(
        "POST /events/{slug}/manage/people/invitations/{invitation}/mail",
        "",
        "* 403; nobody 303; organizers 200",
    ),
    row(
        "POST /events/{slug}/manage/people/invitations/{invitation}/send",
        "",
        "* 403; nobody 303; organizers 303; organizers@voting,closed,published 409",
    ),
    row(
        "POST /events/{slug}/manage/people/invitations/{invitation}/withdraw",
        "",
        "* 403; nobody 303; organizers 303",
    ),
    row("GET /events/{slug}/manage/people/invite", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/people/invite",
        "role=participant&list=stranger@x.example",
        "* 403; nobody 303; organizers 303; organizers@voting,closed,published 409",
    ),
    row(
        "POST /events/{slug}/manage/people/invite",
        "role=judge&list=stranger@x.example",
        "* 403; nobody 303; organizer,admin 303; organizer,admin@voting,closed,published 409; conflicted@published 409",
    ),
    row("POST /events/{slug}/manage/people/invite/again", "list=x", "* 403; nobody 303; organizers 200"),
    row(
        "POST /events/{slug}/manage/people/invite/check",
        "role=participant&list=judge@x.example",
        "* 403; nobody 303; organizers 200; organizers@voting,closed,published 409",
    ),
    row("GET /events/{slug}/manage/floor", "", "* 403; nobody 303; organizers 200"),
    row("GET /events/{slug}/manage/floor/file", "", "* 308; *@draft 308"),
    row("POST /events/{slug}/manage/floor/file/preview", "file=", "* 403; nobody 303; organizers 400"),
    row("POST /events/{slug}/manage/floor/moves", "moves=[]", "* 403; nobody,organizers 303"),
    row("GET /events/{slug}/manage/floor/places.csv", "", "* 403; nobody 303; organizers 200"),
    row("GET /events/{slug}/manage/floor/plan", "", "* 308; *@draft 308"),
    row("POST /events/{slug}/manage/floor/plan/preview", "places=1-9", "* 403; nobody 303; organizers 200"),
    // They say who judges what.
    row(
        "GET /events/{slug}/manage/floor/print?sheets=judges",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row("GET /events/{slug}/manage/floor/print?sheets=list", "", "* 403; nobody 303; organizers 200"),
    row("GET /events/{slug}/manage/floor/print?sheets=scores", "", "* 403; nobody 303; organizers 200"),
    row(
        "GET /events/{slug}/manage/floor/print?sheets=scores-by-judge",
        "",
        "* 403; nobody 303; organizer,admin 200; conflicted@published 200",
    ),
    row(
        "GET /events/{slug}/manage/floor/print?sheets=scores-by-project",
        "",
        "* 403; nobody 303; organizers 200",
    ),
    row("GET /events/{slug}/manage/floor/print?sheets=signs", "", "* 403; nobody 303; organizers 200"),
    row("GET /events/{slug}/manage/floor/print/judges", "", "* 308; *@draft 308"),
    row("GET /events/{slug}/manage/floor/print/list", "", "* 308; *@draft 308"),
    row("GET /events/{slug}/manage/floor/print/scores", "", "* 308; *@draft 308"),
    row("GET /events/{slug}/manage/floor/print/scores/judges", "", "* 308; *@draft 308"),
    row("GET /events/{slug}/manage/floor/print/scores/projects", "", "* 308; *@draft 308"),
    row("GET /events/{slug}/manage/floor/print/signs", "", "* 308; *@draft 308"),
    row("GET /events/{slug}/manage/floor/projects/{lamp}", "", "* 308; *@draft 308"),
    row("POST /events/{slug}/manage/projects/{lamp}/place", "room=&place=", "* 403; nobody,organizers 303"),
    row("GET /events/{slug}/manage/prizes", "", "* 403; nobody 303; organizers 200"),
    row(
        "POST /events/{slug}/manage/prizes",
        "prizes_0_name=&prizes_0_sponsor=Lumen",
        "* 403; nobody 303; organizers 400",
    ),
    row("GET /events/{slug}/manage/prizes/{prize}", "", "* 403; nobody 303; organizers 200"),
    row("POST /events/{slug}/manage/prizes/{prize}/change", "version=0", "* 403; nobody 303; organizers 409"),
    row(
        "POST /events/{slug}/manage/prizes/{prize}/remove",
        "",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row(
        "POST /events/{slug}/manage/prizes/{prize}/award",
        "version=0",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row("GET /events/{slug}/manage/prizes/{prize}?panel=1", "", "* 403; nobody 303; organizers 200"),
    row("GET /events/{slug}/manage/prizes/{prize}/panel", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/prizes/{prize}/panel",
        "",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row(
        "POST /events/{slug}/manage/prizes/{prize}/panel/invite",
        "email=new@y.example",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row(
        "POST /events/{slug}/manage/prizes/{prize}/panel/invitations/{invitation}/link",
        "",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row(
        "POST /events/{slug}/manage/prizes/{prize}/panel/invitations/{invitation}/send",
        "",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row(
        "POST /events/{slug}/manage/prizes/{prize}/panel/invitations/{invitation}/withdraw",
        "",
        "* 403; nobody 303; organizer,admin 409; conflicted@published 409",
    ),
    row("GET /events/{slug}/manage/projects", "", "* 403; nobody 303; organizers 200"),
    row("GET /events/{slug}/manage/evidence", "", "* 403; nobody 303; organizers 200"),
    row(
        "POST /events/{slug}/manage/evidence/{lamp}/looked-at",
        "sentence=Fine.",
        "* 403; nobody 303; organizer,admin 303; conflicted@published 303",
    ),
    row(
        "POST /events/{slug}/manage/evidence/{lamp}/note",
        "sentence=Fine.",
        "* 403; nobody 303; organizer,admin 303; conflicted@published 303",
    ),
    row("GET /events/{slug}/manage/projects/{lamp}", "", "* 403; nobody 303; organizers 200"),
    row("GET /events/{slug}/manage/projects/duplicates", "", "* 403; nobody 303; organizers 200"),
    row("GET /events/{slug}/manage/projects/more-time", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/projects/more-time/give",
        "",
        "* 403; nobody 303; organizer,admin 400; organizer,admin@voting,closed 409; organizers@published 409",
    ),
    row(
        "POST /events/{slug}/manage/projects/{lamp}/withdraw",
        "",
        "* 403; nobody 303; organizer,admin 400; organizers@published 409",
    ),
    // No list brought the project.
    row(
        "POST /events/{slug}/manage/projects/{lamp}/correct",
        "title=Lamp",
        "* 403; nobody 303; organizer,admin 409; organizers@published 409",
    ),
    row(
        "POST /events/{slug}/manage/projects/{lamp}/restore",
        "",
        "* 403; nobody 303; organizer,admin 409; organizers@published 409",
    ),
    row(
        "POST /events/{slug}/manage/projects/duplicates/contact",
        "contact=desk%40x.example",
        "* 403; nobody 303; organizers 303",
    ),
    row(
        "GET /events/{slug}/manage/projects/duplicates?pair={lamp}-{tide}",
        "",
        "* 403; nobody 303; organizers 200",
    ),
    row("GET /events/{slug}/manage/projects/duplicates/{lamp}-{tide}", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/projects/duplicates/{lamp}-{lamp}/apart",
        "",
        "* 403; nobody 303; organizer,admin 404; conflicted@published 404",
    ),
    row(
        "POST /events/{slug}/manage/projects/duplicates/{lamp}-{lamp}/flag",
        "",
        "* 403; nobody 303; organizer,admin 400; conflicted@published 400",
    ),
    row("GET /events/{slug}/manage/projects/import", "", "* 308; *@draft 308"),
    row(
        "POST /events/{slug}/manage/projects/import",
        "pasted=nothing",
        "* 403; nobody 303; organizer,admin 400; conflicted@published 400",
    ),
    row("GET /events/{slug}/manage/projects/import/{digest}", "", "* 308; *@draft 308"),
    row(
        "GET /events/{slug}/manage/from-file?what=projects&list={digest}",
        "",
        "* 403; nobody 303; organizer,admin 404; conflicted@published 404",
    ),
    row(
        "POST /events/{slug}/manage/projects/import/{digest}/confirm",
        "",
        "* 403; nobody 303; organizer,admin 404; conflicted@published 404",
    ),
    row(
        "POST /events/{slug}/manage/projects/import/{digest}/columns",
        "",
        "* 403; nobody 303; organizer,admin 404; conflicted@published 404",
    ),
    row(
        "POST /events/{slug}/manage/projects/import/{digest}/prizes",
        "",
        "* 403; nobody 303; organizer,admin 404; conflicted@published 404",
    ),
    row(
        "POST /events/{slug}/manage/projects/import/{digest}/tracks",
        "",
        "* 403; nobody 303; organizer,admin 404; conflicted@published 404",
    ),
    row(
        "POST /events/{slug}/manage/projects/{lamp}/flag",
        "duplicate_of={lamp}",
        "* 403; nobody 303; organizer,admin 400; organizers@published 400",
    ),
    row(
        "POST /events/{slug}/manage/projects/{lamp}/clear",
        "",
        "* 403; nobody,organizer,admin 303; organizers@published 303",
    ),
    row(
        "POST /events/{slug}/manage/projects/{fog}/clear",
        "",
        "* 404; nobody 303; team,conflicted 403; organizer,admin 409; organizers@published 409",
    ),
    row("GET /events/{slug}/prizes", "", "* 200"),
    row("GET /events/{slug}/prizes/{prize}/panel", "", "* 404; nobody 303; judge,panellist 200"),
    row("POST /events/{slug}/prizes/{prize}/panel", "", "* 404; nobody 303; judge,panellist 409"),
    row("GET /events/{slug}/projects", "", "* 200"),
    row("GET /events/{slug}/questions", "", "* 404; *@published 200; nobody 303"),
    row(
        "POST /events/{slug}/questions",
        "",
        "* 404; *@published 403; team,other-team,judge,other-judge,organizer,conflicted@published 400; nobody 303",
    ),
    row("GET /events/{slug}/results", "", "* 404; organizer,admin 200; conflicted 403; *@published 200"),
    row("GET /events/{slug}/results/how", "", "* 404; organizer,admin 200; conflicted 403; *@published 200"),
    // Who is in no team is led to the team's page.
    row("GET /events/{slug}/submit", "", "* 303; team,other-team,organizer-on-team 200"),
    row(
        "POST /events/{slug}/submit",
        "title=New&submit=false",
        "* 403; nobody 303; team,other-team,organizer-on-team 409; \
         team,other-team,organizer-on-team@submitting 303",
    ),
    row("GET /events/{slug}/team", "", "* 200; nobody 303"),
    row(
        "POST /events/{slug}/team/create",
        "name=New",
        "* 403; nobody 303; stranger,panellist,other-organizer 409; stranger,panellist,other-organizer@submitting 303; \
         team,other-team,organizer-on-team 409",
    ),
    row(
        "POST /events/{slug}/team/rename",
        "name=Newer",
        "* 403; nobody 303; team,other-team,organizer-on-team 409; \
         team,other-team,organizer-on-team@submitting 303",
    ),
    row(
        "POST /events/{slug}/team/leave",
        "",
        "* 403; nobody 303; team,other-team,organizer-on-team 409; team,organizer-on-team@submitting 303",
    ),
    row("GET /events/{slug}/team/join/{code}", "", "* 200; nobody 303"),
    row("GET /events/{slug}/team/join/none", "", "* 404; nobody 303"),
    // The team can win the prize that the panellist judges.
    row(
        "POST /events/{slug}/team/join/{code}",
        "",
        "* 403; nobody 303; stranger,panellist,other-organizer 409; stranger,other-organizer@submitting 303; \
         team,other-team,organizer-on-team 409",
    ),
    // Last of the team's, since it ends the link.
    row(
        "POST /events/{slug}/team/link",
        "",
        "* 403; nobody 303; team,other-team,organizer-on-team 409; \
         team,other-team,organizer-on-team@submitting 200",
    ),
    row("GET /events/{slug}/vote", "", "* 200"),
    row("POST /events/{slug}/vote/cast", "", "* 409; *@voting 303; nobody 303; unconfirmed 403"),
    row("POST /events/{slug}/vote/withdraw", "", "* 409; *@voting 303; nobody 303; unconfirmed 403"),
    row("POST /events/{slug}/vote/open", "", "* 200; nobody 303"),
    row("GET /guests/{room}", "", "* 200; *@voting,closed,published 404"),
    row(
        "POST /guests/{room}/ask",
        "name=Gus",
        "* 303; *@voting,closed,published 404; *@draft 409; nobody 403",
    ),
    row("POST /guests/{room}/enter", "", "* 409; *@voting,closed,published 404; nobody 403"),
    row("GET /invitations/{ask}", "", "* 200; *@voting,closed,published 404"),
    // The link of somebody who is not to organize waits for the opening.
    row(
        "POST /invitations/{ask}/accept",
        "",
        "* 303; *@voting,closed,published 404; *@draft 409; nobody 403",
    ),
    row(
        "POST /invitations/{ask}/decline",
        "",
        "* 200; *@voting,closed,published 404; *@draft 409; nobody 403",
    ),
    row(
        "GET /judge",
        "",
        "* 403; nobody 303; judge,other-judge,organizer-judge 200; judge,other-judge@draft 403",
    ),
    row(
        "POST /judge",
        "event={slug}",
        "* 403; nobody 303; judge,other-judge,organizer-judge 409; other-judge,organizer-judge@judging 303",
    ),
    row("GET /judge/assignments/{task}", "", "* 404; nobody 303; judge 200"),
    row("POST /judge/assignments/{task}", "submit=false", "* 404; nobody 303; judge 409; judge@judging 303"),
    row(
        "POST /judge/assignments/{task}/recuse",
        "reason=",
        "* 404; nobody 303; judge@before,submitting,judging 303; judge@voting,closed,published 409; \
         organizer,admin 303; conflicted 403; organizers@published 409",
    ),
    row(
        "POST /judge/assignments/{task}/flag",
        "reason=rules&sentence=Fine.",
        "* 404; nobody 303; judge 409; judge@judging 303",
    ),
    row("POST /judge/assignments/{task}/note", "version=none&note=", "* 404; nobody 303; judge 303"),
    row(
        "POST /judge/assignments/{task}/visit",
        "kind=absent",
        "* 404; nobody 303; judge 409; judge@judging 303",
    ),
    row("POST /judge/assignments/{task}/visit/unmark", "", "* 404; nobody 303; judge 409; judge@judging 303"),
    row(
        "POST /judge/call",
        "event={slug}",
        "* 403; nobody 303; judge,other-judge,organizer-judge 409; \
         judge,other-judge,organizer-judge@before,submitting,judging 303",
    ),
    row(
        "POST /judge/call/withdraw",
        "event={slug}",
        "* 403; nobody 303; judge,other-judge,organizer-judge 409; \
         judge,other-judge,organizer-judge@before,submitting,judging 303",
    ),
    row("GET /login", "", "* 303; nobody 200"),
    row("POST /login", "email=a&password=b", "* 422; nobody 403"),
    row("GET /links/{code}", "", "* 404"),
    row("POST /links/{code}", "", "* 404; nobody 403"),
    row("GET /login/link", "", "* 303; nobody 200"),
    row("POST /login/link", "email=new@x.example", "* 303; nobody 403"),
    // The address of the tests is http, for which browsers make no passkeys.
    row("GET /login/passkey", "", "* 200"),
    row("POST /login/passkey", "attempt=x&code=y", "* 422; nobody 403"),
    row("GET /login/sent", "", "* 200"),
    // Without a provider in the settings.
    row("GET /login/sign-on", "", "* 404"),
    row("GET /login/sign-on/return?state=a&code=b", "", "* 404"),
    row("GET /me", "", "* 200; nobody 303"),
    row("POST /me/confirm", "", "* 303"),
    row("GET /me/data.json", "", "* 200; nobody 303"),
    row("GET /me/leave", "", "* 200; nobody 303"),
    // The only one who takes no part stays, as does who organizes alone.
    row(
        "POST /me/leave",
        "typed=no",
        "* 422; nobody 303; organizer,other-organizer,admin 409; organizer@published 422",
    ),
    row("POST /me/notices/0/read", "", "* 404; nobody 303"),
    row("GET /me/passkeys", "", "* 200; nobody 303"),
    row("POST /me/passkeys", "answer=x", "* 409; nobody 303; unconfirmed 403"),
    row("POST /me/passkeys/0/name", "name=x", "* 404; nobody 303; unconfirmed 403"),
    row("POST /me/passkeys/0/remove", "", "* 404; nobody 303; unconfirmed 403"),
    row("POST /me/passkeys/asked", "asked=true", "* 409; nobody 303; unconfirmed 403"),
    row("POST /me/passkeys/codes", "", "* 409; nobody 303; unconfirmed 403"),
    row("POST /me/passkeys/prove", "password=x", "* 422; nobody 303"),
    row("GET /me/password", "", "* 200; nobody 303"),
    row("POST /me/password", "new_password=short", "* 400; nobody 303; unconfirmed 403"),
    row("POST /me/sign-on/part", "", "* 404; nobody 303"),
    row("GET /me/proposals", "", "* 200; nobody 303"),
    row("POST /me/proposals/0/confirm", "", "* 404; nobody 303"),
    row("POST /me/proposals/0/refuse", "", "* 404; nobody 303"),
    row("GET /me/tokens", "", "* 200; nobody 303"),
    row("POST /me/tokens", "name=x", "* 200; nobody 303"),
    row("POST /me/tokens/0/revoke", "", "* 404; nobody 303"),
    row("GET /guides", "", "* 200"),
    row("GET /guides/judges", "", "* 200"),
    row("GET /guides/organizers", "", "* 200"),
    row("GET /guides/teams", "", "* 200"),
    row("GET /how-many-reviews", "", "* 200"),
    row("GET /panels", "", "* 200; nobody 303"),
    row("GET /play", "", "* 200"),
    row("GET /privacy", "", "* 200"),
    row("GET /setup", "", "* 404"),
    row("POST /setup", "code=x", "* 404"),
    row("GET /signup", "", "* 303; nobody 200"),
    row("POST /signup", "email=new@x.example&name=New&password=long-enough", "* 303; nobody 403"),
    row("GET /projects/{lamp}", "", "* 200"),
    row("GET /projects/{fog}", "", "* 404; team,organizers 200"),
    row(
        "POST /projects/{lamp}/answer",
        "sentence=Fine.",
        "* 403; nobody 303; team,organizer-on-team 409; team,organizer-on-team@judging,voting,closed 303",
    ),
    row("POST /projects/{lamp}/comments", "body=Bright.", "* 303"),
    row("POST /projects/{fog}/comments", "body=Bright.", "* 404; nobody 303"),
    row("POST /projects/{lamp}/comments/0/remove", "", "* 404; nobody 303"),
    row("GET /projects/{lamp}/edit", "", "* 403; nobody 303; team,organizer-on-team 200"),
    row("GET /projects/{fog}/edit", "", "* 404; nobody 303; organizers 403; team,organizer-on-team 200"),
    row(
        "POST /projects/{lamp}/edit",
        "title=Lamp&submit=false",
        "* 403; nobody 303; team,organizer-on-team 409; team,organizer-on-team@submitting 303",
    ),
    row(
        "POST /projects/{fog}/edit",
        "title=Fogbound&submit=false",
        "* 404; nobody 303; organizers 403; team,organizer-on-team 409; team,organizer-on-team@submitting 303",
    ),
    row(
        "POST /projects/{lamp}/edit/pictures",
        "",
        "* 403; nobody 303; team,organizer-on-team 409; team,organizer-on-team@submitting 400",
    ),
    row(
        "POST /projects/{fog}/edit/pictures",
        "",
        "* 404; nobody 303; organizers 403; team,organizer-on-team 409; team,organizer-on-team@submitting 400",
    ),
    row(
        "POST /projects/{lamp}/edit/pictures/0",
        "do=first",
        "* 403; nobody 303; team,organizer-on-team 409; team,organizer-on-team@submitting 404",
    ),
    row(
        "POST /projects/{lamp}/pictures/0/remove",
        "",
        "* 403; nobody 303; organizer,admin 404; organizer-judge@published 404; team,organizer-on-team 409; team,organizer-on-team@submitting 404",
    ),
    row("GET /pictures/{shot}.webp", "", "* 200"),
    row("GET /pictures/{fogshot}.webp", "", "* 404; team,organizers 200"),
    row("GET /projects/{lamp}/prizes", "", "* 403; nobody 303; team,organizer-on-team 200"),
    row(
        "POST /projects/{lamp}/prizes",
        "",
        "* 403; nobody 303; team,organizer-on-team 409; team,organizer-on-team@submitting 303",
    ),
    row(
        "POST /projects/{fog}/prizes",
        "",
        "* 404; nobody 303; organizers 403; team,organizer-on-team 409; \
         team,organizer-on-team@submitting 303",
    ),
    // The demo shows it; here the demo is off.
    row("GET /styleguide", "", "* 404"),
    row("GET /verify", "", "* 200"),
    row("POST /verify", "pasted={}", "* 200"),
    row("GET /verify/evenhand-verify.html", "", "* 200"),
    // So late, since nothing is published behind it. Only one organizer takes no part before the publication.
    row(
        "POST /events/{slug}/manage/second-organizer/on",
        "",
        "* 403; nobody 303; organizer,admin 409; organizers@published 303",
    ),
    // Last, since it ends sessions: nobody has none to end.
    row("POST /logout", "", "* 303"),
];

/// What an organizer who takes part may change before publication that nobody else with the same part may, and why that could
/// neither read nor write a review, nor change what one counts for.
pub(crate) const LEFT_TO_WHO_TAKES_PART: &[(&str, &str)] = &[
    (
        "POST /events/{slug}/manage/notices",
        "Notices to everybody, to teams or to a room: no judge is spoken to alone.",
    ),
    ("POST /events/{slug}/manage/notices/0/withdraw", "Only such notices are found."),
    ("POST /api/projects/{fog}/evidence", "Without a kind there is no act yet: each asks who takes part."),
    ("POST /events/{slug}/manage/calls/0/on-my-way", "Who goes to a judge who called reads no review."),
    ("POST /events/{slug}/manage/calls/0/done", "As going there."),
    (
        "POST /events/{slug}/manage/settings/open",
        "The times say what opens with it, and nobody moves those for themselves.",
    ),
    ("POST /api/events/{slug}/open", "As on the page."),
    ("POST /api/events/{slug}/calls/0/take", "As on the page."),
    ("POST /api/events/{slug}/calls/0/close", "As on the page."),
    (
        "POST /events/{slug}/manage/settings",
        "Names and texts; windows that have not opened; what reviews rest on is fixed before judging opens. The operation asks for each.",
    ),
    ("POST /events/{slug}/manage/settings/form-questions", "What teams are asked touches no review."),
    ("POST /events/{slug}/manage/settings/leave", "Who leaves can do less."),
    (
        "POST /events/{slug}/manage/voting/codes",
        "A judge gains no ballot by codes; who is on a team makes none.",
    ),
    ("POST /events/{slug}/manage/voting/codes/withdraw", "As making them."),
    ("POST /events/{slug}/manage/webhooks", "Kinds that tell nothing of judging."),
    ("POST /events/{slug}/manage/webhooks/0", "As adding one."),
    ("POST /events/{slug}/manage/webhooks/0/again", "As adding one."),
    ("POST /events/{slug}/manage/webhooks/0/remove", "As adding one."),
    ("POST /events/{slug}/manage/webhooks/0/secret", "As adding one."),
    ("POST /events/{slug}/manage/webhooks/0/switch", "As adding one."),
    ("POST /events/{slug}/manage/webhooks/0/test", "As adding one."),
    (
        "POST /events/{slug}/manage/people/{person}/remove",
        "Organizers of whom another one stays free; no judge.",
    ),
    (
        "POST /events/{slug}/manage/people/invitations/send",
        "Invitations to take part; with a judge's among them it is refused.",
    ),
    ("POST /events/{slug}/manage/people/invitations/{invitation}/link", "An invitation to take part."),
    ("POST /events/{slug}/manage/people/invitations/{invitation}/mail", "An invitation to take part."),
    ("POST /events/{slug}/manage/people/invitations/{invitation}/send", "An invitation to take part."),
    ("POST /events/{slug}/manage/people/invitations/{invitation}/withdraw", "An invitation to take part."),
    ("POST /events/{slug}/manage/people/invite", "An invitation to take part."),
    ("POST /events/{slug}/manage/people/invite/again", "Only shows the list again."),
    ("POST /events/{slug}/manage/people/invite/check", "Only says what a list would do."),
    ("POST /events/{slug}/manage/floor/file/preview", "Places on the floor."),
    ("POST /events/{slug}/manage/floor/moves", "Places on the floor."),
    ("POST /events/{slug}/manage/floor/plan/preview", "Places on the floor."),
    ("POST /events/{slug}/manage/projects/{lamp}/place", "Places on the floor."),
    (
        "POST /events/{slug}/manage/prizes",
        "Names and descriptions; the terms take somebody who takes no part.",
    ),
    (
        "POST /events/{slug}/manage/prizes/{prize}/change",
        "Names and descriptions; the terms take somebody who takes no part.",
    ),
    ("POST /events/{slug}/manage/projects/duplicates/contact", "Whom teams write to."),
    ("POST /api/events/{slug}/confirmations/0/withdraw", "Only what they asked for themselves."),
    ("POST /events/{slug}/manage/second-organizer/0/withdraw", "Only what they asked for themselves."),
];
