// Wakes the page's islands once the browser is idle: for each `data-island` the function of that name. A file of its
// own, so that the policy needs no inline script.
const version = new URL(import.meta.url).search;
const idle = window.requestIdleCallback ?? ((then) => then());
idle(async () => {
  const mod = await import(`/pkg/evenhand.js${version}`);
  await mod.default({ module_or_path: `/pkg/evenhand.wasm${version}` });
  for (const island of document.querySelectorAll("[data-island]")) mod[island.dataset.island]?.();
  // Said aloud for those who wait for it: tests, and tools that drive a browser.
  document.documentElement.dataset.awake = "true";
});
