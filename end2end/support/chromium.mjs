// Which browser the tests drive, and the programs beside them.
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "@playwright/test";

/**
 * The machine's Chromium, or undefined for the one that Playwright downloads. Debian's shell without windows comes first: it is the same
 * browser and takes half the time. Ubuntu's package is a stub that starts a snap.
 * @returns {string | undefined}
 */
export function findChromium() {
  const candidates = [process.env.EVENHAND_CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome"];
  return candidates.find((path) => path && existsSync(path) && !readFileSync(path).subarray(0, 4096).includes("snap"));
}

/** Starts it for a program that is no test. */
export function launchChromium() {
  return chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
}
