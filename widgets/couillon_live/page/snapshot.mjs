// node snapshot.mjs PYODIDE STDLIB_ZIP SITE_TAR CELLS_JSON TRACED_JSON MADE OUT
// Stores the memory of an interpreter that has imported everything, as OUT, and tries it: a fresh interpreter goes on from
// it and has to show in every notebook what an ordinary one did.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { MAGIC, PAGE, read, settings } from "./restore.js";
import { choose, unpack } from "./untar.js";

// Node would print the whole of a minified line beside an error.
process.on("uncaughtException", (error) => {
  console.error(error.message ?? error);
  process.exit(1);
});

const [, , pyodideDir, stdlibZip, siteTar, cellsJson, tracedJson, made, out] = process.argv;
const from = (name) => import(pathToFileURL(path.resolve(pyodideDir, name)));
const { loadPyodide } = await from("pyodide.mjs");
const { default: create } = await from("pyodide.asm.mjs");
const common = {
  indexURL: path.resolve(pyodideDir) + "/",
  // What is frozen into the memory must not depend on the machine: this is the home that Python has in a browser.
  env: { HOME: "/home/pyodide", LANG: "en_US.UTF-8", PYTHONHASHSEED: "0" },
  stdout: () => {},
  stderr: (line) => process.stderr.write(line + "\n"),
};
const notebooks = fs.readFileSync(cellsJson, "utf8");
const traced = JSON.parse(fs.readFileSync(tracedJson, "utf8"));
const bytes = fs.readFileSync(siteTar);
const site = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

// 1. An interpreter with all in its memory. The packages come after the start, which would keep a list of them in JavaScript.
const first = await loadPyodide({ ...common, stdLibURL: path.resolve(stdlibZip), _makeSnapshot: true });
unpack(first.FS, site, first._api.sitePackages);
first.runPython("import importlib; importlib.invalidate_caches(); del importlib");
const waking = first.pyimport("couillon_live.waking");
waking.rehearse(JSON.stringify(traced.modules), notebooks);
waking.destroy();
wipe(first._module);
const stored = first.makeMemorySnapshot();
const headLength = new Uint32Array(stored.buffer, stored.byteOffset, 2)[1];
const heap = stored.subarray(headLength);

// 2. Page by page beside a fresh one.
let fresh;
await loadPyodide({
  ...common,
  stdLibURL: path.resolve(stdlibZip),
  _loadSnapshot: stored,
  createPyodideModule: async (options) => {
    const module = await create({ ...options, noInitialRun: true });
    fresh = module.HEAPU8.slice();
    module.growMemory(heap.length);
    return module;
  },
});
const keep = [];
const runs = [];
const different = [];
const same = crypto.createHash("sha256");
for (let page = 0; page * PAGE < heap.length; page++) {
  const now = Buffer.from(heap.subarray(page * PAGE, (page + 1) * PAGE));
  if (!now.some((byte) => byte)) continue;
  if (now.equals(fresh.subarray(page * PAGE, (page + 1) * PAGE))) {
    same.update(now);
    add(keep, page);
  } else {
    different.push(now);
    add(runs, page);
  }
}
const head = Buffer.from(
  JSON.stringify({
    made,
    size: heap.length,
    keep,
    runs,
    sha256: same.digest("hex"),
    start: Buffer.from(stored.subarray(0, headLength)).toString("base64"),
  }),
);
const lead = Buffer.alloc(8);
lead.writeUInt32LE(MAGIC, 0);
lead.writeUInt32LE(head.length, 4);
fs.writeFileSync(out, Buffer.concat([lead, head, ...different, ...choose(site, (name) => !name.endsWith(".pyc"))]));

// 3. Tried as a page does it.
const written = fs.readFileSync(out);
const memory = read(written.buffer.slice(written.byteOffset, written.byteOffset + written.byteLength), made);
const nothing = path.resolve(out + ".nothing");
fs.writeFileSync(nothing, "");
const again = await loadPyodide({ ...common, stdLibURL: nothing, ...settings(create, memory) });
fs.unlinkSync(nothing);
const woken = again.pyimport("couillon_live.waking");
woken.wake(() => {
  throw new Error("a module of the first archives is missing in the stored memory");
});
const pages = JSON.parse(woken.shown_in(notebooks));
for (const [i, page] of pages.entries()) {
  if (JSON.stringify(page) !== JSON.stringify(traced.pages[i])) {
    throw new Error(`after it the widgets of a notebook look different: ${JSON.parse(notebooks)[i][0]}`);
  }
}
process.exit(0);

function add(list, page) {
  const run = list.at(-1);
  if (run && run[0] + run[1] === page) run[1] += 1;
  else list.push([page, 1]);
}

// Empties what was freed and the stack below its present end: both are noise that every page would have to fetch.
function wipe(module) {
  const top = module._sbrk(0);
  const size = module.HEAPU8.length;
  const taken = [];
  for (let bytes = 1 << 20; bytes >= 16; bytes >>= 1) {
    for (;;) {
      const at = module._malloc(bytes);
      if (!at || at + bytes > top || module.HEAPU8.length > size) {
        module._free(at);
        break;
      }
      module.HEAPU8.fill(0, at, at + bytes);
      taken.push(at);
    }
  }
  for (const at of taken) module._free(at);
  module.HEAPU8.fill(0, module._emscripten_stack_get_end(), module.stackSave() - 1024);
}
