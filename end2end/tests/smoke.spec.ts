import { get } from "node:http";
import { expect, test } from "../support/test";

test("the front page works without scripting", async ({ page, accessible }) => {
  const answer = await page.goto("/");
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveTitle(/Evenhand/);
  await expect(page.locator("main")).toBeVisible();
  await accessible();
});

test("the islands' files are inside the binary", async ({ request }) => {
  const script = await request.get("/pkg/evenhand.js");
  expect(script.status()).toBe(200);
  expect(script.headers()["content-type"]).toContain("javascript");
  const module = await request.get("/pkg/evenhand.wasm");
  expect(module.headers()["content-type"]).toBe("application/wasm");
  expect((await module.body()).subarray(0, 4).toString("latin1")).toBe("\0asm");
});

test("a plain page's HTML and style weigh at most 14 kB @scripting", async ({ request }) => {
  const packed = { "accept-encoding": "br" };
  for (const path of ["/", "/login", "/events/demo-submitting", "/privacy"]) {
    const url = new URL(path, process.env.EVENHAND_URL).href;
    const html = await (await request.get(path)).text();
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => new URL(href, url).href);
    expect(sheets.length, path).toBeGreaterThanOrEqual(1);
    let bytes = 0;
    for (const file of [url, ...sheets]) bytes += await weight(file, packed);
    expect(bytes, path).toBeGreaterThan(4_000);
    expect(bytes, path).toBeLessThanOrEqual(14_000);
  }
});

test("home, a page of the gallery and the results weigh at most 24 kB without pictures and fonts @scripting", async ({ request }) => {
  const packed = { "accept-encoding": "br" };
  for (const path of ["/", "/events/demo-published/projects", "/events/demo-published/results"]) {
    const url = new URL(path, process.env.EVENHAND_URL).href;
    const html = await (await request.get(path)).text();
    const needed = /<link rel="(?:stylesheet|modulepreload)" href="([^"]+)"|<script[^>]* src="([^"]+)"/g;
    const files = [...html.matchAll(needed)].map(([, sheet, script]) => new URL(sheet ?? script ?? "", url).href);
    expect(files.length, path).toBeGreaterThanOrEqual(3);
    let bytes = 0;
    for (const file of [url, ...files]) bytes += await weight(file, packed);
    expect(bytes, path).toBeGreaterThan(7_000);
    expect(bytes, path).toBeLessThanOrEqual(24_000);
  }
});

/** What comes over the wire, in bytes. */
function weight(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((done, failed) => {
    get(url, { headers }, (answer) => {
      let bytes = 0;
      answer.on("data", (part: Buffer) => (bytes += part.length));
      answer.on("end", () => done(bytes));
    }).on("error", failed);
  });
}

test("the home page leads each role to its next step", async ({ page, visitor, accessible }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hackathons, judged with an even hand");
  const judge = await visitor("judge1");
  await judge.goto("/");
  await expect(judge.getByRole("heading", { level: 1 })).toHaveText(/^Your next step/);
  await accessible(judge);
  const review = judge.getByRole("link", { name: /^Review / }).first();
  const title = (await review.innerText()).replace("Review ", "");
  await review.click();
  await expect(judge).toHaveURL(/\/judge\/assignments\/\d+$/);
  await expect(judge.getByRole("heading", { level: 1 })).toContainText(title);
  const organizer = await visitor("organizer");
  await organizer.goto("/");
  await organizer.getByRole("link", { name: "Open the board" }).first().click();
  await expect(organizer).toHaveURL(/\/manage\/board$/);
});

test("a guide is found from the foot of each page, and its links lead on", async ({ page, accessible }) => {
  await page.goto("/privacy");
  await page.getByRole("contentinfo").getByRole("link", { name: "Guides" }).click();
  await page.getByRole("link", { name: "For organizers" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("For organizers");
  await accessible();
  await page.getByRole("link", { name: "Decide who judges what" }).click();
  await expect(page).toHaveURL("/guides/organizers#who-judges-what");
  await page.getByRole("link", { name: "for judges", exact: true }).click();
  await expect(page).toHaveURL("/guides/judges");
});
