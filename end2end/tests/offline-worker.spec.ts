// The worker that keeps a judge's pages, without a browser: a second person, a slow network, and windows that open and close.
import { expect, test } from "@playwright/test";
import { pageOf, startWorker } from "../support/offline_worker.mjs";

const ADA = "evenhand-kept-1-pages";
const BO = "evenhand-kept-2-pages";

/** Ada's list and one of her reviews are kept. */
async function kept(valid = 3600) {
  const worker = startWorker();
  worker.world.network = async (path: string) => pageOf("1", `Ada's ${path}`, valid);
  await worker.fill("1", ["/judge/assignments/7"]);
  expect(worker.kept()).toEqual({ [ADA]: ["/judge", "/judge/assignments/7"] });
  return worker;
}

const nothing = async () => Promise.reject(new TypeError("no network"));
const text = async (answer: Promise<Response>) => (await answer).text();

test("without a network a kept page opens, and a slow network is waited for @scripting", async () => {
  const worker = await kept();
  worker.world.network = nothing;
  expect(await text(worker.navigate("/judge").answer)).toContain("Ada's /judge");
  worker.world.network = async () => new Promise(() => {});
  const slow = worker.navigate("/judge/assignments/7");
  let shown = "";
  void text(slow.answer).then((page) => (shown = page));
  await expect.poll(() => (worker.runOutOfPatience(), shown)).toContain("Ada's /judge/assignments/7");
});

test("the next person never gets the former one's page, however slow the network is @scripting", async () => {
  // kept.js dropped the pages on the sign-in page; the worker asks the caches again when its patience ends.
  const worker = await kept();
  let answer: (page: Response) => void = () => {};
  let asked = false;
  worker.world.network = () => {
    asked = true;
    return new Promise((then) => (answer = then));
  };
  const slow = worker.navigate("/judge");
  await expect.poll(() => asked).toBe(true);
  worker.drop(ADA);
  worker.runOutOfPatience();
  answer(pageOf("2", "Bo's /judge"));
  expect(await text(slow.answer)).toContain("Bo's /judge");
});

test("an answer that comes late and is somebody else's drops the former pages and has the page loaded again @scripting", async () => {
  const worker = await kept();
  let answer: (page: Response) => void = () => {};
  worker.world.network = () => new Promise((then) => (answer = then));
  const slow = worker.navigate("/judge");
  let shown = "";
  void text(slow.answer.then((a: Response) => a.clone())).then((page) => (shown = page));
  await expect.poll(() => (worker.runOutOfPatience(), shown)).toContain("Ada's");
  answer(pageOf("2", "Bo's /judge"));
  await slow.done();
  expect(worker.told).toContainEqual({ whose: "2" });
  expect(worker.kept()[ADA]).toBeUndefined();
});

test("a page of the former person's that stays open keeps nothing of the next one's @scripting", async () => {
  const worker = await kept();
  worker.world.network = async (path: string) => pageOf("2", `Bo's ${path}`);
  // Ada's list, still open in another tab, asks for her pages while Bo is signed in.
  await worker.fill("1", ["/judge/assignments/7"]);
  expect(worker.kept()).toEqual({});
  await worker.fill("2", ["/judge/assignments/9"]);
  expect(worker.kept()).toEqual({ [BO]: ["/judge", "/judge/assignments/9"] });
});

for (const [which, late] of [
  ["a review", "/judge/assignments/8"],
  ["the first list", "/judge"],
])
  test(`an answer of ${which} that comes after somebody signed out is not kept @scripting`, async () => {
    const worker = startWorker();
    let answer: ((page: Response) => void) | undefined;
    worker.world.network = async (path: string) => (path === late ? new Promise((then) => (answer = then)) : pageOf("1", `Ada's ${path}`));
    const filled = worker.fill("1", ["/judge/assignments/8"]);
    await expect.poll(() => answer !== undefined).toBe(true);
    worker.drop(ADA);
    // What is asked from now on is nobody's.
    worker.world.network = async () => pageOf("", "Sign in");
    answer?.(pageOf("1", "Ada's page"));
    await filled;
    expect(worker.kept()).toEqual({});
  });

