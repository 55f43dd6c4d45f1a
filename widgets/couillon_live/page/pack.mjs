// node pack.mjs PYODIDE SITE_ZIP CELLS_JSON PACK_PY OUT
// Compiles the archives with Pyodide's own Python, finds out what the notebooks import, and writes
// OUT/stdlib.zip, OUT/site.tar (what they import), OUT/rest.zip (everything else) and OUT/traced.json (what they import
// and show).
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { unpack } from "./untar.js";

// Node would print the whole of a minified line beside an error.
process.on("uncaughtException", (error) => {
  console.error(error.message ?? error);
  process.exit(1);
});

const [, , pyodideDir, siteZip, cellsJson, packPy, out] = process.argv;
const { loadPyodide } = await import(pathToFileURL(path.resolve(pyodideDir, "pyodide.mjs")));
const indexURL = path.resolve(pyodideDir) + "/";
const quiet = { stdout: () => {}, stderr: (line) => process.stderr.write(line + "\n") };

// A line is enough to say where something went wrong; the columns would be a twentieth of what a page fetches.
const py = await loadPyodide({ indexURL, env: { PYTHONNODEBUGRANGES: "1" }, ...quiet });
py.FS.mkdirTree("/pack");
const put = (name, data) => py.FS.writeFile("/pack/" + name, data);
const get = (name) => py.FS.readFile("/pack/" + name);
put("pack.py", fs.readFileSync(packPy));
put("stdlib-sources.zip", fs.readFileSync(indexURL + "python_stdlib.zip"));
put("site-sources.zip", fs.readFileSync(siteZip));
py.runPython(`
import json, sys
from pathlib import Path
sys.path.insert(0, "/pack")
import pack
here = Path("/pack")
stdlib = pack.compile_zip((here / "stdlib-sources.zip").read_bytes(), pack.STDLIB)
site = pack.compile_zip((here / "site-sources.zip").read_bytes(), pack.SITE)
(here / "all.zip").write_bytes(pack.write_zip(stdlib, 0))
(here / "all.tar").write_bytes(pack.write_tar(site))
`);

// A second interpreter, started as a page starts it, shows what is imported there.
const whole = path.resolve(out, "all.zip");
fs.writeFileSync(whole, get("all.zip"));
const page = await loadPyodide({
  indexURL,
  stdLibURL: whole,
  fsInit: async (FS, { sitePackages }) => unpack(FS, get("all.tar").buffer, sitePackages),
  ...quiet,
});
fs.unlinkSync(whole);
put("traced.json", page.pyimport("couillon_live.tracing").trace(fs.readFileSync(cellsJson, "utf8")));

py.runPython(`
for name, data in pack.split(stdlib, site, set(json.loads((here / "traced.json").read_text())["modules"])).items():
    (here / name).write_bytes(data)
`);
for (const name of ["stdlib.zip", "site.tar", "rest.zip", "traced.json"]) fs.writeFileSync(path.resolve(out, name), get(name));
process.exit(0);
