// What a device keeps for a person: nothing is cleared before the sign-out is confirmed, no default loses anything, nobody sees what was
// kept for another, and what was typed into any form comes back.
import type { Page } from "@playwright/test";
import { sql } from "../support/database";
import { draft, openDraft } from "../support/draft";
import { makeEvent, unique } from "../support/event";
import { email, signInByForm } from "../support/people";
import { comment, open, openReview, submit } from "../support/review";
import { expect, type Fixtures, test } from "../support/test";

test.use({ serviceWorkers: "allow" });

/** The names of what is kept for people, and of the caches with their pages. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => [...Object.keys(localStorage), ...(await caches.keys())].filter((name) => name.startsWith("evenhand-kept-")).sort());
}

async function menu(page: Page) {
  await page.locator("details.account-menu summary").click();
  return page.getByRole("button", { name: "Sign out", exact: true });
}

test("a key that is held on Sign out, and Escape, lose nothing @scripting", async ({ page, slug, signIn, accessible }) => {
  await signIn("judge1");
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  await page.context().route("**/review", (route) => route.abort());
  await comment(page).fill("Mine alone");
  await expect.poll(() => kept(page)).toContainEqual(expect.stringContaining("-review-"));
  const before = (await kept(page)).filter((name) => name.includes("-review-"));
  await (await menu(page)).focus();
  // Each further press without a release is what a held key sends.
  for (let press = 0; press < 8; press++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  expect((await kept(page)).filter((name) => name.includes("-review-"))).toEqual(before);
  await expect(page.locator("details.account-menu")).toBeVisible();
  const question = page.getByRole("dialog", { name: "Sign out?" });
  if (!(await question.isVisible())) await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(question.getByRole("button", { name: "Stay signed in, to send them" })).toBeFocused();
  await accessible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  expect((await kept(page)).filter((name) => name.includes("-review-"))).toEqual(before);
  await page.goto("/me");
  await expect(page.locator("details.account-menu")).toBeVisible();
});

test("signing out asks about a mark of a visit that was not sent @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  await page.context().route("**/visit", (route) => route.abort());
  await page.getByRole("button", { name: "Busy" }).click();
  await expect(page.getByText("No network. “Busy” is kept on this device and sent later.")).toBeVisible();
  await (await menu(page)).click();
  await expect(page.getByRole("dialog", { name: "Sign out?" })).toContainText("Changes not sent: 1 visit.");
  await page.getByRole("button", { name: "Forget them and sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([]);
});

test("without a network nobody is signed out and nothing is cleared @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await page.goto("/judge");
  await expect.poll(() => kept(page)).toContainEqual(expect.stringMatching(/-pages$/));
  await page.context().setOffline(true);
  await (await menu(page)).click();
  await expect(page.getByRole("alert").filter({ hasText: "No network" })).toHaveText("No network, so you are still signed in.");
  expect(await kept(page)).toContainEqual(expect.stringMatching(/-pages$/));
  await page.context().setOffline(false);
  await page.goto("/me");
  await expect(page.locator("details.account-menu")).toBeVisible();
  expect(await kept(page)).toContainEqual(expect.stringMatching(/-pages$/));
});

test("the sign-in page keeps nobody's pages for whoever signs in next @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await page.goto("/judge");
  await expect.poll(() => kept(page)).toContainEqual(expect.stringMatching(/-pages$/));
  // Her session ends without a sign-out.
  await page.context().clearCookies();
  await page.goto("/login?next=/judge");
  await expect.poll(() => kept(page)).toEqual([]);
});

test("a form that waits for the opening opens by itself @scripting", async ({ page, staff, signIn }) => {
  const slug = unique("opening");
  await makeEvent(staff, slug, { judging: [1, 2] });
  await signIn("judge1");
  await page.clock.install();
  await open(page, slug, `Lantern 0 of ${slug}`);
  await expect(comment(page)).not.toBeEditable();
  // The hour passes, on the server and here. Not all judges ask at once: up to ten seconds later.
  sql(`update event set judging_open = clock_timestamp() where slug = '${slug}'`);
  await page.clock.fastForward("01:00:11");
  await expect(comment(page)).toBeEditable();
});

async function keptForms(page: Page): Promise<string[]> {
  return (await kept(page)).filter((name) => name.includes("-form-"));
}

