"""Pure: the referee. Moves in, events out; who is up, who owes which presses, and who scores what."""
