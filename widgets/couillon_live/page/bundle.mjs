// node bundle.mjs scripts MODULES FACTS_JSON WIDGET_JS OUT    the page's scripts, as ES modules
// node bundle.mjs styles  MODULES SITE CONFIG_JSON            one small style sheet out of the theme's large ones
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

// Node would print the whole of a minified line beside an error.
process.on("uncaughtException", (error) => {
  console.error(error.message ?? error);
  process.exit(1);
});

const [, , task, modules, ...rest] = process.argv;
const require = createRequire(path.resolve(modules, "index.js"));
const esbuild = require("esbuild");
const here = path.dirname(fileURLToPath(import.meta.url));
const common = { bundle: true, minify: true, format: "esm", target: "es2022", nodePaths: [path.resolve(modules)], legalComments: "none", logLevel: "error", logOverride: { "css-syntax-error": "silent" } };

// Old protocol versions and node's own modules are never used in a page; anywidget ends in an AMD call.
const trim = {
  name: "trim",
  setup(build) {
    const nothing = () => ({ path: "nothing", namespace: "nothing" });
    build.onResolve({ filter: /^@jupyter-widgets\/(base7|controls7)/ }, nothing);
    build.onResolve({ filter: /^(path|url|fs)$/ }, nothing);
    build.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "module.exports = {}" }));
    build.onLoad({ filter: /anywidget[\\/]dist[\\/]index\.js$/ }, ({ path: file }) => {
      const source = fs.readFileSync(file, "utf8");
      const contents = source.replace(/define\(\["@jupyter-widgets\/base"\],\s*(\w+)\);/, "export default $1;");
      if (contents === source) throw new Error("anywidget no longer ends in define(): look at its bundle anew");
      return { loader: "js", contents };
    });
  },
};

async function scripts(factsJson, widget, out) {
  const facts = JSON.parse(fs.readFileSync(factsJson, "utf8"));
  const define = { __FACTS__: JSON.stringify(facts) };
  const entry = (name) => path.resolve(here, name);
  const own = { ...common, define, outdir: out };
  await esbuild.build({ ...own, entryPoints: [entry("boot.js"), entry("host.js"), entry("worker.js"), entry("kept.js")] });
  if (fs.existsSync(widget)) await esbuild.build({ ...common, entryPoints: [widget], outfile: path.join(out, "widget.js") });
  await esbuild.build({
    ...common,
    entryPoints: [entry("manager.js")],
    outdir: out,
    plugins: [trim],
    loader: { ".svg": "dataurl", ".woff": "empty", ".woff2": "file", ".ttf": "empty", ".eot": "empty" },
    define: { "process.env": "{}", "process.platform": '"browser"', global: "globalThis" },
  });
}

async function styles(site, configJson) {
  const { sheets, keep, target, safe } = JSON.parse(fs.readFileSync(configJson, "utf8"));
  const { PurgeCSS } = require("purgecss");
  const work = fs.mkdtempSync(path.join(site, "_styles-"));
  const imports = [];
  try {
    for (const [i, sheet] of sheets.entries()) {
      const file = path.join(work, `${i}.css`);
      const [purged] = keep.includes(sheet)
        ? [{ css: fs.readFileSync(path.join(site, sheet), "utf8") }]
        : await new PurgeCSS().purge({
            content: [path.join(site, "*.html"), path.join(site, "_static/book.js")],
            css: [path.join(site, sheet)],
            variables: true,
            keyframes: true,
            fontFace: true,
            safelist: { standard: safe.map((s) => new RegExp(s)) },
          });
      // The pages draw their few icons themselves.
      fs.writeFileSync(file, purged.css.replace(/@font-face\s*{[^}]*vendor\/fontawesome[^}]*}/g, ""));
      imports.push(`@import "./${i}.css";`);
    }
    const all = path.join(work, "all.css");
    fs.writeFileSync(all, imports.join("\n"));
    await esbuild.build({ ...common, entryPoints: [all], outfile: path.join(site, target), external: ["*.woff2", "*.svg", "*.png"] });
  } finally {
    fs.rmSync(work, { recursive: true });
  }
}

await { scripts, styles }[task](...rest);
