// Digits in the scoring form. While the focus is within a criterion, a digit chooses its score, and Backspace takes that back. Fields
// to type in keep their keys, and so do all shortcuts with a modifier.
const before = new Map();

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
