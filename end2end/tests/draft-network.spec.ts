// A draft whose network fails, whose server is busy, or whose session ends.
import { stopClock } from "../support/clock";
import { close } from "../support/database";
import { draft, kept, made, openDraft, openNew, saving } from "../support/draft";
import { awake } from "../support/pages.mjs";
import { signInByForm } from "../support/people";
import { expect, test } from "../support/test";

// These tests cause requests that the server refuses.
test.use({ refused: [401, 429] });

test("the network is cut and comes back with a draft half typed @scripting", async ({ page, staff, api, signIn }) => {
  const { id, participant } = await draft(staff, api);
  await signIn("participant");
  await openDraft(page, id);
  await page.context().setOffline(true);
  await page.getByLabel("Summary").fill("Half a thought");
  await expect(saving(page)).toHaveText("Kept on this device. Sent when the network is back.");
  await expect.poll(() => kept(page)).toBe(1);
  await page.context().setOffline(false);
  await expect(saving(page)).toHaveText("Draft saved.");
  expect((await (await participant.get(`/api/projects/${id}`)).json()).summary).toBe("Half a thought");
  await expect.poll(() => kept(page)).toBe(0);
});

test("a closed window and an expired session lose nothing @scripting", async ({ page, staff, api, signIn }) => {
  const { id, participant } = await draft(staff, api);
  await signIn("participant");
  await openDraft(page, id);
  await page.context().clearCookies();
  await page.getByLabel("Summary").fill("Typed too late");
  await expect(page.getByRole("alert")).toContainText("You were signed out. Your text is kept on this device.");
  await expect(page.getByRole("link", { name: "Sign in again" })).toHaveAttribute("href", `/login?next=/projects/${id}/edit`);
  // The window is closed; days later somebody signs in again.
  await page.goto("/");
  await signInByForm(page, "participant");
  await openDraft(page, id);
  await expect(page.getByLabel("Summary")).toHaveValue("Typed too late");
  await expect(saving(page)).toHaveText("Draft saved.");
  expect((await (await participant.get(`/api/projects/${id}`)).json()).summary).toBe("Typed too late");
});

test("the answer to the first save is lost, and only one project is created @scripting", async ({ page, staff, api, signIn }) => {
  const slug = await openNew(page, staff, signIn);
  const participant = await api("participant");
  let asked = 0;
  let goOn = () => {};
  const seen = new Promise<void>((done) => (goOn = done));
  await page.route(`**/api/events/${slug}/projects`, async (route) => {
    // The server makes the project; its answer does not arrive. The next try waits until the test has seen what that looks like.
    const nth = ++asked;
    if (nth > 1) await seen;
    const response = await route.fetch();
    if (nth === 1) await route.abort();
    else await route.fulfill({ response });
  });
  await page.getByLabel("Title").fill(`Once ${slug}`);
  await expect(saving(page)).toHaveText("Kept on this device. Sent when the network is back.");
  await page.getByLabel("Tagline").fill("Typed on meanwhile");
  goOn();
  await expect(saving(page)).toHaveText("Draft saved.");
  await expect(page).toHaveURL(/\/projects\/\d+\/edit$/);
  expect(asked).toBeGreaterThan(1);
  expect(await made(participant, slug, `Once ${slug}`)).toBe(1);
  const id = /projects\/(\d+)/.exec(page.url())?.[1];
  expect(await (await participant.get(`/api/projects/${id}`)).json()).toMatchObject({ tagline: "Typed on meanwhile" });
});

test("the answer to the first save is lost, the tab is closed, and only one project is created @scripting", async ({ page, staff, api, signIn }) => {
  const slug = await openNew(page, staff, signIn);
  const participant = await api("participant");
  await page.route(`**/api/events/${slug}/projects`, async (route) => {
    // The tab may be closed meanwhile.
    await route.fetch().catch(() => {});
    await route.abort().catch(() => {});
  });
  await page.getByLabel("Title").fill(`Once ${slug}`);
  await expect(saving(page)).toHaveText("Kept on this device. Sent when the network is back.");
  const context = page.context();
  const next = await context.newPage();
  await page.close();
  await next.goto(`/events/${slug}/submit`);
  await awake(next);
  await expect(saving(next)).toHaveText("Draft saved.");
  await expect(next).toHaveURL(/\/projects\/\d+\/edit$/);
  expect(await made(participant, slug, `Once ${slug}`)).toBe(1);
  await expect.poll(() => kept(next)).toBe(0);
});

