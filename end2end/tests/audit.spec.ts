import { readFile } from "node:fs/promises";
import { expect, test } from "../support/test";

// The board is on the way.
test.use({ passed: [/\/manage$/] });

test("an organizer searches the log, finds a row and saves the signed head @plain", async ({ page, signIn, slug, api, accessible }) => {
  const organizer = await api("organizer");
  for (const kind of ["teams", "projects", "teams"]) await organizer.get(`/api/events/${slug}/export/${kind}.csv`);
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage`);
  await page.getByRole("link", { name: "Log", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit log");
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText("export.csv");
  await expect(rows.last()).toContainText("event.imported");

  await page.getByLabel("Search").fill("PROJECTS export");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(rows).toHaveCount(1);
  await page.getByText("By person, action and time").click();
  await page.getByLabel("Search").fill("");
  await page.getByLabel("Action").selectOption("event.imported");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/action=event\.imported/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Projects: 6");
  await expect(page.getByLabel("Action")).toBeVisible();
  await accessible();
  await page.goto(`/events/${slug}/manage/audit?q=nosuchword`);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Nothing matches");
  await page.getByRole("link", { name: "Show all rows" }).click();

  // The hash is short until it is opened.
  const whole = rows.first().locator("dd").first();
  await expect(whole).toBeHidden();
  await rows.first().locator("summary").click();
  await expect(whole).toHaveText(/^[0-9a-f]{64}$/);
  const hash = await whole.innerText();

  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Save the signed head" }).click()]);
  expect(saved.suggestedFilename()).toBe(`${slug}-audit-head.json`);
  const head = JSON.parse(await readFile(await saved.path(), "utf8"));
  expect(head.payload).toMatchObject({ type: "evenhand/audit-head/1", event: { slug }, audit_head: { seq: 4, row_hash: hash } });
  const [log] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download the log (CSV)" }).click()]);
  expect(log.suggestedFilename()).toBe(`${slug}-audit.csv`);
  expect(await readFile(await log.path(), "utf8")).toContain(hash);
});

test("a site admin goes from the menu to the portal's log and its keys @plain", async ({ admin }) => {
  await admin.goto("/");
  await admin.locator(".account-menu summary").click();
  await admin.getByRole("link", { name: "Portal" }).click();
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText("Portal");
  const tabs = admin.getByRole("navigation", { name: "Site admins’ pages" });
  for (const name of ["Mail", "Audit log", "Signing keys"]) {
    await tabs.getByRole("link", { name }).click();
    await expect(admin.getByRole("heading", { level: 1 })).toHaveText(name);
  }
});
