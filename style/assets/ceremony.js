// Shows one step of a ceremony after the other. All of them are in the page: nothing is fetched, so it works without a network.
(() => {
  const page = document.querySelector(".ceremony");
  const steps = [...page.querySelectorAll("[data-step]")];
  const count = page.querySelector("[data-count]");
  const links = [...page.querySelectorAll("[data-go]")];
  const { channel, leave, view } = page.dataset;
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
    sessionStorage[channel] = at;
  };
  const show = (step, dark) => {
    at = clamp(step);
    blank = dark;
    draw();
    other?.postMessage({ at, blank });
  };
  const [visit] = performance.getEntriesByType("navigation");
  if (visit?.type === "reload" && channel in sessionStorage) {
    at = clamp(Number(sessionStorage[channel]));
    draw();
  }
  if (other) {
    other.onmessage = ({ data }) => {
      if (data === "where") return other.postMessage({ at, blank });
      at = clamp(data.at);
      blank = data.blank;
      draw();
    };
    // A window that opens second follows the first.
    other.postMessage("where");
  }

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
  document.fonts?.forEach((font) => font.load());
  document.documentElement.classList.add("ceremony-scripted");
})();
