"""Colours for browsers that do not know ``light-dark()`` yet: the same list of colours, once light and once dark."""

from __future__ import annotations

import re

__all__ = ["without_light_dark"]

_TOKEN = re.compile(r"(--[\w-]+):\s*([^;{}]*light-dark\([^;{}]*);")


def _split(value: str, dark: bool) -> str:
    """Put one of its two colours in the place of each ``light-dark()`` in a value.

    >>> _split("0 1px light-dark(rgb(0 0 0 / 0.2), #fff), 2px", dark=False)
    '0 1px rgb(0 0 0 / 0.2), 2px'
    """
    while (start := value.find("light-dark(")) >= 0:
        depth, parts, at = 0, [""], start + len("light-dark")
        while True:
            sign = value[at]
            depth += (sign == "(") - (sign == ")")
            if depth == 0:
                break
            if sign == "," and depth == 1:
                parts.append("")
            elif not (sign == "(" and depth == 1):
                parts[-1] += sign
            at += 1
        value = value[:start] + parts[dark].strip() + value[at + 1 :]
    return value


def without_light_dark(root: str) -> str:
    """Return rules for older browsers for the tokens that a sheet sets on ``:root``.

    >>> print(without_light_dark(":root { --a: light-dark(#fff, #000); --b: 1px; }"))
    @supports not (color: light-dark(red, red)) {
    :root { --a: #fff; }
    @media screen { html[data-theme="dark"] { --a: #000; } }
    }
    """
    block = root[root.index(":root") : root.index("}", root.index(":root"))]
    tokens = _TOKEN.findall(block)
    light, dark = (" ".join(f"{name}: {_split(value, way)};" for name, value in tokens) for way in (False, True))
    return (
        "@supports not (color: light-dark(red, red)) {\n"
        f":root {{ {light} }}\n"
        f'@media screen {{ html[data-theme="dark"] {{ {dark} }} }}\n'
        "}"
    )
