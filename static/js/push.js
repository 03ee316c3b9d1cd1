// Push messages for this browser: asked only after a press, and said in words when it does not work. AGPL-3.0-or-later.
(() => {
  "use strict";
  const box = document.getElementById("this-device");
  if (!box) return;
  const say = (name) => {
    for (const words of box.querySelectorAll("[data-words]")) words.hidden = words.dataset.words !== name;
  };
  const works = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  const apple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
  const onHomeScreen = window.matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
  const button = box.querySelector("button");
  box.hidden = false;
  if (!works) {
    say(apple && !onHomeScreen ? "home-screen" : "unable");
    return;
  }
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const answer = await Notification.requestPermission();
      if (answer !== "granted") { say("refused"); return; }
      say("working");
      await navigator.serviceWorker.register("/sw.js");
      const worker = await navigator.serviceWorker.ready;
      const options = { userVisibleOnly: true, applicationServerKey: bytes(box.dataset.key) };
      const found = await worker.pushManager.getSubscription();
      if (found && !same(found.options.applicationServerKey, options.applicationServerKey)) await found.unsubscribe();
      send(await worker.pushManager.subscribe(options));
    } catch {
      say("failed");
    } finally {
      button.disabled = false;
    }
  });

  function send(subscription) {
    const form = document.getElementById("new-device");
    const { endpoint, keys } = subscription.toJSON();
    form.elements.endpoint.value = endpoint;
    form.elements.key.value = keys.p256dh;
    form.elements.auth.value = keys.auth;
    form.elements.name.value = name();
    form.submit();
  }

  function name() {
    const agent = navigator.userAgent;
    const browser = (/Firefox|Edg|OPR|SamsungBrowser|Chrome|Safari/.exec(agent) || ["?"])[0].replace("Edg", "Edge").replace("OPR", "Opera");
    const system = (/Android|iPhone|iPad|Windows|Mac OS X|CrOS|Linux/.exec(agent) || ["?"])[0];
    return `${browser} · ${system}`;
  }

  function bytes(text) {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/") + "=".repeat((4 - (text.length % 4)) % 4));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  }

  function same(one, other) {
    return one && String(new Uint8Array(one)) === String(other);
  }
})();
