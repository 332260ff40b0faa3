import type { Page, Response } from "@playwright/test";
import { faint, findings } from "../support/axe";
import { openedStill } from "../support/layout-shift";
import { awake, LONGEST, pages } from "../support/pages.mjs";
import { expect, test } from "../support/test";

/** In how many tests the pages of each visitor are looked at, so that the workers end at about the same time. */
const PARTS = { nobody: 2, participant: 1, judge1: 1, organizer: 4 };

/** The pages that people judge the portal by, and those of an evening, by visitor: nothing moves while they load. */
const STILL: Record<keyof typeof PARTS, string[]> = {
  nobody: ["home", "event-demo-published", "gallery", "gallery-list", "project", "results", "results-how", "guide-organizers"],
  participant: ["home", "event", "vote"],
  judge1: ["home", "judge", "review", "review-submitted"],
  organizer: ["home", "manage-demo-judging", "coverage", "calibration-demo-published", "audit"],
};

test.describe.configure({ mode: "parallel" });
test.setTimeout(900_000);
// Without this, a colour is measured in the middle of its transition.
test.use({ contextOptions: { reducedMotion: "reduce" } });
// Each step copies the page into a trace, which takes as long as the look at it; failures are described in words instead.
test.use({ trace: "off" });

/** The pages of a site admin, whom only the command line makes. */
const ADMIN = ["/admin", "/admin/events", "/admin/people", "/admin/mail", "/admin/audit", "/admin/keys", "/events/new"];

/** Its main action comes after fields for times, in which the browser shows the focus on the day, the month and so on. */
const TIMES = "/events/new";

/** The pages of organizers, but for what is printed. */
const DESK = /^\/events\/[^/]+\/manage(?!\/floor\/print)/;

const SEEN = "accessible in light, dark and a contrast theme, and 320 pixels wide, and its main action is reached by keyboard @scripting";

test(`every page of a site admin is ${SEEN}`, async ({ admin }) => {
  for (const path of ADMIN) await test.step(path, () => visit(admin, { path, keyboard: path !== TIMES }));
});

for (const visitor of ["organizer", "nobody", "participant", "judge1"] as const) {
  for (let part = 0; part < PARTS[visitor]; part++) {
    test(`every page of ${visitor} (${part + 1} of ${PARTS[visitor]}) is ${SEEN}`, async ({ page, api, signIn }) => {
      const list = (await pages(async (who, path) => (await (await api(who === "nobody" ? undefined : who)).get(path)).json()))[visitor];
      if (visitor !== "nobody") await signIn(visitor);
      expect(list.map(({ name }) => name)).toEqual(expect.arrayContaining(STILL[visitor]));
      const share = list.filter((_, nth) => nth % PARTS[visitor] === part);
      for (const shown of share) await test.step(`${shown.name}: ${shown.path}`, () => visit(page, { ...shown, still: STILL[visitor].includes(shown.name) }));
    });
  }
}

type Visit = { path: string; status?: number; islands?: boolean; keyboard?: boolean; still?: boolean };

/** Opens a page, once in each width where nothing may move; walks through it by keyboard as on a phone, and looks at it in each width and theme. */
async function visit(page: Page, { path, status, islands, keyboard = true, still = false }: Visit): Promise<void> {
  // What moves on purpose moves only where motion is not reduced.
  await page.emulateMedia({ colorScheme: "light", reducedMotion: still ? "no-preference" : "reduce" });
  let answer: Response | null = null;
  for (const width of still ? [1280, 360] : [360]) {
    await page.setViewportSize({ width, height: 740 });
    if (!still) answer = await page.goto(path);
    else {
      const [opened, shifts] = await openedStill(page, path);
      expect.soft(shifts, `what moves on ${path}, ${width} px`).toEqual([]);
      answer = opened;
    }
  }
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect.soft(answer?.status(), path).toBe(status ?? 200);
  if (islands) await awake(page);
  if (DESK.test(path)) expect.soft(await page.evaluate(() => document.documentElement.scrollHeight), `${path} at 360 px`).toBeLessThanOrEqual(LONGEST);
  if (keyboard) await reachMainAction(page, path);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    scrollTo(0, 0);
  });
  expect.soft(await repeatedIds(page), `ids that stand twice on ${path}`).toEqual([]);
  expect.soft(await partedLabels(page), `buttons of ${path} whose label breaks in parts`).toEqual([]);
  if (DESK.test(path)) expect.soft(await emptyColumns(page), `columns of ${path} without a value`).toEqual([]);
  expect.soft(await partedUnits(page), `numbers of ${path} that a line may end behind, before their unit`).toEqual([]);
  expect.soft(await undefinedClasses(page), `classes of ${path} that its sheets do not define`).toEqual([]);
  for (const [width, theme, other] of LOOKS) {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia(THEMES[theme]);
    expect.soft(await findings(page, ["target-size"]), `${path}, ${width} px, ${theme}`).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(wide, `${path} fits into ${width} px`).toBeLessThanOrEqual(width);
    expect.soft(await crookedColumns(page), `heads of ${path} that are not above what is in their column, ${width} px`).toEqual([]);
    await page.emulateMedia(THEMES[other]);
    expect.soft(await faint(page), `${path}, ${width} px, ${other}`).toEqual([]);
  }
}

