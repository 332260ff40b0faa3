// Every page with its visitors, for the tests that open all of them and for screenshots.

/**
 * @typedef {"nobody" | "participant" | "judge1" | "judge2" | "organizer"} Visitor
 * @typedef {{ name: string, path: string, status?: number, islands?: boolean }} Shown A page: what it is called, where it is.
 */

/** The four events of the demo, in the order of an event's life. */
export const EVENTS = ["demo-submitting", "demo-judging", "demo-voting", "demo-published"];

/** How many pixels a page of an organizer is high at most: longer ones are read by nobody. */
export const LONGEST = 4_000;

/** The site admin that the tests make. */
export const STAFF = "admin@end2end.example";

/** The demo's tokens, by visitor. */
export const TOKENS = {
  organizer: "evh_demo_organizer_0000000000000000000000000000",
  judge1: "evh_demo_judge_one_0000000000000000000000000000",
  judge2: "evh_demo_judge_two_0000000000000000000000000000",
  participant: "evh_demo_participant_00000000000000000000000000",
};

/**
 * The pages of each visitor. What has a number of its own is looked up through the API.
 * @param {(visitor: Visitor, path: string) => Promise<any>} ask GET of an API path, as this visitor.
 * @returns {Promise<Record<"nobody" | "participant" | "judge1" | "organizer", Shown[]>>}
 */
