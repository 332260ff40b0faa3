// A project that saves itself while it is a draft, two teammates who edit it at once, and the close.
import type { APIRequestContext, Page } from "@playwright/test";
import { close } from "../support/database";
import { makeEvent, unique } from "../support/event";
import { awake, signIn as signInByForm } from "../support/pages.mjs";
import { expect, test } from "../support/test";

// These tests cause requests that the server refuses.
test.use({ refused: [401, 403, 409, 429] });

/** The state of saving, in words. */
function saving(page: Page) {
  return page.locator("#saving");
}

function kept(page: Page): Promise<number> {
  return page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("evenhand-draft-")).length);
}

/** An event that takes submissions, and a draft of the participant's team in it. */
async function draft(staff: APIRequestContext, participant: APIRequestContext, slug: string, hours: [number, number] = [-1, 3]) {
  await makeEvent(staff, slug, { submissions: hours, judging: [hours[1], hours[1] + 1] });
  const made = await participant.post(`/api/events/${slug}/projects`, { data: { title: `Draft of ${slug}` } });
  expect(made.status()).toBe(201);
  return (await made.json()).id as number;
}

test("a draft is saved while typing, from the first word on @scripting", async ({ page, staff, api, signIn, accessible }) => {
  const slug = unique("goes");
  await makeEvent(staff, slug, { submissions: [-1, 3], judging: [3, 4] });
  const participant = await api("participant");
  await signIn("participant");
  await page.goto(`/events/${slug}/submit`);
  await awake(page);
  await page.getByRole("heading", { name: "Start another project" }).click();
  await page.getByLabel("Tagline").fill("Without a title");
  await expect(saving(page)).toHaveText("Kept on this device. Add a title to save it as a draft.");
  await page.getByLabel("Title").fill(`First ${slug}`);
  await expect(saving(page)).toHaveText("Draft saved.");
  // It goes on under the draft's own address.
  await expect(page).toHaveURL(/\/projects\/\d+\/edit$/);
  const id = /projects\/(\d+)/.exec(page.url())?.[1];
  const stored = async () => (await participant.get(`/api/projects/${id}`)).json();
  expect(await stored()).toMatchObject({ title: `First ${slug}`, tagline: "Without a title", status: "draft" });
  expect(await kept(page)).toBe(0);
  await page.getByLabel("Summary").fill("Line one\n\n\"two\" \\ three");
  await page.getByLabel("Tags").fill("Light, maps");
  await page.getByLabel("Track").selectOption({ index: 1 });
  await expect(saving(page)).toHaveText("Draft saved.");
  expect(await stored()).toMatchObject({ summary: 'Line one\n\n"two" \\ three', tags: ["light", "maps"], status: "draft" });
  expect((await stored()).track).not.toBeNull();
  const checklist = page.getByRole("region", { name: "Before you submit" });
  await expect(checklist.getByRole("listitem").filter({ hasText: "A summary" }).getByText("there")).toBeVisible();
  await expect(checklist.getByRole("listitem").filter({ hasText: "A link to the code or a demo" }).getByText("recommended")).toBeVisible();
  await accessible();
  // It never submits by itself. The button submits once, and nothing is created twice.
  await page.getByRole("button", { name: "Submit project" }).click();
  await expect(page.locator(".pill")).toHaveText("Submitted");
  const all = await (await participant.get(`/api/events/${slug}/projects`)).json();
  expect(all.filter(({ title }: { title: string }) => title === `First ${slug}`)).toHaveLength(1);
});

test("the network is cut and comes back with a draft half typed @scripting", async ({ page, staff, api, signIn }) => {
  const slug = unique("net");
  const participant = await api("participant");
  const id = await draft(staff, participant, slug);
  await signIn("participant");
  await page.goto(`/projects/${id}/edit`);
  await awake(page);
  await page.context().setOffline(true);
  await page.getByLabel("Summary").fill("Half a thought");
  await expect(saving(page)).toHaveText("Kept on this device. Sent when the network is back.");
  expect(await kept(page)).toBe(1);
  await page.context().setOffline(false);
  await expect(saving(page)).toHaveText("Draft saved.");
  expect((await (await participant.get(`/api/projects/${id}`)).json()).summary).toBe("Half a thought");
  expect(await kept(page)).toBe(0);
});

