"""Kernels for strangers: never more than a cap, gone when idle, told nothing about the machine, silent about errors."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

from jupyter_server._tz import utcnow
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import HTTPError
from traitlets import Integer, Unicode

__all__ = ["KEPT", "CappedKernels", "QuietConnection", "kernel_environment"]

#: What a kernel inherits: how to find programs and modules, language and time zone; no token, no password, no home.
KEPT: Final = frozenset(
    {"PATH", "PYTHONPATH", "VIRTUAL_ENV", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ"}
    | {"TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR"}
)
_ARGUMENTS: Final = ["--HistoryManager.enabled=False"]


def kernel_environment(environment: Mapping[str, str], home: str) -> dict[str, str]:
    """The part of `environment` that a kernel may see, with `home` as its home folder.

    >>> kernel_environment({"PATH": "bin", "SECRET_TOKEN": "1", "HOME": "reader"}, "scratch")
    {'PATH': 'bin', 'HOME': 'scratch', 'IPYTHONDIR': 'scratch', 'JUPYTER_CONFIG_DIR': 'scratch'}
    """
    kept = {name: value for name, value in environment.items() if name.upper() in KEPT}
    return kept | {"HOME": home, "IPYTHONDIR": home, "JUPYTER_CONFIG_DIR": home}


class CappedKernels(AsyncMappingKernelManager):
    """A kernel manager that refuses the kernel above the cap and puts away those that nobody plays with."""

    cap = Integer(30, min=1, help="How many kernels may run at once.").tag(config=True)
    home = Unicode("", help="The scratch folder that kernels get as their home.").tag(config=True)
    unvisited_timeout = Integer(60, help="Seconds that a kernel waits for its page to connect.").tag(config=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]
        self._starting: set[str] = set()
        self._visited: set[str] = set()

    @property
    def taken(self) -> int:
        """How many kernels run or are about to."""
        return len(self._starting | set(self.list_kernel_ids()))

    async def start_kernel(  # type: ignore[override]  # the base class hides its coroutine
        self, *, kernel_id: str | None = None, **kwargs: Any
    ) -> str:
        """Start a kernel and return its id; raises `tornado.web.HTTPError` 503 above the cap."""
        # The place is taken before the first await: thirty readers may come in the same moment.
        if self.taken >= self.cap:
            raise HTTPError(503, "All kernels are taken.")
        kernel_id = kernel_id or str(uuid4())
        self._starting.add(kernel_id)
        try:
            kwargs["env"] = kernel_environment(os.environ, self.home or os.devnull)
            kwargs["extra_arguments"] = [*kwargs.get("extra_arguments", []), *_ARGUMENTS]
            started: str = await super().start_kernel(kernel_id=kernel_id, **kwargs)
        finally:
            self._starting.discard(kernel_id)
        return started

    def notify_connect(self, kernel_id: str) -> None:
        """Note that a page has connected."""
        self._visited.add(kernel_id)
        super().notify_connect(kernel_id)  # type: ignore[no-untyped-call]

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget a kernel."""
        self._visited.discard(kernel_id)
        return super().remove_kernel(kernel_id)

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """Put a kernel away when its time is up; one that no page ever connected to goes sooner."""
        kernel: Any = self.get_kernel(kernel_id)
        waits = utcnow() - kernel.last_activity
        if kernel_id not in self._visited and waits > timedelta(seconds=self.unvisited_timeout):
            await self.shutdown_kernel(kernel_id)  # type: ignore[no-untyped-call]
        else:
            await super().cull_kernel_if_idle(kernel_id)  # type: ignore[no-untyped-call]


class QuietConnection(ZMQChannelsWebsocketConnection):
    """A connection that passes on what widgets need, and neither code nor error texts, which tell paths and sources."""

    def handle_outgoing_message(self, stream: str, outgoing_msg: list[Any]) -> None:
        """Pass a message on to the page, unless it could hold source code or a traceback."""
        _identities, parts = self.session.feed_identities(outgoing_msg)
        kind = self.session.unpack(parts[1])["msg_type"]
        loud = kind == "stream" and self.session.unpack(parts[4])["name"] == "stderr"
        if not loud and kind not in {"error", "execute_input"}:
            super().handle_outgoing_message(stream, outgoing_msg)
