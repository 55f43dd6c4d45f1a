// One Python interpreter for the page, in a worker of its own so that the page never waits for it.
// Messages in: {cells} once, then {comm, buffers}. Messages out: {loaded, total}, {boot}, {step, of}, {ran, shown}, {comm, buffers},
// {failed}; for each message in, {taken} at once and {answered} when Python is done with it.
import { Fetching } from "./fetching.js";
import { startPython } from "./python.js";

const { files, lock, made } = __FACTS__;
const query = new URL(import.meta.url).search;
const again = new URLSearchParams(query).has("again");
const fetching = new Fetching({
  files,
  url: (name) => new URL(`python/${name}${query}`, import.meta.url).href,
  reload: again,
  report: (loaded, total) => self.postMessage({ loaded, total }),
});

// After a failure nothing is taken for granted, and the stored memory least of all.
let boot = again ? "archives" : "memory";
const python = startPython({
  fetching,
  lock,
  made,
  plain: again,
  told: (error) => {
    boot = "archives";
    console.info(`Couillon starts from its archives: ${error?.message ?? error}`);
  },
});
python.catch(() => {}); // told where it is awaited

const bridged = python.then((py) => {
  self.postMessage({ boot });
  py.pyimport("couillon_live.lazy").install((path) => py.FS.writeFile(path, fetching.now("rest.zip")));
  const bridge = py.pyimport("couillon_live.bridge");
  bridge.start((comm, buffers) => self.postMessage({ comm, buffers: buffers.toJs() }));
  return { py, bridge };
});
bridged.catch(() => {}); // told where it is awaited

// Lets what has come in meanwhile have its turn.
const channel = new MessageChannel();
const turn = () =>
  new Promise((done) => {
    channel.port1.onmessage = done;
    channel.port2.postMessage(null);
  });

async function run(cells) {
  const { bridge } = await bridged;
  const all = cells.length + 1;
  self.postMessage({ step: 0, of: all });
  for (const [i, source] of cells.entries()) {
    self.postMessage({ step: i + 1, of: all });
    const { shown, error } = JSON.parse(bridge.run_cell(source));
    if (error) throw new Error(error);
    self.postMessage({ ran: i, shown });
    // A widget that is there answers, while those further down are still made.
    await turn();
  }
}

self.onmessage = async ({ data }) => {
  if (data.cells) {
    run(data.cells).catch((error) => self.postMessage({ failed: String(error?.message ?? error) }));
    return;
  }
  const { py, bridge } = await bridged;
  self.postMessage({ taken: true });
  try {
    const buffers = py.toPy(data.buffers ?? []);
    bridge.receive(data.comm, buffers);
    buffers.destroy();
    self.postMessage({ answered: true });
  } catch (error) {
    // An error of a widget stays in Python: this one is the end of Python itself.
    self.postMessage({ failed: String(error?.message ?? error) });
  }
};
