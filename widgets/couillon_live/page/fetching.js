// Fetches the files of the runtime, counting their bytes for the page. They are compressed on the way from any server;
// some servers say so and the browser has then unpacked them already, which the first two bytes tell.
import { network, patientFetch, patientImport } from "./patient.js";
import { hex } from "./restore.js";

const WASM = "application/wasm";
const CHECKED = "couillon checked"; // the cache that tells what long files this browser has had whole
// Of a server on this machine, which may compress nothing, bytes cost nothing.
const NEAR = ["localhost", "127.0.0.1", "[::1]"].includes(self.location.hostname);
const LOOK = 1000; // milliseconds for looking into what this browser has
const REPORT = 50; // milliseconds from one report to the next
const isPacked = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;
const asWasm = (body) => new Response(body, { headers: { "Content-Type": WASM } });

export class Fetching {
  #loaded = 0;
  #total = 0;
  #told = 0;

  // `files` tells the sizes and hashes, `url(name)` the addresses; `report(loaded, total)` is called now and then. With
  // `reload` no copy in a cache is trusted.
  constructor({ files, url, reload, report }) {
    Object.assign(this, { files, url, report, options: reload ? { cache: "reload" } : {} });
  }

  // Says what is going to be fetched.
  expect(...names) {
    for (const name of names) this.#total += this.files[name].size;
  }

  #count(bytes) {
    this.#loaded += bytes;
    const now = performance.now();
    if (now - this.#told < REPORT && this.#loaded < this.#total) return;
    this.#told = now;
    this.report(Math.min(this.#loaded, this.#total), this.#total);
  }

  async #ask(name) {
    const response = await patientFetch(this.url(name), this.options);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response;
  }

  // The bytes of a file as they arrive, counted.
  async #stream(name) {
    const { size } = this.files[name];
    const count = (bytes) => this.#count(bytes);
    let got = 0;
    let packed = null;
    return (await this.#ask(name)).body.pipeThrough(
      new TransformStream({
        transform(chunk, out) {
          packed ??= isPacked(chunk);
          got += chunk.byteLength;
          count(packed ? chunk.byteLength : 0);
          out.enqueue(chunk);
        },
        flush() {
          if (!packed) count(size);
          else if (got !== size) throw new Error(`${name}: ${got} bytes instead of ${size}`);
        },
      }),
    );
  }

  // The unpacked bytes of a file while it arrives; gzip tells at the end whether they are right.
  async unpacked(name) {
    const reader = (await this.#stream(name)).getReader();
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

  // What is long comes in the very answer that has brought it, unpacked by the browser on its way; it is `right` if it needs not be
  // looked at. A distant server that would send it as long as it is is asked for its twin, of which gzip tells whether it is right;
  // but not after a failure, which may be that of the twin.
  async #arriving(name) {
    const { size, length } = this.files[name];
    const [answer, right] = await Promise.all([this.#ask(name), this.#isHere(name)]);
    if (right) this.#count(size);
    const packed = Number(answer.headers.get("Content-Length")) !== length;
    if (right || packed || NEAR || this.options.cache) return { answer, right };
    await answer.body.cancel();
    try {
      return { answer: new Response(await this.unpacked(`${name}.gz`)), right: true };
    } catch {
      return { answer: await this.#ask(name), right: false };
    }
  }

  // {answer, checked}: a program, and the promise that it is whole. A browser keeps what it has compiled of it beside the answer.
  async program(name) {
    const { answer, right } = await this.#arriving(name);
    const checked = right ? Promise.resolve() : this.#read(name, answer.clone().body);
    checked.catch(() => {}); // told where it is awaited
    return { answer: answer.headers.get("Content-Type") === WASM ? answer : asWasm(answer.body), checked };
  }

  // A buffer with all bytes of a long file.
  async buffer(name) {
    const { answer, right } = await this.#arriving(name);
    return right ? answer.arrayBuffer() : this.#read(name, answer.body);
  }

  // Reads a long file to its end and looks whether it is whole.
  async #read(name, stream) {
    const { size, length, sha256 } = this.files[name];
    const bytes = new Uint8Array(length);
    let got = 0;
    let counted = 0;
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const next = got + part.value.byteLength;
      if (next > length) {
        reader.cancel().catch(() => {}); // not awaited: it ends with the other one who reads this answer
        throw new Error(`${name} is longer than ${length} bytes`);
      }
      bytes.set(part.value, got);
      got = next;
      const all = Math.floor((size * got) / length); // in whole bytes, which add up
      this.#count(all - counted);
      counted = all;
    }
    // Only https and localhost have crypto.subtle; elsewhere its length has to do.
    if (got !== length || (self.crypto?.subtle && hex(await crypto.subtle.digest("SHA-256", bytes)) !== sha256)) {
      throw new Error(`${name} is damaged`);
    }
    this.#know(name).catch(() => {}); // it is read again then
    return bytes.buffer;
  }

  // Whether this browser has had this very file before, found it whole, and has it still. It need not know.
  async #isHere(name) {
    const look = async () => {
      const store = await caches.open(CHECKED);
      if (!(await store.match(this.url(name)))) return false;
      const here = await network(this.url(name), { cache: "only-if-cached", mode: "same-origin" });
      here.body?.cancel();
      return here.ok;
    };
    const enough = new Promise((done) => setTimeout(done, LOOK, false));
    return Promise.race([look().catch(() => false), enough]);
  }

  async #know(name) {
    const url = this.url(name);
    const store = await caches.open(CHECKED);
    await store.put(url, new Response());
    const all = await store.keys(url, { ignoreSearch: true });
    await Promise.all(all.filter((request) => request.url !== url).map((request) => store.delete(request)));
  }

  // The unpacked bytes of a file, checked before they are unpacked.
  async bytes(name) {
    const got = await new Response(await this.#stream(name)).arrayBuffer();
    if (!isPacked(new Uint8Array(got, 0, Math.min(2, got.byteLength)))) return got;
    // Only https and localhost have crypto.subtle; elsewhere the checksum inside gzip has to do.
    if (self.crypto?.subtle && hex(await crypto.subtle.digest("SHA-256", got)) !== this.files[name].sha256) {
      throw new Error(`${name} is damaged`);
    }
    return new Response(new Response(got).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  // A script is fetched before it is imported, from the cache then, so that its bytes are seen as they arrive too.
  async script(name) {
    const reader = (await this.#ask(name)).body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) this.#count(part.value.byteLength);
    return patientImport(this.url(name));
  }

  // A file for which Python waits, as the server sends it.
  now(name) {
    const request = new XMLHttpRequest();
    request.open("GET", this.url(name), false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
    return new Uint8Array(request.response);
  }
}
