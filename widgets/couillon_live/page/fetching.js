// Fetches the files of the runtime, counting their bytes for the page. They are compressed on the way from any server;
// some servers say so and the browser has then unpacked them already, which the first two bytes tell.
import { patientFetch, patientImport } from "./patient.js";
import { hex } from "./restore.js";

const REPORT = 50; // milliseconds from one report to the next
const isPacked = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

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
