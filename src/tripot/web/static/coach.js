// The coach of a lesson: the lamp goes down, what the sentence is about stays lit, the sentence stands beside it.
"use strict";
const coach = document.querySelector(".coach"), WIDE = matchMedia("(min-width: 53.76rem)"), ROOM = 14, SVG = "http://www.w3.org/2000/svg";
const lamp = document.createElementNS(SVG, "svg");
const seen = e => e.checkVisibility({ visibilityProperty: true });
const lit = () => coach.dataset.lit.split("|").filter(Boolean).map(where => [...document.querySelectorAll("#live " + where)].find(seen)).filter(Boolean);

function rect(of, style, { x, y, width, height }, round) {
  const made = document.createElementNS(SVG, "rect");
  made.setAttribute("class", style);
  for (const [name, value] of Object.entries({ x, y, width, height, rx: round })) made.setAttribute(name, value);
  of.append(made);
}
function light() { // the dark, with a hole for each thing that is lit
  coach.classList.toggle("bubble", WIDE.matches);
  const all = { x: 0, y: 0, width: innerWidth, height: innerHeight }, mask = document.createElementNS(SVG, "mask");
  const holes = lit().map(e => e.getBoundingClientRect()).map(box => ({ x: box.x - 6, y: box.y - 6, width: box.width + 12, height: box.height + 12 }));
  mask.id = "lamp-holes";
  rect(mask, "all", all, 0);
  for (const hole of holes) rect(mask, "hole", hole, 12);
  lamp.replaceChildren(mask);
  rect(lamp, "dark", all, 0);
  for (const hole of holes) rect(lamp, "rim", hole, 12);
  beside(holes);
}
function beside(holes) { // on a wide page the sentence stands beside what is lit, and covers none of it
  coach.style.left = coach.style.top = "";
  if (!WIDE.matches || !holes.length) return;
  const { width, height } = coach.getBoundingClientRect(), right = innerWidth - width - ROOM, low = innerHeight - height - ROOM;
  const around = holes.flatMap(({ x, y, width: w, height: h }) => [
    [x - width - ROOM, y + (h - height) / 2], [x + w + ROOM, y + (h - height) / 2], [x + (w - width) / 2, y + h + ROOM], [x + (w - width) / 2, y - height - ROOM]]);
  const corners = [[ROOM, low], [right, low], [ROOM, ROOM], [right, ROOM]];
  const covers = (left, top) => holes.some(({ x, y, width: w, height: h }) => left < x + w && x < left + width && top < y + h && y < top + height);
  const spots = [...around, ...corners].map(([left, top]) => [Math.min(Math.max(left, ROOM), right), Math.min(Math.max(top, ROOM), low)]);
  const [left, top] = spots.find(([left, top]) => !covers(left, top)) || corners[0];
  coach.style.left = `${left}px`;
  coach.style.top = `${top}px`;
}
function edge(first) { // the top of what sticks to the lower edge: the hand, or a part of it
  const hand = document.querySelector("#live .hand"), parts = hand ? [hand, ...hand.children] : [];
  const stuck = parts.find(e => e.offsetHeight && !e.contains(first) && getComputedStyle(e).position === "sticky");
  return stuck ? stuck.getBoundingClientRect().top : innerHeight;
}
function bring() { // what the sentence is about first: below the coach, above a hand that sticks to the edge; then what else fits of the table
  for (const e of lit()) for (const more of e.querySelectorAll("details[data-taught]")) more.open = true;
  for (const e of lit().reverse()) e.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
  const [first] = lit(), felt = document.querySelector("#live .felt");
  if (!first || WIDE.matches) return;
  const below = e => e.getBoundingClientRect().bottom + ROOM - edge(first), above = () => first.getBoundingClientRect().top - ROOM - coach.getBoundingClientRect().bottom;
  scrollBy(0, Math.max(0, below(first)));
  scrollBy(0, Math.min(0, above()));
  if (felt?.contains(first)) scrollBy(0, Math.max(0, Math.min(below(felt) - 2 * ROOM, above())));
}
let asked = 0;
const again = () => { cancelAnimationFrame(asked); asked = requestAnimationFrame(light); };

if (coach) {
  lamp.setAttribute("class", "lamp");
  lamp.setAttribute("aria-hidden", "true");
  document.body.append(lamp);
  light();
  bring();
  light();
  addEventListener("resize", again);
  addEventListener("scroll", again, { capture: true, passive: true });
  document.addEventListener("toggle", again, true);
  document.addEventListener("change", again);
  const next = matchMedia("(pointer: fine)").matches && document.getElementById("coach-next"); // for a finger a ring of focus would only be in the way
  (next || document.getElementById("coach-says")).focus({ preventScroll: true });
}
