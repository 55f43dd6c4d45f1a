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
const OFTEN = 300_000; // ms: an engine that dies twice within them is not started a third time by itself
let doubtful = false; // whether what was loaded may be damaged
let alone = false; // whether the page has a worker of its own, which it can end
let died = -Infinity; // when the last one did
let engine;

root.dataset.live = "idle";
if (mode === "off") waiting.refuse();
else if (cells.length) {
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
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") return fail(config.messages.unsupported, "");
  root.dataset.live = "starting";
  note.begin();
  // After a failure every file is asked for under a new name, so that no damaged copy in a cache is met again.
  const version = `?v=${config.id}${doubtful ? `&again=${Date.now().toString(36)}` : ""}`;
  const url = (name) => new URL(name + version, import.meta.url).href;
  try {
    const { linked, brought } = config.messages;
    const adopted = (place, byLink) => waiting.release(place, byLink ? linked : memory.brought(place) ? brought : null);
    engine = new Engine({ url, alone, cells, messages: config.messages, note, adopted, lasting, lost });
    await engine.ready;
    root.dataset.live = "ready";
    note.end();
  } catch (error) {
    // What fails at once may be a hiccup, or a damaged copy in a cache: the second attempt needs nobody's word.
    if (doubtful || error?.waited) return fail(config.messages.failed, error);
    engine.close();
    alone = doubtful = true;
    root.dataset.live = "failed";
    start();
  }
}

// An engine that dies is followed by another one, which goes on from where the reader is.
function lost(error) {
  const place = document.activeElement?.closest(".cell_output");
  const before = died;
  died = performance.now();
  if (died - before < OFTEN) return fail(config.messages.stopped, error, place);
  engine?.close();
  alone = true;
  root.dataset.live = "failed";
  note.remark(config.messages.restarted, place ?? note.place);
  start();
}

async function fail(sentence, error, place) {
  engine?.close();
  alone = doubtful = true;
  root.dataset.live = "failed";
  const details = String(error?.message ?? error);
  note.fail(sentence, details, place);
  if (!(await renewed()) || root.dataset.live !== "failed") return;
  note.fail(config.messages.renewed, details, place, { says: config.messages.reload, does: () => location.reload() });
}

// An interpreter that stays is for the next page, and makes ready for one of the book. If the browser keeps this page and comes
// back to it, it starts again.
const book = new URL("../", import.meta.url).href;
let coming = false;
self.navigation?.addEventListener("navigate", ({ destination }) => {
  if (!destination.sameDocument) coming = destination.url.startsWith(book);
});
addEventListener("pagehide", ({ persisted }) => {
  if (!engine?.leave(coming) || !persisted) return;
  root.dataset.live = "idle";
  note.end();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && root.dataset.live === "idle" && engine) start();
});

// Whether the server has another build by now, with which this page cannot go on.
async function renewed() {
  try {
    const answer = await fetch(new URL("edition.json", import.meta.url), { cache: "no-store" });
    return answer.ok && (await answer.json()).live !== config.id;
  } catch {
    return false;
  }
}
