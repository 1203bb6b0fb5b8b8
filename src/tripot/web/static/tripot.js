// tripot: keeps the table up to date, lets things fly (with reveal.js), posts moves. The browser holds no rules.
"use strict";
const page = document.body, live = () => document.getElementById("live");
const policy = window.trustedTypes ? trustedTypes.createPolicy("tripot", { createHTML: html => html }) : { createHTML: html => html };
const parse = html => { const t = document.createElement("template"); t.innerHTML = policy.createHTML(html); return t.content; };
const still = matchMedia("(prefers-reduced-motion: reduce)");
const say = text => { const region = document.getElementById("announce"); if (region) region.textContent = text; };
let waiting = [], laid = null, busy = false;

// -- a new board: play what led to it, name only what moved, swap inside a view transition, keep focus ----------------
function show(html) {
  const fresh = parse(html).querySelector("#live");
  if (!fresh || !live()) return;
  if (follows(fresh)) hear(fresh); else { waiting = []; reveal.stop(); } // a whole board is all there is to show
  waiting.push(fresh);
  if (busy) { if (reveal.has(fresh)) reveal.hurry(); } else next();
}
const follows = message => "part" in message.dataset || "next" in message.dataset; // comes after the board that we have been sent last
function hear(fresh) { // what people say need not wait until a reveal is over
  const said = fresh.querySelector("#part-said");
  if (busy && said) live().querySelector("#part-said")?.replaceWith(said);
}
function lay(board, parts) { // put what has changed into a board, or into earlier changes that wait for it: there the last one counts
  for (const [name, value] of Object.entries(parts.dataset)) if (name !== "part") board.dataset[name] = value;
  for (const part of [...parts.children]) {
    const old = [...board.querySelectorAll("#" + part.id)].at(-1);
    if (old) old.replaceWith(part); else board.append(part);
  }
  return board;
}
async function next() {
  busy = true;
  let unsaid = "", isShown = false;
  while (waiting.length) {
    laid = waiting.shift();
    try {
      const played = await reveal.play(live(), laid, waiting);
      unsaid += " " + played.unsaid;
      isShown ||= played.isShown;
    } catch (error) { reportError(error); } // the board comes all the same
    if (waiting.length && !follows(waiting[0])) continue;
    while (waiting.length && "part" in waiting[0].dataset && !reveal.has(waiting[0])) lay(laid, waiting.shift());
    await change(live(), laid, unsaid, isShown);
    unsaid = "";
    isShown = false;
  }
  laid = null;
  busy = false;
}
async function change(old, fresh, unsaid, isShown) { // what a reveal has shown does not move again
  const moved = isShown || still.matches || document.hidden || !document.startViewTransition ? [] : movers(old, fresh);
  const swap = () => exchange(old, fresh, unsaid);
  if (!moved.length) return swap();
  moved.forEach(([before, after], i) => { if (before) before.style.viewTransitionName = "m" + i; });
  const flight = document.startViewTransition(() => {
    moved.forEach(([before]) => { if (before) before.style.viewTransitionName = ""; });
    swap();
    moved.forEach(([, after], i) => { after.style.viewTransitionName = "m" + i; });
  });
  try { await flight.finished; } catch (error) { /* the swap has happened; only the flight was cut */ }
  moved.forEach(([, after]) => { after.style.viewTransitionName = ""; });
}
function movers(old, fresh) {
  const places = new Map([...old.querySelectorAll("[data-vt]")].map(e => [e.dataset.vt, e]));
  const found = [];
  for (const after of fresh.querySelectorAll("[data-vt]")) {
    const before = places.get(after.dataset.vt);
    if (before && before.dataset.at !== after.dataset.at) found.push([before, after]);
  }
  return found.slice(0, 24);
}
function exchange(old, fresh, unsaid) {
  const focus = document.activeElement && document.activeElement.id, inside = old.contains(document.activeElement), scroll = old.querySelector(".seats")?.scrollLeft;
  const was = old.dataset.yours, typed = [...old.querySelectorAll("input.field")].map(e => [e.id, e.value]);
  const open = [...old.querySelectorAll("details[open]")].map(e => e.id);
  const kept = old.dataset.decision === fresh.dataset.decision ? ticks(old) : new Map();
  if ("part" in fresh.dataset) fresh = lay(old, fresh); else old.replaceWith(fresh);
  for (const input of fresh.querySelectorAll("input[type=checkbox], input[type=radio]")) input.checked = kept.get(input.name + " " + input.value) ?? input.checked;
  for (const [id, value] of typed) { const e = document.getElementById(id); if (e) e.value = value; }
  for (const id of open) if (id) document.getElementById(id)?.setAttribute("open", "");
  refocus(fresh, focus, inside);
  if (scroll) { const seats = fresh.querySelector(".seats"); if (seats) seats.scrollLeft = scroll; }
  sums(fresh);
  fair.keep();
  reveal.mark();
  tell(fresh, unsaid);
  if (fresh.dataset.yours === "1" && was !== "1") ring();
}
function tell(board, unsaid) { // what a board says elsewhere on the page of its table
  const status = board.querySelector("#status");
  if (status) say(`${unsaid} ${(status.querySelector(".say") ?? status).textContent}`.trim());
  const turn = document.querySelector(".bar .turn");
  if (turn) turn.textContent = board.dataset.title;
  document.title = (board.dataset.yours === "1" ? "● " : "") + page.dataset.title;
}
function refocus(fresh, id, inside) { // the keyboard goes on where it was; if that is gone, from the hand, or else the status line
  const same = id && document.getElementById(id);
  if (same) same.focus({ preventScroll: true });
  if (same && document.activeElement === same) return;
  if (inside) for (const next of [fresh.querySelector(".hand"), fresh.querySelector("#status")]) {
    if (!next) continue;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
    if (document.activeElement === next) return;
  }
}
const ticks = root => new Map([...root.querySelectorAll("input[type=checkbox], input[type=radio]")].map(e => [e.name + " " + e.value, e.checked]));

