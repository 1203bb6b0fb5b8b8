// Checks a finished deal: against what this browser kept, and by the rules (RULES, made of the game's own), which give every weight again.
"use strict";
const NOBODY = -1, CHANCE = -2;
const bytes = hex => Uint8Array.from(hex.match(/../g) || [], pair => parseInt(pair, 16));
const number = (value, size) => Uint8Array.from({ length: size }, (_, i) => Number(BigInt(value) >> BigInt(8 * (size - 1 - i)) & 255n));
function read(text) { // a record
  const record = { option: {}, name: {}, pledge: {}, entropy: {}, lines: [] };
  for (const row of text.split("\n").slice(1).filter(row => row.trim() && !row.startsWith("#"))) {
    const [first, ...rest] = row.trim().split(" ");
    if (["name", "pledge", "entropy"].includes(first)) record[first][rest[0]] = rest.slice(1).join(" ");
    else if (first === "option") { const [name, ...value] = rest.join(" ").split("="); record.option[name] = value.join("="); }
    else if (first === "end") record.end = rest.map(Number);
    else if (first === "*" || /^\d+$/.test(first)) record.lines.push([first === "*" ? CHANCE : Number(first), rest]);
    else record[first] = rest.join(" ");
  }
  return record;
}
function below(seed, counter, total) { // as deal.py describes it
  const n = BigInt(total), range = 1n << 64n, limit = range - range % n;
  for (let attempt = 0; ; attempt++) {
    const drawn = fair.hmac(seed, fair.join([fair.utf8("chance"), number(counter, 8), attempt ? number(attempt, 4) : []]));
    const value = BigInt("0x" + fair.hex(drawn.subarray(0, 8)));
    if (value < limit) return Number(value % n);
  }
}
function options(record) {
  const reading = { word: text => text, words: text => text.split(","), seat: Number, order: text => text.split(",").map(Number) };
  const given = { ...RULES.facts.versions[record.rules], ...record.option }, chosen = {};
  for (const [name, { kind, default: usual }] of Object.entries(RULES.facts.options)) chosen[name] = name in given ? reading[kind](given[name]) : usual;
  return chosen;
}
const zeros = shape => shape.length ? Array.from({ length: shape[0] }, () => zeros(shape.slice(1))) : 0;
function replays(record, seed) { // whether every draw is the sealed one, every move legal, and the scores right
  if (!(record.rules in RULES.facts.versions)) return false;
  const s = Object.fromEntries(Object.entries(RULES.facts.fields).map(([name, shape]) => [name, zeros(shape)])), seats = Number(record.seats);
  RULES.setup(s, seats, options(record));
  let counter = 0;
  for (const [actor, tokens] of record.lines) for (const token of tokens) {
    if ((RULES.to_act(s) === CHANCE) !== (actor === CHANCE)) return false;
    const action = RULES.facts[actor === CHANCE ? "outcomes" : "moves"].indexOf(token);
    const count = actor === CHANCE ? RULES.weights(s) : RULES.legal(s, actor), acts = s.acts.slice(0, count);
    if (actor === CHANCE) {
      const odds = s.odds.slice(0, count);
      let place = below(seed, counter++, odds.reduce((a, b) => a + b)), i = 0;
      while (place >= odds[i]) place -= odds[i++];
      if (acts[i] !== action) return false;
    } else if (!acts.includes(action)) return false;
    RULES.apply(s, actor, action);
  }
  if (!record.end) return true; // given up
  const points = Array(RULES.facts.seats).fill(0);
  RULES.score(s, points);
  return RULES.to_act(s) === NOBODY && record.end.join() === points.slice(0, seats).join();
}
function checks(record, kept) { // true, false, or undefined where there is nothing to check
  const seats = [...Array(Number(record.seats)).keys()], secret = bytes(record.secret);
  const parts = [secret, ...seats.map(seat => fair.utf8(record.entropy[seat] || ""))];
  const seed = fair.sha256(fair.join(parts.flatMap(part => [number(part.length, 4), part])));
  const hasPledges = kept?.pledges || Object.keys(record.pledge).length || !Object.keys(record.entropy).length; // not so in games of before
  const pledged = seats.every(seat => !record.entropy[seat] || fair.hash(record.entropy[seat]) === record.pledge[seat]);
  const same = kept?.pledges && seats.every(seat => (kept.pledges[seat] || "") === (record.pledge[seat] || ""));
  const own = Object.entries(kept?.own || {}), dealt = record.lines.filter(([actor]) => actor === CHANCE).flatMap(([, tokens]) => tokens);
  return {
    kept: kept ? kept.seal === record.commitment && kept.odd !== "seal" : undefined,
    secret: fair.hex(fair.sha256(secret)) === record.commitment,
    pledges: hasPledges ? pledged && same !== false : undefined,
    own: own.length ? own.every(([seat, entropy]) => record.entropy[seat] === entropy) : undefined,
    seen: kept?.seen.length ? kept.odd !== "card" && kept.seen.every((token, i) => token === "?" || token === dealt[i]) : undefined,
    draws: typeof RULES === "undefined" ? undefined : replays(record, seed),
  };
}
function show() {
  const facts = document.getElementById("facts").dataset, verdict = document.getElementById("verdict");
  let found = { draws: false };
  try { found = checks(read(facts.record), fair.kept(facts.table)); } catch (error) { console.warn(error); } // what cannot be read is not fair
  for (const [name, good] of Object.entries(found)) {
    const line = document.querySelector(`[data-check=${name}]`);
    if (line) line.className = good === undefined ? "none" : good ? "good" : "bad";
  }
  const seal = fair.kept(facts.table)?.seal; // the one that was shown, not the one that the page says now
  if (seal) document.getElementById("own-seal").textContent = seal;
  const all = Object.values(found), outcome = all.includes(false) ? "bad" : all.includes(undefined) ? "weak" : "good";
  verdict.textContent = verdict.dataset[outcome];
  verdict.className = outcome;
}
show();
