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

  // What was begun and not sent must not be washed away: then a line says that the table has changed.
  const lobby = document.querySelector(".lobby[data-poll]");
  if (!lobby) return;
  const begun = (one) => one.type === "hidden" || one.readOnly ? false
    : one.tagName === "SELECT" ? [...one.options].some((option) => option.selected !== option.defaultSelected)
    : ["radio", "checkbox"].includes(one.type) ? one.checked !== one.defaultChecked : one.value !== one.defaultValue;
  const isBusy = () => document.querySelector("details.sure[open]")
    || [...lobby.querySelectorAll("input, textarea, select")].some(begun);
  const tell = (bar) => {
    if (bar.hidden) document.getElementById("say").textContent = bar.textContent;
    bar.hidden = false;
  };
  window.setInterval(async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(lobby.dataset.poll, { credentials: "omit", cache: "no-store" });
      if (answer.status !== 205) return;
      if (isBusy()) tell(document.getElementById("changed"));
      else window.location.replace(window.location.pathname);
    } catch { /* offline: the next one tells */ }
  }, 5000);
})();
