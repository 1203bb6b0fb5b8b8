"""A random agent at every seat, in PettingZoo's own loop."""

from __future__ import annotations

from tripot.adapters import pettingzoo

env = pettingzoo.env("razzia", seats=4)
env.reset(seed=7)
total = dict.fromkeys(env.agents, 0.0)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    total[agent] += reward
    action = None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"])
    env.step(action)
print(total)
