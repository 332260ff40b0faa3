// A judge's round. A mark on a visit that finds no network is kept on this device and sent later, with its time. The timer starts
// with a tap, and neither ends nor sends anything.
const find = (css) => document.querySelector(css);
const name = `evenhand-mark-${find("[data-person]")?.dataset.person}-`;
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
    localStorage[name + task] = JSON.stringify({ ...mark, at });
    form.querySelector("span").textContent = `No network. “${button.textContent}” is kept on this device and sent later.`;
    form.inert = false;
  }
});

const sendKept = async () => {
  for (const key of Object.keys(localStorage).filter((key) => key.startsWith(name))) {
    try {
      const answer = await send(key.slice(name.length), JSON.parse(localStorage[key]));
      // What is refused for good is forgotten: the review is in, judging is over, or the project went to somebody else.
      if (isMarked(answer) || [400, 404, 409].includes(answer.status)) delete localStorage[key];
      if (isMarked(answer) && find(".judge-list")) location.reload();
    } catch {
      return;
    }
  }
};
addEventListener("online", sendKept);
sendKept();

const timer = find("[data-minutes]");
if (timer) {
  const [shown, button] = [timer.querySelector("output"), timer.querySelector("button")];
  const key = `evenhand-timer-${location.pathname}`;
  // A save loads the page again, and the timer goes on.
  let end = +sessionStorage[key] || 0;
  const show = () => {
    const left = end ? Math.ceil((end - Date.now()) / 1e3) : timer.dataset.minutes * 60;
    const s = Math.abs(left);
    shown.textContent = `${left < 0 ? "over by " : ""}${(s / 60) | 0}:${`${s % 60}`.padStart(2, 0)}`;
    button.textContent = end ? "Stop" : "Start";
  };
  button.onclick = () => {
    end = end ? 0 : Date.now() + timer.dataset.minutes * 6e4;
    sessionStorage[key] = end;
    show();
  };
  timer.hidden = false;
  show();
  setInterval(show, 1e3);
}
