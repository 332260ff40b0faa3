// The community vote: by account, and by codes for people in the room. Also comments on projects.
import { close } from "../support/database";
import { makeEvent, unique } from "../support/event";
import { expect, test } from "../support/test";

test("a person votes by account, changes the ballot and withdraws it", async ({ page, staff, visitor, signIn, scripting, accessible }) => {
  const slug = unique("vote");
  await makeEvent(staff, slug, { voting: { mode: "account", hours: [-1, 1], votes: 2 } });
  const vote = `/events/${slug}/vote`;
  await page.goto(vote);
  await page.getByRole("main").getByRole("link", { name: "Sign in to vote" }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn("participant");
  await page.goto(vote);
  const boxes = page.getByRole("checkbox");
  await expect(boxes).toHaveCount(6);
  // Each voter's order is their own and does not change.
  const order = await page.locator(".vote-candidates label").allTextContents();
  await page.reload();
  expect(await page.locator(".vote-candidates label").allTextContents()).toEqual(order);
  await expect(page.getByLabel(`Lantern 0 of ${slug}`)).toBeDisabled();
  await accessible();
  for (const nth of [1, 2]) await page.getByLabel(`Lantern ${nth} of ${slug}`).check();
  const third = page.getByLabel(`Lantern 3 of ${slug}`);
  if (scripting) {
    // At the limit the others are closed until one is cleared.
    await expect(third).toBeDisabled();
    await expect(page.getByRole("status").filter({ hasText: "Clear one to choose another." })).toBeVisible();
    await accessible();
    await page.getByLabel(`Lantern 1 of ${slug}`).uncheck();
    await expect(third).toBeEnabled();
    await expect(page.getByLabel(`Lantern 0 of ${slug}`)).toBeDisabled();
    await page.getByLabel(`Lantern 1 of ${slug}`).check();
  } else {
    await third.check();
    await page.getByRole("button", { name: "Cast the ballot" }).click();
    await page.getByRole("alert").getByRole("link", { name: "Choose at most 2 projects: you chose 3." }).click();
    await expect(page.getByRole("group", { name: "Choose up to 2 projects" })).toBeFocused();
    for (const nth of [0, 1, 2]) await expect(boxes.nth(nth)).toBeChecked();
    await third.uncheck();
  }
  await page.getByRole("button", { name: "Cast the ballot" }).click();
  await expect(page.getByText("Your ballot is cast.")).toBeVisible();
  await page.goto(vote);
  await expect(page.getByText("Your ballot is in", { exact: true })).toBeVisible();
  await page.getByLabel(`Lantern 1 of ${slug}`).uncheck();
  await page.getByRole("button", { name: "Change the ballot" }).click();
  await expect(page.getByLabel(`Lantern 1 of ${slug}`)).not.toBeChecked();
  await expect(page.getByLabel(`Lantern 2 of ${slug}`)).toBeChecked();
  await page.goto(`/events/${slug}`);
  await expect(page.getByRole("link", { name: "Change your vote" })).toBeVisible();

  const other = await visitor("judge1");
  await other.goto(vote);
  await other.getByLabel(`Lantern 2 of ${slug}`).check();
  await other.getByLabel(`Lantern 0 of ${slug}`).check();
  await other.getByRole("button", { name: "Cast the ballot" }).click();
  await page.goto(vote);
  await page.getByRole("button", { name: "Withdraw my ballot" }).click();
  await expect(page.getByText("Your ballot is withdrawn.")).toBeVisible();

  // The close passes with a ballot half filled in.
  await page.getByLabel(`Lantern 4 of ${slug}`).check();
  close(slug, "voting");
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Cast the ballot" }).click();
  expect((await answer).status()).toBe(409);
  await expect(page.getByText(/^Voting for .* closed at .*\d\d:\d\d.*\.$/)).toBeVisible();
  await expect(page.getByText(`Voting closed before these choices were saved: “Lantern 4 of ${slug}”.`)).toBeVisible();
  const organizer = await visitor("organizer");
  await organizer.goto(`/events/${slug}/manage/prizes?voting=1`);
  await expect(organizer.getByText("1 ballot counted")).toBeVisible();
  await accessible(organizer);
});

test("people in the room vote by codes, without accounts @scripting", async ({ page, staff, visitor, accessible }) => {
  const slug = unique("codes");
  await makeEvent(staff, slug, { voting: { mode: "code", hours: [-1, 1], votes: 1 } });
  const organizer = await visitor("organizer");
  await organizer.goto(`/events/${slug}/manage`);
  await organizer.getByRole("link", { name: "Voting" }).click();
  await organizer.getByLabel("How many codes").fill("3");
  await accessible(organizer);
  await organizer.getByRole("button", { name: "Create the sheet" }).click();
  const slips = organizer.locator(".codes-slips .codes-slip-code");
  await expect(slips).toHaveCount(3);
  const codes = await slips.allTextContents();
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5} [0-9A-HJKMNP-TV-Z]{5}$/);
  await accessible(organizer);

  await page.goto(`/events/${slug}/vote`);
  await accessible();
  await page.getByLabel("Your code").fill("not a code");
  await page.getByRole("button", { name: "Go to the ballot" }).click();
  await page.getByRole("alert").getByRole("link", { name: /^This event has no such code\./ }).click();
  await expect(page.getByLabel("Your code")).toBeFocused();
  await expect(page.getByLabel("Your code")).toHaveValue("not a code");
  const enter = async () => {
    await page.getByLabel("Your code").fill(codes[0].toLowerCase());
    await page.getByRole("button", { name: "Go to the ballot" }).click();
  };
  await enter();
  await page.getByLabel(`Lantern 3 of ${slug}`).check();
  await accessible();
  await page.getByRole("button", { name: "Cast the ballot" }).click();
  await expect(page.getByText("Your ballot is cast.")).toBeVisible();
  // Nowhere in an address, and no cookie.
  expect(page.url()).not.toContain(codes[0].slice(0, 5));
  expect(await page.context().cookies()).toEqual([]);
  await enter();
  await expect(page.getByText(`“Lantern 3 of ${slug}”`)).toBeVisible();
  await page.getByLabel(`Lantern 3 of ${slug}`).uncheck();
  await page.getByLabel(`Lantern 5 of ${slug}`).check();
  await page.getByRole("button", { name: "Change the ballot" }).click();
  await expect(page.getByText("Your ballot is cast.")).toBeVisible();

  await organizer.goto(`/events/${slug}/manage/prizes?voting=1`);
  await expect(organizer.getByText("Used to vote")).toBeVisible();
  await organizer.getByRole("button", { name: "Withdraw 2 unused codes" }).click();
  await expect(organizer.getByRole("button", { name: /Withdraw/ })).toHaveCount(0);
  close(slug, "voting");
  await organizer.reload();
  await expect(organizer.getByRole("row").filter({ hasText: `Lantern 5 of ${slug}` }).getByRole("cell").first()).toHaveText("1");
});

