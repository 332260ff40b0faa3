// A judge's page while the database moves: `node failover.mjs URL COOKIE ASSIGNMENT`, with the event of script/benchmarks/stays_up.
// A judge types scores and a comment into the form of a review, again and again. When standard input ends, they type a last time, and the
// page has to say that it is saved. Prints as JSON what was acknowledged, how requests were answered, what the page said meanwhile, and what
// it ended with.
import { launchChromium } from "./support/chromium.mjs";
import { awake } from "./support/pages.mjs";

const [url, cookie, assignment] = process.argv.slice(2);
if (!assignment) {
  console.error("node failover.mjs URL COOKIE ASSIGNMENT");
  process.exit(2);
}

// A pause after which what is typed is sent, and longer than the longest pause between two tries.
const THINKS = 1_800;
const LONGEST = 90_000;

let over = false;
process.stdin.on("end", () => (over = true)).resume();

const browser = await launchChromium();
const context = await browser.newContext({ baseURL: url });
const [name, value] = cookie.split("=");
await context.addCookies([{ name, value, url }]);
const page = await context.newPage();

const [acknowledged, answers, said] = [[], {}, {}];
const count = (counts, what) => (counts[what] = (counts[what] ?? 0) + 1);
const isSave = (request) => request.method() === "POST" && request.url().endsWith("/review");
page.on("response", (response) => {
  if (!isSave(response.request())) return;
  count(answers, response.status());
  if (response.status() === 200) acknowledged.push(response.request().postDataJSON().scores);
});
page.on("requestfailed", (request) => isSave(request) && count(answers, "no answer"));

await page.goto(`/judge/assignments/${assignment}`);
await awake(page);
// Signing in would have set it: the page's form has it too.
await context.addCookies([{ name: "csrftoken", value: await page.locator("[name=csrfmiddlewaretoken]").first().inputValue(), url }]);
const line = page.locator(".review-figures [role=status]");
await page.exposeFunction("heard", (words) => count(said, words.replace(/\d+/g, "…")));
await line.evaluate((node) => {
  const hear = () => globalThis.heard(node.textContent.trim());
  new MutationObserver(hear).observe(node, { childList: true, characterData: true, subtree: true });
});

const [high, low] = ["High", "Low"].map((criterion) => page.getByRole("spinbutton", { name: new RegExp(`^${criterion}`) }));
const comment = page.getByLabel(/^Comment \(/);
let typed = 0;
const type = async () => {
  typed += 1;
  await high.fill(String(Math.floor(typed / 101) % 101));
  await low.fill(String(typed % 101));
  await comment.fill(`Thought ${typed}: it glows.`);
};

console.log("typing");
while (!over) {
  await type();
  await page.waitForTimeout(THINKS);
}
await type();
await page.waitForFunction((node) => node.textContent.trim().startsWith("Draft saved"), await line.elementHandle(), { timeout: LONGEST }).catch(() => {});
const ended = {
  scores: { high: Number(await high.inputValue()), low: Number(await low.inputValue()) },
  comment: await comment.inputValue(),
  words: (await line.innerText()).trim(),
  kept: await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("evenhand-"))),
};
await browser.close();
console.log(JSON.stringify({ typed, acknowledged, answers, said, ended }));
