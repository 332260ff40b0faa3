// How long a page's form takes to answer, over a slow network and on a slow processor: `node interactive.mjs URL [RUNS] [waterfall]`.
// URL is a server with the demo on. It opens the review page of a judge as on a first visit (an empty cache), as a first visit that
// comes from the judge's list and stayed there for two seconds, and as on a later visit. It prints the milliseconds from the start of
// the navigation until the form has started: the median, and each run.
// `waterfall` also prints when each file of the last first visit was asked for and was there.
import { launchChromium } from "./support/chromium.mjs";
import { awake, signIn } from "./support/pages.mjs";

const [url, runs = "5", waterfall] = process.argv.slice(2);
if (!url) {
  console.error("node interactive.mjs URL [RUNS] [waterfall]");
  process.exit(2);
}

// Bytes and milliseconds, as Chromium's protocol takes them. DevTools stretches the latency of its "Slow 4G" by 3.75 and takes
// a tenth off its rates, so that a page takes as long as it would with a real handshake.
const mbit = (rate) => (rate * 1024 * 1024) / 8;
const NETWORKS = [
  { name: "DevTools’ Slow 4G", latency: 150 * 3.75, downloadThroughput: mbit(1.6) * 0.9, uploadThroughput: mbit(0.75) * 0.9 },
  { name: "150 ms and 1.6 Mbit/s", latency: 150, downloadThroughput: mbit(1.6), uploadThroughput: mbit(0.75) },
];

const browser = await launchChromium();
const context = await browser.newContext({ baseURL: url });
const page = await context.newPage();
await signIn(page, "judge1");
await page.goto("/judge");
const path = await page.locator("[data-task] a").last().getAttribute("href");
const protocol = await context.newCDPSession(page);
await protocol.send("Network.enable");

const visit = async (network, kind) => {
  await protocol.send("Network.setCacheDisabled", { cacheDisabled: kind === "first" });
  await protocol.send("Network.emulateNetworkConditions", { offline: false, ...network });
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  if (kind === "from the list") {
    await page.goto("about:blank");
    await protocol.send("Network.clearBrowserCache");
    await page.goto("/judge", { waitUntil: "load" });
    // The list has the form's code fetched meanwhile.
    await page.waitForTimeout(2_000);
  }
  await page.goto(path, { waitUntil: "commit" });
  await awake(page);
  // When the script said so, not when this program heard of it.
  const time = await page.evaluate(() => Math.round(performance.getEntriesByName("islands-started")[0].startTime));
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return time;
};

for (const { name, ...network } of NETWORKS) {
  for (const kind of ["first", "from the list", "later"]) {
    const times = [];
    for (let run = 0; run < Number(runs); run++) times.push(await visit(network, kind));
    times.sort((a, b) => a - b);
    console.log(`${name}, ${kind} visit: ${times[Math.floor(times.length / 2)]} ms (${times.join(", ")})`);
    if (waterfall && kind === "first") await printFiles();
  }
}
await browser.close();

async function printFiles() {
  await page.waitForLoadState("load");
  const files = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((file) => ({
      name: new URL(file.name).pathname,
      asked: Math.round(file.fetchStart),
      sent: Math.round(file.requestStart),
      first: Math.round(file.responseStart),
      there: Math.round(file.responseEnd),
    })),
  );
  for (const { name, asked, sent, first, there } of files) {
    console.log(`  ${name}: asked ${asked}, sent ${sent}, first byte ${first}, there ${there}`);
  }
}
