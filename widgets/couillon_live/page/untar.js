// Reads and writes ustar archives.

// Calls put(name, bytes) for each file of an archive.
export function untar(buffer, put) {
  const bytes = new Uint8Array(buffer);
  const text = (from, length) => new TextDecoder().decode(bytes.subarray(from, from + length)).replace(/\0.*$/s, "");
  for (let at = 0; at + 512 <= bytes.length && bytes[at]; ) {
    const folder = text(at + 345, 155);
    const size = parseInt(text(at + 124, 12), 8);
    put((folder && folder + "/") + text(at, 100), bytes.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

// Lays the files of an archive into a folder of Pyodide's file system.
export function unpack(FS, buffer, folder) {
  const made = new Set();
  untar(buffer, (name, bytes) => {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    FS.writeFile(path, bytes);
  });
}

// The part of an archive that `wanted(name)` chooses, block by block as it was.
export function choose(buffer, wanted) {
  const parts = [];
  untar(buffer, (name, bytes) => {
    if (wanted(name)) parts.push(new Uint8Array(buffer, bytes.byteOffset - 512, 512 + Math.ceil(bytes.byteLength / 512) * 512));
  });
  return parts;
}
