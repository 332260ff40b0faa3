// The scoring form by keyboard. While the focus is within a criterion, a digit chooses its score, and Backspace takes that back. Digits
// that follow each other within a second are one score where the scale has it: the first is taken at once, and corrected by the next.
// Fields to type in keep their keys, and so do all shortcuts with a modifier.
const SECOND = 1e3;
const before = new Map();
/** What was typed last: in which criterion, its digits, when, and what was chosen before and after it. */
let last = {};

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
  const begins = (digits) => scores.some(({ value }) => value.startsWith(digits));
  const at = performance.now();
  const goesOn = digit && last.field === field && last.after === chosen && at - last.at < SECOND && begins(last.digits + digit);
  const { digits, was } = goesOn ? { digits: last.digits + digit, was: last.was } : { digits: digit, was: chosen };
  last = {};
  if (digits && begins(digits)) {
    event.preventDefault();
    const score = scores.find(({ value }) => value === digits);
    last = { field, digits, at, was, after: score ?? chosen };
    score?.focus();
    if (!score || score === chosen) return;
    before.set(field, was);
    score.click();
  } else if (key === "Backspace" && before.has(field)) {
    event.preventDefault();
    const earlier = before.get(field);
    before.delete(field);
    if (earlier) {
      earlier.focus();
      earlier.click();
    } else if (chosen) {
      chosen.checked = false;
      chosen.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
});
