import { unique } from "../support/event";
import { email, signInByForm } from "../support/people";
import { expect, test } from "../support/test";

// `server/tests/integration/api/expired_sessions.rs` sends a kept review after signing in again.
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
