// The plain recipe: npm's Pyodide and archives of sources. Measured against, never shipped.
import { loadPyodide } from "./plain/pyodide.mjs";
const here = (name) => new URL(name, import.meta.url).href;
const boot = (async () => {
  const [py, site] = await Promise.all([
    loadPyodide({ indexURL: here("./plain/") }),
    fetch(here("./plain/site.zip")).then((response) => response.arrayBuffer()),
  ]);
  py.unpackArchive(site, "zip", { extractDir: "/lib/python3.14/site-packages" });
  const bridge = py.pyimport("couillon_live.bridge");
  bridge.start((comm, buffers) => self.postMessage({ comm, buffers: buffers.toJs() }));
  // Every widget brings its own module and style sheet, as to any Jupyter page.
  py.pyimport("couillon_widgets.front").page_has_front_end(false);
  bridge.OURS = "-";
  return { py, bridge };
})();
self.onmessage = async ({ data }) => {
  const { py, bridge } = await boot;
  if (data.cells) {
    for (const [i, source] of data.cells.entries()) {
      const { shown, error } = JSON.parse(bridge.run_cell(source));
      if (error) throw new Error(error);
      self.postMessage({ ran: i, shown });
    }
    return;
  }
  const buffers = py.toPy(data.buffers ?? []);
  bridge.receive(data.comm, buffers);
  buffers.destroy();
};
