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
