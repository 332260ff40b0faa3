// The ranking as its readers use it.
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
  await expect(page.getByText("No project or team is called like this.")).toBeVisible();
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