test("a closed window and an expired session lose nothing @scripting", async ({ page, staff, api }) => {
  const slug = unique("gone");
  const participant = await api("participant");
  const id = await draft(staff, participant, slug);
  await signInByForm(page, "participant");
  await page.goto(`/projects/${id}/edit`);
  await awake(page);
  await page.context().clearCookies();
  await page.getByLabel("Summary").fill("Typed too late");
  await expect(page.getByRole("alert")).toContainText("You were signed out. Your text is kept on this device.");
  await expect(page.getByRole("link", { name: "Sign in again" })).toHaveAttribute("href", `/login?next=/projects/${id}/edit`);
  // The window is closed; days later somebody signs in again.
  await page.goto("/");
  await signInByForm(page, "participant");
  await page.goto(`/projects/${id}/edit`);
  await awake(page);
  await expect(page.getByLabel("Summary")).toHaveValue("Typed too late");
  await expect(saving(page)).toHaveText("Draft saved.");
  expect((await (await participant.get(`/api/projects/${id}`)).json()).summary).toBe("Typed too late");
});

test("a submitted project is saved only by its button @scripting", async ({ page, staff, api, signIn }) => {
  const slug = unique("public");
  const participant = await api("participant");
  const id = await draft(staff, participant, slug);
  await participant.patch(`/api/projects/${id}`, { data: { submit: true } });
  await signIn("participant");
  await page.goto(`/projects/${id}/edit`);
  await awake(page);
  await page.getByLabel("Tagline").fill("For all to see");
  await expect(saving(page)).toHaveText("Not saved yet. Kept on this device. Press Save changes to publish them.");
  expect((await (await participant.get(`/api/projects/${id}`)).json()).tagline).toBe("");
  await page.reload();
  await awake(page);
  await expect(page.getByLabel("Tagline")).toHaveValue("For all to see");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("For all to see")).toBeVisible();
  await page.goto(`/projects/${id}/edit`);
  await awake(page);
  await expect.poll(() => kept(page)).toBe(0);
});

test("two teammates edit at once, and if both changed a text a person chooses", async ({ page, staff, api, signIn, scripting, accessible }) => {
  const slug = unique("two");
  const other = await api("participant");
  const id = await draft(staff, other, slug);
  await signIn("participant");
  await page.goto(`/projects/${id}/edit`);
  if (scripting) await awake(page);
  const theirs = { title: `Theirs ${slug}`, summary: "Their summary" };
  expect((await other.patch(`/api/projects/${id}`, { data: theirs })).status()).toBe(200);
  await page.getByLabel("Summary").fill("My summary");
  await page.getByLabel("Tagline").fill("My tagline");
  const sentence = "A teammate changed the summary while you did: choose what stays.";
  if (scripting) {
    await expect(page.getByRole("alert")).toContainText(sentence);
    await expect(saving(page)).toHaveText("Not saved. Kept on this device.");
  }
  // The choice is offered at once.
  let button = page.getByRole("button", { name: scripting ? "See both versions" : "Save draft" });
  const save = async () => {
    const answer = page.waitForResponse((response) => response.request().isNavigationRequest() && response.request().method() === "POST");
    await button.click();
    return (await answer).status();
  };
  expect(await save()).toBe(409);
  // Nothing is lost: my text is in its field, theirs is next to it, and fields that only they changed are theirs.
  await expect(page.getByLabel("Summary")).toHaveValue("My summary");
  await expect(page.getByLabel("Tagline")).toHaveValue("My tagline");
  await expect(page.getByLabel("Title")).toHaveValue(theirs.title);
  const question = page.getByRole("group", { name: "Your teammate saved this meanwhile" });
  await expect(question).toContainText("Their summary");
  await accessible();
  button = page.getByRole("button", { name: "Save draft" });
  await question.getByLabel("Keep mine, as shown above").check();
  expect(await save()).toBe(303);
  const stored = await (await other.get(`/api/projects/${id}`)).json();
  expect(stored).toMatchObject({ title: theirs.title, summary: "My summary", tagline: "My tagline", status: "draft" });
});

