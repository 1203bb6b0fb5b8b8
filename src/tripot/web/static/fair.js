// The sealed deal in this browser: what it pledges, what it is shown, and what it keeps to check the deal by afterwards.
// SHA-256 is our own: browsers offer theirs to https and to localhost only, and many play in a house without either.
"use strict";
const fair = (() => {
  const primes = []; for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p)) primes.push(n);
  const root = (n, power) => Math.floor((n ** power % 1) * 2 ** 32), K = primes.map(p => root(p, 1 / 3)), H = primes.slice(0, 8).map(p => root(p, 1 / 2));
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  function sha256(data) {
    const padded = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64), view = new DataView(padded.buffer), h = Int32Array.from(H), w = new Int32Array(64);
    padded.set(data); padded[data.length] = 128; view.setUint32(padded.length - 8, data.length / 2 ** 29); view.setUint32(padded.length - 4, data.length * 8);
    for (let at = 0; at < padded.length; at += 64) {
      for (let i = 0; i < 64; i++) w[i] = i < 16 ? view.getInt32(at + 4 * i) : w[i - 16] + w[i - 7] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3)) + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10));
      let [a, b, c, d, e, f, g, z] = h;
      for (let i = 0; i < 64; i++) {
        const one = (z + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [a, b, c, d, e, f, g, z] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
      }
      [a, b, c, d, e, f, g, z].forEach((x, i) => { h[i] += x; });
    }
    const out = new DataView(new ArrayBuffer(32)); h.forEach((x, i) => out.setInt32(4 * i, x));
    return new Uint8Array(out.buffer);
  }
  const join = parts => Uint8Array.from(parts.flatMap(part => [...part]));
  function hmac(key, message) { // for keys of at most 64 bytes
    const pad = byte => Uint8Array.from({ length: 64 }, (_, i) => (key[i] || 0) ^ byte);
    return sha256(join([pad(0x5c), sha256(join([pad(0x36), message]))]));
  }
  const utf8 = text => new TextEncoder().encode(text), hex = data => [...data].map(b => b.toString(16).padStart(2, "0")).join("");
  const hash = text => hex(sha256(utf8(text)));

  // -- kept in this browser: pledged {hash: entropy}, deals {table: {seal, pledges, own {seat: entropy}, seen [token]}} -----------
  const read = () => { try { return JSON.parse(localStorage.getItem("fair")) || {}; } catch (error) { return {}; } };
  const write = kept => { try { localStorage.setItem("fair", JSON.stringify(kept)); return true; } catch (error) { return false; } };
  const newest = (all, most) => Object.fromEntries(Object.entries(all).slice(-most));
  function pledge() {
    const entropy = hex(crypto.getRandomValues(new Uint8Array(32))), own = hash(entropy), kept = read();
    kept.pledged = newest({ ...kept.pledged, [own]: entropy }, 20);
    return write(kept) ? own : ""; // what cannot be kept cannot be sent later
  }
  const sent = new Set();
  function keep() {
    const box = document.getElementById("deal");
    if (!box) return;
    const now = JSON.parse(box.dataset.deal), kept = read(), old = (kept.deals || {})[now.table], deal = old ? structuredClone(old) : { seal: now.seal, own: {}, seen: [] };
    if (deal.seal !== now.seal) deal.odd = "seal";
    if (now.called && !deal.pledges) deal.pledges = now.pledges; // from now on nobody can sit down or pledge anything else
    (box.querySelector(".seen")?.textContent || "").split(" ").filter(Boolean).forEach((token, i) => {
      if (token === "?") deal.seen[i] ??= "?";
      else if ((deal.seen[i] ?? "?") === "?") deal.seen[i] = token;
      else if (deal.seen[i] !== token) deal.odd = "card";
    });
    const gifts = now.owes.map(seat => [seat, deal.own[seat] ?? (kept.pledged || {})[now.pledges[seat]]]).filter(([seat, entropy]) => entropy && !deal.odd);
    for (const [seat, entropy] of gifts) { deal.own[seat] = entropy; delete (kept.pledged || {})[hash(entropy)]; } // for this table and no other
    if (JSON.stringify(deal) !== JSON.stringify(old)) { const { [now.table]: _, ...others } = kept.deals || {}; kept.deals = newest({ ...others, [now.table]: deal }, 50); if (!write(kept)) return; }
    for (const [seat, entropy] of gifts) give(now.table, seat, entropy);
  }
  async function give(table, seat, entropy) {
    if (sent.has(entropy)) return;
    sent.add(entropy);
    try { await fetch(`${document.body.dataset.root}/t/${table}/entropy`, { method: "POST", body: new URLSearchParams({ seat, entropy }), headers: { "X-Tripot": "1" } }); }
    catch (error) { sent.delete(entropy); } // once more with the next board
  }
  document.addEventListener("submit", event => { // fresh for every table: what was sent once is known
    for (const field of event.target.querySelectorAll("[data-pledge]")) field.value = pledge();
  }, true);
  return { sha256, hmac, hash, hex, utf8, join, keep, kept: table => (read().deals || {})[table] };
})();
fair.keep();
