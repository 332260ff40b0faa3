// The same steps in Firefox and in WebKit, on a phone's width, with scripting. `script/test engines` installs both and brings an X server.
import { defineConfig, devices } from "@playwright/test";
import main from "../playwright.config";

export default defineConfig<{ engineName: "Firefox" | "WebKit" }>({
  ...main,
  testDir: ".",
  globalSetup: "../support/server.ts",
  outputDir: "../test-results/engines",
  timeout: 120_000,
  // Each worker starts one engine and keeps it.
  workers: 2,
  use: { ...main.use, trace: "off" },
  // Chromium, with which they are compared, is as wide as they are.
  projects: (["Firefox", "WebKit"] as const).map((engineName) => ({
    name: engineName,
    use: { ...devices["Desktop Chrome"], launchOptions: main.projects?.[0].use?.launchOptions, viewport: { width: 390, height: 844 }, engineName },
  })),
});
