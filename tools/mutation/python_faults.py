"""Finds the faults that can be planted in a Python module, as small changes of its syntax tree.

They change operators, comparisons, integers, truth values, sides (classes and clusters, truth and
prediction), minima and maxima, weights, and the claims of measures. No faults are planted where
nothing is computed: in strings, annotations, imports, ``__all__`` and error messages.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from .mutant import Mutant, numbered

SIDES = (
    ("classes", "clusters"),
    ("class", "cluster"),
    ("truth", "prediction"),
    ("rows", "cols"),
    ("row", "col"),
    ("together", "apart"),
    ("precision", "recall"),
    ("splits", "merges"),
    ("min", "max"),
    ("minimum", "maximum"),
    ("argmin", "argmax"),
    ("any", "all"),
    ("low", "high"),
)
SWAPPED = {a: b for pair in SIDES for a, b in (pair, pair[::-1])}
BINARY = {
    ast.Add: ("-",),
    ast.Sub: ("+",),
    ast.Mult: ("+",),
    ast.Div: ("*",),
    ast.FloorDiv: ("*",),
    ast.Mod: ("*",),
    ast.Pow: ("*",),
    ast.BitAnd: ("|",),
}
COMPARED = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
CLAIMS = ("perfect", "undefined", "bounds", "independence", "symmetric", "n_invariant")
CLAIMS += ("convex_additive", "margin_affine")
_OPERATOR = re.compile(rb"//|\*\*|[-+*/%&]|[<>!=]=|[<>]|\bis\s+not\b|\bnot\s+in\b|\bis\b|\bin\b")


class _Finder:
    def __init__(self, path: str, source: bytes, attributes: AbstractSet[str]) -> None:
        self.path, self.source, self.attributes = path, source, attributes
        self.lines = source.split(b"\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.bound = _bound(ast.parse(source)) | set(dir(builtins))  # names that a swap may produce
        self.owner = ""

    def place(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column

    def span(self, node: ast.AST) -> tuple[int, int]:
        start = self.place(node.lineno, node.col_offset)  # type: ignore[attr-defined]
        return start, self.place(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def text(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.source[start:end].decode()

    def mutant(self, start: int, end: int, new: str) -> Mutant:
        line = self.source.count(b"\n", 0, start) + 1
        old = " ".join(self.source[start:end].decode().split())
        after = " ".join(new.split())
        shown = self.lines[line - 1].decode().strip()
        return Mutant(self.path, start, end, new, line, shown, f"{old} -> {after}", self.owner)

    def replaced(self, node: ast.AST, new: str) -> Mutant:
        return self.mutant(*self.span(node), new)

    def operator(self, left: ast.AST, right: ast.AST, new: str) -> Iterator[Mutant]:
        start, end = self.span(left)[1], self.span(right)[0]
        found = _OPERATOR.search(self.source, start, end)
        if found:
            yield self.mutant(found.start(), found.end(), new)

    def walk(self, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef):
            before, self.owner = (self.bound, self.owner), self.owner or node.name
            self.bound = self.bound | _bound(node)
            yield from self.walk_inside(node)
            self.bound, self.owner = before
        elif not _computes_nothing(node):
            yield from self.at(node)
            yield from self.walk_inside(node)

    def walk_inside(self, node: ast.AST) -> Iterator[Mutant]:
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "type_params"):
                continue
            if field == "decorator_list":
                for decorator in value:
                    yield from self.claims(decorator)
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from self.walk(child)

    def claims(self, decorator: ast.expr) -> Iterator[Mutant]:
        for keyword in getattr(decorator, "keywords", ()):
            if keyword.arg in CLAIMS:
                for node in ast.walk(keyword.value):
                    yield from self.claim(node)

    def claim(self, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield self.replaced(node, str(not node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            yield self.replaced(node, repr(0.5 if node.value in (0, 1) else node.value / 2))
        elif isinstance(node, ast.Name) and node.id == "inf":
            yield self.replaced(node, "1.0")

    def at(self, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.BinOp):
            yield from self.binary(node)
        elif isinstance(node, ast.AugAssign):
            for new in BINARY.get(type(node.op), ()):
                yield from self.operator(node.target, node.value, new)
        elif isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            for left, right, op in zip(operands, operands[1:], node.ops, strict=False):
                yield from self.operator(left, right, COMPARED[type(op)])
        elif isinstance(node, ast.BoolOp):
            new = " or " if isinstance(node.op, ast.And) else " and "
            yield self.replaced(node, f"({new.join(f'({self.text(v)})' for v in node.values)})")
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
            yield self.replaced(node, f"({self.text(node.operand)})")
        elif isinstance(node, ast.Constant):
            yield from self.constant(node)
        elif isinstance(node, (ast.Name, ast.Attribute)):
            yield from self.name(node)

    def binary(self, node: ast.BinOp) -> Iterator[Mutant]:
        sides = (node.left, node.right)
        if any(isinstance(s, ast.JoinedStr) or _is_text(s) for s in sides):
            return
        for new in BINARY.get(type(node.op), ()):
            yield from self.operator(*sides, new)
        if isinstance(node.op, ast.Mult):  # a dropped factor
            for text in sorted({self.text(side) for side in sides}):
                yield self.replaced(node, f"({text})")

    def constant(self, node: ast.Constant) -> Iterator[Mutant]:
        value = node.value
        if isinstance(value, bool):
            yield self.replaced(node, str(not value))
        elif isinstance(value, int):
            yield self.replaced(node, str(value + 1))
            yield self.replaced(node, f"({value - 1})" if value == 0 else str(value - 1))
        elif isinstance(value, float):
            yield self.replaced(node, repr(value + 1.0))

    def name(self, node: ast.Name | ast.Attribute) -> Iterator[Mutant]:
        if not isinstance(node.ctx, ast.Load):
            return
        word = node.id if isinstance(node, ast.Name) else node.attr
        end = self.span(node)[1]
        start = end - len(word.encode())
        other = "_".join(SWAPPED.get(part, part) for part in word.split("_"))
        known = self.bound if isinstance(node, ast.Name) else self.attributes
        if other != word and other in known:
            yield self.mutant(start, end, other)
        if isinstance(node, ast.Name) and word == "weights":
            yield self.mutant(start, end, "None")


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))


def _computes_nothing(node: ast.AST) -> bool:
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.Raise, ast.JoinedStr)):
        return True
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        return True
    if isinstance(node, ast.keyword):
        return node.arg == "strict"  # of zip: no effect on correct code
    if isinstance(node, ast.Expr):
        return _is_text(node.value)
    if isinstance(node, ast.Assign):
        return any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets)
    return isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.dump(node.annotation)


def mutants_of(
    path: str, source: bytes, attributes: AbstractSet[str] = frozenset()
) -> list[Mutant]:
    """Return all faults of a module; `attributes` are the names that other modules define."""
    known = attributes | defined(source) | set(SWAPPED)
    return numbered(_Finder(path, source, known).walk(ast.parse(source)))


def defined(source: bytes) -> set[str]:
    """Return the names that a module defines at any depth: functions, methods and fields."""
    return {name for node in ast.walk(ast.parse(source)) for name in _bound(node)}


def _bound(scope: ast.AST) -> set[str]:
    """Return the names that a module, class or function binds itself."""
    found = set()
    if isinstance(scope, ast.FunctionDef):
        found = {a.arg for a in (*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs)}
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif not isinstance(node, (ast.Lambda, ast.arguments)):
            found |= _bound(node)
    return found
