// The review while it is made: how far it is, and what it has found so far. Without this script the page loads again.
"use strict";
(() => {
  const main = document.getElementById("review"), PAUSE = 700, MOST_FAILURES = 20;
  let worlds = "", failures = 0;

  async function look() {
    try {
      const answer = await fetch(`${main.dataset.part}?worlds=${worlds}`);
      if (!answer.ok) throw new Error(answer.status);
      const found = await answer.json();
      failures = 0;
      worlds = String(found.worlds);
      if (found.html) lay(found.html);
      const bar = main.querySelector("progress");
      if (bar) bar.value = found.done;
      if (!found.running) return;
    } catch (error) {
      if (++failures > MOST_FAILURES) return;
    }
    setTimeout(look, PAUSE);
  }
  function lay(html) { // what is open, and what has the focus, stays so
    const open = main.querySelector("#every")?.open, focus = document.activeElement?.id;
    main.replaceChildren(...parse(html).childNodes);
    if (open) main.querySelector("#every").open = true;
    if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  }
  if (main.dataset.part) setTimeout(look, PAUSE);
})();
