"use strict";
// A hidden choice by all, as in Razzia: everybody lays one of five cards face down, then all are revealed and the bars are
// settled, everybody draws a card, and the next round begins. What is hidden lies in G.secret, and playerView takes it out.
const { ActivePlayers, INVALID_MOVE } = require("boardgame.io/core");

const SEATS = 4, BARS = 6, HAND = 5, CARDS = 54, ROUNDS = 20;
const bar = card => card % BARS;
const isPolice = card => card % 9 > 5;

function choose({ G, playerID }, card) {
  const seat = Number(playerID);
  const place = G.secret.hands[seat].indexOf(card);
  if (G.chosen[seat] || place < 0) return INVALID_MOVE;
  G.chosen[seat] = true;
  G.secret.picks[seat] = card;
  G.secret.hands[seat].splice(place, 1);
  if (G.chosen.every(Boolean)) reveal(G);
}

function reveal(G) {
  const picks = G.secret.picks;
  for (let b = 0; b < BARS; b++) {
    const here = picks.map((card, seat) => seat).filter(seat => bar(picks[seat]) === b);
    const gamblers = here.filter(seat => !isPolice(picks[seat])), police = here.filter(seat => isPolice(picks[seat]));
    const winners = gamblers.length ? (police.length ? police : gamblers) : [];
    for (const seat of winners) G.money[seat] += Math.floor(G.pots[b] / winners.length);
    if (winners.length) G.pots[b] = 0;
    G.pots[b] += 5 * (1 + (G.round + b) % 8);
  }
  G.revealed = picks.slice();
  G.chosen = G.chosen.map(() => false);
  for (let seat = 0; seat < SEATS; seat++) {
    G.secret.deck.unshift(picks[seat]);
    G.secret.hands[seat].push(G.secret.deck.pop());
  }
  G.secret.picks = picks.map(() => null);
  G.round++;
}

module.exports = {
  name: "razzia",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  setup: ({ random }) => {
    const deck = random.Shuffle([...Array(CARDS).keys()]);
    const hands = Array.from({ length: SEATS }, () => deck.splice(0, HAND));
    return {
      round: 1, chosen: Array(SEATS).fill(false), revealed: [], pots: Array(BARS).fill(20), money: Array(SEATS).fill(0),
      secret: { deck, hands, picks: Array(SEATS).fill(null) },
    };
  },
  playerView: ({ G, playerID }) => {
    const { secret, ...open } = G;
    return playerID === null ? open : { ...open, hand: secret.hands[playerID], pick: secret.picks[playerID] };
  },
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { choose: { move: choose, client: false, undoable: false, ignoreStaleStateID: true } },
  endIf: ({ G }) => (G.round > ROUNDS ? { money: G.money } : undefined),
};
