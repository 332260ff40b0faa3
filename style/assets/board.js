// Keeps a board current: parts that the server draws replace those on the page, which keeps focus, scroll and what is open.
// Without this the page loads itself again.
(() => {
  const board = document.querySelector("[data-live]");
  if (!board) return;
  const address = board.dataset.live;
  const stale = document.getElementById("board-stale");
  // Parts are drawn for everybody who watches: the token of this page's reader is not in their forms.
  const TOKEN = "input[name=csrfmiddlewaretoken]";
  const token = document.querySelector(TOKEN)?.getAttribute("value") ?? "";
  const [OLD, POLL, RETRY] = [45e3, 15e3, 60e3];
  document.getElementById("board-reloads")?.remove();
  let heard = Date.now();
  let over = false;
  let source, failed = 0;

  const keyOf = (node) => (node.nodeType === 1 && node.id) || "";
  const alike = (a, b) => a && a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);
  // The rows of the part that is being replaced. One that only moves may be out of the page for a moment.
  let rows = new Map();
  let lost = false;
  // Where the server names rows that are as they were (`<!--same p-7 p-9-->`), they stand here themselves.
  const wanted = (next) =>
    [...next.childNodes].flatMap((child) => {
      if (child.nodeType !== 8 || !child.nodeValue.startsWith("same ")) return [child];
      const same = child.nodeValue.slice(5).split(" ").map((id) => rows.get(`board-${id}`));
      lost ||= same.includes(undefined);
      return same.filter(Boolean);
    });
  // Makes one node like another. Nodes stay where they can, so that what the reader does with them goes on.
  const morph = (mine, next) => {
    if (mine.nodeType !== 1) {
      if (mine.nodeValue !== next.nodeValue) mine.nodeValue = next.nodeValue;
      return;
    }
    for (const { name } of [...mine.attributes]) {
      if (name !== "open" && !next.hasAttribute(name)) mine.removeAttribute(name);
    }
    for (const { name, value } of next.attributes) {
      if (name !== "open" && mine.getAttribute(name) !== value) mine.setAttribute(name, value);
    }
    const named = new Map([...mine.children].filter(keyOf).map((child) => [keyOf(child), child]));
    let at = mine.firstChild;
    for (const child of wanted(next)) {
      const own = rows.get(keyOf(child)) === child;
      const known = own ? child : named.get(keyOf(child));
      const kept = known ?? (alike(at, child) ? at : null);
      if (!kept) {
        mine.insertBefore(child, at);
        continue;
      }
      if (kept === at) at = at.nextSibling;
      else mine.insertBefore(kept, at);
      if (!own) morph(kept, child);
    }
    while (at) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
  };

  const take = (text) => {
    const news = JSON.parse(text);
    const focused = document.activeElement;
    for (const [id, html] of Object.entries(news.parts ?? {})) {
      const mine = document.getElementById(id);
      const fresh = document.createElement("template");
      fresh.innerHTML = html;
      for (const field of fresh.content.querySelectorAll(TOKEN)) field.setAttribute("value", token);
      const next = fresh.content.getElementById(id);
      rows = new Map(mine ? [...mine.querySelectorAll("li[id], tr[id]")].map((row) => [row.id, row]) : []);
      if (mine && next) morph(mine, next);
    }
    // A node that moved has lost the focus.
    if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
    document.querySelector("#board-as-of > span").innerHTML = news.at;
    heard = Date.now();
    failed = 0;
    stale.hidden = true;
    // A row that this page does not have: ask for the whole board.
    if (lost) {
      lost = false;
      poll();
    }
  };

  const end = () => {
    over = true;
    source?.close();
    const said = stale.querySelector("[data-ended]");
    said.textContent = said.dataset.ended;
    stale.hidden = false;
  };

  const poll = async () => {
    if (over) return;
    try {
      const answer = await fetch(`${address}?once=yes`, { cache: "no-store", signal: AbortSignal.timeout(POLL) });
      if (answer.status < 500 && !`${answer.headers.get("content-type")}`.startsWith("text/event-stream")) return end();
      if (!answer.ok) return;
      const line = (await answer.text()).split("\n").find((line) => line.startsWith("data: "));
      if (line) take(line.slice(6));
    } catch {
      // Without a network the page says so, once its numbers are old.
    }
  };

  const listen = () => {
    source?.close();
    source = new EventSource(address);
    source.onmessage = (message) => take(message.data);
    source.addEventListener("end", end);
    source.onerror = () => {
      failed++;
      // Some networks let no stream through: then the board is asked for now and then.
      if (!over && (source.readyState === EventSource.CLOSED || failed > 2)) {
        source.close();
        poll();
      }
    };
  };

  let tried = Date.now();
  setInterval(() => {
    if (over) return;
    if (source.readyState === EventSource.CLOSED) {
      if (Date.now() - tried > RETRY) {
        tried = Date.now();
        listen();
      } else poll();
    }
    if (Date.now() - heard > OLD) stale.hidden = false;
  }, POLL);
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => event.persisted && !over && listen());
  listen();
})();
