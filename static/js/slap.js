// Slapping a card: from its picture to the press, in the player's own time (halt_mal_kurz/_ring.html). AGPL-3.0-or-later.
(() => {
  "use strict";
  if (window.slapping) return window.slapping();
  const GRACE = 1000; // what the way may take; more is a page that was opened again
  const SPOKEN = 1200; // until the card is read out
  const KEYS = [" ", "Enter"];
  const held = new Set();
  let run = null, timer = 0, swallow = false, touched = -GRACE, spoken = false;
  const get = (id) => document.getElementById(id);
  const clock = () => performance.now();

  // From the paint on; the same question drawn anew keeps its time.
  function arm() {
    const slot = get("slap"), form = slot && (slot.form || slot.closest("form"));
    if (form && run && form === run.form) return focus();
    window.clearTimeout(timer);
    if (!form || !slot.dataset.window) { run = null; return; }
    const all = Number(slot.dataset.window), left = Number(slot.dataset.left ?? all);
    const again = run && run.form.action === form.action;
    run = { form, all, gone: Math.max(0, all - left), seen: clock(), start: again ? run.start : 0, took: again ? run.took : "" };
    const mine = run;
    window.requestAnimationFrame(() => window.requestAnimationFrame(() => { if (run === mine) begin(); }));
  }

  function begin() {
    const now = clock(), late = run.gone > GRACE || now - run.seen > GRACE;
    if (!run.start) run.start = late ? run.seen - run.gone : spoken ? now + SPOKEN : now;
    spoken = false;
    run.form.closest("main").dataset.poll = ""; // table.js must not lay it anew now
    const ring = get("slap-ring");
    if (ring) {
      ring.style.setProperty("--window", `${run.all}ms`);
      ring.style.setProperty("--gone", `${Math.round(run.start - now)}ms`);
      ring.classList.add("runs");
    }
    if (run.start > now && get("slap-card")) get("slap-card").focus();
    if (run.start > now) window.setTimeout(focus, SPOKEN); else focus();
    tick();
  }

  function focus() {
    if (run && run.start && run.start <= clock() + 20 && !run.sent) get("slap-hit").focus();
  }

  function tick() {
    const left = run.start + run.all - clock(), count = get("slap-count");
    if (count) count.textContent = Math.ceil(Math.max(0, Math.min(left, run.all)) / 1000);
    if (left > 0) timer = window.setTimeout(tick, left % 1000 + 1); else if (!run.sent) get("slap-off").click();
  }

  // One answer, however it was pressed. What did not arrive can be pressed again.
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.kind === "flip") spoken = clock() - touched > GRACE;
    if (!run || event.target !== run.form || event.defaultPrevented) return;
    if (run.sent) { event.preventDefault(); event.stopImmediatePropagation(); return; }
    run.sent = true;
    const took = run.form.elements.took_ms || run.form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: "took_ms" }));
    if (run.start) took.value = run.took ||= `${Math.max(0, Math.round(clock() - run.start))}`;
  }, true);
  function release(event) {
    if (run && event.target === run.form) { run.sent = false; get("slap-hit").focus(); }
  }
  for (const kind of ["sendError", "responseError", "timeout"]) document.addEventListener(`htmx:${kind}`, release);

  function hits(event) { return run && run.start && event.target.closest?.("#slap-hit"); }

  document.addEventListener("pointerdown", (event) => {
    touched = clock();
    const hit = hits(event) && event.button === 0 && !run.sent;
    if (hit) get("slap-hit").click();
    swallow = hit;
  }, true);
  document.addEventListener("pointerup", () => { touched = clock(); }, true);
  // Its click would meet whatever lies there by then.
  document.addEventListener("click", (event) => {
    if (swallow && event.detail) { event.preventDefault(); event.stopPropagation(); }
    swallow = false;
  }, true);

  document.addEventListener("keydown", (event) => {
    touched = clock();
    if (!KEYS.includes(event.key)) return;
    const pressed = !event.repeat && !held.has(event.key);
    held.add(event.key);
    if (!hits(event) && !(run && run.start && (event.target.id === "slap-card" || event.target === document.body))) return;
    event.preventDefault();
    const alone = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
    if (pressed && alone && !run.sent) get("slap-hit").click();
  }, true);
  document.addEventListener("keyup", (event) => {
    touched = clock();
    held.delete(event.key);
    if (event.key === " " && hits(event)) event.preventDefault();
  }, true);
  window.addEventListener("blur", () => held.clear());

  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "match") arm(); });
  window.slapping = arm;
  arm();
})();
