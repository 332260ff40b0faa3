// An organizer prepares a ceremony, as several test files need it.
import { expect, type Page } from "@playwright/test";

/** Gives the event a prize that has two winners, and its ceremony, as its organizer on this page. Returns the winners' titles, the first one first. */
export async function prepareCeremony(page: Page, slug: string): Promise<string[]> {
  await page.goto(`/events/${slug}/manage/prizes`);
  await page.getByLabel("Name", { exact: true }).last().fill("Most curious");
  await page.getByLabel("Number of winners").last().fill("2");
  await page.getByLabel("How the winners are found").last().selectOption("choice");
  await page.getByRole("button", { name: "Save prizes" }).click();
  await page.getByRole("link", { name: "Most curious" }).click();
  const titles: string[] = [];
  for (const nth of [1, 2]) {
    const choice = page.getByLabel(`Winner ${nth}`);
    await choice.selectOption({ index: nth });
    // A choice names the team behind the title, since two projects may have one title.
    const [title] = ((await choice.locator("option:checked").textContent()) ?? "").split(", Team ");
    titles.push(title);
  }
  await page.getByLabel("Reason").fill("Nobody had asked before.");
  await page.getByRole("button", { name: "Confirm winners" }).click();
  await expect(page.getByText(/^Confirmed: /)).toBeVisible();
  await page.goto(`/events/${slug}/manage/prizes`);
  await page.getByRole("link", { name: "Prepare the ceremony" }).click();
  await page.getByRole("button", { name: "Save ceremony" }).click();
  await expect(page.getByText("The ceremony is saved")).toBeVisible();
  return titles;
}
