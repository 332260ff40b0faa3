import type { Page } from "@playwright/test";
import { prepareCeremony } from "../support/ceremony";
import { expect, test } from "../support/test";

const shown = (page: Page) => page.locator(".ceremony-step:visible");

test("a ceremony is revealed by links alone @no-scripting", async ({ page, slug, signIn, accessible }) => {
  await signIn("organizer");
  const [first, second] = await prepareCeremony(page, slug);
  await accessible();
  await page.getByRole("link", { name: "Open on the projector" }).click();
  await expect(shown(page)).toContainText("And the winners are");
  const next = page.getByRole("link", { name: "Next" });
  await next.click();
  await expect(shown(page)).toContainText("Most curious");
  await next.click();
  await expect(shown(page)).toContainText("Second place");
  await expect(shown(page)).toContainText(second);
  await expect(shown(page)).not.toContainText(first);
  await accessible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(shown(page)).not.toContainText(second);
  await page.getByRole("link", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Ceremony", exact: true })).toBeVisible();
});

test("a ceremony is revealed by keys without a network, and its notes follow @scripting", async ({ page, slug, signIn, accessible }) => {
  await signIn("organizer");
  const [first, second] = await prepareCeremony(page, slug);
  const notes = await page.context().newPage();
  await page.getByRole("link", { name: "Open on the projector" }).click();
  await expect(shown(page)).toContainText("And the winners are");
  await notes.goto(`/events/${slug}/manage/ceremony/show?step=0&view=notes`);
  await expect(shown(notes)).toContainText("Most curious");

  // From here on it needs nothing: its script is loaded.
  await page.waitForLoadState("load");
  const asked: string[] = [];
  // The line to a remote is tried again and again, and nothing waits for it.
  page.on("request", (request) => request.url().includes("/ceremony/live") || asked.push(request.url()));
  await page.context().setOffline(true);
  await page.keyboard.press("PageDown");
  await expect(shown(page)).toContainText("Most curious");
  await page.keyboard.press("ArrowRight");
  await expect(shown(page)).toContainText(second);
  await expect(shown(page)).not.toContainText(first);
  await expect(shown(notes)).toContainText("Most curious: Second place");
  await notes.getByRole("link", { name: "Next" }).click();
  await expect(shown(page)).toContainText(first);
  await page.keyboard.press("b");
  await expect(shown(page)).toHaveCount(0);
  await page.keyboard.press("Space");
  await expect(shown(page)).toContainText(first);
  await page.mouse.click(200, 200);
  await expect(shown(page)).toContainText(second);
  await page.keyboard.press("End");
  await expect(shown(page)).toContainText("Congratulations!");
  await page.keyboard.press("Home");
  await expect(shown(page)).toContainText("And the winners are");
  await page.keyboard.press("PageUp");
  await expect(shown(page)).toContainText("And the winners are");
  expect(asked).toEqual([]);

  await page.context().setOffline(false);
  await page.keyboard.press("ArrowDown");
  await accessible();
  await page.reload();
  await expect(shown(page), "a reload shows the same step").toContainText("Most curious");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Ceremony", exact: true })).toBeVisible();
});

test("a phone moves the projector, which goes on by its own keys without it @scripting", async ({ page, slug, signIn, visitor, accessible }) => {
  await signIn("organizer");
  const [first, second] = await prepareCeremony(page, slug);
  const phone = await visitor("organizer");
  await phone.setViewportSize({ width: 360, height: 740 });
  // What a rehearsal left behind moves no projector that is opened later.
  await phone.goto(`/events/${slug}/manage/ceremony/show?step=0&view=notes`);
  const told = phone.waitForResponse((answer) => answer.request().postData()?.includes("step=2") ?? false);
  await phone.getByRole("link", { name: "Next" }).click();
  await phone.getByRole("link", { name: "Next" }).click();
  await told;
  const placed = page.waitForResponse((answer) => answer.request().postData()?.includes("step=0") ?? false);
  await page.getByRole("link", { name: "Open on the projector" }).click();
  await expect(shown(page)).toContainText("And the winners are");
  await expect(shown(phone), "the phone follows the projector").toContainText("On the screen");
  await expect(phone.locator("[data-count]")).toHaveText(/^1 of/);
  // The projector follows nobody before it has heard that the server knows where it is.
  await (await placed).finished();
  await accessible(phone);

  await phone.getByRole("link", { name: "Next" }).click();
  await expect(shown(page)).toContainText("Most curious");
  await page.keyboard.press("ArrowRight");
  await expect(shown(page)).toContainText(second);
  // By its number: the phone also names the step that comes next.
  await expect(phone.locator("[data-count]")).toHaveText(/^3 of/);

  await phone.context().setOffline(true);
  await phone.getByRole("link", { name: "Next" }).click();
  await expect(phone.getByText("The projector is out of reach. Use its own keys.")).toBeVisible();
  await expect(shown(page)).not.toContainText(first);
  await page.keyboard.press("ArrowRight");
  await expect(shown(page)).toContainText(first);
});
