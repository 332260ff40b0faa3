// Keeps parts of a page current, such as a team's view of its visits, a judge's call for help, and what was added to a judge's list: the
// page is asked for again now and then, and only these parts are taken over, where they changed. Without it a link or loading the page does.
(() => {
  const [PARTS, EVERY, LONGEST] = [".project-visits, [data-renewed]", 45, 10e3];
  // What the server said last of each part: a screen reader says nothing twice.
  const said = new Map();
  // As the server wrote it: `times.js` changes the words of a time, and not its moment.
  const written = (part) => {
    const copy = part.cloneNode(true);
    for (const time of copy.querySelectorAll("time")) time.replaceWith(time.dateTime);
    return copy.innerHTML;
  };
  const parts = () => [...document.querySelectorAll(PARTS)];
  const renew = async () => {
    if (document.hidden || parts().length === 0) return;
    try {
      const answer = await fetch(location.pathname, { cache: "no-store", signal: AbortSignal.timeout(LONGEST) });
      if (!answer.ok || answer.redirected) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const mine of parts()) {
        const next = page.getElementById(mine.id);
        if (!next || mine.contains(document.activeElement)) continue;
        const now = written(next);
        if ((said.get(mine.id) ?? written(mine)) === now) continue;
        said.set(mine.id, now);
        mine.replaceChildren(...next.childNodes);
        // A call that has ended changes no more.
        if (!next.matches(PARTS)) delete mine.dataset.renewed;
      }
    } catch {
      // Without a network the time on the page says how old it is.
    }
  };
  const seconds = Math.min(...parts().map((part) => Number(part.dataset.renewed ?? EVERY)));
  // People of one hall do not ask all at once.
  setInterval(renew, (seconds + (Math.random() * seconds) / 3) * 1e3);
  document.addEventListener("visibilitychange", renew);
})();
