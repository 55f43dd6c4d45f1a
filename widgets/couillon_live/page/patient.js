// Asks a second and a third time where a network hiccups, before anybody is told.
const PAUSES = [0, 300, 1500]; // milliseconds before each try
export const network = self.fetch.bind(self); // the worker puts another one in its place while Pyodide starts

async function patiently(attempt) {
  let error;
  for (const [i, pause] of PAUSES.entries()) {
    if (pause) await new Promise((done) => setTimeout(done, pause));
    try {
      return await attempt(i);
    } catch (reason) {
      error = reason;
    }
  }
  throw error;
}

// A response, whatever it says, unless the server has trouble of its own each time.
export const patientFetch = (address, options) =>
  patiently(async (i) => {
    const response = await network(address, options);
    if (response.status >= 500 && i < PAUSES.length - 1) throw new Error(String(response.status));
    return response;
  });

// A module; a browser remembers that an address has failed, so the next try has another one.
export const patientImport = (address) => patiently((i) => import(i ? `${address}&try=${i}` : address));