test("a person comments on a project and removes the comment @plain", async ({ page, slug, visitor, signIn, accessible }) => {
  await signIn("participant");
  await page.goto(`/events/${slug}/projects`);
  await page.getByRole("link", { name: `Lantern 1 of ${slug}` }).click();
  await page.getByLabel("Add a comment").fill("   ");
  await page.getByRole("button", { name: "Comment" }).click();
  await page.getByRole("alert").getByRole("link", { name: "Write a comment before you send it." }).click();
  await expect(page.getByLabel("Add a comment")).toBeFocused();
  await page.getByLabel("Add a comment").fill("It <b>glows</b>\nin two lines");
  await page.getByRole("button", { name: "Comment" }).click();
  await expect(page.getByText("It <b>glows</b>")).toBeVisible();
  await accessible();
  const other = await visitor("judge1");
  await other.goto(page.url());
  await expect(other.getByText("It <b>glows</b>")).toBeVisible();
  await expect(other.getByRole("button", { name: "Remove" })).toHaveCount(0);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No comments yet.")).toBeVisible();
});

test("a description with Markdown is rendered, and a picture is a link that shows its host @plain", async ({ page, staff, api, accessible }) => {
  const slug = unique("story");
  await makeEvent(staff, slug, { submissions: [-1, 1], judging: [1, 2] });
  const participant = await api("participant");
  const description = "# How\n\n- one\n- **two**\n\n![a cat](https://cats.example/1.png) <script>document.title='x'</script>\n\n[out](javascript:alert(1))";
  const made = await participant.post(`/api/events/${slug}/projects`, { data: { title: "Story", description, submit: true } });
  const { id } = await made.json();
  await page.goto(`/projects/${id}`);
  const story = page.locator(".markdown");
  await expect(story.getByRole("heading", { level: 2, name: "How" })).toBeVisible();
  await expect(story.getByRole("listitem")).toHaveCount(2);
  await expect(story.getByRole("link")).toHaveCount(1);
  await expect(story.getByRole("link", { name: "Picture: a cat" })).toHaveAttribute("rel", "nofollow noopener ugc");
  await expect(story).toContainText("<script>");
  await accessible();
});

test("the countdown counts from the server's time, not the device's @scripting", async ({ page, staff }) => {
  const slug = unique("count");
  await makeEvent(staff, slug, { submissions: [-1, 0.9], judging: [1, 2] });
  // A device that is a year ahead.
  await page.clock.install({ time: Date.now() + 365 * 24 * 3_600_000 });
  await page.goto(`/events/${slug}`);
  await page.clock.runFor(3_000);
  await expect(page.locator("[data-left]").first()).toHaveText(/^[45]\d\smin \d+\ss$/);
});
