// One review in several tabs of one browser, which share what the browser keeps: no tab loses text typed in another.
import type { Page } from "@playwright/test";
import { awake } from "../support/pages.mjs";
import { comment, kept, open, openReview, standing, stored } from "../support/review";
import { expect, test } from "../support/test";

test.use({ refused: [412] });

const SAVED = /^Draft saved$/;
const WAITING = "Kept on this device. Sent when the network is back.";
const FULL = { quality: 3, impact: 5, polish: 50 };

/** Another tab of the same browser, on the same review. */
async function secondTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await awake(other);
  return other;
}

test("text that waits in one tab survives an update from another tab @scripting", async ({ page, slug, api, signIn, accessible }) => {
  const [judge, lantern] = [await api("judge1"), `Lantern 0 of ${slug}`];
  await signIn("judge1");
  await open(page, slug, lantern);
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await judge.post(`/api/judge/assignments/${id}/review`, { data: { scores: FULL, comment: "First", submit: true } });
  await page.reload();
  await awake(page);
  const other = await secondTab(page);
  await comment(page).fill("Typed in tab A");
  await expect(standing(page)).toHaveText("Changed since you submitted: press Update review. Kept on this device.");
  await comment(other).fill("Typed in tab B");
  await other.getByRole("button", { name: "Update review" }).click();
  await expect(other.getByText("Review submitted.")).toBeVisible();
  expect(await stored(judge, slug, lantern)).toMatchObject({ comment: "Typed in tab B" });
  // A phone discards the tab, so its code no longer runs.
  const third = await page.context().newPage();
  const url = page.url();
  await page.close({ runBeforeUnload: false });
  await third.goto(url);
  await awake(third);
  await expect(comment(third)).toHaveValue("Typed in tab B");
  await expect(third.locator("#kept")).toContainText("There are two versions of this review");
  await expect(third.locator("#kept blockquote")).toHaveText("Typed in tab A");
  await accessible(third);
  await third.getByRole("button", { name: "Use what I typed here" }).click();
  await expect(comment(third)).toHaveValue("Typed in tab A");
  await expect(comment(third)).toBeFocused();
  await third.getByRole("button", { name: "Update review" }).click();
  await expect(third.getByText("Review submitted.")).toBeVisible();
  expect(await stored(judge, slug, lantern)).toMatchObject({ status: "done", comment: "Typed in tab A" });
  await expect.poll(() => kept(third)).toEqual([]);
});

test("two tabs wait for the network, and the second one keeps its text @scripting", async ({ page, slug, api, signIn }) => {
  const [judge, lantern] = [await api("judge1"), `Lantern 2 of ${slug}`];
  await signIn("judge1");
  await openReview(page, slug, lantern);
  const other = await secondTab(page);
  await page.context().setOffline(true);
  await comment(page).fill("Typed in tab A");
  await expect(standing(page)).toHaveText(WAITING);
  await comment(other).fill("Typed in tab B");
  await expect(standing(other)).toHaveText(WAITING);
  // What one tab writes reaches the other tab's process a moment later.
  await expect.poll(() => kept(page)).toHaveLength(2);
  await page.context().setOffline(false);
  const ends = async () => [await standing(page).textContent(), await standing(other).textContent()].filter((t) => SAVED.test(t ?? "")).length;
  await expect.poll(ends).toBe(1);
  const first = SAVED.test((await standing(page).textContent()) ?? "");
  const [winner, loser, text] = first ? [page, other, "Typed in tab B"] : [other, page, "Typed in tab A"];
  await expect(loser.getByRole("alert")).toContainText("Nothing was written over.");
  await loser.getByRole("link", { name: "Look and choose" }).click();
  await awake(loser);
  await expect(loser.locator("#kept blockquote")).toHaveText(text);
  await expect(comment(loser)).toHaveValue(await comment(winner).inputValue());
  await loser.getByRole("button", { name: "Use what I typed here" }).click();
  await expect(standing(loser)).toHaveText(SAVED);
  expect(await stored(judge, slug, lantern)).toMatchObject({ comment: text });
  await expect.poll(() => kept(loser)).toEqual([]);
});

