// Marks the lessons in the list of pages that are begun or done. What is what was written by the widgets; this only shows it.
(() => {
  const KEY = "couillon-progress";
  const words = { ...document.currentScript.dataset };
  const signs = {
    done: '<path d="M3 8.5l3.5 3.5L13 4.5"/>',
    begun: '<circle cx="8" cy="8" r="6"/><path d="M8 2a6 6 0 010 12z" fill="currentColor"/>',
  };

  function kept() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  function lessons(text) {
    try {
      const found = JSON.parse(text)?.lessons;
      return found && typeof found === "object" ? found : {};
    } catch {
      return {};
    }
  }

  const nameOf = (link) => decodeURIComponent(new URL(link.href).pathname.split("/").at(-1)).replace(/\.html$/, "");

  function mark(link, state) {
    if ((link.dataset.lesson ?? "") === (state ?? "")) return;
    link.querySelector(".cl-at-lesson")?.remove();
    if (!state) return void delete link.dataset.lesson;
    link.dataset.lesson = state;
    const span = Object.assign(document.createElement("span"), { className: "cl-at-lesson", title: words[state] });
    span.innerHTML = `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${signs[state]}</svg>`;
    span.append(Object.assign(document.createElement("span"), { className: "cl-at-lesson-word", textContent: `, ${words[state]}` }));
    link.append(span);
  }

  function draw(text) {
    const found = lessons(text);
    for (const link of document.querySelectorAll("nav.bd-links a[href]")) {
      const state = found[nameOf(link)]?.state;
      mark(link, Object.hasOwn(signs, state ?? "") ? state : undefined);
    }
  }

  draw(kept());
  addEventListener("storage", ({ key }) => key === KEY && draw(kept()));
  document.addEventListener("couillon:progress", ({ detail }) => draw(detail));
})();
