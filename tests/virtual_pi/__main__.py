"""Builds what isn't there yet and boots it: ends well where this machine can have a virtual Pi."""

from tests.virtual_pi.guest import booted
from tests.virtual_pi.kernel import kernel
from tests.virtual_pi.rootfs import rootfs

with booted(kernel(), rootfs()) as guest:
    print(guest.ok("uname -sr && systemctl --version | head -1"), end="")
