// Checks a finished deal with WebCrypto: the seal fits the secret, and every draw is the one that the secret gives.
"use strict";
const bytes = hex => Uint8Array.from(hex.match(/../g) || [], pair => parseInt(pair, 16));
const hex = buffer => [...new Uint8Array(buffer)].map(b => b.toString(16).padStart(2, "0")).join("");
const join = parts => { const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0)); let at = 0; for (const p of parts) { all.set(p, at); at += p.length; } return all; };
const number = (value, size) => { const out = new Uint8Array(size); let rest = BigInt(value); for (let i = size - 1; i >= 0; i--) { out[i] = Number(rest & 255n); rest >>= 8n; } return out; };
async function check(facts) {
  const secret = bytes(facts.secret), sha = data => crypto.subtle.digest("SHA-256", data);
  if (hex(await sha(secret)) !== facts.commitment) return false;
  const text = new TextEncoder(), parts = [secret, ...facts.entropies.map(entropy => text.encode(entropy))];
  const seed = await sha(join(parts.flatMap(part => [number(part.length, 4), part])));
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (const [counter, [total, place, span]] of facts.draws.entries()) {
    const drawn = await below(key, counter, BigInt(total));
    if (drawn < BigInt(place) || drawn >= BigInt(place + span)) return false;
  }
  return true;
}
async function below(key, counter, n) {
  const range = 1n << 64n, limit = range - range % n;
  for (let attempt = 0; ; attempt++) {
    const parts = [new TextEncoder().encode("chance"), number(counter, 8)];
    if (attempt) parts.push(number(attempt, 4));
    const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, join(parts)));
    let value = 0n;
    for (const byte of mac.subarray(0, 8)) value = (value << 8n) | BigInt(byte);
    if (value < limit) return value % n;
  }
}
check(JSON.parse(document.getElementById("facts").dataset.facts)).then(good => {
  const verdict = document.getElementById("verdict");
  verdict.textContent = good ? verdict.dataset.good : verdict.dataset.bad;
  verdict.className = good ? "good" : "bad";
});
