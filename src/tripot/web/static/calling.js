// Called back: while it is somebody's turn the icon of the tab has a mark and the app a badge; in a hidden tab a notification
// says so, if they have asked for it by the button. The table's own script marks the title.
"use strict";
(() => {
  const button = document.getElementById("call"), icon = document.querySelector("link[rel=icon]"), plain = icon.href;
  const wished = () => localStorage.getItem("call") === "1", allowed = () => "Notification" in window && Notification.permission === "granted";
  let was = isAsked(), shown = null;

  function isAsked() { return document.getElementById("live")?.dataset.yours === "1"; }
  function mark(on) {
    icon.href = on ? plain.replace("icon.svg", "icon-turn.svg") : plain;
    const badge = on ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
    badge?.catch(() => {}); // only an installed page has one
  }
  function call() {
    if (!document.hidden || !wished() || !allowed()) return;
    try {
      shown = new Notification(document.body.dataset.title, { body: document.querySelector("#status .say")?.innerText || "", tag: location.pathname, icon: plain });
      shown.onclick = () => { window.focus(); shown.close(); };
    } catch (error) { /* a phone that wants a service worker for it: the title and the badge remain */ }
  }
  function look() {
    const now = isAsked();
    if (now === was) return;
    was = now;
    mark(now);
    if (now) call(); else shown?.close();
  }
  new MutationObserver(look).observe(document.querySelector(".page"), { subtree: true, childList: true, attributeFilter: ["data-yours"] });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) shown?.close(); });
  mark(was);

  const called = document.getElementById("called"); // a spectator's name, which stays when the line has been sent
  called?.form.addEventListener("submit", () => { called.defaultValue = called.value; });

  function label() {
    const on = wished() && allowed();
    button.textContent = on ? button.dataset.on : button.dataset.off;
    button.setAttribute("aria-pressed", on);
  }
  if (!button || !("Notification" in window) || Notification.permission === "denied") return;
  button.hidden = false;
  label();
  button.addEventListener("click", async () => {
    const on = wished() && allowed();
    if (!on && !allowed()) await Notification.requestPermission();
    localStorage.setItem("call", !on && allowed() ? "1" : "0");
    label();
    if (Notification.permission === "denied") button.hidden = true;
  });
})();
