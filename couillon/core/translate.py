"""Translates modules of plain functions over whole numbers into WebAssembly.

What can be translated is a small part of Python, and means the same in both as long as every number fits into 64 bits:

* functions of whole numbers that return one, or nothing (`-> None`); they may call each other;
* ``memory``, a row of such numbers, that is read and written by index; constants of the module, also imported ones;
* assignment, also of several names at once, and ``+=`` and the like; ``if``, ``while``, ``break``, ``continue``,
  ``return``, ``pass``; calls;
* ``+ - * & | ^ << >> ~`` and ``-x``, shifts by less than 64; ``x.bit_count()`` and ``x.bit_length()`` of what is not
  negative; ``a if c else b``;
* where there is a condition: comparisons, ``and``, ``or``, ``not``, or a number that counts as true unless it is 0.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Final

from couillon.core.binary import (
    BLOCK,
    CODE,
    ELSE,
    EMPTY,
    END,
    EXPORT,
    FUNCTION,
    HEAD,
    I32,
    I64,
    IF,
    LOOP,
    MEMORY,
    TYPE,
    Op,
    counted,
    number,
    section,
    signed,
    text,
)  # fmt: skip

__all__ = ["Source", "TranslationError", "translate", "translated"]

_PAGE: Final = 65536
_BINARY: Final[dict[type[ast.operator], bytes]] = {
    ast.Add: Op.ADD,
    ast.Sub: Op.SUB,
    ast.Mult: Op.MUL,
    ast.BitAnd: Op.AND,
    ast.BitOr: Op.OR,
    ast.BitXor: Op.XOR,
    ast.LShift: Op.SHL,
    ast.RShift: Op.SHR,
}
_COMPARE: Final[dict[type[ast.cmpop], bytes]] = {
    ast.Eq: Op.EQ,
    ast.NotEq: Op.NE,
    ast.Lt: Op.LT,
    ast.Gt: Op.GT,
    ast.LtE: Op.LE,
    ast.GtE: Op.GE,
}


class TranslationError(ValueError):
    """Something that cannot be translated: one sentence with its line."""


@dataclass(frozen=True)
class Source:
    """Functions to translate: their module as text, and the whole numbers that its names stand for."""

    text: str
    numbers: Mapping[str, int]

    @classmethod
    def of(cls, module: ModuleType) -> Source:
        """Return the source of a module that is loaded."""
        return cls(inspect.getsource(module), {name: at for name, at in vars(module).items() if type(at) is int})


def translate(sources: Iterable[Source], exported: Iterable[str], cells: int) -> bytes:
    """Return the functions of some modules as one of WebAssembly, with a memory of so many cells of 64 bits.

    ``exported`` are the functions that the host may call; the memory is exported as ``memory``. Raises
    `TranslationError` for what is no part of the language.

    >>> len(translate([Source("def f(x: int) -> int:\\n    return x + ONE", {"ONE": 1})], ["f"], 1))
    55
    """
    found: dict[str, tuple[ast.FunctionDef, Source]] = {}
    for source in sources:
        for node in ast.parse(source.text).body:
            if isinstance(node, ast.FunctionDef):
                if node.name in found:
                    raise _refused(node, f"there are two functions {node.name}")
                found[node.name] = (node, source)
    names = list(found)
    shapes = {name: _shape(node) for name, (node, _source) in found.items()}
    codes = [_Function(node, shapes, names, source.numbers).code() for node, source in found.values()]
    types: dict[bytes, int] = {}
    kinds = [types.setdefault(_type(*shape), len(types)) for shape in shapes.values()]
    exports = [text(name) + b"\0" + number(names.index(name)) for name in exported]
    exports.append(text("memory") + b"\2\0")
    pages = number((cells * 8 + _PAGE - 1) // _PAGE)
    return HEAD + b"".join((
        section(TYPE, types),
        section(FUNCTION, map(number, kinds)),
        section(MEMORY, [b"\1" + pages + pages]),
        section(EXPORT, exports),
        section(CODE, codes),
    ))  # fmt: skip


def translated() -> bytes:
    """Return the core of the search as WebAssembly."""
    from couillon.core import guess, known, memory, sets, suits, tricks

    sources = map(Source.of, (sets, suits, known, tricks, guess))
    return translate(sources, ("reach", "promise"), memory.cells(memory.MOST_BUCKETS))


def _shape(function: ast.FunctionDef) -> tuple[int, bool]:
    """Return how many numbers a function takes, and whether it returns one."""
    given = function.args
    if given.vararg or given.kwarg or given.kwonlyargs or given.defaults or function.decorator_list:
        raise _refused(function, f"{function.name} takes plain arguments only, and has no decorator")
    for node in (*given.args, *given.posonlyargs):
        if not (isinstance(node.annotation, ast.Name) and node.annotation.id == "int"):
            raise _refused(node, f"the argument {node.arg} has to be an int")
    returns = function.returns
    if isinstance(returns, ast.Constant) and returns.value is None:
        return len(given.args), False
    if isinstance(returns, ast.Name) and returns.id == "int":
        return len(given.args), True
    raise _refused(function, f"{function.name} has to return int or None")


def _type(count: int, gives: bool) -> bytes:
    return b"\x60" + counted([I64] * count) + counted([I64] * gives)


def _sized(code: bytes) -> bytes:
    return number(len(code)) + code


def _refused(node: ast.AST, why: str) -> TranslationError:
    return TranslationError(f"Line {getattr(node, 'lineno', 0)} cannot be translated: {why}.")


class _Function:
    """One function on its way to bytes."""

    def __init__(
        self,
        node: ast.FunctionDef,
        shapes: Mapping[str, tuple[int, bool]],
        names: list[str],
        constants: Mapping[str, int],
    ) -> None:
        self.node, self.shapes, self.names, self.constants = node, shapes, names, constants
        self.taken = [argument.arg for argument in node.args.args]
        stored = (n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        self.locals = list(dict.fromkeys([*self.taken, *stored]))
        #: How many blocks are open, and at which depth the loops end and begin again.
        self.depth = 0
        self.loops: list[tuple[int, int]] = []

    def code(self) -> bytes:
        body = self.block(self.node.body)
        own = len(self.locals) - len(self.taken)
        # A function that returns a number never comes to its end: Python would return None there.
        last = Op.UNREACHABLE if self.shapes[self.node.name][1] else b""
        return _sized(counted([number(own) + I64] if own else []) + body + last + END)

    def block(self, body: Iterable[ast.stmt]) -> bytes:
        return b"".join(map(self.statement, body))

    def statement(self, node: ast.stmt) -> bytes:
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return b""
            case ast.Expr(value=ast.Call() as call):
                gives = self.gives(call)
                return self.call(call) + (Op.DROP if gives else b"")
            case ast.Return(value=value):
                return self.returned(node, value)
            case ast.Assign(targets=[target], value=value):
                return self.assigned(node, target, value)
            case ast.AugAssign(target=target, op=op, value=value):
                before = ast.copy_location(_loaded(target), target)
                return self.assigned(node, target, ast.copy_location(ast.BinOp(before, op, value), node))
            case ast.If(test=test, body=body, orelse=orelse):
                return self.condition(test) + self.branches(EMPTY, lambda: self.block(body), lambda: self.block(orelse))
            case ast.While(test=test, body=body, orelse=[]):
                return self.loop(test, body)
            case ast.Break() | ast.Continue():
                if not self.loops:
                    raise _refused(node, f"there is no {type(node).__name__} outside a loop")
                out, again = self.loops[-1]
                return Op.BRANCH + number(self.depth - (out if isinstance(node, ast.Break) else again))
        raise _refused(node, f"there is no {type(node).__name__} in this language")

    def returned(self, node: ast.Return, value: ast.expr | None) -> bytes:
        if (value is not None) != self.shapes[self.node.name][1]:
            raise _refused(node, f"{self.node.name} returns another thing than it says")
        return (self.value(value) if value is not None else b"") + Op.RETURN

    def assigned(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> bytes:
        match target, value:
            case ast.Name(id=name), _:
                return self.value(value) + Op.LOCAL_SET + number(self.locals.index(name))
            case ast.Subscript(value=ast.Name(id="memory"), slice=index), _:
                address, offset = self.address(index)
                return address + self.value(value) + Op.STORE + b"\3" + number(offset)
            case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                if all(isinstance(one, ast.Name) for one in targets):
                    put = [Op.LOCAL_SET + number(self.locals.index(one.id)) for one in targets]  # type: ignore[attr-defined]
                    return b"".join(map(self.value, values)) + b"".join(reversed(put))
        raise _refused(node, "only a name, a cell of memory, or several names at once can be assigned to")

    def branches(self, kind: bytes, yes: Callable[[], bytes], no: Callable[[], bytes]) -> bytes:
        self.depth += 1
        first, other = yes(), no()
        self.depth -= 1
        return IF + kind + first + (ELSE + other if other else b"") + END

    def loop(self, test: ast.expr, body: list[ast.stmt]) -> bytes:
        self.depth += 2
        self.loops.append((self.depth - 1, self.depth))
        inner = self.condition(test) + Op.NOT + Op.BRANCH_IF + number(1) + self.block(body) + Op.BRANCH + number(0)
        self.loops.pop()
        self.depth -= 2
        return BLOCK + EMPTY + LOOP + EMPTY + inner + END + END

    def condition(self, node: ast.expr) -> bytes:
        """Return code that leaves 1 or 0 of 32 bits."""
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARE:
                return self.value(left) + self.value(right) + _COMPARE[type(op)]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.condition(operand) + Op.NOT
            case ast.BoolOp(op=op, values=[first, *rest]):
                code = self.condition(first)
                for one in rest:
                    fixed = Op.I32_CONST + signed(int(isinstance(op, ast.Or)))
                    more = (lambda one=one: self.condition(one)), (lambda fixed=fixed: fixed)
                    code += self.branches(I32, *(reversed(more) if isinstance(op, ast.Or) else more))
                return code
        if isinstance(node, ast.Compare):
            raise _refused(node, "a comparison has two sides, and compares numbers")
        return self.value(node) + Op.ZERO + Op.NOT

    def value(self, node: ast.expr) -> bytes:
        """Return code that leaves a number."""
        known = self.constant(node)
        if known is not None:
            return Op.CONST + signed(known)
        match node:
            case ast.Name(id=name):
                if name in self.locals:
                    return Op.LOCAL_GET + number(self.locals.index(name))
                raise _refused(node, f"{name} is no argument, no local name and no whole number of the module")
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
                return self.value(left) + self.value(right) + _BINARY[type(op)]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return Op.CONST + signed(0) + self.value(operand) + Op.SUB
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self.value(operand) + Op.CONST + signed(-1) + Op.XOR
            case ast.Subscript(value=ast.Name(id="memory"), slice=index):
                address, offset = self.address(index)
                return address + Op.LOAD + b"\3" + number(offset)
            case ast.IfExp(test=test, body=yes, orelse=no):
                return self.condition(test) + self.branches(I64, lambda: self.value(yes), lambda: self.value(no))
            case ast.Call(func=ast.Attribute(value=of, attr="bit_count"), args=[]):
                return self.value(of) + Op.POPCNT
            case ast.Call(func=ast.Attribute(value=of, attr="bit_length"), args=[]):
                return Op.CONST + signed(64) + self.value(of) + Op.CLZ + Op.SUB
            case ast.Call() if self.gives(node):
                return self.call(node)
        raise _refused(node, f"{ast.unparse(node)} is no number in this language")

    def gives(self, node: ast.Call) -> bool:
        name = node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
        if name not in self.shapes:
            raise _refused(node, f"{name} is no function of this module")
        if node.keywords or len(node.args) != self.shapes[name][0]:
            raise _refused(node, f"{name} takes {self.shapes[name][0]} arguments by their places")
        return self.shapes[name][1]

    def call(self, node: ast.Call) -> bytes:
        assert isinstance(node.func, ast.Name)
        return b"".join(map(self.value, node.args)) + Op.CALL + number(self.names.index(node.func.id))

    def address(self, index: ast.expr) -> tuple[bytes, int]:
        """Return code that leaves the place of a cell in bytes, and what the instruction itself is to add to it."""
        match index:
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                for fixed, other in ((left, right), (right, left)):
                    known = self.constant(fixed)
                    if known is not None and known >= 0:
                        code, offset = self.address(other)
                        return code, offset + known * 8
        known = self.constant(index)
        if known is not None and known >= 0:
            return Op.I32_CONST + signed(0), known * 8
        return self.value(index) + Op.WRAP + Op.I32_CONST + signed(3) + Op.I32_SHL, 0

    def constant(self, node: ast.expr) -> int | None:
        """Return the number that is known already, else None."""
        match node:
            case ast.Constant(value=value) if type(value) is int:
                return self.fits(node, value)
            case ast.Name(id=name) if name not in self.locals and name in self.constants:
                return self.fits(node, self.constants[name])
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)) if type(value) is int:
                return self.fits(node, -value)
        return None

    @staticmethod
    def fits(node: ast.expr, value: int) -> int:
        if not -(2**63) <= value < 2**63:
            raise _refused(node, f"{value} does not fit into 64 bits")
        return value


def _loaded(target: ast.expr) -> ast.expr:
    """Return the target of an assignment as what stands there before."""
    match target:
        case ast.Name(id=name):
            return ast.Name(name, ast.Load())
        case ast.Subscript(value=value, slice=index):
            return ast.Subscript(value, index, ast.Load())
    return target
