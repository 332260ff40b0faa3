// What axe finds wrong with a page as it stands.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

/** The rules about colours, each with what it looks at. Nothing else differs between light, dark and a contrast theme. */
const COLOURS = { "color-contrast": "[data-axe-kind]", "link-in-text-block": ":is(a[href], [role=link])[data-axe-kind]" };

/**
 * Put into a page once: its half a megabyte takes longer to compile than most checks to run. Colours are measured where `run` marks a text:
 * that is what takes most of the time, and a long page has hundreds of texts and few kinds.
 */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")};
  axe.configure({ rules: ${JSON.stringify(Object.entries(COLOURS).map(([id, selector]) => ({ id, selector })))} })`;

/** What axe finds, with its default rules and those named here. The page needs scripting, and no frames. */
export function findings(page: Page, more: string[] = []): Promise<string[]> {
  return run(page, { rules: Object.fromEntries(more.map((rule) => [rule, { enabled: true }])) });
}

/** What axe finds wrong with the colours that the page did not have at an earlier look. */
export function faint(page: Page): Promise<string[]> {
  return run(page, { runOnly: Object.keys(COLOURS) });
}

async function run(page: Page, options: { rules: object } | { runOnly: string[] }): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (options) => {
    type Looked = { axe: { run: (options: object) => Promise<{ violations: Violation[] }> }; measured?: Set<string> };
    const { axe, measured = new Set<string>() } = window as unknown as Looked;
    (window as unknown as Looked).measured = measured;
    type Violation = { id: string; help: string; nodes: { html: string; failureSummary: string }[] };
    const textOf = (each: Element) => [...each.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : "")).join("").trim();
    // A link has to differ from the words around it, where they are longer than its own.
    const isAmongWords = (each: Element) => each.matches("a, [role=link]") && textOf(each.parentElement ?? each).length > (each.textContent ?? "").length;
    // All that a text's contrast depends on: where it stands, its colour, whether it is large, each ground behind it, whether it is disabled.
    const kind = (text: Element) => {
      const { fontSize, fontWeight, textDecorationLine } = getComputedStyle(text);
      const large = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
      const words: unknown[] = [large, fontWeight, textDecorationLine, isAmongWords(text), text.closest("label")?.control?.matches(":disabled")];
      for (let each: Element | null = text; each; each = each.parentElement) {
        const { color, backgroundColor, backgroundImage, opacity } = getComputedStyle(each);
        words.push(each.tagName, each.getAttribute("class") ?? "", each.matches(":disabled, [aria-disabled=true]"), color, backgroundColor, backgroundImage, opacity);
      }
      return words.join();
    };
    const texts = [...document.body.querySelectorAll("*")].filter((each) => (textOf(each) || each.matches("a, input, select, textarea")) && each.checkVisibility({ visibilityProperty: true }));
    // The one of each kind that was not there before: a longer text takes the place of a shorter one. Of a single letter axe says nothing.
    const kinds = new Map(texts.sort((a, b) => textOf(a).length - textOf(b).length).map((each) => [kind(each), each]));
    const marked = [...kinds].filter(([each]) => !measured.has(each)).map(([, text]) => text);
    if ("runOnly" in options && marked.length === 0) return [];
    for (const each of kinds.keys()) measured.add(each);
    for (const each of marked) each.setAttribute("data-axe-kind", "");
    const { violations } = await axe.run({ ...options, resultTypes: ["violations"] });
    for (const each of marked) each.removeAttribute("data-axe-kind");
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`).join(" | ")}`);
  }, options);
}
