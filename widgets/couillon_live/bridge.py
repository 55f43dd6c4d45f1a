"""Real Jupyter comms between the Python inside a page and the scripts around it, without a kernel.

Runs inside Pyodide. `start` joins `comm` to a function that posts messages to the page, `receive` takes messages from
the page, `run_cell` runs one notebook cell. What goes over the wire is the documented Jupyter widget message protocol:
`comm_open`, `comm_msg`, `comm_close`, each as JSON text beside its list of buffers.
"""

from __future__ import annotations

import ast
import json
import logging
import traceback
from collections.abc import Callable, Iterable
from typing import Any

import comm
from comm.base_comm import BaseComm, CommManager

Post = Callable[[str, list[bytes]], None]

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
OURS = "couillon_widgets."
"""Widgets of this package are drawn by a module that the page has already: their code is not sent to it."""

_ours: set[str] = set()
_manager = CommManager()
_namespace: dict[str, Any] = {"__name__": "__main__"}
_shown: list[str | None] = []
_post: Post | None = None


class PageComm(BaseComm):
    """A comm whose other end is the page."""

    def publish_msg(
        self,
        msg_type: str,
        data: Any = None,
        metadata: Any = None,
        buffers: Iterable[Any] | None = None,
        **keys: Any,
    ) -> None:
        """Post one message of this comm to the page; before `start` it is dropped, there being no page."""
        if _post is None:
            return
        data = data or {}
        if msg_type == "comm_open" and is_ours(data.get("state", {})):
            _ours.add(self.comm_id)
            data = {**data, "state": {k: v for k, v in data["state"].items() if k not in ("_esm", "_css")}}
        content = {"comm_id": self.comm_id, "data": data, **keys}
        message = {"type": msg_type, "content": content, "metadata": metadata or {}}
        _post(json.dumps(message), [bytes(b) for b in buffers or ()])


class _Unheard(logging.Handler):
    """Keeps the exception that ipywidgets or comm has caught and only written into its log."""

    error: BaseException | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Keep what a record tells of."""
        if record.exc_info and record.exc_info[1] is not None:
            self.error = record.exc_info[1]


_unheard = _Unheard()


def is_ours(state: dict[str, Any]) -> bool:
    """Tell whether a widget with this state is drawn by the page's own module.

    >>> is_ours({"_anywidget_id": "couillon_widgets.slate.Slate"}), is_ours({"_model_name": "IntSliderModel"})
    (True, False)
    """
    return str(state.get("_anywidget_id", "")).startswith(OURS)


def start(post: Post) -> None:
    """Join ipywidgets to `post(json_text, buffers)`, which takes each message to the page."""
    global _post
    prepare()
    _post = post


def stop() -> None:
    """Post nothing any more."""
    global _post
    _post = None


def prepare() -> None:
    """Put our comms in the place of a kernel's; all of `start` that needs no page."""
    comm.create_comm = _create_comm
    comm.get_comm_manager = _get_comm_manager
    import ipywidgets

    from couillon_widgets import front

    for name in ("traitlets", "Comm"):
        logging.getLogger(name).addHandler(_unheard)
    ipywidgets.register_comm_target()
    front.page_has_front_end()


def _create_comm(*args: Any, **keys: Any) -> BaseComm:
    return PageComm(*args, **keys)


def _get_comm_manager() -> CommManager:
    return _manager


def receive(text: str, buffers: Iterable[Any] = ()) -> None:
    """Hand one message of the page, as JSON text with its buffers, to the comm it names.

    Raises MemoryError, and what one of our own widgets has raised, which is to answer every message.
    """
    message = json.loads(text)
    _unheard.error = None
    packed = {
        "content": message["content"],
        "metadata": message.get("metadata", {}),
        "buffers": [memoryview(b) for b in buffers],
    }
    getattr(_manager, message["type"])(None, None, packed)
    error, _unheard.error = _unheard.error, None
    if error is not None and (isinstance(error, MemoryError) or message["content"]["comm_id"] in _ours):
        raise error


def forget() -> None:
    """Forget the names that the cells have made so far."""
    _namespace.clear()
    _namespace["__name__"] = "__main__"


def display(*objects: Any, **_options: Any) -> None:
    """Show objects as outputs of the running cell; of these the page draws the widgets anew."""
    for thing in objects:
        _shown.append(_model_id(thing))


def _model_id(thing: Any) -> str | None:
    """Give the model id that the widget view of an object names, or None for anything but a widget."""
    describe = getattr(thing, "_repr_mimebundle_", None)
    if describe is None:
        return None
    bundle = describe(include=None, exclude=None)
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    view = (data or {}).get(WIDGET_VIEW)
    return str(view["model_id"]) if view else None


def run_cell(source: str) -> str:
    """Run one notebook cell and return JSON: `{"shown": [model id or null, ...], "error": traceback or null}`.

    The last expression of the cell is shown as in a notebook. Names stay for the cells that follow.

    >>> run_cell("x = 20"), run_cell("x + 2")
    ('{"shown": [], "error": null}', '{"shown": [null], "error": null}')
    >>> "ZeroDivisionError" in run_cell("1 / 0")
    True
    """
    _shown.clear()
    error = None
    try:
        tree = ast.parse(source, "<cell>")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "<cell>", "exec"), _namespace)
        if isinstance(last, ast.Expr) and not source.rstrip().endswith(";"):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), _namespace)
            if value is not None:
                display(value)
    except Exception:
        error = traceback.format_exc()
    return json.dumps({"shown": _shown, "error": error})
