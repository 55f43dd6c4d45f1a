// Starts Python: from the stored memory, where everything is imported already, or else in the ordinary way from its archives.
import { read, settings } from "./restore.js";
import { unpack } from "./untar.js";

const WASM = "pyodide.asm.wasm.gz";
const MEMORY = "memory.bin.gz";
const STDLIB = "stdlib.zip.gz";
const SITE = "site.tar.gz";

// `fetching` is a Fetching; `lock` and `made` are facts of the build; with `plain` the stored memory is left alone. Resolves
// with Pyodide; `told(error)` hears why the stored memory did not do.
export async function startPython({ fetching, lock, made, plain, told }) {
  const create = fetching.script("pyodide.asm.mjs");
  const main = fetching.script("pyodide.mjs");
  for (const part of [create, main]) part.catch(() => {}); // told where it is awaited
  const common = { indexURL: new URL(".", fetching.url(WASM)).href, stdLibURL: fetching.url(STDLIB), lockFileContents: JSON.stringify(lock) };
  const load = async (options) => (await main).loadPyodide({ ...common, ...options });
  const createModule = async (options) => (await create).default(options);

  async function restored() {
    const memory = fetching
      .unpacked(MEMORY)
      .then((stream) => new Response(stream).arrayBuffer())
      .then((buffer) => read(buffer, made));
    memory.catch(() => {});
    const py = await handing(fetching, { stdlib: new ArrayBuffer(0) }, () => load(settings(createModule, memory)));
    py.pyimport("couillon_live.waking").wake(() => bringArchives(py, fetching));
    return py;
  }

  async function ordinary() {
    const site = fetching.bytes(SITE);
    const stdlib = fetching.bytes(STDLIB);
    const fsInit = async (FS, { sitePackages }) => unpack(FS, await site, sitePackages);
    for (const part of [site, stdlib]) part.catch(() => {});
    const booting = handing(fetching, { stdlib }, () => load({ createPyodideModule: createModule, fsInit }));
    // A part that cannot be fetched ends the attempt at once, also one that Pyodide would only miss later.
    return (await Promise.all([booting, site, stdlib]))[0];
  }

  fetching.expect("pyodide.asm.mjs", "pyodide.mjs", WASM);
  if (!plain) {
    fetching.expect(MEMORY);
    try {
      return await restored();
    } catch (error) {
      if (error instanceof ProgramError) throw error;
      await Promise.all([create, main]); // or the fault is theirs
      told(error);
      fetching.expect(WASM);
    }
  }
  fetching.expect(SITE, STDLIB);
  return ordinary();
}

// What is wrong lies in the program, so that no other start would do better.
class ProgramError extends Error {}

// Pyodide fetches two files by itself: while it starts, it is handed what is fetched here. It waits for ever for a program
// that breaks off on its way, so that is noticed as well.
async function handing(fetching, { stdlib }, start) {
  let broke;
  const broken = new Promise((_resolve, reject) => {
    broke = (error) => reject(new ProgramError(error.message));
  });
  const wasm = fetching.unpacked(WASM).then((stream) => new Response(watched(stream, broke), { headers: { "Content-Type": "application/wasm" } }));
  wasm.catch(broke);
  broken.catch(() => {});
  const fetchFromNetwork = self.fetch;
  self.fetch = async (target, options) => {
    const asked = String(target?.url ?? target);
    if (asked.includes("pyodide.asm.wasm")) return wasm;
    if (asked.includes("stdlib.zip")) return new Response(await stdlib);
    return fetchFromNetwork(target, options);
  };
  try {
    return await Promise.race([broken, start()]);
  } finally {
    self.fetch = fetchFromNetwork;
  }
}

function watched(stream, broke) {
  const reader = stream.getReader();
  return new ReadableStream({
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
}

// Puts the archives of the ordinary start where Python would have found them.
function bringArchives(py, fetching) {
  const waking = py.pyimport("couillon_live.waking");
  const plain = (name) => waking.unpacked(py.toPy(fetching.now(name))).toJs();
  py.FS.writeFile("/lib/python314.zip", plain(STDLIB));
  unpack(py.FS, plain(SITE).slice().buffer, "/lib/python3.14/site-packages");
}
