// The oldest browsers that docs/style.md names, against MDN's compatibility data: everything that the sheets, scripts and modules use works in
// them, but what is listed here. Whoever uses something newer either lists it, and says what a browser without it does, or raises the floor.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { CompatStatement, Identifier } from "@mdn/browser-compat-data";
import { expect, test } from "@playwright/test";

const root = resolve(import.meta.dirname, "../..");
const data: Record<string, Identifier> = createRequire(import.meta.url)("@mdn/browser-compat-data");

/** What may be missing in a supported browser, and what it does then. */
const NICETIES: Record<string, string> = {
  "text-size-adjust": "phones only, where it has a prefix or is not needed",
  "text-wrap": "lines break less evenly",
  "text-wrap: wrap": "lines break less evenly",
  "text-wrap: balance": "lines break less evenly",
  "text-wrap: pretty": "lines break less evenly",
  "cursor: pointer": "phones have no pointer",
  "cursor: not-allowed": "phones have no pointer",
  resize: "phones have no corner to pull",
  "resize: vertical": "phones have no corner to pull",
  "field-sizing": "a text area has a fixed height",
  "field-sizing: content": "a text area has a fixed height",
  "forced-color-adjust": "for contrast themes, which Safari does not have",
  "forced-color-adjust: none": "for contrast themes, which Safari does not have",
  "break-after: avoid": "a heading may be the last line of a sheet of paper",
  "content-visibility": "below ::details-content",
  "content-visibility: visible": "below ::details-content",
  "overflow-clip-margin": "the mark of the home page is cut at its edge",
  "print-color-adjust: exact": "has its prefix beside it",
  "::details-content": "asked for by @supports: a summary stays",
  "::-webkit-progress-bar": "each engine's own name stands beside it",
  "::-webkit-progress-value": "each engine's own name stands beside it",
  "::-moz-progress-bar": "each engine's own name stands beside it",
  "@page": "the dialogue's paper and margins",
  "@media (scripting)": "a hint about keys is hidden, and a line about scripting shown",
};

/** Words of sheets that MDN has no entry of its own for. */
const PLAIN = {
  functions: ["format", "local", "is", "not", "has", "nth-child", "nth-last-child", "selector", "minmax", "repeat", "fit-content"],
  units: ["n", "px", "deg", "fr", "mm", "cm", "ms", "s", "pt"],
  descriptors: ["src", "font-display", "unicode-range", "size-adjust", "ascent-override", "descent-override", "size"],
};

/** The floor as docs/style.md says it. */
function floor(): Record<string, string> {
  const guide = readFileSync(join(root, "docs/style.md"), "utf8").replace(/\s+/g, " ");
  const [, chrome, firefox, safari] = /Chrome and Edge (\d+), Firefox (\d+), Safari ([\d.]+)/.exec(guide) ?? [];
  expect(safari, "docs/style.md names the oldest browsers").toBeTruthy();
  return { chrome, edge: chrome, chrome_android: chrome, firefox, firefox_android: firefox, safari, safari_ios: safari };
}

const FLOOR = floor();

/** Whether one version is not newer than another. */
function within(version: string, other: string): boolean {
  const [a, b] = [version, other].map((text) => text.replace("≤", "").split(".").map(Number));
  const at = a.findIndex((part, nth) => part !== (b[nth] ?? 0));
  return at < 0 || a[at] < (b[at] ?? 0);
}

