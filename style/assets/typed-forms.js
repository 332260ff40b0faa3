// What somebody types into a form is kept on this device (kept.js) while the form is on its way to the server, and so is what they typed
// into the other forms of its page, which is loaded anew then. It comes back with the form: where the network dropped at the button, and
// where another form was sent. The review and the project are left to their own modules. A form that only sends another one again, which
// waited for a sign-in or for a busy server, has nothing of its own. A field with an `autocomplete` of its own takes who somebody is, or a
// code: the browser fills it in, or nobody does. The next person may be typing there, so it is never kept.
(() => {
  if (!globalThis.kept?.person) return;
  const SENT = "evenhand-sent-form";
  // A field may be called `action`, too.
  const actionOf = (form) => new URL(form.getAttribute("action") || location.href, location.href).pathname;
  const hasModule = (form) => form.closest("#draft") || form.querySelector("#scoring");
  const forms = [...document.querySelectorAll("form[method=post]:not(#logout, [data-again])")].filter((form) => !hasModule(form));

  const [load = {}] = performance.getEntriesByType("navigation");
  const refused = (load.responseStatus ?? 200) >= 400 || document.title.startsWith("Error: ") || document.querySelector(".error-summary");
  /** Takes what this tab sent last, where this person did. */
  const takeSent = () => {
    try {
      const sent = JSON.parse(sessionStorage[SENT] ?? "{}");
      delete sessionStorage[SENT];
      return sent.person === kept.person ? sent : {};
    } catch {
      return {}; // This browser keeps nothing.
    }
  };
  const sent = document.documentElement.dataset.kept ? {} : takeSent();
  // Only the answer to a form comes from its page. Whoever opens another page, signs in or goes back meanwhile has no answer.
  const answered = sent.name && load.type !== "back_forward" && document.referrer === sent.from;
  const inPlace = answered && load.redirectCount === 0 && location.pathname === sent.action;

  /** Its name: forms of one page that are sent to one address are told apart by their order. */
  const nameOf = (form) => {
    const action = actionOf(form);
    return kept.name("form", `${action}#${forms.filter((other) => actionOf(other) === action).indexOf(form)}`);
  };

  const isChosen = (field) => ["checkbox", "radio"].includes(field.type);
  const typedInto = (form) =>
    [...form.elements].filter((field) => field.name && field.matches(":is(input, textarea, select):not([autocomplete])") && !["hidden", "password", "file", "submit", "button", "reset", "image"].includes(field.type));
  const options = (field, has) => [...field.options].filter(has).map((option) => option.value).join("\n");
  const now = (field) => (isChosen(field) ? `${field.checked}` : field.options ? options(field, (o) => o.selected) : field.value);
  const rendered = (field) => {
    if (isChosen(field)) return `${field.defaultChecked}`;
    if (!field.options) return field.defaultValue;
    // The option that is chosen may have an empty value.
    const chosen = [...field.options].some((option) => option.defaultSelected);
    return chosen || field.multiple ? options(field, (o) => o.defaultSelected) : (field.options[0]?.value ?? "");
  };
  /** What the server has, of fields that it rendered as they were typed: it refused their form, or only drew it again. */
  const stored = new Map();
  const drawnAgain = new Set();
  const has = (field) => stored.get(field) ?? rendered(field);
  const put = (field, text) => {
    if (isChosen(field)) field.checked = text === "true";
    else if (field.options) for (const option of field.options) option.selected = text.split("\n").includes(option.value);
    else field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // A radio that was left tells nobody.
    if (field.type !== "radio" || field.checked) field.dispatchEvent(new Event("change", { bubbles: true }));
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

  /** The forms whose kept text is in them. Another tab's is not. */
  const held = new Set();
  /** The forms that were sent, whose answer did not come or is still to come. */
  const unsure = new Set();

  /** Keeps what is in the form and the server does not have. Returns whether there is anything, and whether it is kept. */
  const keep = (form, before = has) => {
    const typed = [...called(form)].filter(([, field]) => now(field) !== before(field));
    // What was taken out again is not to come back.
    if (!typed.length && held.delete(form)) kept.remove(nameOf(form));
    if (!typed.length) return { any: false, kept: false };
    held.add(form);
    const fields = typed.map(([name, field]) => [name, before(field), now(field)]);
    // The key by which the server knows it again, where its answer gets lost.
    if (unsure.has(form)) fields.push(["once", "", form.elements.once.value]);
    return { any: true, kept: kept.set(nameOf(form), JSON.stringify(fields)) };
  };

  /** Opens all folds around it: a line of a long form is folded with the others, and has a fold of its own. */
  const unfold = (inside) => {
    for (let fold = inside.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
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
    unfold(form);
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
    if (inPlace && name === sent.name) {
      for (const { field, was, text } of typed) if (rendered(field) === text) stored.set(field, was);
      // A preview, another line, or what is shown once. What another form of the page does next may be what was wanted with it.
      if (!refused) return drawnAgain.add(form), kept.remove(name);
      held.add(form);
      if (!unsaved.length) return keep(form);
    }
    if (!unsaved.length) return kept.remove(name);
    const { once } = form.elements;
    const fresh = once?.value;
    const key = once && fields.find(([what]) => what === "once")?.[2];
    const back = () => {
      held.add(form);
      for (const { field, text } of unsaved) {
        unfold(field);
        if (now(field) !== text) put(field, text);
      }
      if (!key) return;
      once.value = key;
      unsure.add(form);
    };
    const discard = [
      "Discard it",
      () => {
        for (const { field } of unsaved) put(field, rendered(field));
        if (key) once.value = fresh;
        unsure.delete(form);
        kept.remove(name);
      },
    ];
    const typedHere = `What you typed here ${key ? "may not have been" : "was not"} saved`;
    if (unsaved.every(({ field, was }) => rendered(field) === was)) {
      back();
      notice(form, `${typedHere}. It is back in the form.${key ? " Sent again, it is saved only once." : ""}`, [discard]);
    } else notice(form, `${typedHere}, and the form has changed since.`, [["Put my text back", back], discard]);
  };

  const alerts = new Map();
  const remember = (name, form) => {
    try {
      const from = location.href.split("#")[0];
      sessionStorage[SENT] = JSON.stringify({ person: kept.person, name, action: actionOf(form), from });
    } catch {
      // It is put back by hand, if at all.
    }
  };
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-again]") && sent.action === actionOf(form)) return remember(sent.name, form);
    // A module sends its form by itself, and leaves the page then.
    const isModules = hasModule(form);
    if (!isModules && (event.defaultPrevented || !forms.includes(form))) return;
    for (const other of forms) if (other !== form) keep(other, drawnAgain.has(other) ? rendered : has);
    if (isModules) return;
    const online = navigator.onLine !== false;
    if (online && form.elements.once) unsure.add(form);
    const { any, kept: isKept } = keep(form);
    if (!any) return;
    if (online) return remember(nameOf(form), form);
    event.preventDefault();
    const words = isKept ? "What you typed is kept on this device." : "Leave this page open.";
    alerts.get(form)?.remove();
    const alert = Object.assign(document.createElement("p"), { className: "field-error" });
    alert.setAttribute("role", "alert");
    alerts.set(form, alert);
    // In sight of who pressed the button: the form may be long.
    (event.submitter?.closest(".row") ?? form.lastElementChild).after(alert);
    alert.textContent = `No network, so nothing was saved. ${words} Press the button again when the network is back.`;
  });
  // Back out of the browser's memory: no answer came here.
  addEventListener("pageshow", ({ persisted }) => persisted && takeSent());

  // The server has answered, and led on: then it has what was typed.
  if (answered && !refused && (load.redirectCount > 0 || (inPlace && !forms.some((form) => nameOf(form) === sent.name)))) kept.remove(sent.name);
  forms.forEach(restore);
})();
