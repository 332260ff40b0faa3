// A project that saves itself while it is a draft, two teammates who edit it at once, and the close.
import { close, sql } from "../support/database";
import { draft, kept, openDraft, openNew, saving } from "../support/draft";
import { makeEvent, unique } from "../support/event";
import { awake } from "../support/pages.mjs";
import { expect, test } from "../support/test";

// These tests cause requests that the server refuses.
test.use({ refused: [409] });

test("a draft is saved while typing, from the first word on @scripting", async ({ page, staff, api, signIn, accessible }) => {
  const slug = await openNew(page, staff, signIn);
  const participant = await api("participant");
  await page.getByLabel("Tagline").fill("Without a title");
  await expect(saving(page)).toHaveText("Kept on this device. Add a title to save it as a draft.");
  await page.getByLabel("Title").fill(`First ${slug}`);
  await expect(saving(page)).toHaveText("Draft saved.");
  // It goes on under the draft's own address.
  await expect(page).toHaveURL(/\/projects\/\d+\/edit$/);
  const id = /projects\/(\d+)/.exec(page.url())?.[1];
  const stored = async () => (await participant.get(`/api/projects/${id}`)).json();
  expect(await stored()).toMatchObject({ title: `First ${slug}`, tagline: "Without a title", status: "draft" });
  await expect.poll(() => kept(page)).toBe(0);
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

test("what a team asks for with a new project is saved by its button, also where its texts were saved before @scripting", async ({ page, staff, signIn }) => {
  const slug = await openNew(page, staff, signIn);
  await page.getByLabel("Title").fill(`Wish ${slug}`);
  await page.getByLabel("We need power").check();
  await expect(saving(page)).toHaveText("Draft saved. What you ask for is not saved yet. Press a button to save it.");
  await expect(page).toHaveURL(/\/projects\/\d+\/edit$/);
  const edit = page.url();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/\?done=saved$/);
  await page.goto(edit);
  await expect(page.getByLabel("We need power")).toBeChecked();
  await expect(page.getByLabel("We need a quiet place")).not.toBeChecked();
});

test("answers to the event's own questions are saved with the draft @scripting", async ({ page, staff, api, signIn }) => {
  const slug = unique("asks");
  await makeEvent(staff, slug, { submissions: [-1, 3], judging: [3, 4] });
  const asked = [
    { key: "food", label: "Food to avoid", kind: "text", shown_to: "organizers" },
    { key: "language", label: "Programming language", kind: "choice", choices: ["Rust", "Go"], required: true, shown_to: "all" },
  ];
  sql(`update event set form_questions = '${JSON.stringify(asked)}' where slug = '${slug}'`);
  const participant = await api("participant");
  await signIn("participant");
  await page.goto(`/events/${slug}/submit`);
  await awake(page);
  await page.getByRole("heading", { name: "Start another project" }).click();
  await page.getByLabel("Title").fill(`Asked ${slug}`);
  await page.getByLabel("Food to avoid").fill("Nuts");
  const language = page.locator(".project-form-needed li").filter({ hasText: "Programming language" });
  await expect(language.getByText("needed to submit")).toBeVisible();
  await page.getByLabel("Programming language").selectOption("Rust");
  await expect(language.getByText("there")).toBeVisible();
  await expect(language.getByText("needed to submit")).toBeHidden();
  await expect(saving(page)).toHaveText("Draft saved.");
  const id = /projects\/(\d+)/.exec(page.url())?.[1];
  const stored = async () => (await (await participant.get(`/api/projects/${id}`)).json()).answers;
  expect(await stored()).toEqual({ food: "Nuts", language: "Rust" });
  // A teammate's answer comes into a field that was left alone, and an emptied one goes.
  await participant.patch(`/api/projects/${id}`, { data: { answers: { food: "Milk" } } });
  await page.getByLabel("Programming language").selectOption("Go");
  await expect(saving(page)).toHaveText("Draft saved.");
  await expect(page.getByLabel("Food to avoid")).toHaveValue("Milk");
  await page.getByLabel("Food to avoid").fill("");
  await expect(saving(page)).toHaveText("Draft saved.");
  expect(await stored()).toEqual({ language: "Go" });
  await page.getByRole("button", { name: "Submit project" }).click();
  await expect(page.locator(".pill")).toHaveText("Submitted");
  await expect(page.locator("dt", { hasText: "Programming language" }).locator("+ dd")).toHaveText("Go");
});

test("a submitted project is saved only by its button @scripting", async ({ page, staff, api, signIn }) => {
  const { id, participant } = await draft(staff, api);
  await participant.patch(`/api/projects/${id}`, { data: { submit: true } });
  await signIn("participant");
  await page.clock.install();
  await openDraft(page, id);
  await page.getByLabel("Tagline").fill("For all to see");
  await expect(saving(page)).toHaveText("Not saved yet. Kept on this device. Press Save changes to publish them.");
  // A draft would have been sent by now.
  await page.clock.runFor(5_000);
  expect((await (await participant.get(`/api/projects/${id}`)).json()).tagline).toBe("");
  await page.reload();
  await awake(page);
  await expect(page.getByLabel("Tagline")).toHaveValue("For all to see");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("For all to see")).toBeVisible();
  await openDraft(page, id);
  await expect.poll(() => kept(page)).toBe(0);
});

test("two teammates edit at once, and if both changed a text a person chooses", async ({ page, staff, api, signIn, scripting, accessible }) => {
  const { slug, id, participant: other } = await draft(staff, api);
  await signIn("participant");
  await openDraft(page, id, scripting);
  const theirs = { title: `Theirs ${slug}`, summary: "Their summary" };
  expect((await other.patch(`/api/projects/${id}`, { data: theirs })).status()).toBe(200);
  await page.getByLabel("Summary").fill("My summary");
  await page.getByLabel("Tagline").fill("My tagline");
  const sentence = "Somebody else changed the summary at the same time: choose what stays.";
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
  const question = page.getByRole("group", { name: "Somebody else saved this meanwhile" });
  await expect(question).toContainText("Their summary");
  await accessible();
  button = page.getByRole("button", { name: "Save draft" });
  await question.getByLabel("Keep mine, as shown above").check();
  expect(await save()).toBe(303);
  const stored = await (await other.get(`/api/projects/${id}`)).json();
  expect(stored).toMatchObject({ title: theirs.title, summary: "My summary", tagline: "My tagline", status: "draft" });
});

test("Enter in a text field saves the draft and never submits it", async ({ page, staff, api, signIn, scripting }) => {
  const { id, participant } = await draft(staff, api);
  await signIn("participant");
  await openDraft(page, id, scripting);
  await page.getByLabel("Tagline").fill("Typed, then Enter");
  await page.getByLabel("Tagline").press("Enter");
  await expect(page).toHaveURL(new RegExp(`/projects/${id}\\?done=saved$`));
  await expect(page.getByText("Draft saved")).toBeVisible();
  expect(await (await participant.get(`/api/projects/${id}`)).json()).toMatchObject({ status: "draft", tagline: "Typed, then Enter" });
});

test("submissions close with a draft half typed", async ({ page, staff, api, signIn, scripting, accessible }) => {
  const { slug, id } = await draft(staff, api, [-1, 0.9]);
  await signIn("participant");
  await openDraft(page, id, scripting);
  // Within the hour the page says so, and counts on the server's clock.
  await expect(page.getByText(/^Submissions close in [45]\d\smin/).first()).toBeVisible();
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
