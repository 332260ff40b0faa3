// What axe finds wrong with a page as it stands.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

/** The rules about colours, each with what it looks at. Nothing else differs between light, dark and a contrast theme. */
const COLOURS = { "color-contrast": "[data-axe-kind]", "link-in-text-block": ":is(a[href], [role=link])[data-axe-kind]" };

/**
 * Put into a page once: its half a megabyte takes longer to compile than most checks to run. Colours are measured where `run` marks a text:
 * that is what takes most of the time, a long page has hundreds of texts and few kinds, and most of them are on other pages, too.
 */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")};
  axe.configure({ rules: ${JSON.stringify(Object.entries(COLOURS).map(([id, selector]) => ({ id, selector })))} })`;

/** What axe finds, with its default rules and those named here. The page needs scripting, and no frames. */
export function findings(page: Page, more: string[] = []): Promise<string[]> {
  return run(page, { rules: Object.fromEntries(more.map((rule) => [rule, { enabled: true }])) });
}

/** What axe finds wrong with the colours that no page had at an earlier look. */
export function faint(page: Page): Promise<string[]> {
  return run(page, { runOnly: Object.keys(COLOURS) });
}

/** What was measured in this process, on any page, and is in order: pages share most of their kinds of text. */
const measured = new Set<number>();

type Violation = { id: string; help: string; nodes: { html: string; failureSummary: string }[] };
type Looked = { axe: { run: (options: object) => Promise<{ violations: Violation[] }> }; kinds: Map<number, Element> };

async function run(page: Page, options: { rules: object } | { runOnly: string[] }): Promise<string[]> {
  const fresh = (await page.evaluate(kindsOfText)).filter((kind) => !measured.has(kind));
  if ("runOnly" in options && fresh.length === 0) return [];
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const [found, seen] = await page.evaluate(
    async ({ options, fresh }) => {
      const { axe, kinds } = window as unknown as Looked;
      const marked = fresh.map((kind) => [kind, kinds.get(kind)!] as const);
      for (const [, text] of marked) text.setAttribute("data-axe-kind", "");
      const { violations } = await axe.run({ ...options, resultTypes: ["violations"] });
      for (const [, text] of marked) text.removeAttribute("data-axe-kind");
      const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`).join(" | ")}`);
      // What left the page meanwhile was not seen.
      return [found, marked.filter(([, text]) => text.isConnected).map(([kind]) => kind)] as const;
    },
    { options, fresh },
  );
  if (found.length === 0) for (const kind of seen) measured.add(kind);
  return found;
}

/** Runs in the page: a number for each kind of text in view, which is all that a text's contrast depends on. The longest text of each is kept. */
function kindsOfText(): number[] {
  const textOf = (each: Element) => [...each.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : "")).join("").trim();
  // A link has to differ from the words around it, where they are longer than its own.
  const isAmongWords = (each: Element) => each.matches("a, [role=link]") && textOf(each.parentElement ?? each).length > (each.textContent ?? "").length;
  const theme = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) => matchMedia(query).matches);
  // Where it stands, its colour, whether it is large, each ground behind it, whether it is disabled. Of a single letter axe says nothing.
  const kind = (text: Element) => {
    const { fontSize, fontWeight, textDecorationLine } = getComputedStyle(text);
    const large = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
    const words: unknown[] = [theme, textOf(text).length > 1, large, fontWeight, textDecorationLine, isAmongWords(text), text.closest("label")?.control?.matches(":disabled")];
    for (let each: Element | null = text; each; each = each.parentElement) {
      const { color, backgroundColor, backgroundImage, opacity } = getComputedStyle(each);
      words.push(each.tagName, each.getAttribute("class") ?? "", each.matches(":disabled, [aria-disabled=true]"), color, backgroundColor, backgroundImage, opacity);
    }
    // Two sums of 26 bits: among some thousands of kinds no two have the same.
    let [one, other] = [1, 7];
    const all = words.join();
    for (let at = 0; at < all.length; at++) {
      one = (Math.imul(one, 31) + all.charCodeAt(at)) | 0;
      other = (Math.imul(other, 65_599) ^ all.charCodeAt(at)) | 0;
    }
    return (one >>> 6) * 0x400_0000 + (other >>> 6);
  };
  const texts = [...document.body.querySelectorAll("*")].filter((each) => (textOf(each) || each.matches("a, input, select, textarea")) && each.checkVisibility({ visibilityProperty: true }));
  const kinds = new Map(texts.sort((a, b) => textOf(a).length - textOf(b).length).map((each) => [kind(each), each]));
  (window as unknown as Looked).kinds = kinds;
  return [...kinds.keys()];
}