export async function pages(ask) {
  const [open, done, mine, tasks, prizes] = await Promise.all([
    ask("nobody", "/api/events/demo-submitting/projects"),
    ask("nobody", "/api/events/demo-published/projects"),
    ask("participant", "/api/events/demo-submitting/projects"),
    ask("judge2", "/api/judge/assignments"),
    ask("organizer", "/api/events/demo-judging/prizes"),
  ]);
  const judged = await ask("participant", "/api/events/demo-judging/projects");
  const shown = open.find((project) => project.tags.length > 0);
  const repeat = done.find((project) => project.duplicate_of !== null);
  const draft = mine.find((project) => project.status === "draft" && project.title === "Kerbside") ?? mine[0];
  const closed = judged.find((project) => project.title === "Quiet Hours") ?? judged[0];
  const own = (await ask("judge1", "/api/judge/assignments")).filter((task) => task.event === "demo-judging");
  const past = (await ask("judge1", "/api/judge/assignments")).find((task) => task.event === "demo-published");
  const hers = tasks.find((task) => task.event === "demo-judging");
  const scored = own.find((task) => task.status === "done");
  const panel = prizes.find((prize) => prize.rule === "panel");
  const waiting = own.findLast((task) => task.status === "pending");
  const manage = (event) => `/events/${event}/manage`;
  return {
    nobody: [
      { name: "home", path: "/" },
      ...EVENTS.map((event) => ({ name: `event-${event}`, path: `/events/${event}` })),
      { name: "gallery", path: "/events/demo-submitting/projects" },
      { name: "gallery-list", path: "/events/demo-submitting/projects?view=list&sort=title" },
      { name: "gallery-filtered", path: `/events/demo-submitting/projects?q=the&tag=${encodeURIComponent(shown.tags[0])}` },
      { name: "gallery-nothing", path: "/events/demo-submitting/projects?q=nosuchword" },
      { name: "project", path: `/projects/${shown.id}` },
      { name: "project-repeat", path: `/projects/${repeat.id}` },
      { name: "results", path: "/events/demo-published/results" },
      { name: "results-how", path: "/events/demo-published/results/how" },
      { name: "api", path: "/api/docs" },
      { name: "vote-sign-in", path: "/events/demo-voting/vote" },
      { name: "login", path: "/login" },
      { name: "login-passkey", path: "/login/passkey" },
      { name: "login-first", path: "/login?next=/judge" },
      { name: "login-link", path: "/login/link" },
      { name: "login-sent", path: "/login/sent" },
      { name: "link-ended", path: "/links/none", status: 404 },
      { name: "signup", path: "/signup" },
      { name: "privacy", path: "/privacy" },
      { name: "guides", path: "/guides" },
      { name: "guide-judges", path: "/guides/judges" },
      { name: "guide-teams", path: "/guides/teams" },
      { name: "guide-organizers", path: "/guides/organizers" },
      { name: "how-many-reviews", path: "/how-many-reviews", islands: true },
      { name: "play", path: "/play", islands: true },
      { name: "styleguide", path: "/styleguide" },
      { name: "verify", path: "/verify", islands: true },
      { name: "missing", path: "/no-such-page", status: 404 },
    ],
    participant: [
      { name: "home", path: "/" },
      { name: "event", path: "/events/demo-submitting" },
      { name: "submit", path: "/events/demo-submitting/submit", islands: true },
      { name: "submit-closed", path: "/events/demo-judging/submit" },
      { name: "draft", path: `/projects/${draft.id}` },
      { name: "edit", path: `/projects/${draft.id}/edit`, islands: true },
      { name: "project-comment", path: `/projects/${shown.id}` },
      { name: "vote", path: "/events/demo-voting/vote" },
      { name: "edit-closed", path: `/projects/${closed.id}/edit` },
      { name: "evidence-own", path: `/projects/${closed.id}` },
      { name: "ask", path: "/events/demo-published/questions" },
      { name: "results-own", path: "/events/demo-published/results" },
      { name: "certificate", path: "/events/demo-published/certificate/participant" },
      { name: "me", path: "/me" },
      { name: "tokens", path: "/me/tokens" },
      { name: "proposals", path: "/me/proposals" },
      { name: "passkeys", path: "/me/passkeys" },
      { name: "password", path: "/me/password" },
      { name: "leave", path: "/me/leave" },
      { name: "team", path: "/events/demo-submitting/team" },
      { name: "team-closed", path: "/events/demo-judging/team" },
      { name: "forbidden", path: manage("demo-submitting"), status: 403 },
    ],
    judge1: [
      { name: "event", path: "/events/demo-judging" },
      { name: "home", path: "/" },
      { name: "judge", path: "/judge" },
      { name: "review", path: `/judge/assignments/${waiting.id}`, islands: true },
      { name: "review-submitted", path: `/judge/assignments/${scored.id}`, islands: true },
      { name: "review-closed", path: `/judge/assignments/${past.id}`, islands: true },
      { name: "conflicts", path: "/events/demo-judging/judge/conflicts" },
      { name: "judge-calendar", path: "/events/demo-judging/judge/calendar" },
      { name: "team-of-a-judge", path: "/events/demo-submitting/team" },
      { name: "certificate", path: "/events/demo-published/certificate/judge" },
      { name: "certificate-none", path: "/events/demo-submitting/certificate/judge" },
      { name: "review-of-another", path: `/judge/assignments/${hers.id}`, status: 404 },
      { name: "me", path: "/me" },
    ],
    organizer: [
      { name: "event", path: "/events/demo-judging" },
      { name: "home", path: "/" },
      { name: "gallery-drafts", path: "/events/demo-submitting/projects" },
      ...EVENTS.map((event) => ({ name: `manage-${event}`, path: manage(event) })),
      ...EVENTS.map((event) => ({ name: `calibration-${event}`, path: `${manage(event)}/calibration` })),
      { name: "coverage", path: `${manage("demo-judging")}/assignments?table=1` },
      { name: "coverage-by-name", path: `${manage("demo-published")}/assignments?table=1&order=name` },
      { name: "evidence", path: `${manage("demo-judging")}/evidence` },
      { name: "webhooks", path: `${manage("demo-judging")}/exports?webhooks=1` },
      ...["demo-voting", "demo-published"].map((event) => ({ name: `publish-${event}`, path: `${manage(event)}/calibration/publish` })),
      { name: "settings", path: `${manage("demo-submitting")}/settings` },
      { name: "settings-fixed", path: `${manage("demo-published")}/settings` },
      { name: "settings-form-questions", path: `${manage("demo-submitting")}/settings/criteria?questions=` },
      { name: "settings-criteria", path: `${manage("demo-submitting")}/settings/criteria` },
      { name: "settings-criteria-locked", path: `${manage("demo-published")}/settings/criteria` },
      { name: "leave-last-organizer", path: "/me/leave" },
      { name: "people", path: `${manage("demo-judging")}/people` },
      { name: "people-nobody", path: `${manage("demo-judging")}/people?q=nosuchword` },
      { name: "invite", path: `${manage("demo-judging")}/people?invite=` },
      { name: "invitations", path: `${manage("demo-judging")}/people/invitations` },
      { name: "cards", path: `${manage("demo-judging")}/people/invitations?cards=` },
      { name: "guests", path: `${manage("demo-judging")}/people/invitations?guests=1` },
      { name: "guests-over", path: `${manage("demo-published")}/people/invitations?guests=1` },
      { name: "projects", path: `${manage("demo-published")}/projects` },
      { name: "more-time", path: `${manage("demo-submitting")}/projects?team=` },
      { name: "import", path: `${manage("demo-submitting")}/from-file?what=projects` },
      { name: "repeats", path: `${manage("demo-published")}/projects/duplicates` },
      { name: "pair", path: `${manage("demo-published")}/projects/duplicates?pair=${repeat.id}-${repeat.duplicate_of}` },
      { name: "flag", path: `${manage("demo-published")}/projects/${repeat.id}` },
      { name: "assignments", path: `${manage("demo-judging")}/assignments` },
      { name: "assignments-plan", path: `${manage("demo-judging")}/assignments/plan?reviews=5` },
      { name: "assignments-plan-unmet", path: `${manage("demo-judging")}/assignments/plan?reviews=12` },
      { name: "assignments-conflicts", path: `${manage("demo-judging")}/assignments?conflicts=` },
      { name: "assignments-file", path: `${manage("demo-judging")}/from-file?what=assignments` },
      { name: "assignments-scores", path: `${manage("demo-judging")}/from-file?what=scores` },
      { name: "assignments-project", path: `${manage("demo-judging")}/projects/${hers.project}?assigned=` },
      { name: "review-desk", path: `${manage("demo-judging")}/assignments/${scored.id}` },
      { name: "review-desk-waiting", path: `${manage("demo-judging")}/assignments/${waiting.id}` },
      { name: "notices", path: `${manage("demo-judging")}/notices` },
      { name: "deliberation", path: `${manage("demo-judging")}/deliberation` },
      { name: "winners", path: `${manage("demo-published")}/deliberation` },
      { name: "question", path: `${manage("demo-published")}/calibration/publish?of=1` },
      { name: "finals", path: `${manage("demo-published")}/calibration/finals` },
      { name: "floor", path: `${manage("demo-judging")}/floor` },
      { name: "floor-plan", path: `${manage("demo-judging")}/floor?plan=` },
      { name: "floor-file", path: `${manage("demo-judging")}/from-file?what=places` },
      ...["signs", "list", "judges", "scores"].map((print) => ({ name: `print-${print}`, path: `${manage("demo-judging")}/floor/print?sheets=${print}` })),
      { name: "prizes", path: `${manage("demo-submitting")}/prizes` },
      { name: "prize-panel", path: `${manage("demo-judging")}/prizes/${panel.id}?panel=1` },
      { name: "prizes-public", path: "/events/demo-submitting/prizes" },
      { name: "voting", path: `${manage("demo-voting")}/prizes?voting=1` },
      { name: "audit", path: `${manage("demo-published")}/audit` },
      { name: "audit-judging", path: `${manage("demo-judging")}/audit` },
      { name: "audit-filtered", path: `${manage("demo-published")}/audit?q=imported&action=event.imported&from=2020-01-01T00:00` },
      { name: "audit-nothing", path: `${manage("demo-published")}/audit?q=nosuchword` },
      { name: "exports", path: `${manage("demo-published")}/exports` },
      { name: "exports-no-run", path: `${manage("demo-submitting")}/exports` },
      { name: "results-preview", path: "/events/demo-voting/results" },
      { name: "results-none", path: "/events/demo-submitting/results", status: 404 },
    ],
  };
}

/**
 * Signs a browser in with the demo's password, by the form.
 * @param {import("@playwright/test").Page} page
 * @param {Exclude<Visitor, "nobody">} person
 * @param {string} [next] Where to go on to.
 */
export function signIn(page, person, next) {
  return signInWith(page, `${person}@demo.example`, `${person}-demo-password`, next);
}

/**
 * Signs a browser in by the form.
 * @param {import("@playwright/test").Page} page
 * @param {string} email
 * @param {string} password
 * @param {string} [next] Where to go on to.
 */
export async function signInWith(page, email, password, next) {
  await page.goto(next ? `/login?next=${encodeURIComponent(next)}` : "/login");
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.locator("form:has(#password)").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

/**
 * Waits until the page's islands are awake: they took over from the server's form.
 * @param {import("@playwright/test").Page} page
 */
export async function awake(page) {
  await page.waitForFunction(() => document.documentElement.dataset.awake === "true");
}
