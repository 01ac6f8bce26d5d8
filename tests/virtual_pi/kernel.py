"""The guest's kernel: User-Mode Linux, built from Debian's own source, with a simulated chip of GPIO lines.

`python -m tests.virtual_pi.kernel` builds it and prints where it is: four to eight minutes on two cores, 140
MB to download and 1.8 GB for a while. What was built is kept by a checksum of all that goes into it.
"""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.virtual_pi.cache import kept

HERE = Path(__file__).parent
SOURCE = "linux-source-6.1"
"""Debian's package; bookworm has it."""
TOOLS = {
    "flex": "flex",
    "bison": "bison",
    "bc": "bc",
    "make": "make",
    "gcc": "gcc",
    "xz": "xz-utils",
    "strip": "binutils",
}
"""Program to the package that has it."""

# Each edit: the file, what is replaced (once, or it is an error), and by what.
EDITS: tuple[tuple[str, str, str], ...] = (
    # All interrupt numbers are User-Mode Linux's own: each line that is watched needs one more.
    (
        "arch/um/include/asm/irq.h",
        r"#define NR_IRQS\s+UM_LAST_SIGNAL_IRQ\n",
        "#define NR_IRQS (UM_LAST_SIGNAL_IRQ + 128)\n",
    ),
    # A simulated line raises its interrupt by irq_work, which would wait for the next tick: up to 10 ms, in
    # which edges get lost. Let the timer come at once instead, and do that work first.
    (
        "arch/um/kernel/time.c",
        r"#include <linux/interrupt.h>\n",
        "#include <linux/interrupt.h>\n#include <linux/irq_work.h>\n",
    ),
    (
        "arch/um/kernel/time.c",
        r"static irqreturn_t um_timer\(int irq, void \*dev\)\n\{\n",
        "void arch_irq_work_raise(void)\n{\n\tos_timer_one_shot(1000);\n}\n\n"
        "static irqreturn_t um_timer(int irq, void *dev)\n{\n\tirq_work_run();\n",
    ),
    # That mustn't be put off by whoever sets the one timer for later, or stops it.
    (
        "arch/um/kernel/time.c",
        r"return os_timer_one_shot\(delta\);",
        "return os_timer_one_shot(irq_work_needs_cpu() ? 1000 : delta);",
    ),
    (
        "arch/um/kernel/time.c",
        r"\t\tos_timer_disable\(\);\n\n\treturn 0;\n",
        "\t{\n\t\tos_timer_disable();\n\t\tif (irq_work_needs_cpu())\n\t\t\tos_timer_one_shot(1000);\n\t}\n\n"
        "\treturn 0;\n",
    ),
    # Of two lines that change at once the lower one would be looked for above the other, for ever.
    (
        "kernel/irq/irq_sim.c",
        r"find_next_bit\(work_ctx->pending,\s*work_ctx->irq_count, offset\)",
        "find_first_bit(work_ctx->pending, work_ctx->irq_count)",
    ),
    # gpiozero asks /proc/cpuinfo which board this is: a Pi 4B.
    (
        "arch/um/kernel/um_arch.c",
        r'\tseq_printf\(m, "mode\\t\\t: skas\\n"\);\n',
        '\tseq_printf(m, "mode\\t\\t: skas\\n");\n\tseq_printf(m, "Revision\\t: c03115\\n");\n',
    ),
    # A Raspberry Pi's kernel goes on driving a line that was let go of (raspberrypi/linux PR 6117, field note
    # M2). The simulated chip puts it back to its pull, and a test of kills would pass on any launcher.
    (
        "drivers/gpio/gpio-sim.c",
        r"\t__assign_bit\(offset, chip->value_map, !!test_bit\(offset, chip->pull_map\)\);\n",
        "\t(void)offset;\n",
    ),
    # Made an input again, it follows its pull.
    (
        "drivers/gpio/gpio-sim.c",
        r"\t__set_bit\(offset, chip->direction_map\);\n",
        "\t__set_bit(offset, chip->direction_map);\n"
        "\t__assign_bit(offset, chip->value_map, test_bit(offset, chip->pull_map));\n",
    ),
)


def kernel() -> Path:
    """The kernel, an executable: the one that VIRTUAL_PI_KERNEL names, or else built where it isn't kept."""
    if given := os.environ.get("VIRTUAL_PI_KERNEL"):
        return Path(given)
    return kept("kernel", [SOURCE, (HERE / "kernel.config").read_text(), repr(EDITS)], _build) / "linux"


def _build(into: Path) -> None:
    if missing := sorted(package for program, package in TOOLS.items() if not shutil.which(program)):
        sys.exit(f"The virtual Pi's kernel can't be built: `apt-get install {' '.join(missing)}` first.")
    with tempfile.TemporaryDirectory(prefix="uno-launcher-kernel-") as work:
        source, out = _source(Path(work)), Path(work, "out")
        for name, old, new in EDITS:
            text = (source / name).read_text()
            text, found = re.subn(old, lambda _, new=new: new, text)
            assert found == 1, f"{name} has {found} times what is to be replaced: {old}"
            (source / name).write_text(text)
        make = ["make", "-s", "-C", str(source), "ARCH=um", f"O={out}"]
        _run(*make, "tinyconfig")
        wanted = (HERE / "kernel.config").read_text()
        with (out / ".config").open("a") as config:
            config.write(wanted)
        _run(*make, "olddefconfig")
        got = (out / ".config").read_text()
        lost = [
            line for line in wanted.splitlines() if re.match(r"CONFIG_\w+=[^n]", line) and line not in got
        ]
        assert not lost, f"the kernel's configuration doesn't take {', '.join(lost)}"
        _run(*make, f"-j{os.cpu_count()}", "linux")
        _run("strip", "-o", str(into / "linux"), str(out / "linux"))


def _source(work: Path) -> Path:
    _run("apt-get", "-q", "download", SOURCE, cwd=work)
    (package,) = work.glob("*.deb")
    member = f"./usr/src/{SOURCE}.tar.xz"
    # Unpacked as it comes: the archive in the package is never on the disk.
    unpack = f"dpkg-deb --fsys-tarfile {package} | tar xO {member} | tar xJ"
    _run("bash", "-o", "pipefail", "-c", unpack, cwd=work)
    package.unlink()
    return work / SOURCE


def _run(*command: str, cwd: Path | None = None) -> None:
    done = subprocess.run(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        with contextlib.suppress(OSError):
            sys.stderr.write(done.stdout[-4000:])
        sys.exit(f"The virtual Pi's kernel can't be built: {' '.join(command)} ended with {done.returncode}.")


if __name__ == "__main__":
    print(kernel())
