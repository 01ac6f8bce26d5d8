"""How often the host says what, and how long it waits for what, in seconds."""

GREET_S = 0.25
"""Between two greetings."""
RETRY_S = 0.1
"""Without an answer for so long, a request is made again. A Pico takes 2 ms, an emulated one 20."""
PING_S = 0.1
"""While a fire is out. The Pico stops its motor after 0.4 s of silence."""
IDLE_PING_S = 0.5
LOST_S, IDLE_LOST_S = 0.6, 1.6
"""Without a word from the Pico for so long, it's gone: while a fire is out, and else."""
FIRE_S = 0.6
"""A fire that the Pico hasn't taken by then won't begin any more."""
GIVE_UP_S = 2.0
"""Before a Pico that doesn't know what it should is asked again."""
