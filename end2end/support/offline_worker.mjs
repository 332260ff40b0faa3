// Runs style/assets/offline-worker.js without a browser, with stand-ins for caches, clients, time and the network.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const SOURCE = new URL("../../style/assets/offline-worker.js", import.meta.url);
const SITE = "https://site.example";

/** A page of the site as a person gets it; `valid` is for how many seconds, and `window` names the window that it was made under. */
export function pageOf(person, words, valid = 3600, window = "18:00") {
  const text = `<html lang="en"><script src="/assets/kept.js?v=1" defer data-person="${person}"></script><div data-valid="${valid}" data-window="${window}">${words}</div>`;
  return new Response(text, { headers: { "content-type": "text/html" } });
}

export function startWorker() {
  const listeners = {};
  const stored = new Map();
  const told = [];
  let patience = [];
  /** @type {{ now: number, network: (path: string) => Promise<Response> }} */
  const world = { now: 1_795_000_000_000, network: async () => Promise.reject(new TypeError("no network")) };
  const addressOf = (request) => new URL(typeof request === "string" ? request : request.url, SITE).href;
  const open = async (name) => {
    if (!stored.has(name)) stored.set(name, new Map());
    const cache = stored.get(name);
    return {
      match: async (request) => cache.get(addressOf(request))?.clone(),
      put: async (request, answer) => void cache.set(addressOf(request), answer),
      delete: async (request) => cache.delete(addressOf(request)),
      keys: async () => [...cache.keys()].map((url) => ({ url })),
    };
  };
  const caches = {
    open,
    keys: async () => [...stored.keys()],
    delete: async (name) => stored.delete(name),
    match: async (request) => [...stored.values()].map((cache) => cache.get(addressOf(request))).find(Boolean)?.clone(),
  };
  class Time extends Date {
    static now() {
      return world.now;
    }
  }
  const scope = {
    addEventListener: (kind, listener) => (listeners[kind] = listener),
    caches,
    clients: { matchAll: async () => [{ postMessage: (message) => told.push(message) }], claim() {} },
    fetch: (request) => world.network(new URL(addressOf(request)).pathname),
    // The worker waits for an answer until the test says that it has waited long enough; its short pauses end at once.
    setTimeout: (then, time) => (time >= 3000 ? patience.push(then) : queueMicrotask(then)),
    skipWaiting() {},
    location: { origin: SITE },
    Date: Time,
    URL,
    Response,
    Headers,
    Promise,
  };
  vm.runInNewContext(readFileSync(SOURCE, "utf8"), scope);

  /** Sends an event to the worker. Gives its answer, and when all that it began is done. */
  const dispatch = (kind, event) => {
    const waits = [];
    /** @type {any} */
    let answer;
    listeners[kind]({ ...event, waitUntil: (job) => waits.push(job), respondWith: (given) => (answer = given) });
    return { answer, done: async () => void (await Promise.allSettled(waits)) };
  };
  const request = (path, more) => ({ request: { method: "GET", mode: "navigate", url: SITE + path, ...more } });
  return {
    world,
    told,
    /** The pages that are kept, by cache. */
    kept: () => {
      const pages = (cache) => [...cache.keys()].map((url) => new URL(url).pathname).filter((path) => path.startsWith("/judge"));
      return Object.fromEntries([...stored].map(([name, cache]) => [name, pages(cache)]));
    },
    /** The list of this person was loaded: it names these pages, and `window` for each. */
    fill: (whose, paths, window = "18:00") =>
      dispatch("message", { data: { whose, keep: Object.fromEntries(paths.map((path) => [path, window])) } }).done(),
    navigate: (path) => dispatch("fetch", request(path)),
    post: (path) => dispatch("fetch", request(path, { method: "POST" })),
    drop: (name) => stored.delete(name),
    /** Nobody waits any longer. */
    runOutOfPatience: () => patience.splice(0).forEach((then) => then()),
  };
}
