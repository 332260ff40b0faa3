// One project in two tabs of a browser, and a browser that changes hands.
import { draft, kept, made, openDraft, openNew, saving } from "../support/draft";
import { awake } from "../support/pages.mjs";
import { expect, test } from "../support/test";

// These tests cause requests that the server refuses.
test.use({ refused: [403] });

test("two tabs that share a text from before its title make one project @scripting", async ({ page, staff, api, signIn }) => {
  const slug = await openNew(page, staff, signIn);
  const participant = await api("participant");
  await page.getByLabel("Tagline").fill("No title yet");
  await expect(saving(page)).toHaveText("Kept on this device. Add a title to save it as a draft.");
  // A second tab takes the text over while the first one is still open. What one tab writes reaches another a moment later.
  const other = await page.context().newPage();
  await other.goto("/privacy");
  await expect.poll(() => kept(other)).toBe(1);
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

test("two tabs of one browser each keep a copy @scripting", async ({ page, staff, api, signIn }) => {
  const { id, participant } = await draft(staff, api);
  await participant.patch(`/api/projects/${id}`, { data: { submit: true } });
  await signIn("participant");
  await openDraft(page, id);
  const other = await page.context().newPage();
  await openDraft(other, id);
  await page.getByLabel("Summary").fill("From the first tab");
  await other.getByLabel("Summary").fill("From the second tab");
  await expect.poll(() => kept(page)).toBe(2);
  // The second tab saves: the first one's text is still kept.
  await other.getByRole("button", { name: "Save changes" }).click();
  await expect(other).toHaveURL(`/projects/${id}?done=saved`);
  await expect.poll(() => kept(page)).toBe(1);
  await page.close();
  await openDraft(other, id);
  await expect(other.getByText("This device has unsaved changes to an older version of this project.")).toBeVisible();
  await expect(other.getByLabel("Summary")).toHaveValue("From the second tab");
  await other.getByRole("button", { name: "Put them into the form" }).click();
  await expect(other.getByLabel("Summary")).toHaveValue("From the first tab");
  await expect(other.getByLabel("Summary")).toBeFocused();
  await expect.poll(() => kept(other)).toBe(1);
});

test("one person's text is not sent as the next person @scripting", async ({ page, visitor, staff, api, signIn }) => {
  const slug = await openNew(page, staff, signIn);
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
