// Which browser the tests drive.
import { existsSync, readFileSync } from "node:fs";

/** The machine's Chromium, or undefined for the one that Playwright downloads. Ubuntu's package is a stub that starts a snap. */
export function chromium(): string | undefined {
  const candidates = [process.env.EVENHAND_CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"];
  return candidates.find((path) => path && existsSync(path) && !readFileSync(path).subarray(0, 4096).includes("snap"));
}
