"""The files that the Pico runs too use nothing that MicroPython lacks."""

import ast
from pathlib import Path

import pytest

import uno_launcher.feed

FILES = sorted(Path(uno_launcher.feed.__file__).parent.glob("*.py"))

FORBIDDEN = (
    ast.AsyncFunctionDef,
    ast.Match,
    ast.NamedExpr,
    ast.TryStar,
    ast.Global,
)


def guarded(tree: ast.Module) -> list[ast.If]:
    """`if TYPE_CHECKING:` blocks, which only a type checker enters."""
    return [
        node
        for node in tree.body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    ]


def faults(source: str) -> list[str]:
    tree = ast.parse(source)
    blocks = guarded(tree)
    if blocks and "TYPE_CHECKING = False\n" not in source:
        return ["TYPE_CHECKING isn't False at run time"]
    skipped = {id(inner) for block in blocks for inner in ast.walk(block)}
    found = []
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        match node:
            case ast.ImportFrom(module=str(module), level=0) if f"{module}.".startswith("uno_launcher.feed."):
                pass
            case ast.Import() | ast.ImportFrom():
                found.append(f"line {node.lineno}: import")
            case ast.arguments(posonlyargs=[_, *_]):
                found.append("positional-only arguments")
            case ast.Tuple(elts=elts) | ast.List(elts=elts) | ast.Set(elts=elts) if any(
                isinstance(one, ast.Starred) for one in elts
            ) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
                found.append(f"line {node.lineno}: unpacking in a display")
            case ast.ClassDef(decorator_list=[_, *_]):
                found.append(f"line {node.lineno}: decorated class")
            case ast.Constant(value=float()) | ast.Div():
                found.append("a number that isn't whole")
            case _ if isinstance(node, FORBIDDEN):
                found.append(type(node).__name__)
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_only_what_micropython_has(file):
    assert faults(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "from enum import Enum",
        "from uno_launcher import errors",
        "from . import timing",
        "def f(x, /): pass",
        "@dataclass\nclass A: pass",
        "x = 0.5",
        "x = (1, *y)",
        "x = 1 / 2",
        "print(y := 1)",
        "match x:\n    case 1: pass",
        "if TYPE_CHECKING:\n    import typing",
    ],
)
def test_the_check_finds_what_it_looks_for(source):
    assert faults(source) != []


def test_there_are_files_to_check():
    assert {"beam.py", "burst.py", "debounce.py", "timing.py"} <= {file.name for file in FILES}
