import type { Page } from "@playwright/test";

/**
 * Stops the page's clock, after `page.clock.install()`: its time passes only where the test says so. The hour ahead is for a slow
 * machine, since a clock never goes back, and none of the page's timers waits that long.
 */
export function stopClock(page: Page): Promise<void> {
  return page.clock.pauseAt(Date.now() + 3_600_000);
}