/** Sends a form whose request does not arrive, or whose answer does not. */
async function drop(page: Page, press: () => Promise<void>, arrives = false) {
  await page.route("**", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    if (arrives) await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
  await press();
  await page.waitForURL("chrome-error://chromewebdata/");
  await page.unroute("**");
}

/** Opens the organizer's settings of an event. Returns the field of its description. */
async function settings(page: Page, slug: string, signIn: Fixtures["signIn"]) {
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage/settings`);
  return page.getByRole("textbox", { name: /^Description/ }).first();
}

const BACK = "What you typed here was not saved. It is back in the form.";

test("what was typed into one form comes back when another form of the page is saved @scripting", async ({ page, slug, signIn, accessible }) => {
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage/prizes`);
  await page.getByLabel("Name", { exact: true }).last().fill("Warmest");
  await page.getByLabel("How the winners are found").last().selectOption("choice");
  await page.getByRole("button", { name: "Save prizes" }).click();
  await page.getByRole("link", { name: "Warmest" }).click();
  const reason = page.getByLabel("Reason");
  await reason.fill("Typed and not saved yet");
  await page.locator("summary", { hasText: "Terms" }).click();
  await page.getByLabel("Sponsor").fill("Lumen");
  await page.getByRole("button", { name: "Save terms" }).click();
  await expect(page.getByLabel("Sponsor")).toHaveValue("Lumen");
  await expect(reason).toHaveValue("Typed and not saved yet");
  await expect(page.getByText(BACK)).toBeVisible();
  await accessible();
  // What was taken out again does not come back by itself.
  await reason.fill("");
  await page.locator("summary", { hasText: "Terms" }).click();
  await page.getByLabel("Sponsor").fill("Lumen and Oak");
  await page.getByRole("button", { name: "Save terms" }).click();
  await expect(page.getByLabel("Sponsor")).toHaveValue("Lumen and Oak");
  await expect(page.getByText(BACK)).toBeHidden();
  await expect(reason).toHaveValue("");
  await reason.fill("Typed and not saved yet");
  // Saved, it is kept no more, and nothing is said the next time.
  await page.getByLabel("Winner", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Confirm winners" }).click();
  await expect(page.getByText(BACK)).toBeHidden();
  await expect(reason).toHaveValue("Typed and not saved yet");
  await expect.poll(() => keptForms(page)).toEqual([]);
});

test("what a team ticked below its project comes back when the project is saved @scripting", async ({ page, staff, api, signIn }) => {
  const { id } = await draft(staff, api);
  await signIn("participant");
  await openDraft(page, id);
  const power = page.getByLabel("We need power");
  await power.check();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/done=saved/);
  await page.goto(`/projects/${id}/edit`);
  await expect(page.getByText(BACK)).toBeVisible();
  await expect(power).toBeChecked();
  await page.getByRole("button", { name: "Save what you ask for" }).click();
  await expect(page).toHaveURL(/asked=1/);
  await expect(page.getByText(BACK)).toBeHidden();
  await expect(power).toBeChecked();
});

