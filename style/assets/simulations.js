// The pages that simulate events: asks a worker again with every change of the form, and shows its answer. Without this the
// page is a plain form, which the server answers.
(() => {
  const form = document.querySelector("form[data-simulation]");
  const { simulation, worker, glue, module } = form.dataset;
  const answer = document.getElementById("answer");
  const engine = new Worker(worker);
  const status = document.getElementById("status");
  let ready = false;
  let busy = false;
  let asked = asking();

  function asking() {
    return new URLSearchParams(new FormData(form)).toString();
  }

  /** One question at a time: while one is answered, only the last of the others waits. */
  function ask() {
    for (const slider of form.querySelectorAll("input[type=range]")) slider.nextElementSibling.value = slider.value;
    if (!ready || busy || asking() === asked) return;
    asked = asking();
    busy = true;
    answer.setAttribute("aria-busy", "true");
    engine.postMessage({ page: simulation, query: asked });
  }

  engine.onmessage = ({ data }) => {
    busy = false;
    answer.removeAttribute("aria-busy");
    if (data.failed) {
      // The form asks the server from now on.
      ready = false;
      return;
    }
    if (data.ready) {
      ready = true;
      // Tests, and tools that drive a browser, wait for this.
      document.documentElement.dataset.awake = "true";
    } else {
      answer.innerHTML = data.html;
      status.textContent = answer.querySelector("h2")?.textContent ?? "";
      try {
        history.replaceState(null, "", `?${asked}`);
      } catch {
        // Safari allows a hundred in half a minute, fewer than a slider asks for. The address is right again with a later answer.
      }
    }
    ask();
  };
  form.addEventListener("input", ask);
  form.addEventListener("submit", (event) => {
    if (!ready) return;
    event.preventDefault();
    ask();
  });
  engine.postMessage({ glue, module });
})();
