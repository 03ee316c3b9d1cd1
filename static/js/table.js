// What the table does beyond plain forms: follow the match, keep focus, say why not. AGPL-3.0-or-later.
(() => {
  "use strict";
  const board = () => document.getElementById("match");
  let timer = 0, mine = false, kept = null;

  // A choice made in a form is a draft: the poll must not wash it away.
  const drafts = new Set();
  document.addEventListener("change", (event) => {
    if (!event.target.form || apart(event.target)) return;
    settle(event.target.form);
    show("closed", false);
    say("alert", "");
    const duel = event.target.closest(".slot") && [...event.target.form.querySelectorAll(".duel, .whom")].find((box) => box.offsetParent);
    if (duel) duel.scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("input", (event) => { if (event.target.form && !apart(event.target)) drafts.add(event.target.form); });

  // The talk sends and draws itself.
  const apart = (one) => one.closest("#talk");
  const writing = () => document.querySelector("#talk input[name=text]")?.value;

  // A hidden radio goes back to the first of its group, so that nothing unseen is sent.
  function settle(form) {
    for (const input of form.querySelectorAll("input[type=radio]:checked")) {
      if (input.closest(".slot") || input.offsetParent !== null) continue;
      const first = form.querySelector(`input[type=radio][name="${input.name}"]`);
      if (first) first.checked = true;
    }
  }

  // A closed choice says why and sends nothing, but by a data-plain button.
  document.addEventListener("submit", (event) => {
    const closed = event.target.querySelector("input:checked[aria-disabled=true]");
    if (!closed || event.submitter?.matches("[data-plain]")) return;
    event.preventDefault();
    event.stopPropagation();
    say("alert", closed.dataset.reason);
    show("closed", true);
    document.querySelector("#closed span").textContent = closed.dataset.reason;
    closed.focus();
  }, true);

  function say(where, text) {
    const region = document.getElementById(where);
    if (region) region.textContent = text;
  }

  async function poll() {
    later();
    const main = board();
    if (!main || !main.dataset.poll || document.hidden) return;
    try {
      const answer = await fetch(main.dataset.poll, { credentials: "omit", cache: "no-store" });
      offline(false);
      if (answer.status === 205 && main.isConnected) refresh(main);
    } catch { offline(true); }
  }

  function later() {
    window.clearTimeout(timer);
    const main = board();
    if (main) timer = window.setTimeout(poll, 1000 * Number(main.dataset.every));
  }

  function refresh(main) {
    if ([...drafts].some((form) => form.isConnected) || writing()) {
      show("changed", true);
      return;
    }
    kept = { focus: main.contains(document.activeElement) ? mark(document.activeElement) : "",
      open: [...main.querySelectorAll("details[open][id]")].map((one) => one.id) };
    window.htmx.ajax("GET", main.dataset.home, { target: "#match", swap: "outerHTML" });
  }

  // What others did leaves the focus, and what was unfolded, as they were.
  function restore() {
    const main = board();
    for (const id of kept.open) { const one = document.getElementById(id); if (one) one.open = true; }
    if (kept.focus && document.activeElement === document.body) {
      const same = [...main.querySelectorAll("a, button, input, select, summary, [tabindex]")];
      (same.find((one) => mark(one) === kept.focus) || document.getElementById("state")).focus({ preventScroll: true });
    }
    kept = null;
  }

  function mark(one) {
    const words = one.tagName === "SELECT" ? "" : one.textContent.trim();
    return [one.tagName, one.id, one.name, one.value, one.getAttribute("href"), words].join("|");
  }

  function show(id, on) {
    const bar = document.getElementById(id);
    if (bar) bar.hidden = !on;
  }

  function offline(away) { show("offline", away); }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (apart(event.target)) return;
    mine = event.detail.requestConfig.verb === "post";
    show("unsaved", false);
  });
  // Sent elsewhere means signed out: the whole page goes there and comes back.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const asked = new URL(event.detail.requestConfig.path, window.location.href).pathname;
    const xhr = event.detail.xhr;
    if (!xhr.responseURL || new URL(xhr.responseURL).pathname === asked) return;
    event.detail.shouldSwap = false;
    window.location.reload();
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "match") return;
    if (mine) {
      const refused = document.querySelector("#saved, #match .reason:not([hidden]):not(.well)");
      const state = document.getElementById("state");
      if (refused) { refused.tabIndex = -1; refused.focus(); } else { state.focus(); window.scrollTo({ top: 0 }); }
    } else if (kept) restore();
    mine = false;
    later();
  });
  document.addEventListener("htmx:sendError", () => offline(true));
  document.addEventListener("htmx:responseError", (event) => {
    show("unsaved", true);
    if (event.detail.xhr.status === 404 || event.detail.xhr.status === 403) window.location.reload();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) poll(); });
  window.addEventListener("online", poll);
  window.addEventListener("pageshow", (event) => { if (event.persisted) window.location.reload(); });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", later); else later();
})();
