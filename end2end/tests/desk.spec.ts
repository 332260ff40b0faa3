// The organizer's desk: the way from the first page to a hall that is ready is short, and no page of it is long.
import type { Locator, Page } from "@playwright/test";
import { importEvent, unique } from "../support/event";
import { largeEvent } from "../support/large.mjs";
import { LONGEST } from "../support/pages.mjs";
import { type Portal, startPortal } from "../support/server";
import { expect, test } from "../support/test";

/** A new installation, without the demo. */
const onNewPortal = test.extend<{ portal: Portal }>({
  portal: async ({}, use) => {
    const portal = await startPortal({ EVENHAND_DEMO: "off", EVENHAND_LIMITS: "off" });
    await use(portal);
    await portal.stop();
  },
  baseURL: async ({ portal }, use) => use(portal.url),
});

const HEAD = "Project Title,Table Number,Submission Url,Project Status,About The Project,Which track?,Opt-In Prizes,Built With,Submitter First Name,Submitter Last Name,Submitter Email";
const TRACKS = ["Health", "Climate", "Open data"];
const PRIZES = ["Best Use of Maps", "Best First Hack", "Best Hardware"];

/** Devpost's report of sixty projects, each at a table, in a track, for a prize. */
function report(): string {
  const row = (nth: number) =>
    `Project ${nth} ${"abcdefghijkl"[nth % 12]},A${nth + 1},https://devpost.com/software/p${nth},Submitted (Gallery/Visible),About thing ${nth} alone.,${TRACKS[nth % 3]},${PRIZES[nth % 3]},rust,Maker${nth},Of${nth},maker${nth}@way.example`;
  return [HEAD, ...Array.from({ length: 60 }, (_, nth) => row(nth))].join("\n");
}

/** What is no page to read: what is printed, shown in the hall, or a file. */
const NO_PAGE = /\/floor\/print$|\/live$|\/show$|\.csv$/;

/** Counts what an organizer opens, presses and fills in. A page and the acts of it are one page; a sheet that is printed is none. */
class Way {
  readonly pages = new Set<string>();
  presses = 0;
  fields = 0;

  constructor(private readonly page: Page) {}

  /** The page is looked at: its kind is counted once. */
  look(): void {
    const path = new URL(this.page.url()).pathname.replace(/^\/events\/(?!new$)[^/]+/, "");
    if (!NO_PAGE.test(path)) this.pages.add(path.replace(/\/[0-9a-f]{64}|\/\d+/g, "/one").replace(/\/(invite\/check|cards\/print|print)$/, ""));
  }

  async press(what: Locator): Promise<void> {
    await what.click();
    await this.page.waitForLoadState("load");
    this.presses++;
    this.look();
  }

  button(name: string | RegExp): Promise<void> {
    return this.press(this.page.getByRole("main").getByRole("button", { name }).first());
  }

  link(name: string | RegExp): Promise<void> {
    return this.press(this.page.getByRole("main").getByRole("link", { name }).first());
  }

  async fill(label: string, value: string): Promise<void> {
    await this.page.getByRole("main").getByRole("textbox", { name: label }).first().fill(value);
    this.fields++;
  }
}

