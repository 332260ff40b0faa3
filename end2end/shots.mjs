// Pictures of every page, to be looked at: `node shots.mjs URL FOLDER [NAME…]`. URL is a server with the demo on.
// Each page at 360, 1280 and 1920 px, light and dark, and at 1280 px in a contrast theme; where a page has islands, with scripting and
// without. WIDTHS=360,1280 takes fewer.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "./support/chromium.mjs";
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
const widths = (process.env.WIDTHS ?? "360,1280,1920").split(",").map(Number);
const HEIGHTS = { 360: 740, 1280: 900, 1920: 1080 };
const themes = [
  { theme: "light", colorScheme: "light", forcedColors: "none", widths },
  { theme: "dark", colorScheme: "dark", forcedColors: "none", widths },
  { theme: "contrast", colorScheme: "light", forcedColors: "active", widths: widths.filter((width) => width === 1280) },
];
const browser = await launchChromium();

for (const [visitor, list] of Object.entries(await pages(ask))) {
  for (const scripting of [true, false]) {
    const context = await browser.newContext({ baseURL: url, locale: "en-GB", timezoneId: "Europe/Vienna", javaScriptEnabled: scripting });
    const page = await context.newPage();
    if (visitor !== "nobody") await signIn(page, visitor);
    for (const { name, path, islands } of list) {
      if (names.length > 0 && !names.includes(name)) continue;
      // Without islands a page differs by the zone of its times alone.
      if (!scripting && !islands) continue;
      for (const { theme, colorScheme, forcedColors, widths } of themes) {
        for (const width of widths) {
          await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
          await page.emulateMedia({ colorScheme, forcedColors });
          await page.goto(path);
          if (islands && scripting) await awake(page);
          const file = `${visitor}-${name}-${width}-${theme}${scripting ? "" : "-plain"}.png`;
          await page.screenshot({ path: join(folder, file), fullPage: true });
        }
      }
    }
    await context.close();
  }
}
await browser.close();
