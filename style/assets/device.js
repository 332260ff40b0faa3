// What was typed and not sent is kept on this device. Here the judge's list marks it, and signing out asks about it.
const kept = () => {
  try {
    return Object.keys(localStorage).filter((name) => /^evenhand-(review|draft)-/.test(name));
  } catch {
    return []; // No storage, so nothing is kept.
  }
};
const count = (names, one) => names.size && `${names.size} ${one}${names.size > 1 ? "s" : ""}`;

const list = document.querySelector(".judge-list[data-person]");
const mark = () => {
  const rows = new Set();
  for (const name of kept()) {
    // evenhand-review-<person>-<assignment>-<tab>
    const [, kind, person, task] = name.split("-");
    const row = kind === "review" && person === list.dataset.person && list.querySelector(`[data-task="${+task}"]`);
    if (!row) continue;
    rows.add(row);
    // The copy's fifth line is the button that was pressed: see `review_form/copies.rs`.
    const submit = localStorage[name].split("\n")[4] === "true";
    row.querySelector(".judge-tasks-unsent").textContent = submit ? "Not submitted yet" : "Changes not sent";
  }
  for (const row of list.querySelectorAll("[data-task]")) row.querySelector(".judge-tasks-unsent").hidden = !rows.has(row);
  const notice = document.getElementById("unsent");
  notice.hidden = rows.size === 0;
  const [first] = rows;
  if (!first) return;
  const link = first.querySelector("a");
  notice.querySelector("strong").textContent = `Not sent yet: ${count(rows, "review")}`;
  Object.assign(notice.querySelector("a"), { href: link.href, textContent: `Open ${link.textContent} to send it` });
};
if (list) {
  mark();
  addEventListener("storage", mark);
  addEventListener("pageshow", mark);
}

const ask = document.getElementById("sign-out");
const out = document.getElementById("logout");
if (ask && out)
  out.onsubmit = (event) => {
    const names = kept();
    const answer = event.submitter?.value;
    if (names.length && !answer) {
      event.preventDefault();
      const of = (kind) => new Set(names.filter((n) => n.split("-")[1] === kind).map((n) => n.split("-").slice(2, 4).join()));
      const what = [count(of("review"), "review"), count(of("draft"), "project")].filter(Boolean).join(" and ");
      ask.querySelector("strong").textContent = `Changes not sent: ${what}.`;
      ask.showModal();
    } else if (answer !== "keep") {
      try {
        // Other tabs hear this first, so that they do not keep it again.
        localStorage["evenhand-forgotten"] = Date.now();
        for (const name of Object.keys(localStorage)) if (name.startsWith("evenhand-")) delete localStorage[name];
      } catch {
        // No storage, so nothing is kept.
      }
    }
  };
