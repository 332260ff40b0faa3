// Which browser the tests drive.
import { existsSync, readFileSync } from "node:fs";

/**
 * The machine's Chromium, or undefined for the one that Playwright downloads. Debian's shell without windows comes first: it is the same
 * browser and takes half the time. Ubuntu's package is a stub that starts a snap.
 */
export function chromium(): string | undefined {
  const candidates = [process.env.EVENHAND_CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome"];
  return candidates.find((path) => path && existsSync(path) && !readFileSync(path).subarray(0, 4096).includes("snap"));
}