test.describe("a page that is older than a save", () => {
  test.use({ refused: [409] });

  test("whose answer was lost takes that save for this device's own, not for a teammate's @scripting", async ({ page, staff, api, signIn }) => {
    const { id, participant } = await draft(staff, api);
    await signIn("participant");
    const edit = `/projects/${id}/edit`;
    await page.goto(edit);
    await awake(page);
    const older = await (await page.request.get(edit)).text();
    const summary = page.getByLabel("Summary");
    // The server saves, and its answers do not arrive.
    await page.route(`**/api/projects/${id}`, async (route) => {
      await route.fetch().catch(() => {});
      await route.abort().catch(() => {});
    });
    await summary.fill("Sent");
    await expect.poll(async () => (await (await participant.get(`/api/projects/${id}`)).json()).summary).toBe("Sent");
    await summary.fill("Sent, and typed on");
    // The server rendered this page while the save was on its way.
    await page.route(`**${edit}`, async (route) => route.fulfill({ response: await route.fetch(), body: older }), { times: 1 });
    await page.goto(edit);
    await awake(page);
    await expect(page.getByText("We restored what you typed earlier.")).toBeVisible();
    await expect(summary).toHaveValue("Sent, and typed on");
    await page.unroute(`**/api/projects/${id}`);
    await expect.poll(async () => (await (await participant.get(`/api/projects/${id}`)).json()).summary).toBe("Sent, and typed on");
    await expect(saving(page)).toHaveText("Draft saved.");
    await expect.poll(() => kept(page)).toBe(0);
  });
});

test("Submit pressed without a network is sent when it is back @scripting", async ({ page, staff, api, signIn }) => {
  const { id, participant } = await draft(staff, api);
  await signIn("participant");
  await openDraft(page, id);
  await page.context().setOffline(true);
  await page.getByLabel("Summary").fill("My last thought");
  await page.getByRole("button", { name: "Submit project" }).click();
  await expect(saving(page)).toHaveText("Not submitted yet. Kept on this device. Sent when the network is back.");
  await expect(page).toHaveURL(`/projects/${id}/edit`);
  await page.context().setOffline(false);
  await expect(page).toHaveURL(`/projects/${id}?done=submitted`);
  await expect(page.getByRole("status")).toContainText(/^Submitted\s*You can change it until /);
  expect(await (await participant.get(`/api/projects/${id}`)).json()).toMatchObject({ status: "submitted", summary: "My last thought" });
  await openDraft(page, id);
  await expect.poll(() => kept(page)).toBe(0);
});

test("a save that hangs does not block submitting @scripting", async ({ page, staff, api, signIn }) => {
  const { id } = await draft(staff, api);
  await signIn("participant");
  await page.clock.install();
  await openDraft(page, id);
  const path = `**/api/projects/${id}`;
  // The network is half open: no answer ever comes.
  const asked = page.waitForRequest((request) => request.method() === "PATCH");
  await page.route(path, () => {});
  // From here on the page's time passes only where the test says so: it must not try again before the network is back.
  await stopClock(page);
  await page.getByLabel("Summary").fill("Half a thought");
  await page.clock.runFor(2_000);
  await asked;
  await expect(saving(page)).toHaveText("Saving…");
  await page.getByRole("button", { name: "Submit project" }).click();
  await expect(saving(page)).toHaveText("Submitting…");
  await page.clock.runFor(10_000);
  await expect(saving(page)).toHaveText("Not submitted yet. Kept on this device. Sent when the network is back.");
  await page.unroute(path);
  await page.clock.resume();
  await expect(page).toHaveURL(`/projects/${id}?done=submitted`);
});

