"""KiCad's files: a page, the library of its symbols, and what makes them a project."""

import json
from collections.abc import Iterable

from hardware.drawing.sexpr import Word, text, uid
from hardware.drawing.sheet import Label, Note, Part, Sheet
from hardware.drawing.symbols import STEP, Pin, Symbol

LIBRARY = "launcher"

TABLE = f"""(sym_lib_table
  (version 7)
  (lib (name "{LIBRARY}")(type "KiCad")(uri "${{KIPRJMOD}}/{LIBRARY}.kicad_sym")(options "")(descr ""))
)
"""
"""The `sym-lib-table` of the projects' folder."""


def _w(word: str) -> Word:
    return Word(word)


def _at(x: float, y: float, angle: int | None = 0) -> list[object]:
    return [_w("at"), float(x * STEP), float(y * STEP), *([] if angle is None else [angle])]


def _effects(size: float = 1.27, justify: str = "", hidden: bool = False, bold: bool = False) -> list[object]:
    out: list[object] = [
        _w("effects"),
        [_w("font"), [_w("size"), size, size], *([[_w("bold"), _w("yes")]] if bold else [])],
    ]
    if justify:
        out.append([_w("justify"), *map(_w, justify.split())])
    if hidden:
        out.append([_w("hide"), _w("yes")])
    return out


def _stroke(width: float, kind: str) -> list[object]:
    return [_w("stroke"), [_w("width"), width], [_w("type"), _w(kind)]]


def _counted(symbol: Symbol) -> list[list[object]]:
    """Whether a symbol is a part that somebody buys."""
    return [
        [_w("exclude_from_sim"), _w("no")],
        [_w("in_bom"), _w("no" if symbol.power else "yes")],
        [_w("on_board"), _w("yes")],
    ]


def project(name: str) -> str:
    """The .kicad_pro file: the rules are KiCad's own, and nothing in them is switched off."""
    return json.dumps({"meta": {"filename": f"{name}.kicad_pro", "version": 3}}, indent=2) + "\n"


def library(symbols: Iterable[Symbol]) -> str:
    """The .kicad_sym file."""
    head = [
        _w("kicad_symbol_lib"),
        [_w("version"), _w("20241209")],
        [_w("generator"), "hardware"],
        [_w("generator_version"), "9.0"],
    ]
    named = {symbol.name: symbol for symbol in symbols}
    return text([*head, *(_definition(named[name], name) for name in sorted(named))]) + "\n"


def schematic(sheet: Sheet) -> str:
    """The .kicad_sch file."""
    name = sheet.project
    root = uid(name, "sheet")
    used = {part.symbol.name: part.symbol for part in sheet.parts}
    page: list[object] = [
        _w("kicad_sch"),
        [_w("version"), _w("20250114")],
        [_w("generator"), "hardware"],
        [_w("generator_version"), "9.0"],
        root,
        [_w("paper"), "A3"],
        [
            _w("title_block"),
            [_w("title"), sheet.title],
            *([_w("comment"), number, words] for number, words in enumerate(sheet.comments, 1)),
        ],
        [_w("lib_symbols"), *(_definition(used[each], f"{LIBRARY}:{each}") for each in sorted(used))],
    ]
    for point in sheet.junctions():
        style = [[_w("diameter"), 0], [_w("color"), 0, 0, 0, 0]]
        page.append([_w("junction"), _at(*point, None), *style, uid(name, "junction", *point)])
    for wire in sheet.pieces():
        points = [_w("pts"), *([_w("xy"), float(x * STEP), float(y * STEP)] for x, y in wire)]
        page.append([_w("wire"), points, _stroke(0, "default"), uid(name, "wire", *wire)])
    for point in sheet.crosses:
        page.append([_w("no_connect"), _at(*point, None), uid(name, "cross", *point)])
    for frame in sheet.frames:
        corners = [
            [_w(word), float(x * STEP), float(y * STEP)]
            for word, x, y in (("start", frame.left, frame.top), ("end", frame.right, frame.bottom))
        ]
        fill = [_w("fill"), [_w("type"), _w("none")]]
        page.append([_w("rectangle"), *corners, _stroke(0.2, "dash"), fill, uid(name, "frame", frame.key)])
    page += [_note(each, name) for each in sheet.notes]
    page += [_label(each, name) for each in sheet.labels]
    for net, x, y in sheet.names:
        page.append([_w("label"), net, _at(x, y), _effects(justify="left bottom"), uid(name, "name", net)])
    page += [_instance(part, name, str(root[1])) for part in sheet.parts]
    page += [
        [_w("sheet_instances"), [_w("path"), "/", [_w("page"), "1"]]],
        [_w("embedded_fonts"), _w("no")],
    ]
    return text(page) + "\n"


