// A judge's list, the assigned projects and their forms, kept for a hall without a network: of one person, 8 MiB at most, and until the
// window that they show opens or closes. device.js says what to keep once the list was open. A page belongs to the person that it
// names itself, whoever asked for it, and as soon as a page of somebody else is seen, here or by kept.js, the others' are dropped.
const CACHE = /^evenhand-kept-(\d+)-pages$/;
const MOST = 8 * 2 ** 20;
const FRESH = 15 * 60e3;
const PATIENCE = 4e3;
const FILES = /(?:href|src)="(\/(?:assets|pkg|pictures)\/[^"]+)"/g;
const PAGE = /^\/judge(\/assignments\/\d+)?$/;
const SAVED = /^(?:\/api)?(\/judge\/assignments\/\d+)(\/\w+)?$/;
/** Whose a page is: empty for nobody's. */
const WHOSE = /<script[^>]* data-person="(\d*)"/;
/** For how many seconds a page is as the site has it. */
const VALID = / data-valid="(\d+)"/;
/** Which window a page was made under. */
const WINDOW = / data-window="([^"]*)"/;

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

/** The one person whose pages are kept. Where there are two, one of them has just gone. */
async function owner() {
  const whose = (await caches.keys()).flatMap((name) => name.match(CACHE)?.[1] ?? []);
  return whose.length === 1 ? whose[0] : undefined;
}

const openCache = (whose) => caches.open(`evenhand-kept-${whose}-pages`);

/** A page of this person was seen: nobody else's are kept any more. */
async function dropOthers(person) {
  for (const name of await caches.keys()) {
    const whose = name.match(CACHE)?.[1];
    if (whose && whose !== person) await caches.delete(name);
  }
}

/** What is kept of a page and may still be shown. Not where the device's clock was put back since: its end would come too late. */
async function find(whose, path) {
  const kept = whose && (await (await openCache(whose)).match(path));
  const time = Date.now();
  return kept && +kept.headers.get("x-kept") <= time && time < +kept.headers.get("x-until") ? kept : undefined;
}

/** A page as the site has it; as it was kept where no answer comes in time. */
async function page(event, path, search) {
  const whose = await owner();
  // Opened before the answer comes: where somebody signs out meanwhile, what is put into it is gone with it.
  const cache = whose && (await openCache(whose));
  let shown = false;
  const asked = fetch(event.request);
  // Also an answer that comes when the kept page has long been shown says whose the pages are.
  const late = (person) => shown && person !== undefined && person !== whose && tell({ whose: person });
  event.waitUntil(
    asked
      .then((answer) => seen(whose, cache, path, search, answer.clone()))
      .then(late)
      .catch(() => {}),
  );
  if (!(await find(whose, path))) return asked;
  const answer = await Promise.race([asked.catch(() => {}), pause(PATIENCE)]);
  if (answer) return answer;
  // While this waited, somebody else may have signed in.
  const kept = (await owner()) === whose && (await find(whose, path));
  if (!kept) return asked;
  shown = true;
  return withTime(kept);
}

/** Takes note of an answer of the site. Returns whose page it is, where it says so. */
async function seen(whose, cache, path, search, answer) {
  // Who is led elsewhere is signed out.
  if (answer.type === "opaqueredirect") return dropOthers("").then(() => "");
  const gone = [403, 404].includes(answer.status);
  if (gone) await cache?.delete(path);
  // A page that says that the server is busy does not know who asked.
  if (!answer.ok && !gone) return undefined;
  const kept = answer.clone();
  const text = await answer.text();
  const person = text.match(WHOSE)?.[1];
  if (person === undefined) return undefined;
  await dropOthers(person);
  if (answer.ok && person && person === whose && !search && (await cache.match(path))) await keep(cache, path, kept, said(text));
  return person;
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
  // A form that was sent as a page is answered by the way to the next page.
  if (answer.ok || answer.type === "opaqueredirect")
    event.waitUntil(
      pause(3e3).then(async () => {
        const whose = await owner();
        if (turn === saves && whose && (await (await openCache(whose)).match(path))) await fetchPage(whose, path).catch(() => {});
      }),
    );
  return answer;
}

/** Until when a page may be shown, by a duration, so that the device's clock need not be right; without one, it is not kept. And its window. */
function said(text) {
  return { until: Date.now() + (text.match(VALID)?.[1] ?? 0) * 1e3, window: text.match(WINDOW)?.[1] ?? "" };
}

/** Keeps an answer; false where there is no room. */
async function keep(cache, path, answer, { until, window }) {
  const body = await answer.arrayBuffer();
  const others = (await cache.keys()).filter((request) => new URL(request.url).pathname + new URL(request.url).search !== path);
  const sizes = await Promise.all(others.map(async (request) => +(await cache.match(request))?.headers.get("x-size")));
  if (body.byteLength + sizes.reduce((a, b) => a + b, 0) > MOST) return false;
  const headers = new Headers(answer.headers);
  headers.delete("content-encoding");
  headers.set("x-kept", Date.now());
  headers.set("x-size", body.byteLength);
  headers.set("x-until", until);
  headers.set("x-window", window);
  await cache.put(path, new Response(body, { headers }));
  return true;
}

/** Fetches a page and what it loads. Returns whether it is kept: it is not where it is somebody else's by now. */
async function fetchPage(whose, path) {
  // As in `page`. Not where somebody else's pages are kept: beside a cache of this person they would be nobody's.
  const early = [undefined, whose].includes(await owner()) && (await openCache(whose));
  const answer = await fetch(path, { redirect: "manual" });
  const person = await seen(undefined, undefined, path, "", answer.clone());
  if (!answer.ok || person !== whose) return false;
  const cache = early || (await openCache(whose));
  const text = await answer.clone().text();
  if (!(await keep(cache, path, answer, said(text)))) return false;
  for (const [, file] of text.matchAll(FILES)) {
    if (await cache.match(file)) continue;
    const found = await fetch(file);
    if (found.ok && !(await keep(cache, file, found, { until: Infinity, window: "" }))) return false;
  }
  return true;
}

/** Keeps the list and these pages, each with the window that the list says now, the first ones first, and nothing else. */
async function fill({ whose, keep: windows }) {
  const paths = Object.keys(windows);
  let number = 0;
  try {
    // The list first: it says whether this person is still the one who is signed in.
    if (!(await fetchPage(whose, "/judge"))) return;
    const cache = await openCache(whose);
    for (const request of await cache.keys())
      if (PAGE.test(pathOf(request)) && pathOf(request) !== "/judge" && !paths.includes(pathOf(request))) await cache.delete(request);
    for (const path of paths) {
      const kept = await find(whose, path);
      // A page that was made before its window was moved is another page now: locked, or open for too long.
      const asListed = kept?.headers.get("x-window") === windows[path];
      if (asListed && Date.now() - kept.headers.get("x-kept") < FRESH) number++;
      // A pause between two, since all judges open their lists at once.
      else if (await fetchPage(whose, path)) number += (await pause(100), 1);
      else if ((await owner()) !== whose) return;
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
  for (const request of await cache.keys()) (PAGE.test(pathOf(request)) ? pages : files).push(request);
  const texts = await Promise.all(pages.map(async (request) => (await cache.match(request)).text()));
  const used = new Set(texts.flatMap((text) => [...text.matchAll(FILES)].map(([, file]) => file)));
  for (const request of files) if (!used.has(pathOf(request) + new URL(request.url).search)) await cache.delete(request);
}
