import { stopClock } from "../support/clock";
import { sql } from "../support/database";
import { makeEvent, unique } from "../support/event";
import { submit } from "../support/review";
import { expect, test } from "../support/test";

const NARROW = { width: 360, height: 740 };

// A judge's round: a team is away, a note for oneself, what was seen, the first three, and what the team is told.
test("a judge marks a visit, keeps a note and names what they liked, and the team sees that it was missed @scripting", async ({
  page,
  visitor,
  staff,
  signIn,
  accessible,
}) => {
  const slug = unique("visits");
  await makeEvent(staff, slug, { settings: { visit_minutes: 6, first_three: true } });
  await page.setViewportSize(NARROW);
  await signIn("judge1");
  await page.goto("/judge");
  const event = page.locator("section").filter({ has: page.getByRole("heading", { name: `Lanterns ${slug}` }) }).first();
  const rows = event.getByRole("listitem");
  const first = rows.first();
  await expect(first).toContainText("Lantern 0 of");
  await accessible();
  await first.getByRole("button", { name: "Absent" }).click();
  await expect(page).toHaveURL("/judge");
  await expect(rows.last()).toContainText("Lantern 0 of");
  await expect(rows.last()).toContainText("absent");

  await rows.last().getByRole("link").click();
  await expect(page.getByText("Marked “absent”")).toBeVisible();
  await page.getByText("Private note").click();
  await page.getByLabel("Note for yourself").fill("Come back before eight");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
  await expect(page.getByLabel("Note for yourself")).toHaveValue("Come back before eight");
  await accessible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  const team = await visitor("participant");
  await team.setViewportSize(NARROW);
  const project = await page.getByRole("heading", { level: 1 }).getByRole("link").getAttribute("href");
  await team.goto(project ?? "");
  const visits = team.getByRole("region", { name: "Judges at your project" });
  await expect(visits).toContainText("2 judges have come, and 1 is still to come.");
  await expect(visits).toContainText("A judge came and found nobody");
  await accessible(team);

  // The judge comes again, and the mark is gone.
  await submit(page);
  await team.reload();
  await expect(visits).toContainText("You may leave your place");
  await expect(visits).not.toContainText("found nobody");

  await page.goto("/judge");
  await expect(event.locator(".judge-seen")).toContainText("Come back before eight");
  await page.goto(`/events/${slug}/judge/first-three`);
  await page.getByLabel("Best").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Save my first three" }).click();
  await expect(page.getByText("Your first three are saved")).toBeVisible();
  await accessible();
});

test("the timer starts with a tap and goes on after a save @scripting", async ({ page, staff, signIn }) => {
  const slug = unique("timer");
  await makeEvent(staff, slug, { settings: { visit_minutes: 6 } });
  await page.clock.install();
  await signIn("judge1");
  await page.goto("/judge");
  await page.getByRole("link", { name: `Lantern 0 of ${slug}`, exact: true }).click();
  const timer = page.getByRole("timer");
  await expect(timer).toHaveText("6:00");
  await stopClock(page);
  await page.clock.runFor(5_000);
  await expect(timer).toHaveText("6:00");
  await page.getByRole("button", { name: "Start" }).click();
  await page.clock.runFor(61_000);
  await expect(timer).toHaveText("4:59");
  await page.reload();
  await expect(timer).toHaveText("4:59");
  await page.clock.runFor(300_000);
  await expect(timer).toHaveText("over by 0:01");
  await page.getByText("Timer", { exact: true }).click();
  await expect(timer).toBeHidden();
});

test("without scripting there is no timer @no-scripting", async ({ page, staff, signIn }) => {
  const slug = unique("still");
  await makeEvent(staff, slug, { settings: { visit_minutes: 6 } });
  await signIn("judge1");
  await page.goto("/judge");
  await page.getByRole("link", { name: `Lantern 0 of ${slug}`, exact: true }).click();
  await expect(page.getByRole("button", { name: "Absent" })).toBeVisible();
  await expect(page.getByRole("timer")).toBeHidden();
});

test("a mark without a network is kept and sent with its time @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await page.goto("/judge");
  await page.getByRole("link", { name: `Lantern 0 of ${slug}`, exact: true }).click();
  // A mark needs its script, which is there once the page has loaded.
  await page.waitForURL(/\/judge\/assignments\/\d+$/);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Busy" }).click();
  await expect(page.getByText("No network. “Busy” is kept on this device and sent later.")).toBeVisible();
  const kept = () => Object.keys(localStorage).filter((key) => /^evenhand-kept-\d+-mark-/.test(key));
  expect(await page.evaluate(kept)).toHaveLength(1);
  const sent = page.waitForResponse((answer) => answer.url().endsWith("/visit"));
  await page.context().setOffline(false);
  await sent;
  // The mark is forgotten once its answer has been read, which leaving the page would cut short.
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => /^evenhand-kept-\d+-mark-/.test(key)));
  await page.goto("/judge");
  await expect(page.getByRole("listitem").filter({ hasText: `Lantern 0 of ${slug}` })).toContainText("busy");
});

test("what a judge opens before they submit is counted for the project, also through a reload @scripting", async ({ page, staff, signIn }) => {
  const slug = unique("looked");
  await makeEvent(staff, slug, { settings: { counts_looks: true, blind: true } });
  await signIn("judge1");
  await page.goto("/judge");
  await page.getByRole("link", { name: `Lantern 0 of ${slug}`, exact: true }).click();
  await expect(page.getByText("Team hidden until you submit")).toBeVisible();
  await expect(page.getByText("This device counts which of these you open")).toBeVisible();
  await page.getByRole("group", { name: /^Quality/ }).getByRole("radio", { name: "4", exact: true }).check();
  await expect(page.getByText("Draft saved")).toBeVisible();
  // The link leads to another site, where no test goes.
  await page.evaluate(() => addEventListener("click", (event) => event.preventDefault(), true));
  await page.locator("[data-look=repo_url]").click();
  await page.reload();
  await submit(page);
  // Fails where something else is counted.
  sql(`do $$ begin assert exists (select from project_look l join event e on e.id = l.event_id
    where e.slug = '${slug}' and (l.repository, l.demo, l.video, l.judges) = (1, 0, 0, 1)); end $$`);
  // One judge's number is nobody's to read.
  const projects = await (await staff.get(`/api/events/${slug}/projects`)).json();
  const project = await (await staff.get(`/api/projects/${projects[0].id}`)).json();
  expect(project.looks).toBeUndefined();
});