// -- sums of splits and of chosen cards ---------------------------------------------------------
function sums(root) {
  for (const form of root.querySelectorAll("form")) {
    const per = {}; let total = 0;
    for (const input of form.querySelectorAll("input:checked[data-worth]")) {
      total += Number(input.dataset.worth);
      if (input.dataset.to) per[input.dataset.to] = (per[input.dataset.to] || 0) + Number(input.dataset.worth);
    }
    for (const out of form.querySelectorAll("[data-sum]")) out.textContent = Number(out.dataset.base || 0) + (per[out.dataset.sum] || 0);
    for (const out of form.querySelectorAll("[data-total]")) out.textContent = Number(out.dataset.total || 0) + total;
    const button = form.querySelector("button[name=whole]");
    if (button) button.disabled = !isWhole(button.dataset, [...form.querySelectorAll("input[type=checkbox]:checked")]);
  }
}
function isWhole({ least = 0, most = Infinity, beyond = -Infinity, just }, ticked) { // what the board says that a legal choice needs
  const names = ticked.map(box => box.name), worth = ticked.map(box => Number(box.dataset.worth)), sum = worth.reduce((a, b) => a + b, 0);
  if (names.length < least || names.length > most || ticked.some(box => box.dataset.not?.split(" ").some(name => names.includes(name)))) return false;
  if (beyond === -Infinity) return true; // the boxes have no worth
  return sum > beyond && (just === undefined || sum - Math.min(...worth, Number(just) || Infinity) <= beyond);
}
document.addEventListener("change", event => { if (event.target.form) sums(document); });
document.addEventListener("reset", () => setTimeout(() => sums(document))); // after the form has gone back to its start
addEventListener("pageshow", () => sums(document)); // a browser may have put back what was ticked before

// -- posting, moves by the open connection: the answer to a refused one is said, never swallowed ------------------------------
document.addEventListener("submit", async event => {
  const form = event.target;
  if (!("post" in form.dataset)) return;
  event.preventDefault();
  const data = new FormData(form, event.submitter);
  if (socket?.readyState === WebSocket.OPEN && new URL(form.action).pathname === new URL(socket.url).pathname.replace(/stream$/, "move")) {
    socket.send(JSON.stringify(Object.fromEntries(data))); // the board will show it; only a refusal is answered
    isSent = true;
    return;
  }
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(data), headers: { "X-Tripot": "1" } });
    if (answer.redirected) location.assign(answer.url);
    else if (!answer.ok) oops((await answer.json()).message);
    else if (form.matches(".chat")) form.reset();
  } catch (error) { oops(page.dataset.failed); }
});
function oops(text) {
  const box = document.getElementById("oops");
  box.textContent = text; box.hidden = false; say(text);
  clearTimeout(box.timer); box.timer = setTimeout(() => { box.hidden = true; }, 6000);
}

// -- one long-lived connection, resumed by itself -------------------------------------------------
let wait = 300, socket = null, isSent = false; // whether a move is on its way
function connect(shown) { // the board that lies there as it came with the page; after a break the whole board is sent
  if (!page.dataset.stream) return;
  const stream = new URL(page.dataset.stream, location.origin.replace(/^http/, "ws"));
  if (shown) stream.searchParams.set("shown", shown);
  socket = new WebSocket(stream);
  socket.onmessage = event => {
    wait = 300; isSent = false;
    document.getElementById("lost").hidden = true;
    if (event.data.startsWith("{")) oops(JSON.parse(event.data).message); else show(event.data);
  };
  socket.onclose = () => {
    if (isSent) oops(page.dataset.failed);
    isSent = false;
    document.getElementById("lost").hidden = false;
    setTimeout(() => connect(), wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, 8000);
  };
}
connect(page.dataset.shown);

// -- small comforts ---------------------------------------------------------------------------------
const prefs = { get: key => localStorage.getItem(key) === "1", set: (key, on) => localStorage.setItem(key, on ? "1" : "0") };
for (const box of document.querySelectorAll("[data-pref]")) {
  box.checked = prefs.get(box.dataset.pref);
  const apply = () => page.classList.toggle(box.dataset.pref, box.checked);
  apply();
  box.addEventListener("change", () => { prefs.set(box.dataset.pref, box.checked); apply(); });
}
function ring() {
  if (!prefs.get("sound")) return;
  const audio = new AudioContext(), tone = audio.createOscillator(), gain = audio.createGain();
  tone.frequency.value = 660; gain.gain.setValueAtTime(0.08, audio.currentTime); gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
  tone.connect(gain).connect(audio.destination); tone.start(); tone.stop(audio.currentTime + 0.4);
}
setInterval(() => { for (const root of [document, laid, ...waiting]) for (const e of root?.querySelectorAll("[data-left]") ?? []) e.textContent = e.dataset.left = Math.max(0, e.dataset.left - 1); }, 1000);
if (live()) { sums(live()); reveal.mark(); if (page.dataset.stream) tell(live(), ""); }