/** Presses Tab up to the page's main action. On the way the focus can be seen wherever it is. */
async function reachMainAction(page: Page, path: string): Promise<void> {
  await page.evaluate(noteStops);
  const keys = await page.context().newCDPSession(page);
  const tab = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 };
  let stops: Stop[] = [];
  let end = -1;
  // Several presses at a time: waiting for each takes longer than the press. Those beyond the main action change nothing.
  while (end < 0 && stops.length < 250) {
    await Promise.all(Array.from({ length: 16 }, (_, nth) => keys.send("Input.dispatchKeyEvent", { ...tab, type: nth % 2 ? "keyUp" : "rawKeyDown" })));
    stops = await page.evaluate(() => (window as unknown as Noted).stops);
    end = stops.findIndex(({ main, left }) => main || left);
  }
  await keys.detach();
  if (!stops[end]?.main) throw new Error(`${path}: the main action is not reached by ${stops.map(({ name }) => name).join(" → ")}`);
  const way = stops.slice(0, end + 1);
  expect.soft(way.filter(({ marked }) => !marked).map(({ name }) => name), `${path}: where the focus does not show`).toEqual([]);
  expect.soft(way.filter(({ seen }) => !seen).map(({ name }) => name), `${path}: what is out of view while it has the focus`).toEqual([]);
  expect.soft(way[0].name, path).toBe("Skip to the page");
}

const THEMES = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  "contrast theme": { colorScheme: "light", forcedColors: "active" },
} as const;

/** The widths, each with the theme in which everything is looked at, and the one in which colours are. */
const LOOKS = [
  [1280, "light", "contrast theme"],
  [320, "dark", "light"],
] as const;

function repeatedIds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
  });
}

/** The heads of tables in view whose column is aligned otherwise. */
function crookedColumns(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const side = (cell: Element) => getComputedStyle(cell).textAlign.replace("left", "start").replace("right", "end");
    return [...document.querySelectorAll("main table")].flatMap((table) => {
      const heads = [...table.querySelectorAll("thead tr:last-child > *")].filter((head) => head.checkVisibility());
      const rows = [...table.querySelectorAll("tbody > tr")].filter((row) => row.children.length === heads.length);
      const crooked = heads.filter((head, nth) => rows.some((row) => side(row.children[nth]!) !== side(head)));
      return crooked.map((head) => head.textContent ?? "");
    });
  });
}

/** Numbers in our own words that a line may end behind, before their unit. */
function partedUnits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let words = "";
    while (texts.nextNode()) words += texts.currentNode.parentElement?.closest("[dir=auto], script, style, textarea, option, svg, pre, code, bdi") ? "\n" : texts.currentNode.nodeValue;
    return words.match(/.{0,20}\d (%|min|h|d|s|ms|kB|MB|KiB|MiB|mm)(?![\p{L}\d’'/=-])/gu) ?? [];
  });
}

/** Classes that no sheet defines: the islands find their elements by them. As in `app/tests/integration/style.rs`. */
const HOOKS = ["acts", "bar", "island", "review-update", "scored", "scores", "what", "written"];

