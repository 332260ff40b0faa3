import { CRITERIA, total } from "../support/event";
import { awake } from "../support/pages.mjs";
import { comment, open, openReview, tap } from "../support/review";
import { expect, test } from "../support/test";
import { weight } from "../support/weight";

/** A moment of today as a browser in Vienna shows it. */
const LOCAL = /^\s*\d\d:\d\d\s\S+\s\(\d\d:\d\d\sUTC\)$/;

// A phone, held in one hand.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test("a judge scores a project on a phone, saves, submits and updates", async ({ page, slug, api, signIn, scripting, accessible }) => {
  const judge = await api("judge1");
  const stored = async () => {
    const list = await (await judge.get(`/api/judge/scores?event=${slug}`)).json();
    return list.find((review: { project_title: string }) => review.project_title === `Lantern 2 of ${slug}`);
  };
  const shown = page.getByLabel("Weighted total");
  const words = (scores: Record<string, number>) => total(scores).toFixed(2);

  await signIn("judge1");
  await openReview(page, slug, `Lantern 2 of ${slug}`, scripting);
  // Without scripting a countdown would not move.
  await expect(page.getByText("0 of 3 scored")).toBeVisible({ visible: scripting });
  await expect(shown).toHaveText("–");
  expect(await stored()).toBeUndefined();

  // With scripting the total changes with each tap. Without scripting the server shows it after a save.
  await tap(page, "Quality", 4);
  if (scripting) await expect(shown).toHaveText(words({ quality: 4 }));
  await tap(page, "Impact", 7);
  if (scripting) await expect(shown).toHaveText(words({ quality: 4, impact: 7 }));
  await comment(page).fill("It <i>shines</i> & lasts.");
  if (scripting) {
    await expect(page.getByText("2 of 3 scored")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: /^Draft saved$/ })).toBeVisible();
    await expect(page.locator("#saved-at")).toHaveText(LOCAL);
  }
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved.")).toBeVisible();
  expect(await stored()).toMatchObject({ status: "pending", submitted_at: null, scores: { quality: 4, impact: 7 }, comment: "It <i>shines</i> & lasts." });
  await expect(shown).toHaveText((await stored()).weighted_total.toFixed(2));
  await expect(comment(page)).toHaveValue("It <i>shines</i> & lasts.");

  if (scripting) await awake(page);
  await page.getByRole("spinbutton", { name: "Polish" }).fill("80");
  if (scripting) await expect(shown).toHaveText(words({ quality: 4, impact: 7, polish: 80 }));
  await page.getByRole("button", { name: "Submit review" }).click();
  // It leads on to another project by itself.
  await expect(page.getByText("Review submitted.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(`Lantern 2 of ${slug}`);
  await accessible();
  await page.getByRole("link", { name: `Lantern 2 of ${slug}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Lantern 2 of ${slug}`);
  await expect(page.getByRole("status").filter({ hasText: /^Submitted$/ })).toBeVisible();
  await expect(page.locator("#saved-at")).toHaveText(scripting ? LOCAL : /^\s*\d\d:\d\d UTC$/);
  expect(await stored()).toMatchObject({ status: "done", scores: { quality: 4, impact: 7, polish: 80 } });
  expect((await stored()).weighted_total).toBeCloseTo(total({ quality: 4, impact: 7, polish: 80 }), 6);
  await expect(shown).toHaveText((await stored()).weighted_total.toFixed(2));
  await accessible();

  // An update stays submitted.
  if (scripting) await awake(page);
  await tap(page, "Quality", 5);
  await page.getByRole("button", { name: "Update review" }).click();
  await expect.poll(async () => (await stored()).scores).toEqual({ quality: 5, impact: 7, polish: 80 });
  expect((await stored()).status).toBe("done");
  await expect(page.getByText("Review submitted.")).toBeVisible();
  await expect(shown).toHaveText((await stored()).weighted_total.toFixed(2));

  await page.goto("/judge");
  // What is submitted stands in the list of what was seen.
  const row = page.locator(".judge-seen").getByRole("listitem").filter({ hasText: `Lantern 2 of ${slug}` });
  await expect(row).toContainText((await stored()).weighted_total.toFixed(2));
});

test("what is missing or out of range is refused at its field, and nothing typed is lost", async ({ page, slug, api, signIn, scripting, accessible }) => {
  await signIn("judge1");
  await openReview(page, slug, `Lantern 0 of ${slug}`, scripting);
  await tap(page, "Quality", 3);
  await page.getByRole("spinbutton", { name: "Polish" }).fill("140");
  await comment(page).fill("Bright, too bright.");
  const [refused] = await Promise.all([
    page.waitForResponse((response) => response.request().isNavigationRequest() && response.request().method() === "POST"),
    page.getByRole("button", { name: "Submit review" }).click(),
  ]);
  expect(refused.status()).toBe(422);
  await expect(page).toHaveTitle(/^Error: /);
  const summary = page.getByRole("alert");
  await expect(summary.getByRole("link")).toHaveText(["Impact has no score yet", "Polish must be between 0 and 100"]);
  await expect(page.getByRole("group", { name: "Impact" }).getByText("Impact has no score yet")).toBeVisible();
  await expect(page.getByRole("group", { name: "Polish" }).getByText("Polish must be between 0 and 100")).toBeVisible();
  await expect(page.getByRole("radio", { name: "3", exact: true }).first()).toBeChecked();
  await expect(page.getByRole("spinbutton", { name: "Polish" })).toHaveValue("140");
  await expect(comment(page)).toHaveValue("Bright, too bright.");
  await accessible();
  await summary.getByRole("link", { name: "Impact has no score yet" }).click();
  await expect(page.locator("#score_impact")).toBeFocused();
  // Nothing of it is submitted.
  const list = await (await (await api("judge1")).get(`/api/judge/scores?event=${slug}`)).json();
  expect(list.filter((review: { submitted_at: string | null }) => review.submitted_at !== null)).toEqual([]);

  if (scripting) await awake(page);
  await tap(page, "Impact", 10);
  await page.getByRole("spinbutton", { name: "Polish" }).fill("100");
  if (scripting) {
    // The message disappears as soon as its reason does.
    await expect(page.getByRole("group", { name: "Polish" }).getByText("Polish must be between 0 and 100")).toBeHidden();
  }
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(page.getByText("Review submitted.")).toBeVisible();
  await page.getByRole("link", { name: `Lantern 0 of ${slug}` }).click();
  await expect(page.getByLabel("Weighted total")).toHaveText(total({ quality: 3, impact: 10, polish: 100 }).toFixed(2));
});

test("a judge steps aside, and the project is closed to them", async ({ page, slug, signIn, accessible }) => {
  await signIn("judge1");
  await open(page, slug, `Lantern 2 of ${slug}`);
  const here = new URL(page.url()).pathname;
  await page.getByText("Step aside from this project").click();
  await page.getByLabel("Reason").fill("My sister is on the team.");
  await page.getByRole("button", { name: "Step aside", exact: true }).click();
  await expect(page).toHaveURL(/\/judge\?aside=\d+$/);
  await expect(page.getByRole("main")).toContainText(`You stepped aside from “Lantern 2 of ${slug}”.`);
  await expect(page.getByRole("listitem").filter({ hasText: `Lantern 2 of ${slug}` }).locator(".pill")).toHaveText("stepped aside");
  await page.goto(here);
  await expect(page.getByText("You stepped aside from this project.")).toContainText("My sister is on the team.");
  await expect(page.getByRole("button", { name: "Submit review" })).toHaveCount(0);
  await accessible();
});

test("one thumb reaches every value: no target is smaller than it should be @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  const targets = page.locator(".scale label, .stepper input, .review-actions button");
  expect(await targets.count()).toBe(5 + 11 + 1 + 2);
  for (const target of await targets.all()) {
    const box = await target.boundingBox();
    expect(box!.height, await target.innerText()).toBeGreaterThanOrEqual(44);
    expect(box!.width, await target.innerText()).toBeGreaterThanOrEqual(44);
  }
  // The bar with the total and the one action is in view from the start.
  await expect(page.getByRole("button", { name: "Submit review" })).toBeInViewport();
  await expect(page.getByLabel("Weighted total")).toBeInViewport();
  expect(CRITERIA).toHaveLength(3);
});

test("the review page weighs at most 80 kB, and its fonts 25 kB @scripting @weight", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await open(page, slug, `Lantern 0 of ${slug}`);
  // A new visit without the browser's cache. The list page before it does not count.
  await page.route("**/*", (route) => route.continue());
  const loaded = new Map<string, string>();
  page.on("response", (response) => loaded.set(response.url(), response.request().resourceType()));
  await page.reload();
  await awake(page);
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  let [bytes, fonts] = [0, 0];
  for (const [url, type] of loaded) {
    const weighs = await weight(url, cookie);
    // A font that comes late waits for the next page: it holds up nothing.
    if (type === "font") fonts += weighs;
    else bytes += weighs;
  }
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThanOrEqual(80_000);
  expect(fonts).toBeGreaterThan(10_000);
  expect(fonts).toBeLessThanOrEqual(25_000);
});

test("the judge's list has the review form fetched @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  const module = page.waitForResponse((response) => response.url().includes("/pkg/evenhand.wasm"));
  await page.goto("/judge");
  const answer = await module;
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toBe("application/wasm");
});