def _note(note: Note, name: str) -> list[object]:
    return [
        _w("text"),
        note.words,
        [_w("exclude_from_sim"), _w("no")],
        _at(note.x, note.y),
        _effects(note.size, "left top", bold=note.bold),
        uid(name, "note", note.x, note.y),
    ]


def _label(label: Label, name: str) -> list[object]:
    return [
        _w("global_label"),
        label.net,
        [_w("shape"), _w(label.shape)],
        _at(label.x, label.y, 180 if label.side == "left" else 0),
        [_w("fields_autoplaced"), _w("yes")],
        _effects(justify="right" if label.side == "left" else "left"),
        uid(name, "label", label.net, label.x, label.y),
    ]


def _instance(part: Part, name: str, root: str) -> list[object]:
    path = [_w("path"), f"/{root}", [_w("reference"), part.reference], [_w("unit"), 1]]
    return [
        _w("symbol"),
        [_w("lib_id"), f"{LIBRARY}:{part.symbol.name}"],
        _at(part.x, part.y, part.turned),
        [_w("unit"), 1],
        *_counted(part.symbol),
        [_w("dnp"), _w("no")],
        uid(name, part.reference),
        *_fields(part),
        *([_w("pin"), pin.number, uid(name, part.reference, pin.number)] for pin in part.symbol.pins),
        [_w("instances"), [_w("project"), name, path]],
    ]


def _fields(part: Part) -> list[list[object]]:
    """Reference and value beside the part; those of a lying one above and below it. They read level."""
    symbol, lying = part.symbol, part.turned in (90, 270)
    out: list[list[object]] = []
    for key, words, (x, y, justify), above in (
        ("Reference", part.reference, symbol.reference, -2.1),
        ("Value", part.value, symbol.value, 2.1),
    ):
        place = _at(part.x, part.y + above, 90) if lying else _at(part.x + x, part.y - y)
        hidden = symbol.power and key == "Reference"
        out.append([_w("property"), key, words, place, _effects(1.27, "" if lying else justify, hidden)])
    for key, words in (("Footprint", ""), ("Datasheet", ""), ("Description", part.note)):
        out.append([_w("property"), key, words, _at(part.x, part.y), _effects(hidden=True)])
    return out


def _definition(symbol: Symbol, name: str) -> list[object]:
    """The symbol, under `name`."""
    names: list[object] = [_w("pin_names"), [_w("offset"), 0.762]]
    if not symbol.show_names:
        names.append([_w("hide"), _w("yes")])
    out: list[object] = [_w("symbol"), name]
    if symbol.power:
        out.append([_w("power")])
    if not symbol.show_numbers:
        out.append([_w("pin_numbers"), [_w("hide"), _w("yes")]])
    out += [names, *_counted(symbol)]
    for key, words, (x, y, justify), hidden in (
        ("Reference", "#PWR" if symbol.power else "U", symbol.reference, symbol.power),
        ("Value", symbol.name, symbol.value, False),
        *((key, "", (0, 0, ""), True) for key in ("Footprint", "Datasheet", "Description")),
    ):
        out.append([_w("property"), key, words, _at(x, y), _effects(1.27, justify, hidden)])
    return [
        *out,
        [_w("symbol"), f"{symbol.name}_0_1", *symbol.shapes],
        [_w("symbol"), f"{symbol.name}_1_1", *map(_pin, symbol.pins)],
        [_w("embedded_fonts"), _w("no")],
    ]


def _pin(pin: Pin) -> list[object]:
    return [
        _w("pin"),
        _w(pin.kind),
        _w("line"),
        _at(pin.x, pin.y, pin.angle),
        [_w("length"), pin.length * STEP],
        [_w("name"), pin.name, _effects()],
        [_w("number"), pin.number, _effects()],
    ]