/** The classes on the page that none of its own sheets defines: without this, a view that does not ask for its sheet looks bare. */
function undefinedClasses(page: Page): Promise<string[]> {
  return page.evaluate((hooks) => {
    const defined = new Set(hooks);
    const read = (rules: CSSRuleList) => {
      for (const rule of rules) {
        for (const [, name] of ((rule as CSSStyleRule).selectorText ?? "").matchAll(/\.([a-z][\w-]*)/g)) defined.add(name);
        if ("cssRules" in rule) read(rule.cssRules as CSSRuleList);
      }
    };
    for (const sheet of document.styleSheets) read(sheet.cssRules);
    const used = [...document.querySelectorAll("[class]")].flatMap((element) => [...element.classList]);
    return [...new Set(used)].filter((name) => !defined.has(name));
  }, HOOKS);
}

/** What has the focus after a press of Tab: whether that shows, whether it can be seen, whether it is the page's main action. */
type Stop = { name: string; marked: boolean; seen: boolean; main: boolean; left: boolean };
type Noted = { stops: Stop[] };

/** Runs in the page: from here on each release of Tab notes where the focus is. */
function noteStops() {
  const stops: Stop[] = ((window as unknown as Noted).stops = []);
  const note = () => {
    const element = document.activeElement as HTMLElement;
    // A radio button lies over its label, which shows the focus for it.
    const shown = element.matches("input[type=radio]") ? (element.nextElementSibling as HTMLElement) : element;
    const style = getComputedStyle(shown);
    const marked = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    // A link that breaks over two lines is seen by its first, a long region by its beginning.
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const [x, y] = [box.left + Math.min(box.width, innerWidth) / 2, box.top + Math.min(box.height, 24) / 2];
    const top = document.elementFromPoint(x, y);
    const seen = top !== null && (element.contains(top) || top.contains(element));
    const candidates = [...document.querySelectorAll<HTMLElement>("main .button.main, main a[href], main button")];
    const action = candidates.find((each) => each.matches(".button.main") && each.checkVisibility()) ?? candidates.find((each) => each.checkVisibility());
    stops.push({
      name: (element.innerText || element.getAttribute("aria-label") || element.getAttribute("name") || element.tagName).trim(),
      marked,
      seen,
      main: action === undefined ? element.closest("main") !== null : element === action,
      left: element === document.body || element.closest("footer") !== null,
    });
  };
  addEventListener("keyup", ({ key }) => key === "Tab" && note());
}

/** Buttons with words beside an element: each is an item of its own in the button, and breaks by itself. One element holds both. */
function partedLabels(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isWords = (part: Node) => part.nodeType === Node.TEXT_NODE && part.nodeValue!.trim() !== "";
    const isParted = ({ children, childNodes }: Element) => [...children].some((part) => !part.matches(".sr-only, svg")) && [...childNodes].some(isWords);
    return [...document.querySelectorAll(".button")].filter(isParted).map(({ textContent }) => textContent!);
  });
}

/** Heads of columns in which no row has anything. A list and its folded rest are one table. The coverage has a column for each judge, and how a
 *  total comes about is filled in while somebody scores. */
function emptyColumns(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const words = (cell: Element) => {
      const copy = cell.cloneNode(true) as Element;
      copy.querySelectorAll(".sr-only").forEach((unseen) => unseen.remove());
      return copy.textContent!.trim();
    };
    const isEmpty = (cell: Element) => ["", "–"].includes(words(cell)) && !cell.querySelector("svg, img, input, select, button");
    const tables = new Map<string, Element[]>();
    for (const table of document.querySelectorAll("main table:not(.coverage, .coverage *, .review-sum *)")) {
      const heads = [...table.querySelectorAll("thead th")].map(words);
      const rows = [...table.querySelectorAll("tbody tr")].filter(({ children }) => children.length === heads.length);
      const key = heads.join("|");
      tables.set(key, [...(tables.get(key) ?? []), ...rows]);
    }
    return [...tables].flatMap(([key, rows]) =>
      rows.length < 2 ? [] : key.split("|").filter((head, at) => head !== "" && rows.every(({ children }) => isEmpty(children[at]!))),
    );
  });
}
