// Makes the noises of cards that are played. Fetched once that is wanted; may run many times. AGPL-3.0-or-later.
(() => {
  "use strict";
  if (window.sounding) return window.sounding();
  // Tones: wave, begins, lasts (s), from, to (Hz), wobbles so often a second by so many Hz.
  const NOISES = {
    wobbel: "sine 0 .7 330 250 7 90",
    quarp: "sawtooth 0 .15 120 190 32 60,sawtooth .19 .3 170 80 32 60",
    blompf: "sine 0 .5 150 36,hiss 0 .1 350 120",
    rumms: "hiss 0 .75 3200 110,sine 0 .4 95 40",
    zwick: "square 0 .1 900 2600",
    krakadoi: "hiss 0 .05 2600 1200,hiss .11 .05 3400 1500,hiss .18 .05 2200 900,hiss .33 .2 1800 300",
    pfiuut: "sine 0 .38 2300 600,sine .36 .36 600 2500",
    huffta: "hiss 0 .2 1000 500,hiss .34 .32 800 250",
    arrargh: "sawtooth 0 .75 105 62 27 35,hiss 0 .7 700 400",
    splabbadap: "hiss 0 .4 5000 500,sine .14 .11 380 950,sine .3 .11 520 1250,sine .5 .14 330 820",
    gapween: "triangle 0 .75 170 560 24 110",
    inkle: "sine 0 .3 1976,sine .15 .3 1661,sine .3 .3 1319,sine .45 .3 988",
  };
  const heard = new Set(JSON.parse(attempt(() => sessionStorage.noises) || "[]"));
  let audio = null, free = 0, on = !!switched();

  function switched() { return document.getElementById("noises"); }

  // A browser may keep nothing, and then throws.
  function attempt(what) { try { return what(); } catch { return ""; } }

  function follow() {
    if (!switched() || !window.AudioContext) return;
    switched().setAttribute("aria-pressed", on);
    attempt(() => { document.cookie = `noises=1;path=/;samesite=lax;max-age=${on ? 31536000 : 0}`; });
    if (!on || document.hidden) return;
    if (navigator.userActivation?.hasBeenActive !== false) unheard().forEach(play);
    // No browser sounds before something was pressed.
    else for (const kind of ["pointerup", "keydown"]) addEventListener(kind, follow, { once: true });
  }

  // What is new to me or came meanwhile; of much the last four.
  function unheard() {
    const place = location.pathname, times = {}, found = [];
    for (const line of [...document.querySelectorAll("#log li")].reverse()) {
      for (const { dataset } of line.querySelectorAll("[data-noise]")) {
        const what = place + line.textContent, key = what + (times[what] = (times[what] || 0) + 1);
        if (!heard.has(key) && (heard.has(place) || "fresh" in line.dataset)) found.push(dataset.noise);
        heard.add(key);
      }
    }
    heard.delete(place);
    heard.add(place);
    attempt(() => { sessionStorage.noises = JSON.stringify([...heard].slice(-99)); });
    return found.slice(-4);
  }

  function play(name) {
    if (!window.AudioContext) return;
    audio ||= new AudioContext();
    audio.resume();
    const start = Math.max(free, audio.currentTime);
    for (const tone of NOISES[name]?.split(",") || []) {
      const [wave, at, lasts, from, to = from, often = 0, by = 0] = tone.split(" ").map((one) => isNaN(one) ? one : +one);
      const begin = start + at, end = begin + lasts, hiss = wave === "hiss", volume = new GainNode(audio, { gain: 0 });
      const source = hiss ? new AudioBufferSourceNode(audio, { buffer: white() }) : new OscillatorNode(audio, { type: wave });
      const filter = new BiquadFilterNode(audio, { type: hiss ? "bandpass" : "allpass" });
      const pitch = (hiss ? filter : source).frequency, wobble = new OscillatorNode(audio, { frequency: often });
      pitch.setValueAtTime(from, begin);
      pitch.exponentialRampToValueAtTime(to, end);
      volume.gain.setTargetAtTime(hiss ? 0.33 : 0.15, begin, 0.005);
      volume.gain.setTargetAtTime(0, begin + lasts / 2, lasts / 10);
      wobble.connect(new GainNode(audio, { gain: by })).connect(pitch);
      source.connect(filter).connect(volume).connect(audio.destination);
      for (const one of [source, wobble]) { one.start(begin); one.stop(end); }
      free = Math.max(free, end + 0.05);
    }
  }

  function white() {
    const buffer = new AudioBuffer({ length: 22050, sampleRate: 22050 });
    buffer.getChannelData(0).forEach((_, n, all) => { all[n] = Math.random() * 2 - 1; });
    return buffer;
  }

  // Before htmx, which would fetch this anew.
  addEventListener("click", (event) => {
    const sample = event.target.closest("button[data-noise]");
    if (sample) play(sample.dataset.noise);
    if (event.target.id !== "noises") return;
    event.stopPropagation();
    on = !on;
    if (!on) { audio?.close(); audio = null; free = 0; }
    follow();
  }, true);
  addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "match") follow(); });
  document.addEventListener("visibilitychange", follow);
  for (const button of document.querySelectorAll("button[data-noise]")) button.hidden = false;
  window.sounding = follow;
  follow();
})();
