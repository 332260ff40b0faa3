// A participant at the form of a project, as several test files meet it.
import type { APIRequestContext, Page } from "@playwright/test";
import { makeEvent, unique } from "./event";
import { awake } from "./pages.mjs";
import { expect, type Fixtures } from "./test";

/** The line about saving. */
export function saving(page: Page) {
  return page.locator("#saving");
}

/** How many copies of unsaved projects this browser keeps. */
export function kept(page: Page): Promise<number> {
  return page.evaluate(() => Object.keys(localStorage).filter((name) => /^evenhand-kept-\d+-draft-/.test(name)).length);
}

/** An event that takes submissions, and a draft of the participant's team in it. Returns the event's slug, the draft's id and the participant. */
export async function draft(staff: APIRequestContext, api: Fixtures["api"], hours: [number, number] = [-1, 3]) {
  const slug = unique("draft");
  await makeEvent(staff, slug, { submissions: hours, judging: [hours[1], hours[1] + 1] });
  const participant = await api("participant");
  const made = await participant.post(`/api/events/${slug}/projects`, { data: { title: `Draft of ${slug}` } });
  expect(made.status()).toBe(201);
  return { slug, id: (await made.json()).id as number, participant };
}

/** Opens the form of a project, ready to be typed into. Without scripting there is nothing to wait for. */
export async function openDraft(page: Page, id: number, scripting = true): Promise<void> {
  await page.goto(`/projects/${id}/edit`);
  if (scripting) await awake(page);
}

/** Opens the form of a new project, ready to be typed into, in an event of its own that takes submissions. Returns the event's slug. */
export async function openNew(page: Page, staff: APIRequestContext, signIn: Fixtures["signIn"]): Promise<string> {
  const slug = unique("new");
  await makeEvent(staff, slug, { submissions: [-1, 3], judging: [3, 4] });
  await signIn("participant");
  await page.goto(`/events/${slug}/submit`);
  await awake(page);
  await page.getByRole("heading", { name: "Start another project" }).click();
  return slug;
}

/** How many projects of this title the event has. */
export async function made(participant: APIRequestContext, slug: string, title: string): Promise<number> {
  const all = await (await participant.get(`/api/events/${slug}/projects`)).json();
  return all.filter((project: { title: string }) => project.title === title).length;
}
