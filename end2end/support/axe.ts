// What axe finds wrong with a page as it stands.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

/** Put into a page once: its half a megabyte takes longer to compile than most checks to run. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds with these options, by default with its own: see its `run`. The page needs scripting, and no frames. */
export async function findings(page: Page, options: object = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } };
    type Violation = { id: string; help: string; nodes: { html: string; failureSummary: string }[] };
    const { violations } = await axe.run({ ...options, resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`).join(" | ")}`);
  }, options);
}
