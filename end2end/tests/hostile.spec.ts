import type { Page } from "@playwright/test";
import { makeEvent, unique } from "../support/event";
import { awake } from "../support/pages.mjs";
import { expect, test } from "../support/test";

// With scripting alone: without it nothing of this could run, and the pages are the same.

// A refused save of the project form, which then asks the page for the errors.
test.use({ refused: [400] });

/** Breaks out of every place where text can be, then runs. The fixture `quiet` fails the test at the first dialog. */
const EVIL = `"></textarea></title><script>alert(1)</script><img src=x onerror=alert(2)>`;

/** The typed text is shown as text and made no element. */
async function harmless(page: Page, shows = EVIL): Promise<void> {
  await page.waitForLoadState();
  expect(await page.locator("script:not([src])").count(), `scripts on ${page.url()}`).toBe(0);
  expect(await page.locator('img:not([src^="/pictures/"]), iframe, object, embed').count(), `elements on ${page.url()}`).toBe(0);
  const text = await page.locator("body").innerText();
  const typed = await page.locator("input, textarea").evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  const folded = (words: string) => words.toLowerCase().replace(/\s+/g, " ");
  expect(folded([text, ...typed].join("\n")), page.url()).toContain(folded(shows));
}

test("what teams and organizers typed shows as text on every page @scripting", async ({ page, visitor, staff, api, signIn }) => {
  const slug = unique("evil");
  await makeEvent(staff, slug, { typed: EVIL });
  const [first] = await (await (await api()).get(`/api/events/${slug}/projects`)).json();
  expect(first.title).toContain(EVIL);

  const anyone = await visitor();
  for (const path of ["/", `/events/${slug}`, `/events/${slug}/projects`, `/projects/${first.id}`]) {
    await anyone.goto(path);
    await harmless(anyone);
  }
  // What comes back out of an address.
  await anyone.goto(`/events/${slug}/projects?q=${encodeURIComponent(EVIL)}&tag=${encodeURIComponent(EVIL)}`);
  await harmless(anyone);
  await anyone.goto(`/login?next=${encodeURIComponent(`/${EVIL}`)}`);
  await harmless(anyone, `/${EVIL}`);
  await anyone.locator("#email").fill(EVIL);
  await anyone.locator("#password").fill(EVIL);
  await anyone.locator("form:has(#password)").getByRole("button", { name: "Sign in" }).click();
  await expect(anyone).toHaveTitle(/^Error: /);
  await harmless(anyone);

  await signIn("organizer");
  await page.goto(`/events/${slug}/manage/calibration`);
  await page.getByRole("button", { name: "Run the calibration" }).click();
  await expect(page.getByRole("heading", { name: "Judges in run 1" })).toBeVisible();
  await harmless(page);
  for (const path of ["manage", "manage/exports", "results", "results/how", `certificate/judge?judge=third@${slug}.example`]) {
    await page.goto(`/events/${slug}/${path}`);
    await harmless(page);
  }
});

test("what a participant types into a refused form comes back as text @scripting", async ({ page, staff, api, signIn }) => {
  const slug = unique("evilform");
  await makeEvent(staff, slug, { typed: EVIL, submissions: [-24, 24], judging: [24, 48] });
  const mine = (await (await (await api("participant")).get(`/api/events/${slug}/projects`)).json())[0];
  await signIn("participant");
  for (const path of [`/events/${slug}/submit`, `/events/${slug}/certificate/participant`, `/projects/${mine.id}`, "/me"]) {
    await page.goto(path);
    await harmless(page);
  }
  await page.goto(`/projects/${mine.id}/edit`);
  await harmless(page);
  for (const field of ["title", "tagline", "summary", "description", "repo_url", "demo_url", "tags"]) {
    await page.locator(`#${field}`).fill(EVIL);
  }
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await harmless(page);
  await expect(page.locator("#description")).toHaveValue(EVIL);

  await page.goto("/me/tokens");
  await page.locator("#name").fill(EVIL.repeat(2));
  await page.getByRole("button", { name: "Create a token" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await harmless(page);
  await page.locator("#name").fill(EVIL);
  await page.getByRole("button", { name: "Create a token" }).click();
  await harmless(page);
  await page.getByRole("row").filter({ hasText: EVIL }).getByRole("button", { name: "Revoke" }).click();
});

test("what a judge types shows as text, to the judge and in a refused form @scripting", async ({ page, staff, signIn, api }) => {
  const slug = unique("eviljudge");
  await makeEvent(staff, slug, { typed: EVIL });
  await signIn("judge1");
  await page.goto("/judge");
  await harmless(page);
  const tasks = await (await (await api("judge1")).get("/api/judge/assignments")).json();
  const task = tasks.find((each: { event: string }) => each.event === slug);
  await page.goto(`/judge/assignments/${task.id}`);
  await awake(page);
  await harmless(page);
  await page.locator("#comment").fill(EVIL);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved.")).toBeVisible();
  await awake(page);
  await expect(page.locator("#comment")).toHaveValue(EVIL);
  await harmless(page);

  // Refused, with markup in the one field that takes any text.
  await page.locator("#comment").fill(`${EVIL} once more`);
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await awake(page);
  await expect(page.locator("#comment")).toHaveValue(`${EVIL} once more`);
  await harmless(page, `${EVIL} once more`);

  await page.getByText("Step aside from this project").click();
  await page.locator("#reason").fill(EVIL);
  await page.getByRole("button", { name: "Step aside", exact: true }).click();
  await page.goto(`/judge/assignments/${task.id}`);
  await harmless(page);
});

/** Lists of an organizer that name projects or people in cells which share a line on a phone. */
const LISTS = ["projects?all=1", "people", "assignments", "floor"];

test("an endless word makes no page wider than the screen @scripting", async ({ page, visitor, staff, api, signIn }) => {
  const slug = unique("long");
  await makeEvent(staff, slug, { typed: "W".repeat(80) });
  const [first, second] = await (await (await api()).get(`/api/events/${slug}/projects`)).json();
  const tasks = await (await (await api("judge1")).get("/api/judge/assignments")).json();
  const task = tasks.find((each: { event: string }) => each.event === slug);
  const judge = await visitor("judge1");
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage/calibration`);
  await page.getByRole("button", { name: "Run the calibration" }).click();
  const places: [Page, string[]][] = [
    [page, ["/", ...["", "/projects", "/manage", "/manage/calibration", "/manage/exports", "/results", "/results/how"].map((path) => `/events/${slug}${path}`), `/projects/${first.id}`, ...LISTS.map((path) => `/events/${slug}/manage/${path}`), `/events/${slug}/manage/deliberation?projects=${first.id},${second.id}`]],
    [judge, ["/", "/judge", `/judge/assignments/${task.id}`, "/me"]],
  ];
  for (const [browser, paths] of places) {
    await browser.setViewportSize({ width: 320, height: 640 });
    for (const path of paths) {
      await browser.goto(path);
      const width = await browser.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(width, path).toBeLessThanOrEqual(320);
      // A table that is blocks on a phone does not scroll in its frame either.
      const scrolled = await browser.evaluate(() => [...document.querySelectorAll(".table-stacks")].filter((table) => table.scrollWidth > table.clientWidth).map((table) => table.getAttribute("aria-label")));
      expect.soft(scrolled, path).toEqual([]);
    }
  }
});
