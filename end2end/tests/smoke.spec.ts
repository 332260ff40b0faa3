import { expect, test } from "../support/test";
import { weight } from "../support/weight";

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
  for (const path of ["/", "/login", "/events/demo-submitting", "/privacy"]) {
    const url = new URL(path, process.env.EVENHAND_URL).href;
    const html = await (await request.get(path)).text();
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => new URL(href, url).href);
    expect(sheets.length, path).toBeGreaterThanOrEqual(1);
    let bytes = 0;
    for (const file of [url, ...sheets]) bytes += await weight(file);
    expect(bytes, path).toBeGreaterThan(4_000);
    expect(bytes, path).toBeLessThanOrEqual(14_000);
  }
});

test("home, a page of the gallery and the results weigh at most 24 kB without pictures and fonts @scripting", async ({ request }) => {
  for (const path of ["/", "/events/demo-published/projects", "/events/demo-published/results"]) {
    const url = new URL(path, process.env.EVENHAND_URL).href;
    const html = await (await request.get(path)).text();
    const needed = /<link rel="(?:stylesheet|modulepreload)" href="([^"]+)"|<script[^>]* src="([^"]+)"/g;
    const files = [...html.matchAll(needed)].map(([, sheet, script]) => new URL(sheet ?? script ?? "", url).href);
    expect(files.length, path).toBeGreaterThanOrEqual(3);
    let bytes = 0;
    for (const file of [url, ...files]) bytes += await weight(file);
    expect(bytes, path).toBeGreaterThan(7_000);
    expect(bytes, path).toBeLessThanOrEqual(24_000);
  }
});
