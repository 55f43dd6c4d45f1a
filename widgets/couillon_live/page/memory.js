// Keeps where the reader is in this entry of the browser's history, and nowhere else: back, forward and reload come to the
// deal as it was left, a new visit to a fresh one.
const PAUSE = 250; // milliseconds from one keeping to the next; browsers limit how often

export class Memory {
  #first = new Map(); // root -> the state that the page was written with
  #recalled = new Set();
  #timer;
  #kept = 0; // when

  // `build` is the site's: what another build has written is read only by a widget that begins as the one did that wrote it.
  constructor(build) {
    this.build = build;
    for (const root of document.querySelectorAll("[data-couillon]")) this.#first.set(root, root.dataset.share);
  }

  // The name of a widget on this page: its kind, and its number among those of its kind.
  #names() {
    const count = {};
    return [...this.#first.keys()].map((root) => {
      const kind = root.dataset.couillon;
      count[kind] = (count[kind] ?? 0) + 1;
      return [`${kind}:${count[kind]}`, root];
    });
  }

  // Puts the states kept earlier into `lasting`; returns whether there were any.
  recall(lasting) {
    const { build, states, first } = history.state?.couillon ?? {};
    if (!states) return false;
    for (const [name, root] of this.#names()) {
      if (typeof states[name] !== "string" || states[name] === root.dataset.share) continue;
      if (build !== this.build && first?.[name] !== root.dataset.share) continue;
      lasting.set(root, states[name]);
      this.#recalled.add(root);
    }
    return this.#recalled.size > 0;
  }

  // Whether a widget inside `place` has just come back to what was kept.
  brought(place) {
    const roots = [...this.#recalled].filter((root) => place.contains(root));
    for (const root of roots) this.#recalled.delete(root);
    return roots.length > 0;
  }

  watch() {
    const later = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#keep(), this.#kept + PAUSE - performance.now());
    };
    const observer = new MutationObserver(later);
    for (const root of this.#first.keys()) observer.observe(root, { attributes: true, attributeFilter: ["data-share"] });
    addEventListener("pagehide", () => this.#keep());
  }

  #keep() {
    clearTimeout(this.#timer);
    this.#kept = performance.now();
    const states = {};
    const first = {};
    for (const [name, root] of this.#names()) {
      if (root.dataset.share === this.#first.get(root)) continue;
      states[name] = root.dataset.share;
      first[name] = this.#first.get(root);
    }
    try {
      history.replaceState({ ...history.state, couillon: { build: this.build, states, first } }, "");
    } catch {
      // Too often or too much for this browser: the next change is kept.
    }
  }
}
