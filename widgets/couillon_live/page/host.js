// The page's side of the comms. Our own widgets are drawn here, on top of their snapshot and in its place; for any other
// ipywidget the Jupyter widget manager is loaded, and only then.
import { Model } from "./model.js";
import { patientImport } from "./patient.js";

const OURS = /^couillon_widgets\./;

export class Host {
  #models = new Map();
  #foreign = []; // what has been said about all widgets, for a manager that comes later
  #manager = null;
  #cleanups = [];
  #closed = false;
  #drawn = []; // a promise for each cell
  #asked = 0; // messages sent
  #answered = 0;
  #hopes = []; // [number of answers, what to do then]
  #linked = new Set(); // models that a link has brought another state

  // `post` sends a message that the worker answers; `lasting` tells the last state of each widget of an engine before this.
  constructor({ post, cells, url, adopted, lasting }) {
    Object.assign(this, { post, cells, url, adopted, lasting });
    this.module = patientImport(url("widget.js"));
    this.module.catch(() => {}); // told where it is awaited
  }

  // Takes one message of the worker; true when the last cell has run.
  async receive(data) {
    if (data.comm !== undefined) this.#comm(JSON.parse(data.comm), data.buffers ?? []);
    if (data.answered) this.#answer();
    if (data.ran === undefined) return false;
    this.#drawn.push(this.#draw(this.cells[data.ran], data.shown));
    await Promise.all(this.#drawn);
    return data.ran === this.cells.length - 1;
  }

  #answer() {
    this.#answered += 1;
    while (this.#hopes[0]?.[0] <= this.#answered) this.#hopes.shift()[1]();
  }

  // Resolves when all that was sent so far is answered.
  #settled() {
    return new Promise((done) => this.#hopes.push([this.#asked, done]));
  }

  #post(type, id, data, buffers = [], target = undefined) {
    const content = { comm_id: id, target_name: target, data: data ?? {} };
    const bytes = buffers.map((b) => (b instanceof ArrayBuffer ? new Uint8Array(b) : new Uint8Array(b.buffer, b.byteOffset, b.byteLength)));
    if (data?.content?.action === "restore") this.#linked.add(id);
    this.#asked += 1;
    this.post({ comm: JSON.stringify({ type, metadata: { version: "2.1.0" }, content }), buffers: bytes });
  }

  #comm(message, buffers) {
    const { comm_id: id, data } = message.content;
    if (message.type === "comm_open" && OURS.test(data.state?._anywidget_id)) {
      this.#models.set(id, new Model({ ...data.state }, (content, extra) => this.#post("comm_msg", id, content, extra)));
    } else if (message.type === "comm_msg") this.#models.get(id)?.receive(data, buffers);
    else if (message.type === "comm_close") this.#models.delete(id);
    if (this.#manager) this.#manager.receive(message, buffers);
    else if (message.type === "comm_open" || !this.#models.has(id)) this.#foreign.push([message, buffers]);
  }

  // Draws the widgets that a cell has shown, each in the place of its snapshot.
  async #draw(cell, shown) {
    const places = [...cell.output.children].filter((el) => el.matches(".output:not(.stream, .traceback)"));
    for (const [i, id] of shown.entries()) {
      if (id === null || this.#closed) continue;
      const place = places[i] ?? cell.output.appendChild(document.createElement("div"));
      const linked = this.#models.has(id) ? await this.#adopt(id, place) : await this.#replace(id, place);
      if (!this.#closed) this.adopted(place, linked);
    }
  }

  // True if the widget has been sent to another state than the snapshot showed.
  async #adopt(id, el) {
    const model = this.#models.get(id);
    const front = (await this.module).default;
    const made = typeof front === "function" ? await front() : front;
    this.#cleanups.push(await made.initialize?.({ model }), await made.render({ model, el }));
    const widget = el.querySelector("[data-couillon]");
    const last = this.lasting.get(widget);
    if (last === undefined) return this.#linked.has(id);
    // An engine before this one has died: the widget goes on where the reader has left it.
    if (last !== widget.dataset.share || this.#linked.has(id)) {
      model.send({ action: "restore", value: last });
      await this.#settled();
    }
    this.lasting.delete(widget);
    return false;
  }

  async #replace(id, place) {
    if (!this.#manager) {
      const { Manager } = await patientImport(this.url("manager.js"));
      this.#style(this.url("manager.css"));
      const post = (...args) => this.#post(...args);
      this.#manager = new Manager({ post, widgetModule: this.url("widget.js") });
      for (const [message, buffers] of this.#foreign.splice(0)) {
        const model = message.type === "comm_open" && this.#models.get(message.content.comm_id);
        if (model) message.content.data.state = model.state; // what it is now, not what it was when it was made
        this.#manager.receive(message, buffers);
      }
    }
    await this.#manager.settled();
    // Lumino wants a connected node; the snapshot goes when its live twin is drawn.
    const fresh = document.createElement("div");
    fresh.hidden = true;
    place.after(fresh);
    await this.#manager.show(id, fresh);
    place.replaceChildren(fresh);
    fresh.hidden = false;
    return false;
  }

  #style(href) {
    if (document.querySelector(`link[href="${href}"]`)) return;
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  }

  // Leaves the page as pictures again, each in its last state.
  close() {
    this.#closed = true;
    for (const cleanup of this.#cleanups.splice(0)) cleanup?.();
    for (const { output } of this.cells) {
      for (const el of output.querySelectorAll("[data-couillon][data-state=live]")) {
        if (!this.lasting.has(el)) this.lasting.set(el, el.dataset.share);
        el.dataset.state = "snapshot";
      }
    }
  }
}