// Without scripting, which saves no press. `evening.spec.ts` goes the same way with it, on a phone.
onNewPortal("from the first page to a hall that is ready it takes twelve pages, 25 presses and 30 fields @no-scripting", async ({ page, portal }) => {
  const way = new Way(page);
  const main = page.getByRole("main");
  const toBoard = () => way.press(page.getByRole("link", { name: "Board", exact: true }));
  const at = (days: number, hour: string) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${hour}`;

  // The first account, and the event with its times.
  await page.goto("/");
  way.look();
  await way.fill("Setup code", portal.setupCode ?? "");
  await way.fill("E-mail", "ada@way.example");
  await way.fill("Name", "Ada");
  await way.fill("Password", "a long evening indeed");
  await way.button("Create the first account");
  await way.fill("Name", "City Hack");
  await main.locator("[name=description]").fill("A weekend of making things.");
  for (const [name, time] of [["submissions_open", at(-2, "09:00")], ["submissions_close", at(1, "12:00")], ["judging_open", at(1, "13:00")], ["judging_close", at(1, "17:00")]]) {
    await main.locator(`[name=${name}]`).fill(time);
  }
  way.fields += 5;
  await way.button("Create the event");
  await expect(main).toContainText("The event is created");
  // On a phone, a draft says so in the line of its name.
  await page.setViewportSize({ width: 360, height: 800 });
  expect.soft(await headingOf(page), "the heading of a draft on a phone").toBeLessThanOrEqual(HEADING);
  await page.setViewportSize({ width: 1280, height: 800 });
  // What is empty is short.
  const manage = "/events/city-hack/manage";
  for (const path of ["/settings/criteria", "/prizes"]) {
    await page.goto(manage + path);
    expect.soft(await page.evaluate(() => document.documentElement.scrollHeight), `${path} of a new event`).toBeLessThanOrEqual(1_000);
    expect.soft(await main.locator("input, select, textarea").filter({ visible: true }).count(), `fields of ${path} of a new event`).toBeLessThanOrEqual(20);
  }
  await page.goto(manage);

  // The tracks, and the rubric from a usual one.
  await way.link("Add tracks");
  const tracks = main.getByRole("region", { name: "Tracks" }).getByRole("textbox", { name: "Name" });
  for (const [nth, track] of TRACKS.entries()) await tracks.nth(nth).fill(track);
  way.fields += TRACKS.length;
  await way.button("A hackathon");
  await way.button("Save rubric");
  await expect(main).toContainText("The rubric is saved.");
  await page.setViewportSize({ width: 360, height: 800 });
  expect.soft(await headingOf(page), "the heading after an act on a phone").toBeLessThanOrEqual(HEADING);
  const tops = await page.evaluate(() => [...document.querySelectorAll("h1, .manage-done, .manage > form")].map((part) => [part.className || part.tagName, part.getBoundingClientRect().top] as const));
  expect.soft(tops.sort(([, one], [, other]) => one - other).map(([part]) => part).slice(0, 2), "what was done is below the heading").toEqual(["H1", "manage-done"]);
  const rubric = new URL(page.url()).pathname;
  // The board is updated while it is open, and says it there, too.
  await page.evaluate((board) => location.assign(`${board}?done=confirmed`), rubric.replace("/settings/criteria", ""));
  await expect(main).toContainText("You confirmed it, and it is done.");
  expect.soft(await headingOf(page), "the heading of the board after an act on a phone").toBeLessThanOrEqual(HEADING);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(rubric);
  // The tracks begin where the criteria end.
  const [high, lines] = await page.evaluate(() => [document.querySelector("#tracks")!.getBoundingClientRect().top + scrollY, document.querySelectorAll(".criteria-lines .settings-line").length]);
  expect.soft(high + (6 - lines) * 45, "five criteria and a line for a new one").toBeLessThanOrEqual(900);

  // The projects with their tracks, prizes, members and tables.
  await toBoard();
  await way.link("Import projects");
  await main.getByLabel("File", { exact: true }).setInputFiles({ name: "report.csv", mimeType: "text/csv", buffer: Buffer.from(report()) });
  way.fields++;
  await way.button("Preview the import");
  await main.getByLabel("Which track?").selectOption({ label: "Track" });
  way.fields++;
  await way.button("Read the file again");
  await way.button("Create 3 prizes");
  await way.button("Import 60 projects");
  await expect(main).toContainText("60 projects added");

  // Fifteen judges and their cards.
  await toBoard();
  await way.link("Invite judges");
  await way.fill("People", Array.from({ length: 15 }, (_, nth) => `Judge Number ${nth + 1} <judge${nth + 1}@way.example>`).join("\n"));
  await way.button("Check the list");
  await way.button("Invite 15 people");
  await way.link("Print judges’ cards");
  await way.button("Create the cards");
  await expect(page.locator("svg")).not.toHaveCount(0);

  // Who judges what, and the sheets.
  await page.goBack();
  await toBoard();
  await way.link("Assign projects");
  await way.button(/^Write \d+ assignments/);
  await expect(main).toContainText("The plan added 180 assignments.");
  await way.link("Print judges’ sheets");
  await expect(main).toContainText("Judge Number 1");

  // Everybody may see it.
  await page.goBack();
  await toBoard();
  await way.button("Open the event");
  await expect(main).toContainText("The event is open.");

  // Of all judges who are invited, none is here, and the table says why it is empty.
  await page.goto(`${manage}/assignments?table=1`);
  await expect(main).toContainText("Invited judges come into it when they accept.");

  // The settings of another draft, fold by fold, with minutes for a visit, and what is refused in it.
  await page.goto("/events/new");
  await main.getByRole("textbox", { name: "Name" }).first().fill("Next Hack");
  await main.getByRole("button", { name: "Create the event" }).click();
  await expect(main).toContainText("The event is created");
  const settings = "/events/next-hack/manage/settings";
  await foldsAreShort(page, settings);
  for (const [minutes, said] of [["8", "The settings are saved"], ["0", "Minutes per visit:"]]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(settings);
    await main.getByText(/^Further reviews, timer, first three/).click();
    await main.getByLabel("Minutes per visit").fill(minutes);
    if (minutes === "0") await main.locator("[name=max_team_size]").fill("0");
    await main.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByRole("main")).toContainText(said);
    await isShort(page, `${settings} with ${minutes} minutes for a visit`);
  }

  const seen = [...way.pages].join(" ");
  expect.soft(way.pages.size, seen).toBeLessThanOrEqual(12);
  expect.soft(way.presses, "presses").toBeLessThanOrEqual(25);
  expect.soft(way.fields, "fields").toBeLessThanOrEqual(30);
});

/** What an address names to have a part of its page open. */
const OPEN = [
  ...["assigned", "move", "panel", "pair", "of", "cards", "invite", "team", "plan", "table", "conflicts", "webhooks", "voting", "guests", "second"],
  ...["ceremony", "projects", "to", "state", "role", "what", "action"],
];
/** How far the heading of a page is from the top of a phone at most. */
const HEADING = 200;

/** Where the heading of an organizer's page is; null on any other page. */
async function headingOf(page: Page): Promise<number | null> {
  return page.evaluate(() => {
    const top = (which: string) => document.querySelector(which)?.getBoundingClientRect().top ?? 0;
    return document.querySelector(".manage-rows") ? top("h1") - top(".site-bar") : null;
  });
}

/** Looks at a page in both widths. */
async function isShort(page: Page, what: string): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const [wide, high] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    expect.soft(high, `${what} at ${width} px`).toBeLessThanOrEqual(LONGEST);
    expect.soft(wide, `${what} fits into ${width} px`).toBeLessThanOrEqual(width);
  }
}

test(`neither what a file of sixty lines would do nor the log that it fills is longer than ${LONGEST} px @scripting`, async ({ page, staff, signIn }) => {
  const slug = unique("lines");
  const bundle = largeEvent(slug, { submissions: [-48, -4], judging: [-3, 2], judged: 0.55 });
  await importEvent(staff, slug, bundle);
  await signIn("organizer");
  const main = page.getByRole("main");
  const sixty = Array.from({ length: 60 }, (_, nth) => nth);
  const address = (ref: string) => bundle.people.find((person) => person.ref === ref)!.email;
  const title = (ref: string) => bundle.projects.find((project) => project.ref === ref)!.title;
  const waiting = bundle.assignments.filter(({ status }) => status === "pending").slice(0, 60);
  expect(waiting).toHaveLength(60);
  const scores = (judge: (ref: string) => string) =>
    ["judge,project,quality,impact,craft,idea", ...waiting.map(({ person, project }) => `${judge(person)},${title(project)},4,7,3,4`)].join("\n");
  const files: [string, string, string][] = [
    ["unknown judges", "scores", scores((ref) => `nobody-${ref}`)],
    ["rooms", "places", ["title,room,place", ...bundle.projects.map((project, nth) => `${project.title},Hall,B${nth + 1}`)].join("\n")],
    ["no rooms", "places", ["title,room,place", ...sixty.map((nth) => `Nothing ${nth},Hall,B${nth + 1}`)].join("\n")],
    ["no projects", "assignments", ["paper,action,email,round", ...sixty.map((nth) => `${900_000 + nth},primary,${address("j0")},`)].join("\n")],
    ["scores", "scores", scores(address)],
  ];
  const check = async (path: string, list: string, lines: string) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await main.locator(`textarea[name=${list}]`).fill(lines);
    await main.getByRole("button", { name: /^(Check the|Show what changes)/ }).click();
    await expect(main).toContainText("Show the other 50");
  };
  for (const people of [(nth: number) => `Person Number ${nth} <p${nth}@lines.example>`, (nth: number) => `Person ${nth} without an address`]) {
    await check(`/events/${slug}/manage/people?invite=`, "list", sixty.map(people).join("\n"));
    await isShort(page, `a list of people such as ${people(1)}`);
  }
  for (const [what, kind, lines] of files) {
    await check(`/events/${slug}/manage/from-file?what=${kind}`, "file", lines);
    await isShort(page, `a file of ${what}`);
  }
  // The last one is entered. Criteria have their names in it.
  await expect(main).toContainText("Quality 4, Impact 7, Craft 3, Idea 4");
  await main.getByRole("button", { name: /^Enter / }).click();
  await expect(main).toContainText("submitted.");
  await page.goto(`/events/${slug}/manage/audit`);
  await expect(main.getByText("Show the other 35 rows")).toBeVisible();
  await isShort(page, "the log");
  // The change is whole beside its open record.
  const row = main.locator("tbody tr").first();
  const high = async () => (await row.locator(".audit-changes").boundingBox())!.height;
  const folded = await high();
  await row.locator("summary").click();
  expect(await high()).toBeGreaterThan(folded);
});

/** Shows the page at this address, and looks at it. */
async function opensShort(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  expect.soft((await page.goto(path))?.status(), path).toBe(200);
  await isShort(page, path);
}

/** What no link leads to: what a form asks for or says of what it refuses, and a panel of some judges. */
async function statesAreShort(page: Page, manage: string, prize: string, decided: boolean): Promise<void> {
  const main = page.getByRole("main");
  for (const what of ["projects", "places", "assignments", "scores"]) await opensShort(page, `${manage}/from-file?what=${what}`);
  // A word that few have, and a letter that all have.
  const searched = ["people", "people/invitations", "projects", "projects/duplicates", "evidence", "audit", "floor", "assignments"];
  for (const list of searched) for (const words of ["Amber", "a"]) await opensShort(page, `${manage}/${list}?q=${words}`);
  await page.goto(`${manage}/projects?q=a`);
  await expect(main).toContainText(/\d+ projects found\. The first 5 are shown\./);
  await opensShort(page, prize);
  await opensShort(page, `${prize}?panel=1`);
  for (const panellist of [1, 10, 11]) await main.getByRole("checkbox", { name: `Judge Number ${panellist}`, exact: true }).check();
  await main.getByRole("button", { name: "Save panel" }).click();
  await expect(main).toContainText("found by a panel: 0 of 3 panellists gave an order.");
  await opensShort(page, prize);
  await opensShort(page, `${prize}?panel=1`);
  await expect(main.getByText("Show the other 10 people")).toBeVisible();
  // What is refused comes back below its errors.
  await page.setViewportSize({ width: 1280, height: 800 });
  await main.getByLabel("E-mail address").fill("nobody");
  await main.getByRole("button", { name: "Invite to the panel" }).click();
  await expect(main).toContainText("Nothing was changed");
  await isShort(page, `${prize} with a refused invitation`);
  if (!decided) return;
  // Another run, without a project, differs in every rank below it.
  const compare = `${manage}/calibration/compare`;
  await opensShort(page, compare);
  await page.goto(`${manage}/calibration`);
  await page.getByRole("button", { name: "Run the calibration" }).click();
  await expect(page.getByRole("heading", { name: "Ranking of run 2" })).toBeVisible();
  await opensShort(page, compare);
  await opensShort(page, `${compare}?run=2&judge=1`);
  await expect(main).toContainText("would move.");
  await main.getByLabel("Project", { exact: true }).selectOption({ index: 1 });
  await main.getByRole("button", { name: "List its reviews" }).click();
  await expect(main.getByRole("link", { name: /^Leave out the review by/ }).first()).toBeVisible();
  await isShort(page, "the reviews of a project");
  await main.getByRole("link", { name: /^Leave out the review by/ }).first().click();
  await expect(main).toContainText("Without the review of");
  await isShort(page, "a run without a review");
}

/** Saves these fields with a value that is refused, each that is filled in. On a phone, each that was refused is in view, or behind its
 *  message, from where the link in the summary of errors opens it. The page is no longer than another one. */
async function refusalIsShort(page: Page, path: string, fields: string, value: string, save: string): Promise<void> {
  const main = page.getByRole("main");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(path);
  // Also those of which one at a time is open.
  await page.evaluate(() =>
    document.querySelectorAll("main details").forEach((fold) => {
      fold.removeAttribute("name");
      fold.setAttribute("open", "");
    }),
  );
  // All at a time: there may be a dozen.
  const filled = await main.locator(fields).evaluateAll((all: (HTMLInputElement | HTMLTextAreaElement)[], value) => {
    const given = all.filter((field) => field.value !== "");
    for (const field of given) {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    return given.length;
  }, value);
  expect(filled, `${fields} of ${path}`).toBeGreaterThan(0);
  await main.getByRole("button", { name: save }).first().click();
  await expect(main.locator(".error-summary")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  const refused = await main.locator("[aria-invalid=true]").all();
  expect(refused.length, `${fields} of ${path}`).toBeGreaterThan(0);
  for (const field of refused) {
    if (await field.isVisible()) continue;
    const id = await field.getAttribute("id");
    const message = (await main.locator(`[id="${id}-error"]`).textContent())!.trim();
    await expect.soft(main.locator(".settings-refused > summary", { hasText: message }).first(), `${id} of ${path}`).toBeVisible();
    await main.locator(`.error-summary a[href="#${id}"]`).first().click();
    await expect.soft(field, `${id} of ${path}`).toBeVisible();
  }
  // With scripting, what was typed would come back on the next page.
  await page.evaluate(() => localStorage.clear());
  await isShort(page, `${path} with ${value || "nothing"} in ${fields}`);
}

/** Each fold of a page is opened, with those in it. */
async function foldsAreShort(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const folds = page.locator(".settings-fold");
  const all = await folds.count();
  expect(all, path).toBeGreaterThan(0);
  for (let nth = 0; nth < all; nth++) {
    await folds.nth(nth).evaluate((fold) => [fold, ...fold.querySelectorAll("details")].forEach((each) => each.setAttribute("open", "")));
    await isShort(page, `${path} with its fold ${nth + 1} open`);
  }
  await expect(page.locator(".settings-fold[open]")).toHaveCount(1);
}

/** On a screen in the organizers' room the columns of the board begin high, with the lists behind a line; on a phone the lists are in view. */
async function columnsBeginHigh(page: Page, board: string): Promise<void> {
  const lists = page.getByRole("heading", { name: "Check list" });
  const line = page.getByText(/^(\d+ things? needs? your attention\. )?(Nothing is|\d+ points? (is|are)) left on the check list\.$/);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(board);
  const top = await page.evaluate(() => {
    const of = (which: string) => document.querySelector(which)!.getBoundingClientRect().top;
    return of(".board-columns") - of(".site-bar");
  });
  expect.soft(top, "where the columns of the board begin at 1920 px").toBeLessThanOrEqual(420);
  await expect(lists).toBeHidden();
  await line.click();
  await expect(lists).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(board);
  await expect(lists).toBeVisible();
  await expect(line).toBeHidden();
}

for (const [when, windows] of [
  ["before judging", { submissions: [-48, -2], judging: [2, 6], judged: 0, placed: false }],
  ["while judges review", { submissions: [-48, -4], judging: [-3, 2], judged: 0.55, placed: true }],
  ["when the results are decided", { submissions: [-48, -12], judging: [-10, -1], judged: 0.93, placed: true }],
] as const) {
  test(`no page of an organizer with 60 projects and 15 judges is longer than ${LONGEST} px ${when} @scripting`, async ({ page, api, staff, signIn }) => {
    const slug = unique("large");
    await importEvent(staff, slug, largeEvent(slug, windows));
    await signIn("organizer");
    const manage = `/events/${slug}/manage`;
    if (windows.judging[1] < 0) {
      await page.goto(`${manage}/calibration`);
      await page.getByRole("button", { name: "Run the calibration" }).click();
      await expect(page.getByRole("heading", { name: "Ranking of run 1" })).toBeVisible();
    }
    // One page of each kind, found by the links of those before it; a page with a part of it open is a kind of its own.
    const kind = (path: string) => path.replace(/\/\d+(-\d+)?(?=\/|\?|$)/g, "/one").replace(/=[^&]*/g, "");
    const found = new Map([manage, `${manage}/settings/criteria?questions=`].map((path): [string, string] => [kind(path), path]));
    for (const path of found.values()) {
      if (NO_PAGE.test(path.replace(/\?.*/, ""))) continue;
      await page.setViewportSize({ width: 1280, height: 800 });
      expect.soft((await page.goto(path))?.status(), path).toBe(200);
      await isShort(page, path);
      const heading = await headingOf(page);
      if (heading !== null) expect.soft(heading, `the heading of ${path} on a phone`).toBeLessThanOrEqual(HEADING);
      const links = await page.evaluate(
        (open) => {
          const all = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].map((link) => new URL(link.href));
          return all.map((link) => (open.some((part) => link.searchParams.has(part)) ? link.pathname + link.search : link.pathname));
        },
        OPEN,
      );
      for (const link of links.filter((link) => link.startsWith(`${manage}/`))) if (!found.has(kind(link))) found.set(kind(link), link);
    }
    expect(found.size).toBeGreaterThan(25);
    const decided = windows.judging[1] < 0;
    if (!decided) await columnsBeginHigh(page, manage);
    if (when === "before judging") {
      const rubric = `${manage}/settings/criteria`;
      await refusalIsShort(page, rubric, "[name^=criteria_][name$=_name]", "", "Save rubric");
      await page.setViewportSize({ width: 1280, height: 800 });
      const ends = ["min", "max"].map((end) => page.locator(`[name=criteria_0_${end}_value]`).boundingBox());
      const [lowest, highest] = await Promise.all(ends);
      expect.soft(lowest?.y, "what was not refused stays side by side").toBe(highest?.y);
      await refusalIsShort(page, rubric, "[name^=criteria_]:is([name$=_name], [name$=_weight], [name$=_value])", "", "Save rubric");
      await refusalIsShort(page, rubric, "[name^=tracks_][name$=_name]", "", "Save rubric");
      await refusalIsShort(page, `${rubric}?questions=`, ":is([name=questions_4_label], [name=questions_9_label])", "", "Save rubric");
      await refusalIsShort(page, `${rubric}?questions=`, "[name^=questions_][name$=_label]", "", "Save rubric");
      const names = "[name^=criteria_][name$=_name], [name^=tracks_][name$=_name], [name^=questions_][name$=_label]";
      await refusalIsShort(page, `${rubric}?questions=`, `:is(${names})`, "", "Save rubric");
      await refusalIsShort(page, `${rubric}?questions=`, `:is(${names}, [name^=criteria_]:is([name$=_weight], [name$=_value]))`, "", "Save rubric");
      await refusalIsShort(page, `${manage}/prizes`, ":is([name=prizes_0_winners], [name=prizes_2_winners], [name=prizes_5_winners])", "0", "Save prizes");
      await refusalIsShort(page, `${manage}/prizes`, "[name^=prizes_]:is([name$=_name], [name$=_winners])", "", "Save prizes");
      await foldsAreShort(page, `${manage}/settings`);
      await refusalIsShort(page, `${manage}/settings`, "[name=max_team_size], [name=reviews_per_project], [name=visit_minutes]", "0", "Save settings");
    }
    const organizer = await api("organizer");
    const panel = (await (await organizer.get(`/api/events/${slug}/prizes`)).json()).find((prize: { rule: string }) => prize.rule === "panel");
    if (decided) {
      const [first] = await (await organizer.get(`/api/events/${slug}/projects`)).json();
      const withdrawn = await organizer.post(`/api/events/${slug}/projects/${first.id}/withdraw`, { data: { reason: "Nobody came to show it." } });
      expect(withdrawn.status(), await withdrawn.text()).toBe(200);
    }
    await statesAreShort(page, manage, `${manage}/prizes/${panel.id}`, decided);
    // A judge declares conflicts before judging, among as many projects.
    if (windows.judging[0] < 0) return;
    await signIn("judge1");
    const own = `/events/${slug}/judge/conflicts`;
    await page.goto(own);
    await expect(page.locator("summary", { hasText: /^Show all \d+ projects$/ })).toBeVisible();
    await isShort(page, own);
  });
}

test(`the board of a slow hall where judges call for help is not longer than ${LONGEST} px @scripting`, async ({ page, api, staff, signIn }) => {
  const slug = unique("slow");
  await importEvent(staff, slug, largeEvent(slug, { submissions: [-48, -4], judging: [-0.6, 3.4], judged: 0.03 }));
  for (const who of ["judge1", "judge2"] as const) {
    const judge = await api(who);
    const tasks: { id: number; event: string }[] = await (await judge.get("/api/judge/assignments")).json();
    const { id } = tasks.find(({ event }) => event === slug)!;
    const data = { said: "The team argues about the rules, and wants to speak with an organizer.", assignment: id };
    const called = await judge.post(`/api/events/${slug}/calls`, { data });
    expect(called.ok(), await called.text()).toBe(true);
  }
  await signIn("organizer");
  const manage = `/events/${slug}/manage`;
  await page.goto(`${manage}/calibration`);
  await page.getByRole("button", { name: "Run the calibration" }).click();
  await expect(page.getByRole("heading", { name: "Ranking of run 1" })).toBeVisible();
  await page.goto(manage);
  for (const name of [/^2 judges call for help$/, /^Projects that need something \(\d+\)$/, /^Judges who need something \(\d+\)$/]) {
    await expect(page.getByRole("heading", { name })).toBeVisible();
  }
  await isShort(page, manage);
  // What asks for no act is a press away on a phone, and in view elsewhere.
  const parts = [["Show the hall", "Hall"], ["Show reviews over time, and how sure the prizes are", "How sure the prizes are"]].map(
    ([summary, heading]) => [page.getByText(summary, { exact: true }), page.locator("#main h2").getByText(heading, { exact: true })] as const,
  );
  for (const [summary, heading] of parts) {
    await expect(heading).toBeHidden();
    await summary.click();
    await expect(heading).toBeVisible();
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(manage);
  for (const [summary, heading] of parts) {
    await expect(heading).toBeVisible();
    await expect(summary).toBeHidden();
  }
});

for (const [what, windows] of [
  ["before the plan", { submissions: [-48, -2], judging: [2, 6], judged: 0, placed: false, planned: false }],
  ["with long names", { submissions: [-48, -4], judging: [-3, 2], judged: 0.55, long: true }],
] as const) {
  test(`neither the board nor who reviews what is longer than ${LONGEST} px ${what} @scripting`, async ({ page, staff, signIn }) => {
    const slug = unique("large");
    await importEvent(staff, slug, largeEvent(slug, windows));
    await signIn("organizer");
    for (const path of ["", "/assignments", "/assignments?q=a", "/floor", "/floor?q=a", "/projects?q=a"]) await opensShort(page, `/events/${slug}/manage${path}`);
  });
}

for (const judged of [1, 0.93, 0.6]) {
  test(`no page that decides about projects with long names is longer than ${LONGEST} px where ${judged * 100} % of reviews are in @scripting`, async ({ page, api, staff, signIn }) => {
    const slug = unique("large");
    await importEvent(staff, slug, largeEvent(slug, { submissions: [-48, -12], judging: [-10, -1], judged, long: true }));
    await signIn("organizer");
    const manage = `/events/${slug}/manage`;
    await page.goto(`${manage}/calibration`);
    await page.getByRole("button", { name: "Run the calibration" }).click();
    await expect(page.getByRole("heading", { name: "Ranking of run 1" })).toBeVisible();
    const prizes: { id: number }[] = await (await (await api("organizer")).get(`/api/events/${slug}/prizes`)).json();
    const pages = ["", "/calibration", "/calibration/publish", "/deliberation", ...prizes.map(({ id }) => `/prizes/${id}`)];
    for (const path of pages) await opensShort(page, manage + path);
  });
}