test("a choice that nobody made is not said to be unsaved @scripting", async ({ page, slug, signIn }) => {
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage/floor`);
  await page.locator("main table").getByRole("link", { name: /^(Move|Give a place)/ }).first().click();
  // The form that withdraws it begins with its last choice, whose value is empty.
  await expect(page.getByLabel("Why", { exact: true })).toHaveValue("");
  await page.locator("#place").fill("x".repeat(40));
  await page.getByRole("button", { name: "Move project" }).click();
  await expect(page.getByRole("alert")).toContainText("shorten it");
  await expect(page.getByText(BACK)).toBeHidden();
  expect((await kept(page)).filter((name) => name.includes("/withdraw"))).toEqual([]);
});

test("what was typed comes back when the network drops at the button @scripting", async ({ page, slug, signIn }) => {
  const description = await settings(page, slug, signIn);
  const save = page.getByRole("button", { name: "Save settings" });
  const before = await description.inputValue();
  await description.fill("Typed in the hall");
  // The browser knows of no network: the form stays.
  await page.context().setOffline(true);
  await save.click();
  await expect(page.getByRole("alert").filter({ hasText: "No network" })).toContainText("What you typed is kept on this device.");
  await expect(description).toHaveValue("Typed in the hall");
  await page.context().setOffline(false);
  // It believes that there is one: the browser's own error page comes.
  await drop(page, () => save.click());
  await page.goto(`/events/${slug}/manage/settings`);
  await expect(description).toHaveValue("Typed in the hall");
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(description).toHaveValue(before);
  await expect.poll(() => keptForms(page)).toEqual([]);
});

test("what one person typed into a form is not shown to the next @scripting", async ({ page, slug, signIn }) => {
  const description = await settings(page, slug, signIn);
  const before = await description.inputValue();
  await description.fill("The organizer's alone");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "No network" })).toBeVisible();
  await page.context().setOffline(false);
  const person = await page.locator("script[data-person]").getAttribute("data-person");
  // Somebody else's page of the same form.
  await page.evaluate((person) => {
    for (const name of Object.keys(localStorage).filter((name) => name.startsWith(`evenhand-kept-${person}-form-`))) {
      localStorage[name.replace(`-kept-${person}-`, `-kept-${+person! + 100_000}-`)] = localStorage[name];
      delete localStorage[name];
    }
  }, person);
  await page.goto(`/events/${slug}/manage/settings`);
  await expect(description).toHaveValue(before);
  await expect(page.getByText(BACK)).toBeHidden();
});

test("an address or a code that somebody types to come in is kept for nobody @scripting", async ({ page, staff, signIn }) => {
  const slug = unique("entry");
  await makeEvent(staff, slug, { voting: { mode: "code", hours: [-1, 1], votes: 1 } });
  await signIn("judge1");
  await page.goto(`/events/${slug}/vote`);
  const code = page.getByLabel("Your code");
  await code.fill("ABCDE FGHJK");
  await drop(page, () => page.getByRole("button", { name: "Go to the ballot" }).click());
  await page.goto(`/events/${slug}/vote`);
  await expect(page.getByText(BACK)).toBeHidden();
  await expect(code).toHaveValue("");
  expect(await keptForms(page)).toEqual([]);
  // The sign-in page in somebody's session, as the button "Sign in as someone else" of a kept form opens it.
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>("#logout")!.cloneNode(true) as HTMLFormElement;
    form.removeAttribute("id");
    form.setAttribute("action", "/login");
    form.append(Object.assign(document.createElement("input"), { name: "other", value: "true" }));
    document.body.append(form);
    form.submit();
  });
  await page.locator("#email").fill("next@end2end.example");
  await drop(page, () => page.locator("form:has(#password)").getByRole("button", { name: "Sign in", exact: true }).click());
  await page.goto("/me");
  expect(await keptForms(page)).toEqual([]);
});

const PERHAPS = "What you typed here may not have been saved. It is back in the form. Sent again, it is saved only once.";

/** The page of a project with a comment that is typed and not sent yet. */
async function typedComment(page: Page, slug: string, { api, signIn }: Pick<Fixtures, "api" | "signIn">) {
  const participant = await api("participant");
  const [{ id }] = await (await participant.get(`/api/events/${slug}/projects`)).json();
  await signIn("participant");
  await page.goto(`/projects/${id}`);
  const box = page.getByLabel("Add a comment");
  await box.fill("Typed in the hall");
  const comments = async (): Promise<unknown[]> => (await participant.get(`/api/projects/${id}/comments`)).json();
  return { path: `/projects/${id}`, box, comments, post: page.getByRole("button", { name: "Post comment" }) };
}

test("a form whose answer was lost is not said to be unsaved, and acts once @scripting", async ({ page, slug, api, signIn }) => {
  const { path, box, comments, post } = await typedComment(page, slug, { api, signIn });
  await drop(page, () => post.click(), true);
  expect(await comments()).toHaveLength(1);
  await page.goto(path);
  await expect(page.getByText(PERHAPS)).toBeVisible();
  await expect(box).toHaveValue("Typed in the hall");
  await post.click();
  await expect(page).toHaveURL(/#comment-/);
  expect(await comments()).toHaveLength(1);
  await expect(box).toHaveValue("");
  await expect.poll(() => keptForms(page)).toEqual([]);
});

test("who signs in again, and another person, forget nothing that was on its way @scripting", async ({ page, slug, api, signIn }) => {
  const { path, box, post } = await typedComment(page, slug, { api, signIn });
  await drop(page, () => post.click());
  await page.context().clearCookies({ name: "sessionid" });
  await signInByForm(page, "judge1", path);
  await expect(box).toHaveValue("");
  await page.context().clearCookies({ name: "sessionid" });
  await signInByForm(page, "participant", path);
  await expect(box).toHaveValue("Typed in the hall");
});

test("a form that waited for a sign-in is kept until the server has taken it @scripting", async ({ page, slug, api, signIn }) => {
  const { path, box, comments, post } = await typedComment(page, slug, { api, signIn });
  const again = async () => {
    await page.context().clearCookies({ name: "sessionid" });
    await post.click();
    await page.locator("#email").fill(email("participant"));
    await page.locator("#password").fill("participant-demo-password");
    await page.locator("form:has(#password)").getByRole("button", { name: "Sign in" }).click();
    return page.getByRole("button", { name: "Send it now" });
  };
  const send = await again();
  await drop(page, () => send.click());
  await page.goto(path);
  await expect(box).toHaveValue("Typed in the hall");
  await (await again()).click();
  await expect(page).toHaveURL(/#comment-/);
  expect(await comments()).toHaveLength(1);
  await expect(box).toHaveValue("");
  await expect.poll(() => keptForms(page)).toEqual([]);
});

test("a refused form that is corrected comes back whole when the network drops @scripting", async ({ page, slug, signIn }) => {
  const description = await settings(page, slug, signIn);
  const name = page.getByLabel("Name", { exact: true }).first();
  await description.fill("Typed in the hall");
  await name.fill("");
  const save = page.getByRole("button", { name: "Save settings" });
  await save.click();
  await expect(page).toHaveTitle(/^Error: /);
  await name.fill(`Corrected ${slug}`);
  await drop(page, () => save.click());
  await page.goto(`/events/${slug}/manage/settings`);
  await expect(description).toHaveValue("Typed in the hall");
  await expect(name).toHaveValue(`Corrected ${slug}`);
  await save.click();
  await expect(page).not.toHaveTitle(/^Error: /);
  await expect(page.getByText(BACK)).toBeHidden();
  await expect.poll(() => keptForms(page)).toEqual([]);
});

test("a line more loses nothing of the lines before it when the network drops @scripting", async ({ page, slug, signIn }) => {
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage/prizes`);
  const name = page.getByLabel("Name", { exact: true });
  await name.first().fill("Warmest");
  await page.getByRole("button", { name: "Add a line" }).first().click();
  await name.nth(1).fill("Coldest");
  await drop(page, () => page.getByRole("button", { name: "Save prizes" }).click());
  await page.goto(`/events/${slug}/manage/prizes`);
  await expect(name.first()).toHaveValue("Warmest");
});

