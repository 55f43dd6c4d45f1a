// Starts Python: from the stored memory, where everything is imported already, or else in the ordinary way from its archives.
// What the first start has fetched, compiled and unpacked serves every later one.
import { read, settings } from "./restore.js";
import { unpack } from "./untar.js";

const WASM = "pyodide.asm.wasm";
const MEMORY = "memory.bin";
const STDLIB = "stdlib.zip.gz";
const SITE = "site.tar.gz";

export class Pythons {
  #create;
  #main;
  #program; // compiled
  #checked; // the promise that it is whole
  #memory;
  #archives;
  #around = null; // the last interpreter
  #turn = Promise.resolve();

  // `fetching` is a Fetching; `lock` and `made` are facts of the build; with `plain` the stored memory is left alone;
  // `told(error)` hears why the stored memory did not do.
  constructor({ fetching, lock, made, plain, told }) {
    Object.assign(this, { fetching, lock, made, plain, told, boot: "" });
    fetching.expect("pyodide.asm.mjs", "pyodide.mjs", WASM);
    this.#create = fetching.script("pyodide.asm.mjs");
    this.#main = fetching.script("pyodide.mjs");
    const arriving = fetching.program(WASM);
    this.#program = arriving.then(({ answer }) => WebAssembly.compileStreaming(answer)).catch(programFails);
    this.#checked = arriving.then(({ checked }) => checked).catch(programFails);
    if (!plain) {
      fetching.expect(MEMORY);
      this.#memory = fetching.buffer(MEMORY).then((buffer) => read(buffer, made));
    }
    for (const part of [this.#create, this.#main, this.#program, this.#checked, this.#memory]) part?.catch(() => {}); // told where it is awaited
  }

  // Resolves with a fresh interpreter, which knows nothing of another one, and of which there is one at a time: the one before
  // is forgotten.
  start() {
    const started = this.#turn.then(() => this.#begin());
    this.#turn = started.then(() => {}, () => {}); // does not hold it
    return started;
  }

  async #begin() {
    this.forget();
    if (this.plain) return this.#ordinary();
    try {
      return await this.#restored();
    } catch (error) {
      if (error instanceof ProgramError) throw error;
      await Promise.all([this.#create, this.#main, this.#checked]); // or the fault is theirs
      this.plain = true;
      this.#memory = null;
      this.told(error);
      return this.#ordinary();
    }
  }

  // Lets go of the interpreter that was started last.
  forget() {
    this.#around?.forget();
    this.#around = null;
  }

  async #load(options, stdlib) {
    const { fetching, lock } = this;
    const common = { indexURL: new URL(".", fetching.url(WASM)).href, stdLibURL: fetching.url(STDLIB), lockFileContents: JSON.stringify(lock) };
    const around = new Surroundings();
    this.#around = around;
    const py = await around.during(this.#program, this.#checked, stdlib, async () => (await this.#main).loadPyodide({ ...common, ...options }));
    await this.#checked; // it has begun meanwhile, but not done anything yet
    return py;
  }

  #createModule = async (options) => (await this.#create).default(options);

  async #restored() {
    const { fetching } = this;
    const py = await this.#load(settings(this.#createModule, this.#memory), new ArrayBuffer(0));
    py.pyimport("couillon_live.waking").wake(() => bringArchives(py, fetching));
    this.boot ||= "memory";
    return py;
  }

  async #ordinary() {
    const { fetching } = this;
    if (!this.#archives) {
      fetching.expect(SITE, STDLIB);
      this.#archives = [fetching.bytes(SITE), fetching.bytes(STDLIB)];
      for (const part of this.#archives) part.catch(() => {});
    }
    const [site, stdlib] = this.#archives;
    const fsInit = async (FS, { sitePackages }) => unpack(FS, await site, sitePackages);
    const booting = this.#load({ createPyodideModule: this.#createModule, fsInit }, stdlib);
    // A part that cannot be fetched ends the attempt at once, also one that Pyodide would only miss later.
    const [py] = await Promise.all([booting, site, stdlib]);
    this.boot ||= "archives";
    return py;
  }
}

// What is wrong lies in the program, so that no other start would do better.
class ProgramError extends Error {}

function programFails(error) {
  throw new ProgramError(error.message);
}

// What Pyodide finds around it while it starts: it fetches two files by itself, and is handed what is here already; and what it
// hangs on this worker for good is noted, so that an interpreter that is not wanted any more can be forgotten.
class Surroundings {
  #listeners = [];
  #ports = [];

  // `stdlib` is the archive of the standard library, or the promise of it. Pyodide waits for ever for a program that does not
  // come, or is not whole, so that is noticed as well.
  async during(program, checked, stdlib, start) {
    const { fetch, addEventListener, MessageChannel } = self;
    const { instantiateStreaming } = WebAssembly;
    self.fetch = async (target, options) => {
      const asked = String(target?.url ?? target);
      if (asked.includes("pyodide.asm.wasm")) return new Response();
      if (asked.includes("stdlib.zip")) return new Response(await stdlib);
      return fetch(target, options);
    };
    WebAssembly.instantiateStreaming = async (_response, imports) => {
      const module = await program;
      return { module, instance: await WebAssembly.instantiate(module, imports) };
    };
    const listeners = this.#listeners;
    const ports = this.#ports;
    self.addEventListener = (...what) => {
      listeners.push(what);
      addEventListener.apply(self, what);
    };
    self.MessageChannel = class extends MessageChannel {
      constructor() {
        super();
        ports.push(this.port1, this.port2);
      }
    };
    try {
      return await Promise.race([Promise.all([program, checked]).then(() => new Promise(() => {})), start()]);
    } finally {
      Object.assign(self, { fetch, addEventListener, MessageChannel });
      WebAssembly.instantiateStreaming = instantiateStreaming;
    }
  }

  forget() {
    for (const what of this.#listeners.splice(0)) self.removeEventListener(...what);
    for (const port of this.#ports.splice(0)) port.close();
  }
}

// Puts the archives of the ordinary start where Python would have found them.
function bringArchives(py, fetching) {
  const waking = py.pyimport("couillon_live.waking");
  const plain = (name) => waking.unpacked(py.toPy(fetching.now(name))).toJs();
  py.FS.writeFile("/lib/python314.zip", plain(STDLIB));
  unpack(py.FS, plain(SITE).slice().buffer, "/lib/python3.14/site-packages");
}
