// The page that checks records, and the one-file verifier: takes what is dropped, chosen, pasted or linked, has it checked in a
// worker of its own, and shows the report. Nothing is sent anywhere. Without this the page is a plain form.
(() => {
  const by = (id) => document.getElementById(id);
  const form = by("verify");
  const drop = form.querySelector(".verify-drop");
  const status = by("status");
  let engine = start();
  let broken = false;
  let busy = false;
  let last = 0;
  let line = Promise.resolve();

  /** A worker with the module in it; its `ready` holds once it can check. */
  function start() {
    const { worker, glue, module } = form.dataset;
    // The one-file verifier carries both as texts.
    const code = worker ?? URL.createObjectURL(new Blob([by("engine").textContent], { type: "text/javascript" }));
    const bytes = worker ? module : Uint8Array.from(atob(by("module").textContent), (c) => c.charCodeAt(0));
    const made = new Worker(code);
    made.answer = () =>
      new Promise((done, failed) => {
        made.stop = () => failed(made.terminate());
        made.onmessage = ({ data }) => {
          if (data.told) by("progress").textContent = data.told;
          else if (data.failed) failed(new Error(data.failed));
          else done(data);
        };
        made.onerror = () => failed(new Error("the worker did not start"));
      });
    made.ready = made.answer();
    made.ready.then(awake, () => (broken = true));
    made.postMessage({ glue, module: bytes });
    return made;
  }

  function awake() {
    const where = form.querySelector("[data-here]");
    where.textContent = where.dataset.here;
    // Said aloud for those who wait for it: tests, and tools that drive a browser.
    document.documentElement.dataset.awake = "true";
  }

  /** Once what was written is on the screen. */
  const painted = () => new Promise((then) => requestAnimationFrame(() => setTimeout(then)));

  /** One check after the other; of those that wait, the last. */
  function check(files) {
    const turn = ++last;
    // What is under way was given up for this, however long it would take.
    if (busy) {
      engine.stop();
      engine = start();
    }
    by("tool").open = true;
    status.textContent = files.length === 1 ? `Checking ${files[0].name}…` : `Checking ${files.length} files…`;
    waiting(true);
    line = line.then(() => turn === last && show(files, turn));
    return line;
  }

  async function show(files, turn) {
    try {
      await Promise.all([painted(), engine.ready]);
      const read = await Promise.all(files.map(async (file) => ({ name: file.name, bytes: await file.arrayBuffer() })));
      if (turn !== last) return;
      const answer = engine.answer();
      busy = true;
      engine.postMessage({ files: read, keys: by("keys").textContent, slug: by("slug").value }, read.map((file) => file.bytes));
      const { html } = await answer;
      busy = false;
      if (turn !== last) return;
      by("answer").innerHTML = html;
      status.textContent = "";
      by("tool").open = false;
      const title = by("answer-title");
      title.focus({ preventScroll: true });
      by("answer").scrollIntoView({ block: "start" });
    } catch (error) {
      busy = false;
      if (turn !== last) return;
      status.textContent = broken
        ? form.method === "post" ? "The check did not load here. The button sends what you give to this site instead." : "This browser does not run the check: try another."
        : `This could not be checked: ${error.message}.`;
      if (!broken) {
        // A worker that failed once is in no known state.
        engine.terminate();
        engine = start();
      }
    }
    waiting(false);
  }

  function waiting(yes) {
    if (yes) form.setAttribute("aria-busy", "true");
    else form.removeAttribute("aria-busy");
    by("stop").hidden = !yes;
    by("progress").textContent = "";
  }

  by("stop").addEventListener("click", () => {
    last++;
    if (busy) {
      engine.stop();
      engine = start();
    }
    waiting(false);
    status.textContent = "The check was stopped.";
    form.querySelector("button.main").focus();
  });

  /** Checks other files than before: what was found of those is not left beside them. */
  function checkOther(files) {
    by("answer").replaceChildren();
    return check(files);
  }

  const text = (name, content) => new File([content], name);

  /** All that is in the form. */
  function given() {
    const files = [...by("files").files];
    if (by("pasted").value.trim()) files.push(text("What was pasted", by("pasted").value));
    return files;
  }

  function checkGiven() {
    const files = given();
    if (files.length > 0) return checkOther(files);
    status.textContent = "Choose a file, or paste something.";
    by("files").focus();
  }

  form.addEventListener("submit", (event) => {
    // Only where the module did not load is the form sent.
    if (broken && form.method === "post") return;
    event.preventDefault();
    checkGiven();
  });
  by("files").addEventListener("change", () => by("files").files.length > 0 && checkGiven());
  by("pasted").addEventListener("paste", () => setTimeout(checkGiven));

  const carries = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    by("tool").open = true;
    drop.classList.add("verify-drop-over");
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && drop.classList.remove("verify-drop-over"));
  addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    drop.classList.remove("verify-drop-over");
    by("files").files = event.dataTransfer.files;
    checkGiven();
  });

  /** What a link carries behind its # never reaches a server. */
  function linked() {
    const packed = location.hash.slice(1);
    // Shorter ones are places on this page.
    if (packed.length > 60) return checkOther([text("The document in the link", packed)]);
  }
  addEventListener("hashchange", linked);

  /** The document that the page was opened with stands in it: it is checked here again, not only by the site. */
  function opened() {
    const given = by("given");
    if (given) check([text(given.dataset.name, given.textContent)]);
  }
  linked() ?? opened();
})();
