"""Progress in a real browser: kept in its storage, taken up again, and what happens when storage will not have it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

from couillon_widgets import LegalMoves, Steps, Train, WeakClauses
from couillon_widgets.shelf import SHELF

from .conftest import Stage
from .scenes import Widget

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEY = "couillon-progress"


class KeepingStage(Stage):
    """A stage whose widgets can send messages of their own to the page."""

    def _engine(self, name: str, message: dict[str, str] | None) -> str:
        html = super()._engine(name, message)
        return json.dumps({"html": html, "out": self.taken()})

    def taken(self) -> list[list[Any]]:
        """What all widgets have sent since the last time, with their names."""
        out, self.out = self.out, []
        return out

    def show(self, *widgets: Widget, fragment: str = "", deck: bool = True) -> Page:
        self.out: list[list[Any]] = []
        for i, widget in enumerate(widgets):
            name = f"w{i}"
            widget.send = lambda content, buffers=None, name=name: self.out.append([name, content])  # type: ignore[method-assign, misc]
        return super().show(*widgets, fragment=fragment, deck=deck)


@pytest.fixture
def stage(visit: Any, site: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeepingStage]:
    from . import conftest

    page = conftest.PAGE
    old = page[page.index("for (const el of") : page.index("window.leave")]
    new = """
