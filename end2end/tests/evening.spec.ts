// Two evenings: an organizer on a new installation, from the first account to printed signs, and the judging of an event up to
// its ceremony.
import type { Page } from "@playwright/test";
import { unique } from "../support/event";
import { INVITED, JUDGES, makeHall, PROJECTS as HALL, scores } from "../support/hall";
import { awake } from "../support/pages.mjs";
import { comment, kept, openReview, standing, stored, tap } from "../support/review";
import { type Portal, startPortal } from "../support/server";
import { expect, type Person, test as plain } from "../support/test";

/** Each test has an installation of its own, without the demo. */
const test = plain.extend<{ portal: Portal }>({
  portal: async ({}, use) => {
    const portal = await startPortal({ EVENHAND_DEMO: "off", EVENHAND_LIMITS: "off" });
    await use(portal);
    await portal.stop();
  },
  baseURL: async ({ portal }, use) => use(portal.url),
});

const PROJECTS = ["Kite", "Oar", "Lamp", "Bell", "Drum", "Sled"];
const HEAD = "Project Title,Table Number,Submission Url,Project Status,About The Project,Opt-In Prizes,Built With,Submitter First Name,Submitter Last Name,Submitter Email";

// On a phone. `desk.spec.ts` goes the same way at a desk, without scripting.
test("a new organizer sets up an event by the evening @scripting", async ({ page, portal, visitor, accessible }) => {
  const resize = (width: number) => page.setViewportSize({ width, height: 800 });
  await resize(360);
  // What `looks.spec.ts` does not open is looked at in a desk's width, too.
  const looked = async () => {
    await accessible();
    await resize(1280);
    await accessible();
    await resize(360);
  };
  const main = page.getByRole("main");
  const press = (name: string | RegExp) => page.getByRole("button", { name }).click();

  // The first account, and the first event.
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up this portal");
  await page.getByLabel("Setup code").fill(portal.setupCode ?? "");
  await page.getByLabel("E-mail").fill("ada@evening.example");
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Password").fill("a long evening indeed");
  await looked();
  await press("Create the first account");
  await expect(page).toHaveURL("/events/new");
  await page.getByLabel("Name", { exact: true }).fill("Harbour Hack");
  await press("Create the event");
  const manage = "/events/harbour-hack/manage";
  await page.goto(manage);
  await looked();

  // Tracks, criteria and terms.
  await page.goto(`${manage}/settings/criteria?tracks=`);
  const tracks = page.getByRole("region", { name: "Tracks" }).getByLabel("Name", { exact: true });
  await tracks.first().fill("Sea");
  await press("Add a track");
  await expect(tracks.last()).toBeFocused();
  await expect(tracks.first()).toHaveValue("Sea");
  await page.getByLabel("Name", { exact: false }).first().fill("Quality");
  await page.getByRole("button", { name: "Save rubric" }).first().click();
  await page.goto(`${manage}/settings`);
  await page.getByLabel("Reviews per project").fill("2");
  await press("Save settings");

  // Until it is open, the event is its organizer's alone.
  const stranger = await visitor();
  expect((await stranger.goto("/events/harbour-hack"))?.status()).toBe(404);
  await page.goto(manage);
  await press("Open the event");
  await expect(main).toContainText("The event is open.");
  expect((await stranger.goto("/events/harbour-hack"))?.status()).toBe(200);

  // Judges, from a pasted list.
  await page.goto(`${manage}/people?invite=#invite`);
  await page.getByLabel("Invite as").selectOption("judge");
  await page.getByRole("textbox", { name: "People" }).fill("Nora Novak <nora@evening.example>\nned@evening.example\n\"Oak, Olga\" <olga@evening.example>");
  await press("Check the list");
  await expect(main).toContainText("3 lines would be invited");
  await press("Invite 3 people");
  await looked();
  const judges: Page[] = [];
  for (const name of ["Nora Novak", "ned@evening.example", "Olga Oak"]) {
    await page.goto(`${manage}/people/invitations`);
    await page.getByRole("link", { name }).click();
    await press("Create a link to copy");
    const link = await page.locator("code.copy-text").innerText();
    const judge = await visitor();
    await judge.goto(link);
    const typed = judge.getByLabel("Your name");
    if (!(await typed.inputValue())) await typed.fill("Ned");
    await judge.getByRole("button", { name: "Accept the invitation" }).click();
    await expect(judge).toHaveURL("/judge");
    judges.push(judge);
  }

  // Projects, from another portal's report.
  const row = (name: string, n: number) =>
    `${name},T${n + 1},https://devpost.com/software/${name},Submitted (Gallery/Visible),About ${name}.,,rust,${name},Team,${name}@evening.example`;
  await page.goto(`${manage}/from-file?what=projects`);
  const csv = [HEAD, ...PROJECTS.map(row)].join("\n");
  await page.getByLabel("File", { exact: true }).setInputFiles({ name: "report.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await press("Preview the import");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Preview of the import");
  await looked();
  await press("Import 6 projects");
  await expect(page.getByText("6 projects added, 0 projects changed")).toBeVisible();

  // Who judges what.
  await page.goto(`${manage}/assignments/plan`);
  await press("Write 12 assignments");
  await expect(main).toContainText("12");
  await looked();

  // The floor, and what is printed.
  await page.goto(`${manage}/floor?plan=1`);
  await page.getByRole("textbox", { name: "Places", exact: true }).fill("Hall: A1-A6");
  await page.getByLabel("Projects that have a place keep it").uncheck();
  await press("Show the plan");
  await press("Save 6 places");
  await expect(page.getByRole("row", { name: /Bell/ })).toContainText("Hall, A1");
  await page.goto(`${manage}/floor/print?sheets=signs`);
  await expect(page.locator(".paper-sign")).toHaveCount(6);

  // A judge opens the first project.
  await judges[0].goto("/judge");
  await judges[0].getByRole("main").getByRole("link", { name: new RegExp(PROJECTS.join("|")) }).first().click();
  await judges[0].getByRole("radio", { name: "4", exact: true }).first().check({ force: true });
  await judges[0].getByRole("button", { name: "Submit review" }).click();
  await expect(judges[0].getByRole("main")).toContainText(/submitted/i);

  // What is still missing is said on the board.
  await page.goto(manage);
  await looked();
});

const ABSENT = HALL.at(-1) ?? "";

/** The projects on a judge's list in this event. */
async function listed(page: Page, slug: string): Promise<string[]> {
  await page.goto("/judge");
  const event = page.locator("section").filter({ has: page.getByRole("heading", { name: `Lanterns ${slug}` }) });
  const titles = await event.getByRole("listitem").getByRole("link", { name: slug }).allInnerTexts();
  return titles.flatMap((title) => HALL.filter((project) => title.includes(`${project} of`)));
}

/** Opens the review of a project, whose title goes on with the event's slug. */
async function opened(page: Page, slug: string, project: string): Promise<void> {
  await openReview(page, slug, `${project} of ${slug}`);
}

async function typeScores(page: Page, title: string, judge: number): Promise<void> {
  const given = scores(title, judge);
  await tap(page, "Quality", given.quality);
  await tap(page, "Impact", given.impact);
  await page.getByRole("spinbutton", { name: "Polish" }).fill(String(given.polish));
}

async function review(page: Page, slug: string, project: string, judge: number): Promise<void> {
  await opened(page, slug, project);
  await typeScores(page, project, judge);
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(page.getByText("Review submitted.")).toBeVisible();
}

async function findAbsent(page: Page, slug: string): Promise<void> {
  await opened(page, slug, ABSENT);
  await page.getByRole("button", { name: "Absent" }).click();
  await expect(page.getByText("Marked “absent”.")).toBeVisible();
}

const judging = plain.extend<{ phone: (person?: Person) => Promise<Page> }>({
  /** A visitor with a phone of their own. */
  phone: async ({ browser, quiet, signIn }, use) => {
    const opened: Page[] = [];
    await use(async (person) => {
      const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
      quiet(context);
      const page = await context.newPage();
      opened.push(page);
      if (person) await signIn(person, page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
});

judging("an evening of judging, from the opening to the ceremony @scripting", async ({ page, visitor, phone, staff, api, signIn, accessible }) => {
  const slug = unique("hall");
  const manage = `/events/${slug}/manage`;
  const titled = (project: string) => `${project} of ${slug}`;
  const main = page.getByRole("main");
  const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 16);
  const judges: Page[] = [];
  await makeHall(staff, slug);
  await signIn("organizer");

  await judging.step("two judges are there, and three accept their invitations", async () => {
    judges.push(await phone("judge1"), await phone("judge2"));
    await page.goto(`${manage}/people?invite=#invite`);
    await page.getByLabel("Invite as").selectOption("judge");
    await page.getByRole("textbox", { name: "People" }).fill(INVITED.map((name) => `${name} <${name.toLowerCase()}@${slug}.example>`).join("\n"));
    await press("Check the list");
    await press("Invite 3 people");
    for (const name of INVITED) {
      await page.goto(`${manage}/people/invitations`);
      await page.getByRole("link", { name }).click();
      await press("Create a link to copy");
      const judge = await phone();
      await judge.goto(new URL(await page.locator("code.copy-text").innerText()).pathname);
      await judge.getByRole("button", { name: "Accept the invitation" }).click();
      await expect(judge).toHaveURL("/judge");
      judges.push(judge);
    }
  });

  await judging.step("the organizer adds a prize by rank and one whose panel are two judges", async () => {
    for (const [name, rule] of [["Best of show", "rank"], ["Most repairable", "panel"]]) {
      await page.goto(`${manage}/prizes`);
      await page.getByLabel("Name", { exact: true }).last().fill(name);
      await page.getByLabel("How the winners are found").last().selectOption(rule);
      await press("Save prizes");
    }
    await page.getByRole("link", { name: "Most repairable" }).click();
    for (const name of [JUDGES[0], "Juno"]) await page.getByRole("checkbox", { name }).check();
    await press("Save panel");
  });

  await judging.step("nine more assignments are written, and judging opens", async () => {
    await page.goto(`${manage}/assignments/plan`);
    await press("Write 9 assignments");
    await page.goto(`${manage}/settings`);
    const hours = page.getByRole("group", { name: "Judging", exact: true });
    await hours.getByLabel("Opens").fill(minutesAgo(30));
    await press("Save settings");
    await page.getByLabel("I have read this, and want the change.").check();
    await press("Save settings");
    await expect(page.getByText("What this change does")).toBeHidden();
  });

  await page.goto(manage);
  const finished = page.locator("#board-now");
  await expect(finished).toContainText("0 of 15 planned reviews finished");
  await accessible();

  await judging.step("five judges review side by side, and the network of one is dead for a while", async () => {
    const round = async (judge: number) => {
      for (const project of await listed(judges[judge], slug)) {
        if (project === ABSENT) await findAbsent(judges[judge], slug);
        else await review(judges[judge], slug, project, judge);
      }
    };
    const roundWithoutNetwork = async () => {
      const [amber, context] = [judges[1], judges[1].context()];
      const beacon = await context.newPage();
      const [first, second] = HALL;
      // The planner dealt the rest, so a third project may be this judge's too.
      const others = (await listed(amber, slug)).filter((project) => ![first, second, ABSENT].includes(project));
      await opened(amber, slug, first);
      await opened(beacon, slug, second);
      await context.setOffline(true);
      for (const [tab, project] of [[amber, first], [beacon, second]] as const) {
        await typeScores(tab, project, 1);
        await comment(tab).fill(`Written without a network: ${project}`);
        await tab.getByRole("button", { name: "Submit review" }).click();
        await expect(standing(tab)).toHaveText("Not submitted yet. Kept on this device. Sent when the network is back.");
      }
      await context.setOffline(false);
      for (const [tab, project] of [[amber, first], [beacon, second]] as const) {
        await expect(tab.getByText("Review submitted.")).toBeVisible();
        const saved = { status: "done", scores: scores(project, 1), comment: `Written without a network: ${project}` };
        expect(await stored(await api("judge2"), slug, titled(project))).toMatchObject(saved);
      }
      await expect.poll(() => kept(amber)).toEqual([]);
      await beacon.close();
      for (const project of others) await review(amber, slug, project, 1);
      await findAbsent(amber, slug);
    };
    await Promise.all([round(0), roundWithoutNetwork(), round(2), round(3), round(4)]);
  });

  const missed = page.locator("#board-projects").getByRole("listitem").filter({ hasText: titled(ABSENT) });
  await judging.step("the open board says whom three judges did not find, and the organizer writes to that team", async () => {
    await expect(finished).toContainText("12 of 15 planned reviews finished");
    await expect(page.getByRole("heading", { name: "Projects that need something (1)" })).toBeVisible();
    await expect(missed).toContainText("0 of 3 reviews finished. 3 judges visited it and could not judge it.");
    await accessible();
    await missed.getByRole("link", { name: "Write to the team" }).click();
    await expect(page.getByLabel("To", { exact: true }).locator("option:checked")).toHaveText(`The team “${ABSENT} crew”`);
    await page.getByLabel("Notice", { exact: true }).fill("Three judges were at A5. Please come back to your table.");
    await page.getByLabel("Urgent").check();
    await accessible();
    await press("Post the notice");
    await expect(main).toContainText("0 of 1 person acknowledged it");
  });

  await judging.step("the team comes back, and two judges find it now", async () => {
    const team = await phone("participant");
    await team.goto(`/events/${slug}`);
    await expect(team.getByText("Three judges were at A5. Please come back to your table.")).toBeVisible();
    await accessible(team);
    await team.getByRole("button", { name: "Acknowledge" }).click();
    await expect(team.getByText("Three judges were at A5.")).toBeHidden();
    await page.reload();
    await expect(main).toContainText("1 of 1 person acknowledged it");
    await Promise.all([0, 1].map((judge) => review(judges[judge], slug, ABSENT, judge)));
  });

  await judging.step("from the board the organizer opens a review and sets it aside", async () => {
    await page.goto(manage);
    await expect(finished).toContainText("14 of 15 planned reviews finished");
    await page.getByText("Show all 5 projects").click();
    const row = page.getByRole("row", { name: titled("Amber") });
    await expect(row).toContainText("3 of 3");
    await row.getByRole("link", { name: titled("Amber") }).click();
    await page.getByRole("link", { name: `Open review ${JUDGES[0]}` }).click();
    await page.getByLabel("Reason").fill("The judge scored another project by mistake.");
    await accessible();
    await press("Set the review aside");
    await expect(main).toContainText("counts nowhere");
    await judges[0].goto("/judge");
    await expect(judges[0].getByRole("listitem").filter({ hasText: titled("Amber") })).toContainText("set aside");
    await accessible(judges[0]);
  });

  await judging.step("judging closes, and the panel puts projects in order", async () => {
    await page.goto(`${manage}/settings`);
    await page.getByRole("group", { name: "Judging", exact: true }).getByLabel("Closes").fill(minutesAgo(1));
    await press("Save settings");
    await page.getByLabel("I have read this, and want the change.").check();
    await press("Save settings");
    for (const judge of [judges[0], judges[2]]) {
      await judge.goto("/judge");
      const event = judge.locator("section").filter({ has: judge.getByRole("heading", { name: `Lanterns ${slug}` }) });
      await expect(event).toContainText("Judging closed");
      await event.getByRole("link", { name: "Most repairable" }).click();
      const candle = judge.getByRole("group", { name: `${titled("Candle")}, Candle crew` });
      for (const place of ["1st", "2nd"]) await candle.getByRole("radio", { name: place }).check();
      await expect(judge.getByText(`“${titled("Candle")}” has more than one place`)).toBeVisible();
      await expect(candle.getByRole("radio", { name: "1st" })).toBeChecked();
      for (const [project, place] of [["Candle", "1st"], ["Beacon", "2nd"]]) {
        const row = judge.getByRole("group", { name: `${titled(project)}, ${project} crew` });
        await row.getByRole("radio", { name: place }).check();
      }
      await judge.getByRole("button", { name: "Save my order" }).click();
      await expect(judge.getByText("Your order is saved")).toBeVisible();
      await accessible(judge);
    }
  });

  await judging.step("the calibration runs, and the organizer confirms the winners of both prizes", async () => {
    await page.goto(`${manage}/calibration`);
    await press("Run the calibration");
    await expect(page.getByRole("heading", { name: "Judges in run 1" })).toBeVisible();
    for (const [prize, winner] of [["Most repairable", "Candle"], ["Best of show", "Amber"]]) {
      await page.goto(`${manage}/prizes`);
      await page.getByRole("link", { name: prize }).click();
      await expect(page.getByRole("row", { name: titled(winner) })).toContainText("Wins");
      await accessible();
      await press("Confirm winners");
      await expect(page.getByText(`Confirmed: ${titled(winner)}`)).toBeVisible();
    }
  });

  await judging.step("the check list says what is missing", async () => {
    await page.goto(`${manage}/calibration/publish`);
    const before = page.getByRole("region", { name: "What to check first" });
    await expect(before).toContainText("Judging is closed.");
    await expect(before).toContainText(/1 of \d+ assigned reviews is missing\./);
    await expect(before).toContainText("All panels are finished.");
    await expect(before).toContainText("Every prize has its winners.");
    await accessible();
  });

  await judging.step("the ceremony reveals prize after prize by keys, and nobody else reads them", async () => {
    await page.goto(`${manage}/ceremony`);
    await page.getByLabel("Turn of Most repairable").fill("1");
    await page.getByLabel("Turn of Best of show").fill("2");
    await press("Save ceremony");
    await expect(page.getByText("The ceremony is saved")).toBeVisible();
    await accessible();
    await page.getByRole("link", { name: "Open on the projector" }).click();
    const shown = page.locator(".ceremony-step:visible");
    await expect(shown).toContainText("And the winners are");
    // From here on it needs nothing: its script is loaded.
    await page.waitForLoadState("load");
    await page.context().setOffline(true);
    for (const text of ["Most repairable", titled("Candle"), "Best of show", titled("Amber")]) {
      await page.keyboard.press("PageDown");
      await expect(shown).toContainText(text);
    }
    await page.context().setOffline(false);
    const anybody = await visitor();
    expect((await anybody.goto(`/events/${slug}/results`))?.status()).toBe(404);
    await anybody.goto(`/events/${slug}/prizes`);
    await expect(anybody.getByRole("main")).toContainText("Most repairable");
    await expect(anybody.getByRole("main")).not.toContainText(titled("Candle"));
    await page.keyboard.press("End");
    await page.keyboard.press("Escape");
  });

  await judging.step("the results are published with the prizes, and the verifier accepts what was signed", async () => {
    await page.getByRole("link", { name: "Publish the results" }).click();
    await press("Publish run 1");
    await expect(page.getByText("Published. Run 1 is public now.")).toBeVisible();
    const winners = page.getByRole("region", { name: "Winners" });
    await expect(winners).toContainText(titled("Candle"));
    await accessible();
    const organizer = await api("organizer");
    const read = async (path: string) => (await organizer.get(`/api/events/${slug}/${path}`)).text();
    const won = ({ name, winners }: { name: string; winners: { title: string }[] }) => [name, ...winners.map(({ title }) => title)];
    const wanted = [["Best of show", titled("Amber")], ["Most repairable", titled("Candle")]];
    expect(JSON.parse(await read("results")).prizes.map(won).sort()).toEqual(wanted);
    const [signed, bundle, audit] = [await read("results/signed"), await read("export/bundle.json"), await read("export/audit.csv")];
    expect(signed).toContain("Most repairable");
    await page.goto("/verify");
    await awake(page);
    const file = (name: string, text: string) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
    await page.locator("#files").setInputFiles([file("results.json", signed), file("bundle.json", bundle), file(`${slug}-audit.csv`, audit)]);
    await expect(page.locator("#answer-title")).toHaveText("All 3 files hold.");
    const team = await phone("participant");
    await team.goto(`/events/${slug}/results`);
    await expect(team.getByRole("region", { name: "Winners" })).toContainText(titled("Candle"));
    await accessible(team);
  });
});
