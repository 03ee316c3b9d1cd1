// What is being written in a form with data-draft outlives other buttons and pages, until it is sent and taken. It
// stays in this tab. data-draft names what is written and by whom. AGPL-3.0-or-later.
(() => {
  "use strict";
  const FIELDS = "textarea, select, input[type=text], input[type=radio], input[type=checkbox]";
  const AGAIN = "[id^=refused], .preview"; // a page that shows once more what was sent
  const again = () => document.querySelector(AGAIN);
  const key = (form) => `draft ${form.dataset.draft}`;
  const read = (name) => JSON.parse(sessionStorage.getItem(name) || "{}");
  const fieldsOf = (form) => [...form.elements].filter((field) => field.name && field.matches(FIELDS));

  // Radios of one name are one field, boxes of one name are many.
  const id = (field) => (field.type === "checkbox" ? `${field.name} ${field.value}` : field.name);
  const radios = (field) => fieldsOf(field.form).filter((one) => one.type === "radio" && one.name === field.name);
  function given(field) {
    if (field.type === "checkbox") return field.defaultChecked;
    if (field.type === "radio") return radios(field).find((one) => one.defaultChecked)?.value ?? "";
    if (!field.options) return field.defaultValue;
    return ([...field.options].find((one) => one.defaultSelected) || field.options[0])?.value ?? "";
  }
  function chosen(field) {
    if (field.type === "checkbox") return field.checked;
    return field.type === "radio" ? radios(field).find((one) => one.checked)?.value ?? "" : field.value;
  }
  function put(field, words) {
    if (field.type === "checkbox") field.checked = words;
    else if (field.type === "radio") field.checked = field.value === words;
    else field.value = words;
  }

  function store(form, fields) {
    const some = Object.keys(fields).length > 0, says = form.querySelector("[data-unsaved]");
    if (some) sessionStorage.setItem(key(form), JSON.stringify({ fields }));
    else sessionStorage.removeItem(key(form));
    if (says) says.hidden = !some;
  }

  function keep(form) {
    const before = (again() && read(key(form)).fields) || {}, fields = {};
    for (const field of fieldsOf(form)) {
      const [base, now] = [before[id(field)]?.[0] ?? given(field), chosen(field)];
      if (now !== base) fields[id(field)] = [base, now];
    }
    store(form, fields);
  }

  // Only on top of the words it was written on: what the site shows now may be newer.
  function restore() {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith("draft "));
    if (!again()) for (const name of names) if (read(name).sent) sessionStorage.removeItem(name);
    for (const form of document.querySelectorAll("form[data-draft]")) {
      const { fields, sent } = read(key(form));
      if (!fields) continue;
      if (sent) store(form, fields);
      for (const field of fieldsOf(form)) {
        const [base, words] = fields[id(field)] || [];
        if (base !== given(field) || words === chosen(field)) continue;
        put(field, words);
        field.closest("details")?.setAttribute("open", "");
        if (words === chosen(field)) field.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
  }

  document.addEventListener("input", ({ target }) => {
    if (target.form?.dataset.draft && target.matches(FIELDS)) keep(target.form);
  });
  document.addEventListener("submit", ({ target }) => {
    const { fields } = target.dataset.draft ? read(key(target)) : {};
    if (fields) sessionStorage.setItem(key(target), JSON.stringify({ fields, sent: true }));
  });
  document.addEventListener("htmx:afterSettle", restore);
  restore();
})();
