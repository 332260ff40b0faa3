import { unique } from "../support/event";
import { email, signInByForm } from "../support/people";
import { expect, test } from "../support/test";

// `server/tests/integration/api/expired_sessions.rs` sends a kept review after signing in again.
test("who signs in on another person's page reads nothing of it, and that person continues @plain", async ({ page, context, accessible }) => {
  await signInByForm(page, "judge1", "/me/tokens");
  const typed = unique("kept");
  await page.getByLabel("What it is for").fill(typed);
  const other = await context.newPage();
  await other.goto("/me");
  await other.locator("details.account-menu > summary").click();
  await other.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Create a token" }).click();
  await expect(page.getByText("You were signed out")).toBeVisible();
  await accessible();

  await signInByForm(other, "participant");
  await page.getByRole("button", { name: "I have signed in: continue" }).click();
  const main = page.getByRole("main");
  await expect(main).toContainText("belongs to another account");
  await expect(main).toContainText(email("participant"));
  expect(await page.content()).not.toContain(typed);
  await accessible();

  await page.getByRole("button", { name: "Sign in as someone else" }).click();
  await page.locator("#email").fill(email("judge1"));
  await page.locator("#password").fill("judge1-demo-password");
  await page.locator("form:has(#password)").getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(main).toContainText(email("judge1"));
  await page.getByText("What you typed", { exact: true }).click();
  await expect(main).toContainText(typed);
  await accessible();
  await page.getByRole("link", { name: "Discard it" }).click();
  await expect(page).toHaveURL("/me");
});
