"""What axe finds on a page that has come to rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: All that was asked of the window has come, for the last is there, and what the page does about it is done.
_THERE = """() => new Promise((done) => requestAnimationFrame(
    () => done(matchMedia("(prefers-reduced-motion: reduce)").matches)))"""
#: A colour on its way to another has any contrast, so whatever moves is brought to its end.
_REST = "document.getAnimations().forEach((each) => { try { each.finish(); } catch { each.cancel(); } })"

#: Contrast takes axe longer than all its other rules together, text by text. What it looks at here is each kind of
#: text, three times: the same colour, size and weight on the same backgrounds. It looks at each text that may lie on
#: something else than what it stands in (it is placed or moved), and at each label, which axe judges by what it names.
_RUN = """async ([within, without]) => {
    const ids = new Map();
    const id = (...parts) => {
        const key = parts.join("|");
        return ids.get(key) ?? (ids.set(key, ids.size), ids.size - 1);
    };
    const grounds = new Map();
    const ground = (node) => {  // what a text stands on, whether on that alone, and what may cut it off
        if (node === null) return { on: -1, alone: true, edges: [] };
        if (!grounds.has(node)) {
            const style = getComputedStyle(node);
            const { on, alone, edges } = ground(node.parentElement);
            const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = style;
            const still = ["static", "relative", "sticky"].includes(style.position) && style.transform === "none";
            const cuts = style.overflow !== "visible" && !node.matches("html, body");
            grounds.set(node, {
                on: id(on, backgroundColor, backgroundImage, opacity, filter, mixBlendMode),
                alone: alone && still && style.clipPath === "none" && node.tagName !== "LABEL",
                edges: cuts ? [...edges, node.getBoundingClientRect()] : edges,
            });
        }
        return grounds.get(node);
    };
    const own = (node) => [...node.childNodes].filter((each) => each.nodeType === 3).map((each) => each.data).join("");
    const seen = new Map();
    const alike = [];
    for (const node of document.body.querySelectorAll("*")) {
        const text = own(node).trim();
        if (!text || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const { on, alone, edges } = ground(node);
        if (!alone) continue;
        const style = getComputedStyle(node);
        const off = node.closest(":disabled, [aria-disabled=true]") !== null;
        const kind = id(on, style.color, style.fontSize, style.fontWeight, style.textShadow, text.length > 1, off);
        const box = node.getBoundingClientRect();
        const shown = edges.every((edge) => box.left < edge.right && box.right > edge.left &&
            box.top < edge.bottom && box.bottom > edge.top);
        if ((seen.get(kind) ?? 0) >= 3) alike.push(node);
        else if (shown) seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
    alike.forEach((node) => node.setAttribute("data-alike", ""));
    axe.configure({ rules: [{ id: "color-contrast", selector: ":not([data-alike])" }] });
    const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
    const { violations } = await axe.run(within ?? document, { rules, resultTypes: ["violations"] });
    alike.forEach((node) => node.removeAttribute("data-alike"));
    return violations;
}"""


def violations(page: Page, within: str | None = None, without: tuple[str, ...] = ()) -> list[str]:
    """Return each rule that is broken, with the first place where and why; ``without`` names rules left out."""
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function(_THERE)
    page.evaluate(_REST)
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(Axe().axe_script)
    found: list[dict[str, Any]] = page.evaluate(_RUN, [within, list(without)])
    return [
        f"{each['id']} at {len(each['nodes'])} places: {each['nodes'][0]['html'][:160]}"
        f" {each['nodes'][0]['failureSummary']}"
        for each in found
    ]
