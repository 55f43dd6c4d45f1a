// A stored memory of the interpreter: how it is read, and how it is laid into a fresh one. The page and the build use this
// alike, so that what the build has tried is what a page does.
//
// Of the memory only those pages (of 4096 bytes) are stored that a fresh interpreter does not have: `keep` are those that
// it has, `runs` those that follow here, and every other page is empty. Layout of the file, numbers little-endian:
// magic, length of the head, the head as JSON, the pages of `runs`, a tar of the files that Python reads.
import { unpack } from "./untar.js";

export const PAGE = 4096;
export const MAGIC = 0x4e554c43;

export const hex = (buffer) => [...new Uint8Array(buffer)].map((b) => b.toString(16).padStart(2, "0")).join("");
const pagesIn = (runs) => runs.reduce((sum, [, count]) => sum + count, 0);

// `made` names what the memory was made of; another one does not fit.
export function read(buffer, made) {
  const [magic, length] = buffer.byteLength < 8 ? [] : new Uint32Array(buffer, 0, 2);
  if (magic !== MAGIC) throw new Error("this is no stored memory");
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  if (head.made !== made) throw new Error("the stored memory belongs to another build");
  const from = 8 + length;
  const stored = pagesIn(head.runs) * PAGE;
  return {
    ...head,
    start: Uint8Array.from(atob(head.start), (c) => c.charCodeAt(0)),
    pages: new Uint8Array(buffer, from, stored),
    files: buffer.slice(from + stored),
  };
}

async function lay(module, memory) {
  const { size, keep, runs, pages, sha256 } = memory;
  // The program begins with less, whatever it is told.
  if (module.HEAPU8.length < size && !module.growMemory(size)) throw new Error("there is not enough memory");
  const heap = module.HEAPU8;
  const kept = new Uint8Array(pagesIn(keep) * PAGE);
  let at = 0;
  for (const [page, count] of keep) {
    kept.set(heap.subarray(page * PAGE, (page + count) * PAGE), at);
    at += count * PAGE;
  }
  // Only https and localhost have crypto.subtle; elsewhere the name of the build has to do.
  if (globalThis.crypto?.subtle && hex(await crypto.subtle.digest("SHA-256", kept)) !== sha256) {
    throw new Error("the stored memory does not fit this program");
  }
  at = 0;
  for (const [page, count] of [...keep, ...runs].sort(([a], [b]) => a - b)) {
    heap.fill(0, at * PAGE, page * PAGE);
    at = page + count;
  }
  heap.fill(0, at * PAGE);
  at = 0;
  for (const [page, count] of runs) {
    heap.set(pages.subarray(at, at + count * PAGE), page * PAGE);
    at += count * PAGE;
  }
}

// What loadPyodide is told, to go on from a memory (or the promise of one).
export function settings(create, memory) {
  // Its head only: the pages are laid down when the program stands.
  const start = Promise.resolve(memory).then((read) => read.start);
  start.catch(() => {}); // told where it is awaited
  return {
    _loadSnapshot: start,
    createPyodideModule: async (options) => {
      const module = await (await create)({ ...options, noInitialRun: true });
      await lay(module, await memory);
      return module;
    },
    fsInit: async (FS, { sitePackages }) => unpack(FS, (await memory).files, sitePackages),
  };
}
