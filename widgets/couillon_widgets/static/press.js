// Tells what a click is meant for. What is drawn anew may bring something else under a finger or a pointer, and a second press
// that is on its way is not meant for it.
const NEAR = 16; // pixels: in one place
const QUICK = 300; // milliseconds: the taps of a double tap; browsers count later ones, too, which are two taps of a quick player
const SURE = 700; // milliseconds: nobody has made up their mind to go back sooner
const BACK = ["undo", "again", "restart", "look", "deal"].map((action) => `[data-action="${action}"]`).join() + ", summary";

export class Presses {
  #last = {};
  #key;

  /** `key(node)` is the name of a button, or null. */
  constructor(key) {
    this.#key = key;
  }

  /** Whether a click meets something that has come into its place since the last one, and was not meant for it. */
  slipped(event) {
    if (event.detail === 0) return false; // by a key
    const thing = event.target.closest("button, summary, a[href]");
    const { clientX: x, clientY: y, timeStamp: at } = event;
    const now = { name: thing && (this.#key(thing) ?? thing.textContent), x, y, at };
    const last = this.#last;
    const gap = at - last.at;
    const double = event.detail > 1 && (event.pointerType !== "touch" || gap < QUICK);
    const hasty = gap < SURE && thing?.matches(BACK);
    if (now.name !== last.name && Math.hypot(x - last.x, y - last.y) < NEAR && (double || hasty)) return true;
    this.#last = now;
    return false;
  }
}
