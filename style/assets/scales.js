// The scoring form by keyboard. While the focus is within a criterion, a digit chooses its score, and Backspace takes that back. Fields to
// type in keep their keys, and so do all shortcuts with a modifier.
const before = new Map();

// Who comes from one review to another that is open, or by the list's button to score the next, goes on at its first scale. Not on a touch
// screen: there nothing scrolls, and a screen reader begins at the top. Elsewhere the page's title, which names the project, is read first.
(() => {
  const { origin, pathname, hash } = location;
  const [load] = performance.getEntriesByType("navigation");
  const from = document.referrer;
  const ledOn = hash === "#score" || (from.startsWith(`${origin}/judge/assignments/`) && new URL(from).pathname !== pathname);
  if (!ledOn || load?.type !== "navigate" || document.activeElement !== document.body || !matchMedia("(hover: hover) and (pointer: fine)").matches) return;
  const first = document.querySelector("#scoring:not([data-submitted]) .review-criterion");
  (first?.querySelector(":checked") ?? first?.querySelector("input"))?.focus();
})();

document.querySelector("#scoring > fieldset")?.addEventListener("keydown", (event) => {
  const { target, key, code } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat || event.isComposing) return;
  const field = target.closest(".review-criterion");
  const scores = [...(field?.querySelectorAll("[type=radio]:enabled") ?? [])];
  if (!scores.length || target.matches("input:not([type=radio]), textarea, select")) return;
  const chosen = scores.find((score) => score.checked);
  // Some layouts have their digits behind Shift: there the place of the key counts.
  const digit = /^\d$/.test(key) ? key : /^Digit(\d)$/.exec(code)?.[1];
  const score = scores.find(({ value }) => value === digit);
  if (score) {
    event.preventDefault();
    score.focus();
    if (score === chosen) return;
    before.set(field, chosen);
    score.click();
  } else if (key === "Backspace" && before.has(field)) {
    event.preventDefault();
    const last = before.get(field);
    before.delete(field);
    if (last) {
      last.focus();
      last.click();
    } else if (chosen) {
      chosen.checked = false;
      chosen.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
});
