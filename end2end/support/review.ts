// A judge at a review page, as several test files meet it.
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { awake } from "./pages.mjs";
import { expect } from "./test";

/** The judge's list in this event, and the review page of the named project. */
export async function open(page: Page, slug: string, project: string): Promise<void> {
  await page.goto("/judge");
  const event = page.locator("section").filter({ has: page.getByRole("heading", { name: `Lanterns ${slug}` }) });
  await event.getByRole("listitem").getByRole("link", { name: project }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(project);
  await page.waitForLoadState();
}

/** The same, ready to be scored. Without scripting there is nothing to wait for. */
export async function openReview(page: Page, slug: string, project: string, scripting = true): Promise<void> {
  await open(page, slug, project);
  if (scripting) await awake(page);
}

/** A tap on one of a criterion's values. */
export function tap(page: Page, criterion: string, value: number): Promise<void> {
  return page.getByRole("group", { name: criterion }).getByRole("radio", { name: String(value), exact: true }).tap();
}

/** Scores each criterion, and submits. */
export async function submit(page: Page): Promise<void> {
  await page.getByRole("group", { name: /^Quality/ }).getByRole("radio", { name: "4", exact: true }).check();
  await page.getByRole("group", { name: /^Impact/ }).getByRole("radio", { name: "7", exact: true }).check();
  await page.getByRole("spinbutton", { name: /^Polish/ }).fill("60");
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(page.getByText("Review submitted.")).toBeVisible();
}

/** The comment's field. */
export function comment(page: Page): Locator {
  return page.getByLabel(/^Comment \(organizers read it and may show it to the team, without your name\)/);
}

/** The names under which this browser keeps something typed. What one tab writes reaches another a moment later, so poll. */
export function kept(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("evenhand-")));
}

/** The state of the review in words, at the foot of the page. */
export function standing(page: Page): Locator {
  return page.locator(".review-figures [role=status]");
}

/** The server's version of the judge's review of this project. */
export async function stored(judge: APIRequestContext, slug: string, project: string): Promise<Stored | undefined> {
  const list: Stored[] = await (await judge.get(`/api/judge/scores?event=${slug}`)).json();
  return list.find((review) => review.project_title === project);
}

type Stored = { project_title: string; status: string; submitted_at: string | null; comment: string; scores: Record<string, number> };