const models = {{}};
async function engine(id, message) {{
  const {{ html, out }} = JSON.parse(await window.engine(id, message));
  for (const [name, content] of out) models[name]?.tell("msg:custom", content);
  return html;
}}
async function tidy() {{
  for (const [name, model] of Object.entries(models)) {{
    const html = await engine(name, null);
    if (html !== model.html) {{ model.html = html; model.tell("change:html"); }}
  }}
}}
for (const el of document.querySelectorAll(".host")) {{
  const heard = [];
  const model = models[el.id] = {{
    html: await engine(el.id, null),
    get: () => model.html,
    on: (name, f) => heard.push([name, f]),
    off: () => {{}},
    tell: (name, content) => heard.filter(([one]) => one === name).forEach(([, f]) => f(content)),
    async send(message) {{
      await engine(el.id, message);
      await tidy();
    }},
  }};
  mounted.push(widget.render({{ model, el }}));
}}
"""
    monkeypatch.setattr(conftest, "PAGE", page.replace(old, new))
    SHELF.clear()
    yield KeepingStage(visit.page, site, tmp_path)
    SHELF.clear()


def kept(page: Page) -> Any:
    text = page.evaluate(f"localStorage.getItem({KEY!r})")
    return json.loads(text) if text else None


def answer(page: Page, train: Train, at: int) -> None:
    """Answer the present question of a widget with a click, right."""
    host = page.locator(f"#w{at}")
    (key,) = train.state.right
    host.locator(f'[data-action="pick"][data-value="{key}"]').click()
    host.locator('[data-action="check"]').click()
    host.locator('[data-action="next"].cl-primary').wait_for()


def test_two_widgets_keep_one_progress_and_a_later_visit_takes_it_up(stage: KeepingStage) -> None:
    train, steps = Train("cut"), Steps(("right", "Answer one."), ("refused", "Try a wrong card."))
    page = stage.show(train, steps, LegalMoves(hand="QS JH 9D", trick="TS KS 9H", trump="H"))
    page.locator("#w1 [data-couillon=steps]").wait_for()
    answer(page, train, 0)
    page.locator("#w1 .cl-did").wait_for()
    page.wait_for_function(f"localStorage.getItem({KEY!r})?.includes('begun')")
    assert kept(page)["clauses"]["cut"]["right"] == 1
    assert kept(page)["lessons"]["page"] == {"state": "begun", "done": ["right"]}
    page.locator('#w2 [data-card="9D"]').click()
    page.wait_for_function(f"localStorage.getItem({KEY!r})?.includes('\"done\", \"done\"') || "
                           f"JSON.parse(localStorage.getItem({KEY!r})).lessons.page.state === 'done'")  # fmt: skip

    SHELF.clear()  # another visit: another interpreter
    again = Steps(("right", "Answer one."), ("refused", "Try a wrong card."), ("deal", "Deal."))
    page = stage.show(again, WeakClauses())
    page.wait_for_function("document.querySelectorAll('#w0 .cl-did').length === 2")
    page.locator("#w1 summary", has_text="1 clause is not due yet").wait_for()

    # another window starts over
    text = json.dumps({"version": 1, "resets": 1, "clauses": {}, "lessons": {}})
    page.evaluate(
        "text => { localStorage.setItem('couillon-progress', text);"
        " window.dispatchEvent(new StorageEvent('storage', { key: 'couillon-progress', newValue: text })); }",
        text,
    )
    page.locator("#w1", has_text="Nothing is kept yet.").wait_for()


BROKEN = {
    "blocked": "Object.defineProperty(window, 'localStorage',"
    " { get() { throw new DOMException('no', 'SecurityError') } })",
    "full": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
    "damaged": "localStorage.setItem('couillon-progress', '{torn')",
}


@pytest.mark.parametrize("how", BROKEN)
def test_storage_that_will_not_have_it_costs_one_sentence_and_nothing_else(stage: KeepingStage, how: str) -> None:
    stage.page.add_init_script(BROKEN[how])
    train, other = Train("cut"), Train("cut table")
    page = stage.show(train, other)
    sentence = "cannot be read, so your progress starts anew" if how == "damaged" else "This browser keeps nothing"
    if how == "damaged":
        page.get_by_text(sentence).wait_for()
        assert page.get_by_text(sentence).count() == 1
    answer(page, train, 0)
    if how != "damaged":
        page.locator("#w0 .cl-note.cl-ok", has_text="Right.").get_by_text(sentence).wait_for()
    answer(page, other, 1)
    page.locator("#w1 .cl-note.cl-ok", has_text="Right.").wait_for()
    assert page.get_by_text("This browser keeps nothing").count() == (how != "damaged")
    assert SHELF.progress.questions == 2
    if how == "damaged":
        page.wait_for_function(f"JSON.parse(localStorage.getItem({KEY!r})).clauses.cut.right > 0")


def test_lessons_are_marked_in_the_list_of_pages(visit: Any, site: str, tmp_path: Any) -> None:
    """The script of the page shows to the eye and to the ear what is begun and done, and follows every change."""
    script = files("couillon_live") / "page" / "theme" / "progress.js"
    (tmp_path / "progress.js").write_text(script.read_text("utf-8"), "utf-8")
    links = "".join(
        f'<li><a href="{name}">{name}</a></li>' for name in ("start.html", "the-slate.html", "aim.html", "#")
    )
    (tmp_path / "aim.html").write_text(
        f'<!doctype html><link rel="icon" href="data:,"><nav class="bd-links"><ul>{links}</ul></nav>'
        '<script src="progress.js" data-begun="begun" data-done="done"></script>',
        "utf-8",
    )
    page = visit.page
    page.goto(f"{site}/aim.html")
    assert page.locator(".cl-at-lesson").count() == 0
    state = {"start": {"state": "done"}, "the-slate": {"state": "begun"}, "aim": {"state": "<b>"}, "x": 5}
    for text in ("{torn", "null", '{"lessons": 7}', json.dumps({"lessons": state})):
        page.evaluate(f"text => localStorage.setItem({KEY!r}, text)", text)
        page.reload()
    names = page.locator("a").evaluate_all("links => links.map(link => link.textContent)")
    assert names == ["start.html, done", "the-slate.html, begun", "aim.html", "#"]
    assert page.locator(".cl-at-lesson svg[aria-hidden=true]").count() == 2
    state = {"aim": {"state": "begun"}, "the-slate": {"state": "done"}}
    page.evaluate(
        "text => document.dispatchEvent(new CustomEvent('couillon:progress', { detail: text }))",
        json.dumps({"lessons": state}),
    )
    names = page.locator("a").evaluate_all("links => links.map(link => link.textContent)")
    assert names == ["start.html", "the-slate.html, done", "aim.html, begun", "#, begun"]
