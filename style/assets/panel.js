// Helps on the ballot of a panel: a box that narrows the list, and beside the button what is chosen and which project has two places.
// Without it: the whole list, and a project at two places is refused with a sentence.
(() => {
  const form = document.querySelector("form:has(.panel-projects)");
  if (!form) return;
  const find = form.querySelector(".panel-find");
  const box = find.querySelector("input");
  const rows = [...form.querySelectorAll(".panel-row")];
  const name = (row) => row.querySelector(".panel-name").textContent;
  // As every search of the portal (`search_key` in shared/src/text.rs): whichever way an accent was typed, and without what shows nothing.
  const letters = { ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ı: "i", ŧ: "t", ς: "σ" };
  const unseen = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u2800\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}/gu;
  const bare = (text) => text.normalize("NFKD").replace(unseen, "").toLowerCase();
  const plain = (text) => bare(text).replace(/[łøđðħıŧς]/g, (letter) => letters[letter]);
  find.hidden = false;
  box.addEventListener("input", () => {
    const words = plain(box.value).split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const text = plain(name(row));
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
  // Enter in the box must not save a half-made order.
  box.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());

  const said = form.querySelector(".panel-chosen");
  const say = () => {
    const chosen = [...form.querySelectorAll("input:checked")].filter((radio) => radio.value);
    const at = (radio) => radio.nextElementSibling.textContent;
    chosen.sort((a, b) => at(a).localeCompare(at(b)));
    const title = (radio) => radio.closest(".panel-row").querySelector("a").textContent;
    const order = chosen.map((radio) => `${at(radio)} ${title(radio)}`).join(" · ");
    const again = chosen.filter((radio, place) => chosen.findIndex(({ value }) => value === radio.value) < place);
    const twice = [...new Set(again.map(title))].map((name) => said.dataset.twice.replace("#", () => name));
    said.textContent = [order, ...twice].join(". ");
  };
  form.addEventListener("change", ({ target }) => target.type === "radio" && say());
  say();
})();
