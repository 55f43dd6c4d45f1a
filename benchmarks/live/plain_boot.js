// The plain recipe: everything at once and as it comes. Measured against, never shipped.
import { Manager } from "./manager.js";
const cells = [...document.querySelectorAll('script[type="application/x-couillon-cell"]')].map((script) => ({
  source: JSON.parse(script.textContent),
  output: script.closest(".cell").querySelector(":scope > .cell_output"),
}));
const here = (name) => new URL(name, import.meta.url).href;
const worker = new Worker(here("plain_worker.js"), { type: "module" });
document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: here("manager.css") }));
const post = (type, id, data, buffers = [], target = undefined) =>
  worker.postMessage({ comm: JSON.stringify({ type, metadata: {}, content: { comm_id: id, target_name: target, data: data ?? {} } }), buffers });
const manager = new Manager({ post, widgetModule: "" });
let order = Promise.resolve();
worker.onmessage = ({ data }) => {
  if (data.comm) manager.receive(JSON.parse(data.comm), data.buffers);
  else order = order.then(() => show(data));
};
async function show({ ran, shown }) {
  await manager.settled();
  const { output } = cells[ran];
  const fresh = document.createElement("div");
  fresh.hidden = true;
  output.append(fresh);
  for (const id of shown) if (id) await manager.show(id, fresh.appendChild(document.createElement("div")));
  if (fresh.hasChildNodes()) for (const old of [...output.children]) if (old !== fresh) old.remove();
  fresh.hidden = false;
}
worker.postMessage({ cells: cells.map((cell) => cell.source) });
