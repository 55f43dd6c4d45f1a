// Keeps what a reader does to a widget before its engine is there: one act a widget, marked, taken back with Escape or by
// a second tap, and done when the widget is alive.
const CONTROL = "button[data-card], button[data-action]";
const FIELD = "select[data-action], input[data-action]";

export class Waiting {
  // `touched` is called when there is something to wait for.
  constructor(messages, note, touched) {
    Object.assign(this, { messages, note, touched, kept: new Map() });
  }

  say(text) {
    this.note.say(text);
  }

  listen() {
    addEventListener("click", (event) => this.clicked(event), true);
    addEventListener("change", (event) => this.changed(event), true);
    addEventListener("keydown", (event) => this.pressed(event), true);
  }

  // Where no engine will ever come, that is what a touch is answered with.
  refuse() {
    const refuse = (event, controls) => {
      const root = this.widget(event);
      if (!root || !event.target.closest(controls)) return;
      if (event.type === "change") reset(event.target);
      this.note.remark(this.messages.off, root.parentElement);
    };
    addEventListener("click", (event) => refuse(event, CONTROL), true);
    addEventListener("change", (event) => refuse(event, FIELD), true);
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
    const before = this.takeBack(root);
    if (before?.control === control) return this.say(this.messages.back);
    this.keep(root, { control });
    this.touched();
  }

  changed(event) {
    const root = this.widget(event);
    if (!root || !event.target.matches(FIELD)) return;
    event.stopPropagation();
    if (this.kept.get(root)?.control === event.target) this.drop(root);
    else this.takeBack(root);
    this.keep(root, { control: event.target, value: event.target.value });
    this.touched();
  }

  pressed(event) {
    const root = event.key === "Escape" && this.widget(event);
    if (!root || !this.kept.has(root)) return;
    event.preventDefault();
    event.stopPropagation();
    this.takeBack(root);
    this.say(this.messages.back);
  }

  keep(root, act) {
    const { control } = act;
    control.classList.add("is-waiting");
    control.dataset.waiting = this.messages.waiting; // the style sheet shows the word below the card
    control.setAttribute("aria-description", this.messages.waiting);
    this.kept.set(root, act);
    this.say(this.messages.noted.replace("{what}", () => nameOf(control)));
  }

  // Forgets an act as if it had never been: a field shows again what it showed before.
  takeBack(root) {
    const act = this.drop(root);
    if (act && act.value !== undefined) reset(act.control);
    return act;
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
  // If another position has come meanwhile, the act was meant for one that is gone: it is not done, which `instead` says.
  release(place, instead) {
    for (const root of [...this.kept.keys()]) {
      if (!place.contains(root)) continue;
      if (instead) {
        const { control } = this.takeBack(root);
        this.note.remark(instead.replace("{what}", () => nameOf(control)), place);
        continue;
      }
      const { control, value } = this.drop(root);
      const { card, action } = control.dataset;
      const name = card ? `[data-card="${CSS.escape(card)}"]` : `[data-action="${CSS.escape(action)}"]`;
      const target = control.isConnected ? control : place.querySelector(control.localName + name);
      if (!target) continue;
      if (value === undefined) target.click();
      else {
        if (target.type !== "file") target.value = value; // a file stays chosen, and only a reader can choose one
        target.dispatchEvent(new Event("change", { bubbles: true }));
      }
    }
  }
}

const nameOf = (control) => control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent.trim() ?? control.textContent.trim();

// A list or field shows again what the page was written with.
function reset(field) {
  if (field.localName === "input") {
    field.value = field.defaultValue;
    field.checked = field.defaultChecked;
  } else field.selectedIndex = Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
}
