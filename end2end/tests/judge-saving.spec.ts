// A review that saves itself: no text is lost by a dropped network, a closed window, an expired session or the close.
import { closeJudging, sql } from "../support/database";
import { awake } from "../support/pages.mjs";
import { email } from "../support/people";
import { comment, kept, open, openReview, standing, stored, tap } from "../support/review";
import { expect, test } from "../support/test";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const SAVED = /^Draft saved$/;
const WAITING = "Kept on this device. Sent when the network is back.";

test("the network is cut and comes back with a review half typed @scripting", async ({ page, slug, api, signIn, accessible }) => {
  const judge = await api("judge1");
  const lantern = `Lantern 2 of ${slug}`;
  await signIn("judge1");
  await openReview(page, slug, lantern);
  await tap(page, "Quality", 4);
  await expect(standing(page)).toHaveText(SAVED);
  expect(await stored(judge, slug, lantern)).toMatchObject({ status: "pending", scores: { quality: 4 }, comment: "" });
  await expect.poll(() => kept(page)).toEqual([]);

  await page.context().setOffline(true);
  await comment(page).fill("Half a thought");
  await expect(standing(page)).toHaveText(WAITING);
  await tap(page, "Impact", 7);
  await expect(standing(page)).toHaveText(WAITING);
  await expect.poll(() => kept(page)).toHaveLength(1);
  await accessible();
  expect(await stored(judge, slug, lantern)).toMatchObject({ scores: { quality: 4 }, comment: "" });

  await page.context().setOffline(false);
  await expect(standing(page)).toHaveText(SAVED);
  expect(await stored(judge, slug, lantern)).toMatchObject({ scores: { quality: 4, impact: 7 }, comment: "Half a thought" });
  await expect.poll(() => kept(page)).toEqual([]);
});

test("submitting waits for the network too @scripting", async ({ page, slug, api, signIn }) => {
  await signIn("judge1");
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(page.getByRole("group", { name: "Quality" }).getByText("Quality has no score yet")).toBeVisible();
  await tap(page, "Quality", 4);
  await tap(page, "Impact", 7);
  await page.getByRole("spinbutton", { name: "Polish" }).fill("80");
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(standing(page)).toHaveText(`Not submitted yet. ${WAITING}`);
  await page.context().setOffline(false);
  await expect(page.getByText("Review submitted.")).toBeVisible();
  expect(await stored(await api("judge1"), slug, `Lantern 0 of ${slug}`)).toMatchObject({ status: "done", scores: { quality: 4, impact: 7, polish: 80 } });
  await expect.poll(() => kept(page)).toEqual([]);
});

test("one request at a time, and the latest text wins @scripting", async ({ page, slug, api, signIn }) => {
  const lantern = `Lantern 4 of ${slug}`;
  await signIn("judge1");
  await openReview(page, slug, lantern);
  let [running, most, sent] = [0, 0, 0];
  let go = () => {};
  const held = new Promise<void>((done) => (go = done));
  await page.route("**/review", async (route) => {
    most = Math.max(most, ++running);
    if (++sent === 1) await held;
    const response = await route.fetch();
    running--;
    await route.fulfill({ response });
  });
  await tap(page, "Quality", 1);
  await comment(page).fill("First");
  await expect.poll(() => sent).toBe(1);
  await comment(page).fill("Second");
  await tap(page, "Quality", 5);
  await comment(page).fill("Third");
  await expect(standing(page)).toHaveText("Saving…");
  go();
  await expect(standing(page)).toHaveText(SAVED);
  expect(most).toBe(1);
  expect(await stored(await api("judge1"), slug, lantern)).toMatchObject({ scores: { quality: 5 }, comment: "Third" });
});

test("an answer that gets lost is not taken for a save from elsewhere @scripting", async ({ page, slug, api, signIn }) => {
  const lantern = `Lantern 4 of ${slug}`;
  await signIn("judge1");
  await openReview(page, slug, lantern);
  let lost = 0;
  await page.route("**/review", async (route) => {
    // The window may be closed meanwhile.
    await route.fetch().catch(() => {});
    lost++;
    await route.abort().catch(() => {});
  });
  await comment(page).fill("Arrived");
  await expect.poll(() => lost).toBeGreaterThan(0);
  await comment(page).fill("Arrived, and more");
  // The window is closed on it, and opened again.
  const other = await page.context().newPage();
  await page.close();
  await openReview(other, slug, lantern);
  await expect(comment(other)).toHaveValue("Arrived, and more");
  await expect(other.getByText(/^We restored what you typed/)).toBeVisible();
  await expect(standing(other)).toHaveText(SAVED);
  expect(await stored(await api("judge1"), slug, lantern)).toMatchObject({ comment: "Arrived, and more" });
});

