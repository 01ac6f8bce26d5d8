"""The launcher's settings: one TOML file, of which every section and every key may be left out.

Nothing else reads that file, but for `uno-launcher off`, which must work with a broken one.
"""

from uno_launcher.config.reading import check, load
from uno_launcher.config.sections import Config
from uno_launcher.config.simulation import simulation_config

__all__ = ["Config", "check", "load", "simulation_config"]
