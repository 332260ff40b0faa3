import { makeEvent, unique } from "../support/event";
import { email, signInByForm } from "../support/people";
import { expect, test } from "../support/test";

const isPost = (response: import("@playwright/test").Response) => response.request().method() === "POST";

test("a half-typed review survives its session @no-scripting", async ({ page, context, staff, api, visitor }) => {
  const slug = unique("expired");
  await makeEvent(staff, slug);
  const judge = await api("judge1");
  const tasks = await (await judge.get("/api/judge/assignments")).json();
  const task = tasks.find((each: { event: string }) => each.event === slug);
  await signInByForm(page, "judge1", `/judge/assignments/${task.id}`);
  await page.locator('input[name="score_quality"][value="4"]').check();
  await page.getByLabel(/Comment/).fill("It <works> & \"shines\".\n\nMostly.");

  // The session ends on the server: this browser still holds its cookie.
  const other = await visitor();
  await other.context().addCookies(await context.cookies());
  await other.goto("/");
  await other.locator("details.account-menu > summary").click();
  await other.getByRole("button", { name: "Sign out" }).click();

  const [asked] = await Promise.all([page.waitForResponse(isPost), page.getByRole("button", { name: "Save draft" }).click()]);
  expect(asked.status()).toBe(401);
  await expect(page.getByText("You were signed out")).toBeVisible();

  // A wrong password keeps it, too.
  const form = page.locator("form:has(#password)");
  await page.locator("#email").fill(email("judge1"));
  await page.locator("#password").fill("not the password");
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await page.locator("#password").fill("judge1-demo-password");
  await form.getByRole("button", { name: "Sign in" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are signed in again");
  await expect(page.getByRole("main")).toContainText(email("judge1"));
  await page.getByRole("button", { name: "Send it now" }).click();
  await expect(page).toHaveURL(`/judge/assignments/${task.id}?saved=1`);
  await expect(page.getByLabel(/Comment/)).toHaveValue("It <works> & \"shines\".\n\nMostly.");
  await expect(page.locator('input[name="score_quality"][value="4"]')).toBeChecked();
});

test("a person who signed in again in another window continues, and sees as whom @plain", async ({ page, context, accessible }) => {
  await signInByForm(page, "judge1", "/me/tokens");
  await page.getByLabel("What it is for").fill(unique("kept"));
  const other = await context.newPage();
  await other.goto("/me");
  await other.locator("details.account-menu > summary").click();
  await other.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Create a token" }).click();
  await expect(page.getByText("You were signed out")).toBeVisible();
  await accessible();

  await signInByForm(other, "participant");
  await page.getByRole("button", { name: "I have signed in: continue" }).click();
  await expect(page.getByRole("main")).toContainText(email("participant"));
  await page.getByText("What you typed", { exact: true }).click();
  await accessible();
  await page.getByRole("link", { name: "Discard it" }).click();
  await expect(page).toHaveURL("/me");
});
