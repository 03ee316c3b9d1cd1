// Reads what is said in a match aloud, in the browser's own voice. It is fetched once somebody wants that, and may run
// many times. AGPL-3.0-or-later.
(() => {
  "use strict";
  if (window.reading) return window.reading();
  const WAYS = {
    plain: { volume: 0.8, pitch: 1, rate: 1 },
    whispered: { volume: 0.3, pitch: 0.8, rate: 0.9 },
    roared: { volume: 1, pitch: 1.5, rate: 1.1 },
    sung: { volume: 0.9, pitch: 1.8, rate: 0.7 },
  };
  const MOST = 100;
  let on = true, waits = false;
  const heard = new Set(JSON.parse(read(() => sessionStorage.getItem("voice-heard")) || "[]"));

  // A browser may keep nothing, and then throws.
  function read(what) { try { return what(); } catch { return null; } }

  function keep() {
    read(() => { document.cookie = `voice=${on ? 1 : ""};path=/;max-age=${on ? 31536000 : 0};samesite=lax`; });
  }

  function follow() {
    const button = document.getElementById("voice");
    if (!button || !window.speechSynthesis) return;
    button.setAttribute("aria-pressed", on);
    if (on) speak();
  }

  // Before htmx, which would fetch this anew.
  document.addEventListener("click", (event) => {
    if (event.target.id !== "voice") return;
    event.stopPropagation();
    on = !on;
    keep();
    if (!on) window.speechSynthesis?.cancel();
    follow();
  }, true);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "match") follow(); });

  // No browser speaks before something was pressed on the page.
  function speak() {
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) {
      if (waits) return;
      waits = true;
      for (const kind of ["pointerup", "keydown"]) document.addEventListener(kind, () => on && speak(), { once: true });
      return;
    }
    waits = false;
    for (const bubble of unheard()) window.speechSynthesis.speak(utterance(bubble));
  }

  // What is new to me and was not read out yet, the oldest first.
  function unheard() {
    const lines = [...document.querySelectorAll("#log li[data-fresh]")].reverse(), times = {}, found = [];
    for (const line of lines) {
      for (const bubble of line.querySelectorAll("q.bubble")) {
        const what = `${location.pathname} ${line.querySelector("time")?.dateTime} ${bubble.textContent}`;
        const key = `${what} ${times[what] = (times[what] || 0) + 1}`;
        if (heard.has(key)) continue;
        heard.add(key);
        found.push(bubble);
      }
    }
    read(() => sessionStorage.setItem("voice-heard", JSON.stringify([...heard].slice(-MOST))));
    return found;
  }

  function utterance(bubble) {
    const words = new SpeechSynthesisUtterance(bubble.textContent.trim());
    words.lang = bubble.lang || bubble.closest("[lang]").lang;
    const speaks = (voice) => voice.lang.toLowerCase().replace("_", "-").split("-")[0] === words.lang.split("-")[0];
    const voice = window.speechSynthesis.getVoices().find(speaks);
    if (voice) words.voice = voice;
    return Object.assign(words, WAYS[bubble.dataset.delivery] || WAYS.plain);
  }
  window.reading = follow;
  keep();
  follow();
})();
