// The review page on a desk with a keyboard, and how much of it fits a phone.
import type { Page } from "@playwright/test";
import { stopClock } from "../support/clock";
import { awake } from "../support/pages.mjs";
import { open, openReview, stored } from "../support/review";
import { expect, test } from "../support/test";

const score = (page: Page, criterion: string, value: number) =>
  page.getByRole("group", { name: criterion }).getByRole("radio", { name: String(value), exact: true });

test("the project is beside its scales on a desk and stays in view, and folds away on a phone", async ({ page, slug, signIn, accessible }) => {
  await signIn("judge1");
  await page.setViewportSize({ width: 1280, height: 500 });
  await open(page, slug, `Lantern 2 of ${slug}`);
  const text = page.getByRole("region", { name: "About the project" });
  await expect(text.getByText("How lantern 2 came to be.")).toBeVisible();
  const [about, scale] = [await text.boundingBox(), await page.locator(".scale").first().boundingBox()];
  expect(about!.x + about!.width).toBeLessThan(scale!.x);
  await accessible();
  await page.locator(".review-comment").scrollIntoViewIfNeeded();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  // All scales have one width, however many values they have.
  const widths = await page.locator(".scale").evaluateAll((scales) => scales.map((scale) => Math.round(scale.getBoundingClientRect().width)));
  expect(new Set(widths).size).toBe(1);
  const last = await page.locator(".scale label:last-child").evaluateAll((labels) => labels.map((label) => Math.round(label.getBoundingClientRect().right)));
  expect(Math.max(...last) - Math.min(...last)).toBeLessThanOrEqual(1);

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(text).toBeHidden();
  await page.getByText("About", { exact: true }).click();
  await expect(text.getByText("How lantern 2 came to be.")).toBeVisible();
});

test("digits choose scores while a scale has the focus, and nowhere else @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await openReview(page, slug, `Lantern 2 of ${slug}`);
  await expect(page.getByText("In a scale: a digit chooses the score")).toBeVisible();
  // Nothing has the focus: a digit does nothing.
  await page.keyboard.press("4");
  await expect(page.locator(".scale :checked")).toHaveCount(0);

  await score(page, "Quality", 1).focus();
  await page.keyboard.press("4");
  await expect(score(page, "Quality", 4)).toBeChecked();
  await expect(score(page, "Quality", 4)).toBeFocused();
  await expect(page.getByText("1 of 3 scored")).toBeVisible();
  // No such score, and a shortcut of the browser.
  await page.keyboard.press("8");
  await page.keyboard.press("Control+2");
  await expect(score(page, "Quality", 4)).toBeChecked();
  // Tab leads to the next scale. What was there comes back.
  await page.keyboard.press("Tab");
  await page.keyboard.press("7");
  await expect(score(page, "Impact", 7)).toBeChecked();
  await page.keyboard.press("3");
  await expect(score(page, "Impact", 3)).toBeChecked();
  await page.keyboard.press("Backspace");
  await expect(score(page, "Impact", 7)).toBeChecked();
  await score(page, "Quality", 4).focus();
  await page.keyboard.press("Backspace");
  await expect(page.getByText("1 of 3 scored")).toBeVisible();
  await expect(score(page, "Quality", 4)).not.toBeChecked();
  // Fields to type in keep their digits.
  await page.getByRole("spinbutton", { name: "Polish" }).fill("");
  await page.getByRole("spinbutton", { name: "Polish" }).pressSequentially("42");
  await page.getByLabel(/^Comment/).pressSequentially("5 of 5");
  await expect(page.getByRole("spinbutton", { name: "Polish" })).toHaveValue("42");
  await expect(page.getByLabel(/^Comment/)).toHaveValue("5 of 5");
  await expect(score(page, "Quality", 4)).not.toBeChecked();
});

test("two digits within a second are one score where the scale has it @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await page.clock.install();
  await openReview(page, slug, `Lantern 2 of ${slug}`);
  // From here on time passes only where the test says so.
  await stopClock(page);
  await expect(page.getByText("two within a second one above 9")).toBeVisible();
  const impact = (value: number) => expect(score(page, "Impact", value)).toBeChecked();
  const type = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await score(page, "Impact", 0).focus();
  await type("3");
  await page.clock.runFor(1_001);
  // The first digit is taken at once.
  await type("1");
  await impact(1);
  await type("0");
  await impact(10);
  await expect(score(page, "Impact", 10)).toBeFocused();
  // Both digits are one score, so one Backspace takes it back.
  await type("Backspace");
  await impact(3);
  // Later than a second, a digit is a score of its own.
  await type("1");
  await page.clock.runFor(1_001);
  await type("0");
  await impact(0);
  // So it is where the scale has no such score, after another key, and in another scale.
  await type("1", "1");
  await impact(1);
  await page.clock.runFor(1_001);
  await type("1", "ArrowLeft", "ArrowRight", "0");
  await impact(0);
  await score(page, "Quality", 1).focus();
  await type("1");
  await score(page, "Impact", 0).focus();
  await type("0");
  await impact(0);
  await score(page, "Quality", 1).focus();
  await type("1", "0");
  await expect(score(page, "Quality", 1)).toBeChecked();
});

