// Local times; countdowns by the server's clock.
const all = (css) => document.querySelectorAll(css);
for (const t of all("time[datetime]")) {
  const [d, utc, n, o] = [new Date(t.dateTime), t.textContent, "numeric", "2-digit"];
  if (isNaN(d) || !d.getTimezoneOffset() || !utc.endsWith("UTC")) continue;
  const form = { day: n, month: "short", year: n, hour: o, minute: o, timeZoneName: "short" };
  const end = d.getDate() === d.getUTCDate() ? -9 : 0;
  t.textContent = `${d.toLocaleString("en-GB", form)} (${utc.slice(end)})`.replace(/(,?) (?!\()/g, (blank, comma) => (comma ? blank : "\xa0"));
  t.className = "time-local";
}
// Not `performance.now()` alone: it stops while a laptop sleeps.
// A page that was kept for want of a network says when it came.
const began = +document.documentElement.dataset.kept || Date.now() - performance.now();
const warn = document.querySelector("[data-warn]");
const tick = () => {
  for (const c of all("[data-left]")) {
    const s = Math.ceil(c.dataset.left - (Date.now() - began) / 1e3);
    const [m, h] = [(s / 60) | 0, (s / 3600) | 0];
    const near = s > 600 ? 0 : s > 120 ? 10 : 2;
    const said = warn && c.dataset.words && near;
    if (s < 0) {
      const whole = c.closest("[data-over]") ?? c;
      delete c.dataset.left;
      whole.textContent = whole.dataset.over ?? "";
      if (said) warn.textContent = "";
      document.dispatchEvent(new Event("judging-over"));
      continue;
    }
    if (said && warn.dataset.warn !== `${near}`) {
      warn.dataset.warn = near;
      warn.textContent = `Judging closes in under ${near} minutes.`;
    }
    const left = h ? `${h} h ${m % 60} min` : `${m} min ${s % 60} s`;
    if (h < 24) c.textContent = c.dataset.words?.replace("#", left) ?? left;
  }
};
tick();
setInterval(tick, 1e3);
