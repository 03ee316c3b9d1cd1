// The table beyond plain forms: following, focus, refusals. AGPL-3.0-or-later.
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
    document.getElementById(where)?.replaceChildren(text);
  }

  async function poll() {
    later();
    const main = board();
    if (!main || !main.dataset.poll || document.hidden) return;
    try {
      const answer = await fetch(main.dataset.poll, { credentials: "omit", cache: "no-store" });
      show("offline", false);
      // What comes back for an answer is newer.
      if (answer.status === 205 && main.isConnected && !main.querySelector(".htmx-request")) refresh(main);
    } catch { show("offline", true); }
  }

  function later() {
    clearTimeout(timer);
    const main = board();
    if (main) timer = setTimeout(poll, 1000 * Number(main.dataset.every));
  }

  function refresh(main) {
    if ([...drafts].some((form) => form.isConnected) || writing()) {
      show("changed", true);
      return;
    }
    kept = { focus: main.contains(document.activeElement) ? mark(document.activeElement) : "",
      open: [...main.querySelectorAll("details[open][id]")].map((one) => one.id) };
    htmx.ajax("GET", main.dataset.home, { target: "#match", swap: "outerHTML" });
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

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (apart(event.target)) return;
    mine = event.detail.requestConfig.verb === "post";
    if (mine) htmx.trigger(document.body, "htmx:abort");
    show("unsaved", false);
  });
  // Sent elsewhere means signed out.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const path = (url) => new URL(url, location.href).pathname, came = event.detail.xhr.responseURL;
    if (!came || path(came) === path(event.detail.requestConfig.path)) return;
    event.detail.shouldSwap = false;
    location.reload();
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "match") return;
    if (mine) {
      const refused = document.querySelector("#saved, #match .reason:not([hidden]):not(.well)");
      if (refused) { refused.tabIndex = -1; refused.focus(); } else { document.getElementById("state").focus(); scrollTo({ top: 0 }); }
    } else if (kept) restore();
    mine = false;
    later();
  });
  document.addEventListener("htmx:sendError", () => show("offline", true));
  document.addEventListener("htmx:responseError", (event) => {
    show("unsaved", true);
    if ([403, 404].includes(event.detail.xhr.status)) location.reload();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) poll(); });
  window.addEventListener("online", poll);
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", later); else later();
})();
