// Copying and sharing a link, and noticing that somebody sat down. AGPL-3.0-or-later.
(() => {
  "use strict";
  for (const row of document.querySelectorAll("[data-scripts]")) row.hidden = false;

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy);
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        document.execCommand("copy");
      }
      button.parentElement.querySelector("[data-said]").textContent = button.dataset.done;
    });
  }

  for (const button of document.querySelectorAll("[data-share]")) {
    if (!navigator.share) continue;
    button.hidden = false;
    button.addEventListener("click", () => {
      navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {});
    });
  }

  // A choice that was made but not sent yet must not be washed away.
  const lobby = document.querySelector(".lobby[data-poll]");
  let dirty = false;
  if (!lobby) return;
  for (const kind of ["change", "input"]) document.addEventListener(kind, () => { dirty = true; });
  window.setInterval(async () => {
    if (document.hidden || dirty || document.querySelector("details.sure[open]")) return;
    try {
      const answer = await fetch(lobby.dataset.poll, { credentials: "omit", cache: "no-store" });
      if (answer.status === 205 && !dirty) window.location.replace(window.location.pathname);
    } catch { /* offline: the next one tells */ }
  }, 5000);
})();
