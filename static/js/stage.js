// Reads the stage aloud on request, and counts what is written. AGPL-3.0-or-later.
(() => {
  "use strict";
  if (window.staged) return window.staged();
  const voice = window.speechSynthesis, find = (what) => document.querySelector(what);
  const PAUSE = 900, waiting = [];
  let on = false, last = "", timer = 0, now = null;

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

  // The quote, a pause, the source, however soon it is asked for; nothing twice.
  function say(parts) {
    const quote = parts[0].textContent;
    for (const part of parts.slice(quote === last)) {
      waiting.push({ text: part.textContent, lang: part.closest("[lang]").lang });
    }
    last = quote;
    if (!now) next();
  }

  function next() {
    const one = waiting.shift();
    if (!one) return void (now = null);
    const words = now = Object.assign(new SpeechSynthesisUtterance(one.text), { lang: one.lang });
    words.onend = words.onerror = () => { if (now === words) timer = setTimeout(next, PAUSE); };
    voice.speak(words);
  }

  function hush() {
    clearTimeout(timer);
    waiting.length = 0;
    now = null;
    voice.cancel();
  }

  voice?.addEventListener?.("voiceschanged", offer);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#read-aloud")) return;
    on = !on;
    last = "";
    hush();
    show();
  });
  document.addEventListener("input", ({ target }) => {
    const counter = target.closest(".writes")?.querySelector(".counter");
    if (counter && target.maxLength > 0) counter.textContent = `${target.value.length}/${target.maxLength}`;
  });
  window.staged = show;
  show();
})();
