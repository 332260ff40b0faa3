// A judge in a hall without a network: the list, the assigned projects and their forms open all the same.
import type { Page } from "@playwright/test";
import { awake } from "../support/pages.mjs";
import { signInByForm } from "../support/people";
import { standing, stored, tap } from "../support/review";
import { expect, test } from "../support/test";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, serviceWorkers: "allow" });

/** The addresses of the pages that this browser keeps. */
function keptPages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => /^evenhand-kept-\d+-pages$/.test(name));
    const keys = (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat();
    return keys.map((request) => new URL(request.url).pathname).filter((path) => path.startsWith("/judge"));
  });
}

/** Cuts the network, for the page and for what its worker asks. */
async function cut(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.context().route("**/*", (route) => route.abort());
}

async function mend(page: Page): Promise<void> {
  await page.context().unroute("**/*");
  await page.context().setOffline(false);
}

/** Opens the list; waits until its projects are kept. */
async function openList(page: Page): Promise<void> {
  await page.goto("/judge");
  await expect(page.getByText("These projects open without a network too.")).toBeVisible();
}

test("the list, the projects and Next work without a network, and what is scored arrives later @scripting", async ({ page, slug, api, signIn, accessible }) => {
  await signIn("judge1");
  await openList(page);
  await cut(page);
  await page.goto("/judge");
  await expect(page.getByText("No network. This page is as it was at")).toBeVisible();
  await accessible();
  const event = page.locator("section").filter({ has: page.getByRole("heading", { name: `Lanterns ${slug}` }) });
  await event.getByRole("listitem").getByRole("link", { name: `Lantern 0 of ${slug}` }).click();
  await awake(page);
  await tap(page, "Quality", 4);
  await tap(page, "Impact", 7);
  await page.getByRole("spinbutton", { name: "Polish" }).fill("80");
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(standing(page)).toHaveText("Not submitted yet. Kept on this device. Sent when the network is back.");
  await page.getByRole("link", { name: "Next project" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Lantern 2 of ${slug}`);
  await expect(page.getByText("How lantern 2 came to be.")).toBeAttached();
  await mend(page);
  await page.goto("/judge");
  await page.getByRole("link", { name: `Open Lantern 0 of ${slug} to send it` }).click();
  // On a slow machine the worker may show kept pages again, so the server is asked.
  const judge = await api("judge1");
  const sent = async () => (await stored(judge, slug, `Lantern 0 of ${slug}`)) ?? {};
  await expect.poll(sent).toMatchObject({ status: "done", scores: { quality: 4, impact: 7, polish: 80 } });
});

test("a save is in the kept page, too @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await openList(page);
  await page.getByRole("link", { name: `Lantern 4 of ${slug}` }).first().click();
  await awake(page);
  // What the worker says of kept pages is for the list. The form has a message of its own about what is kept.
  await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { kept: 1, of: 1 } })));
  await expect(page.locator("#kept")).toBeHidden();
  const keptScore = () =>
    page.evaluate(async () => {
      const kept = await caches.match(location.pathname);
      const html = new DOMParser().parseFromString((await kept?.text()) ?? "", "text/html");
      return html.querySelector("[name=score_quality][checked]")?.getAttribute("value");
    });
  expect(await keptScore()).toBeUndefined();
  await tap(page, "Quality", 3);
  await expect(standing(page)).toHaveText(/^Draft saved/);
  await expect.poll(keptScore).toBe("3");
  await cut(page);
  await page.reload();
  await expect(page.getByRole("group", { name: "Quality" }).getByRole("radio", { name: "3", exact: true })).toBeChecked();
  await mend(page);
});

test("signing out clears what was kept, and nobody finds another's pages @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await openList(page);
  const first = await keptPages(page);
  expect(first).toContain("/judge");
  expect(first.length).toBeGreaterThan(1);
  // Another judge in the same browser, who did not see the first one sign out.
  await page.context().clearCookies();
  await signInByForm(page, "judge2");
  await page.goto("/judge");
  const theirs = async () => (await keptPages(page)).filter((path) => path !== "/judge" && first.includes(path));
  await expect.poll(theirs).toEqual([]);
  await expect.poll(() => keptPages(page)).toContain("/judge");
  await page.locator("details.account-menu summary").click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL("/");
  await expect.poll(() => keptPages(page)).toEqual([]);
});
