"""Files that a widget hands out: a note with the link by which the page saves one."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from couillon_widgets.html import element, icon, text
from couillon_widgets.parts import Note

__all__ = ["SavedFile"]


@dataclass(frozen=True)
class SavedFile(Note):
    """A note with a link to a file; the page takes the link by itself.

    >>> html = SavedFile("ok", "Saved.", name="a.toml", content="x = 1").html()
    >>> 'href="data:text/plain;charset=utf-8,x%20%3D%201" download="a.toml" data-save' in html
    True
    """

    name: str = ""
    content: str = ""
    media: str = "text/plain"

    @property
    def passing(self) -> bool:
        """A file is handed out once."""
        return True

    def html(self) -> str:
        """Return the region, an element with the role ``status``."""
        href = f"data:{self.media};charset=utf-8,{quote(self.content)}"
        words = icon("save") + text(self.name)
        link = element("a", words, class_="cl-save", href=href, download=self.name, data_save=True)
        return super().html().removesuffix("</div>") + link + "</div>"