test("a round by keyboard takes at most 12 keys a review @scripting", async ({ page, slug, api, signIn }) => {
  await signIn("judge1");
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  // Opened from the list, a page keeps the focus at its start, from which four keys lead to its first scale.
  await expect(page.locator("#scoring :focus")).toHaveCount(0);
  for (const [key, link] of [["Tab", "Skip to the page"], ["Enter"], ["Tab", "Skip to the scores"], ["Enter"]]) {
    await page.keyboard.press(key!);
    if (link) await expect(page.getByRole("link", { name: link })).toBeFocused();
  }
  await expect(score(page, "Quality", 1)).toBeFocused();
  // The button of the list that says so leads there by itself.
  await page.goto("/judge");
  const event = page.locator("section").filter({ has: page.getByRole("heading", { name: `Lanterns ${slug}` }) });
  await event.getByRole("link", { name: /^Start with / }).click();
  await awake(page);
  await expect(score(page, "Quality", 1)).toBeFocused();
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  await page.getByRole("link", { name: "Next project" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(`Lantern 0 of ${slug}`);
  await awake(page);
  await expect(score(page, "Quality", 1)).toBeFocused();
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  /** On to a field of the form. */
  const reach = async (selector: string) => {
    while (!(await page.locator(`${selector}:focus`).count()) && keys < 20) await press("Tab");
  };
  await press("4");
  await reach("[name=score_impact]");
  await press("7");
  await reach("[name=score_polish]");
  for (const digit of "80") await press(digit);
  await press("Enter");
  await expect(page.getByText("Review submitted.")).toBeVisible();
  expect(keys).toBeLessThanOrEqual(12);
  expect(await stored(await api("judge1"), slug, title)).toMatchObject({ status: "done", scores: { quality: 4, impact: 7, polish: 80 } });
  // And the next one is ready for its first digit.
  await awake(page);
  await expect(score(page, "Quality", 1)).toBeFocused();
});

test("after submitting, the main button leads to the next project, and to an update once something changed", async ({ page, slug, api, signIn, scripting, accessible }) => {
  await signIn("judge1");
  await openReview(page, slug, `Lantern 0 of ${slug}`, scripting);
  await score(page, "Quality", 4).check({ force: true });
  await score(page, "Impact", 7).check({ force: true });
  await page.getByRole("spinbutton", { name: "Polish" }).fill("80");
  await page.getByRole("button", { name: "Submit review" }).click();
  // It leads on by itself. Whoever goes back finds the way on again.
  await expect(page.getByText("Review submitted.")).toBeVisible();
  await page.getByRole("link", { name: `Lantern 0 of ${slug}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Lantern 0 of ${slug}`);
  const next = page.getByRole("link", { name: /^Next: / });
  const update = page.getByRole("button", { name: "Update review" });
  await expect(next).toHaveClass(/\bmain\b/);
  await expect(update).not.toHaveClass(/\bmain\b/);
  await accessible();
  if (scripting) {
    await awake(page);
    await score(page, "Quality", 5).check({ force: true });
    await expect(next).toBeHidden();
    await expect(update).toHaveClass(/\bmain\b/);
    await score(page, "Quality", 4).check({ force: true });
    await expect(next).toBeVisible();
  }
  const title = (await next.innerText()).replace("Next: ", "");
  await next.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  expect((await stored(await api("judge1"), slug, `Lantern 0 of ${slug}`))?.status).toBe("done");
});

test("four criteria and the bar fit a phone with the demo's strip", async ({ page, signIn, api }) => {
  const tasks = await (await (await api("judge1")).get("/api/judge/assignments")).json();
  const waiting = tasks.find((task: { event: string; status: string }) => task.event === "demo-judging" && task.status === "pending");
  await signIn("judge1");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/judge/assignments/${waiting.id}`);
  await expect(page.locator(".demo-banner")).toBeInViewport();
  const criteria = page.locator(".review-criterion");
  await expect(criteria).toHaveCount(4);
  const bar = (await page.locator(".review-tally").boundingBox())!;
  expect(bar.y + bar.height).toBeLessThanOrEqual(740);
  for (const scale of await page.locator(".review-criterion .scale").all()) {
    const box = (await scale.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
  }
});
