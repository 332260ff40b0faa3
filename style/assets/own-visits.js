// Keeps a team's view of its visits current: the page is asked for again now and then, and only its visits are taken over.
// Without it the link beside the time does.
(() => {
  const [EVERY, LONGEST] = [45e3, 10e3];
  const renew = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.pathname, { cache: "no-store", signal: AbortSignal.timeout(LONGEST) });
      if (!answer.ok || answer.redirected) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const mine of document.querySelectorAll(".project-visits")) {
        const next = page.getElementById(mine.id);
        if (next && !mine.contains(document.activeElement)) mine.replaceChildren(...next.childNodes);
      }
    } catch {
      // Without a network the time on the page says how old it is.
    }
  };
  // Teams of one hall do not ask all at once.
  setInterval(renew, EVERY + Math.random() * 15e3);
  document.addEventListener("visibilitychange", renew);
})();
