"""Voilà with everything closed that a public server must not have open."""

from __future__ import annotations

import logging
import os
import webbrowser
from pathlib import Path
from typing import Any, Final

from jupyter_server.auth.identity import IdentityProvider, User
from jupyter_server.services.kernels.handlers import KernelHandler
from markupsafe import Markup
from tornado.ioloop import IOLoop
from traitlets import Bool, Instance, Integer
from traitlets.config import Config
from voila.app import Voila
from voila.paths import collect_static_paths, collect_template_paths
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import MultiStaticFileHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from couillon.messages import _
from couillon_live import voila_handlers as handlers
from couillon_live.voila_kernels import CappedKernels, QuietConnection
from couillon_live.voila_pages import Lessons, words
from couillon_widgets.deck import sprite

__all__ = ["CouillonVoila", "configuration"]

_KERNEL: Final = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
#: Of the JupyterLab extensions that happen to be installed, those that bring widgets alive.
_EXTENSIONS: Final = ["@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "anywidget"]
#: The browser itself refuses other hosts. Widgets come as modules in blob: addresses, and set styles.
_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    )
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
#: A silent connection is dead after this many milliseconds.
_PING: Final = 30_000
_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


def configuration(*, kernels: int, idle_seconds: int) -> Config:
    """The settings that close what Voilà leaves open; there is no file that could open it again.

    `kernels` is the cap, `idle_seconds` how long a kernel is kept that nobody uses.
    """
    config = Config()
    config.VoilaConfiguration.update(
        template="lab",
        file_allowlist=["^$"],
        allow_template_override="NO",
        allow_theme_override="NO",
        show_tracebacks=False,
        strip_sources=True,
        extension_allowlist=_EXTENSIONS,
        multi_kernel_manager_class=CappedKernels,
        resources={"couillon": _page()},
    )
    config.VoilaExecutor.cell_error_instruction = ""
    config.CappedKernels.cap = kernels
    config.MappingKernelManager.update(
        cull_idle_timeout=idle_seconds,
        cull_interval=max(1, min(30, idle_seconds // 4)),
        # A page left open in a tab is no reader.
        cull_connected=True,
    )
    if os.name == "posix":
        # Sockets in a folder of our own instead of ports that every account of the machine can reach.
        config.KernelManager.transport = "ipc"
    config.Voila.identity_provider_class = Anybody
    config.Voila.kernel_websocket_connection_class = QuietConnection
    config.Voila.tornado_settings = {"headers": _HEADERS, "ws_ping_interval": _PING, "ws_ping_timeout": _PING}
    return config


def _page() -> dict[str, Any]:
    return {"language": _("en"), "words": words(), "sprite": Markup(sprite())}


class Anybody(IdentityProvider):
    """Takes everybody for the same reader: no login, no cookie."""

    async def get_user(self, handler: Any) -> User:
        """Return the reader."""
        return User(username="reader")


class CouillonVoila(Voila):  # type: ignore[misc]
    """The standalone Voilà server for the lessons of one folder."""

    lessons = Instance(Lessons)
    site = Instance(Path, allow_none=True)
    launch = Bool(False)
    log_level = Integer(logging.ERROR)

    def __init__(self, *, lessons: Lessons, site: Path | None, **kwargs: Any) -> None:
        super().__init__(lessons=lessons, site=site, root_dir=str(lessons.book), config_file_paths=[], **kwargs)
        self.config.VoilaConfiguration.resources["couillon"]["titles"] = lessons.titles

    def setup_template_dirs(self) -> None:
        """Put our templates before Voilà's own."""
        self.template_paths = [str(handlers.PAGE), *collect_template_paths(["voila", "nbconvert"], "lab", prune=True)]
        self.static_paths = collect_static_paths(["voila", "nbconvert"], "lab", prune=True)

    def init_settings(self) -> dict[str, Any]:
        """The settings of the server: those of Voilà, those of our pages, and a check of the host on loopback."""
        settings: dict[str, Any] = super().init_settings()
        # A page elsewhere whose name is made to point here must not reach a server meant for this machine alone.
        settings["allow_remote_access"] = self.ip not in _LOOPBACK
        # There is no login to ride on, and who knows the random id of a kernel has its page: so no cookie is needed.
        settings["disable_check_xsrf"] = True
        settings["default_handler_class"] = handlers.NoSuchPage
        settings["jinja2_env"] = settings["voila_jinja2_env"]
        settings["couillon_lessons"] = self.lessons
        settings["couillon_site"] = self.site
        settings["couillon_page"] = _page()
        self.kernel_manager.home = self.connection_dir
        return settings

    def init_handlers(self) -> list[Any]:
        """Every address that is served; what is not in this list is not there."""
        lesson = {
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
        }
        themes = {
            "themes_url": "/voila/api/themes",
            "path": self.themes_dir,
            "labextensions_path": self.labextensions_path,
            "no_cache_paths": ["/"],
        }
        base = self.base_url
        listed: list[Any] = [
            (base, handlers.FirstHandler),
            (base + r"(?P<name>[a-z0-9][a-z0-9-]*)\.html", handlers.LessonHandler, lesson),
            (base + "couillon/couillon.css", handlers.StyleHandler),
            (base + r"couillon/(page\.(?:css|js))", handlers.PageFileHandler),
            (base + f"api/kernels/{_KERNEL}", KernelHandler),
            (base + f"api/kernels/{_KERNEL}/channels", VoilaKernelWebsocketHandler),
            (base + "voila/api/shutdown/(.*)", VoilaShutdownKernelHandler),
            (base + "voila/api/themes/(.*)", handlers.ThemeHandler, themes),
            (base + "voila/static/(.*)", MultiStaticFileHandler, {"paths": self.static_paths}),
            (base + "voila/labextensions/(.*)", handlers.ExtensionHandler, {"path": self.labextensions_path}),
        ]
        if self.site:
            site = {"path": str(self.site), "default_filename": "index.html"}
            listed.append((base + "book/(.*)", handlers.SiteHandler, site))
        return listed

    def listen(self) -> None:
        """Serve until stopped; raises `OSError` when the port cannot be had."""
        try:
            self.app.listen(self.port, self.ip)
        except OSError:
            self.stop()
            raise
        print(_("The lessons are at {url} (stop with Ctrl+C).").format(url=self.connection_url), flush=True)
        if self.launch:
            webbrowser.open(self.connection_url)
        self.ioloop = IOLoop.current()
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            print()
        finally:
            self.stop()
