// Shows push messages and opens the match they are about. AGPL-3.0-or-later.
"use strict";

self.addEventListener("push", (event) => {
  let told = {};
  try { told = event.data.json(); } catch { /* an empty message is a message too */ }
  const path = typeof told.path === "string" && /^\/(?![/\\])/.test(told.path) ? told.path : "/";
  const shown = { data: { path }, tag: path, icon: "/static/img/icon-192.png" };
  event.waitUntil(self.registration.showNotification(String(told.title || "Kitchen Table"), shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.path, self.location.origin).href));
});

async function open(address) {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => page.url === address);
  return there ? there.focus() : self.clients.openWindow(address);
}
