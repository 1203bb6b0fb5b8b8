// The reveal: plays the beats of what has happened on the old board, one at a time, before the new one lies there.
// It holds no rules and decides nothing: how long a beat lasts, what it says and what flies comes from the server.
"use strict";
const reveal = (() => {
  const TWICE = 400; // ms: two taps within it are one wish, and a tap on the old board is not meant for the new one
  const ROLL = 9 / 16; // of a beat of dice; what is left of it is for the totals
  const FLIP = { calm: 400, brisk: 260 }, FLY = { calm: 420, brisk: 260 }, APART = 60, MOST_APART = 5;
  const PATIENCE = 2500; // ms that a sheet stays when something waits behind it
  const LAG = 9000; // ms of beats behind which we do not stay
  const CALM_GAMES = 3; // on a device, unless somebody has chosen a pace
  const cuts = matchMedia("(prefers-reduced-motion: reduce)");
  let now = null; // what is being shown
  let lastTap = -TWICE, deafUntil = 0;

  // -- the pace, remembered -------------------------------------------------------------------------
  function pace() {
    const chosen = localStorage.getItem("pace");
    if (["calm", "brisk", "once"].includes(chosen)) return chosen;
    const games = (localStorage.getItem("games") || "").split(" ").filter(Boolean), here = location.pathname;
    if (!games.includes(here) && games.length < CALM_GAMES) localStorage.setItem("games", [...games, here].join(" "));
    return games.includes(here) || games.length < CALM_GAMES ? "calm" : "brisk";
  }
  function mark() { // a new board has been laid
    document.getElementById("live").classList.remove("revealing");
    const box = document.querySelector(".pace"), chosen = box && box.querySelector(`[value=${pace()}]`);
    if (chosen) { box.hidden = false; chosen.checked = true; }
  }
  document.addEventListener("change", event => {
    if (event.target.name !== "pace") return;
    localStorage.setItem("pace", event.target.value);
    if (event.target.value === "once") stop();
  });

  // -- which beats ------------------------------------------------------------------------------------
  const has = message => !!message.querySelector("#beats");
  const beatsIn = message => [...(message.querySelector("#beats")?.content.querySelectorAll("section") ?? [])];
  const sentence = beat => beat.querySelector("p").textContent;
  const time = (beat, speed) => beat.dataset[speed].split(" ").map(Number);
  function unseen(old, fresh) { // none for a page that has missed a board: it goes straight to the end
    const before = old.querySelector("#beats"), after = fresh.querySelector("#beats");
    return follows(fresh) && before && after && before.dataset.step === after.dataset.from ? beatsIn(fresh) : [];
  }
  const lasts = (messages, speed) => messages.flatMap(beatsIn).reduce((sum, beat) => sum + time(beat, speed).reduce((a, b) => a + b), 0);

  // -- playing ------------------------------------------------------------------------------------------
  async function play(old, fresh, behind) { // answers what has not been said aloud, and whether all was shown
    const beats = unseen(old, fresh), speed = pace();
    if (!beats.length) return { unsaid: "", isShown: false };
    if (speed === "once" || document.hidden || lasts(behind, speed) > LAG) return { unsaid: beats.map(sentence).filter(Boolean).join(" "), isShown: false };
    now = { old, fresh, speed, kept: new Map(), unsaid: [], isSkipping: false, isOver: false, end: () => {} };
    const { unsaid } = now;
    try {
      begin();
      for (const beat of beats) await one(beat);
    } finally { finish(); now = null; }
    document.dispatchEvent(new CustomEvent("revealed", { detail: { at: performance.now() } }));
    return { unsaid: unsaid.join(" "), isShown: true };
  }
  async function one(beat) {
    const { kind, step, place = "" } = beat.dataset, words = sentence(beat), isSheet = kind === "sheet";
    if (now.isOver || now.isSkipping && !isSheet) { // not shown any more, but its outcome lies there and is said
      if (words) now.unsaid.push(words);
      put(beat);
      return;
    }
    document.dispatchEvent(new CustomEvent("beat", { detail: { kind, step: Number(step), place, say: words, at: performance.now() } }));
    now.isEnded = false;
    ring(place);
    const [lead, rest] = time(beat, now.speed), rolling = kind === "dice" && !cuts.matches ? lead * ROLL : 0;
    if (words && !rolling) tell(words); // nobody reads what a die shows before it lies
    const said = [...now.unsaid.splice(0), words].filter(Boolean).join(" ");
    if (said) say(said);
    const shown = put(beat);
    if (isSheet) return hold(rest);
    if (kind === "turn" && !cuts.matches) flip(shown);
    if (rolling) {
      now.old.classList.add("rolling"); // nobody has won yet
      roll(shown, rolling);
      await pause(rolling);
      now.old.classList.remove("rolling");
      if (words) tell(words);
    }
    if (lead > rolling && !now.isEnded) await pause(lead - rolling);
    if (rest && !now.isEnded) { launch(beat, rest); await pause(rest); }
    land();
  }
  const pause = ms => new Promise(done => {
    const timer = ms ? setTimeout(done, ms) : 0;
    now.end = () => { now.isEnded = true; clearTimeout(timer); done(); };
  });

  // -- the old board while it is shown ------------------------------------------------------------------
  function begin() {
    const { old, fresh } = now, status = old.querySelector("#status"), curtain = fresh.querySelector(".hand.curtain");
    old.classList.add("revealing");
    old.dataset.yours = "0"; // nobody is asked before it is over
    if (curtain) old.querySelector("#part-hand").replaceWith(curtain.closest(".part").cloneNode(true)); // nobody's hand lies open while several look on
    if (!status) return;
    keep(status);
    status.setAttribute("aria-live", "off"); // the polite region says it, once
    status.style.minHeight = `${status.offsetHeight}px`;
    status.append(document.importNode(fresh.querySelector("#beats").content.querySelector("#skip"), true));
  }
  function finish() { // as it was, where the new board brings nothing else
    const { old, fresh, kept } = now;
    land();
    ring("");
    for (const [element, nodes] of kept) {
      const part = element.closest(".part");
      if (part && !fresh.querySelector("#" + part.id)) element.replaceChildren(...nodes);
    }
    const status = old.querySelector("#status");
    if (status) { status.removeAttribute("aria-live"); status.style.minHeight = ""; }
  }
  const keep = element => { if (!now.kept.has(element)) now.kept.set(element, [...element.childNodes].map(node => node.cloneNode(true))); };
  function tell(words) {
    const strong = now.old.querySelector("#status strong");
    if (strong) strong.textContent = words;
  }
  function ring(place) {
    for (const element of now.old.querySelectorAll(".settling")) element.classList.remove("settling");
    const element = place && now.old.querySelector("#" + CSS.escape(place));
    if (!element) return;
    element.classList.add("settling");
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: cuts.matches ? "instant" : "smooth" });
  }
  function put(beat) { // lay what a beat shows into its elements, and answer these
    const found = [];
    for (const piece of beat.querySelectorAll(":scope > template[data-in]")) {
      const element = now.old.querySelector("#" + CSS.escape(piece.dataset.in));
      if (!element) continue;
      keep(element);
      element.replaceChildren(...inside(element, piece));
      found.push(element);
    }
    return found;
  }
  const inside = (element, piece) => element instanceof SVGElement
    ? [...parse(`<svg>${piece.innerHTML}</svg>`).firstChild.childNodes]
    : [...document.importNode(piece.content, true).childNodes];

  // -- motion ---------------------------------------------------------------------------------------------
  const within = (elements, wanted) => elements.flatMap(element => [...element.querySelectorAll(wanted)]);
  function flip(shown) {
    for (const card of within(shown, ".card")) card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: FLIP[now.speed], easing: "ease-out" });
  }
  function roll(shown, ms) { // one die after the other, but those that lie already; then the totals and the reason
    const dice = within(shown, ".die:not(.lies, :empty)"), each = ms / (dice.length || 1);
    const tumble = [{ opacity: 0, transform: "translateY(-18px) rotate(-200deg)" }, { opacity: 1, transform: "translateY(4px) rotate(40deg)", offset: 0.7 }, { transform: "none" }];
    dice.forEach((die, i) => die.animate(tumble, { duration: each, delay: i * each, fill: "backwards", easing: "ease-out" }));
    for (const told of within(shown, ".tot:not(.lies), .dmid:not(.lies)")) told.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120, delay: ms, fill: "backwards" });
  }
  function launch(beat, rest) {
    if (cuts.matches) return;
    const home = now.old.querySelector("main") ?? now.old, edge = home.getBoundingClientRect();
    const middle = id => {
      const box = now.old.querySelector("#" + CSS.escape(id))?.getBoundingClientRect();
      if (!box) return "";
      const x = Math.min(Math.max(box.x + box.width / 2, edge.left + 24), edge.right - 24); // a rail may have scrolled away
      return `translate(${x - edge.x}px, ${box.y + box.height / 2 - edge.y}px) translate(-50%, -50%)`;
    };
    [...beat.querySelectorAll(":scope > template[data-start]")].forEach((piece, i) => {
      const start = middle(piece.dataset.start), end = middle(piece.dataset.end);
      if (!start || !end) return;
      const flier = document.createElement("div"), delay = Math.min(i, MOST_APART) * APART;
      flier.className = "flier";
      flier.setAttribute("aria-hidden", "true");
      flier.append(document.importNode(piece.content, true));
      for (const named of flier.querySelectorAll("[id], [data-vt]")) { named.removeAttribute("id"); named.removeAttribute("data-vt"); }
      home.append(flier);
      const duration = beat.dataset.kind === "pawn" ? rest : Math.min(rest, FLY[now.speed]);
      flier.animate([{ transform: start }, { transform: end }], { duration: Math.max(1, Math.min(duration, rest - delay)), delay, fill: "both", easing: "cubic-bezier(.2, .7, .2, 1)" });
    });
  }
  function land() { for (const flier of now.old.querySelectorAll(".flier")) flier.remove(); }

  // -- the sheet --------------------------------------------------------------------------------------------
  async function hold(ms) { // the round's result stays until somebody goes on, or for its time
    const sheet = now.old.querySelector("#sheet"), fresh = now.fresh.querySelector("#sheet");
    if (!sheet) return;
    keep(sheet.parentElement);
    if (fresh) sheet.querySelector("ol").replaceChildren(...[...fresh.querySelectorAll("li")].map(row => row.cloneNode(true)));
    sheet.hidden = false;
    sheet.open = true;
    sheet.classList.add("held");
    sheet.querySelector("#go-on").hidden = false;
    fit(sheet);
    now.isHeld = true;
    now.heldFrom = performance.now();
    await pause(ms || (now.isHurried ? PATIENCE : 0));
    now.isHeld = false;
    sheet.open = false;
    sheet.classList.remove("held");
    sheet.querySelector("#go-on").hidden = true;
  }
  function fit(sheet) { // the page does not scroll for it, its list does
    const list = sheet.querySelector("ol"), over = sheet.getBoundingClientRect().bottom - innerHeight + 8;
    if (over > 0) list.style.maxHeight = `${Math.max(140, list.offsetHeight - over)}px`;
    sheet.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
  function hurry() { // something waits behind a sheet that would stay for good
    if (!now) return;
    const held = now;
    now.isHurried = true;
    if (now.isHeld) setTimeout(() => { if (now === held && now.isHeld) now.end(); }, PATIENCE);
  }

  // -- taps and keys --------------------------------------------------------------------------------------------
  function stop() { if (now) { now.isOver = true; now.end(); } }
  function skip() { now.isSkipping = true; now.end(); }
  function tap({ timeStamp: at, detail: clicks }) {
    if (at - lastTap >= TWICE && clicks < 2) now.end(); else if (!now.isSkipping) skip(); // a third tap in a row does not close the sheet
    lastTap = at;
  }
  const swallow = event => { event.preventDefault(); event.stopImmediatePropagation(); };
  addEventListener("click", event => {
    const spot = event.target.closest("#skip, #go-on, #live .hand, #live .felt");
    if (!spot) return;
    if (!now) { if (event.timeStamp < deafUntil && spot.matches(".hand, .felt")) swallow(event); return; }
    swallow(event);
    deafUntil = event.timeStamp + TWICE;
    if (spot.matches(".felt")) tap(event);
    else if (spot.id !== "go-on") skip();
    else if (!now.isSkipping || event.timeStamp - now.heldFrom > TWICE) now.end(); // the second of two taps is not meant for the sheet
  }, true);
  addEventListener("submit", event => { if (now && event.target.closest("#live .hand, #live .felt")) swallow(event); }, true);
  addEventListener("keydown", event => {
    if (!now || event.ctrlKey || event.metaKey || event.altKey) return;
    const own = event.target.closest?.("a, button, input, select, textarea, summary"); // its own keys, unless it is of the old board
    if (event.key === "Escape") { event.preventDefault(); skip(); }
    else if (event.key === " " && (!own || own.closest("#live .hand, #live .felt"))) { event.preventDefault(); now.end(); }
  }, true);
  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
  addEventListener("resize", () => { if (now) land(); }); // what flies was sent to where things lay before
  return { play, has, hurry, stop, mark };
})();
