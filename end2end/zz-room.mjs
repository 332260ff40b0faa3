import { chromium } from "@playwright/test";
const [url, folder, ...paths] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ baseURL: url, locale: "en-GB" });
const page = await context.newPage();
await page.goto("/login");
await page.fill("[name=email]", "organizer@demo.example");
await page.fill("[name=password]", "organizer-demo-password");
await page.click("main form button.main, main form button");
const run = async (event) => {
  await page.goto(`/events/${event}/manage/calibration`);
  const b = page.getByRole("button", { name: "Run the calibration" });
  if (await b.count()) { await b.click(); await page.waitForLoadState(); }
};
for (const e of ["demo-judging", "demo-voting"]) await run(e);
let n = 0;
for (const path of paths) {
  n++;
  for (const [w, scheme] of [[360, "light"], [1280, "light"], [1280, "dark"]]) {
    await page.setViewportSize({ width: w, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    const r = await page.goto(path);
    if (r.status() !== 200) console.log(path, r.status());
    await page.screenshot({ path: `${folder}/${n}-${w}-${scheme}.png`, fullPage: true });
  }
}
await browser.close();