/** The supported browsers that do not have this, each with the version that has it. `prefixed`: its name with a prefix is there as well. */
function lacking(compat: CompatStatement, prefixed = false): string[] {
  return Object.entries(FLOOR).flatMap(([browser, oldest]) => {
    const statements = [compat.support[browser as keyof typeof compat.support] ?? []].flat();
    const has = statements.some(({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) => {
      if (flags || (prefix && !prefixed) || other || typeof added !== "string" || added === "preview") return false;
      return within(added, oldest) && !(typeof removed === "string" && within(removed, oldest));
    });
    return has ? [] : [`${browser} has it from ${statements[0]?.version_added}`];
  });
}

/** Every entry below one of MDN's, with its path. */
function* entries(node: Identifier, path: string[] = []): Generator<[string[], CompatStatement]> {
  for (const [name, below] of Object.entries(node)) {
    if (name === "__compat" || !("__compat" in below)) continue;
    if (below.__compat) yield [[...path, name], below.__compat];
    yield* entries(below, [...path, name]);
  }
}

function find(...path: string[]): CompatStatement | undefined {
  return path.reduce<Identifier | undefined>((node, name) => node?.[name], data as unknown as Identifier)?.__compat;
}

/** The files below a folder whose names end so, as one text. */
function read(folder: string, end: string): string {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((file) => file.isFile() && file.name.endsWith(end));
  expect(files.length).toBeGreaterThan(0);
  return files.map((file) => readFileSync(join(file.parentPath, file.name), "utf8")).join("\n");
}

const code = { sheets: read("style", ".css").replace(/\/\*[^]*?\*\//g, ""), scripts: read("style/assets", ".js").replace(/^\s*(\/\/|\/?\*).*$/gm, "") };

test("every guide names the same browsers @scripting", () => {
  const { chrome, firefox, safari } = FLOOR;
  for (const guide of ["judges", "organizers", "teams"])
    expect(readFileSync(join(root, `docs/${guide}.md`), "utf8").replace(/\s+/g, " "), guide).toContain(`Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari}`);
});

test("a browser below the floor is told so, with or without scripting, and no other", async ({ page }) => {
  const told = page.getByText("Your browser is older than this site supports");
  await page.goto("/guides/judges");
  await expect(told).toBeHidden();
  await expect(page.getByRole("heading", { name: "Browsers and phones" })).toHaveAttribute("id", "browsers-and-phones");
  // As a browser reads it that does not know one of these.
  for (const [known, unknown] of [
    [":has(a)", ":unknown(a)"],
    ["color-mix(in oklab,red,blue)", "unknown(red)"],
    ["(color >= 0)", "(unknown >= 0)"],
  ]) {
    await page.route("**/main.css*", async (route) => {
      const answer = await route.fetch();
      const sheet = await answer.text();
      expect(sheet).toContain(known);
      await route.fulfill({ response: answer, body: sheet.replace(known, unknown) });
    });
    await page.reload();
    await expect(told, unknown).toBeVisible();
    await page.unroute("**/main.css*");
  }
});

test("the sheets use nothing that a supported browser lacks, but what is listed @scripting", () => {
  const used = new Map<string, CompatStatement | undefined>();
  const { sheets } = code;
  for (const [, property, value] of sheets.matchAll(/(?<=[;{]\s*)(-?[a-z][a-z-]*)\s*:\s*([^;{}]+)(?=[;}])/g)) {
    if (property.startsWith("-webkit-") || PLAIN.descriptors.includes(property)) continue;
    used.set(property, find("css", "properties", property));
    for (const word of value.match(/(?<![\w-])[a-z-]+(?![\w-]*\()/g) ?? []) {
      const entry = find("css", "properties", property, word);
      if (entry) used.set(`${property}: ${word}`, entry);
    }
  }
  for (const [, colons, name] of sheets.matchAll(/(::?)([a-z-]+)(?=[^{};]*\{)/g)) {
    const entry = find("css", "selectors", name);
    if (entry) used.set(colons + name, entry);
  }
  for (const [, rule] of sheets.matchAll(/@([a-z-]+)/g)) used.set(`@${rule}`, find("css", "at-rules", rule));
  for (const [, query] of sheets.matchAll(/@media([^{]+)/g)) {
    for (const [, feature] of query.matchAll(/\(\s*([a-z-]+)/g)) used.set(`@media (${feature})`, find("css", "at-rules", "media", feature));
    if (/[<>]/.test(query)) used.set("comparisons in media queries", find("css", "at-rules", "media", "range_syntax"));
  }
  if (sheets.includes("@supports selector(")) used.set("@supports selector()", find("css", "at-rules", "supports", "selector"));
  if (/[{;]\s*&/.test(sheets)) used.set("nesting", find("css", "selectors", "nesting"));
  const types = [...entries(data.css.types)];
  for (const [, name] of sheets.matchAll(/(?<![\w-])([a-z-]+)\(/g)) {
    if (!PLAIN.functions.includes(name) && !used.has(`:${name}`)) used.set(`${name}()`, types.find(([path]) => path.at(-1) === name)?.[1]);
  }
  for (const [, unit] of sheets.matchAll(/(?<![\w#-])\d*\.?\d+([a-z]+)\b/g)) {
    if (!PLAIN.units.includes(unit)) used.set(`the unit ${unit}`, find("css", "types", "length", unit));
  }
  expect([...used].filter(([, compat]) => !compat).map(([name]) => name), "MDN does not know these by this name").toEqual([]);
  const times = (property: string) => sheets.match(new RegExp(`(?<![\\w-])${property}\\s*:`, "g"))?.length;
  const prefixed = (name: string) => times(`-webkit-${name}`) === times(name);
  const newer = new Map([...used].map(([name, compat]) => [name, lacking(compat as CompatStatement, prefixed(name))] as const).filter(([, lack]) => lack.length > 0));
  expect([...newer].filter(([name]) => !(name in NICETIES)), `newer than ${JSON.stringify(FLOOR)}`).toEqual([]);
  expect(Object.keys(NICETIES).filter((name) => !newer.has(name)), "listed, and in every supported browser by now, or not used").toEqual([]);
  // The list above would be as empty if nothing was read.
  for (const name of ["@layer", ":has", "oklch()", "color-mix()", "comparisons in media queries", "the unit lh"]) expect([...used.keys()]).toContain(name);
});

/** Names that some supported browser has in no object: of methods, of static ones with their object before them, and of globals. */
function newNames(): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const known = new Set<string>();
  for (const [path, compat] of [...entries(data.javascript.builtins), ...entries(data.api)]) {
    const [owner, member] = path.length === 1 ? ["", path[0]] : path.slice(-2);
    if (!/^\w+$/.test(member) || path.length > 2) continue;
    const name = member.endsWith("_static") ? `${owner}.${member.slice(0, -7)}` : owner ? `.${member}` : member;
    const lack = lacking(compat);
    if (lack.length === 0) known.add(name).add(name.replace(/^\w+(?=\.)/, ""));
    else if (!names.has(name)) names.set(name, lack);
  }
  for (const name of known) names.delete(name);
  return names;
}

/** What a script that uses one of these looks like. Written newer than the floor, it would not run at all. */
const SYNTAX: [RegExp, ...string[]][] = [
  [/\?\?=|\|\|=|&&=/, "javascript", "operators", "nullish_coalescing_assignment"],
  [/\bstatic\s*\{/, "javascript", "classes", "static", "initialization_blocks"],
  [/\bimport\b[^;]*\bwith\s*\{/, "javascript", "statements", "import", "import_attributes"],
  [/\bawait using\b|\busing \w+ =/, "javascript", "statements", "using"],
  [/\(\?<\w/, "javascript", "regular_expressions", "named_capturing_group"],
  [/\bimport\.meta\b/, "javascript", "operators", "import_meta"],
];

test("the scripts call nothing that a supported browser lacks, and no expression looks back @scripting", () => {
  const { scripts } = code;
  // Before Safari 16.4 one of these silences the whole file.
  expect(scripts.match(/\(\?<[=!]/g) ?? [], "lookbehind").toEqual([]);
  const names = newNames();
  expect([names.has("Temporal"), names.has(".toSorted"), names.has(".withResolvers"), names.has(".map")]).toEqual([true, false, true, false]);
  const called = [...names].filter(([name]) => {
    const pattern = name.startsWith(".") ? `\\${name}\\s*\\(` : `(?<![\\w.$])${name.replace(".", "\\.")}\\b`;
    return new RegExp(pattern).test(scripts);
  });
  expect(called).toEqual([]);
  for (const [pattern, ...path] of SYNTAX) {
    const compat = find(...path);
    expect(compat, path.join(".")).toBeTruthy();
    if (pattern.test(scripts)) expect(lacking(compat as CompatStatement), path.join(".")).toEqual([]);
  }
});

test("the modules and pages need nothing that a supported browser lacks @scripting", () => {
  const said: Record<string, string> = {
    "bulk-memory": "bulk-memory-operations",
    "nontrapping-float-to-int": "non-trapping-float-to-int-conversions",
    "reference-types": "reference-types",
    "sign-ext": "sign-extension-operations",
    "mutable-globals": "",
    multivalue: "multi-value",
  };
  const used = [...readFileSync(join(root, "script/site/src/main.rs"), "utf8").matchAll(/"--enable-([\w-]+)"/g)].map(([, name]) => name);
  expect(used.sort()).toEqual(Object.keys(said).sort());
  const needs = [
    ...Object.values(said).filter(Boolean).map((name) => ["webassembly", name]),
    ["http", "headers", "Content-Security-Policy", "script-src", "wasm-unsafe-eval"],
    ["html", "elements", "dialog"],
    ["html", "elements", "script", "type", "module"],
    ["html", "global_attributes", "inert"],
    ["api", "BroadcastChannel"],
    ["api", "SubmitEvent", "submitter"],
    ["api", "AbortSignal", "timeout_static"],
  ];
  for (const path of needs) {
    const compat = find(...path);
    expect(compat, path.join(".")).toBeTruthy();
    expect(lacking(compat as CompatStatement), path.join(".")).toEqual([]);
  }
});
