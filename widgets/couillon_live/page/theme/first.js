// Before anything is drawn: light or dark, and that more is to come.
// And if the script of the live cells cannot be loaded or read, the page says so.
(() => {
  const root = document.documentElement;
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

  function failed({ target, filename }) {
    const address = target instanceof HTMLScriptElement ? target.src : (filename ?? "");
    if (!/\/live\/boot\.js(\?|$)/.test(address) || (root.dataset.live ?? "idle") !== "idle") return;
    root.dataset.live = "failed";
    const say = () => {
      const line = document.getElementById("cl-no-boot");
      if (!line) return;
      line.hidden = false;
      line.querySelector("button").onclick = () => location.reload();
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", say);
    else say();
  }
  addEventListener("error", failed, true); // a script that is not there is heard of on the way down only
})();
