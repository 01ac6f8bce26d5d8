"""UNO Launcher: the brain of a card launcher that decides, feeds, counts and referees."""
