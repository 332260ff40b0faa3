// What a signed-in person sees of what this device keeps (kept.js): the judge's list marks what was not sent, its pages are kept for when
// there is no network, and signing out asks first.
(() => {
  const tag = (name, more) => Object.assign(document.createElement(name), more);
  const count = (number, one) => number && `${number} ${one}${number > 1 ? "s" : ""}`;
  const list = document.querySelector(".judge-list[data-person]");
  const valid = document.querySelector("[data-valid]");
  const pageWasKept = document.documentElement.dataset.kept;

  const mark = () => {
    // What was kept past the close is not sent any more.
    const [rows, late] = [new Set(), new Set()];
    for (const { name, kind, what } of kept.unsent(list.dataset.person)) {
      const row = kind === "review" && list.querySelector(`[data-task="${+what}"]`);
      if (!row) continue;
      const over = row.closest("[data-closed]");
      (over ? late : rows).add(row);
      // The copy's fifth line is the button that was pressed: see `review_form/copies.rs`.
      const submit = localStorage[name].split("\n")[4] === "true";
      row.querySelector(".judge-tasks-unsent").textContent = over ? "Not sent in time" : submit ? "Not submitted yet" : "Changes not sent";
    }
    for (const row of list.querySelectorAll("[data-task]")) row.querySelector(".judge-tasks-unsent").hidden = !rows.has(row) && !late.has(row);
    const notice = document.getElementById("unsent");
    notice.hidden = rows.size === 0;
    const [first] = rows;
    if (!first) return;
    const link = first.querySelector("a");
    notice.querySelector("strong").textContent = `Not sent yet: ${count(rows.size, "review")}`;
    Object.assign(notice.querySelector("a"), { href: link.href, textContent: `Open ${link.textContent} to send it` });
  };
  if (list) {
    mark();
    addEventListener("storage", mark);
    addEventListener("pageshow", mark);
  }

  // The judge's list, projects and forms are kept for when there is no network: see offline-worker.js.
  const version = new URL(document.currentScript.src).search;
  const keepPages = async () => {
    try {
      await navigator.serviceWorker.register(`/assets/offline-worker.js${version}`, { scope: "/judge" });
      const { active } = await navigator.serviceWorker.ready;
      const pages = [...list.querySelectorAll("[data-task] a")].map((link) => [link.pathname, link.closest("[data-window]").dataset.window]);
      active.postMessage({ whose: kept.person, keep: Object.fromEntries(pages) });
    } catch {
      // A browser that keeps nothing: pages need the network.
    }
  };
  // The code of the form that is opened next. Not by hints in the head: for them, engines differ on which part of the policy counts.
  const fetchAhead = () => {
    const { next } = list.dataset;
    if (next) for (const path of ["/assets/islands.js", `/pkg/${next}.js`, `/pkg/${next}.wasm`]) fetch(path + version, { priority: "low" }).then((answer) => answer.arrayBuffer()).catch(() => {});
  };
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    // The answer came after the kept page was shown, and is somebody else's.
    if ("whose" in data && data.whose !== kept.person) return location.reload();
    const line = document.getElementById("kept-pages");
    if (!line || !data.kept) return;
    const { kept: opens, of } = data;
    line.textContent = opens < of ? `${opens} of ${of} projects open without a network too.` : "These projects open without a network too.";
    line.hidden = false;
  });
  if (pageWasKept) {
    const at = new Date(+pageWasKept).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    const notice = tag("div", { className: "notice tone-note", role: "status" });
    const locked = document.querySelector("[data-locked]");
    const score = locked ? "" : " What you score is kept on this device and sent later.";
    notice.append(tag("p", { textContent: `No network. This page is as it was at ${at}.${score}` }));
    // Where the page's own notices are: the review's first line has its place below the site's bar.
    const desk = document.querySelector(".review-desk");
    if (desk) desk.before(notice);
    else document.getElementById("main").prepend(notice);
  } else if (list) addEventListener("load", () => (fetchAhead(), keepPages()));

  // Judging opens or closes: the list, and a form that waits for it, are other pages then. Not all judges ask at once.
  const renew = async () => {
    try {
      const answer = await fetch(location.pathname, { cache: "no-store" });
      if (answer.ok) location.reload();
    } catch {
      addEventListener("online", renew, { once: true });
    }
  };
  const age = pageWasKept ? Date.now() - pageWasKept : 0;
  if (valid && (list || document.querySelector("[data-locked]"))) setTimeout(renew, valid.dataset.valid * 1e3 - age + 1e3 + Math.random() * 9e3);

  const ask = document.getElementById("sign-out");
  const out = document.getElementById("logout");
  if (ask && out) out.onsubmit = (event) => {
    const answer = event.submitter?.value;
    const unsent = kept.unsent();
    const alone = out.querySelector("[role=alert]");
    const stay = (words) => {
      event.preventDefault();
      alone.textContent = words;
    };
    if (unsent.length && !answer) {
      stay("");
      const of = (kind) => new Set(unsent.filter((one) => one.kind === kind).map(({ what }) => what)).size;
      const what = [count(of("review"), "review"), count(of("draft"), "project"), count(of("mark"), "visit"), count(of("form"), "form")];
      ask.querySelector("strong").textContent = `Changes not sent: ${what.filter(Boolean).join(", ").replace(/, (?=[^,]*$)/, " and ")}.`;
      ask.showModal();
    } else if (navigator.onLine === false) {
      ask.close();
      stay("No network, so you are still signed in.");
    } else if (answer === "forget") kept.forgetAfterSignOut();
  };

  // A project that can't be changed any more has no module: what was typed and never saved is shown, to be copied.
  const project = location.pathname.match(/^\/projects\/(\d+)\/edit$/)?.[1];
  const closed = project && !document.getElementById("draft") && document.querySelector(".project-form");
  for (const { name, kind, what } of closed ? kept.unsent() : []) {
    if (kind !== "draft" || what !== `p${project}`) continue;
    const fields = JSON.parse(localStorage[name]).fields.filter(([field, text]) => closed.elements[field]?.value !== text);
    if (!fields.length) continue;
    const notice = tag("div", { className: "notice tone-note", role: "status" });
    const inner = tag("div");
    inner.append(tag("p", { textContent: "What you typed here did not reach the server. This device keeps it, so that you can copy it." }));
    for (const [field, text] of fields) {
      const label = closed.elements[field]?.labels?.[0]?.firstChild?.textContent ?? field;
      const line = tag("label", { className: "field", textContent: label });
      line.append(tag("textarea", { readOnly: true, rows: 3, value: text }));
      inner.append(line);
    }
    const button = tag("button", { type: "button", className: "button", textContent: "Forget it" });
    button.onclick = () => (kept.remove(name), notice.remove());
    inner.append(button);
    notice.append(inner);
    closed.before(notice);
  }
})();
