// The timer of a visit. It starts with a tap, and neither ends nor sends anything.
const timer = document.querySelector("[data-minutes]");
const [shown, button] = [timer.querySelector("output"), timer.querySelector("button")];
const key = `evenhand-timer-${location.pathname}`;
// A save loads the page again, and the timer goes on.
let end = +sessionStorage[key] || 0;
const show = () => {
  const left = end ? Math.ceil((end - Date.now()) / 1e3) : timer.dataset.minutes * 60;
  const s = Math.abs(left);
  shown.textContent = `${left < 0 ? "over by " : ""}${(s / 60) | 0}:${`${s % 60}`.padStart(2, 0)}`;
  button.textContent = end ? "Stop" : "Start";
};
button.onclick = () => {
  end = end ? 0 : Date.now() + timer.dataset.minutes * 6e4;
  sessionStorage[key] = end;
  show();
};
timer.hidden = false;
show();
setInterval(show, 1e3);
