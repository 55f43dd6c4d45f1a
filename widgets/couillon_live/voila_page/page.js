// The page around the widgets under Voilà: it takes a snapshot away when its live twin stands there, and says so when
// the kernel behind the page is gone.

const page = document.documentElement;
const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
const kernel = `${config.baseUrl}api/kernels/${config.kernelId}`;
const gone = document.querySelector(".cl-page-gone");
/** How long an answer about the kernel holds, in milliseconds. */
const FRESH = 10_000;
let asked = Date.now();

function settle() {
  const outputs = [...document.querySelectorAll(".cl-page-output")];
  for (const output of outputs) {
    const snapshot = output.querySelector(".cl-page-snapshot");
    if (snapshot && output.querySelector(".cl-page-live [data-state='live'], .cl-page-live .jupyter-widgets")) {
      snapshot.remove();
    }
  }
  if (outputs.some((output) => output.querySelector(".cl-page-snapshot"))) return;
  page.dataset.live = "ready";
  watch.disconnect();
}

/** Ask whether the kernel is still there; when it is not, say how to go on. */
async function ask() {
  if (Date.now() - asked < FRESH || page.dataset.live === "failed") return;
  asked = Date.now();
  const reply = await fetch(kernel, { cache: "no-store" }).catch(() => null);
  if (reply?.ok) return;
  page.dataset.live = "failed";
  gone.hidden = false;
  gone.scrollIntoView({ block: "nearest" });
}

/** Free the kernel for the next reader. */
const leave = () => navigator.sendBeacon(`${config.baseUrl}voila/api/shutdown/${config.kernelId}`);

function begin() {
  if (document.querySelector(".cl-page-output")) {
    watch.observe(document.querySelector("main"), { subtree: true, childList: true, attributeFilter: ["data-state"] });
    settle();
    document.addEventListener("click", ask);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && ask());
    addEventListener("pagehide", leave);
    // A page brought back by the back button has lost its kernel when it was left.
    addEventListener("pageshow", (event) => event.persisted && location.reload());
  } else {
    // Nothing here is alive.
    delete page.dataset.live;
    leave();
  }
}

const watch = new MutationObserver(settle);
begin();
