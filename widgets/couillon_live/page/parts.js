// What interpreters are made of, and what starts them: the same for a page's own worker and for one that stays.
import { Fetching } from "./fetching.js";
import { Pythons } from "./pythons.js";

const { files, lock, made } = __FACTS__;
const query = new URL(import.meta.url).search; // of the worker that this is built into

// After a failure, which an address with `again` in it tells of, nothing is taken for granted, and the stored memory least of
// all. `report(loaded, total)` is called now and then.
export function parts(report) {
  const again = new URLSearchParams(query).has("again");
  const url = (name) => new URL(`python/${name}${query}`, import.meta.url).href;
  const told = (error) => console.info(`Couillon starts from its archives: ${error?.message ?? error}`);
  const fetching = new Fetching({ files, url, reload: again, report });
  return { fetching, pythons: new Pythons({ fetching, lock, made, plain: again, told }) };
}
