// Clicks the first card as soon as its widget is alive and notes when the answer stands on the page.
(() => {
  const status = () => document.querySelector('[data-couillon="legal-moves"][data-state="live"] [role="status"]');
  const control = (what) => document.querySelector(`[data-couillon="legal-moves"][data-state="live"] button[${what}]`);
  const answered = (press) =>
    new Promise((done) => {
      const before = status().textContent;
      const from = performance.now();
      const watch = new MutationObserver(() => {
        if (!status() || status().textContent === before) return;
        watch.disconnect();
        done(performance.now() - from);
      });
      watch.observe(document.body, { subtree: true, childList: true, characterData: true });
      press();
    });
  addEventListener("DOMContentLoaded", () => {
    const timer = setInterval(async () => {
      if (!control("data-card") || control("data-card").closest("[hidden]")) return;
      clearInterval(timer);
      await answered(() => control("data-card").click());
      globalThis.firstAnswer = performance.now();
    }, 4);
  });
  globalThis.clicks = async (times) => {
    const took = [];
    for (let i = 0; i < times; i++) {
      took.push(await answered(() => control('data-action="undo"').click()));
      await new Promise((next) => setTimeout(next, 10));
      took.push(await answered(() => control("data-card").click()));
      await new Promise((next) => setTimeout(next, 10));
    }
    return took;
  };
  globalThis.deals = async (times) => {
    for (let i = 0; i < times; i++) {
      // What is said may be the same of two deals: the link to what is seen tells them apart.
      const share = () => document.querySelector('[data-couillon="legal-moves"][data-state="live"]')?.dataset.share;
      const before = share();
      control('data-action="deal"').click();
      while (!share() || share() === before) await new Promise((next) => setTimeout(next, 10));
    }
  };
})();
