// Helps on organizers' forms. Without it: the address is made of the name as the event is saved, the zone is chosen by hand,
// and the preview has a button.
(() => {
  const by = (id) => document.getElementById(id);
  const zone = document.querySelector("[data-guess-zone] select");
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && [...zone.options].some((o) => o.value === own)) zone.value = own;

  const preview = by("criteria-preview");
  const lines = document.querySelector(".criteria-lines");
  if (!preview || !lines) return;
  const form = lines.closest("form");
  let wait, asked = 0;
  const refresh = async () => {
    const nth = ++asked;
    const body = new URLSearchParams(new FormData(form));
    body.set("do", "preview");
    try {
      const answer = await fetch(form.action, { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("criteria-preview");
      if (!answer.ok || !fresh || nth !== asked) return;
      preview.replaceChildren(...fresh.childNodes);
      const shares = page.querySelectorAll(".criteria-share");
      document.querySelectorAll(".criteria-share").forEach((share, line) => (share.textContent = shares[line]?.textContent ?? "–"));
    } catch {
      // Without a network the button says so.
    }
  };
  lines.addEventListener("input", () => {
    clearTimeout(wait);
    wait = setTimeout(refresh, 500);
  });
})();
