"""`python -m hardware.drawing [--config FILE] [--out FOLDER]`: everything anew."""

import argparse
import json
import sys
from pathlib import Path

from hardware.drawing.exports import RECORD, are_missing, digest, exports, record
from hardware.drawing.sources import sources, write
from uno_launcher.config import load
from uno_launcher.errors import LauncherError

HERE = Path(__file__).resolve().parents[1]


def main() -> int:
    """Draws, and says what couldn't be drawn."""
    parser = argparse.ArgumentParser(prog="python -m hardware.drawing", description=__doc__)
    parser.add_argument("--config", type=Path, help="the launcher's config; without it, everything is fitted")
    parser.add_argument("--out", type=Path, help="where the drawings go")
    options = parser.parse_args()
    out = options.out or (HERE / "mine" if options.config else HERE)
    try:
        made = sources(load(options.config) if options.config else None)
    except LauncherError as error:
        sys.stderr.write(f"{error}\n")
        return 3
    write(made.files, out)
    missing = []
    known: dict[str, dict[str, str]] = {}
    before = record(out)
    for export in exports(made.files, made.pages):
        source = digest(made.files[export.source].encode())
        made_by = export.made_by
        if made_by is None:
            missing.append(f"{', '.join(export.names)}: {are_missing(export.missing)}")
            known |= {name: before[name] for name in export.names if name in before}
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
