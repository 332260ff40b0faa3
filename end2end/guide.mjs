// The pictures of docs/organizers.md, and the one of README.md: `node guide.mjs URL`. URL is a server with the demo on; nothing of the demo is changed.
// Each is the window of an organizer at 1280 px, light, as WebP.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "./support/chromium.mjs";
import { signIn } from "./support/pages.mjs";

const [url] = process.argv.slice(2);
if (!url) {
  console.error("node guide.mjs URL");
  process.exit(2);
}
const folder = join(import.meta.dirname, "../docs/pictures");
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
const context = await browser.newContext({ baseURL: url, locale: "en-GB", timezoneId: "Europe/Vienna", colorScheme: "light" });
const page = await context.newPage();
const canvas = await context.newPage();
await page.setViewportSize({ width: 1280, height: 900 });
await signIn(page, "organizer");

/** Takes the window, from so many pixels above this element on if one is named, and no more than its page is high. */
async function picture(name, from, above = 24) {
  const top = from ? (await from.evaluate((element) => element.getBoundingClientRect().top + window.scrollY)) - above : 0;
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: top, width: 1280, height: Math.min(800, whole - top) };
  const png = (await page.screenshot({ fullPage: true, clip, animations: "disabled" })).toString("base64");
  // The browser is the one program here that writes WebP.
  const webp = await canvas.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const drawn = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    drawn.getContext("2d").drawImage(image, 0, 0);
    return drawn.toDataURL("image/webp", 0.8).split(",")[1];
  }, png);
  const bytes = Buffer.from(webp, "base64");
  writeFileSync(join(folder, `${name}.webp`), bytes);
  console.log(`${name}.webp: ${bytes.length} bytes`);
}

const manage = (event, path = "") => page.goto(`/events/${event}/manage${path}`);

await manage("demo-submitting");
await picture("overview", page.locator(".event-head").first());

await manage("demo-submitting", "/settings/criteria");
await picture("criteria", page.getByRole("heading", { level: 1 }));

await manage("demo-judging", "/people?invite=");
const people = ["Nora Novak <nora@jury.example>", '"Oak, Olga" <olga@jury.example>', "ned@jury.example, NED@jury.example", "Judge Judy"];
await page.getByRole("textbox", { name: "People" }).fill(people.join("\n"));
await page.getByRole("button", { name: "Check the list" }).click();
await picture("invite", page.getByRole("heading", { level: 1 }));

await manage("demo-submitting", "/from-file?what=projects");
const rows = ["title,team,track,tags,emails", "Tide Table,Moonlight,Open data,rust sql,ada@team.example", "Berth Finder,Quay,,maps,bo@team.example cy@team.example", ",Nameless,,,"];
await page.getByLabel("Or paste rows from a spreadsheet").fill(rows.join("\n"));
await page.getByRole("button", { name: "Preview the import" }).click();
await picture("import", page.getByRole("heading", { level: 1 }));

await manage("demo-published", "/projects/duplicates");
await page.locator(".cell-act a").first().click();
await picture("repeats", page.getByRole("heading", { level: 1 }));

await manage("demo-judging", "/assignments/plan?reviews=5");
await picture("plan", page.getByRole("heading", { name: "The plan" }));

await manage("demo-judging", "/assignments");
await picture("assignments", page.getByRole("heading", { level: 1 }));

await manage("demo-judging", "/floor?plan=");
await page.getByRole("textbox", { name: "Places", exact: true }).fill("Hall: A1-A12\nLoft: 1-20");
const power = page.getByLabel("Places with power");
// It is open where a team asks for one.
if (!(await power.isVisible())) await page.getByText("Power, quiet places, groups").click();
await power.fill("Hall: A1-A12");
// The picture shows old places and new ones.
await page.getByLabel("Projects that have a place keep it").uncheck();
await page.getByRole("button", { name: "Show the plan" }).click();
await picture("floor", page.getByRole("heading", { level: 1 }));

await page.goto("/events/demo-published/results");
await picture("results", page.getByRole("table").first(), 4);

await browser.close();
