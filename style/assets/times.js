// Shows each moment in the visitor's own zone, with UTC beside it.
for (const t of document.querySelectorAll("time[datetime]")) {
  const d = new Date(t.dateTime);
  const utc = t.textContent;
  if (isNaN(d) || !d.getTimezoneOffset() || !utc.endsWith("UTC")) continue;
  const same = d.getDate() === d.getUTCDate();
  const here = d.toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
  // Breaks after the date and before the brackets, nowhere else.
  t.textContent = `${here} (${same ? utc.slice(-9) : utc})`.replace(/(?<!,) (?!\()/g, "\u00a0");
  t.className = "local";
}
