// The page around the text: light and dark, the two drawers of narrow screens, regions that scroll reachable by keyboard.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const modes = ["auto", "light", "dark"];

  function colour(mode) {
    root.dataset.mode = mode;
    root.dataset.theme = mode === "auto" ? (system.matches ? "dark" : "light") : mode;
    for (const button of document.querySelectorAll(".cl-mode")) {
      const name = button.title.split(":")[0];
      button.title = `${name}: ${button.dataset[mode]}`;
      button.setAttribute("aria-label", button.title);
    }
  }

  function cycle() {
    const mode = modes[(modes.indexOf(root.dataset.mode) + 1) % modes.length];
    try {
      localStorage.setItem("mode", mode);
    } catch {
      // A private window: the choice then lasts as long as the page.
    }
    colour(mode);
  }

  // A sidebar becomes a dialog on a narrow screen: its content moves there and back.
  function drawer(side) {
    const button = document.querySelector(`.${side}-toggle`);
    const dialog = document.getElementById(`pst-${side}-sidebar-modal`);
    const sidebar = document.getElementById(`pst-${side}-sidebar`);
    if (!button || !dialog || !sidebar) return;
    const move = (from, to) => {
      to.append(...from.childNodes);
      to.className = from.className;
      from.className = "";
    };
    dialog.setAttribute("aria-label", button.getAttribute("aria-label"));
    button.addEventListener("click", () => {
      move(sidebar, dialog);
      dialog.showModal();
    });
    dialog.addEventListener("close", () => {
      move(dialog, sidebar);
      button.focus();
    });
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog || target.closest('a[href*="#"]')) dialog.close();
    });
  }

  function reachable() {
    for (const box of document.querySelectorAll("pre, .cell_output, .pst-scrollable-table-container")) {
      if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  }

  // What a link names may be folded: it is opened. On paper everything is.
  function unfold() {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const fold = named?.closest("details:not([open])");
    if (!fold) return;
    fold.open = true;
    named.scrollIntoView();
  }

  const folded = new Set();
  addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll(".cl-chapter details:not([open])")) {
      folded.add(fold);
      fold.open = true;
    }
  });
  addEventListener("afterprint", () => {
    for (const fold of folded) fold.open = false;
    folded.clear();
  });

  addEventListener("hashchange", unfold);
  unfold();
  colour(root.dataset.mode ?? "auto");
  system.addEventListener("change", () => colour(root.dataset.mode));
  for (const button of document.querySelectorAll(".cl-mode")) button.addEventListener("click", cycle);
  drawer("primary");
  drawer("secondary");
  reachable();
  addEventListener("resize", reachable);
})();
