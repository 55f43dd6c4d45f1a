"""What Voilà answers to each address: a lesson, the way to the first one, and friendly pages for all else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jupyter_server.base.handlers import FileFindHandler, JupyterHandler
from jupyterlab_server.themes_handler import ThemesHandler
from tornado.web import RequestHandler, StaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from couillon.messages import _, ngettext
from couillon_live.voila_pages import Lessons, words
from couillon_widgets import front

_SIGN_OF_LIFE = "<script>window.voila_heartbeat()</script>\n"
#: How many signs of life without anything else a reader waits for.
_PATIENCE = 6
PAGE = Path(__file__).resolve().parent / "voila_page"


class Friendly(JupyterHandler):
    """Answers every error with one sentence and a way on, in the look of the book, and tells nothing of the machine."""

    @property
    def lessons(self) -> Lessons:
        """The lessons that are served."""
        return self.settings["couillon_lessons"]  # type: ignore[no-any-return]

    @property
    def site(self) -> Path | None:
        """The folder of the static book, where there is one."""
        return self.settings["couillon_site"]  # type: ignore[no-any-return]

    def static_page(self, name: str) -> str | None:
        """The address of the page `name` in the static book, or none."""
        if self.site is None or not (self.site / f"{name}.html").is_file():
            return None
        return f"{self.base_url}book/{name}.html"

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Write the friendly page for `status_code`."""
        asked = self.path_kwargs.get("name") or self.lessons.first
        here = asked if asked in self.lessons.titles else self.lessons.first
        first = f"{self.base_url}{here}.html"
        ways = [(first, self.lessons.titles[here])]
        match status_code:
            case 503:
                cap = self.settings["kernel_manager"].cap
                heading = _("Every table is taken")
                sentences = [
                    ngettext("{n} reader plays here already.", "{n} readers play here already.", cap).format(n=cap)
                ]
                ways = [(first, _("Try again"))]
                if still := self.static_page(here):
                    sentences.append(_("The same lesson also runs in your own browser, where there is always room."))
                    ways.insert(0, (still, _("Open the lesson in my browser")))
                else:
                    sentences.append(_("Tables that nobody plays at are put away after a while."))
                self.set_header("Retry-After", "60")
            case 404:
                heading, sentences = _("There is no such page"), [_("Perhaps it was renamed.")]
            case _:
                heading, sentences = _("This page could not be shown"), [_("Perhaps it works at the second try.")]
        template = self.settings["voila_jinja2_env"].get_template("error.html")
        page = template.render(
            cl=self.settings["couillon_page"], base_url=self.base_url, heading=heading, sentences=sentences, ways=ways
        )
        self.set_header("Content-Type", "text/html; charset=UTF-8")
        self.finish(page)


class LessonHandler(Friendly, TornadoVoilaHandler):  # type: ignore[misc]
    """``/<name>.html``: the lesson, alive, with a kernel of its own; another page of the book as the static one."""

    async def get(self, name: str) -> None:
        """Send the lesson `name`, piece by piece as it is ready."""
        if name in self.lessons.titles:
            await self._send(f"{name}.ipynb")
        elif still := self.static_page(name):
            self.redirect(still)
        else:
            self.send_error(404)

    async def _send(self, notebook: str) -> None:
        waits = 0
        async for piece in self.get_generator(path=notebook):
            # Voilà sends a sign of life every ten seconds, for ever when the kernel died on its way up.
            waits = waits + 1 if piece == _SIGN_OF_LIFE else 0
            if waits == _PATIENCE:
                self.write(f'<p class="cl-page-note" role="alert">{words()["failed_cell"]}</p>')
                break
            self.write(piece)
            await self.flush()


class FirstHandler(Friendly):
    """``/``: on to the first lesson."""

    def get(self) -> None:
        """Redirect."""
        self.redirect(f"{self.base_url}{self.lessons.first}.html")


class NoSuchPage(Friendly):
    """Every other address."""

    def prepare(self) -> None:  # type: ignore[override]
        """Refuse, whatever the method."""
        self.send_error(404)


class ExtensionHandler(Friendly, FileFindHandler):
    """The page side of ipywidgets and anywidget."""


class ThemeHandler(Friendly, ThemesHandler):
    """The style sheets that ordinary ipywidgets need."""


class StyleHandler(RequestHandler):
    """The style sheet of the widgets."""

    def get(self) -> None:
        """Send it."""
        self.set_header("Content-Type", "text/css; charset=UTF-8")
        self.finish(front.style())


class PageFileHandler(StaticFileHandler):
    """The style sheet and the script of the page around a lesson."""

    def initialize(self) -> None:  # type: ignore[override]
        """Serve the folder of the page."""
        super().initialize(path=str(PAGE))


class SiteHandler(StaticFileHandler):
    """The static book, for whom there is no kernel left."""

    def set_extra_headers(self, path: str) -> None:
        """Take back the policy of the pages with a kernel: the static book runs Python in the browser."""
        self.clear_header("Content-Security-Policy")
