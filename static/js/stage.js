// Reads the stage aloud on request, and counts what is written. AGPL-3.0-or-later.
(() => {
  "use strict";
  if (window.staged) return window.staged();
  const voice = window.speechSynthesis, find = (what) => document.querySelector(what);
  let on = false, last = "", timer = 0;

  // Without a voice nothing would be heard.
  function offer() {
    const button = find("#read-aloud");
    if (button) button.hidden = !voice?.getVoices().length;
    return button;
  }

  function show() {
    const button = offer();
    if (!button) return;
    button.setAttribute("aria-pressed", on);
    if (on) say([find("#now blockquote"), find("#now .signed b")].filter(Boolean));
  }

  // The quote, a pause, the source; nothing twice.
  function say(parts) {
    const quote = parts[0].textContent, fresh = parts.slice(quote === last);
    last = quote;
    const next = () => {
      const one = fresh.shift();
      if (!one || !on) return;
      const words = new SpeechSynthesisUtterance(one.textContent);
      words.lang = one.closest("[lang]").lang;
      words.onend = () => { timer = setTimeout(next, 900); };
      voice.speak(words);
    };
    next();
  }

  voice?.addEventListener?.("voiceschanged", offer);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#read-aloud")) return;
    on = !on;
    last = "";
    clearTimeout(timer);
    voice.cancel();
    show();
  });
  document.addEventListener("input", ({ target }) => {
    const counter = target.closest(".writes")?.querySelector(".counter");
    if (counter && target.maxLength > 0) counter.textContent = `${target.value.length}/${target.maxLength}`;
  });
  window.staged = show;
  show();
})();
