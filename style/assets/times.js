// Local times; countdowns by the server's clock.
const all = (css) => document.querySelectorAll(css);
const [n, o] = ["numeric", "2-digit"];
const clock = { hour: o, minute: o, timeZoneName: "short" };
const FORMS = {
  clock: { ...clock, second: o },
  minute: clock,
  short: { ...clock, day: n, month: "short" },
  full: { ...clock, day: n, month: "short", year: n },
};
const localize = () => {
  for (const t of all("time[datetime]:not(.time-local)")) {
    const [d, there] = [new Date(t.dateTime), t.textContent];
    const time = there.search(/\d\d:\d\d(:\d\d)? \S+$/);
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(t.dateTime) ?? [0, "+", 0, 0];
    const east = `${sign}1` * (hours * 60 + +minutes);
    if (isNaN(d) || time < 0 || d.getTimezoneOffset() === -east) continue;
    const sameDay = new Date(+d + east * 6e4).getUTCDate() === d.getDate();
    const here = d.toLocaleString("en-GB", FORMS[t.dataset.form ?? "full"]);
    t.className = "time-local";
    t.textContent = `${here} (${sameDay ? there.slice(time) : there})`.replace(/ (?!\()/g, (blank, at, all) =>
      all[at - 1] === "," ? blank : "\xa0",
    );
  }
};
localize();
// Parts that are replaced while the page is open come as the server wrote them.
new MutationObserver(localize).observe(document.body, {
  attributeFilter: ["class"],
  childList: true,
  subtree: true,
});
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
    const left = h ? `${h}\xa0h ${m % 60}\xa0min` : `${m}\xa0min ${s % 60}\xa0s`;
    if (h < 24) c.textContent = c.dataset.words?.replace("#", left) ?? left;
  }
};
tick();
setInterval(tick, 1e3);
