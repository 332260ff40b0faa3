// The scoring form by keyboard. Digits choose scores: while the focus is within a criterion, a digit chooses its score, and Backspace takes that back. Fields
// to type in keep their keys, and so do all shortcuts with a modifier.
const before = new Map();

// A round by keyboard goes on where the last review ended: whoever comes to an open one from another one is at its first scale. Not on a
// touch screen: there nothing is scrolled, and a screen reader begins at the top. The page's title names the project in any case.
(() => {
  const REVIEW = "/judge/assignments/";
  const [load] = performance.getEntriesByType("navigation");
  const from = document.referrer && new URL(document.referrer);
  const ledOn = load?.type === "navigate" && from && from.origin === location.origin && from.pathname.startsWith(REVIEW) && from.pathname !== location.pathname;
  if (!ledOn || document.activeElement !== document.body || !matchMedia("(hover: hover) and (pointer: fine)").matches) return;
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
