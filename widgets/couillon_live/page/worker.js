// One Python interpreter for the page, in a worker of its own so that the page never waits for it.
import { Fetching } from "./fetching.js";
import { Pythons } from "./pythons.js";
import { Session } from "./session.js";

const { files, lock, made } = __FACTS__;
const query = new URL(import.meta.url).search;
// After a failure nothing is taken for granted, and the stored memory least of all.
const again = new URLSearchParams(query).has("again");
const post = (message) => self.postMessage(message);

const fetching = new Fetching({
  files,
  url: (name) => new URL(`python/${name}${query}`, import.meta.url).href,
  reload: again,
  report: (loaded, total) => post({ loaded, total }),
});
const pythons = new Pythons({
  fetching,
  lock,
  made,
  plain: again,
  told: (error) => console.info(`Couillon starts from its archives: ${error?.message ?? error}`),
});
const python = pythons.start().then((py) => ({ py, boot: pythons.boot }));
const session = new Session({ python, fetching, post });

self.onmessage = ({ data }) => session.hear(data);