test("a refused tab keeps its text while the other tab types and saves @scripting", async ({ page, slug, api, signIn }) => {
  const [judge, lantern] = [await api("judge1"), `Lantern 4 of ${slug}`];
  await signIn("judge1");
  await openReview(page, slug, lantern);
  const other = await secondTab(page);
  await expect(page.getByText("This review is open in another tab.")).toBeVisible();
  await expect(other.getByText("This review is open in another tab.")).toBeVisible();
  await comment(page).fill("One");
  await expect(standing(page)).toHaveText(SAVED);
  await comment(other).fill("Tab two text");
  await expect(other.getByRole("alert")).toContainText("Nothing was written over.");
  await comment(page).fill("One, and more");
  await expect.poll(async () => (await stored(judge, slug, lantern))?.comment).toBe("One, and more");
  await expect(standing(page)).toHaveText(SAVED);
  await other.getByRole("link", { name: "Look and choose" }).click();
  await awake(other);
  await expect(comment(other)).toHaveValue("One, and more");
  await expect(other.locator("#kept blockquote")).toHaveText("Tab two text");
  await other.getByRole("button", { name: "Keep the saved version" }).click();
  await expect(other.locator("#kept")).toBeHidden();
  await expect.poll(() => kept(other)).toEqual([]);
  await other.goto("/judge");
  await expect(page.getByText("This review is open in another tab.")).toBeHidden();
});

test("every text of a closed tab is offered, even an old one @scripting", async ({ page, slug, signIn, accessible }) => {
  await signIn("judge1");
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  await page.evaluate(() => {
    const { person, assignment } = document.getElementById("scoring")!.dataset;
    const name = `evenhand-kept-${person}-review-${assignment}`;
    localStorage[`${name}-3`] = "2\nnone\n1600000000000\n\n\nquality=2\timpact=\tpolish=\t\nThe oldest";
    localStorage[`${name}-1`] = "2\nnone\n1700000001000\n\n\nquality=\timpact=\tpolish=\t\nThe newest";
    localStorage[`${name}-2`] = "2\nnone\n1700000000000\n\n\nquality=\timpact=\tpolish=\t\nIn between";
    localStorage[`${name}1-2`] = "2\nnone\n1700000009000\n\n\nquality=\timpact=\tpolish=\t\nOf another assignment";
  });
  await page.route("**/review", (route) => route.abort());
  await page.reload();
  await awake(page);
  await expect(comment(page)).toHaveValue("The newest");
  const other = page.locator("#other");
  await expect(other).toContainText("2 other texts of yours were not sent");
  await expect(other.locator("blockquote")).toHaveText("In between");
  await accessible();
  // What is in the form is not lost by taking the other text.
  await other.getByRole("button", { name: "Use this text" }).click();
  await expect(comment(page)).toHaveValue("In between");
  await expect(other.locator("blockquote")).toHaveText("The newest");
  await other.getByRole("button", { name: "Forget it" }).click();
  await expect(other.locator("blockquote")).toHaveText("The oldest");
  await expect(other).toContainText("Quality 2");
  await other.getByRole("button", { name: "Forget it" }).click();
  await expect(other).toBeHidden();
  await expect.poll(async () => (await kept(page)).length).toBe(2);
});

test("a duplicated tab does not write over the copy of the first @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  await page.context().route("**/review", (route) => route.abort());
  await comment(page).fill("The first");
  await expect(standing(page)).toHaveText(WAITING);
  // A window that a page opens starts with a copy of its storage, as a duplicated tab does.
  const opened = page.waitForEvent("popup");
  await page.evaluate(() => void window.open(location.href));
  const other = await opened;
  await awake(other);
  await comment(other).fill("The second");
  await expect(standing(other)).toHaveText(WAITING);
  const texts = () => page.evaluate(() => Object.keys(localStorage).filter((n) => /^evenhand-kept-\d+-review-/.test(n)).map((n) => localStorage[n].split("\n").at(-1)).sort());
  await expect.poll(texts).toEqual(["The first", "The second"]);
});

test("a tab that comes back out of the browser's memory shows what the server has now @scripting", async ({ page, slug, api, signIn }) => {
  const judge = await api("judge1");
  await signIn("judge1");
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await judge.post(`/api/judge/assignments/${id}/review`, { data: { scores: FULL, comment: "Submitted since", submit: true } });
  // Chromium under test keeps no pages in memory, so the test sends the event itself.
  await page.evaluate(() => {
    document.documentElement.removeAttribute("data-awake");
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(page.getByRole("button", { name: "Update review" })).toBeVisible();
  await expect(comment(page)).toHaveValue("Submitted since");
  await expect(page.locator("form:has(#scoring)")).toHaveAttribute("autocomplete", "off");
});
