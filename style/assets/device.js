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

// The judge's list, projects and forms are kept for when there is no network: see offline-worker.js.
const [me, version] = [document.currentScript.dataset.person, new URL(document.currentScript.src).search];
const KEPT = "evenhand-judge";
const forgetPages = () => self.caches?.delete(KEPT);
const keepPages = async () => {
  try {
    const whose = (await caches.has(KEPT)) && (await (await caches.open(KEPT)).match("/whose"));
    if (whose && (await whose.text()) !== me) await forgetPages();
    if (!list) return;
    await navigator.serviceWorker.register(`/assets/offline-worker.js${version}`, { scope: "/judge" });
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ whose: me, keep: [...new Set([...list.querySelectorAll("[data-task] a")].map((link) => link.pathname))] });
  } catch {
    // A browser that keeps nothing: pages need the network.
  }
};
navigator.serviceWorker?.addEventListener("message", ({ data: { kept, of } }) => {
  const line = document.getElementById("kept-pages");
  if (!line || !kept) return;
  line.textContent = kept < of ? `${kept} of ${of} projects open without a network too.` : "These projects open without a network too.";
  line.hidden = false;
});
if (document.documentElement.dataset.kept) {
  const at = new Date(+document.documentElement.dataset.kept).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const notice = Object.assign(document.createElement("div"), { className: "notice tone-note", role: "status" });
  const text = `No network. This page is as it was at ${at}. What you score is kept on this device and sent later.`;
  notice.append(Object.assign(document.createElement("p"), { textContent: text }));
  document.getElementById("main").prepend(notice);
} else addEventListener("load", keepPages);

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
      return;
    }
    forgetPages();
    if (answer !== "keep") {
      try {
        // Other tabs hear this first, so that they do not keep it again.
        localStorage["evenhand-forgotten"] = Date.now();
        for (const name of Object.keys(localStorage)) if (name.startsWith("evenhand-")) delete localStorage[name];
      } catch {
        // No storage, so nothing is kept.
      }
    }
  };