test("a window is closed and opened again with a review half typed @scripting", async ({ page, slug, api, signIn, accessible }) => {
  const lantern = `Lantern 2 of ${slug}`;
  const context = page.context();
  await signIn("judge1");
  await openReview(page, slug, lantern);
  await context.setOffline(true);
  // The emulated cut ends with its window, so a request sent while it closes would get through.
  await page.evaluate(() => (XMLHttpRequest.prototype.send = () => {}));
  await tap(page, "Quality", 2);
  await comment(page).fill("Half a thought");
  const other = await context.newPage();
  await page.close();
  await context.setOffline(false);
  await openReview(other, slug, lantern);
  await expect(other.getByText(/^We restored what you typed at \d\d:\d\d \(.* UTC\); it had not reached the server\.$/)).toBeVisible();
  await expect(comment(other)).toHaveValue("Half a thought");
  await expect(other.getByRole("group", { name: "Quality" }).getByRole("radio", { name: "2" })).toBeChecked();
  await accessible(other);
  await expect(standing(other)).toHaveText(SAVED);
  const judge = await api("judge1");
  expect(await stored(judge, slug, lantern)).toMatchObject({ scores: { quality: 2 }, comment: "Half a thought" });
  await other.getByRole("button", { name: "Start empty instead" }).click();
  await expect(comment(other)).toHaveValue("");
  await expect.poll(async () => (await stored(judge, slug, lantern))?.comment).toBe("");
});

test("a submitted review is not withdrawn by typing @scripting", async ({ page, slug, api, signIn }) => {
  const [judge, lantern] = [await api("judge1"), `Lantern 0 of ${slug}`];
  await signIn("judge1");
  await open(page, slug, lantern);
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const scores = { quality: 3, impact: 5, polish: 50 };
  await judge.post(`/api/judge/assignments/${id}/review`, { data: { scores, comment: "First", submit: true } });
  await page.reload();
  await awake(page);
  let sent = 0;
  page.on("request", (request) => (sent += Number(request.url().endsWith("/review"))));
  await page.clock.install();
  await comment(page).fill("Second");
  await tap(page, "Quality", 5);
  await expect(standing(page)).toHaveText("Changed since you submitted: press Update review. Kept on this device.");
  // A draft would have been sent by now.
  await page.clock.runFor(5_000);
  await page.reload();
  await awake(page);
  await expect(comment(page)).toHaveValue("Second");
  await expect(page.getByText("It becomes part of your review when you press Update review.")).toBeVisible();
  expect(sent).toBe(0);
  expect(await stored(judge, slug, lantern)).toMatchObject({ status: "done", scores, comment: "First" });
  await page.getByRole("button", { name: "Update review" }).click();
  await expect(page.getByText("Review submitted.")).toBeVisible();
  expect(await stored(judge, slug, lantern)).toMatchObject({ status: "done", scores: { ...scores, quality: 5 }, comment: "Second" });
  // And the other way: what the server holds is taken back.
  await awake(page);
  await comment(page).fill("Third");
  await page.reload();
  await page.getByRole("button", { name: "Use the earlier version instead" }).click();
  await expect(comment(page)).toHaveValue("Second");
  await expect(standing(page)).toHaveText("Submitted");
  await expect.poll(() => kept(page)).toEqual([]);
});

