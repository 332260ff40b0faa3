// What somebody types into a form is kept on this device (kept.js) while the form is on its way to the server, and so is what they typed
// into the other forms of its page, which is loaded anew then. It comes back with the form: where the network dropped at the button, and
// where another form was sent. The review and the project are left to their own modules.
(() => {
  if (!globalThis.kept?.person) return;
  const SENT = "evenhand-sent-form";
  // A field may be called `action`, too.
  const actionOf = (form) => new URL(form.getAttribute("action") || location.href, location.href).pathname;
  const forms = [...document.querySelectorAll("form[method=post]:not(#logout)")].filter((form) => !form.closest("#draft") && !form.querySelector("#scoring"));

  /** Its name: forms of one page that are sent to one address are told apart by their order. */
  const nameOf = (form) => {
    const action = actionOf(form);
    return kept.name("form", `${action}#${forms.filter((other) => actionOf(other) === action).indexOf(form)}`);
  };

  const isChosen = (field) => ["checkbox", "radio"].includes(field.type);
  const typedInto = (form) =>
    [...form.elements].filter((field) => field.name && field.matches("input, textarea, select") && !["hidden", "password", "file", "submit", "button", "reset", "image"].includes(field.type));
  const options = (field, has) => [...field.options].filter(has).map((option) => option.value).join("\n");
  const now = (field) => (isChosen(field) ? `${field.checked}` : field.options ? options(field, (o) => o.selected) : field.value);
  const rendered = (field) => {
    if (isChosen(field)) return `${field.defaultChecked}`;
    if (!field.options) return field.defaultValue;
    // The option that is chosen may have an empty value.
    const chosen = [...field.options].some((option) => option.defaultSelected);
    return chosen || field.multiple ? options(field, (o) => o.defaultSelected) : (field.options[0]?.value ?? "");
  };
  const put = (field, text) => {
    if (isChosen(field)) field.checked = text === "true";
    else if (field.options) for (const option of field.options) option.selected = text.split("\n").includes(option.value);
    else field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  /** Fields by what they are called: one name may be there several times. */
  const called = (form) => {
    const [found, times] = [new Map(), {}];
    for (const field of typedInto(form)) {
      const name = isChosen(field) ? `${field.name}=${field.value}` : field.name;
      times[name] = (times[name] ?? -1) + 1;
      found.set(`${name} ${times[name]}`, field);
    }
    return found;
  };

  /** The forms whose kept text their person has neither put back nor discarded. */
  const undecided = new Set();

  /** Keeps what is in the form and not in what the server rendered. Returns whether there is anything, and whether it is kept. */
  const keep = (form) => {
    const typed = [...called(form)].filter(([, field]) => now(field) !== rendered(field));
    // What was taken out again is not to come back.
    if (!typed.length && !undecided.has(form)) kept.remove(nameOf(form));
    const text = JSON.stringify(typed.map(([name, field]) => [name, rendered(field), now(field)]));
    return { any: typed.length > 0, kept: typed.length > 0 && kept.set(nameOf(form), text) };
  };

  const notice = (form, text, buttons) => {
    const box = Object.assign(document.createElement("div"), { className: "notice tone-note", role: "status" });
    const words = Object.assign(document.createElement("p"), { textContent: text });
    const row = Object.assign(document.createElement("div"), { className: "row" });
    for (const [label, act] of buttons) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: label });
      button.onclick = () => {
        box.remove();
        act();
      };
      row.append(button);
    }
    const inner = document.createElement("div");
    inner.append(words, row);
    box.append(inner);
    form.prepend(box);
  };

  const restore = (form) => {
    const name = nameOf(form);
    let fields;
    try {
      fields = JSON.parse(localStorage[name] ?? "[]");
    } catch {
      return;
    }
    const here = called(form);
    const typed = fields.flatMap(([what, was, text]) => (here.has(what) ? [{ field: here.get(what), was, text }] : []));
    const unsaved = typed.filter(({ field, text }) => rendered(field) !== text);
    if (!unsaved.length) return kept.remove(name);
    const back = () => unsaved.forEach(({ field, text }) => now(field) !== text && put(field, text));
    const discard = [
      "Discard it",
      () => {
        undecided.delete(form);
        for (const { field } of unsaved) put(field, rendered(field));
        kept.remove(name);
      },
    ];
    if (unsaved.every(({ field, was }) => rendered(field) === was)) {
      back();
      notice(form, "What you typed here was not saved. It is back in the form.", [discard]);
    } else {
      const changed = "What you typed here was not saved, and the form has changed since.";
      undecided.add(form);
      const putBack = () => {
        undecided.delete(form);
        back();
      };
      notice(form, changed, [["Put my text back", putBack], discard]);
    }
  };

  /** The server has answered the form that this tab sent last, and not refused it: then it has what was typed. */
  const forgetSent = () => {
    try {
      const { name, action, from } = JSON.parse(sessionStorage[SENT]);
      const [load] = performance.getEntriesByType("navigation");
      const answered = load.redirectCount > 0 || (location.pathname === action && document.referrer === from);
      const refused = (load.responseStatus ?? 200) >= 400 || document.title.startsWith("Error: ") || document.querySelector(".error-summary");
      if (load.type !== "back_forward" && answered && !refused) kept.remove(name);
    } catch {
      // Nothing was sent, or this browser keeps nothing.
    }
    try {
      delete sessionStorage[SENT];
    } catch {
      // Nothing is kept.
    }
  };

  const alerts = new Map();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    // The project's module sends its form by itself.
    const isProject = form.closest("#draft") !== null;
    if (!isProject && (event.defaultPrevented || !forms.includes(form))) return;
    for (const other of forms) if (other !== form) keep(other);
    if (isProject) return;
    const { any, kept: isKept } = keep(form);
    if (!any) return;
    if (navigator.onLine === false) {
      event.preventDefault();
      const words = isKept ? "What you typed is kept on this device." : "Leave this page open.";
      alerts.get(form)?.remove();
      const alert = Object.assign(document.createElement("p"), { className: "field-error" });
      alert.setAttribute("role", "alert");
      alerts.set(form, alert);
      // In sight of who pressed the button: the form may be long.
      (event.submitter?.closest(".row") ?? form.lastElementChild).after(alert);
      alert.textContent = `No network, so nothing was saved. ${words} Press the button again when the network is back.`;
      return;
    }
    try {
      sessionStorage[SENT] = JSON.stringify({ name: nameOf(form), action: actionOf(form), from: location.href });
    } catch {
      // It is put back by hand, if at all.
    }
  });

  if (!document.documentElement.dataset.kept) forgetSent();
  forms.forEach(restore);
})();