test("a review from paper that was previewed comes back when the network drops as it is entered @scripting", async ({ page, slug, api, signIn }) => {
  const tasks = await (await (await api("judge1")).get("/api/judge/assignments")).json();
  const { id } = tasks.find((task: { event: string; status: string }) => task.event === slug && task.status === "pending");
  await signIn("organizer");
  const desk = `/events/${slug}/manage/assignments/${id}`;
  await page.goto(desk);
  await page.getByLabel("Quality (1 to 5)").fill("4");
  await page.getByLabel("Impact (0 to 10)").fill("7");
  await page.getByLabel("Polish (0 to 100)").fill("60");
  await page.getByLabel(/^Comment/).fill("Typed from paper");
  await page.getByRole("button", { name: /^Check the review by/ }).click();
  const enter = page.getByRole("button", { name: "Enter the review" });
  await drop(page, () => enter.click());
  await page.goto(desk);
  await expect(page.getByLabel(/^Comment/)).toHaveValue("Typed from paper");
  await expect(page.getByLabel("Impact (0 to 10)")).toHaveValue("7");
  await page.getByRole("button", { name: /^Check the review by/ }).click();
  await enter.click();
  await expect(page.getByText("The review is submitted.")).toBeVisible();
  await expect(page.getByLabel(/^Comment/)).toHaveValue("");
});

test("a tab that sends another form leaves what a second tab keeps @scripting", async ({ page, slug, signIn }) => {
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage/prizes`);
  await page.getByLabel("Name", { exact: true }).last().fill("Warmest");
  await page.getByLabel("How the winners are found").last().selectOption("choice");
  await page.getByRole("button", { name: "Save prizes" }).click();
  await page.getByRole("link", { name: "Warmest" }).click();
  await expect(page.getByLabel("Reason")).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await page.locator("summary", { hasText: "Terms" }).click();
  await page.getByLabel("Sponsor").fill("Lumen");
  await drop(page, () => page.getByRole("button", { name: "Save terms" }).click());
  await other.getByLabel("Reason").fill("Voted by the room");
  await other.getByLabel("Winner", { exact: true }).selectOption({ index: 1 });
  await other.getByRole("button", { name: "Confirm winners" }).click();
  await expect(other.getByLabel("Sponsor")).toHaveValue("Lumen");
});

test("a note that was not saved outlasts the submission of its review @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  const review = page.url();
  const note = page.locator("textarea[name=note]");
  await note.evaluate((field) => field.closest("details")?.setAttribute("open", ""));
  await note.fill("Ask them about the lamp");
  await submit(page);
  await page.goto(review);
  await expect(note).toHaveValue("Ask them about the lamp");
  await expect(page.getByText(BACK)).toBeVisible();
});

test("the boxes of a ballot open again when a kept choice is discarded @scripting", async ({ page, staff, signIn }) => {
  const slug = unique("ballot");
  await makeEvent(staff, slug, { judging: [-24, -1], voting: { mode: "account", hours: [-1, 5], votes: 1 } });
  await signIn("judge1");
  await page.goto(`/events/${slug}/vote`);
  const ballot = page.locator(".vote-ballot");
  await ballot.locator("[name=choice]:enabled").first().check();
  await drop(page, () => ballot.getByRole("button").last().click());
  await page.goto(`/events/${slug}/vote`);
  await expect(page.getByText(BACK)).toBeVisible();
  await expect(ballot.locator("[name=choice]:checked")).toHaveCount(1);
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(ballot.locator("[name=choice]:checked")).toHaveCount(0);
  await expect(ballot.locator("[name=choice]:disabled:not([data-own])")).toHaveCount(0);
});
