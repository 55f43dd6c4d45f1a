// One attempt at an engine: the worker with its Python, the host of its widgets, and the watch over both.
import { patientImport } from "./patient.js";
import { Watch } from "./watch.js";

export class Engine {
  #worker;
  #host;
  #watch;
  #fail;

  // `url(name)` is the address of a script; `adopted` hears of each place that has come alive; `lasting` keeps the last
  // state of each widget from one engine to the next; `lost(error)` is called when the engine dies after it was ready.
  constructor({ url, cells, messages, note, adopted, lasting, lost }) {
    this.#watch = new Watch(messages, (error) => this.#fail(error));
    const worker = (this.#worker = new Worker(url("worker.js"), { type: "module" }));
    const post = (message) => {
      this.#watch.asked();
      worker.postMessage(message);
    };
    this.#host = patientImport(url("host.js")).then(async ({ Host }) => {
      const host = new Host({ post, cells, url, adopted, lasting });
      host.module.then(() => this.#watch.haveScripts()).catch(() => {}); // told where it is awaited
      return host;
    });
    // Resolves when every cell has run; rejects at the first thing that goes wrong.
    this.ready = new Promise((resolve, reject) => {
      let alive = false;
      this.#fail = (error) => {
        this.#watch.end();
        if (alive) lost(error);
        else reject(error);
      };
      const fail = this.#fail;
      this.#host.catch(fail);
      worker.onerror = (event) => fail(new Error(event.message || (alive ? messages.silent : messages.unloadable)));
      worker.onmessageerror = () => fail(new Error(messages.silent));
      worker.onmessage = ({ data }) => {
        this.#watch.heard(data);
        if (data.failed !== undefined) fail(new Error(data.failed));
        else if (data.loaded !== undefined) note.bytes(data.loaded, data.total);
        else if (data.boot !== undefined) document.documentElement.dataset.boot = data.boot;
        else if (data.step !== undefined) note.step(data.step, data.of);
        // Through one promise, so that messages keep their order.
        else this.#host.then((host) => host.receive(data)).then(done).catch(fail);
      };
      const done = (all) => {
        if (!all) return;
        alive = true;
        this.#watch.ready();
        resolve();
      };
      worker.postMessage({ cells: cells.map((cell) => cell.source) });
    });
  }

  close() {
    this.#watch.end();
    this.#worker.terminate();
    this.#host.then((host) => host.close()).catch(() => {});
  }
}
