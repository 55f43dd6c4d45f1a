// What a page says about its engine: how far it is while it starts, and what to do when it did not.
// One note, at the first live cell, in a gap that the page keeps for it, so that nothing moves.
const QUIET = 400; // ms in which nothing is shown

export class Note {
  constructor(cells, messages, again) {
    Object.assign(this, { messages, again, place: document.querySelector(".cl-first > .cell_output") ?? cells[0]?.output });
  }

  begin() {
    this.clear();
    this.box = make("div", "cl-live-note");
    this.text = make("p", "cl-live-text");
    this.bar = make("div", "cl-live-bar");
    this.bar.setAttribute("role", "progressbar");
    this.bar.setAttribute("aria-label", this.messages.progress);
    this.bar.setAttribute("aria-valuemin", "0");
    this.bar.setAttribute("aria-valuemax", "100");
    this.bar.append(make("div", "cl-live-fill"));
    this.box.append(this.text, this.bar);
    this.percent = 0;
    this.set(0, this.messages.starting);
    this.timer = setTimeout(() => this.place.append(this.box), QUIET);
  }

  bytes(loaded, total) {
    const mega = (n) => (n / 1e6).toFixed(1);
    this.set((95 * loaded) / total, this.messages.loading.replace("{loaded}", mega(loaded)).replace("{total}", mega(total)));
  }

  step(done, all) {
    this.set(95 + (5 * done) / all, this.messages.setting);
  }

  set(percent, text) {
    if (!this.bar) return;
    // More may have to be fetched than was thought at first: what is done does not become less.
    percent = this.percent = Math.max(percent, this.percent);
    this.bar.setAttribute("aria-valuenow", String(Math.round(percent)));
    this.bar.setAttribute("aria-valuetext", text);
    this.bar.firstChild.style.inlineSize = `${percent.toFixed(1)}%`;
    this.text.textContent = `${text} ${this.messages.kept}`;
  }

  end() {
    this.clear();
  }

  // `place` is where the reader is, if that is known; where another attempt is of no use, `way` is what the button says and does.
  fail(sentence, details, place, way) {
    this.clear();
    this.box = make("div", "cl-live-failed");
    const text = make("p");
    const strong = make("strong");
    strong.textContent = sentence;
    text.append(strong, " ", this.messages.still);
    const button = make("button", "btn");
    button.type = "button";
    button.dataset.action = "try-again";
    button.textContent = way?.says ?? this.messages.again;
    button.onclick = () => {
      if (way) return way.does();
      this.say(this.messages.starting);
      this.again();
    };
    const more = make("details");
    const summary = make("summary");
    summary.textContent = this.messages.happened;
    const code = make("pre");
    code.textContent = details;
    more.append(summary, code);
    this.box.append(text, button);
    if (details) this.box.append(more);
    (place ?? this.place).append(this.box);
    this.say(`${sentence} ${this.messages.still}`);
  }

  // One sentence beside what the reader has touched, until the next touch or key; it goes after a click, not before, so that
  // nothing moves below the finger.
  remark(text, place) {
    const line = make("p", "cl-no-script");
    line.textContent = text;
    place.append(line);
    const next = (event) => {
      if (!event.isTrusted) return;
      line.remove();
      for (const type of ["click", "change", "keydown"]) removeEventListener(type, next, true);
    };
    for (const type of ["click", "change", "keydown"]) addEventListener(type, next, true);
    this.say(text);
  }

  // For those who hear the page: a region that is there before anything is said in it.
  say(text) {
    if (!this.region) {
      this.region = make("div", "cl-live-said");
      this.region.setAttribute("role", "status");
      document.body.append(this.region);
    }
    setTimeout(() => (this.region.textContent = text), 50);
  }

  clear() {
    clearTimeout(this.timer);
    this.box?.remove();
    this.box = this.bar = null;
  }
}

function make(name, classes = "") {
  const element = document.createElement(name);
  element.className = classes;
  return element;
}
