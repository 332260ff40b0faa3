// Wakes the page's islands once the browser is idle. A file of its own, so that the policy needs no inline script.
// The walk follows leptos 0.8 (src/hydration/island_script.js): an island, then its children, outermost first.
const version = new URL(import.meta.url).search;
const slots = [];

async function wake(node, mod) {
  const name = node.localName;
  if (name === "leptos-island") {
    slots.at(-1)?.();
    await mod[node.dataset.component]?.(node);
  }
  if (name === "leptos-children") slots.push(node.$$on_hydrate);
  for (const child of node.children) await wake(child, mod);
  if (name === "leptos-children") slots.pop();
}

const idle = window.requestIdleCallback ?? ((then) => then());
idle(async () => {
  const mod = await import(`/pkg/evenhand.js${version}`);
  await mod.default({ module_or_path: `/pkg/evenhand.wasm${version}` });
  mod.hydrate();
  await wake(document.body, mod);
  // Said aloud for those who wait for it: tests, and tools that drive a browser.
  document.documentElement.dataset.awake = "true";
});
