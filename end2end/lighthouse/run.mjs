// Lighthouse on the pages that people judge the portal by: `node run.mjs URL`. URL is a server with the demo on. Prints the scores
// beside the goals, and what took points away. Nothing fails here: a slow machine is no fault.
import { existsSync } from "node:fs";
import lighthouse from "lighthouse";
import * as launcher from "chrome-launcher";

const url = process.argv[2];
if (!url) {
  console.error("node run.mjs URL");
  process.exit(2);
}
const RUNS = Number(process.env.EVENHAND_LIGHTHOUSE_RUNS ?? 3);
const GOALS = { performance: 98, accessibility: 100, "best-practices": 100 };
const TOKEN = { judge1: "evh_demo_judge_one_0000000000000000000000000000" };

/** GET of an API path of the demo. */
const ask = async (path, who) => {
  const headers = who ? { Authorization: `Bearer ${TOKEN[who]}` } : {};
  const answer = await fetch(url + path, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
};

/** The cookies of a session, by the form of the demo's password. */
const signIn = async (who) => {
  const opened = await fetch(`${url}/login`);
  const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(await opened.text())?.[1] ?? "";
  const jar = opened.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const body = new URLSearchParams({ csrfmiddlewaretoken: token, email: `${who}@demo.example`, password: `${who}-demo-password` });
  const headers = { Cookie: jar.join("; "), Origin: url };
  const done = await fetch(`${url}/login`, { method: "POST", body, headers, redirect: "manual" });
  if (done.status !== 303) throw new Error(`signing in: ${done.status}`);
  return [...jar, ...done.headers.getSetCookie().map((cookie) => cookie.split(";")[0])].join("; ");
};

const [project] = await ask("/api/events/demo-published/projects");
const tasks = await ask("/api/judge/assignments", "judge1");
const task = tasks.find(({ event, status }) => event === "demo-judging" && status === "pending");
const PAGES = [
  { name: "home", path: "/" },
  { name: "event", path: "/events/demo-published" },
  { name: "gallery", path: "/events/demo-published/projects" },
  { name: "project", path: `/projects/${project.id}` },
  { name: "results", path: "/events/demo-published/results" },
  { name: "judge’s list", path: "/judge", who: "judge1" },
  { name: "review", path: `/judge/assignments/${task.id}`, who: "judge1" },
];

const chromePath = [process.env.EVENHAND_CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));
const chrome = await launcher.launch({ chromePath, chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"] });
const cookies = { judge1: await signIn("judge1") };

/** The scores of one load of a page with Lighthouse's mobile setting, its own: a phone, slow 4G and a slow processor, simulated. */
const measure = async ({ path, who }) => {
  const extraHeaders = who ? { Cookie: cookies[who] } : undefined;
  const options = { port: chrome.port, output: "json", logLevel: "error", onlyCategories: Object.keys(GOALS), extraHeaders };
  const { lhr } = await lighthouse(url + path, options);
  if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
  return lhr;
};

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const lost = new Map();
console.log(`Lighthouse, mobile, median of ${RUNS}; goals: ${Object.entries(GOALS).map(([name, goal]) => `${name} ${goal}`).join(", ")}`);
for (const page of PAGES) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measure(page));
  const scores = Object.entries(GOALS).map(([name, goal]) => {
    const score = Math.round(median(runs.map(({ categories }) => categories[name].score)) * 100);
    return `${name} ${score}${score < goal ? " (missed)" : ""}`;
  });
  const milliseconds = (audit) => Math.round(median(runs.map(({ audits }) => audits[audit].numericValue)));
  const shift = median(runs.map(({ audits }) => audits["cumulative-layout-shift"].numericValue));
  const times = `first paint ${milliseconds("first-contentful-paint")} ms, largest ${milliseconds("largest-contentful-paint")} ms`;
  console.log(`${page.name}: ${scores.join(", ")}; ${times}, blocked ${milliseconds("total-blocking-time")} ms, moved ${shift.toFixed(3)}`);
  for (const { categories, audits } of runs) {
    for (const { auditRefs } of Object.values(categories)) {
      for (const { id, weight } of auditRefs) {
        const { score, title } = audits[id];
        if (weight > 0 && score !== null && score < 1) lost.set(`${title} (${id})`, (lost.get(`${title} (${id})`) ?? new Set()).add(page.name));
      }
    }
  }
}
await chrome.kill();
if (lost.size > 0) console.log("Below full marks at least once:");
for (const [audit, names] of lost) console.log(`  ${audit}: ${[...names].join(", ")}`);
