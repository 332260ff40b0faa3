import type { Page, Response } from "@playwright/test";

/** What moved without an input: how far, as Chromium scores it, and which elements. */
export type Shift = { score: number; moved: string[] };

/** The pages that are observed already. */
const OBSERVED = new WeakSet<Page>();

/**
 * Opens a page as on a first visit, with nothing kept by the browser, scrolls through it, and returns its answer and what moved meanwhile.
 * Nothing should. Only Chromium reports this. The page needs scripting.
 */
export async function openedStill(page: Page, path: string): Promise<[Response | null, Shift[]]> {
  if (!OBSERVED.has(page)) {
    OBSERVED.add(page);
    await page.addInitScript(observe);
  }
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Network.enable");
  await protocol.send("Network.setCacheDisabled", { cacheDisabled: true });
  const answer = await page.goto(path, { waitUntil: "load" });
  const shifts = await page.evaluate(async () => {
    const { layoutShifts } = window as unknown as Observed;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await document.fonts.ready;
    // Pictures further down load only when they come near.
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo(0, top);
      await frame();
    }
    // One that is folded away is not loaded.
    const shown = [...document.images].filter((image) => image.checkVisibility());
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
    // The second frame begins after the first was drawn, and so was scored.
    await frame();
    await frame();
    return layoutShifts();
  });
  await protocol.detach();
  return [answer, shifts];
}

type Observed = { layoutShifts: () => Shift[] };

/** Runs in the page before anything else in it. */
function observe() {
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  const shifts: Shift[] = [];
  const keep = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput, sources } of entries as Entry[]) {
      const name = (node: Node | null) => (node instanceof Element ? node.outerHTML.slice(0, 80) : (node?.nodeName ?? "removed"));
      if (!hadRecentInput) shifts.push({ score: value, moved: sources.map(({ node }) => name(node)) });
    }
  };
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  (window as unknown as Observed).layoutShifts = () => {
    keep(observer.takeRecords());
    return shifts;
  };
}
