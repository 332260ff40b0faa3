// An organizer brings in projects from a file, and tells two projects apart.
import { makeEvent, unique } from "../support/event";
import { expect, test } from "../support/test";

const HEAD = "Project Title,Submission Url,Project Status,About The Project,Built With,Submitter Email\n";

test("an organizer uploads a list, looks at each row, and imports it @plain", async ({ page, staff, signIn, accessible }) => {
  const slug = unique("import");
  await makeEvent(staff, slug, { submissions: [-3, -1] });
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage/projects`);
  await page.getByRole("link", { name: "Import projects" }).click();
  await page.getByRole("button", { name: "Preview the import" }).click();
  await expect(page.getByRole("alert")).toContainText("Choose a file, or paste something.");
  await accessible();

  const row = (name: string, rest: string) => `${name},https://devpost.com/software/${slug}-${name},Submitted,${rest}\n`;
  const list = HEAD + row("Kite", "Flies.,rust,kite@x.example") + row("Oar", "Rows.,wood,") + row("", "No title.,,");
  await page.getByLabel("File", { exact: true }).setInputFiles({ name: "projects.csv", mimeType: "text/csv", buffer: Buffer.from(list) });
  await page.getByRole("button", { name: "Preview the import" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Preview of the import");
  await expect(page.getByRole("heading", { name: "Can’t be imported (1)" })).toBeVisible();
  await expect(page.getByText("It has no title.")).toBeVisible();
  await accessible();

  await page.getByText("Show the other 2 projects").click();
  await page.getByLabel("Leave out Oar").check();
  await page.getByRole("button", { name: "Import 2 projects" }).click();
  await expect(page.getByText("1 project added, 0 projects changed")).toBeVisible();
  await expect(page.getByText("1 team member has an invitation.")).toBeVisible();
  await accessible();
  await page.getByRole("link", { name: "See all projects" }).click();
  await expect(page.getByRole("row", { name: "Kite" })).toContainText("Submitted");
  await expect(page.getByRole("row", { name: "Oar" })).toHaveCount(0);
});

test("an organizer compares two projects and tells them apart @plain", async ({ page, staff, signIn, accessible }) => {
  const slug = unique("apart");
  await makeEvent(staff, slug, { submissions: [-3, -1] });
  await signIn("organizer");
  const text = Array.from({ length: 60 }, (_, n) => `word${n}`).join(" ");
  await page.goto(`/events/${slug}/manage/from-file?what=projects`);
  const list = `title\tdescription\nTorch\t${text}\nCandle\t${text} burns\n`;
  await page.getByLabel("Or paste rows from a spreadsheet").fill(list);
  await page.getByRole("button", { name: "Preview the import" }).click();
  await page.getByRole("button", { name: "Import 2 projects" }).click();
  await page.getByRole("link", { name: "Compare them" }).click();
  await accessible();
  await page.getByRole("link", { name: "Compare Candle and Torch" }).click();
  await expect(page.getByText("“Candle” is flagged as a repeat of “Torch”")).toBeVisible();
  await expect(page.locator("mark", { hasText: "burns" })).toBeVisible();
  await accessible();
  await page.getByRole("button", { name: "Not a repeat" }).click();
  await expect(page.getByRole("heading", { name: "Not repeats" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Flagged" })).toHaveCount(0);
});
