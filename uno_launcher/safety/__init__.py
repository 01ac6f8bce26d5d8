"""The ways for the motor to go off that need no control loop, and one daemon at a time.

Standard library only (and the pin driver where lines are driven): `uno-launcher off` and the guard start from
here in a fraction of a second, also with a broken config or a broken installation. `deadman` is a thread,
`guard` a process, `off` a command; `outputs` drives lines safe, `instance` finds the daemon that holds them.
"""