test("Enter in a text field saves the draft and never submits it", async ({ page, staff, api, signIn, scripting }) => {
  const slug = unique("enter");
  const participant = await api("participant");
  const id = await draft(staff, participant, slug);
  await signIn("participant");
  await page.goto(`/projects/${id}/edit`);
  if (scripting) await awake(page);
  await page.getByLabel("Tagline").fill("Typed, then Enter");
  await page.getByLabel("Tagline").press("Enter");
  await expect(page).toHaveURL(new RegExp(`/projects/${id}\\?done=saved$`));
  await expect(page.getByText("Draft saved")).toBeVisible();
  expect(await (await participant.get(`/api/projects/${id}`)).json()).toMatchObject({ status: "draft", tagline: "Typed, then Enter" });
});

test("submissions close with a draft half typed", async ({ page, staff, api, signIn, scripting, accessible }) => {
  const slug = unique("close");
  const participant = await api("participant");
  const id = await draft(staff, participant, slug, [-1, 0.5]);
  await signIn("participant");
  await page.goto(`/projects/${id}/edit`);
  if (scripting) await awake(page);
  // Within the hour the page says so, and counts on the server's clock.
  await expect(page.getByText(/^Submissions close in (29|30) min/).first()).toBeVisible();
  close(slug, "submissions");
  await page.getByLabel("Description").fill("My last words");
  if (scripting) {
    // The island asks once, says why, and stops: the text stays to be copied.
    await expect(page.getByRole("alert")).toContainText(/Submissions for Lanterns .* closed at .* UTC\. What you typed is still here to copy\. It was not saved\./);
    await expect(page.getByRole("button", { name: "Submit project" })).toBeHidden();
  } else {
    const answer = page.waitForResponse((response) => response.request().isNavigationRequest() && response.request().method() === "POST");
    await page.getByRole("button", { name: "Submit project" }).click();
    expect((await answer).status()).toBe(409);
    await expect(page.getByText("What you typed is below, to copy. It was not saved.")).toBeVisible();
    await expect(page.locator("form.form").getByRole("button")).toHaveCount(0);
    await expect(page.getByText(/^Submissions for Lanterns .* closed at/)).toHaveCount(1);
  }
  await expect(page.getByLabel("Description")).toHaveValue("My last words");
  await expect(page.getByLabel("Description")).not.toBeEditable();
  await accessible();
});

/** How many projects of this title the event has. */
async function made(participant: APIRequestContext, slug: string, title: string): Promise<number> {
  const all = await (await participant.get(`/api/events/${slug}/projects`)).json();
  return all.filter((project: { title: string }) => project.title === title).length;
}

test("the answer to the first save is lost, and only one project is created @scripting", async ({ page, staff, api, signIn }) => {
  const slug = unique("lost");
  await makeEvent(staff, slug, { submissions: [-1, 3], judging: [3, 4] });
  const participant = await api("participant");
  await signIn("participant");
  await page.goto(`/events/${slug}/submit`);
  await awake(page);
  let answers = 0;
  await page.route(`**/api/events/${slug}/projects`, async (route) => {
    // The server has made the project; its answer does not arrive.
    const response = await route.fetch();
    if (answers++ === 0) await route.abort();
    else await route.fulfill({ response });
  });
  await page.getByRole("heading", { name: "Start another project" }).click();
  await page.getByLabel("Title").fill(`Once ${slug}`);
  await expect(saving(page)).toHaveText("Kept on this device. Sent when the network is back.");
  await page.getByLabel("Tagline").fill("Typed on meanwhile");
  await expect(saving(page)).toHaveText("Draft saved.");
  await expect(page).toHaveURL(/\/projects\/\d+\/edit$/);
  expect(answers).toBe(2);
  expect(await made(participant, slug, `Once ${slug}`)).toBe(1);
  const id = /projects\/(\d+)/.exec(page.url())?.[1];
  expect(await (await participant.get(`/api/projects/${id}`)).json()).toMatchObject({ tagline: "Typed on meanwhile" });
});

