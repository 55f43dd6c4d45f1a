// The first script of a page with live cells: small, and all there is until the engine is wanted.
// It decides when to start, shows how far it is, keeps what the reader touches meanwhile, and lets a failure be tried again.
import { Engine } from "./engine.js";
import { Memory } from "./memory.js";
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
const waiting = new Waiting(config.messages, note, start);
const lasting = new WeakMap(); // the last state of each widget of an engine that is no more
const memory = new Memory(config.id);
let attempt = 0;
let engine;

root.dataset.live = "idle";
if (mode === "off") waiting.refuse();
else {
  waiting.listen();
  const back = memory.recall(lasting);
  memory.watch();
  if (mode === "now") start();
  else {
    for (const type of ["pointerdown", "focusin", "keydown"]) addEventListener(type, touch, { capture: true, passive: true });
    if (back || !navigator.connection?.saveData) painted().then(start);
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
    const { linked, brought } = config.messages;
    const adopted = (place, byLink) => waiting.release(place, byLink ? linked : memory.brought(place) ? brought : null);
    engine = new Engine({ url, cells, messages: config.messages, note, adopted, lasting, lost });
    await engine.ready;
    root.dataset.live = "ready";
    note.end();
  } catch (error) {
    fail(config.messages.failed, error);
  }
}

function lost(error) {
  fail(config.messages.stopped, error, document.activeElement?.closest(".cell_output"));
}

function fail(sentence, error, place) {
  engine?.close();
  root.dataset.live = "failed";
  note.fail(sentence, String(error?.message ?? error), place);
}
