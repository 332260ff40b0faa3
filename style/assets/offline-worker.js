// A judge's list, the assigned projects and their forms, kept for a hall without a network: of one person, and 8 MiB at most. device.js
// says what to keep once the list was open, and clears it all when somebody signs out or somebody else signs in.
const NAME = "evenhand-judge";
const MOST = 8 * 2 ** 20;
const FRESH = 15 * 60e3;
const PATIENCE = 4e3;
const FILES = /(?:href|src)="(\/(?:assets|pkg|pictures)\/[^"]+)"/g;
const PAGE = /^\/judge(\/assignments\/\d+)?$/;
const SAVED = /^(?:\/api)?(\/judge\/assignments\/\d+)(\/review)?$/;

const pause = (time) => new Promise((then) => setTimeout(then, time));
const pathOf = (request) => new URL(request.url).pathname;
const tell = async (told) => (await clients.matchAll()).forEach((client) => client.postMessage(told));

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && SAVED.test(pathname)) return event.respondWith(save(event, pathname.match(SAVED)[1]));
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && PAGE.test(pathname)) event.respondWith(page(event, pathname, search));
  else if (/^\/(assets|pkg|pictures)\//.test(pathname)) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});

addEventListener("message", (event) => event.waitUntil(fill(event.data)));

/** A page as the site has it; as it was kept where no answer comes in time. */
async function page(event, path, search) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(path);
  const asked = fetch(event.request).then((answer) => {
    // Who is led elsewhere is signed out.
    if (answer.type === "opaqueredirect") event.waitUntil(caches.delete(NAME));
    else if (answer.ok && kept && !search) event.waitUntil(keep(cache, path, answer.clone()));
    else if ([403, 404].includes(answer.status)) event.waitUntil(cache.delete(path));
    return answer;
  });
  if (!kept) return asked;
  return (await Promise.race([asked.catch(() => {}), pause(PATIENCE)])) ?? withTime(kept);
}

/** The kept page says since when it is kept, so that its clocks are right. Of each picture the smallest file is kept. */
async function withTime(kept) {
  const text = (await kept.text()).replace('<html lang="en"', `$& data-kept="${kept.headers.get("x-kept")}"`).replace(/ srcset="[^"]*"/g, "");
  return new Response(text, { headers: kept.headers });
}

let saves = 0;

/** A save, and a while after the last one its page anew: what is kept must show it. */
async function save(event, path) {
  const answer = await fetch(event.request);
  const turn = ++saves;
  if (answer.ok)
    event.waitUntil(
      pause(3e3).then(async () => {
        const cache = await caches.open(NAME);
        if (turn === saves && (await cache.match(path))) await fetchPage(cache, path).catch(() => {});
      }),
    );
  return answer;
}

/** Keeps an answer; false where there is no room. */
async function keep(cache, path, answer) {
  const body = await answer.arrayBuffer();
  const others = (await cache.keys()).filter((request) => new URL(request.url).pathname + new URL(request.url).search !== path);
  const sizes = await Promise.all(others.map(async (request) => +(await cache.match(request))?.headers.get("x-size")));
  if (body.byteLength + sizes.reduce((a, b) => a + b, 0) > MOST) return false;
  const headers = new Headers(answer.headers);
  headers.delete("content-encoding");
  headers.set("x-kept", Date.now());
  headers.set("x-size", body.byteLength);
  await cache.put(path, new Response(body, { headers }));
  return true;
}

/** Fetches a page and what it loads. Returns whether it is kept. */
async function fetchPage(cache, path) {
  const answer = await fetch(path, { redirect: "manual" });
  if (!answer.ok) return false;
  const text = await answer.clone().text();
  if (!(await keep(cache, path, answer))) return false;
  for (const [, file] of text.matchAll(FILES)) {
    if (await cache.match(file)) continue;
    const found = await fetch(file);
    if (found.ok && !(await keep(cache, file, found))) return false;
  }
  return true;
}

/** Keeps the list and these pages, the first ones first, and nothing else. */
async function fill({ whose, keep: paths }) {
  const cache = await caches.open(NAME);
  await cache.put("/whose", new Response(whose));
  const wanted = ["/judge", ...paths];
  for (const request of await cache.keys())
    if (PAGE.test(pathOf(request)) && !wanted.includes(pathOf(request))) await cache.delete(request);
  let number = 0;
  try {
    for (const path of wanted) {
      const kept = path !== "/judge" && (await cache.match(path));
      if (kept && Date.now() - kept.headers.get("x-kept") < FRESH) number++;
      // A pause between two, since all judges open their lists at once.
      else if (await fetchPage(cache, path)) number += path !== "/judge" && (await pause(100), 1);
    }
    await dropUnused(cache);
  } catch {
    // No network: what is kept stays.
  }
  await tell({ kept: number, of: paths.length });
}

/** Files of an earlier version that no kept page loads any more. */
async function dropUnused(cache) {
  const [pages, files] = [[], []];
  for (const request of await cache.keys()) if (pathOf(request) !== "/whose") (PAGE.test(pathOf(request)) ? pages : files).push(request);
  const texts = await Promise.all(pages.map(async (request) => (await cache.match(request)).text()));
  const used = new Set(texts.flatMap((text) => [...text.matchAll(FILES)].map(([, file]) => file)));
  for (const request of files) if (!used.has(pathOf(request) + new URL(request.url).search)) await cache.delete(request);
}
