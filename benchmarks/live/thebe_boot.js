// A page that Thebe and Thebe-lite make live by themselves as soon as it is there. Measured against, never shipped.
const here = (name) => new URL(name, import.meta.url).href;
// No page of ours has formulas, yet Thebe loads MathJax for whatever it shows: it gets one that does nothing.
const NO_FORMULAS =
  "data:text/javascript,MathJax={Hub:{Config(){},Configured(){},Queue(){},Register:{StartupHook(){}}}}//";
const python = here("thebe/pyodide/");

// Thebe finds cells by attributes; their order is what brings cell and output together.
for (const script of document.querySelectorAll('script[type="application/x-couillon-cell"]')) {
  const cell = Object.assign(document.createElement("pre"), { textContent: JSON.parse(script.textContent) });
  const output = script.closest(".cell").querySelector(":scope > .cell_output");
  cell.dataset.executable = output.dataset.output = "";
  // Its editor stays hidden, as the code of these cells is on our own pages.
  const hidden = Object.assign(document.createElement("div"), { hidden: true });
  hidden.append(cell);
  script.replaceWith(hidden);
}

// All that the kernel needs is in the lock file, so Pyodide fetches it at once, and piplite has nothing to look up.
const packages = JSON.parse(document.querySelector("#thebe-packages").textContent);
const start = thebeLite.startJupyterLiteServer;
thebeLite.startJupyterLiteServer = () =>
  start({
    litePluginSettings: {
      "@jupyterlite/pyodide-kernel-extension:kernel": {
        pyodideUrl: `${python}pyodide.js`,
        loadPyodideOptions: { packages, lockFileURL: `${python}pyodide-lock.json` },
        disablePyPIFallback: true,
      },
    },
  });

const { notebook } = await thebe.bootstrap({
  useBinder: false,
  useJupyterLite: true,
  requestKernel: true,
  mathjaxUrl: NO_FORMULAS,
});
await notebook.executeAll();
