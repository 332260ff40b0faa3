import { unique } from "../support/event";
import { expect, test } from "../support/test";

const EVENT = "demo-submitting";

// A draft saves itself while the test types, so wrong values are refused there too.
test.use({ refused: [400] });

test("a participant finishes a draft and submits it, and everybody finds it", async ({ page, api, visitor, accessible }) => {
  const word = unique("gauge");
  const participant = await api("participant");
  const made = await participant.post(`/api/events/${EVENT}/projects`, { data: { title: `Half a ${word}` } });
  expect(made.status()).toBe(201);
  const { id } = await made.json();

  // From the event to signing in, by one click, and back.
  await page.goto(`/events/${EVENT}`);
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Participant" }).click();
  await expect(page).toHaveURL(`/events/${EVENT}`);
  await page.getByRole("main").getByRole("link", { name: "Submit", exact: true }).click();
  await page.getByRole("listitem").filter({ hasText: `Half a ${word}` }).getByRole("link", { name: "Finish and submit" }).click();
  await expect(page).toHaveURL(`/projects/${id}/edit`);

  // Refused: everything typed stays, and the summary leads to the field.
  const form = page.locator("form.form");
  await page.getByLabel("Title").fill(`Rain ${word}`);
  await page.getByLabel("Tagline").fill("It counts the rain");
  await page.getByLabel("Summary").fill("A gauge.\n\n<b>Two</b> lines & more.");
  await page.getByLabel("Description").fill("It is a tin with a float.");
  await page.getByLabel("Track").selectOption({ index: 2 });
  await page.getByLabel("Code").fill("ftp://code.example/rain");
  await page.getByLabel("Tags").fill(`${word}, Rain , tin`);
  const [refused] = await Promise.all([page.waitForResponse(isPost), page.getByRole("button", { name: "Submit project" }).click()]);
  expect(refused.status()).toBe(400);
  await expect(page).toHaveTitle(/^Error: /);
  const sentence = "The code’s address must be a web address that begins with http:// or https://.";
  const link = page.getByRole("alert").getByRole("link", { name: sentence });
  await expect(form.getByText(sentence)).toBeVisible();
  await expect(page.getByLabel("Code")).toHaveAccessibleDescription(new RegExp("must be a web address"));
  await expect(page.getByLabel("Code")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Title")).toHaveValue(`Rain ${word}`);
  await expect(page.getByLabel("Summary")).toHaveValue("A gauge.\n\n<b>Two</b> lines & more.");
  await expect(page.getByLabel("Description")).toHaveValue("It is a tin with a float.");
  await expect(page.getByLabel("Code")).toHaveValue("ftp://code.example/rain");
  await expect(page.getByLabel("Tags")).toHaveValue(`${word}, Rain , tin`);
  // The summary has the focus, so that a screen reader begins there.
  await expect(page.getByRole("alert").filter({ hasText: sentence })).toBeFocused();
  await expect(page.getByLabel("Track")).not.toHaveValue("");
  await link.focus();
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code")).toBeFocused();
  await accessible();

  // Only the team sees a draft.
  await page.getByLabel("Code").fill(`https://code.example/${word}`);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(`/projects/${id}?done=saved`);
  await expect(page.getByText("It is not judged until you submit it.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Rain ${word}`);
  await expect(page.locator(".pill")).toHaveText("Draft");
  const other = await visitor();
  expect((await other.goto(`/projects/${id}`))?.status()).toBe(404);
  await other.goto(`/events/${EVENT}/projects?q=${word}`);
  await expect(other.getByText("Nothing matches")).toBeVisible();

  // Submitted, and changed afterwards.
  await page.getByRole("link", { name: "Edit the project" }).click();
  await page.getByRole("button", { name: "Submit project" }).click();
  await expect(page.locator(".pill")).toHaveText("Submitted");
  await expect(page.getByText(/^You can change it until /)).toBeVisible();
  await page.getByRole("link", { name: "Edit the project" }).click();
  await page.getByLabel("Tagline").fill("It counts every drop");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.locator(".pill")).toHaveText("Submitted");
  await expect(page.getByText("It counts every drop")).toBeVisible();
  await expect(page.getByText("<b>Two</b> lines & more.")).toBeVisible();

  // Everybody finds it: by words, by its tag, by its track.
  await other.goto(`/events/${EVENT}/projects`);
  await other.getByLabel("Search").fill(`DROP ${word}`);
  await other.getByRole("button", { name: "Search" }).click();
  await expect(other.getByRole("status")).toHaveText("1 project found");
  const row = other.locator("ul.gallery > li");
  await expect(row.getByRole("heading")).toHaveText(`Rain ${word}`);
  await row.getByRole("link", { name: word, exact: true }).click();
  await expect(other).toHaveURL(`/events/${EVENT}/projects?tag=${word}`);
  await expect(other.getByRole("status")).toHaveText("1 project found");
  await other.getByLabel("Track").selectOption({ index: 1 });
  await other.getByRole("button", { name: "Search" }).click();
  await expect(other.getByText("Nothing matches")).toBeVisible();
  await other.getByLabel("Track").selectOption({ index: 2 });
  await other.getByRole("button", { name: "Search" }).click();
  await row.getByRole("link", { name: `Rain ${word}` }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(`Rain ${word}`);
  await expect(other.getByRole("link", { name: "Edit the project" })).toHaveCount(0);
});

test("a new project is started, refused without a title, and saved", async ({ page, signIn, accessible }) => {
  const word = unique("tin");
  await signIn("participant");
  await page.goto(`/events/${EVENT}/submit`);
  const another = page.getByRole("heading", { name: "Start another project" });
  await another.click();
  await page.getByLabel("Tagline").fill(`Only a line of ${word}`);
  const [refused] = await Promise.all([page.waitForResponse(isPost), page.getByRole("button", { name: "Save draft" }).click()]);
  expect(refused.status()).toBe(400);
  // The folded form is open after a refusal.
  await expect(page.getByLabel("Tagline")).toHaveValue(`Only a line of ${word}`);
  await page.getByRole("alert").getByRole("link", { name: "Give the project a title." }).click();
  await expect(page.getByLabel("Title")).toBeFocused();
  await accessible();
  await page.getByLabel("Title").fill(`The ${word}`);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`The ${word}`);
});

test("the list of projects is sorted, and keeps the view that was chosen @scripting", async ({ page, accessible }) => {
  await page.goto("/events/demo-published/projects");
  await page.getByRole("link", { name: "List", exact: true }).click();
  await expect(page.locator("ul.project-list > li")).toHaveCount(24);
  await page.setViewportSize({ width: 360, height: 740 });
  const order = page.getByLabel("Order");
  await expect(order).toBeHidden();
  await page.locator("summary", { hasText: "order" }).click();
  await order.selectOption("By title");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/sort=title&view=list/);
  await expect(order).toBeVisible();
  await expect(page.locator("ul.project-list > li")).toHaveCount(24);
  const titles = await page.locator("ul.project-list h2").allTextContents();
  const sorted = titles.map((title) => title.toLowerCase()).sort();
  expect(titles.map((title) => title.toLowerCase())).toEqual(sorted);
  await accessible();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/events/demo-published/projects?sort=title&view=list&page=2");
  await expect(page.locator("ul.project-list > li")).toHaveCount(2);
  await page.getByRole("link", { name: "Cards", exact: true }).click();
  await expect(page).toHaveURL("/events/demo-published/projects?sort=title");
});

function isPost(response: { request(): { method(): string } }): boolean {
  return response.request().method() === "POST";
}
