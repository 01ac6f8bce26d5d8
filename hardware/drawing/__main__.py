"""`python -m hardware.drawing [--config FILE] [--board FILE] [--out FOLDER]`: everything anew."""

import argparse
import json
import shutil
import sys
from pathlib import Path

from hardware.drawing.exports import RECORD, are_missing, digest, exports, record
from hardware.drawing.firmware import FIRMWARE
from hardware.drawing.sources import FOLDERS, Sources, sources, write
from uno_launcher.config import Config, load
from uno_launcher.errors import LauncherError

HERE = Path(__file__).resolve().parents[1]


def main() -> int:
    """Reads what was asked for, and draws."""
    parser = argparse.ArgumentParser(prog="python -m hardware.drawing", description=__doc__)
    parser.add_argument("--config", type=Path, help="the launcher's config; without it, everything is fitted")
    parser.add_argument("--board", type=Path, help="a Pico's board.py; without it, the firmware's")
    parser.add_argument("--out", type=Path, help="where the drawings go")
    options = parser.parse_args()
    own = bool(options.config or options.board)
    out = options.out or (HERE / "mine" if own else HERE)
    try:
        config = load(options.config) if options.config else Config() if own else None
        made = sources(config, options.board or FIRMWARE)
        if own:
            forget(out)
        return draw(made, out)
    except LauncherError as error:
        sys.stderr.write(f"{error}\n")
        return error.status


def forget(out: Path) -> None:
    """Takes the last drawings away: of a part that isn't fitted any more, an old one would be believed."""
    if (out / RECORD).exists():
        for folder in FOLDERS:
            shutil.rmtree(out / folder, ignore_errors=True)


def draw(made: Sources, out: Path) -> int:
    """Draws, and says what couldn't be drawn. Raises LauncherError where a program fails."""
    write(made.files, out)
    missing = []
    known: dict[str, dict[str, str]] = {}
    before = record(out)
    for export in exports(made.files, made.pages):
        source = digest(made.files[export.source].encode())
        made_by = export.made_by
        if made_by is None:
            missing.append(f"{', '.join(export.names)}: {are_missing(export.missing)}")
            known |= {name: before[name] for name in export.names if (out / name).exists() and name in before}
            continue
        for name, content in export.make(out).items():
            (out / name).write_bytes(content)
            known[name] = {
                "source": export.source,
                "source_sha256": source,
                "sha256": digest(content),
                "made_by": made_by,
            }
    (out / RECORD).write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")
    for each in missing:
        sys.stderr.write(f"not drawn: {each}\n")
    sys.stdout.write(f"drawn: {len(made.files)} files and {len(known)} of other programs, in {out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
