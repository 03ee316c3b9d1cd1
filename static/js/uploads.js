// Imports: how many rows will be added, and a file that is too big before it is sent. AGPL-3.0-or-later.
(() => {
  "use strict";
  const shown = document.querySelector("[data-n]"), boxes = [...document.querySelectorAll("input[name=take], input[name=anyway]")];
  if (shown) {
    const elsewhere = Number(shown.textContent) - boxes.filter((box) => box.defaultChecked).length;
    const count = () => { shown.textContent = elsewhere + boxes.filter((box) => box.checked).length; };
    document.addEventListener("change", count);
    window.addEventListener("pageshow", count); // a browser that goes back has the boxes as they were
  }

  const file = document.querySelector("input[type=file][data-most]");
  file?.addEventListener("change", () => {
    const size = file.files[0]?.size || 0;
    const words = file.dataset.tooBig.replace(/\d+/, String(Math.ceil(size / 1024 ** 2)));
    file.setCustomValidity(size > Number(file.dataset.most) ? words : "");
    file.reportValidity();
  });
})();
