// What the table does beyond plain forms: follow the match, keep focus, say why a choice is closed. AGPL-3.0-or-later.
(() => {
  "use strict";
  const board = () => document.getElementById("match");
  let dirty = false, timer = 0, mine = false;

  // A choice made in a form is a draft: the poll must not wash it away.
  document.addEventListener("change", (event) => {
    if (!event.target.form) return;
    dirty = true;
    settle(event.target.form);
  });
  document.addEventListener("reset", () => { dirty = false; });

  // A radio that the chosen card hides goes back to the first of its group, so that nothing unseen is sent.
  function settle(form) {
    for (const input of form.querySelectorAll("input[type=radio]:checked")) {
      if (input.closest(".slot") || input.offsetParent !== null) continue;
      const first = form.querySelector(`input[type=radio][name="${input.name}"]`);
      if (first) first.checked = true;
    }
  }

  // A closed choice says why and sends nothing.
  document.addEventListener("submit", (event) => {
    const closed = event.target.querySelector("input:checked[aria-disabled=true]");
    if (!closed) return;
    event.preventDefault();
    event.stopPropagation();
    say("alert", closed.dataset.reason);
    closed.focus();
  }, true);

  function say(where, text) {
    const region = document.getElementById(where);
    if (region) region.textContent = text;
  }

  async function poll() {
    window.clearTimeout(timer);
    const main = board();
    if (!main || !main.dataset.poll) return;
    if (!document.hidden) {
      try {
        const answer = await fetch(main.dataset.poll, { credentials: "omit", cache: "no-store" });
        offline(false);
        if (answer.status === 205) { refresh(main); return; }
      } catch { offline(true); }
    }
    timer = window.setTimeout(poll, 1000 * Number(main.dataset.every));
  }

  function refresh(main) {
    if (dirty) {
      const bar = document.getElementById("changed");
      if (bar) bar.hidden = false;
      return;
    }
    window.htmx.ajax("GET", main.dataset.home, { target: "#match", swap: "outerHTML" });
  }

  function offline(away) {
    const bar = document.getElementById("offline");
    if (bar) bar.hidden = !away;
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    mine = event.detail.requestConfig.verb === "post";
  });
  document.addEventListener("htmx:afterSettle", () => {
    dirty = false;
    if (mine) {
      const refused = document.querySelector(".reason");
      const state = document.getElementById("state");
      if (refused) { refused.tabIndex = -1; refused.focus(); } else if (state) { state.focus(); }
      window.scrollTo({ top: 0 });
    }
    mine = false;
    poll();
  });
  document.addEventListener("htmx:sendError", () => offline(true));
  document.addEventListener("htmx:responseError", (event) => {
    const bar = document.getElementById("unsaved");
    if (bar) bar.hidden = false;
    if (event.detail.xhr.status === 404 || event.detail.xhr.status === 403) window.location.reload();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) poll(); });
  window.addEventListener("online", poll);
  window.addEventListener("pageshow", (event) => { if (event.persisted) window.location.reload(); });
  const start = () => { const main = board(); if (main) timer = window.setTimeout(poll, 1000 * Number(main.dataset.every)); };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start); else start();
})();