test("the answer to the first save is lost, the tab is closed, and only one project is created @scripting", async ({ page, staff, api, signIn }) => {
  const slug = unique("tab");
  await makeEvent(staff, slug, { submissions: [-1, 3], judging: [3, 4] });
  const participant = await api("participant");
  await signIn("participant");
  await page.goto(`/events/${slug}/submit`);
  await awake(page);
  await page.route(`**/api/events/${slug}/projects`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("heading", { name: "Start another project" }).click();
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
  expect(await kept(next)).toBe(0);
});

test("two tabs that share a text from before its title make one project @scripting", async ({ page, staff, api, signIn }) => {
  const slug = unique("share");
  await makeEvent(staff, slug, { submissions: [-1, 3], judging: [3, 4] });
  const participant = await api("participant");
  await signIn("participant");
  await page.goto(`/events/${slug}/submit`);
  await awake(page);
  await page.getByRole("heading", { name: "Start another project" }).click();
  await page.getByLabel("Tagline").fill("No title yet");
  await expect(saving(page)).toHaveText("Kept on this device. Add a title to save it as a draft.");
  // A second tab takes the text over while the first one is still open.
  const other = await page.context().newPage();
  await other.goto(`/events/${slug}/submit`);
  await awake(other);
  await other.getByRole("heading", { name: "Start another project" }).click();
  await expect(other.getByLabel("Tagline")).toHaveValue("No title yet");
  for (const tab of [page, other]) {
    await tab.getByLabel("Title").fill(`Shared ${slug}`);
    await expect(saving(tab)).toHaveText("Draft saved.");
    await expect(tab).toHaveURL(/\/projects\/\d+\/edit$/);
  }
  expect(other.url()).toBe(page.url());
  expect(await made(participant, slug, `Shared ${slug}`)).toBe(1);
});

test("Submit pressed without a network is sent when it is back @scripting", async ({ page, staff, api, signIn }) => {
  const slug = unique("press");
  const participant = await api("participant");
  const id = await draft(staff, participant, slug);
  await signIn("participant");
  await page.goto(`/projects/${id}/edit`);
  await awake(page);
  await page.context().setOffline(true);
  await page.getByLabel("Summary").fill("My last thought");
  await page.getByRole("button", { name: "Submit project" }).click();
  await expect(saving(page)).toHaveText("Not submitted yet. Kept on this device. Sent when the network is back.");
  await expect(page).toHaveURL(`/projects/${id}/edit`);
  await page.context().setOffline(false);
  await expect(page).toHaveURL(`/projects/${id}?done=submitted`);
  await expect(page.getByRole("status")).toContainText(/^Submitted\s*You can change it until /);
  expect(await (await participant.get(`/api/projects/${id}`)).json()).toMatchObject({ status: "submitted", summary: "My last thought" });
  await page.goto(`/projects/${id}/edit`);
  await awake(page);
  expect(await kept(page)).toBe(0);
});

test("a save that hangs does not block submitting @scripting", async ({ page, staff, api, signIn }) => {
  const slug = unique("hang");
  const participant = await api("participant");
  const id = await draft(staff, participant, slug);
  await signIn("participant");
  await page.clock.install();
  await page.goto(`/projects/${id}/edit`);
  await awake(page);
  const path = `**/api/projects/${id}`;
  // The network is half open: no answer ever comes.
  const asked = page.waitForRequest((request) => request.method() === "PATCH");
  await page.route(path, () => {});
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
  const slug = unique("twice");
  const participant = await api("participant");
  const id = await draft(staff, participant, slug);
  await signIn("participant");
  await page.goto(`/projects/${id}/edit`);
  await awake(page);
  await page.route(`**/api/projects/${id}`, () => {});
  await page.getByLabel("Summary").fill("Half a thought");
  await page.getByRole("button", { name: "Submit project" }).click();
  await expect(saving(page)).toHaveText("Submitting…");
  await page.getByRole("button", { name: "Submit project" }).click();
  await expect(page).toHaveURL(`/projects/${id}?done=submitted`);
  await expect(page.getByText("Half a thought")).toBeVisible();
});

test("a busy server is not reported as a lost network, and retries slow down @scripting", async ({ page, staff, api, signIn }) => {
  const slug = unique("busy");
  const participant = await api("participant");
  const id = await draft(staff, participant, slug);
  await signIn("participant");
  await page.clock.install();
  await page.goto(`/projects/${id}/edit`);
  await awake(page);
  let asked = 0;
  await page.route(`**/api/projects/${id}`, async (route) => {
    asked++;
    await route.fulfill({ status: 429, json: { detail: "Later." } });
  });
  await page.getByLabel("Summary").fill("Half a thought");
  // 1.5 s after the last key, then pauses of 1, 2, 4, 8, 16 and 30 s.
  for (let seconds = 0; seconds < 130; seconds++) {
    await page.clock.runFor(1_000);
    await expect(saving(page)).not.toHaveText(/network/);
  }
  await expect(saving(page)).toHaveText(/^Kept on this device\. The server is busy: sent again soon\.$|^Saving…$/);
  expect(asked).toBeGreaterThan(5);
  expect(asked).toBeLessThan(10);
});

test("two tabs of one browser each keep a copy @scripting", async ({ page, staff, api, signIn }) => {
  const slug = unique("tabs");
  const participant = await api("participant");
  const id = await draft(staff, participant, slug);
  await participant.patch(`/api/projects/${id}`, { data: { submit: true } });
  await signIn("participant");
  await page.goto(`/projects/${id}/edit`);
  await awake(page);
  const other = await page.context().newPage();
  await other.goto(`/projects/${id}/edit`);
  await awake(other);
  await page.getByLabel("Summary").fill("From the first tab");
  await other.getByLabel("Summary").fill("From the second tab");
  await expect.poll(() => kept(page)).toBe(2);
  // The second tab saves: the first one's text is still kept.
  await other.getByRole("button", { name: "Save changes" }).click();
  await expect(other).toHaveURL(`/projects/${id}?done=saved`);
  expect(await kept(page)).toBe(1);
  await page.close();
  await other.goto(`/projects/${id}/edit`);
  await awake(other);
  await expect(other.getByText("This device has unsaved changes to an older version of this project.")).toBeVisible();
  await expect(other.getByLabel("Summary")).toHaveValue("From the second tab");
  await other.getByRole("button", { name: "Put them into the form" }).click();
  await expect(other.getByLabel("Summary")).toHaveValue("From the first tab");
  expect(await kept(other)).toBe(1);
});

test("one person's text is not sent as the next person @scripting", async ({ page, visitor, staff, api, signIn }) => {
  const slug = unique("next");
  await makeEvent(staff, slug, { submissions: [-1, 3], judging: [3, 4] });
  await signIn("participant");
  await page.goto(`/events/${slug}/submit`);
  await awake(page);
  await page.getByRole("heading", { name: "Start another project" }).click();
  await page.route("**/api/**", (route) => route.abort());
  await page.getByLabel("Title").fill(`Secret of ${slug}`);
  await expect(saving(page)).toContainText("Kept on this device.");
  // The page stays open while its browser changes hands.
  const next = await visitor("judge1");
  await page.context().clearCookies();
  await page.context().addCookies(await next.context().cookies());
  await page.unroute("**/api/**");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("Somebody else is signed in to this browser now.").first()).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue(`Secret of ${slug}`);
  const all = await (await (await api("organizer")).get(`/api/events/${slug}/projects`)).json();
  expect(all.map(({ title }: { title: string }) => title)).not.toContain(`Secret of ${slug}`);
});
