"""Turns a second of rlcard's UNO environment with its random agents, as JSON: for a Python that has rlcard.

A turn is what its agents decide on: a card, or to draw.
"""

import json
import sys
import time

import rlcard
from rlcard.agents import RandomAgent


def main(seconds: float) -> None:
    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    turns = games = 0
    start = time.process_time()
    while (took := time.process_time() - start) < seconds:
        paths, _ = env.run(is_training=False)
        games += 1
        turns += sum((len(path) - 1) // 2 for path in paths)
    print(json.dumps({"players": env.num_players, "games": games, "turns": turns, "seconds": took}))


if __name__ == "__main__":
    main(float(sys.argv[1]))
