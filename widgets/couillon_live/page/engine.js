// One attempt at an engine: the line to its Python, the host of its widgets, and the watch over both.
import { Line } from "./line.js";
import { patientImport } from "./patient.js";
import { Watch } from "./watch.js";

export class Engine {
  #line;
  #host;
  #watch;
  #fail;

  // `url(name)` is the address of a script; with `alone` the worker is the page's own; `adopted` hears of each place that has
  // come alive; `lasting` keeps the last state of each widget from one engine to the next; `lost(error)` is called when the
  // engine dies after it was ready.
  constructor({ url, alone, cells, messages, note, adopted, lasting, lost }) {
    this.#watch = new Watch(messages, (error) => this.#fail(error));
    const post = (message) => {
      this.#watch.asked();
      this.#line.post(message);
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
      const failed = (message) => fail(new Error(message || (alive ? messages.silent : messages.unloadable)));
      const heard = (data) => {
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
      this.#line = new Line({ url, alone, heard, failed });
      this.#line.post({ cells: cells.map((cell) => cell.source) });
    });
  }

  // Leaves an interpreter that stays to the next page, if one of the book is coming; false if it does not stay.
  leave(coming) {
    const leave = this.#line?.leave;
    if (leave) this.#end(() => leave(coming));
    return Boolean(leave);
  }

  close() {
    this.#end(this.#line?.end);
  }

  #end(how) {
    this.#watch.end();
    how?.();
    this.#host.then((host) => host.close()).catch(() => {});
  }
}
