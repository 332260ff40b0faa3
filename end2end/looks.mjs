// The pictures of docs/looks.md: `node looks.mjs URL [NAME…]`. URL is a server with the demo on. Where the demo has no notice, no proposal or no
// open room, it gets one. Each picture holds one page three times, at 1920, 1280 and 360 px, in one theme, as WebP. Where the second screen of a
// phone matters, it is beside the first.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "./support/chromium.mjs";
import { signIn, TOKENS } from "./support/pages.mjs";

const [url, ...names] = process.argv.slice(2);
if (!url) {
  console.error("node looks.mjs URL [NAME…]");
  process.exit(2);
}
const manage = (event, path = "") => `/events/${event}/manage${path}`;

/** Posts a notice, where there is none. */
async function postNotice(page) {
  if (!(await page.getByText("No notices yet").isVisible())) return;
  await page.getByLabel("Notice", { exact: true }).fill("Supper is in the foyer at 19:00. Judging goes on at 20:00.");
  await page.getByRole("button", { name: "Post the notice" }).click();
  await page.getByText("No notices yet").waitFor({ state: "hidden" });
}

/** Opens the room of guest judges, where it is closed. */
async function openRoom(page) {
  const open = page.getByRole("button", { name: "Open the room" });
  if (!(await open.isVisible())) return;
  await open.click();
  await open.waitFor({ state: "hidden" });
}

/** Proposes an act as a program, where none waits. */
async function propose(page) {
  if (!(await page.getByText("No proposals").isVisible())) return;
  const authorization = { Authorization: `Bearer ${TOKENS.organizer}` };
  const [project] = await (await fetch(`${url}/api/events/demo-judging/projects`, { headers: authorization })).json();
  const write = { method: "POST", path: `/api/events/demo-judging/projects/${project.id}/withdraw`, body: { reason: "Its team asked for it at the desk." }, via: "mcp" };
  const headers = { ...authorization, "Content-Type": "application/json" };
  const answer = await fetch(`${url}/api/proposals`, { method: "POST", headers, body: JSON.stringify(write) });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
}

/** Which page each picture shows, to whom if not to an organizer, what is done there before, and how many screens of a phone. */
const LOOKS = {
  board: { path: manage("demo-judging") },
  criteria: { path: manage("demo-submitting", "/settings/criteria") },
  prizes: { path: manage("demo-submitting", "/prizes") },
  plan: { path: manage("demo-judging", "/assignments/plan?reviews=5") },
  coverage: { path: manage("demo-judging", "/assignments?table=1") },
  evidence: { path: manage("demo-judging", "/evidence") },
  notices: { path: manage("demo-judging", "/notices"), before: postNotice },
  guests: { path: manage("demo-judging", "/people/invitations?guests=1"), before: openRoom, screens: 2 },
  ranking: { path: manage("demo-published", "/calibration") },
  log: { path: manage("demo-published", "/audit") },
  webhooks: { path: manage("demo-judging", "/exports?webhooks=1") },
  proposals: { path: "/me/proposals", before: propose },
  results: { path: "/events/demo-published/results", screens: 2 },
  badge: { path: "/events/demo-published/certificate/participant", person: "participant" },
};
/** Width, height and how much smaller each window is in the picture. */
const WINDOWS = [
  [1920, 1080, 0.4],
  [1280, 1080, 0.4],
  [360, 740, 0.5839],
];
const PHONE = WINDOWS[2];
const GAP = 12;

const folder = join(import.meta.dirname, "../docs/pictures/looks");
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
const canvas = await browser.newPage();
for (const colorScheme of ["light", "dark"]) {
  const contexts = [];
  const pageOf = async (person) => {
    const context = await browser.newContext({ baseURL: url, locale: "en-GB", timezoneId: "Europe/Vienna", colorScheme });
    contexts.push(context);
    const page = await context.newPage();
    await signIn(page, person);
    return page;
  };
  const pages = { organizer: await pageOf("organizer"), participant: await pageOf("participant") };
  for (const [name, { path, person = "organizer", before, screens = 1 }] of Object.entries(LOOKS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const page = pages[person];
    if (before) {
      await page.goto(path);
      await before(page);
    }
    const windows = [];
    const further = Array.from({ length: screens - 1 }, (_, nth) => [...PHONE, (nth + 1) * PHONE[1]]);
    for (const [width, height, scale, from = 0] of [...WINDOWS, ...further]) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await page.evaluate((from) => scrollTo(0, from), from);
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
  for (const context of contexts) await context.close();
}
await browser.close();