test.describe("what the server refuses", () => {
  test.use({ refused: [401, 404, 409, 412] });

  test("the session expires with a review half typed @scripting", async ({ page, slug, api, signIn, baseURL, accessible }) => {
    const lantern = `Lantern 2 of ${slug}`;
    await signIn("judge1");
    await openReview(page, slug, lantern);
    await tap(page, "Quality", 4);
    await expect(standing(page)).toHaveText(SAVED);
    await page.context().addCookies([{ name: "sessionid", value: "expired", url: baseURL }]);
    await comment(page).fill("Half a thought");
    const halt = page.getByRole("alert");
    await expect(halt).toContainText("You were signed out. Your text is kept on this device.");
    await expect(standing(page)).toHaveText("Not saved. Kept on this device.");
    await accessible();
    await halt.getByRole("link", { name: "Sign in again" }).click();
    await page.locator("#email").fill(email("judge1"));
    await page.locator("#password").fill("judge1-demo-password");
    await page.locator("form:has(#password)").getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(lantern);
    await expect(comment(page)).toHaveValue("Half a thought");
    await expect(standing(page)).toHaveText(SAVED);
    expect(await stored(await api("judge1"), slug, lantern)).toMatchObject({ scores: { quality: 4 }, comment: "Half a thought" });
  });

  test("where this device keeps nothing, nobody is told that it does @scripting", async ({ page, slug, signIn }) => {
    await signIn("judge1");
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await openReview(page, slug, `Lantern 2 of ${slug}`);
    await page.context().clearCookies({ name: "sessionid" });
    await comment(page).fill("Nowhere else");
    const halt = page.getByRole("alert");
    await expect(halt).toContainText("You were signed out. Your text is not kept on this device: leave this page open.");
    await expect(halt.getByRole("link", { name: "Sign in again" })).toHaveAttribute("target", "_blank");
  });

  test("a project that was taken from its judge is said to be taken @scripting", async ({ page, slug, signIn }) => {
    await signIn("judge1");
    await openReview(page, slug, `Lantern 2 of ${slug}`);
    sql(`delete from assignment where id = ${new URL(page.url()).pathname.split("/").at(-1)}`);
    await comment(page).fill("Half a thought");
    await expect(page.getByRole("alert")).toContainText("This project is no longer assigned to you. Your text is still here to copy. It was not sent.");
    await expect(comment(page)).toHaveValue("Half a thought");
    await expect(comment(page)).not.toBeEditable();
  });

  test("judging closes with a review half typed @scripting", async ({ page, slug, signIn, accessible }) => {
    await signIn("judge1");
    await openReview(page, slug, `Lantern 2 of ${slug}`);
    await tap(page, "Quality", 4);
    await expect(standing(page)).toHaveText(SAVED);
    closeJudging(slug);
    await comment(page).fill("Half a <b>thought</b>");
    await expect(page.getByRole("alert")).toContainText(/^Judging for Lanterns .* closed at .* UTC\. Your text is still here to copy\. It was not sent\./);
    await expect(comment(page)).toHaveValue("Half a <b>thought</b>");
    await expect(comment(page)).not.toBeEditable();
    await expect(page.getByRole("button", { name: "Submit review" })).toBeHidden();
    await accessible();
    // The closed page still shows the text, next to the server's version.
    await page.reload();
    await awake(page);
    await expect(page.getByText(/^Judging for Lanterns .* closed at/)).toBeVisible();
    const words = page.locator("#kept");
    await expect(words).toContainText("Not sent");
    await expect(words).toContainText("Typed here: Quality 4 · Impact – · Polish –");
    await expect(words.locator("blockquote")).toHaveText("Half a <b>thought</b>");
    await expect(comment(page)).toHaveValue("");
    await accessible();
    await words.getByRole("button", { name: "Forget it" }).click();
    await expect(words).toBeHidden();
    await expect.poll(() => kept(page)).toEqual([]);
  });

  test("two devices: nothing is overwritten, and the judge chooses @scripting", async ({ page, slug, api, signIn, visitor, accessible }) => {
    const [judge, lantern] = [await api("judge1"), `Lantern 4 of ${slug}`];
    await signIn("judge1");
    await openReview(page, slug, lantern);
    const desk = await visitor("judge1");
    await openReview(desk, slug, lantern);
    await comment(desk).fill("From the desk");
    await expect(standing(desk)).toHaveText(SAVED);

    await tap(page, "Quality", 5);
    await comment(page).fill("From the phone");
    const halt = page.getByRole("alert");
    await expect(halt).toContainText("This review was saved in another window or on another device. Nothing was written over.");
    expect(await stored(judge, slug, lantern)).toMatchObject({ scores: {}, comment: "From the desk" });
    await halt.getByRole("link", { name: "Look and choose" }).click();
    await awake(page);
    await expect(comment(page)).toHaveValue("From the desk");
    await expect(comment(page)).not.toBeEditable();
    await expect(page.locator("#kept")).toContainText("Typed here: Quality 5 · Impact – · Polish –");
    await expect(page.locator("#kept blockquote")).toHaveText("From the phone");
    await accessible();
    await page.getByRole("button", { name: "Use what I typed here" }).click();
    await expect(page.getByRole("group", { name: "Quality" }).getByRole("radio", { name: "5", exact: true })).toBeFocused();
    await expect(standing(page)).toHaveText(SAVED);
    expect(await stored(judge, slug, lantern)).toMatchObject({ scores: { quality: 5 }, comment: "From the phone" });

    // Now the desk is behind; it keeps the version of the phone.
    await comment(desk).fill("From the desk again");
    await desk.getByRole("link", { name: "Look and choose" }).click();
    await desk.getByRole("button", { name: "Keep the saved version" }).click();
    await expect(comment(desk)).toHaveValue("From the phone");
    await expect(comment(desk)).toBeEditable();
    await expect.poll(() => kept(desk)).toEqual([]);
    expect(await stored(judge, slug, lantern)).toMatchObject({ comment: "From the phone" });
  });
});

test("a judge with nothing left takes another project @scripting", async ({ page, slug, api, signIn, accessible }) => {
  const judge = await api("judge1");
  const data = { scores: { quality: 3, impact: 5, polish: 50 }, submit: true };
  for (const task of await (await judge.get("/api/judge/assignments")).json()) {
    if (task.event === slug) await judge.post(`/api/judge/assignments/${task.id}/review`, { data });
  }
  await signIn("judge1");
  await page.goto("/judge");
  const event = page.locator("section").filter({ has: page.getByRole("heading", { name: `Lanterns ${slug}` }) });
  await expect(event).toContainText("3 of 3 reviews submitted");
  await accessible();
  // Every project has three judges: the earliest that is not theirs is next.
  await event.getByRole("button", { name: "Take another project" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Lantern 1 of ${slug}`);
  await tap(page, "Quality", 4);
  await tap(page, "Impact", 7);
  await page.getByRole("spinbutton", { name: "Polish" }).fill("80");
  await page.getByRole("button", { name: "Submit review" }).click();
  // Nothing is left, so it leads to the list.
  await expect(page.getByText("Review submitted.")).toBeVisible();
  await event.getByRole("button", { name: "Take another project" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Lantern 3 of ${slug}`);
});
