// Shows one step of a ceremony after the other. All of them are in the page: nothing is fetched, so it works without a network.
(() => {
  const page = document.querySelector(".ceremony");
  const steps = [...page.querySelectorAll("[data-step]")];
  const count = page.querySelector("[data-count]");
  const links = [...page.querySelectorAll("[data-go]")];
  const { channel, leave, view, live, csrf } = page.dataset;
  const other = "BroadcastChannel" in window ? new BroadcastChannel(channel) : null;
  let at = steps.findIndex((step) => !step.hidden);
  let blank = false;

  const address = (step) => `?step=${step}${view}`;
  const clamp = (step) => Math.max(0, Math.min(steps.length - 1, step));
  const draw = () => {
    steps.forEach((step, nth) => (step.hidden = nth !== at));
    page.classList.toggle("ceremony-blank", blank);
    count.textContent = `${at + 1} of ${steps.length}`;
    for (const link of links) link.href = address(clamp(at + Number(link.dataset.go)));
    // A reload shows the same step. The address stays: as it changes, browsers ask for the icon again.
    try {
      sessionStorage[channel] = at;
    } catch {
      // A browser that keeps nothing: a reload begins anew.
    }
  };
  const state = () => ({ at, blank, known });
  const show = (step, dark) => {
    at = clamp(step);
    blank = dark;
    draw();
    other?.postMessage(state());
    tell();
  };
  const [visit] = performance.getEntriesByType("navigation");
  try {
    if (visit?.type === "reload" && channel in sessionStorage) {
      at = clamp(Number(sessionStorage[channel]));
      draw();
    }
  } catch {
    // A browser that keeps nothing: this begins at the step of the address.
  }
  if (other) {
    other.onmessage = ({ data }) => {
      if (data === "where") return other.postMessage(state());
      at = clamp(data.at);
      blank = data.blank;
      // What the server says of an earlier step may come later than this.
      if (known !== null) known = Math.max(known, data.known ?? 0);
      draw();
    };
    // A window that opens second follows the first.
    other.postMessage("where");
  }

  // Another device moves by the server. The projector says first where it is, and follows only what is newer: the server still
  // holds the last step of a rehearsal. Without a network each page goes on by its own keys.
  const remote = Boolean(view);
  const lost = page.querySelector("[data-lost]");
  const [EVERY, QUIET, LONGEST] = [2e3, 25e3, 4e3];
  let known = remote ? 0 : null;
  let [untold, telling, heard, source] = [false, false, Date.now(), null];
  const reach = (gone) => (lost.hidden = !gone && Date.now() - heard < QUIET);
  async function tell() {
    untold = true;
    if (telling) return;
    telling = true;
    while (untold) {
      untold = false;
      try {
        const body = new URLSearchParams({ csrfmiddlewaretoken: csrf, step: at, blank });
        const answer = await fetch(live, { method: "POST", body, signal: AbortSignal.timeout(LONGEST) });
        if (!answer.ok) throw answer.status;
        known = (await answer.json()).number;
        heard = Date.now();
        reach();
      } catch {
        // What a remote could not say is not said later, when it would surprise the hall.
        untold = !remote;
        if (remote) heard = 0;
        reach();
        break;
      }
    }
    telling = false;
  }
  const follow = (text) => {
    heard = Date.now();
    reach();
    const move = JSON.parse(text);
    if (untold || telling || known === null || !(move.number > known)) return;
    known = move.number;
    at = clamp(move.step);
    blank = move.blank;
    draw();
  };
  const poll = async () => {
    try {
      const answer = await fetch(`${live}?once=yes`, { cache: "no-store", signal: AbortSignal.timeout(LONGEST) });
      const line = answer.ok && (await answer.text()).split("\n").find((line) => line.startsWith("data: "));
      if (line) follow(line.slice(6));
    } catch {
      // The page says so once it has heard nothing for a while.
    }
  };
  const listen = () => {
    source = new EventSource(live);
    source.onmessage = ({ data }) => follow(data);
    source.addEventListener("end", () => source.close());
  };
  if (!remote) tell();
  listen();
  setInterval(() => {
    if (untold) tell();
    // Some networks let no stream through.
    if (source.readyState === EventSource.CLOSED || Date.now() - heard > QUIET - 5e3) poll();
    reach();
  }, EVERY);
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => event.persisted && listen());

  const keys = {
    " ": 1, ArrowRight: 1, ArrowDown: 1, PageDown: 1, Enter: 1,
    ArrowLeft: -1, ArrowUp: -1, PageUp: -1, Backspace: -1,
    Home: -Infinity, End: Infinity,
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" && event.target.closest("a")) return;
    const by = keys[event.key];
    // A blank screen comes back with the step it had.
    if (by) show(blank ? at : at + by, false);
    else if (/^[b.]$/i.test(event.key)) show(at, !blank);
    else if (/^f$/i.test(event.key) && !document.fullscreenElement) document.documentElement.requestFullscreen?.();
    else if (event.key === "Escape" && blank) show(at, false);
    else if (event.key === "Escape") location.href = leave;
    else return;
    event.preventDefault();
  });
  page.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link && !link.dataset.go) return;
    event.preventDefault();
    show(blank ? at : at + Number(link?.dataset.go ?? 1), false);
  });

  // Letters of a later step may need a font that this one does not: without this, they would be fetched at the reveal.
  document.fonts?.forEach((font) => font.load().catch(() => {}));
  document.documentElement.classList.add("ceremony-scripted");
})();
