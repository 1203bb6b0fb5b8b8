// Help at the table: the name of everything on the board, "In short", and the offer of a coached round.
"use strict";
const names = document.getElementById("names"), offered = document.getElementById("offer-lesson");

// -- one panel at a time; Escape closes it ---------------------------------------------------------
for (const panel of document.querySelectorAll(".help")) panel.addEventListener("toggle", () => {
  if (panel.open) for (const other of document.querySelectorAll(".help[open]")) if (other !== panel) other.open = false;
});
document.addEventListener("keydown", event => {
  const open = event.key === "Escape" && document.querySelector(".help[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
document.addEventListener("click", event => {
  const open = document.querySelector(".help[open]:not(.names)");
  if (open && !open.contains(event.target)) open.open = false;
});

// -- names: a dot at each symbol, its sentence in the panel ---------------------------------------
if (names) {
  const board = document.createElement("div"), terms = [...names.querySelectorAll("li")], SIDE = 26;
  board.className = "dots-of-names";
  board.setAttribute("aria-hidden", "true"); // the panel has the same names, for ears and keyboards
  names.classList.add("scripted");
  const found = term => [...document.querySelectorAll("#live " + term.dataset.where)].find(e => e.checkVisibility({ visibilityProperty: true }));
  const there = () => terms.filter(term => !term.hidden);
  const chosen = () => terms.find(term => term.classList.contains("here"));
  const place = () => { // the dots, none on another; what is not on the board now has no name
    const taken = [];
    board.replaceChildren();
    for (const term of terms) {
      const symbol = found(term);
      term.hidden = !symbol;
      if (!symbol) continue;
      const box = symbol.getBoundingClientRect(), dot = document.createElement("span"), name = document.createElement("em"), button = term.querySelector(".term");
      dot.className = term === chosen() ? "dot here" : "dot";
      dot.dataset.at = terms.indexOf(term);
      dot.textContent = button.dataset.number = taken.length + 1;
      name.textContent = button.textContent;
      dot.append(name);
      board.append(dot);
      const { width } = dot.getBoundingClientRect(), beside = box.width < 2 * SIDE ? box.width - 4 : (box.width - SIDE) / 2;
      const x = Math.max(Math.min(box.left + beside, innerWidth - width - 4), 4);
      let y = box.top + Math.min(box.height / 2, SIDE) - SIDE / 2;
      while (taken.some(([a, b, w]) => x < a + w && a < x + width && Math.abs(b - y) < SIDE)) y += 4;
      taken.push([x, y, width]);
      dot.style.left = `${x}px`;
      dot.style.top = `${y}px`;
    }
  };
  const choose = (term, scrolls) => {
    for (const other of terms) other.classList.toggle("here", other === term);
    if (scrolls && term) found(term)?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    document.documentElement.style.setProperty("--sheet", `${names.querySelector(".helpbox").offsetHeight}px`);
    place();
  };
  const go = step => {
    const all = there(), next = all[(all.indexOf(chosen()) + step + all.length) % all.length];
    choose(next, true);
    next.querySelector(".term").focus({ preventScroll: true });
  };
  const show = () => {
    if (!names.open) return board.remove();
    document.body.append(board);
    place();
    choose(there()[0], false);
    there()[0]?.querySelector(".term").focus({ preventScroll: true });
  };
  names.addEventListener("toggle", show);
  if (names.open) show(); // it was opened before this script had come
  names.addEventListener("focusin", event => { const term = event.target.closest("li"); if (term && term !== chosen()) choose(term, true); });
  names.addEventListener("click", event => {
    const step = event.target.closest("[data-go]");
    if (step && step.dataset.go === "0") { names.open = false; names.querySelector("summary").focus(); } else if (step) go(Number(step.dataset.go));
  });
  board.addEventListener("click", event => { // a dot, or the symbol itself
    const dot = event.target.closest(".dot"), under = document.elementsFromPoint(event.clientX, event.clientY);
    const term = dot ? terms[dot.dataset.at] : there().find(term => under.some(e => e.closest?.(term.dataset.where)));
    if (term) choose(term, false);
  });
  for (const [what, where] of [["resize", window], ["scroll", document]]) where.addEventListener(what, () => { if (names.open) requestAnimationFrame(place); }, true);
  if (document.getElementById("live")) new MutationObserver(() => { if (names.open) place(); }).observe(document.querySelector(".page"), { childList: true, subtree: true });
}

// -- why something cannot be done now, and what a sign means: by touch and by keyboard, not only by hovering --------
const STILL = "#live :is(.hand .card, .hand label.off, .deck)[title]:not(button, .can)";
function reach() { // what cannot be used now can be reached, and says so
  for (const thing of document.querySelectorAll(STILL)) {
    if (thing.matches("[aria-disabled]") || thing.closest("button, label:not(.off)")) continue;
    thing.tabIndex = 0;
    thing.setAttribute("role", "button");
    thing.setAttribute("aria-disabled", "true");
    thing.setAttribute("aria-label", `${thing.textContent.trim()}. ${thing.title}`);
  }
}
function why(target) {
  const thing = target.closest?.("#live [title]"), control = target.closest?.("button, a, summary, input, select, label:not(.off)");
  if (thing && (!control || control.disabled || !control.contains(thing) && !thing.contains(control))) oops(thing.title);
}
document.addEventListener("click", event => why(event.target));
document.addEventListener("keydown", event => {
  if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("[aria-disabled]")) { event.preventDefault(); why(event.target); }
});
document.addEventListener("focusin", event => { if (event.target.matches?.(STILL + ":focus-visible")) why(event.target); });
if (document.getElementById("live")) {
  reach();
  new MutationObserver(reach).observe(document.querySelector(".page"), { childList: true, subtree: true });
}

// -- the offer: to somebody new to the game, until it is declined -----------------------------------
if (offered) {
  const key = "knows-" + offered.dataset.game, knows = () => localStorage.setItem(key, "1");
  offered.hidden = localStorage.getItem(key) === "1";
  addEventListener("pagehide", () => { if (document.getElementById("rematch")) knows(); }); // who has played one knows the game
  for (const way of offered.querySelectorAll("a, button")) way.addEventListener("click", () => { knows(); offered.hidden = true; });
}
