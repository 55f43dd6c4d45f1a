// One Python interpreter for the page, in a worker of its own so that the page never waits for it.
import { parts } from "./parts.js";
import { Session } from "./session.js";

const post = (message) => self.postMessage(message);
const { fetching, pythons } = parts((loaded, total) => post({ loaded, total }));
const python = pythons.start().then((py) => ({ py, boot: pythons.boot }));
const session = new Session({ python, fetching, post });

self.onmessage = ({ data }) => session.hear(data);
