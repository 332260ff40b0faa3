import type { Page } from "@playwright/test";
import { makeEvent, unique } from "../support/event";
import { expect, test } from "../support/test";

// The walk of a new team ends at the form of its project.
test.use({ passed: [/\/submit$/] });

const PASSWORD = "a few long words";

/** Reads the newest mail to this address as a site admin does, and gives the path of the link in it. */
async function linkTo(admin: Page, address: string): Promise<string> {
  const list = await (await admin.request.get("/admin/mail")).text();
  const row = list.split("<tr").find((each) => each.includes(address)) ?? "";
  const id = /\/admin\/mail\/(\d+)/.exec(row)?.[1];
  await admin.goto(`/admin/mail/${id}`);
  await admin.getByRole("button", { name: "Open the mail" }).click();
  const main = admin.getByRole("main");
  await expect(main).toContainText(/\/links\/[\w-]+/);
  return /\/links\/[\w-]+/.exec(await main.innerText())![0];
}

async function signUp(page: Page, admin: Page, name: string, from: string) {
  await page.goto(from);
  await page.getByRole("link", { name: "Create one" }).click();
  const address = `${name.toLowerCase()}@teams.example`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(address);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/login/sent");
  await page.goto(await linkTo(admin, address));
  await expect(page.getByRole("main")).toContainText(address);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
}

test("two people sign up, one makes a team, the other joins by its link and submits @plain", async ({ page, visitor, staff, admin, accessible }) => {
  const slug = unique("teams");
  await makeEvent(staff, slug, { submissions: [-1, 1], judging: [1, 2] });
  const [ada, bob] = [unique("Ada"), unique("Bob")];
  const path = `/events/${slug}/team`;
  await signUp(page, admin, ada, path);
  await expect(page).toHaveURL(path);
  await accessible();

  // A taken name is reported at its field and stays there.
  await page.getByLabel("Team name").fill("team 1");
  await page.getByRole("button", { name: "Create the team" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel("Team name")).toHaveValue("team 1");
  await accessible();
  await page.getByLabel("Team name").fill("Moths");
  await page.getByRole("button", { name: "Create the team" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Moths");
  await page.getByRole("button", { name: "Create a link" }).click();
  const link = new URL(await page.locator("code.copy-text").innerText()).pathname;
  await accessible();

  const other = await visitor();
  await signUp(other, admin, bob, link);
  await expect(other).toHaveURL(link);
  await expect(other.getByRole("main")).toContainText(`With ${ada}.`);
  await accessible(other);
  await other.getByRole("button", { name: "Join Moths" }).click();
  await expect(other).toHaveURL(path);
  await expect(other.getByRole("row").filter({ hasText: bob })).toBeVisible();
  await other.getByRole("main").getByRole("link", { name: "Start a project" }).click();
  await expect(other).toHaveURL(`/events/${slug}/submit`);

  // Renamed by one, seen by the other; left by one, who can come back only by a link.
  await page.goto(path);
  await page.getByText("Rename the team").click();
  await page.getByLabel("Team name").fill("Fireflies");
  await page.getByRole("button", { name: "Rename" }).click();
  await other.goto(path);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Fireflies");
  await other.locator("summary", { hasText: "Leave the team" }).click();
  await other.getByRole("button", { name: "Leave the team" }).click();
  await expect(other.getByLabel("Team name")).toBeVisible();
  await other.goto(`/events/${slug}/submit`);
  await expect(other).toHaveURL(path);
});

test("a link opened in another browser asks for the name and the password of the account @plain", async ({ page, visitor, admin, accessible }) => {
  const name = unique("Gil");
  const address = `${name.toLowerCase()}@teams.example`;
  await page.goto("/signup");
  await page.getByLabel("Name").fill("Somebody else");
  await page.getByLabel("E-mail").fill(address);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/login/sent");
  const link = await linkTo(admin, address);

  const other = await visitor();
  await other.goto(link);
  await expect(other.getByRole("main")).not.toContainText("Somebody else");
  await accessible(other);
  await other.getByLabel("Name").fill(name);
  await other.getByLabel("Password").fill("short");
  await other.getByRole("button", { name: "Create account" }).click();
  await expect(other.getByRole("alert")).toContainText("at least 10 characters");
  await expect(other.getByLabel("Name")).toHaveValue(name);
  await accessible(other);
  await other.getByLabel("Password").fill("quite another one");
  await other.getByRole("button", { name: "Create account" }).click();
  await other.goto("/me");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(name);
});

test("a person signs in with a link, sets a password and deletes the account @plain", async ({ page, admin, accessible }) => {
  const name = unique("Eve");
  const address = `${name.toLowerCase()}@teams.example`;
  await signUp(page, admin, name, "/login");
  await page.goto("/me");
  await page.locator("details.account-menu > summary").click();
  await page.getByRole("button", { name: "Sign out" }).click();

  await page.goto("/login");
  await page.getByRole("link", { name: "Sign in without a password" }).click();
  await page.getByRole("button", { name: "Create a sign-in link" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await page.getByLabel("E-mail").fill(address);
  await page.getByRole("button", { name: "Create a sign-in link" }).click();
  await expect(page).toHaveURL("/login/sent");
  const link = await linkTo(admin, address);
  await page.goto(link);
  await accessible();
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link has expired");

  await page.goto("/me/password");
  // A mailed link opened this session, so the current password is not asked for.
  await expect(page.getByLabel("Current password")).toHaveCount(0);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert")).toContainText("at least 10 characters");
  await accessible();
  await page.getByLabel("New password").fill("quite another one");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("status")).toContainText("Your password is changed");

  await page.goto("/me/leave");
  await accessible();
  await page.getByLabel("Current password").fill("quite another one");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
});
