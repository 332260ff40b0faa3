import { expect, test } from "../support/test";

test("the front page works without scripting @no-scripting", async ({ page }) => {
  const answer = await page.goto("/");
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveTitle(/Evenhand/);
  await expect(page.locator("main")).toBeVisible();
});
