// One server, two kinds of visitor: with scripting and without. Chromium is the machine's own where there is one.
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./support/chromium.mjs";

// As root (in a container) Chromium has no sandbox of its own; the other flags keep it from calling home.
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const browser = { ...devices["Desktop Chrome"], launchOptions: { executablePath: findChromium(), args } };

const EVERY_PAGE = "looks.spec.ts";

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  globalSetup: "./support/server.ts",
  // A test that only passes the second time does not pass.
  retries: 0,
  forbidOnly: !!process.env.CI,
  // Tests wait for half of their time, so three keep two cores busy.
  workers: 3,
  // None of these is a measure of speed: they end what will never come, on the slowest machine too.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: [["list"]],
  use: {
    baseURL: process.env.EVENHAND_URL,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: "en-GB",
    timezoneId: "Europe/Vienna",
    screenshot: "only-on-failure",
    // Each step copies the page into a trace, which takes a fifth of the time; without CI=1 a failure leaves one.
    trace: process.env.CI ? "off" : "retain-on-failure",
    // Requests that pass through one are seen by no `page.route`; the tests that are about it allow it.
    serviceWorkers: "block",
  },
  // A test runs in both projects unless its title carries @scripting, @no-scripting or @plain (see `support/plain.ts`). What opens every
  // page of somebody takes longest, so it comes first.
  // What weighs the modules that the browser loads needs them as they are shipped: `script/test weights` makes them so.
  projects: process.env.EVENHAND_WEIGHTS
    ? [{ name: "weights", grep: /@weight/, use: browser }]
    : [
        { name: "every page", testMatch: EVERY_PAGE, use: browser },
        { name: "scripting", testIgnore: EVERY_PAGE, grepInvert: /@no-scripting|@weight/, use: browser },
        { name: "no-scripting", grepInvert: /@scripting|@plain/, use: { ...browser, javaScriptEnabled: false } },
      ],
});
