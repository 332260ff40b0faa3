// Who judges what: conflicts, a plan with its preview, changes by hand, and undoing.
import { makeEvent, unique } from "../support/event";
import { expect, test } from "../support/test";

// From the list the judge follows a link, and the organizer from the board.
test.use({ passed: [/^\/judge$|\/manage$/] });

test("an organizer declares a conflict, plans, changes by hand and undoes the plan @plain", async ({ page, staff, visitor, signIn, accessible }) => {
  const slug = unique("plan");
  await makeEvent(staff, slug, { judging: [1, 24] });
  const judge = await visitor("judge1");
  await judge.goto("/judge");
  await judge.locator(`a[href="/events/${slug}/judge/conflicts"]`).click();
  await judge.getByLabel(`Lantern 5 of ${slug}`).check();
  await judge.getByLabel("Kind").selectOption("mentor");
  await judge.getByLabel("Reason (optional)").fill("I helped them in spring.");
  await judge.getByRole("button", { name: "Declare those ticked" }).click();
  await expect(judge.getByText("Mentored the team. You declared it.")).toBeVisible();
  await accessible(judge);

  await signIn("organizer");
  await page.goto(`/events/${slug}/manage`);
  await page.getByRole("navigation", { name: "Moments" }).getByRole("link", { name: "Judge" }).click();
  await page.getByRole("navigation", { name: "Organizer’s pages" }).getByRole("link", { name: "Who reviews what" }).click();
  await accessible();
  await page.getByRole("link", { name: "Conflicts of interest" }).click();
  await expect(page.getByRole("row", { name: `Lantern 5 of ${slug}` })).toContainText("I helped them in spring.");
  await page.getByRole("button", { name: "Declare the conflict" }).click();
  await expect(page.getByRole("alert")).toContainText("Choose a judge of this event.");
  await accessible();

  await page.goto(`/events/${slug}/manage/assignments/plan?reviews=4`);
  await expect(page.getByRole("heading", { name: "The plan" })).toBeVisible();
  await accessible();
  await page.getByRole("button", { name: /^Write \d+ assignments?$/ }).click();
  await expect(page.getByText(/^The plan added \d+ assignments?\.$/)).toBeVisible();
  await page.getByRole("row", { name: `Lantern 5 of ${slug}` }).getByRole("link").click();
  await accessible();
  const takeAway = page.getByRole("button", { name: /^Take away/ });
  await expect(takeAway).not.toHaveCount(0);
  const before = await takeAway.count();
  await takeAway.first().click();
  await expect(takeAway).toHaveCount(before - 1);
  await page.goto(`/events/${slug}/manage/assignments`);
  await page.getByRole("button", { name: /^Undo it and take \d+ assignments? away$/ }).click();
  await expect(page.getByText(/^The plan is undone\. It took away \d+ assignments?\.$/)).toBeVisible();
});

test("an open list says once what an organizer added meanwhile @scripting", async ({ page, slug, visitor, signIn }) => {
  const organizer = await visitor("organizer");
  await organizer.goto(`/events/${slug}/manage/people?q=judge1`);
  const person = await organizer.getByRole("link", { name: "First Judge" }).getAttribute("href");
  const give = async () => {
    await organizer.goto(`${person}?assigned=#assigned`);
    await organizer.getByLabel("Project", { exact: true }).selectOption({ index: 1 });
    await organizer.getByRole("button", { name: "Assign the project" }).click();
    await expect(organizer.getByText("The project is assigned.")).toBeVisible();
  };
  await give();
  await signIn("judge1");
  await page.goto("/judge");
  const added = page.locator(`#added-${slug}`);
  await expect(added).toContainText("An organizer gave you 1 project.");
  // A time in the clocks of the browser is no news.
  await expect(added.locator("time")).toHaveClass("time-local");
  const changes = await added.evaluateHandle((part) => {
    const seen: MutationRecord[] = [];
    new MutationObserver((records) => seen.push(...records)).observe(part, { childList: true });
    return seen;
  });
  const renewed = async () => {
    const answer = page.waitForResponse((response) => new URL(response.url()).pathname === "/judge");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await (await answer).finished();
  };
  await renewed();
  await give();
  await renewed();
  await expect(added).toContainText("An organizer gave you 2 projects.");
  expect(await changes.evaluate((seen) => seen.length)).toBe(1);
});
