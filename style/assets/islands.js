// Starts the page's islands. A file of its own, so that the policy needs no inline script. The page names their modules and
// has them fetched as early as this file.
const { search } = new URL(import.meta.url);
const names = document.querySelector("script[data-modules]").dataset.modules.split(" ");
for (const name of names) {
  const module = await import(`/pkg/${name}.js${search}`);
  await module.default({ module_or_path: `/pkg/${name}.wasm${search}` });
  // Each Leptos island is hydrated by the function that its element names.
  module.hydrate();
  for (const island of document.querySelectorAll("leptos-island")) module[island.dataset.component]?.(island);
  module.start();
}
// Tests, and tools that drive a browser, wait for this.
performance.mark("islands-started");
document.documentElement.dataset.awake = "true";
