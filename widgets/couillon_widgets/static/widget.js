// The page side of every widget. It draws nothing of its own and decides nothing: Python sends the HTML, this module
// patches the page with it, and sends back what the reader does. One ES module for static pages, Jupyter and Voilà.
import { keeper } from "./keep.js";
import { after, before } from "./moves.js";
import { drawer, key, parse, patch } from "./patch.js";
import { Presses } from "./press.js";

// The deck: empty here, put in by Python where the page does not carry the deck itself.
const SPRITE = "";

const STORE = "couillon";
const SETTINGS = ["nation", "suits", "size", "motion", "side", "sound"];
const CHANGED = "couillon:settings";
const LONGEST_FILE = 400_001; // bytes: four for each character that a match may have, and one more

// Where notebooks are written there is no chapter on sources beside the widget: there the widget itself says the clause.
const OUTSIDE = ["[data-jp-theme-name]", ".vscode-body"];

// ---- settings that stay

// What was chosen on this page: all there is where storage is blocked or full.
const chosen = {};

/** What the reader chose, earlier and on this page. */
function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    return { ...(found && typeof found === "object" ? found : {}), ...chosen };
  } catch {
    return chosen;
  }
}

function store(name, value) {
  chosen[name] = value;
  try {
    localStorage.setItem(STORE, JSON.stringify(stored()));
    delete chosen[name]; // from now on another window may change it
  } catch {
    // A private window or a full disk: the setting then lasts as long as the page.
  }
}

/** The settings as messages to a widget. */
function settings() {
  const all = stored();
  const known = SETTINGS.filter((action) => typeof all[action] === "string");
  if (known.includes("suits")) document.documentElement.dataset.suits = all.suits;
  return known.map((action) => ({ action, value: all[action] }));
}

/** Tells every widget of the page. */
const spread = () => settings().forEach((detail) => document.dispatchEvent(new CustomEvent(CHANGED, { detail })));

// ---- focus

const cardsOf = (row) => [...row.querySelectorAll("button[data-card]")];

/** One stop for the Tab key in each hand: the card that had the focus last, else the first. */
function rove(root, chosen) {
  for (const row of root.querySelectorAll("[data-rove]")) {
    const cards = cardsOf(row);
    const last = cards.find((card) => card.getAttribute("tabindex") === "0");
    const stop = cards.includes(chosen) ? chosen : (last ?? cards[0]);
    for (const card of cards) {
      const index = card === stop ? "0" : "-1";
      if (card.getAttribute("tabindex") !== index) card.setAttribute("tabindex", index);
    }
  }
}

/** Where the focus is, in words that still mean something after a patch. */
function remember(root) {
  const active = document.activeElement;
  if (!active || active === root || !root.contains(active)) return null;
  const row = active.closest("[data-rove]");
  const rows = [...root.querySelectorAll("[data-rove]")];
  return { active, row: rows.indexOf(row), at: row ? cardsOf(row).indexOf(active) : -1, key: key(active) };
}

/** After a card is played the focus goes to the next card, or to the one before if it was the last. */
function restoreFocus(root, was) {
  if (!was || root.contains(document.activeElement)) return;
  const cards = was.row < 0 ? [] : cardsOf(root.querySelectorAll("[data-rove]")[was.row] ?? root);
  const next = cards[was.at] ?? cards.at(-1)
    ?? [...root.querySelectorAll("[data-action]:not(form)")].find((node) => key(node) === was.key)
    ?? root.querySelector(".cl-primary")
    ?? root.querySelector("[data-rove] button[data-card][tabindex='0']")
    ?? root.querySelector("[data-action]");
  next?.focus({ preventScroll: true });
}

function step(event, card) {
  const row = card.closest("[data-rove]");
  if (!row) return null;
  const cards = cardsOf(row);
  const at = cards.indexOf(card);
  switch (event.key) {
    case "ArrowRight":
    case "ArrowDown":
      return cards[(at + 1) % cards.length];
    case "ArrowLeft":
    case "ArrowUp":
      return cards.at(at - 1);
    case "Home":
      return cards[0];
    case "End":
      return cards.at(-1);
    default:
      return null;
  }
}

// ---- links

/** The name of a widget in a fragment: its kind, and its number if it is not the first of its kind on the page. */
function nameOf(root) {
  const kind = root.dataset.couillon;
  const all = [...document.querySelectorAll(`[data-couillon="${kind}"]`)];
  const at = all.indexOf(root);
  return at > 0 ? `${kind}:${at + 1}` : kind;
}

function fromFragment(root) {
  const [name, ...rest] = location.hash.slice(1).split("=");
  if (name !== nameOf(root) || !rest.length) return null;
  try {
    return decodeURIComponent(rest.join("="));
  } catch {
    return rest.join("=");
  }
}

