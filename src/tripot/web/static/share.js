// Before a game: copy the link, or hand it to another app. Works for parts that are drawn again later, too.
"use strict";
document.body.classList.add("can-copy");
if (navigator.share) document.body.classList.add("can-share");
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea"); // in a house without https browsers have no clipboard to write to
  field.value = text; document.body.append(field); field.select();
  document.execCommand("copy"); field.remove();
}
document.addEventListener("click", async event => {
  const button = event.target.closest("[data-copy], [data-share]");
  if (!button) return;
  if ("copy" in button.dataset) {
    await copy(button.dataset.copy);
    button.querySelector("span").textContent = button.dataset.done;
    say(button.dataset.done);
    button.focus();
  } else try {
    await navigator.share({ title: document.title, url: button.dataset.share });
  } catch (error) { /* they have thought better of it */ }
});
