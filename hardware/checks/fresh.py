"""Are the committed drawings what the software would draw now?"""

from pathlib import Path

from hardware.drawing.exports import Export, are_missing, digest, exports, record
from hardware.drawing.sources import FOLDERS, Sources


def old_sources(made: Sources, folder: Path) -> list[str]:
    """Files of ours that aren't what would be drawn now."""
    out = []
    for name, text in made.files.items():
        path = folder / name
        if not path.exists():
            out.append(f"{name} isn't there: make -C hardware draws it")
        elif path.read_text("utf-8") != text:
            out.append(f"{name} isn't what the software would draw now: make -C hardware draws it anew")
    known = {*made.files, *(name for export in exports(made.files, made.pages) for name in export.names)}
    there = (path for each in FOLDERS for path in (folder / each).rglob("*") if path.is_file())
    names = sorted(str(path.relative_to(folder)) for path in there)
    return out + [f"{name} is none of the drawings" for name in names if name not in known]


def old_exports(made: Sources, folder: Path) -> list[str]:
    """Files of other programs that were made from another source, or changed since."""
    known = record(folder)
    out = []
    for export in exports(made.files, made.pages):
        source = digest(made.files[export.source].encode())
        for name in export.names:
            path, entry = folder / name, known.get(name)
            if entry is None or not path.exists():
                out.append(f"{name} isn't there: make -C hardware makes it")
            elif entry["source_sha256"] != source:
                out.append(f"{name} was made from another {export.source}: make -C hardware makes it anew")
            elif entry["sha256"] != digest(path.read_bytes()):
                out.append(f"{name} was changed by hand")
    return out


def can_be_made(made: Sources, folder: Path) -> tuple[list[Export], list[str]]:
    """The exports whose programs are here in the very versions that made the committed ones; and what is
    missing for the others."""
    known = record(folder)
    ready, missing = [], set()
    for export in exports(made.files, made.pages):
        by = {known[name]["made_by"] for name in export.names if name in known}
        if export.made_by is None:
            missing.add(are_missing(export.missing))
        elif by == {export.made_by}:
            ready.append(export)
        else:
            missing.add(f"the committed ones are by {', '.join(sorted(by))}, here is {export.made_by}")
    return ready, sorted(missing)


def changed_exports(ready: list[Export], folder: Path) -> list[str]:
    """Exports that come out differently now."""
    return [
        f"{name} comes out differently now"
        for export in ready
        for name, content in export.make(folder).items()
        if content != (folder / name).read_bytes()
    ]
