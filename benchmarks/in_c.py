"""The core of the solver as a C program, made from the same source: what a compiler for this machine would gain."""

from __future__ import annotations

import ast
import ctypes
import inspect
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType

from couillon.core import guess, known, sets, suits, tricks
from couillon.core.memory import FOUND, MOST_BUCKETS, cells

_MODULES = (sets, suits, known, tricks, guess)
_SIGNS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<",
    ast.RShift: ">>", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.Gt: ">", ast.LtE: "<=", ast.GtE: ">=",
    ast.USub: "-", ast.Invert: "~", ast.Not: "!", ast.And: "&&", ast.Or: "||",
}  # fmt: skip


class InC:
    """A host of the core, as those in `couillon.core.hosts`."""

    step = 20_000
    buckets = MOST_BUCKETS

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source, library = Path(folder, "core.c"), Path(folder, "core.so")
            source.write_text(program())
            subprocess.run([compiler(), "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
            self._library = ctypes.CDLL(str(library))
        self._memory = (ctypes.c_int64 * cells(self.buckets)).in_dll(self._library, "memory")

    def write(self, place: int, numbers: Sequence[int]) -> None:
        self._memory[place : place + len(numbers)] = list(numbers)

    def reach(self) -> int:
        self._library.reach()
        return self._memory[FOUND]

    def promise(self) -> int:
        self._library.promise()
        return self._memory[FOUND]

    def close(self) -> None:
        pass


def compiler() -> str:
    """Return a C compiler; raises `FileNotFoundError` when there is none."""
    found = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not found:
        raise FileNotFoundError("There is no C compiler.")
    return found


def program() -> str:
    """Return the core as C."""
    heads, bodies = [], []
    for module in _MODULES:
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.FunctionDef):
                returns = "void" if isinstance(node.returns, ast.Constant) else "int64_t"
                shown = "" if node.name in ("reach", "promise") else "static "
                given = ", ".join(f"int64_t {one.arg}" for one in node.args.args) or "void"
                heads.append(f"{shown}{returns} {node.name}({given})")
                bodies.append(_function(node, module))
    size = cells(MOST_BUCKETS)
    declared = "".join(head + ";\n" for head in heads)
    return f"#include <stdint.h>\nint64_t memory[{size}];\n{declared}" + "".join(
        f"{head} {body}\n" for head, body in zip(heads, bodies, strict=True)
    )


def _function(node: ast.FunctionDef, module: ModuleType) -> str:
    taken = {one.arg for one in node.args.args}
    stored = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)} - taken
    names = "".join(f"int64_t {name};\n" for name in sorted(stored))
    return "{\n" + names + _block(node.body, module, taken | stored) + "}\n"


def _block(body: Iterable[ast.stmt], module: ModuleType, own: set[str]) -> str:
    return "".join(_statement(node, module, own) for node in body)


def _statement(node: ast.stmt, module: ModuleType, own: set[str]) -> str:
    def told(one: ast.expr) -> str:
        return _value(one, module, own)

    match node:
        case ast.Expr(value=ast.Constant()):
            return ""
        case ast.Expr(value=value):
            return f"{told(value)};\n"
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            first = "".join(f"int64_t new{i} = {told(one)};\n" for i, one in enumerate(values))
            return "{" + first + "".join(f"{told(one)} = new{i};\n" for i, one in enumerate(targets)) + "}\n"
        case ast.Assign(targets=[target], value=value):
            return f"{told(target)} = {told(value)};\n"
        case ast.AugAssign(target=target, op=op, value=value):
            return f"{told(target)} {_SIGNS[type(op)]}= {told(value)};\n"
        case ast.If(test=test, body=body, orelse=orelse):
            other = f" else {{\n{_block(orelse, module, own)}}}" if orelse else ""
            return f"if ({told(test)}) {{\n{_block(body, module, own)}}}{other}\n"
        case ast.While(test=test, body=body):
            return f"while ({told(test)}) {{\n{_block(body, module, own)}}}\n"
        case ast.Return(value=value):
            return f"return {told(value) if value else ''};\n"
        case ast.Break():
            return "break;\n"
        case ast.Continue():
            return "continue;\n"
    raise NotImplementedError(ast.unparse(node))


def _value(node: ast.expr, module: ModuleType, own: set[str]) -> str:
    def told(one: ast.expr) -> str:
        return _value(one, module, own)

    match node:
        case ast.Constant(value=value):
            return f"{value}LL"
        case ast.Name(id=name):
            return name if name in own or name == "memory" else f"{vars(module)[name]}LL"
        case ast.BinOp(left=left, op=op, right=right):
            return f"({told(left)} {_SIGNS[type(op)]} {told(right)})"
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return f"({told(left)} {_SIGNS[type(op)]} {told(right)})"
        case ast.UnaryOp(op=op, operand=operand):
            return f"({_SIGNS[type(op)]}{told(operand)})"
        case ast.BoolOp(op=op, values=values):
            return "(" + f" {_SIGNS[type(op)]} ".join(map(told, values)) + ")"
        case ast.IfExp(test=test, body=yes, orelse=no):
            return f"({told(test)} ? {told(yes)} : {told(no)})"
        case ast.Subscript(value=value, slice=index):
            return f"{told(value)}[{told(index)}]"
        case ast.Call(func=ast.Attribute(value=of, attr="bit_count")):
            return f"((int64_t)__builtin_popcountll({told(of)}))"
        case ast.Call(func=ast.Attribute(value=of, attr="bit_length")):
            return f"({told(of)} ? 64 - (int64_t)__builtin_clzll({told(of)}) : 0)"
        case ast.Call(func=ast.Name(id=name), args=given):
            return f"{name}({', '.join(map(told, given))})"
    raise NotImplementedError(ast.unparse(node))
