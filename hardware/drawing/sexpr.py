"""KiCad's file format: nested lists in parentheses."""

import uuid

NAMESPACE = uuid.UUID("6f2b8a54-6d1c-4c55-9a44-0c0f5d1ab001")


class Word(str):
    """A word of the format itself, written without quotes."""


def uid(*what: object) -> list[object]:
    """A `(uuid …)` that is the same each time the same thing is drawn."""
    return [Word("uuid"), str(uuid.uuid5(NAMESPACE, "/".join(map(str, what))))]


def text(node: object, indent: int = 0) -> str:
    """`node` as KiCad writes it: one list a line, indented by tabs."""
    if isinstance(node, Word):
        return str(node)
    if isinstance(node, str):
        return '"' + node.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(node, float):
        return f"{node:.4f}".rstrip("0").rstrip(".")
    if isinstance(node, int):
        return str(node)
    assert isinstance(node, list | tuple)
    if not any(isinstance(each, list | tuple) for each in node[2:]):
        flat = "(" + " ".join(text(each) for each in node) + ")"
        if len(flat) <= 100:
            return flat
    tab = "\n" + "\t" * (indent + 1)
    head: list[str] = []
    rest: list[str] = []
    for each in node:
        if isinstance(each, list | tuple):
            rest.append(text(each, indent + 1))
        elif rest:
            rest.append(text(each))
        else:
            head.append(text(each))
    return "(" + " ".join(head) + "".join(tab + each for each in rest) + "\n" + "\t" * indent + ")"


def parse(source: str) -> list[object]:
    """The list that `source` begins with; what follows it doesn't matter. Words and numbers come as Word."""
    stack: list[list[object]] = [[]]
    at = 0
    while True:
        char = source[at]
        if char == "(":
            stack.append([])
            at += 1
        elif char == ")":
            done = stack.pop()
            if len(stack) == 1:
                return done
            stack[-1].append(done)
            at += 1
        elif char == '"':
            until = at + 1
            while source[until] != '"':
                until += 2 if source[until] == "\\" else 1
            raw = source[at + 1 : until]
            stack[-1].append(raw.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\"))
            at = until + 1
        elif char.isspace():
            at += 1
        else:
            until = at
            while source[until] not in '() \t\r\n"':
                until += 1
            stack[-1].append(Word(source[at:until]))
            at = until
