// Unsent text and unsent Submits of a judge: they are sent when possible, marked on the list, and asked about at sign-out.
import type { Page } from "@playwright/test";
import { stopClock } from "../support/clock";
import { closeJudging } from "../support/database";
import { awake } from "../support/pages.mjs";
import { signInByForm } from "../support/people";
import { comment, kept, open, openReview, standing, stored, tap } from "../support/review";
import { expect, test } from "../support/test";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const WAITING = "Kept on this device. Sent when the network is back.";

async function score(page: Page): Promise<void> {
  await tap(page, "Quality", 4);
  await tap(page, "Impact", 7);
  await page.getByRole("spinbutton", { name: "Polish" }).fill("80");
}

test("a request that gets no answer is given up after ten seconds, and the next one is sent @scripting", async ({ page, slug, api, signIn }) => {
  const lantern = `Lantern 0 of ${slug}`;
  await signIn("judge1");
  await openReview(page, slug, lantern);
  await page.clock.install();
  // Otherwise the second request may leave before the first is reported.
  await stopClock(page);
  let asked = 0;
  // The first is never answered, as on a half-open connection.
  await page.route("**/review", (route) => (++asked === 1 ? undefined : route.continue()));
  await tap(page, "Quality", 4);
  await page.clock.fastForward(1_500);
  await expect.poll(() => asked).toBe(1);
  // The pause after these is over before the request is given up.
  await score(page);
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(standing(page)).toHaveText("Submitting…");
  // Pressed again while the request hangs: it is not forgotten.
  await page.getByRole("button", { name: "Submit review" }).click();
  await page.clock.fastForward(10_000);
  await expect(standing(page)).toHaveText(`Not submitted yet. ${WAITING}`);
  expect(asked).toBe(1);
  await page.clock.fastForward(1_000);
  await expect(page.getByText("Review submitted.")).toBeVisible();
  expect(await stored(await api("judge1"), slug, lantern)).toMatchObject({ status: "done" });
});

test("Submit that was pressed while a draft hangs is sent after it @scripting", async ({ page, slug, api, signIn }) => {
  const lantern = `Lantern 0 of ${slug}`;
  await signIn("judge1");
  await openReview(page, slug, lantern);
  await page.clock.install();
  await stopClock(page);
  let asked = 0;
  await page.route("**/review", (route) => (++asked === 1 ? undefined : route.continue()));
  await score(page);
  await page.clock.fastForward(1_500);
  await expect.poll(() => asked).toBe(1);
  await page.getByRole("button", { name: "Submit review" }).click();
  await page.clock.fastForward(10_000);
  await expect(standing(page)).toHaveText(`Not submitted yet. ${WAITING}`);
  await page.clock.fastForward(1_000);
  await expect(page.getByText("Review submitted.")).toBeVisible();
  expect(await stored(await api("judge1"), slug, lantern)).toMatchObject({ status: "done", scores: { quality: 4, impact: 7, polish: 80 } });
});

test("Submit pressed without a network is marked on the list, and done when the review is opened @scripting", async ({ page, slug, api, signIn, accessible }) => {
  const lantern = `Lantern 0 of ${slug}`;
  await signIn("judge1");
  await openReview(page, slug, lantern);
  await page.context().route("**/review", (route) => route.abort());
  await score(page);
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(standing(page)).toHaveText(`Not submitted yet. ${WAITING}`);
  const other = await page.context().newPage();
  await page.close();
  await other.goto("/judge");
  await expect(other.locator("#unsent")).toContainText("Not sent yet: 1 review");
  const row = other.getByRole("listitem").filter({ hasText: lantern });
  await expect(row).toContainText("Not submitted yet");
  await expect(other.getByText("Not submitted yet")).toHaveCount(1);
  await accessible(other);
  await other.context().unroute("**/review");
  await other.getByRole("link", { name: `Open ${lantern} to send it` }).click();
  await expect(other.getByText("Review submitted.")).toBeVisible();
  expect(await stored(await api("judge1"), slug, lantern)).toMatchObject({ status: "done", scores: { quality: 4, impact: 7, polish: 80 } });
  await expect.poll(() => kept(other)).toEqual([]);
  await other.goto("/judge");
  await expect(other.locator("#unsent")).toBeHidden();
});

