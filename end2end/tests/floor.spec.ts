import { sheets } from "../support/sheets";
import { expect, test } from "../support/test";

// The judge's list is only read.
test.use({ passed: [/^\/judge$/] });

// The walk of an organizer from the plan of the hall to printed signs, and of a judge to the first table.
test("an organizer places every project, and a judge walks from table to table @plain", async ({ page, visitor, slug, signIn, accessible }) => {
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage/floor`);
  await accessible();
  await page.getByRole("textbox", { name: "Places", exact: true }).fill("Hall: A1-A9");
  await page.getByLabel("Projects that have a place keep it").uncheck();
  await page.getByRole("button", { name: "Show the plan" }).click();
  await expect(page.getByRole("heading", { name: "Preview" })).toBeVisible();
  await accessible();
  await page.getByRole("button", { name: /^Save \d+ places$/ }).click();
  await expect(page.getByText(/^\d+ places saved$/)).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("Hall, A1");

  await page.getByRole("link", { name: "Table signs" }).click();
  await accessible();
  const signs = await page.locator(".paper-sign").count();
  for (const format of ["A4", "Letter"]) {
    expect(sheets(await page.pdf({ format })), format).toBe(signs);
  }

  const judge = await visitor("judge1");
  await judge.goto("/judge");
  await expect(judge.getByRole("listitem").filter({ hasText: slug }).first()).toContainText("Hall, A");
});
