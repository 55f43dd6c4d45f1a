// One page and its Python, whatever the line between them.
// Messages in: {cells} once, then {comm, buffers}. Messages out: {boot}, {step, of}, {ran, shown}, {comm, buffers}, {failed}; for
// each message in, {taken} at once and {answered} when Python is done with it.

// Lets what has come in meanwhile have its turn.
const channel = new MessageChannel();
const turn = () =>
  new Promise((done) => {
    channel.port1.onmessage = done;
    channel.port2.postMessage(null);
  });

export class Session {
  #bridged;
  #post;
  #begun = false;
  #ended = false;

  // `python` is the promise of {py, boot}, with Pyodide and the way it has started; `post` takes a message to the page.
  constructor({ python, fetching, post }) {
    this.#post = post;
    this.#bridged = python.then(({ py, boot }) => {
      if (this.#ended) throw new Error("Nobody waits for it any more.");
      this.#begun = true;
      this.#post({ boot });
      py.pyimport("couillon_live.lazy").install((path) => py.FS.writeFile(path, fetching.now("rest.zip")));
      const bridge = py.pyimport("couillon_live.bridge");
      bridge.start((comm, buffers) => this.#post({ comm, buffers: buffers.toJs() }));
      return { py, bridge };
    });
    this.#bridged.catch(() => {}); // told where it is awaited
  }

  async hear(data) {
    try {
      if (data.cells) await this.#run(data.cells);
      else await this.#receive(data);
    } catch (error) {
      // An error of a widget stays in Python: this one is the end of Python itself.
      this.#post({ failed: String(error?.message ?? error) });
    }
  }

  // Says nothing any more; true if its Python was not there yet, and so is as good as new.
  end() {
    this.#post = () => {};
    this.#ended = true;
    return !this.#begun;
  }

  async #run(cells) {
    const { bridge } = await this.#bridged;
    const all = cells.length + 1;
    this.#post({ step: 0, of: all });
    for (const [i, source] of cells.entries()) {
      this.#post({ step: i + 1, of: all });
      const { shown, error } = JSON.parse(bridge.run_cell(source));
      if (error) throw new Error(error);
      this.#post({ ran: i, shown });
      // A widget that is there answers, while those further down are still made.
      await turn();
    }
  }

  async #receive({ comm, buffers }) {
    const { py, bridge } = await this.#bridged;
    this.#post({ taken: true });
    const packed = py.toPy(buffers ?? []);
    bridge.receive(comm, packed);
    packed.destroy();
    this.#post({ answered: true });
  }
}
