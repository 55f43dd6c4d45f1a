// Notices that nothing comes any more: a download that stands still, a worker that died without a word.
// Seconds are counted one by one, so that a machine that was asleep has not been waiting.
const DOWNLOAD = 20; // seconds without a byte
const WORK = 90; // seconds without a word while Python starts or computes
const ANSWER = 8; // seconds in which a message has not even been taken

export class Watch {
  #silent = 0;
  #asked = 0;
  #answered = 0;
  #busy = false;
  #starting = true;
  #missing = true; // bytes of the worker
  #scripts = true; // scripts of the page
  #timer;

  // `lost` is called once, with what is to be said.
  constructor(messages, lost) {
    this.#timer = setInterval(() => {
      this.#silent += 1;
      if (this.#silent < this.#patience()) return;
      this.end();
      lost(Object.assign(new Error(this.#loading() ? messages.stalled : messages.silent), { waited: true }));
    }, 1000);
  }

  #loading() {
    return this.#starting && (this.#missing || this.#scripts);
  }

  #patience() {
    if (this.#loading()) return DOWNLOAD;
    if (this.#starting || this.#busy) return WORK;
    return this.#asked > this.#answered ? ANSWER : Infinity;
  }

  // The worker was sent a message that it has to answer.
  asked() {
    if (this.#asked === this.#answered) this.#silent = 0;
    this.#asked += 1;
  }

  heard({ loaded, total, taken, answered }) {
    this.#silent = 0;
    if (loaded !== undefined) this.#missing = loaded < total;
    if (taken) this.#busy = true;
    if (answered) {
      this.#busy = false;
      this.#answered += 1;
    }
  }

  haveScripts() {
    this.#scripts = false;
  }

  ready() {
    this.#starting = false;
  }

  end() {
    clearInterval(this.#timer);
  }
}
