"""What is translated to WebAssembly must do what it does as plain Python; what cannot be translated is refused."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
import wasmtime

from couillon.core.hosts import WASM
from couillon.core.translate import Source, TranslationError, translate, translated

WORDS = '''
"""A module may say what it does."""

from elsewhere import FAR

NEAR = 5


def arithmetic(a: int, b: int) -> int:
    """So may a function."""
    return (a + b) * 3 - (a ^ b) + (a & b | NEAR) + ~a + -b


def shifts(a: int, b: int) -> int:
    return (a << 3 ^ b >> 2) + (a >> (b & 31)) + (1 << (a & 31)) + FAR


def counts(a: int, b: int) -> int:
    return a.bit_count() * 1000 + b.bit_length() + (a * b).bit_length() + (a & -a).bit_length()


def compares(a: int, b: int) -> int:
    found = 0
    if a == b:
        found += 1
    if a != b:
        found += 2
    if a < b:
        found += 4
    elif a > b:
        found += 8
    else:
        found += 16
    if a <= b and a and not b >= 7 or a - b == 1:
        found |= 32
    if not (a and b) or a & 1 and b & 1:
        found |= 64
    return found if a or b else -found - 1


def choices(a: int, b: int) -> int:
    least, most = a, b
    if least > most:
        least, most = most, least
    return most if least & 1 else least if most & 1 else -1 if a == b else 2 * most - least


def loops(a: int, b: int) -> int:
    found, steps = 0, 0
    while a:
        steps += 1
        if a & 3 == 1:
            a >>= 1
            continue
        inner = b
        while inner > a:
            inner -= 1 + a
            if inner & 7 == 3:
                break
            found += inner
        if steps > 20:
            break
        found ^= a
        a >>= 1
    return found * 100 + steps


def calls(a: int, b: int) -> int:
    remember(a & 7, b)
    arithmetic(a, b)
    if b < 3:
        return memory[a & 7]
    return calls(b >> 1, a >> 2) + memory[NEAR + (a & 1)] + memory[3]


def remember(at: int, what: int) -> None:
    pass
    if at > 6:
        return
    memory[at] = what
    memory[at + 1] += at
    memory[1 + at + 8] ^= what << 1
    memory[0] = memory[at + 9]


def large(a: int, b: int) -> int:
    return a + 0x1234567890ABCDEF - 4611686018427387904 + b * -64
'''
NAMES = ("arithmetic", "shifts", "counts", "compares", "choices", "loops", "calls", "large")
CELLS = 20


def compiled(code: bytes) -> tuple[Callable[[str], Callable[..., int]], Callable[[], list[int]]]:
    """The functions of a translation by name, and the cells of its memory."""
    store = wasmtime.Store()
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, code), []).exports(store)

    def function(name: str) -> Callable[..., int]:
        return lambda *numbers: exports[name](store, *numbers)  # type: ignore[operator]

    def cells() -> list[int]:
        data = exports["memory"].read(store, 0, CELLS * 8)  # type: ignore[union-attr]
        return [int.from_bytes(data[at : at + 8], "little", signed=True) for at in range(0, CELLS * 8, 8)]

    return function, cells


def test_words_mean_the_same_in_both() -> None:
    memory = [0] * CELLS
    names: dict[str, object] = {"memory": memory, "FAR": -(2**40)}
    exec(WORDS.replace("from elsewhere import FAR", ""), names)
    function, cells = compiled(translate([Source(WORDS, {"NEAR": 5, "FAR": -(2**40)})], NAMES, CELLS))
    draw = Random(1)
    for _case in range(60):
        a, b = (draw.randrange(2 ** draw.choice((1, 3, 8, 24))) for _number in range(2))
        for name in NAMES:
            assert function(name)(a, b) == names[name](a, b), (name, a, b)  # type: ignore[operator]
        assert cells() == memory


def test_numbers_are_sign_true_to_the_last_bit() -> None:
    code = "def f(x: int) -> int:\n    return x >> 1\ndef g(x: int) -> int:\n    return 1 if x < 0 else 0"
    function, _cells = compiled(translate([Source(code, {})], ["f", "g"], 1))
    for number in (-1, -2, -(2**63), 2**63 - 1, 0, 1):
        assert function("f")(number) == number >> 1
        assert function("g")(number) == (number < 0)


def test_functions_of_several_modules_call_each_other_each_with_its_own_constants() -> None:
    one = Source("def f(x: int) -> int:\n    return g(x) + N", {"N": 1})
    two = Source("def g(x: int) -> int:\n    return x * N", {"N": 10})
    function, _cells = compiled(translate([one, two], ["f"], 1))
    assert function("f")(7) == 71


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("return x / 2", "x / 2 is no number in this language"),
        ("return x ** 2", "x ** 2 is no number"),
        ("return [x][0]", "is no number"),
        ("return 1.5", "1.5 is no number"),
        ("return x > 1", "x > 1 is no number"),
        ("return not x", "not x is no number"),
        ("return y", "y is no argument, no local name and no whole number of the module"),
        ("return abs(x)", "abs is no function of this module"),
        ("return x.real()", "x.real is no function of this module"),
        ("return f(x, x)", "f takes 1 arguments by their places"),
        ("return f(x=x)", "f takes 1 arguments by their places"),
        ("return nothing(x)", "nothing(x) is no number"),
        ("return", "f returns another thing than it says"),
        ("return 9223372036854775808", "does not fit into 64 bits"),
        ("for i in x:\n        pass\n    return x", "there is no For in this language"),
        ("while x:\n        x -= 1\n    else:\n        x = 1\n    return x", "there is no While in this language"),
        ("x[0] = 1\n    return x", "only a name, a cell of memory, or several names at once can be assigned to"),
        ("x, y = y\n    return x", "only a name, a cell of memory"),
        ("x = y = 1\n    return x", "there is no Assign in this language"),
        ("if 1 < x < 3:\n        return 1\n    return x", "a comparison has two sides"),
        ("if x in x:\n        return 1\n    return x", "a comparison has two sides, and compares numbers"),
        ("break\n    return x", "there is no Break outside a loop"),
    ],
)
def test_what_is_no_part_of_the_language_is_refused_in_a_sentence(body: str, why: str) -> None:
    code = f"def nothing(x: int) -> None:\n    pass\n\n\ndef f(x: int) -> int:\n    {body}\n"
    with pytest.raises(TranslationError, match=r"^Line \d+ cannot be translated: .*\.$") as refused:
        translate([Source(code, {})], ["f"], 1)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("head", "why"),
    [
        ("def f(x) -> int:", "the argument x has to be an int"),
        ("def f(x: str) -> int:", "the argument x has to be an int"),
        ("def f(x: int):", "f has to return int or None"),
        ("def f(x: int = 1) -> int:", "f takes plain arguments only"),
        ("def f(*x: int) -> int:", "f takes plain arguments only"),
        ("@cache\ndef f(x: int) -> int:", "has no decorator"),
        ("def f(x: int) -> int:\n    return x\ndef f(x: int) -> int:", "there are two functions f"),
    ],
)
def test_so_are_other_heads(head: str, why: str) -> None:
    with pytest.raises(TranslationError) as refused:
        translate([Source(f"{head}\n    return 1\n", {})], ["f"], 1)
    assert why in str(refused.value)


def test_the_core_that_is_shipped_is_what_its_source_translates_to() -> None:
    assert WASM.read_bytes() == translated(), "Make it anew: python -m couillon.core"
