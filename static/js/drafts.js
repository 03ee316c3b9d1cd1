// What is being written in a form with data-draft outlives other buttons of the page, until it is sent. It stays in
// this tab. data-draft names what is written and by whom. AGPL-3.0-or-later.
(() => {
  "use strict";
  const FIELDS = "textarea, input[type=text]";
  const key = (field) => `draft ${field.form.dataset.draft} ${field.name}`;
  const drafted = (field) => field.form && field.form.dataset.draft && field.matches(FIELDS);

  // Only on top of the words it was written on: what the site shows now may be newer.
  function restore() {
    for (const field of document.querySelectorAll("form[data-draft] :is(textarea, input[type=text])")) {
      const [base, words] = JSON.parse(sessionStorage.getItem(key(field)) || "[]");
      if (base !== field.defaultValue || words === field.value) continue;
      field.value = words;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }

  document.addEventListener("input", ({ target }) => {
    if (drafted(target)) sessionStorage.setItem(key(target), JSON.stringify([target.defaultValue, target.value]));
  });
  document.addEventListener("submit", ({ target }) => {
    for (const field of target.elements) if (drafted(field)) sessionStorage.removeItem(key(field));
  });
  document.addEventListener("htmx:afterSettle", restore);
  restore();
})();
