// Local times; countdowns by the server's clock.
const all = (css) => document.querySelectorAll(css);
for (const t of all("time[datetime]")) {
  const [d, utc, n, o] = [new Date(t.dateTime), t.textContent, "numeric", "2-digit"];
  if (isNaN(d) || !d.getTimezoneOffset() || !utc.endsWith("UTC")) continue;
  const form = { day: n, month: "short", year: n, hour: o, minute: o, timeZoneName: "short" };
  const end = d.getDate() === d.getUTCDate() ? -9 : 0;
  t.textContent = `${d.toLocaleString("en-GB", form)} (${utc.slice(end)})`.replace(/(?<!,) (?!\()/g, "\xa0");
  t.className = "local";
}
for (const c of all("[data-left]"))
  setInterval(() => {
    const s = Math.max(0, c.dataset.left - performance.now() / 1e3) | 0;
    const [m, h] = [(s / 60) | 0, (s / 3600) | 0];
    if (h < 24) c.innerText = h ? `${h} h ${m % 60} min` : `${m} min ${s % 60} s`;
  }, 1e3);
for (const f of all("[action='/logout']"))
  f.onsubmit = () => Object.keys(localStorage).map((k) => /^evenhand-/.test(k) && delete localStorage[k]);
