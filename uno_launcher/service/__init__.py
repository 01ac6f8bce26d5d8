"""The launcher as a service of systemd: how it starts with the Pi, what watches it, how it is installed."""
