// The replay without a reload per step: links, slider and arrow keys fetch the next drawing and swap it as the table does.
// Without this script the same links and the slider's form load the page.
"use strict";
(() => {
  const nav = document.getElementById("replay"), slider = () => document.getElementById("slider");
  let wanted = "", busy = false;

  async function go(search) { // the last wish counts: whoever drags the slider skips what lies between
    wanted = search;
    if (busy) return;
    busy = true;
    while (wanted) {
      const next = wanted;
      wanted = "";
      try {
        const answer = await fetch(nav.dataset.steps + next);
        if (!answer.ok) throw new Error(answer.status);
        const { nav: fresh, live: board } = await answer.json();
        lay(fresh);
        show(board);
        history.replaceState(null, "", location.pathname + next);
      } catch (error) { location.assign(location.pathname + next); return; }
    }
    busy = false;
  }
  function lay(html) { // all of the navigation but the slider, which may be in somebody's hand
    const fresh = parse(html), held = slider(), now = fresh.querySelector("#slider"), focus = document.activeElement?.id;
    if (!wanted) held.value = now.value;
    held.setAttribute("aria-valuetext", now.getAttribute("aria-valuetext"));
    held.form.elements.seat.value = now.form.elements.seat.value;
    for (const part of [".steps", ".jumps", ".eyes"]) {
      const old = nav.querySelector(part), place = [...old.querySelectorAll("a")].indexOf(document.activeElement);
      const scroll = old.scrollLeft, after = fresh.querySelector(part);
      old.replaceWith(after);
      after.scrollLeft = scroll;
      if (place >= 0) (document.getElementById(focus) || after.querySelectorAll("a")[place])?.focus({ preventScroll: true });
    }
  }
  nav.addEventListener("click", event => {
    const link = event.target.closest("a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(link.search);
  });
  nav.addEventListener("input", event => {
    const form = event.target.form;
    if (form) go("?" + new URLSearchParams(new FormData(form)));
  });
  nav.addEventListener("submit", event => event.preventDefault());
  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    const around = { PageUp: -1, PageDown: 1 }[event.key];
    const link = around ? jump(around) : document.getElementById(keys[event.key]);
    if (!link) return;
    event.preventDefault();
    if (link.href) go(link.search);
  });
  function jump(by) { // the round before or after
    const all = [...nav.querySelectorAll(".jumps a")], now = all.findIndex(link => link.hasAttribute("aria-current"));
    return all[now + by];
  }
})();
