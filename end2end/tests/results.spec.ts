// The ranking as its readers use it.
import type { Locator } from "@playwright/test";
import { importEvent, unique } from "../support/event";
import { largeEvent } from "../support/large.mjs";
import { sheets } from "../support/sheets";
import { expect, test } from "../support/test";
import { weight } from "../support/weight";

const RESULTS = "/events/demo-published/results";

test("a row says why the project has its rank, and names no judge @plain", async ({ page, api, accessible }) => {
  const results = await (await (await api()).get(`/api${RESULTS}`)).json();
  const moved = results.projects.find((entry: { rank: number; raw_rank: number; strictness: unknown }) => entry.rank !== entry.raw_rank && entry.strictness);
  expect(["stricter", "average", "more_generous"]).toContain(moved.strictness);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(RESULTS);
    const row = page.locator(`#project-${moved.project}`);
    const story = row.locator("+ .ranking-story");
    await expect(story).toBeHidden();
    await row.getByText("Why", { exact: true }).click();
    await expect(story).toBeVisible();
    await expect(story).toContainText(`By its plain mean of ${moved.raw_mean.toFixed(3)} it would have rank ${moved.raw_rank}`);
    await expect(story).toContainText(`Its ${moved.reviews} judges together are `);
    await expect(story).not.toContainText("@");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await accessible();
  }
});

test("results begin with the winners, and on a phone the ranking is within the second screen @plain", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(RESULTS);
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  const [winners, row] = [await top(page.getByRole("region", { name: "Winners" })), await top(page.locator(".ranking tbody tr").first())];
  expect(winners).toBeLessThan(740);
  expect(winners).toBeLessThan(row);
  expect(row).toBeLessThan(2 * 740);
  const sure = page.getByText(/ judges gave \d+ reviews to /);
  await expect(sure).toBeHidden();
  await page.getByText("How sure is this?").click();
  await expect(sure).toBeVisible();
  await expect(page.locator(".ranking-range")).toHaveCount(0);
  await page.getByRole("link", { name: "Show plain means and ranges of ranks" }).click();
  await expect(page).toHaveURL(/\?columns=all#ranking$/);
  await expect(page.locator(".ranking-range").first()).toBeVisible();
});

test("six provisional winners leave the ranking on the second screen of a phone @no-scripting", async ({ page, staff, api, signIn }) => {
  const slug = unique("owing");
  await importEvent(staff, slug, largeEvent(slug, { submissions: [-48, -12], judging: [-10, -1], judged: 0.93 }));
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage/calibration`);
  await page.getByRole("button", { name: "Run the calibration" }).click();
  await expect(page.getByRole("heading", { name: "Ranking of run 1" })).toBeVisible();

  // Each prize has one winner; where the rule says another one, and where people decide, with a reason.
  const organizer = await api("organizer");
  const read = async (path: string) => (await organizer.get(`/api/events/${slug}${path}`)).json();
  const ranked: { project: number }[] = (await read("/results")).projects;
  const tracks = new Map<number, number>((await read("/projects")).map(({ id, track }: { id: number; track: number }) => [id, track]));
  const best = [...new Set(tracks.values())].sort((one, other) => one - other).map((track) => ranked.find(({ project }) => tracks.get(project) === track)!.project);
  const winners = [ranked[0].project, ...best, ranked[0].project, ranked[1].project];
  const csrfmiddlewaretoken = (await page.context().cookies()).find(({ name }) => name === "csrftoken")!.value;
  for (const [nth, { id }] of (await read("/prizes")).entries()) {
    const reason = nth > 0 && nth < 4 ? "" : "It is the one that people in the city will use tomorrow.";
    const form = { csrfmiddlewaretoken, version: "1", winner: String(winners[nth]), reason };
    const awarded = await page.request.post(`/events/${slug}/manage/prizes/${id}/award`, { form, maxRedirects: 0 });
    expect(awarded.status(), await awarded.text()).toBe(303);
  }
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const owed = ["Public code", "Everybody may take part", "The demo can be tried"];
  const published = await organizer.post(`/api/events/${slug}/results`, { data: { run: 1, consent: true, until, owed } });
  expect(published.status(), await published.text()).toBe(200);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/events/${slug}/results`);
  await expect(page.locator(".winners dl > div")).toHaveCount(6);
  expect((await page.locator(".ranking tbody tr").first().boundingBox())!.y).toBeLessThan(2 * 740);
  await expect(page.getByText("The demo can be tried")).toBeHidden();
  await page.getByText("What winners owe").click();
  await expect(page.getByText("The demo can be tried")).toBeVisible();
  // Where there is room, nothing is folded.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/events/${slug}/results`);
  await expect(page.getByText("The demo can be tried")).toBeVisible();
  await expect(page.getByText("It is the one that people in the city").first()).toBeVisible();
});

test("no word of a name breaks in the ranking @plain", async ({ page }) => {
  await page.setViewportSize({ width: 840, height: 800 });
  await page.goto(`${RESULTS}?columns=all`);
  const broken = await page.locator(".ranking-who a").evaluateAll((links) =>
    links.flatMap((link) => {
      const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode() as Text;
      return [...text.data.matchAll(/\S+/g)].filter((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
      });
    }).map((word) => word[0]),
  );
  expect(broken).toEqual([]);
});

test("a reader finds a project by words, by its rank, and their own by a link @plain", async ({ page, api, signIn }) => {
  const { projects } = await (await (await api()).get(`/api${RESULTS}`)).json();
  await signIn("participant");
  await page.goto(RESULTS);
  const own = page.getByRole("region", { name: /^Your project/ }).getByRole("link").first();
  const title = await own.innerText();
  await own.click();
  await expect(page.locator("tr.ranking-own").filter({ hasText: title })).toBeInViewport();
  const find = page.getByLabel("Find a project, a team or a rank");
  await find.fill("17");
  await page.getByRole("button", { name: "Find" }).click();
  const wanted = projects.findLast(({ rank }: { rank: number }) => rank <= 17);
  await expect(page).toHaveURL(new RegExp(`/results#project-${wanted.project}$`));
  await expect(page.locator(`#project-${wanted.project}`)).toBeInViewport();
  await find.fill(wanted.title);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.locator(".ranking tbody tr[id]").filter({ hasText: wanted.title })).toHaveCount(1);
  await find.fill("no such project anywhere");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("No project or team has this name.")).toBeVisible();
});

test("results of a whole event weigh at most 24 kB without fonts and pictures @scripting", async ({ page }) => {
  const loaded = new Map<string, string>();
  page.on("response", (response) => loaded.set(response.url(), response.request().resourceType()));
  await page.goto(RESULTS, { waitUntil: "load" });
  expect(await page.locator(".ranking tbody tr[id]").count()).toBeGreaterThanOrEqual(20);
  let bytes = 0;
  for (const [url, type] of loaded) if (!["font", "image"].includes(type)) bytes += await weight(url);
  expect(bytes).toBeGreaterThan(8_000);
  expect(bytes).toBeLessThanOrEqual(24_000);
});

test("results of a whole event print on one sheet @scripting", async ({ page }) => {
  await page.goto(RESULTS);
  expect(await page.locator(".ranking tbody tr[id]").count()).toBeGreaterThanOrEqual(20);
  expect(sheets(await page.pdf({ format: "A4" }))).toBe(1);
});
