"""The loop of MaskablePPO without the learning: ask for the mask, choose among the legal actions, step. One seat against bots."""

from __future__ import annotations

import numpy as np

from tripot.adapters.gymnasium import SeatEnv

rng = np.random.default_rng(7)
env = SeatEnv("raise", seats=3, seat=0, bots="thumb")
rewards = []
for game in range(5):
    observation, info = env.reset(seed=game)
    terminated = False
    while not terminated:
        action = rng.choice(np.flatnonzero(env.action_masks()))
        observation, reward, terminated, truncated, info = env.step(action)
    rewards.append(reward)
print("five games at random against the rules of thumb:", rewards)
