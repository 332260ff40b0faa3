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
