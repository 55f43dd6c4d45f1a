// One Python interpreter for the page, in a worker of its own so that the page never waits for it.
// Messages in: {cells} once, then {comm, buffers}. Messages out: {loaded, total}, {step, of}, {ran, shown}, {comm, buffers}, {failed};
// for each message in, {taken} at once and {answered} when Python is done with it.
import { patientFetch, patientImport } from "./patient.js";
import { unpack } from "./untar.js";

const { files, lock } = __FACTS__;
const query = new URL(import.meta.url).search;
const again = new URLSearchParams(query).has("again");
const url = (name) => new URL(`python/${name}${query}`, import.meta.url).href;
const LOADED = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm.gz", "stdlib.zip.gz", "site.tar.gz"];
const total = LOADED.reduce((sum, name) => sum + files[name].size, 0);

let loaded = 0;
let told = 0;
function count(bytes) {
  loaded += bytes;
  const now = performance.now();
  if (now - told < 50 && loaded < total) return;
  told = now;
  self.postMessage({ loaded: Math.min(loaded, total), total });
}

// The bytes of a file as they arrive, counted. They are compressed on the way from any server; some servers say so and
// the browser has then unpacked them already, which the first two bytes tell.
async function stream(name) {
  const response = await patientFetch(url(name), again ? { cache: "reload" } : {});
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  let got = 0;
  let packed = null;
  return response.body.pipeThrough(
    new TransformStream({
      transform(chunk, out) {
        packed ??= isPacked(chunk);
        got += chunk.byteLength;
        count(packed ? chunk.byteLength : 0);
        out.enqueue(chunk);
      },
      flush() {
        if (!packed) count(files[name].size);
        else if (got !== files[name].size) throw new Error(`${name}: ${got} bytes instead of ${files[name].size}`);
      },
    }),
  );
}

const isPacked = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;
const hex = (buffer) => [...new Uint8Array(buffer)].map((b) => b.toString(16).padStart(2, "0")).join("");

// The unpacked bytes of a file while it arrives.
async function unpackedStream(name) {
  const reader = (await stream(name)).getReader();
  const first = await reader.read();
  const whole = new ReadableStream({
    start: (out) => (first.done ? out.close() : out.enqueue(first.value)),
    pull: async (out) => {
      const { done, value } = await reader.read();
      if (done) out.close();
      else out.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return isPacked(first.value ?? []) ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}

// The unpacked bytes of a file, checked.
async function bytes(name) {
  const got = await new Response(await stream(name)).arrayBuffer();
  if (!isPacked(new Uint8Array(got, 0, Math.min(2, got.byteLength)))) return got;
  // Only https and localhost have crypto.subtle; elsewhere the checksum inside gzip has to do.
  if (self.crypto?.subtle && hex(await crypto.subtle.digest("SHA-256", got)) !== files[name].sha256) {
    throw new Error(`${name} is damaged`);
  }
  return new Response(new Response(got).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// A script is fetched before it is imported, from the cache then, so that its bytes are seen as they arrive too.
async function script(name) {
  const response = await patientFetch(url(name), again ? { cache: "reload" } : {});
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) count(part.value.byteLength);
  return patientImport(url(name));
}

// Pyodide waits for ever for a program that breaks off on its way, so that is noticed here.
let broke;
const broken = new Promise((_resolve, reject) => (broke = reject));
const wasm = unpackedStream("pyodide.asm.wasm.gz").then((body) => {
  const reader = body.getReader();
  const noticed = new ReadableStream({
    async pull(out) {
      try {
        const { done, value } = await reader.read();
        if (done) out.close();
        else out.enqueue(value);
      } catch (error) {
        broke(error);
        out.error(error);
      }
    },
  });
  return new Response(noticed, { headers: { "Content-Type": "application/wasm" } });
});
const stdlib = bytes("stdlib.zip.gz");
const site = bytes("site.tar.gz");
const create = script("pyodide.asm.mjs");
const main = script("pyodide.mjs");
for (const part of [broken, wasm, stdlib, site, create, main]) part.catch(() => {}); // told where it is awaited

// Pyodide fetches two files by itself: it is handed the streams above.
const fetchFromNetwork = self.fetch;
self.fetch = (target, options) => {
  const asked = String(target?.url ?? target);
  if (asked.includes("pyodide.asm.wasm")) return wasm;
  if (asked.includes("stdlib.zip")) return stdlib.then((data) => new Response(data));
  return fetchFromNetwork(target, options);
};

async function boot() {
  const { loadPyodide } = await main;
  const py = await loadPyodide({
    indexURL: new URL("python/", import.meta.url).href,
    stdLibURL: url("stdlib.zip"),
    lockFileContents: JSON.stringify(lock),
    createPyodideModule: (await create).default,
    fsInit: async (FS, { sitePackages }) => unpack(FS, await site, sitePackages),
  });
  self.fetch = fetchFromNetwork;
  return py;
}

// For an import beyond what the notebooks need: Python waits for the archive, so it is fetched in the blocking way.
function fetchRest(py, path) {
  const request = new XMLHttpRequest();
  request.open("GET", url("rest.zip"), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`rest.zip: ${request.status}`);
  py.FS.writeFile(path, new Uint8Array(request.response));
}

async function run(cells) {
  // A part that cannot be fetched ends the attempt at once, also one that Pyodide would only miss later.
  const [py] = await Promise.race([broken, Promise.all([boot(), wasm, stdlib, site])]);
  const all = cells.length + 1;
  self.postMessage({ step: 0, of: all });
  py.pyimport("couillon_live.lazy").install((path) => fetchRest(py, path));
  const bridge = py.pyimport("couillon_live.bridge");
  bridge.start((comm, buffers) => self.postMessage({ comm, buffers: buffers.toJs() }));
  for (const [i, source] of cells.entries()) {
    self.postMessage({ step: i + 1, of: all });
    const { shown, error } = JSON.parse(bridge.run_cell(source));
    if (error) throw new Error(error);
    self.postMessage({ ran: i, shown });
  }
  return { py, bridge };
}

let live;
self.onmessage = async ({ data }) => {
  if (data.cells) {
    live = run(data.cells);
    live.catch((error) => self.postMessage({ failed: String(error?.message ?? error) }));
    return;
  }
  const { py, bridge } = await live;
  self.postMessage({ taken: true });
  try {
    const buffers = py.toPy(data.buffers ?? []);
    bridge.receive(data.comm, buffers);
    buffers.destroy();
    self.postMessage({ answered: true });
  } catch (error) {
    // An error of a widget stays in Python: this one is the end of Python itself.
    self.postMessage({ failed: String(error?.message ?? error) });
  }
};
