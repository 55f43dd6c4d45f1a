"""The buttons for what may be said while trumps are made and before the first card: one word each."""

from __future__ import annotations

__all__ = ["Sayings"]


class Sayings:
    """A widget in which a player may say something; it defines `chosen`."""

    def chosen(self, action: str) -> None:
        """Do what somebody chose; what the rules refuse is answered with the reason."""
        raise NotImplementedError

    def do_accept(self, _value: str = "") -> None:
        """Accept the proposed suit."""
        self.chosen("accept")

    def do_pass(self, _value: str = "") -> None:
        """Pass what is asked."""
        self.chosen("pass")

    def do_trump(self, value: str) -> None:
        """Name the trumps."""
        self.chosen(f"trump {value.strip().upper()[:1] or '?'}")

    def do_turn(self, _value: str = "") -> None:
        """Leave the trumps to chance."""
        self.chosen("turn")

    def do_mit(self, _value: str = "") -> None:
        """Declare Mit."""
        self.chosen("mit")

    def do_kontra(self, _value: str = "") -> None:
        """Say Kontra."""
        self.chosen("kontra")

    def do_re(self, _value: str = "") -> None:
        """Say Re."""
        self.chosen("re")

    def do_raise(self, _value: str = "") -> None:
        """Raise."""
        self.chosen("raise")

    def do_matt(self, _value: str = "") -> None:
        """Announce Matt."""
        self.chosen("matt")

    def do_konter(self, _value: str = "") -> None:
        """Announce Konter."""
        self.chosen("konter")
