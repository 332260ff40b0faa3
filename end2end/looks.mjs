// The pictures of docs/looks.md: `node looks.mjs URL [NAME…]`. URL is a server with the demo on; nothing of the demo is changed. Each picture
// holds one page three times, at 1920, 1280 and 360 px, in one theme, as WebP.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { signIn } from "./support/pages.mjs";

const [url, ...names] = process.argv.slice(2);
if (!url) {
  console.error("node looks.mjs URL [NAME…]");
  process.exit(2);
}
const manage = (event, path = "") => `/events/${event}/manage${path}`;
/** Which page each picture shows. */
const LOOKS = {
  board: manage("demo-judging"),
  criteria: manage("demo-submitting", "/settings/criteria"),
  prizes: manage("demo-submitting", "/prizes"),
  plan: manage("demo-judging", "/assignments/plan?reviews=5"),
  coverage: manage("demo-judging", "/assignments?table=1"),
  results: "/events/demo-published/results",
};
/** Width, height and how much smaller each window is in the picture. */
const WINDOWS = [
  [1920, 1080, 0.4],
  [1280, 1080, 0.4],
  [360, 740, 0.5839],
];
const GAP = 12;

const folder = join(import.meta.dirname, "../docs/pictures/looks");
mkdirSync(folder, { recursive: true });
const executablePath = process.env.EVENHAND_CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const canvas = await browser.newPage();
for (const colorScheme of ["light", "dark"]) {
  const context = await browser.newContext({ baseURL: url, locale: "en-GB", timezoneId: "Europe/Vienna", colorScheme });
  const page = await context.newPage();
  await signIn(page, "organizer");
  for (const [name, path] of Object.entries(LOOKS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const windows = [];
    for (const [width, height, scale] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      windows.push({ png: (await page.screenshot({ animations: "disabled" })).toString("base64"), scale });
    }
    // The browser is the one program here that writes WebP.
    const webp = await canvas.evaluate(
      async ({ windows, gap }) => {
        const images = await Promise.all(
          windows.map(async ({ png }) => {
            const image = new Image();
            image.src = `data:image/png;base64,${png}`;
            await image.decode();
            return image;
          }),
        );
        const sizes = images.map((image, nth) => [image.width, image.height].map((side) => Math.round(side * windows[nth].scale)));
        const width = sizes.reduce((sum, [wide]) => sum + wide + gap, -gap);
        const drawn = Object.assign(document.createElement("canvas"), { width, height: Math.max(...sizes.map(([, high]) => high)) });
        const pen = drawn.getContext("2d");
        pen.imageSmoothingQuality = "high";
        let at = 0;
        for (const [nth, image] of images.entries()) {
          pen.drawImage(image, at, 0, ...sizes[nth]);
          at += sizes[nth][0] + gap;
        }
        return drawn.toDataURL("image/webp", 0.8).split(",")[1];
      },
      { windows, gap: GAP },
    );
    const bytes = Buffer.from(webp, "base64");
    writeFileSync(join(folder, `${name}-${colorScheme}.webp`), bytes);
    console.log(`${name}-${colorScheme}.webp: ${bytes.length} bytes`);
  }
  await context.close();
}
await browser.close();
