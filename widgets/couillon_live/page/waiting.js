// Keeps what a reader does to a widget before its engine is there: one act a widget, marked, taken back with Escape or by
// a second tap, and done when the widget is alive.
const CONTROL = "button[data-card], button[data-action]";

export class Waiting {
  constructor(messages, { touched, say }) {
    Object.assign(this, { messages, touched, say, kept: new Map() });
  }

  listen() {
    addEventListener("click", (event) => this.clicked(event), true);
    addEventListener("change", (event) => this.changed(event), true);
    addEventListener("keydown", (event) => this.pressed(event), true);
  }

  // The widget that an event belongs to, while it is a mere picture.
  widget(event) {
    const root = event.target instanceof Element && event.target.closest("[data-couillon]");
    return root && root.dataset.state === "snapshot" ? root : null;
  }

  clicked(event) {
    const root = this.widget(event);
    const control = root && event.target.closest(CONTROL);
    if (!control) return;
    event.preventDefault();
    event.stopPropagation();
    const before = this.kept.get(root);
    this.drop(root);
    if (before?.control === control) return this.say(this.messages.back);
    this.keep(root, { control });
    this.touched();
  }

  changed(event) {
    const root = this.widget(event);
    if (!root || !event.target.matches("select[data-action], input[data-action]")) return;
    event.stopPropagation();
    this.drop(root);
    this.keep(root, { control: event.target, value: event.target.value });
    this.touched();
  }

  pressed(event) {
    const root = event.key === "Escape" && this.widget(event);
    if (!root || !this.kept.has(root)) return;
    event.preventDefault();
    event.stopPropagation();
    this.drop(root);
    this.say(this.messages.back);
  }

  keep(root, act) {
    const { control } = act;
    control.classList.add("is-waiting");
    control.dataset.waiting = this.messages.waiting; // the style sheet shows the word below the card
    control.setAttribute("aria-description", this.messages.waiting);
    this.kept.set(root, act);
    this.say(this.messages.noted.replace("{what}", control.getAttribute("aria-label") ?? control.textContent.trim()));
  }

  drop(root) {
    const act = this.kept.get(root);
    if (!act) return null;
    this.kept.delete(root);
    act.control.classList.remove("is-waiting");
    act.control.removeAttribute("aria-description");
    delete act.control.dataset.waiting;
    return act;
  }

  // Called when the widgets inside `place` are alive; the act is found again by its name, for its element may be a new one.
  release(place) {
    for (const root of [...this.kept.keys()]) {
      if (!place.contains(root)) continue;
      const { control, value } = this.drop(root);
      const { card, action } = control.dataset;
      const name = card ? `[data-card="${CSS.escape(card)}"]` : `[data-action="${CSS.escape(action)}"]`;
      const target = control.isConnected ? control : place.querySelector(control.localName + name);
      if (!target) continue;
      if (value === undefined) target.click();
      else {
        target.value = value;
        target.dispatchEvent(new Event("change", { bubbles: true }));
      }
    }
  }
}
