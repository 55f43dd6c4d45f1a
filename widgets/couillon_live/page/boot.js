// The first script of a page with live cells: small, and all there is until the engine is wanted.
// It decides when to start, shows how far it is, keeps what the reader touches meanwhile, and lets a failure be tried again.
import { Note } from "./note.js";
import { Waiting } from "./waiting.js";

const root = document.documentElement;
const config = JSON.parse(document.getElementById("couillon-live").textContent);
const mode = new URLSearchParams(location.search).get("live");
const cells = [...document.querySelectorAll('script[type="application/x-couillon-cell"]')].map((script) => ({
  source: JSON.parse(script.textContent),
  output: script.closest(".cell").querySelector(":scope > .cell_output"),
}));

const note = new Note(cells, config.messages, start);
const waiting = new Waiting(config.messages, { touched: start, say: (text) => note.say(text) });
let attempt = 0;
let close;

root.dataset.live = "idle";
if (mode !== "off") {
  waiting.listen();
  if (mode === "now") start();
  else {
    for (const type of ["pointerdown", "focusin", "keydown"]) addEventListener(type, touch, { capture: true, passive: true });
    if (!navigator.connection?.saveData) painted().then(start);
  }
}

function touch(event) {
  if (event.target instanceof Element && event.target.closest("[data-couillon]")) start();
}

// Two frames after the page could be drawn, and nothing else to do: the reader sees the page before the engine is fetched.
async function painted() {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await new Promise((done) => (self.requestIdleCallback ? requestIdleCallback(done, { timeout: 500 }) : setTimeout(done, 50)));
}

async function start() {
  if (root.dataset.live !== "idle" && root.dataset.live !== "failed") return;
  root.dataset.live = "starting";
  attempt += 1;
  note.begin();
  // A second attempt asks for every file under a new name, so that no damaged copy in a cache is met again.
  const version = `?v=${config.id}${attempt > 1 ? `&again=${Date.now().toString(36)}` : ""}`;
  const url = (name) => new URL(name + version, import.meta.url).href;
  try {
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") throw new Error(config.messages.unsupported);
    await live(url);
    root.dataset.live = "ready";
    note.end();
  } catch (error) {
    close?.();
    root.dataset.live = "failed";
    note.fail(String(error?.message ?? error));
  }
}

// Resolves when every cell has run; rejects at the first thing that goes wrong.
function live(url) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(url("worker.js"), { type: "module" });
    const host = import(url("host.js")).then(({ Host }) => new Host({ worker, cells, url, adopted: (el) => waiting.release(el) }));
    close = () => {
      worker.terminate();
      host.then((h) => h.close()).catch(() => {});
    };
    host.catch(reject);
    worker.onerror = (event) => reject(new Error(event.message || config.messages.unloadable));
    worker.onmessage = ({ data }) => {
      if (data.failed !== undefined) reject(new Error(data.failed));
      else if (data.loaded !== undefined) note.bytes(data.loaded, data.total);
      else if (data.step !== undefined) note.step(data.step, data.of);
      // Through one promise, so that messages keep their order.
      else host.then((h) => h.receive(data)).then((done) => done && resolve()).catch(reject);
    };
    worker.postMessage({ cells: cells.map((cell) => cell.source) });
  });
}
