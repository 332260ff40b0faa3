// Pictures of every page, to be looked at: `node shots.mjs URL FOLDER [NAME…]`. URL is a server with the demo on.
// Each page at 360 and 1280 px, light and dark; where a page has islands, with scripting and without.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { awake, pages, signIn, TOKENS } from "./support/pages.mjs";

const [url, folder, ...names] = process.argv.slice(2);
if (!url || !folder) {
  console.error("node shots.mjs URL FOLDER [NAME…]");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const ask = async (visitor, path) => {
  const headers = visitor === "nobody" ? {} : { Authorization: `Bearer ${TOKENS[visitor]}` };
  const answer = await fetch(url + path, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
};
const executablePath = process.env.EVENHAND_CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

for (const [visitor, list] of Object.entries(await pages(ask))) {
  for (const scripting of [true, false]) {
    const context = await browser.newContext({ baseURL: url, locale: "en-GB", timezoneId: "Europe/Vienna", javaScriptEnabled: scripting });
    const page = await context.newPage();
    if (visitor !== "nobody") await signIn(page, visitor);
    for (const { name, path, islands } of list) {
      if (names.length > 0 && !names.includes(name)) continue;
      // Without islands a page differs by the zone of its times alone.
      if (!scripting && !islands) continue;
      for (const colorScheme of ["light", "dark"]) {
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
          await page.emulateMedia({ colorScheme });
          await page.goto(path);
          if (islands && scripting) await awake(page);
          const file = `${visitor}-${name}-${width}-${colorScheme}${scripting ? "" : "-plain"}.png`;
          await page.screenshot({ path: join(folder, file), fullPage: true });
        }
      }
    }
    await context.close();
  }
}
await browser.close();