test("a busy server's answer after somebody signed out leaves no trace of them @scripting", async () => {
  const worker = await kept();
  let answer: ((page: Response) => void) | undefined;
  worker.world.network = async () => new Promise((then) => (answer = then));
  // A page that is not kept waits for its answer alone.
  const late = worker.navigate("/judge/assignments/9");
  await expect.poll(() => answer !== undefined).toBe(true);
  worker.drop(ADA);
  answer?.(new Response("", { status: 503 }));
  await late.done();
  expect(worker.kept()).toEqual({});
});

test("who is led to the sign-in page is signed out, and a busy server says nothing about that @scripting", async () => {
  const worker = await kept();
  worker.world.network = async () => new Response('<script data-person=""></script>', { status: 503 });
  await (await worker.navigate("/judge")).done();
  expect(worker.kept()[ADA]).toHaveLength(2);
  worker.world.network = async () => pageOf("", "Sign in");
  const out = worker.navigate("/judge/assignments/7");
  expect(await text(out.answer)).toContain("Sign in");
  await out.done();
  expect(worker.kept()).toEqual({});
});

test("a kept page ends with the window that it shows, and is fetched anew after that @scripting", async () => {
  // Judging opens in ten minutes: the form is locked until then. While the list names the same window, the page is as it was.
  const worker = await kept(600);
  worker.world.network = async (path: string) => pageOf("1", `open ${path}`);
  worker.world.now += 599e3;
  await worker.fill("1", ["/judge/assignments/7"]);
  worker.world.network = nothing;
  expect(await text(worker.navigate("/judge/assignments/7").answer)).toContain("Ada's");
  worker.world.now += 2e3;
  const failed = worker.navigate("/judge/assignments/7").answer.then(String, String);
  expect(await failed).toContain("no network");
  worker.world.network = async (path: string) => pageOf("1", `open ${path}`);
  await worker.fill("1", ["/judge/assignments/7"]);
  worker.world.network = nothing;
  expect(await text(worker.navigate("/judge/assignments/7").answer)).toContain("open");
});

for (const [moved, to] of [
  ["earlier", "17:00"],
  ["to a later time", "19:00"],
])
  test(`a page that was kept before its window was moved ${moved} is fetched anew with the next list @scripting`, async () => {
    const worker = await kept(600);
    worker.world.now += 60e3;
    worker.world.network = async (path: string) => pageOf("1", `moved ${path}`, 300, to);
    await worker.fill("1", ["/judge/assignments/7"], to);
    // The same window again: the server is spared.
    const asked: string[] = [];
    worker.world.network = async (path: string) => (asked.push(path), pageOf("1", `again ${path}`, 300, to));
    await worker.fill("1", ["/judge/assignments/7"], to);
    expect(asked).toEqual(["/judge"]);
    worker.world.network = nothing;
    expect(await text(worker.navigate("/judge/assignments/7").answer)).toContain("moved");
  });

test("after a save, also one that was sent as a page, the page is kept anew @scripting", async () => {
  for (const saved of [new Response("{}"), Response.redirect("https://site.example/judge/assignments/7?saved=1", 303)]) {
    const worker = await kept();
    if (!saved.ok) Object.defineProperty(saved, "type", { value: "opaqueredirect" });
    worker.world.network = async () => saved;
    const post = worker.post("/judge/assignments/7");
    await post.answer;
    worker.world.network = async (path: string) => pageOf("1", `submitted ${path}`);
    let done = false;
    void post.done().then(() => (done = true));
    await expect.poll(() => (worker.runOutOfPatience(), done)).toBe(true);
    worker.world.network = nothing;
    expect(await text(worker.navigate("/judge/assignments/7").answer)).toContain("submitted");
  }
});

test("a page that was kept before the clock was put back is not shown past its window @scripting", async () => {
  const worker = await kept(3600);
  worker.world.network = nothing;
  worker.world.now -= 2 * 3_600_000;
  const shown = text(worker.navigate("/judge").answer).catch(() => "what the browser says without a network");
  expect(await shown).toBe("what the browser says without a network");
});
