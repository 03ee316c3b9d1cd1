// The workshop while one types: the card as it looks in a match, what is left of a limit, keys. AGPL-3.0-or-later.
(() => {
  "use strict";
  const find = (what, where = document) => where.querySelector(what);
  const value = (name) => (document.getElementById(name)?.value || "").trim().replace(/\s+/g, " ");

  // Letters as the site counts them: an emoji is one.
  function count(field) {
    const counter = field.closest(".field")?.querySelector(".counter");
    const length = [...field.value.trim()].length, limit = Number(field.dataset.limit);
    if (!counter) return;
    counter.textContent = `${length}/${limit}`;
    counter.classList.toggle("over", length > limit);
    if (length > limit) field.setAttribute("aria-invalid", "true");
    else if (field.dataset.counted) field.removeAttribute("aria-invalid");
    field.dataset.counted = "1";
  }

  // The shapes are rendered by the site from the very templates of a match; here they only get their words.
  function card(kind, texts) {
    const made = document.getElementById(`${kind}-shape`).content.cloneNode(true), put = (what, text) => {
      const place = find(what, made);
      if (!place) return;
      if (text) place.textContent = text;
      else place.remove();
    };
    if (kind === "quote") {
      put(".text", texts.quote);
      put(".from span", texts.description);
      put(".from b", texts.source);
      if (!texts.source) find(".from", made).remove();
    } else {
      put(".said-by span", texts.description);
      put(".said-by b", texts.source);
      put("q.from", texts.quote);
      put(".kind", texts.kind);
      if (texts.drawing) find(".seal use", made).setAttribute("href", texts.drawing);
    }
    return made;
  }

  function preview() {
    const option = document.getElementById("category")?.selectedOptions[0];
    const texts = { quote: value("quote"), source: value("source"), description: value("description"),
      kind: option?.textContent, drawing: option?.dataset.drawing };
    for (const place of document.querySelectorAll("[data-preview]")) {
      const kind = place.dataset.preview;
      place.replaceChildren(...(texts[kind] ? [card(kind, texts)] : []));
    }
    find("[data-preview-empty]").hidden = Boolean(texts.quote || texts.source);
  }

  for (const field of document.querySelectorAll("[data-limit]")) {
    count(field);
    field.addEventListener("input", () => count(field));
  }
  if (find("[data-preview]")) {
    document.addEventListener("input", ({ target }) => { if (target.dataset.shows) preview(); });
    preview();
  }

  // A quote is one line: Enter goes on to the source. From the other fields it sends, as everywhere.
  const form = find("form[data-enter]");
  form?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.shiftKey || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      form.requestSubmit();
    } else if (event.target.matches("textarea")) {
      event.preventDefault();
      document.getElementById("source").focus();
    }
  });
  for (const hint of document.querySelectorAll(".keys, [data-scripts]")) hint.hidden = false;

  const all = find("[data-tick-all]");
  if (all) {
    all.hidden = false;
    all.addEventListener("click", () => {
      const boxes = [...document.querySelectorAll("input[name=rows][type=checkbox]")];
      const on = boxes.some((box) => !box.checked);
      for (const box of boxes) box.checked = on;
    });
  }
})();
