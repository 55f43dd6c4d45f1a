// How the search page ranks what it finds. A page whose title has the word comes first; then the order of the book counts,
// and what a player asks for comes before what a programmer asks for.
const BOOK_ORDER = [];
const wordsOf = (text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
const asked = wordsOf(new URLSearchParams(location.search).get("q") ?? "");

// The lines below a result are taken from its page: from the text, not from cards, buttons and code.
const NOISE = "[data-couillon], details.hide, noscript, .cl-no-script, .cl-matrix, .cl-said, h1, script, style";
const BLOCKS = "p, li, dt, dd, h2, h3, h4, td, th, caption, summary";
addEventListener("DOMContentLoaded", () => {
  const plain = Search.htmlToText;
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const part of page.querySelectorAll(NOISE)) part.remove();
    for (const part of page.querySelectorAll(BLOCKS)) part.append(" ");
    return plain(page.documentElement.outerHTML, anchor);
  };
});

var Scorer = {
  score: ([name, title, , , score]) => {
    const place = BOOK_ORDER.indexOf(name);
    const near = place < 0 ? 0 : 4 * (1 - place / BOOK_ORDER.length);
    const named = wordsOf(title).some((word) => asked.some((beginning) => word.startsWith(beginning))) ? 20 : 0;
    const all = score + near + named;
    return /^(api(-\w+)?|protocol|for-contributors|hosting)$/.test(name) ? all / 20 : all;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
