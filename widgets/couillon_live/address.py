"""Where a site will be found, and the picture that links to it show."""

from __future__ import annotations

from urllib.parse import urlsplit

from couillon.cards import quoted
from couillon.messages import _

__all__ = ["PICTURE", "PICTURE_SIZE", "URL_VARIABLE", "checked_url"]

#: The variable that names the address of the site, before the book's own configuration does.
URL_VARIABLE = "COUILLON_URL"
#: The picture that links to the pages show, and its size in pixels.
PICTURE = "_static/card.png"
PICTURE_SIZE = (1200, 630)


def checked_url(text: str) -> str:
    """Return the address of a site, with a slash at its end; an empty text stays empty.

    Raises ValueError for what is no address.

    >>> checked_url("https://cards.example/couillon")
    'https://cards.example/couillon/'
    >>> checked_url("cards.example")
    Traceback (most recent call last):
    ValueError: "cards.example" is no address of a site: write it whole, such as https://cards.example/couillon/.
    """
    parts = urlsplit(text)
    if text and (parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment):
        sentence = _("{url} is no address of a site: write it whole, such as https://cards.example/couillon/.")
        raise ValueError(sentence.format(url=quoted(text)))
    return text.rstrip("/") + "/" if text else ""
