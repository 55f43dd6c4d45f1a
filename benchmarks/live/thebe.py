"""The lesson as a page that Thebe and Thebe-lite make live, all of it on one host.

It is what a careful author gets with them: the published bundles, Pyodide of the version that they ask for with the
wheels of its lock file, the same cells, the same widgets. Every package is loaded beside Pyodide by way of the lock
file, which is quicker than to let piplite look them up one after another. Two addresses of other hosts are replaced.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.live.sites import LESSON
from couillon.errors import CommandError
from couillon_live.runtime import Report, node_program, package_folder, run

__all__ = ["ThebeError", "thebe_site"]

HERE = Path(__file__).parent
#: The packages of npm, with the checksum of each as npm states it.
PACKAGES = {
    "thebe@0.9.3": "Rb/7kVhtlffXra3kIe7OuIGE7awsm2/fGWxw21DiNfnWLnUQiDl9AWqYdshPwZPG/5DzLpsJRPix2xtCPtJmQQ==",
    "thebe-lite@0.5.0": "o+HhDbd/9cfYgCBdQ6BqJ5De+9JJobV5hUM/pPXTb5/1JlKILQcWUuRdhfIdYVCPUSBCMAbU3UwjkeRDJrG1HA==",
    "pyodide@0.27.0": "0O992noCKqv8lPw4+QFWw8d8yrNWVtQ6zPhWNg/RNYbFohiwmV6SGlVh5fWk/4pOxyhgHbayq+ur8JoR/r5U9A==",
    "requirejs@2.3.6": "ipEzlWQe6RK3jkzikgCupiTbTvm4S0/CAU5GlgptkN5SO6F3u0UD0K18wy6ErDqiCyP4J4YYe1HuAShvsxePLg==",
}
PYODIDE = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
#: Addresses in Thebe's bundle, how often each stands there, and what takes its place.
ADDRESSES = (
    ('"https://cdnjs.cloudflare.com/ajax/libs/require.js/2.3.6/require.min.js"', 1, "live/thebe/require.js"),
    ('"https://cdn.jsdelivr.net/npm/"', 2, "live/thebe/npm/"),
)
OWN = ("couillon/", "couillon_widgets/")
#: A kernel for ipywidgets 7 is not wanted.
OLD = "widgetsnbextension-3"
BOOT = re.compile(r'<script type="module" src="live/boot\.js[^>]*></script>')
HEAD = (
    '<link rel="stylesheet" href="live/thebe/thebe.css">'
    '<script defer src="live/thebe/lite/thebe-lite.min.js"></script>'
    '<script defer src="live/thebe/index.js"></script>'
    '<script type="module" src="live/thebe_boot.js"></script>'
)


class ThebeError(CommandError):
    """The page cannot be made; the message is one sentence that says why."""


def thebe_site(site: Path, work: Path, target: Path, report: Report) -> None:
    """Copy a built site and let Thebe make its lesson live; raises `CommandError` if something cannot be had."""
    packages = fetch_packages(work / "thebe", report)
    wheels = fetch_wheels(work / "thebe", report)
    shutil.copytree(site, target)
    live = target / "live"
    thebe = live / "thebe"
    unwanted = shutil.ignore_patterns("*.map", "*.txt", "types")
    shutil.copytree(packages / "thebe" / "lib", thebe, ignore=unwanted)
    shutil.copytree(packages / "thebe-lite" / "dist" / "lib", thebe / "lite", ignore=unwanted)
    bundle = thebe / "index.js"
    for address, times, ours in ADDRESSES:
        replace(bundle, address, f'new URL("{ours}",document.baseURI).href', times)
    shutil.copyfile(packages / "requirejs" / "require.js", thebe / "require.js")
    add_anywidget(work / "npm" / "node_modules" / "anywidget", thebe / "npm")
    loaded = add_python(packages, wheels, work / "site-sources.zip", thebe / "pyodide")
    shutil.copyfile(HERE / "thebe_boot.js", live / "thebe_boot.js")
    page = target / LESSON
    listed = f'<script type="application/json" id="thebe-packages">{json.dumps(loaded)}</script>'
    text, found = BOOT.subn(HEAD + listed, page.read_text(encoding="utf-8"))
    if found != 1:
        raise ThebeError(f"The page {LESSON} starts its Python in another way than the benchmark of Thebe knows.")
    page.write_text(text, encoding="utf-8")
    for twin in target.glob(f"{LESSON}.*"):  # of the page as it was
        twin.unlink()


def fetch_packages(folder: Path, report: Report) -> Path:
    """Fetch the packages of npm into `folder`, each unpacked into a folder of its name, and return where they are."""
    folder.mkdir(parents=True, exist_ok=True)
    out = folder / "npm"
    node = node_program()
    npm = next(node.parents[1].glob("**/node_modules/npm/bin/npm-cli.js"))
    for package, checksum in PACKAGES.items():
        name, _at, version = package.partition("@")
        archive = folder / f"{name}-{version}.tgz"
        if not archive.exists():
            report(f"Fetching {package}")
            run(
                [node, npm, "pack", package, "--ignore-scripts", "--loglevel=error", "--pack-destination", folder],
                cwd=folder,
                failure=f"{package} could not be fetched: is there a connection to the npm registry?",
            )
        if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != checksum:
            archive.unlink()
            raise ThebeError(f"{package} is not what it was when this benchmark was written.")
        shutil.rmtree(out / name, ignore_errors=True)
        with tarfile.open(archive) as packed:
            packed.extractall(out / f"{name}.part", filter="data")
        (out / f"{name}.part" / "package").rename(out / name)
        (out / f"{name}.part").rmdir()
    return out


def fetch_wheels(folder: Path, report: Report) -> Path:
    """Fetch the wheels of PyPI into `folder`, each with the checksum that stands in the list of them."""
    listed = HERE / "thebe_wheels.txt"
    out, stamp = folder / "wheels", folder / "wheels.txt"
    if stamp.exists() and stamp.read_bytes() == listed.read_bytes():
        return out
    report("Fetching the wheels of Thebe's Python")
    shutil.rmtree(out, ignore_errors=True)
    pip = "-m pip download --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary=:all:"
    anywhere = "--python-version 3.12 --implementation py --abi none --platform any"
    run(
        [sys.executable, *pip.split(), *anywhere.split(), "--dest", out, "--requirement", listed],
        cwd=folder,
        failure="The wheels of Thebe's Python could not be fetched: is there a connection to PyPI?",
    )
    shutil.copyfile(listed, stamp)
    return out


def replace(path: Path, old: str, new: str, times: int) -> None:
    """Replace a text that stands `times` times in a file; raises `ThebeError` if it does not."""
    text = path.read_text(encoding="utf-8")
    if text.count(old) != times:
        raise ThebeError(f"{path.name} of Thebe should have {old} {times} times, and has it {text.count(old)} times.")
    path.write_text(text.replace(old, new), encoding="utf-8")


def add_anywidget(package: Path, out: Path) -> None:
    """Lay anywidget's module where Thebe's loader looks for the version that its Python names."""
    version = json.loads((package / "package.json").read_text())["version"]
    if f"anywidget=={version} " not in (HERE / "thebe_wheels.txt").read_text():
        raise ThebeError(f"The wheels of Thebe's Python should have anywidget {version}, as the book has.")
    major, minor, _patch = version.split(".")
    folder = out / f"anywidget@~{major}.{minor}.*" / "dist"
    folder.mkdir(parents=True)
    shutil.copyfile(package / "dist" / "index.js", folder / "index.js")


def add_python(packages: Path, wheels: Path, sources: Path, out: Path) -> list[str]:
    """Lay Pyodide, all wheels and a lock file of them into one folder; returns the names of the packages."""
    out.mkdir()
    for name in PYODIDE:
        shutil.copyfile(packages / "pyodide" / name, out / name)
    own = packages / "thebe-lite" / "dist" / "lib" / "pypi"
    for wheel in [*wheels.glob("*.whl"), *own.glob("*.whl")]:
        if not wheel.name.startswith(OLD):
            shutil.copyfile(wheel, out / wheel.name)
    # npm has Pyodide without these two parts of Python's library, of which the kernel uses nothing here.
    write_wheel(out, "ssl", [])
    write_wheel(out, "sqlite3", [("sqlite3/__init__.py", (HERE / "no_sqlite3.py").read_bytes())])
    static = package_folder("couillon_widgets") / "static"
    with zipfile.ZipFile(sources) as packed:
        files = [(name, packed.read(name)) for name in packed.namelist() if name.startswith(OWN)]
    files += [(f"couillon_widgets/static/{path.name}", path.read_bytes()) for path in sorted(static.iterdir())]
    write_wheel(out, "couillon", files)
    lock = json.loads((packages / "pyodide" / "pyodide-lock.json").read_text())
    lock["packages"] = dict(locked(wheel) for wheel in sorted(out.glob("*.whl")))
    (out / "pyodide-lock.json").write_text(json.dumps(lock))
    return list(lock["packages"])


def write_wheel(out: Path, name: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Write a wheel of pure Python into a folder."""
    about = f"{name}-1.0.0.dist-info"
    with zipfile.ZipFile(out / f"{name}-1.0.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, body in files:
            wheel.writestr(path, body)
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0.0\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")


def locked(wheel: Path) -> tuple[str, dict[str, object]]:
    """Return the name of a wheel's package and what a lock file says of it."""
    name, version, *_tags = wheel.name.split("-")
    name = re.sub(r"[-_.]+", "-", name).lower()
    with zipfile.ZipFile(wheel) as packed:
        tops = {path.partition("/")[0].removesuffix(".py") for path in packed.namelist() if path.endswith(".py")}
    return name, {
        "name": name,
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(tops),
        "depends": [],
        "unvendored_tests": False,
    }