test("pressing twice does not wait for a save that hangs @scripting", async ({ page, staff, api, signIn }) => {
  const { id } = await draft(staff, api);
  await signIn("participant");
  await openDraft(page, id);
  await page.route(`**/api/projects/${id}`, () => {});
  await page.getByLabel("Summary").fill("Half a thought");
  await page.getByRole("button", { name: "Submit project" }).click();
  await expect(saving(page)).toHaveText("Submitting…");
  await page.getByRole("button", { name: "Submit project" }).click();
  await expect(page).toHaveURL(`/projects/${id}?done=submitted`);
  await expect(page.getByText("Half a thought")).toBeVisible();
});

test("a busy server is not reported as a lost network, and retries slow down @scripting", async ({ page, staff, api, signIn }) => {
  const { id } = await draft(staff, api);
  await signIn("participant");
  await page.clock.install();
  await openDraft(page, id);
  let asked = 0;
  await page.route(`**/api/projects/${id}`, async (route) => {
    asked++;
    await route.fulfill({ status: 429, json: { detail: "Later." } });
  });
  await page.getByLabel("Summary").fill("Half a thought");
  await stopClock(page);
  // 1.5 s after the last key, then pauses of 1, 2, 4 and 8 s.
  for (let seconds = 0; seconds < 130; seconds++) {
    await page.clock.runFor(1_000);
    await expect(saving(page)).not.toHaveText(/network/);
  }
  await expect(saving(page)).toHaveText(/^Kept on this device\. The server is busy: sent again soon\.$|^Saving…$/);
  expect(asked).toBeGreaterThan(15);
  expect(asked).toBeLessThan(22);
});

test("an answer that is no project, such as a hall network's own page, saves nothing @scripting", async ({ page, staff, api, signIn }) => {
  const { slug, id, participant } = await draft(staff, api);
  await signIn("participant");
  await openDraft(page, id);
  await page.route(`**/api/projects/${id}`, (route) => route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Welcome to the network</h1>" }), { times: 1 });
  await page.getByLabel("Summary").fill("Half a thought");
  await expect(saving(page)).toHaveText("Draft saved.");
  await expect(page.getByLabel("Title")).toHaveValue(`Draft of ${slug}`);
  expect((await (await participant.get(`/api/projects/${id}`)).json()).summary).toBe("Half a thought");
});

test("what was to be forgotten at the sign-out is not kept again by another tab @scripting", async ({ page, staff, api, signIn }) => {
  const { id } = await draft(staff, api);
  await signIn("participant");
  await openDraft(page, id);
  await page.context().route(`**/api/projects/${id}`, (route) => route.abort());
  await page.getByLabel("Summary").fill("Mine alone");
  await expect.poll(() => kept(page)).toBe(1);
  const other = await page.context().newPage();
  await other.goto("/me");
  await other.locator("details.account-menu summary").click();
  await other.getByRole("button", { name: "Sign out", exact: true }).click();
  await other.getByRole("button", { name: "Forget them and sign out" }).click();
  await expect(other.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await page.context().unroute(`**/api/projects/${id}`);
  // Its person comes back to the tab, which tries again.
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(page.getByRole("alert")).toContainText("You were signed out. Your text is not kept on this device: leave this page open.");
  expect(await kept(page)).toBe(0);
});

test.describe("after the close", () => {
  test.use({ refused: [409] });

  test("what did not reach the server in time is still there to copy @scripting", async ({ page, staff, api, signIn, accessible }) => {
    const { slug, id } = await draft(staff, api);
    await signIn("participant");
    await openDraft(page, id);
    await page.context().setOffline(true);
    await page.getByLabel("Summary").fill("My last\nthought");
    await expect.poll(() => kept(page)).toBe(1);
    close(slug, "submissions");
    await page.context().setOffline(false);
    await expect(page.getByText("What you typed is still here to copy. It was not saved.")).toBeVisible();
    await page.reload();
    const notice = page.getByRole("status").filter({ hasText: "What you typed here did not reach the server." });
    await expect(notice.getByLabel("Summary")).toHaveValue("My last\nthought");
    await accessible();
    await notice.getByRole("button", { name: "Forget it" }).click();
    await expect(notice).toBeHidden();
    await expect.poll(() => kept(page)).toBe(0);
  });
});
