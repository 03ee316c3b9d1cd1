// Says in whole sentences what kind of table the form describes, as it is filled in. AGPL-3.0-or-later.
(() => {
  "use strict";
  const form = document.querySelector("form.create"), summary = document.getElementById("summary");
  if (!form || !summary) return;
  const chosen = (name) => form.querySelector(`input[name=${name}]:checked`);

  // As many bots as seats would leave nobody to play with.
  function fit() {
    const seats = Number(chosen("seats").value), bots = [...form.querySelectorAll("input[name=bots]")];
    for (const one of bots) one.disabled = Number(one.value) >= seats;
    if (chosen("bots").disabled) bots.filter((one) => !one.disabled).pop().checked = true;
  }

  // Options stand in a fold: what was left to the pace is said as what it comes to.
  function options() {
    const kind = "live" in chosen("pace").dataset ? "live" : "calm";
    return [...form.querySelectorAll("fieldset[data-option]")].map((field) => {
      const choice = field.querySelector("input:checked");
      const words = choice && (choice.dataset[kind] || choice.nextElementSibling.textContent);
      return words && `${field.dataset.option}: ${words}.`;
    });
  }

  // A deck that is too small is seen before the button is pressed. Cards that two decks have are counted twice here.
  function few() {
    const box = document.getElementById("few-cards"), seats = chosen("seats");
    const decks = [...form.querySelectorAll("input[name=decks]:checked")];
    const there = decks.reduce((sum, one) => sum + Number(one.closest("label").dataset.cards), 0);
    const short = there < Number(seats.dataset.needs || 0);
    const words = box.dataset.says.replace("THERE", there).replace("SEATS", seats.value);
    box.querySelector("span").textContent = short ? words.replace("NEEDED", seats.dataset.needs) : "";
    box.hidden = !short;
    return short;
  }

  function say() {
    fit();
    const seats = chosen("seats").value, bots = chosen("bots").value;
    const many = summary.dataset[bots === "0" ? "none" : bots === "1" ? "one" : "some"];
    const others = ["who", "pace", "start"].map((name) => chosen(name) && chosen(name).dataset.says);
    const lines = [many.replace("SEATS", seats).replace("BOTS", bots), ...others, ...options()];
    summary.querySelector("span").textContent = lines.filter(Boolean).join(" ");
    summary.hidden = few();
  }

  form.addEventListener("change", say);
  say();
})();
