// The line to an interpreter: in a worker of the page, or, where the browser lets one stay while the reader goes from page to
// page, in the shared worker of this tab.
const TAB = "couillon-tab";
const SOON = 1500; // ms in which a worker that is there already says welcome
const LATER = 6000; // and one that has to be fetched first

// Whether shared workers may outlive a page. The options are read before the address, which nothing can be started from.
function staying() {
  let asked = false;
  try {
    new SharedWorker("https://:", { get extendedLifetime() { return (asked = true); } });
  } catch {
    // As it should be.
  }
  return asked;
}

// The name of this tab, and whether it has had one before; nothing where the browser keeps nothing.
function tab(renewed) {
  try {
    const known = renewed ? null : sessionStorage.getItem(TAB);
    const name = known ?? Date.now().toString(36) + Math.random().toString(36).slice(2);
    sessionStorage.setItem(TAB, name);
    return { name, known: known !== null };
  } catch {
    return null;
  }
}

function forget() {
  try {
    sessionStorage.removeItem(TAB);
  } catch {
    // Then it was never kept.
  }
}

export class Line {
  #target; // a Worker or a port
  #waiting = [];
  #closed = false;
  // leave(coming) says that the page goes, and whether another page of the book is coming; null where the interpreter goes, too.
  leave = null;
  // Ends the interpreter.
  end = null;

  // `url(name)` is the address of a script; `alone` asks for a worker of the page's own. `heard(data)` gets each message,
  // `failed(message)` hears when the line breaks, without a message where there is nothing to tell.
  constructor({ url, alone, heard, failed }) {
    Object.assign(this, { url, heard, failed });
    const name = !alone && staying() && tab();
    if (name) this.#share(name);
    else this.#own();
  }

  post(message) {
    if (this.#target) this.#target.postMessage(message);
    else this.#waiting.push(message);
  }

  #use(target) {
    this.#target = target;
    for (const message of this.#waiting.splice(0)) target.postMessage(message);
  }

  #own() {
    const worker = new Worker(this.url("worker.js"), { type: "module" });
    worker.onerror = (event) => this.failed(event.message);
    worker.onmessageerror = () => this.failed();
    worker.onmessage = ({ data }) => this.heard(data);
    this.leave = null;
    this.end = () => worker.terminate();
    this.#use(worker);
  }

  #share({ name, known }) {
    let shared;
    try {
      shared = new SharedWorker(this.url("kept.js"), { type: "module", name, extendedLifetime: true });
    } catch {
      return this.#own();
    }
    const { port } = shared;
    const done = () => {
      clearTimeout(timer);
      shared.onerror = port.onmessage = null;
    };
    // It may be at work for a page that is gone, or have come to nothing.
    const without = () => {
      done();
      port.postMessage({ over: true });
      forget();
      if (!this.#closed) this.#own();
    };
    const timer = setTimeout(without, known ? SOON : LATER);
    shared.onerror = without;
    port.onmessage = ({ data }) => {
      if (data.busy) {
        // The same name twice: this tab was made as a copy of another one.
        done();
        if (!this.#closed) this.#share(tab(true));
      } else if (data.welcome) {
        done();
        this.#welcome(port);
      }
    };
    this.leave = (coming) => {
      this.#closed = true;
      port.postMessage({ leaving: true, coming });
    };
    this.end = () => {
      done();
      this.#closed = true;
      port.postMessage({ over: true });
      forget();
    };
    port.start();
    port.postMessage({ hello: true });
  }

  #welcome(port) {
    port.onmessage = ({ data }) => this.heard(data);
    port.onmessageerror = port.onclose = () => this.failed();
    const { leave, end } = this;
    const quiet = (how) => (coming) => {
      port.onmessage = port.onclose = null;
      how(coming);
    };
    Object.assign(this, { leave: quiet(leave), end: quiet(end) });
    this.#use(port);
  }
}