function linkTo(root) {
  const url = new URL(location.href);
  url.hash = `${nameOf(root)}=${root.dataset.share}`;
  return url.href;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// ---- the widget

function ensureDeck() {
  if (SPRITE && !document.getElementById("cl-deck")) document.body.prepend(parse(SPRITE));
}

/** Show a model in an element: adopt the snapshot that is in it, or draw. Returns the function that ends it. */
function render({ model, el }) {
  ensureDeck();
  const root = el.querySelector("[data-couillon]") ?? el.appendChild(parse(model.get("html")));
  let link = "";
  let saving = false;
  const presses = new Presses(key);
  let further = "";

  const send = (message) => model.send(message);
  const bring = drawer(root);

  function draw() {
    const was = remember(root);
    const lay = before(root);
    if (!bring(model.get("html"))) return;
    after(root, lay);
    for (const list of root.querySelectorAll("select[data-action]")) {
      // a choice that Python did not take leaves the HTML as it was, so the list is set back here
      const value = list.querySelector("option[selected]")?.value ?? list.value;
      if (list.value !== value) list.value = value;
    }
    rove(root, document.activeElement);
    restoreFocus(root, was);
    const field = root.querySelector("[data-link]");
    if (field && link && field.value !== link) {
      field.value = link;
      field.focus();
      field.select();
    }
    // Python has not finished: it goes on when it is asked, so that what the reader does meanwhile is heard in between.
    if (root.dataset.further !== further) {
      further = root.dataset.further;
      if (further) send({ action: "further", value: further });
    }
    const file = saving && root.querySelector("a[data-save]");
    if (file) {
      saving = false;
      file.click();
    }
  }

  async function share() {
    link = linkTo(root);
    send({ action: "share", value: (await copy(link)) ? "copied" : "shown" });
  }

  function onClick(event) {
    if (presses.slipped(event)) {
      event.preventDefault();
      return;
    }
    const clause = event.target.closest("a[data-clause]");
    if (clause && OUTSIDE.some((host) => document.body.matches(host))) {
      event.preventDefault();
      send({ action: "clause", value: clause.dataset.clause });
      return;
    }
    const button = event.target.closest("button[data-card], button[data-action]");
    if (!button || !root.contains(button) || (button.form && button.type === "submit")) return;
    const { card, action = "play", value } = button.dataset;
    if (card) rove(root, button);
    saving = action === "save";
    if (action === "share") share();
    else send({ action, ...(card && { card }), ...(value !== undefined && { value }) });
  }

  function onChange(event) {
    const list = event.target.closest("select[data-action], input[data-action]");
    if (!list) return;
    const { action, keep } = list.dataset;
    if (list.type === "file") {
      openFile(list);
    } else if (SETTINGS.includes(action)) {
      store(action, list.value);
      spread();
    } else {
      if (keep) store(keep, list.value);
      send({ action, value: list.value });
    }
  }

  async function openFile(field) {
    const [file] = field.files;
    if (!file) return;
    // one character more than a match may have: Python then says that it is too long
    const value = await file.slice(0, LONGEST_FILE).text();
    field.value = ""; // so that the same file can be chosen again
    send({ action: field.dataset.action, value });
  }

  function onSubmit(event) {
    const form = event.target.closest("form[data-action]");
    if (!form) return;
    event.preventDefault();
    send({ action: form.dataset.action, value: form.elements.value.value });
  }

  /** The button for a key, where a row of buttons has keys of its own. */
  const keyed = (event) => event.target.closest?.("[data-keys]")?.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (event.target.closest?.("select, input, textarea")) return;
    if (event.repeat && (event.key === "Escape" || (event.key === "Enter" && event.target.closest?.("button")))) {
      event.preventDefault(); // a key that is held down plays one card, not the whole hand
      return;
    }
    const card = event.target.closest?.("button[data-card]");
    const next = card && step(event, card);
    if (next) {
      rove(root, next);
      next.focus();
    } else if (keyed(event)) {
      keyed(event).click();
    } else if (event.key === "Escape") {
      send({ action: "undo" });
    } else return;
    event.preventDefault();
    event.stopPropagation(); // a host such as JupyterLab has uses of its own for these keys
  }

  const onFocus = (event) => {
    if (event.target.matches?.("button[data-card]")) rove(root, event.target);
  };
  const told = {};
  const onSetting = ({ detail: { action, value } }) => {
    if ((told[action] ?? root.dataset[action]) === value) return;
    told[action] = value;
    send({ action, value });
  };
  const onStorage = ({ key: name }) => {
    if (name === STORE) spread();
  };
  const onHash = () => {
    const text = fromFragment(root);
    if (text !== null) send({ action: "restore", value: text });
  };

  root.addEventListener("click", onClick);
  root.addEventListener("change", onChange);
  root.addEventListener("submit", onSubmit);
  root.addEventListener("keydown", onKey);
  root.addEventListener("focusin", onFocus);
  document.addEventListener(CHANGED, onSetting);
  window.addEventListener("storage", onStorage);
  window.addEventListener("hashchange", onHash);
  model.on("change:html", draw);
  draw();

  for (const detail of settings()) onSetting({ detail });
  // A table that the page leaves open takes up the game that was chosen last; not under the reader's hands.
  const { game } = stored();
  if ("open" in root.dataset && typeof game === "string" && fromFragment(root) === null && !root.querySelector(".is-waiting")) {
    send({ action: "usual", value: game });
  }
  if (fromFragment(root) !== null) {
    onHash();
    root.scrollIntoView({ block: root.offsetHeight < innerHeight ? "center" : "start" });
  }
  const leave = keeper({ root, model, send });

  return () => {
    leave();
    root.removeEventListener("click", onClick);
    root.removeEventListener("change", onChange);
    root.removeEventListener("submit", onSubmit);
    root.removeEventListener("keydown", onKey);
    root.removeEventListener("focusin", onFocus);
    document.removeEventListener(CHANGED, onSetting);
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("hashchange", onHash);
    model.off("change:html", draw);
  };
}

export { drawer, patch };
export default { render };
