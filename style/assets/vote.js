// The ballot of the community vote: at the limit, the other boxes close, and the count says how they open again. Without it, the server
// refuses a ballot of too many.
(() => {
  const ballot = document.querySelector(".vote-ballot");
  const words = ballot?.querySelector(".vote-chosen [data-most]");
  if (!words) return;
  const { most, full, over } = words.dataset;
  // Not by what is disabled now: some browsers keep that while the page is loaded again.
  const boxes = [...ballot.querySelectorAll("[name=choice]:not([data-own])")];
  const count = () => {
    const more = boxes.filter((box) => box.checked).length - most;
    for (const box of boxes) box.disabled = more >= 0 && !box.checked;
    words.textContent = more > 0 ? over.replace("#", more) : more ? "" : full;
  };
  ballot.addEventListener("change", count);
  addEventListener("pageshow", count);
  count();
})();
