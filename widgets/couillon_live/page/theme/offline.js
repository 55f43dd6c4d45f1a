// Lets the browser keep the book, where it can, for reading without a network; and offers a new edition when there is one.
(() => {
  const script = document.currentScript;
  const words = { ...script.dataset };
  const home = new URL("../", script.src).href;
  const root = document.documentElement;
  const workers = navigator.serviceWorker;
  const PATIENCE = 10_000; // ms for an engine that has not begun to load
  const HOUR = 3_600_000;
  const LENT = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  if (!workers || !isSecureContext) return;

  let renewing = false; // the reader has said yes
  let bar = null;

  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };

  // One quiet line at the lower edge, that waits as long as the reader likes.
  function offer(renew) {
    if (bar) return;
    try {
      if (sessionStorage.getItem("couillon-later")) return;
    } catch {
      // Storage is blocked: it is offered on each page.
    }
    bar = make("div", { className: "cl-edition" });
    bar.setAttribute("role", "status");
    document.body.append(bar);
    const yes = make("button", { type: "button", className: "cl-edition-yes", textContent: words.load, onclick: renew });
    const later = make("button", { type: "button", textContent: words.later });
    later.onclick = () => {
      bar.remove();
      root.classList.remove("cl-offered");
      try {
        sessionStorage.setItem("couillon-later", "yes");
      } catch {
        // It is asked again on the next page.
      }
    };
    root.classList.add("cl-offered");
    // What is said in a region is heard if the region was there before.
    setTimeout(() => bar.append(make("span", { textContent: words.edition }), make("span", {}, yes, later)), 100);
  }

  function watch(registration) {
    const ready = () => {
      const next = registration.waiting;
      if (!next || !workers.controller) return;
      const takeOver = () => next.postMessage({ couillon: "take over" });
      // Where the server is asked first, the page is of the new edition already.
      if (LENT) return takeOver();
      offer(() => {
        renewing = true;
        takeOver();
      });
    };
    ready();
    registration.addEventListener("updatefound", () => {
      const coming = registration.installing;
      coming?.addEventListener("statechange", () => coming.state === "installed" && ready());
    });
    let asked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || Math.abs(Date.now() - asked) < HOUR) return;
      asked = Date.now();
      registration.update().catch(() => {}); // no network
    });
  }

  function tellKept() {
    const line = document.getElementById("cl-kept");
    if (line && workers.controller) line.hidden = false;
  }

  let controlled = Boolean(workers.controller);
  workers.addEventListener("controllerchange", () => {
    tellKept();
    if (renewing) location.reload();
    // Another tab has said yes. This page goes on as it is.
    else if (controlled && !LENT) offer(() => location.reload());
    controlled = true;
  });
  tellKept();

  // The engine of this page comes first.
  const quiet = () => ["ready", "failed", undefined].includes(root.dataset.live);
  const settled = () =>
    new Promise((done) => {
      const observer = new MutationObserver(() => quiet() && finish());
      const finish = () => {
        observer.disconnect();
        done();
      };
      observer.observe(root, { attributeFilter: ["data-live"] });
      setTimeout(() => root.dataset.live !== "starting" && finish(), PATIENCE);
      if (quiet()) finish();
    });

  async function begin() {
    await settled();
    const { saveData, effectiveType } = navigator.connection ?? {};
    const sparing = saveData || /2g/.test(effectiveType ?? "");
    if (sparing && !(await workers.getRegistration(home))) return;
    const registration = await workers.register(`${home}sw.js`, { updateViaCache: "none" });
    if (registration) watch(registration);
  }

  // Where the browser keeps nothing, the book is read from the network as before.
  const start = () => begin().catch(() => {});
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
})();
