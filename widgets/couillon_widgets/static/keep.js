// Keeps the reader's progress as text, under one key in this browser and nowhere else. Python writes the text and reads it.
const PROGRESS = "couillon-progress";
const PROGRESS_CHANGED = "couillon:progress";

// What was kept on this page where the browser keeps nothing: storage is blocked, or full.
let unkept = null;

function keptText() {
  if (unkept !== null) return unkept;
  try {
    return localStorage.getItem(PROGRESS);
  } catch {
    return null;
  }
}

/** The name of the page: the last part of its address, without an ending. */
const pageName = () => decodeURIComponent(location.pathname.split("/").at(-1) || "index").replace(/\.(html|ipynb|md)$/, "");

/** Brings a widget what is kept, and keeps what it sends. Returns the function that ends it. */
export function keeper({ root, model, send }) {
  if (!("keeps" in root.dataset)) return () => {};
  const recall = () => send({ action: "recall", value: JSON.stringify({ page: pageName(), text: keptText() }) });

  const onMessage = (content) => {
    if (typeof content?.keep !== "string") return;
    const first = unkept === null;
    unkept = null;
    try {
      localStorage.setItem(PROGRESS, content.keep);
    } catch {
      unkept = content.keep;
      if (first) send({ action: "unkept" });
    }
    document.dispatchEvent(new CustomEvent(PROGRESS_CHANGED, { detail: content.keep }));
  };
  const onOther = ({ key: name }) => {
    if (name === PROGRESS) recall();
  };

  model.on("msg:custom", onMessage);
  window.addEventListener("storage", onOther);
  recall();
  return () => {
    model.off("msg:custom", onMessage);
    window.removeEventListener("storage", onOther);
  };
}
