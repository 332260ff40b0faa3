import { unique } from "../support/event";
import { expect, test } from "../support/test";

test("a wrong sign-in is reported where a reader begins, and the address stays @plain", async ({ page, accessible }) => {
  await page.goto("/login");
  await page.locator("#email").fill("participant@demo.example");
  await page.locator("#password").fill("not the password");
  await page.locator("form:has(#password)").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveTitle(/^Error: Sign in/);
  await expect(page.locator("#email")).toHaveValue("participant@demo.example");
  await expect(page.locator("#password")).toHaveValue("");
  await page.getByRole("alert").getByRole("link").click();
  await expect(page.locator("#email")).toBeFocused();
  await accessible();
});

test("a page that needs an account leads to signing in, and back; signing out ends it, and asks nothing where all is sent", async ({ page, context }) => {
  await page.goto("/me/tokens");
  await expect(page).toHaveURL("/login?next=%2Fme%2Ftokens");
  await page.getByRole("button", { name: "First judge" }).click();
  await expect(page).toHaveURL("/me/tokens");
  const session = (await context.cookies()).find((cookie) => cookie.name === "sessionid");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });

  await page.locator("details.account-menu > summary").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await page.goto("/me");
  await expect(page).toHaveURL("/login?next=%2Fme");
  // The old cookie opens nothing any more.
  await context.addCookies([session!]);
  await page.goto("/me");
  await expect(page).toHaveURL("/login?next=%2Fme");
});

test("a token is created, shown once and revoked @plain", async ({ page, signIn, accessible }) => {
  const name = unique("script");
  await signIn("judge2");
  await page.goto("/me/tokens");
  await page.getByRole("button", { name: "Create a token" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await page.getByRole("alert").getByRole("link").click();
  await page.getByLabel("What it is for").fill(name);
  await page.getByRole("button", { name: "Create a token" }).click();
  const token = await page.locator("code.copy-text").innerText();
  expect(token).toMatch(/^evh_[A-Za-z0-9_-]{43}$/);
  await accessible();

  await page.goto("/me/tokens");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
  await row.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(0);
});
