// Says in whole sentences what kind of table the form describes, as it is filled in. AGPL-3.0-or-later.
(() => {
  "use strict";
  const form = document.querySelector("form.create"), summary = document.getElementById("summary");
  if (!form || !summary) return;
  const chosen = (name) => form.querySelector(`input[name=${name}]:checked`);

  function say() {
    const seats = chosen("seats").value, bots = chosen("bots").value;
    const many = summary.dataset[bots === "0" ? "none" : bots === "1" ? "one" : "some"];
    const others = ["who", "pace", "start"].map((name) => chosen(name) && chosen(name).dataset.says);
    const lines = [many.replace("SEATS", seats).replace("BOTS", bots), ...others];
    summary.querySelector("span").textContent = lines.filter(Boolean).join(" ");
    summary.hidden = false;
  }

  form.addEventListener("change", say);
  say();
})();
