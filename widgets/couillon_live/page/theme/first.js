// Before anything is drawn: light or dark, and that more is to come.
// And if the script of the live cells cannot be loaded or read, or only a part of the page has come, the page says so.
(() => {
  const root = document.documentElement;
  const { partial, reload } = document.currentScript.dataset;
  let mode = null;
  try {
    mode = localStorage.getItem("mode");
  } catch {
    // Storage is blocked: the system decides.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.mode = mode === "light" || mode === "dark" ? mode : "auto";
  root.dataset.theme = root.dataset.mode === "auto" ? (dark ? "dark" : "light") : mode;

  // A widget of which only a part has come is not shown, as long as the rest may follow.
  root.dataset.arriving = "";
  document.addEventListener("readystatechange", () => delete root.dataset.arriving, { once: true });

  const inPart = () => !document.querySelector(".cl-footer"); // which stands at the end
  addEventListener("DOMContentLoaded", () => {
    if (!inPart()) return;
    const line = Object.assign(document.createElement("p"), { className: "cl-no-script", textContent: partial });
    line.setAttribute("role", "alert");
    const button = Object.assign(document.createElement("button"), { className: "btn", type: "button", textContent: reload });
    button.onclick = () => location.reload();
    line.append(" ", button);
    (document.querySelector(".bd-article") ?? document.body).prepend(line);
  });

  function failed({ target, filename }) {
    const address = target instanceof HTMLScriptElement ? target.src : (filename ?? "");
    if (!/\/live\/boot\.js(\?|$)/.test(address) || (root.dataset.live ?? "idle") !== "idle") return;
    root.dataset.live = "failed";
    const say = () => {
      const line = document.getElementById("cl-no-boot");
      if (!line || inPart()) return;
      line.hidden = false;
      // A damaged copy may lie in the browser's cache, which another visit would be content with.
      const again = () => location.reload();
      line.querySelector("button").onclick = () => fetch(address, { cache: "reload" }).then(again, again);
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", say);
    else say();
  }
  addEventListener("error", failed, true); // a script that is not there is heard of on the way down only
})();
