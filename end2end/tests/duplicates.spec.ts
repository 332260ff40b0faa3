// An organizer clears the flag of a repeat and sets it; the team sees both.
import { makeEvent, unique } from "../support/event";
import { expect, test } from "../support/test";

// The team's project is only read, and the board and the settings are on the way.
test.use({ passed: [/^\/projects\/\d+$|\/manage$|\/manage\/settings$/] });

test("an organizer sets and clears the flag of a repeat, and its team sees it @plain", async ({ page, staff, visitor, signIn, accessible }) => {
  const slug = unique("repeat");
  await makeEvent(staff, slug, { submissions: [-3, 1] });
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage`);
  await page.getByRole("navigation", { name: "Moments" }).getByRole("link", { name: "Prepare" }).click();
  await page.getByRole("navigation", { name: "Organizer’s pages" }).getByRole("link", { name: "Projects" }).click();
  await expect(page.getByText("6 projects submitted. No project is flagged as a repeat.")).toBeVisible();
  await accessible();

  const title = `Lantern 0 of ${slug}`;
  await page.getByRole("link", { name: `Flag, correct or withdraw ${title}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await page.getByRole("button", { name: "Flag as a repeat" }).click();
  await expect(page.getByRole("alert")).toContainText("Choose the project that this one repeats.");
  await accessible();
  await page.getByLabel("It repeats").selectOption({ label: `Lantern 1 of ${slug}, Team 1` });
  await page.getByRole("button", { name: "Flag as a repeat" }).click();
  await expect(page).toHaveURL(/\/manage\/projects\?done=flagged#project-\d+$/);
  await expect(page.getByText("1 is flagged as a repeat.")).toBeVisible();
  await expect(page.getByRole("row", { name: title }).first()).toContainText(`Repeats Lantern 1 of ${slug}`);

  const team = await visitor("participant");
  await team.goto(`/events/${slug}`);
  await expect(team.getByText(`“${title}” is flagged as a repeat`)).toBeVisible();
  await team.getByRole("link", { name: "See what it repeats and whom to ask" }).click();
  await expect(team.getByText("It stays listed but is not ranked.")).toBeVisible();
  await expect(team.getByText("Ask the organizers:")).toBeVisible();
  await expect(team.getByText("Why:")).toHaveCount(0);

  await page.getByRole("link", { name: `Change the flag of ${title}` }).click();
  await expect(page.getByText("Why: an organizer decided.")).toBeVisible();
  await page.getByRole("button", { name: "Clear the flag" }).click();
  await expect(page.getByText("No project is flagged as a repeat.")).toBeVisible();
  await expect(page.getByRole("row", { name: title })).toContainText("Cleared by an organizer.");
  await team.reload();
  await expect(team.getByText("Flagged as a repeat")).toHaveCount(0);
});
