// What judges, organizers and visitors do, in engines other than Chromium. What these pages are to do is said by `../tests/`; here is what
// only another engine can break: its layout, its paper, its policy, its storage and its networking.
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { prepareCeremony } from "../support/ceremony";
import { makeEvent, unique } from "../support/event";
import { email, sessionOf, tokenOf } from "../support/people";
import { pages } from "../support/pages.mjs";
import { sheets } from "../support/sheets";
import type { Window } from "./engine";
import { openLossyWay } from "./lossy_way";
import { expect, test } from "./test";

/** GET of an API path, as this person. */
async function ask(token: string | undefined, path: string) {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fetch(new URL(path, process.env.EVENHAND_URL), { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** What the server holds of the judge's review. */
async function stored(slug: string, assignment: number) {
  const list: { assignment: number; status: string; comment: string; scores: Record<string, number> }[] = await ask(tokenOf("judge1"), `/api/judge/scores?event=${slug}`);
  return list.find((review) => review.assignment === assignment);
}

/** The judge's assignments in an event. */
async function assignments(slug: string): Promise<number[]> {
  const list: { id: number; event: string }[] = await ask(tokenOf("judge1"), "/api/judge/assignments");
  return list.filter(({ event }) => event === slug).map(({ id }) => id);
}

const text = (window: Window, css: string) => window.run((css) => document.querySelector<HTMLElement>(css)?.innerText.replace(/\s+/g, " ").trim() ?? "", css);
const says = (window: Window, css: string) => expect.poll(() => text(window, css));
const awake = (window: Window) => expect.poll(() => window.run(() => document.documentElement.dataset.awake)).toBe("true");
const at = (window: Window) => expect.poll(() => window.run(() => location.pathname));

/** The state of the review in words. */
const STATE = "#review-status";
/** The fourth score of the first criterion. */
const FOUR = "[data-key=quality] label:nth-of-type(4)";

test("a judge signs in, scores and submits", async ({ window, staff }) => {
  const slug = unique("engine");
  await makeEvent(staff, slug);
  const [id] = await assignments(slug);
  await window.open(`/login?next=/judge/assignments/${id}`);
  await window.type("#email", email("judge1"));
  await window.type("#password", "judge1-demo-password");
  await window.click("form:has(#password) button");
  await at(window).toBe(`/judge/assignments/${id}`);
  await awake(window);
  await window.click(FOUR);
  await window.click("[data-key=impact] label:nth-of-type(8)");
  await says(window, STATE).toMatch(/^Draft saved/);
  await window.type("[data-key=polish] input", "80");
  await window.type("#comment", "It glows.");
  await window.click(".review-actions .button.main");
  await says(window, "main").toContain("Review submitted.");
  expect(await stored(slug, id)).toMatchObject({ status: "done", comment: "It glows.", scores: { quality: 4, impact: 7, polish: 80 } });
});

/** The distance between the site's bar and the first notice. */
const gap = () => {
  const [bar, notice] = [".site-bar", "main .notice"].map((css) => (document.querySelector(css) as Element).getBoundingClientRect());
  return notice.top - bar.bottom;
};

test("a save whose answer was lost is known again as this device's own, also by a kept page that is older", async ({ window, engine, staff, signIn }) => {
  const slug = unique("lost");
  await makeEvent(staff, slug);
  await signIn("judge1");
  const [id] = await assignments(slug);
  const way = await openLossyWay();
  try {
    const review = `${way.url}/judge/assignments/${id}`;
    await window.open(`${way.url}/judge`);
    // The list has the form's code fetched.
    const fetched = () => window.run(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
    await expect.poll(fetched).toEqual(expect.arrayContaining(["/assets/islands.js", "/pkg/evenhand.js", "/pkg/evenhand.wasm"]));
    await says(window, "#kept-pages").toBe("These projects open without a network too.");
    await window.open(review);
    await awake(window);
    way.loseAnswers(true);
    await window.click(FOUR);
    await says(window, STATE).toBe("Kept on this device. Sent when the network is back.");
    // The server holds what this page does not know to be saved. More is typed, and the page is loaded again as it was kept.
    await expect.poll(() => stored(slug, id)).toMatchObject({ scores: { quality: 4 } });
    await window.type("#comment", "Typed since.");
    await window.open(review);
    await says(window, "main").toContain("No network. This page is as it was");
    await says(window, "#kept").toContain("Your text is back");
    // The notice leaves the line and the dot under the site's bar.
    expect(await window.run(gap)).toBeGreaterThanOrEqual(6);
    way.loseAnswers(false);
    await expect.poll(() => stored(slug, id)).toMatchObject({ status: "pending", comment: "Typed since.", scores: { quality: 4 } });
    await says(window, STATE).toMatch(/^Draft saved/);
    expect(await text(window, "main")).not.toContain("another window");
    // Firefox tells of each answer that was lost.
    expect(engine.heard().filter((line) => !/NetworkError|Failed to load/.test(line))).toEqual([]);
  } finally {
    await way.stop();
  }
});

test("the one-file verifier checks from disk", async ({ window }, testInfo) => {
  const [verifier, results] = ["evenhand-verify.html", "results.json"].map((name) => testInfo.outputPath(name));
  for (const [file, path] of [
    [verifier, "/verify/evenhand-verify.html"],
    [results, "/api/events/demo-published/results/signed"],
  ])
    await writeFile(file, await (await fetch(new URL(path, process.env.EVENHAND_URL))).text());
  await window.open(pathToFileURL(verifier).href);
  await awake(window);
  await window.choose("#files", results);
  await says(window, "#answer-title").toBe("This signed ranking is genuine.");
  await writeFile(results, (await readFile(results, "utf8")).replace('"rank":1,', '"rank":2,'));
  await window.open(pathToFileURL(verifier).href);
  await awake(window);
  await window.choose("#files", results);
  await says(window, "#answer-title").toContain("failed the check");
});

test("two windows of a ceremony move each other", async ({ window, engine, staff, signIn, page }) => {
  const slug = unique("hall");
  await makeEvent(staff, slug);
  await page.context().addCookies(sessionOf("organizer"));
  const [first, second] = await prepareCeremony(page, slug);
  await signIn("organizer");
  const step = ".ceremony-step:not([hidden])";
  const show = `/events/${slug}/manage/ceremony/show`;
  await window.open(`${show}?step=0`);
  await says(window, step).toContain("And the winners are");
  const notes = await engine.another();
  await notes.open(`${show}?step=0&view=notes`);
  await says(notes, step).toContain("Most curious");
  await window.click(".ceremony");
  await says(window, step).toContain("Most curious");
  await notes.click("[data-go='1']");
  await says(window, step).toContain(second);
  await notes.click("[data-go='1']");
  await says(window, step).toContain(first);
  await notes.close();
});

test("printed, signs, certificates and results take the sheets that they should", async ({ window, signIn }) => {
  const printed = async (path: string) => {
    await window.open(path);
    return sheets(await window.print());
  };
  await signIn("organizer");
  const signs = await printed("/events/demo-judging/manage/floor/print?sheets=signs");
  expect(signs).toBe(await window.run(() => document.querySelectorAll(".paper-sign").length));
  expect(signs).toBeGreaterThan(20);
  await signIn("judge1");
  expect(await printed("/events/demo-published/certificate/judge")).toBe(1);
  await signIn("participant");
  expect(await printed("/events/demo-published/certificate/participant")).toBe(1);
  expect(await printed("/events/demo-published/results")).toBe(1);
});

/** How high each criterion is. */
const heights = () => [...document.querySelectorAll(".review-criterion")].map((each) => each.getBoundingClientRect().height);

test("the scales of a review are as high as in Chromium", async ({ window, signIn, page }) => {
  await signIn("judge1");
  await page.context().addCookies(sessionOf("judge1"));
  const [id] = await assignments("demo-judging");
  const address = `/judge/assignments/${id}`;
  await window.open(address);
  await page.goto(address);
  const [here, there] = [await window.run(heights), await page.evaluate(heights)];
  expect(here).toHaveLength(4);
  expect(here.map((height, nth) => Math.abs(height - there[nth])).filter((difference) => difference > 4), `${here} and ${there}`).toEqual([]);
});

/** What is wrong with the page as it stands. */
const faults = () => {
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth ? [`${scrollWidth} px wide`] : [];
};

for (const visitor of ["nobody", "participant", "judge1", "organizer"] as const) {
  test(`no page of ${visitor} has an error, breaks the policy or scrolls sideways`, async ({ window, engine, signIn }) => {
    const all = await pages((who, path) => ask(who === "nobody" ? undefined : tokenOf(who), path));
    if (visitor === "nobody") await engine.enter([]);
    else await signIn(visitor);
    const wrong: string[] = [];
    for (const { path, islands } of all[visitor]) {
      await window.open(path);
      if (islands) await awake(window);
      wrong.push(...[...(await window.run(faults)), ...engine.heard()].map((fault) => `${path}: ${fault}`));
    }
    expect(wrong).toEqual([]);
  });
}
