// A judge's round. A mark on a visit that finds no network is kept on this device and sent later, with its time. The timer starts
// with a tap, and neither ends nor sends anything.
(() => {
  const find = (css) => document.querySelector(css);
  const send = (task, mark) =>
    fetch(`/judge/assignments/${task}/visit`, {
      method: "POST",
      body: new URLSearchParams({ csrfmiddlewaretoken: find("[name=csrfmiddlewaretoken]").value, back: "list", ...mark }),
      signal: AbortSignal.timeout(8e3),
    });
  // Who is signed out is led to the sign-in page, which is no answer to a mark.
  const isMarked = (answer) => answer.ok && answer.url.endsWith("/judge");

  document.addEventListener("submit", async (event) => {
    const [form, button] = [event.target, event.submitter];
    if (!form.matches(".judge-marks") || button?.name !== "kind") return;
    event.preventDefault();
    form.inert = true;
    const [mark, at] = [{ kind: button.value }, new Date().toISOString()];
    const task = form.action.match(/\d+(?=\/visit)/)[0];
    try {
      const answer = await send(task, mark);
      // A refusal is shown by its own page.
      if (!isMarked(answer)) {
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "kind", value: button.value }));
        return form.submit();
      }
      location.href = form.elements.back ? "/judge" : `/judge/assignments/${task}?visit=marked`;
    } catch {
      const isKept = kept.set(kept.name("mark", task), JSON.stringify({ ...mark, at }));
      form.querySelector("span").textContent = isKept
        ? `No network. “${button.textContent}” is kept on this device and sent later.`
        : `No network. “${button.textContent}” was not sent, and this device keeps nothing. Press it again when the network is back.`;
      form.inert = false;
    }
  });

  const sendKept = async () => {
    for (const { name, kind, what } of kept.unsent()) {
      if (kind !== "mark") continue;
      try {
        const answer = await send(what, JSON.parse(localStorage[name]));
        // What is refused for good is forgotten: the review is in, judging is over, or the project went to somebody else.
        if (isMarked(answer) || [400, 404, 409, 422].includes(answer.status)) kept.remove(name);
        if (isMarked(answer) && find(".judge-list")) location.reload();
      } catch {
        return;
      }
    }
  };
  addEventListener("online", sendKept);
  sendKept();

  const timer = find("[data-minutes]");
  if (!timer) return;
  const [shown, button] = [timer.querySelector("output"), timer.querySelector("button")];
  const key = `evenhand-timer-${location.pathname}`;
  // A save loads the page again, and the timer goes on. Where the browser keeps nothing, it begins anew.
  let end = 0;
  try {
    end = +sessionStorage[key] || 0;
  } catch {}
  const show = () => {
    const left = end ? Math.ceil((end - Date.now()) / 1e3) : timer.dataset.minutes * 60;
    const s = Math.abs(left);
    shown.textContent = `${left < 0 ? "over by " : ""}${(s / 60) | 0}:${`${s % 60}`.padStart(2, 0)}`;
    button.textContent = end ? "Stop" : "Start";
  };
  button.onclick = () => {
    end = end ? 0 : Date.now() + timer.dataset.minutes * 6e4;
    try {
      sessionStorage[key] = end;
    } catch {}
    show();
  };
  timer.hidden = false;
  show();
  setInterval(show, 1e3);
})();
