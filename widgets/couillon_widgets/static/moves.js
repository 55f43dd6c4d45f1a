// What moves and sounds at the table: a card comes onto it, a trick is taken from it. It only looks at what has changed on
// the page; a card's coming itself is in the style sheet.

const STEP = { normal: 90, slow: 420 }; // ms between the cards of one answer
const GATHER = { normal: 260, slow: 700 };

/** How fast cards move for this reader; nothing where they do not. */
function pace(root) {
  const motion = root.dataset.motion ?? "normal";
  return motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches ? null : motion;
}

const lying = (root) => [...root.querySelectorAll(".cl-place > .cl-card[data-card]")];

/** What lies on the table before a patch. */
export function before(root) {
  const cross = root.querySelector("[data-taken]");
  const cards = new Set(lying(root).map((card) => card.dataset.card));
  return { cards, taken: cross && { cross: cross.cloneNode(true), box: cross.getBoundingClientRect(), by: cross.dataset.taken } };
}

/** After the patch: new cards come one after the other, a trick that is gone goes to the seat that took it. */
export function after(root, { cards, taken }) {
  const fresh = lying(root).filter((card) => !cards.has(card.dataset.card)).sort((a, b) => a.dataset.at - b.dataset.at);
  const gone = taken && !root.querySelector("[data-taken]") && lying(root).every((card) => !cards.has(card.dataset.card));
  const speed = (gone || fresh.length > 1) && pace(root);
  if (speed) {
    // Just before the page is drawn, so that the answer does not wait until it is known where everything lies.
    requestAnimationFrame(() => {
      fresh.forEach((card, i) => {
        for (const coming of card.getAnimations()) coming.effect.updateTiming({ delay: i * STEP[speed], fill: "backwards" });
      });
      if (gone) gather(root, taken, GATHER[speed]);
    });
  }
  if (root.dataset.sound !== "on") return;
  if (gone) knock(0);
  fresh.forEach((_card, i) => click((i * (STEP[speed] ?? STEP.normal)) / 1000));
}

/** A picture of the trick moves to the winner's seat and fades; it lies beside the widget, which stays as Python drew it. */
function gather(root, { cross, box, by }, duration) {
  const to = root.querySelector(`.cl-at-${by}`)?.getBoundingClientRect();
  if (!to || !box.width) return;
  const picture = root.cloneNode(false);
  for (const { name } of [...picture.attributes]) if (!/^data-(nation|suits)$/.test(name)) picture.removeAttribute(name);
  picture.dataset.couillon = "picture";
  picture.ariaHidden = "true";
  picture.inert = true;
  const card = getComputedStyle(root.querySelector(".cl-felt") ?? root).getPropertyValue("--cl-trick");
  const place = { position: "fixed", zIndex: 5, margin: 0, pointerEvents: "none", container: "none" };
  Object.assign(picture.style, place, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
  picture.style.setProperty("--cl-trick", card);
  cross.querySelectorAll(".cl-card").forEach((node) => (node.style.animation = "none"));
  picture.append(cross);
  root.parentElement.append(picture);
  const x = to.left + to.width / 2 - box.left - box.width / 2;
  const y = to.top + to.height / 2 - box.top - box.height / 2;
  const end = { transform: `translate(${x}px, ${y}px) scale(0.3)`, opacity: 0 };
  picture.animate([{}, end], { duration, easing: "ease-in" }).finished.catch(() => {}).finally(() => picture.remove());
}

// ---- sounds, made here and now; a page may make none before the reader has touched it

let audio = null;

function context() {
  if (!navigator.userActivation?.hasBeenActive || !globalThis.AudioContext) return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  return audio;
}

/** A tone that starts at once and dies away. */
function tone(after, { pitch, end, length, loudness }) {
  const out = context();
  if (!out) return;
  const start = out.currentTime + after;
  const source = new OscillatorNode(out, { type: "triangle", frequency: pitch });
  const volume = new GainNode(out, { gain: 0 });
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.frequency.exponentialRampToValueAtTime(end, start + length);
  source.connect(volume).connect(out.destination);
  source.start(start);
  source.stop(start + length);
}

const click = (at) => tone(at, { pitch: 900, end: 300, length: 0.05, loudness: 0.08 });
const knock = (at) => tone(at, { pitch: 190, end: 70, length: 0.16, loudness: 0.18 });