test.describe("a newer save", () => {
  test.use({ refused: [412] });

  test("a waiting Submit does not overwrite a newer save @scripting", async ({ page, slug, api, signIn }) => {
    const [judge, lantern] = [await api("judge1"), `Lantern 0 of ${slug}`];
    await signIn("judge1");
    await openReview(page, slug, lantern);
    const id = new URL(page.url()).pathname.split("/").at(-1);
    await page.context().route("**/review", (route) => route.abort());
    await score(page);
    await page.getByRole("button", { name: "Submit review" }).click();
    await expect(standing(page)).toHaveText(`Not submitted yet. ${WAITING}`);
    await judge.post(`/api/judge/assignments/${id}/review`, { data: { scores: { quality: 1 }, comment: "On the other device" } });
    await page.context().unroute("**/review");
    await page.reload();
    await awake(page);
    await expect(page.locator("#kept")).toContainText("There are two versions of this review");
    expect(await stored(judge, slug, lantern)).toMatchObject({ status: "pending", comment: "On the other device" });
  });
});

test("signing out asks about what was not sent @scripting", async ({ page, slug, signIn, accessible }) => {
  const lantern = `Lantern 0 of ${slug}`;
  await signIn("judge1");
  await openReview(page, slug, lantern);
  await page.context().route("**/review", (route) => route.abort());
  await comment(page).fill("Mine alone");
  await expect(standing(page)).toHaveText(WAITING);
  const other = await page.context().newPage();
  await openReview(other, slug, lantern);
  await expect(comment(other)).toHaveValue("Mine alone");

  const signOut = async () => {
    await page.locator("details.account-menu summary").click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
  };
  await signOut();
  const question = page.getByRole("dialog", { name: "Sign out?" });
  await expect(question).toContainText("Changes not sent: 1 review.");
  await expect(question.getByRole("button", { name: "Stay signed in, to send them" })).toBeFocused();
  await accessible();
  await question.getByRole("button", { name: "Stay signed in, to send them" }).click();
  await expect(question).toBeHidden();
  await expect.poll(async () => (await kept(page)).length).toBeGreaterThan(0);

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await question.getByRole("button", { name: "Keep them here and sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await expect.poll(async () => (await kept(page)).length).toBeGreaterThan(0);

  await signInByForm(page, "judge1");
  await signOut();
  await question.getByRole("button", { name: "Forget them and sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  // The other tab, which still shows the text, does not keep it again.
  await expect.poll(() => kept(page)).toEqual([]);
});

test("a submitted review is withdrawn below the bar, after a question", async ({ page, slug, api, signIn, scripting, accessible }) => {
  const [judge, lantern] = [await api("judge1"), `Lantern 0 of ${slug}`];
  await signIn("judge1");
  await open(page, slug, lantern);
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const scores = { quality: 3, impact: 5, polish: 50 };
  await judge.post(`/api/judge/assignments/${id}/review`, { data: { scores, comment: "First", submit: true } });
  await page.reload();
  if (scripting) await awake(page);
  await expect(page.locator(".review-tally").getByRole("button")).toHaveText(["Update review"]);
  const withdraw = page.getByRole("button", { name: "Withdraw review" });
  await expect(withdraw).toBeHidden();
  await page.getByText("Withdraw this review").click();
  await expect(page.getByText("Your review will not count until you submit it again.")).toBeVisible();
  await accessible();
  await withdraw.click();
  await expect(page.getByText("Your review is withdrawn. It does not count until you submit it again.")).toBeVisible();
  expect(await stored(judge, slug, lantern)).toMatchObject({ status: "pending", submitted_at: null, scores, comment: "First" });
});

test("what was kept past the close is not said to be sent by opening it @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  await page.context().route("**/review", (route) => route.abort());
  await comment(page).fill("Half a thought");
  await expect(standing(page)).toHaveText(WAITING);
  closeJudging(slug);
  await page.goto("/judge");
  await expect(page.getByText("Not sent in time")).toBeVisible();
  await expect(page.locator("#unsent")).toBeHidden();
});
