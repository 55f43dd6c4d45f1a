// An interpreter that stays while the reader goes from page to page in one tab. Each page has one of its own, which no other
// page has touched: it is made out of what is compiled and unpacked already, while the next page is on its way.
// Messages in, beside those of a session: {hello} of a page that has come, {leaving, coming} of one that goes and may know that
// another one is coming, {over} of one that has given up this worker. Messages out beside them: {welcome}, or {busy} to a
// second page at a time; {loaded, total}.
import { parts } from "./parts.js";
import { Session } from "./session.js";

const LEAVE = 500; // ms in which the page before may still say that it goes
const LONGEST = 95_000; // ms for one piece of work: by then the page has given up, and nobody else could end it

let owner = null; // the port of the page that is here
let session = null;
let left = () => {};
const gone = new WeakSet(); // ports of pages that have gone
let progress = null;
let until = Infinity;

const { fetching, pythons } = parts((loaded, total) => {
  progress = { loaded, total };
  owner?.postMessage(progress);
});
let next = fresh(); // the interpreter of the page that is here, or of the one that comes

function fresh(boot) {
  const python = pythons.start().then((py) => {
    interruptible(py);
    return { py, boot: boot ?? pythons.boot };
  });
  python.catch(() => {}); // told to the page that gets it
  return python;
}

// A page can end a worker of its own, but not this one: so Python ends itself when it has been at work for too long. At every
// step Pyodide looks for a buffer with a signal in it, which is cheaper to be without than to read.
function interruptible(py) {
  let looked = 0;
  let late = false;
  const buffer = () => {
    if ((++looked & 1023) === 0) late = performance.now() > until;
    return late ? [2] : undefined; // SIGINT
  };
  py.setInterruptBuffer([0]);
  Object.defineProperty(py._module, "Py_EmscriptenSignalBuffer", { get: buffer, set() {} });
}

async function greet(port) {
  if (owner) await Promise.race([new Promise((done) => (left = done)), new Promise((done) => setTimeout(done, LEAVE))]);
  if (gone.has(port)) return;
  if (owner) return port.postMessage({ busy: true });
  owner = port;
  const post = (message) => {
    until = performance.now() + LONGEST;
    port.postMessage(message);
    if (message.failed !== undefined) setTimeout(() => self.close());
  };
  port.postMessage({ welcome: true });
  if (progress) port.postMessage(progress);
  next ??= fresh("kept");
  session = new Session({ python: next, fetching, post });
}

function leave(port, coming) {
  gone.add(port);
  if (port !== owner) return;
  if (!session.end()) {
    pythons.forget();
    next = coming ? fresh("kept") : null;
  }
  owner = session = null;
  left();
}

self.onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data.hello) greet(port);
    else if (data.leaving) leave(port, data.coming);
    else if (data.over) self.close();
    else if (port === owner) session.hear(data);
  };
  port.onclose = () => leave(port, false);
};
