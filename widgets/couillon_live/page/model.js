// One widget model of the Python side, as the anywidget front-end interface describes it: get, set, save_changes, on, off, send.
export class Model {
  #state;
  #changed = {};
  #listeners = new Map();
  #post;

  // post(data, buffers) sends a comm_msg of this model.
  constructor(state, post) {
    this.#state = state;
    this.#post = post;
  }

  get state() {
    return { ...this.#state };
  }

  get(name) {
    return this.#state[name];
  }

  set(name, value) {
    const changes = typeof name === "object" ? name : { [name]: value };
    for (const [key, next] of Object.entries(changes)) {
      if (this.#state[key] === next) continue;
      this.#state[key] = next;
      this.#changed[key] = next;
      this.#tell(`change:${key}`, next);
    }
    this.#tell("change");
  }

  save_changes() {
    const state = this.#changed;
    this.#changed = {};
    if (Object.keys(state).length) this.#post({ method: "update", state, buffer_paths: [] });
  }

  send(content, _callbacks, buffers) {
    this.#post({ method: "custom", content }, buffers);
  }

  on(name, listener) {
    for (const event of name.split(/\s+/)) {
      if (!this.#listeners.has(event)) this.#listeners.set(event, new Set());
      this.#listeners.get(event).add(listener);
    }
  }

  off(name, listener) {
    if (!name) return this.#listeners.clear();
    for (const event of name.split(/\s+/)) {
      if (listener) this.#listeners.get(event)?.delete(listener);
      else this.#listeners.delete(event);
    }
  }

  // A comm_msg from Python.
  receive(data, buffers = []) {
    if (data.method === "custom") this.#tell("msg:custom", data.content, buffers);
    if (data.method !== "update") return;
    Object.assign(this.#state, data.state);
    for (const key of Object.keys(data.state)) this.#tell(`change:${key}`, data.state[key]);
    this.#tell("change");
  }

  #tell(event, ...args) {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(...args);
  }
}
