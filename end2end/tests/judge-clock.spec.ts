// The judge's clock: it counts by the server's time, warns, and ends in a closed form.
import type { Page } from "@playwright/test";
import { closeJudging } from "../support/database";
import { makeEvent, unique } from "../support/event";
import { awake } from "../support/pages.mjs";
import { comment, open, openReview, standing } from "../support/review";
import { expect, test } from "../support/test";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, refused: [409] });

const MINUTE = 60_000;

/** Judging closes so many minutes from now: long enough for the slowest machine to open a page meanwhile. */
const CLOSES = 54;
const JUDGING: [number, number] = [-24, CLOSES / 60];

/** The device's clock from here on, in minutes from now. Nothing else changes, and a page loaded later starts fresh. */
const ahead = (page: Page, minutes: number) => page.clock.setSystemTime(Date.now() + minutes * MINUTE);

test("the clock counts, warns at ten and at two minutes, and ends in a closed form @scripting", async ({ page, staff, signIn, accessible }) => {
  const slug = unique("clock");
  const made = Date.now();
  /** Stops the page's clock so many minutes before the close. */
  const before = (minutes: number) => page.clock.pauseAt(made + (CLOSES - minutes) * MINUTE);
  await makeEvent(staff, slug, { judging: JUDGING });
  await signIn("judge1");
  await page.clock.install();
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  const left = page.locator(".review-steps .review-steps-left");
  const warning = page.locator(".review-closing");
  await before(14.5);
  await expect(left).toHaveText(/^14\smin \d+\ss left$/);
  await expect(warning).toBeEmpty();
  await before(9.5);
  await expect(left).toHaveText(/^9\smin \d+\ss left$/);
  await expect(warning).toHaveText("Judging closes in under 10 minutes.");
  await page.clock.resume();
  await accessible();
  await before(1.5);
  await expect(left).toHaveText(/^1\smin \d+\ss left$/);
  await expect(warning).toHaveText("Judging closes in under 2 minutes.");
  await page.route("**/review", (route) => route.abort());
  await comment(page).fill("Half a thought");
  await page.clock.runFor(2_000);
  await expect(standing(page)).toHaveText("Kept on this device. Sent when the network is back.");
  closeJudging(slug);
  await before(-1.5);
  await expect(left).toHaveText("Judging has closed");
  await expect(page.getByRole("alert")).toHaveText("Judging has closed. Your text is still here to copy. It was not sent.");
  await expect(comment(page)).not.toBeEditable();
  await expect(page.getByRole("button", { name: "Submit review" })).toBeHidden();
  await expect(warning).toBeHidden();
});

test("when the close is moved, the clock starts again and the form stays open @scripting", async ({ page, staff, signIn }) => {
  const slug = unique("moved");
  await makeEvent(staff, slug, { judging: JUDGING });
  await signIn("judge1");
  await page.clock.install();
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  await page.evaluate(() => document.documentElement.removeAttribute("data-awake"));
  // For the server no time has passed: to the page this looks like a close that was moved.
  await ahead(page, CLOSES + 2);
  await awake(page);
  await expect(page.locator(".review-steps .review-steps-left")).toHaveText(/^[45]\d\smin \d+\ss left$/);
  await expect(comment(page)).toBeEditable();
});

test("without scripting the page shows the closing time and no countdown that would go stale @no-scripting", async ({ page, staff, signIn }) => {
  const slug = unique("static");
  await makeEvent(staff, slug, { judging: [-24, 48] });
  await signIn("judge1");
  await open(page, slug, `Lantern 0 of ${slug}`);
  await expect(page.locator(".review-steps .review-steps-left")).toHaveText(/^closes \d+ \w+(?: \d{4})?, \d\d:\d\d UTC$/);
  await page.goto("/judge");
  const event = page.locator("section").filter({ has: page.getByRole("heading", { name: `Lanterns ${slug}` }) });
  await expect(event.locator("[data-over]")).toHaveText(/^Judging closes \d+ \w+ \d{4}, \d\d:\d\d UTC\.$/);
});

test("the list and the event count too, and end in a sentence @scripting", async ({ page, staff, signIn }) => {
  const slug = unique("listed");
  await makeEvent(staff, slug, { judging: JUDGING });
  await signIn("judge1");
  await page.clock.install();
  await page.goto("/judge");
  const event = page.locator("section").filter({ has: page.getByRole("heading", { name: `Lanterns ${slug}` }) });
  const closes = event.locator("[data-over]");
  await expect(closes).toHaveText(/^Judging closes .*, in [45]\d\smin \d+\ss\.$/);
  await ahead(page, CLOSES + 2);
  await expect(closes).toHaveText("Judging has closed.");
  await page.goto(`/events/${slug}`);
  const until = page.locator(".event-now-until");
  await expect(until).toContainText(/in [45]\d\smin \d+\ss/);
  await ahead(page, 2 * (CLOSES + 2));
  await expect(until).toContainText("now (load this page again)");
});
