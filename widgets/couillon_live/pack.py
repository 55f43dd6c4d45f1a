"""Packs the Python archives of a page; runs at build time inside Pyodide, whose own Python must compile them.

`compile_zip` turns sources into `.pyc`; `split` writes three archives: the standard library and the packages as far as
they are used (`couillon_live.tracing` tells what is), and all the rest.
"""

from __future__ import annotations

import ast
import importlib._bootstrap_external as bootstrap
import io
import tarfile
import zipfile
from collections.abc import Collection

EPOCH = (2020, 1, 1, 0, 0, 0)
STDLIB = "/lib/python314.zip/"
SITE = "/lib/python3.14/site-packages/"
REST_LIST = "couillon_live/rest.txt"
TOLERATED = ("ssl",)
"""Modules that others try to import and do without: Python in a page opens no sockets."""
DOCUMENTED = ("_pyodide/_core_docs.py",)
"""Files whose docstrings Pyodide reads when it starts."""

Files = dict[str, bytes]


def compile_zip(archive: bytes, root: str) -> Files:
    """Read a zip of sources as files, each `.py` compiled to a `.pyc` that names itself below `root`.

    What nobody reads in a page is left out: it would be a fifth of what is fetched.
    """
    files: Files = {}
    with zipfile.ZipFile(io.BytesIO(archive)) as source:
        versions = WrittenOut(source)
        for name in source.namelist():
            if name.endswith("/"):
                continue
            data = source.read(name)
            if name.endswith(".py"):
                tree = versions.visit(ast.parse(data, root + name))
                if name not in DOCUMENTED:
                    lighten(tree, ours=name.startswith("couillon"))
                code = compile(tree, root + name, "exec", dont_inherit=True)
                # The archives are rebuilt as a whole, so a .pyc never needs to be checked against its source.
                data = bytes(bootstrap._code_to_hash_pyc(code, bytes(8), False))  # type: ignore[attr-defined]
                name += "c"
            files[name] = data
    return files


class WrittenOut(ast.NodeTransformer):
    """Puts the versions of the packages in an archive where their code asks for them.

    To find one out in a page takes a parser of e-mail, which nothing else needs.
    """

    def __init__(self, source: zipfile.ZipFile) -> None:
        """Read the versions."""
        self.versions: dict[str, str] = {}
        for path in source.namelist():
            if path.endswith(".dist-info/METADATA"):
                package, version, *_more = path.partition(".dist-info/")[0].split("-")
                self.versions[package] = version

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Turn `version("package")` into its value."""
        match node:
            case ast.Call(func=ast.Name(id="version"), args=[ast.Constant(value=str(package))], keywords=[]):
                if package in self.versions:
                    return ast.copy_location(ast.Constant(self.versions[package]), node)
        self.generic_visit(node)
        return node


def lighten(tree: ast.Module, ours: bool = False) -> None:
    """Take out of a module what nobody reads in a page: docstrings, and in code of `ours` what functions say of types.

    A dataclass keeps its docstring: without one it would write one, slowly.

    >>> tree = ast.parse('"Module."\\ndef f(x: int) -> str:\\n    "Said."\\n\\nclass A:\\n    "Class."\\n    x: int')
    >>> lighten(tree, ours=True)
    >>> ast.unparse(tree).strip().split("\\n")
    ['def f(x):', '    pass', '', 'class A:', '    x: int']
    """
    for node in ast.walk(tree):
        if ours and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
        if ours and isinstance(node, ast.arg):
            node.annotation = None
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        kept = isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(d) for d in node.decorator_list)
        if kept or ast.get_docstring(node, clean=False) is None:
            continue
        doc = node.body.pop(0)
        if not node.body and not isinstance(node, ast.Module):
            node.body.append(ast.copy_location(ast.Pass(), doc))


def module_name(path: str) -> str:
    """Give the dotted name of a compiled file.

    >>> module_name("email/mime/text.pyc"), module_name("json/__init__.pyc")
    ('email.mime.text', 'json')
    """
    return path.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")


def is_used(path: str, used: Collection[str]) -> bool:
    """Tell whether a file belongs into the first archives: a loaded module, or data of a package that has one."""
    if path.endswith(".pyc"):
        return module_name(path) in used
    return path.partition("/")[0].removesuffix(".py") in used or ".dist-info/" in path


def split(stdlib: Files, site: Files, used: Collection[str]) -> dict[str, bytes]:
    """Give the archives `stdlib.zip`, `site.tar` (both uncompressed, to be compressed as a whole) and `rest.zip`."""
    used = {*used} - {*TOLERATED}
    first = {name: data for name, data in stdlib.items() if is_used(name, used)}
    packages = {name: data for name, data in site.items() if is_used(name, used)}
    rest = {n: d for n, d in {**stdlib, **site}.items() if n not in first and n not in packages}
    names = sorted(module_name(name) for name in rest if name.endswith(".pyc"))
    packages[REST_LIST] = " ".join(names).encode()
    return {
        "stdlib.zip": write_zip(first, zipfile.ZIP_STORED),
        "site.tar": write_tar(packages),
        "rest.zip": write_zip(rest, zipfile.ZIP_DEFLATED),
    }


def write_zip(files: Files, how: int) -> bytes:
    """Write files to a zip that is the same for the same files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), files[name], compress_type=how, compresslevel=9)
    return out.getvalue()


def write_tar(files: Files) -> bytes:
    """Write files to a tar that is the same for the same files."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            info = tarfile.TarInfo(name)
            info.size = len(files[name])
            archive.addfile(info, io.BytesIO(files[name]))
    return out.getvalue()
