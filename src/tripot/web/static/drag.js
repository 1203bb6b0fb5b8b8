// Dragging a thing (`data-thing`) to somebody. Each is a group of radio buttons, so that tapping and the keyboard do the same;
// a drop only chooses the button of the person it falls on.
"use strict";
const FAR = 6; // px; less is a tap
let held = null;
const buttonFor = (group, seat) => group.querySelector(`input[data-to="${seat}"]:not(:disabled)`);
const seatAt = (x, y) => {
  const below = document.elementFromPoint(x, y), form = below?.closest("form");
  if (!form) return null;
  return below.closest("[data-drop]")?.dataset.drop ?? below.closest("label")?.querySelector("[data-to]")?.dataset.to ?? null;
};
document.addEventListener("pointerdown", event => {
  const group = event.target.closest("fieldset[data-drag]"), label = event.target.closest("label");
  if (held || !group || !event.isPrimary || event.button || (label && !label.querySelector("input:checked"))) return;
  const thing = group.querySelector("input:checked + [data-thing], [data-thing]:not(input + *)");
  if (thing) held = { group, thing, x: event.clientX, y: event.clientY, ghost: null };
});
document.addEventListener("pointermove", event => {
  if (!held || !event.isPrimary) return;
  if (!held.ghost) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    lift();
  }
  const { ghost, group } = held, seat = seatAt(event.clientX, event.clientY);
  ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  for (const place of group.form.querySelectorAll(".drop")) place.classList.toggle("over", place.dataset.drop === seat);
});
function lift() {
  const { group, thing } = held;
  held.ghost = thing.cloneNode(true);
  held.ghost.classList.add("dragged");
  held.ghost.setAttribute("aria-hidden", "true");
  document.body.append(held.ghost);
  thing.classList.add("lifted");
  for (const place of group.form.querySelectorAll("[data-drop]")) place.classList.toggle("drop", !!buttonFor(group, place.dataset.drop));
}
function letGo(event) {
  if (!held || !event.isPrimary) return;
  const { group, ghost } = held, seat = event.type === "pointerup" && ghost ? seatAt(event.clientX, event.clientY) : null;
  const button = seat === null ? null : document.getElementById(buttonFor(group, seat)?.id); // the board may be a new one
  putDown();
  if (button) { button.click(); button.focus({ preventScroll: true }); }
}
function putDown() {
  held.ghost?.remove();
  held.thing.classList.remove("lifted");
  for (const place of held.group.form?.querySelectorAll(".drop") ?? []) place.classList.remove("drop", "over");
  held = null;
}
document.addEventListener("pointerup", letGo);
document.addEventListener("pointercancel", letGo);
document.addEventListener("keydown", event => { if (event.key === "Escape" && held) putDown(); });
document.addEventListener("dragstart", event => { if (held) event.preventDefault(); });
