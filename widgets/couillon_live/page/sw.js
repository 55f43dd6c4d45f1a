// Keeps the whole book in the browser, so that it opens without a network. The build puts in what the book consists of:
// the name of each file with a hash of its content, so that a new edition fetches only what has changed.
const { live, files, unpacked, lengths } = __BOOK__;
const HOME = new URL("./", self.location).href;
const STORE = `couillon ${HOME}`; // other books may lie on the same host
const AT_ONCE = 2; // downloads; more would keep the reader waiting who plays meanwhile
const PAUSES = [0, 700, 2500]; // milliseconds before each try
// An address of this machine may show another book tomorrow, so there the server is asked first.
const LENT = ["localhost", "127.0.0.1", "[::1]"].includes(self.location.hostname);

const place = (name) => new URL(`${name}?kept=${files[name]}`, HOME).href;
const isLive = (name) => name.startsWith("live/");

// ---- keeping

const hashOf = async (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, 15)));

// Some servers mark compressed files as encoded, and the browser has unpacked them already.
async function isWhole(name, bytes) {
  const hash = await hashOf(bytes);
  return hash === files[name] || hash === unpacked[name];
}

function headersOf(response) {
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name);
  return headers;
}

// A server that compresses nothing is asked for the twin of what is long.
async function fetchBytes(name, cache, plain) {
  const ask = (file) => fetch(HOME + file + (isLive(name) ? `?v=${live}` : ""), { cache });
  const response = await ask(name);
  if (plain || LENT || Number(response.headers.get("Content-Length")) !== lengths[name]) return response;
  await response.body.cancel();
  const twin = await ask(`${name}.gz`);
  if (!twin.ok) return ask(name);
  const bytes = new Uint8Array(await twin.arrayBuffer());
  // Some servers mark it as encoded, and the browser has unpacked it already.
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const whole = packed ? new Response(bytes).body.pipeThrough(new DecompressionStream("gzip")) : bytes;
  return new Response(whole, { headers: response.headers });
}

async function fetchWhole(name) {
  let error;
  for (const [i, pause] of PAUSES.entries()) {
    if (pause) await new Promise((done) => setTimeout(done, pause));
    // What the page has just loaded is still in the browser's own cache, under the same address.
    const cache = i ? "reload" : isLive(name) ? "default" : "no-cache";
    try {
      const response = await fetchBytes(name, cache, i > 0);
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      const bytes = await response.arrayBuffer();
      if (await isWhole(name, bytes)) return new Response(bytes, { headers: headersOf(response) });
      throw new Error(`${name} is damaged`);
    } catch (reason) {
      error = reason;
    }
  }
  throw error;
}

// All or nothing, but what has arrived stays for the next attempt; unless the browser has no room for it.
async function keepAll() {
  const store = await caches.open(STORE);
  const there = new Set((await store.keys()).map((request) => request.url));
  const next = Object.keys(files).filter((name) => !there.has(place(name))).values();
  let failed = null;
  let full = false;
  const work = async () => {
    for (const name of next) {
      if (failed) return;
      const response = await fetchWhole(name);
      await store.put(place(name), response).catch((error) => {
        full = true;
        throw error;
      });
    }
  };
  const noticed = () => work().catch((error) => (failed ??= error));
  await Promise.all(Array.from({ length: AT_ONCE }, noticed));
  if (full && !self.registration.active) await caches.delete(STORE);
  if (failed) throw failed;
}

async function dropOld() {
  const store = await caches.open(STORE);
  const wanted = new Set(Object.keys(files).map(place));
  for (const request of await store.keys()) {
    if (!wanted.has(request.url)) await store.delete(request);
  }
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => self.clients.claim())));
// Only at the reader's word: see offline.js.
self.addEventListener("message", ({ data }) => data?.couillon === "take over" && self.skipWaiting());

// ---- answering

// The file that an address means, if it is one of this edition.
function nameOf(url) {
  if (!url.href.startsWith(HOME)) return null;
  let name;
  try {
    name = decodeURIComponent(url.pathname.slice(new URL(HOME).pathname.length));
  } catch {
    return null;
  }
  if (name === "" || name.endsWith("/")) name += "index.html";
  const found = [name, `${name}.html`].find((each) => Object.hasOwn(files, each));
  const asked = url.searchParams.get("v");
  return found && !(isLive(found) && asked !== null && asked !== live) ? found : null;
}

const kept = async (name) => (await caches.open(STORE)).match(place(name));

async function keptFirst(request, name) {
  return (await kept(name).catch(() => null)) ?? fetch(request);
}

async function serverFirst(request, name) {
  try {
    const response = await fetch(request);
    if (response.status < 500) return response;
  } catch {
    // No network, or no server.
  }
  return (await kept(name)) ?? Response.error();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const name = request.method === "GET" && !request.headers.has("Range") ? nameOf(url) : null;
  if (name === null) return;
  const versioned = isLive(name) && url.searchParams.has("v");
  const again = url.searchParams.has("again"); // the copy that the page has had was of no use
  event.respondWith(again || (LENT && !versioned) ? serverFirst(request, name) : keptFirst(request, name));
});
