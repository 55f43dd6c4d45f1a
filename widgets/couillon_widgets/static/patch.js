// Brings the page up to the HTML that Python has made, keeping every node that can stay, and with it the focus. What was
// drawn before is remembered as text: only what is written otherwise now is read and compared with the page.

const TAG = /<(\/?)([a-z][a-z0-9]*)[^>]*>/g; // Python never writes ">" inside a tag but as a character reference
const VOID = new Set(["br", "hr", "img", "input", "wbr"]);
const KEY = / data-(card|action|value)="([^"]*)"/g;

function read(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

export const parse = (html) => read(html).firstElementChild;

// ---- the page and what is wanted, node by node

/** What tells a node from its sisters when their number or order changes. */
export function key(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  return node.dataset?.card ?? (node.dataset?.action ? `${node.dataset.action} ${node.dataset.value ?? ""}` : null);
}

const sameKind = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && key(a) === key(b);

function patchAttributes(from, to) {
  for (const { name } of [...from.attributes]) {
    // tabindex belongs to the roving focus, open to the reader
    if (!to.hasAttribute(name) && name !== "tabindex" && name !== "open") from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) === value) continue;
    from.setAttribute(name, value);
    // what is being typed stays, until Python has another text for the field
    if (name === "value" && from.localName === "input") from.value = value;
  }
}

/** Make `from` equal to `to`, keeping every node that can stay. */
export function patch(from, to) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  if (from.isEqualNode(to)) return;
  patchAttributes(from, to);
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    let match = at;
    // an element with a key is looked for among its sisters, anything else must be next
    if (key(wanted) !== null) while (match && !sameKind(match, wanted)) match = match.nextSibling;
    if (match && sameKind(match, wanted)) {
      while (at !== match) at = drop(at);
      patch(match, wanted);
      at = match.nextSibling;
    } else if (at && key(at) === null && key(wanted) === null) {
      const next = at.nextSibling;
      at.replaceWith(wanted);
      at = next;
    } else {
      from.insertBefore(wanted, at);
    }
  }
  while (at) at = drop(at);
}

function drop(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

// ---- what was drawn and what is to be drawn, text by text

/** The root element of HTML with all that is in it, each with its place in the text; null unless every tag has its end. */
function outline(html) {
  const page = { name: "", kids: [] };
  const above = [page];
  let at = 0;
  TAG.lastIndex = 0;
  for (let found; (found = TAG.exec(html)); at = TAG.lastIndex) {
    const [tag, end, name] = found;
    const parent = above.at(-1);
    if (found.index > at) parent.kids.push({ name: "#text", html: html.slice(at, found.index) });
    if (end) {
      if (name !== parent.name) return null;
      parent.html = html.slice(parent.from, TAG.lastIndex);
      above.pop();
      continue;
    }
    const kid = { name, tag, from: found.index, html: tag, kids: [] };
    parent.kids.push(kid);
    if (name === "svg") {
      // A picture is changed as a whole: its inside is read by other rules.
      const last = html.indexOf("</svg>", TAG.lastIndex);
      if (last < 0) return null;
      TAG.lastIndex = last + "</svg>".length;
      kid.html = html.slice(kid.from, TAG.lastIndex);
    } else if (!VOID.has(name)) above.push(kid);
  }
  return above.length === 1 ? (page.kids[0] ?? null) : null;
}

/** As `key`, of what is written. */
function keyIn({ tag = "" }) {
  const said = Object.fromEntries([...tag.matchAll(KEY)].map(([, name, value]) => [name, value]));
  return said.card ?? (said.action ? `${said.action} ${said.value ?? ""}` : null);
}

const sameIn = (a, b) => a.name === b.name && (a.tag === b.tag || keyIn(a) === keyIn(b));

/** Whether the page holds what is said to have been drawn there; of a picture, which has no outline, never. */
const stands = ({ childNodes }, { kids }) =>
  childNodes.length === kids.length && kids.every(({ name }, i) => childNodes[i].nodeName.toLowerCase() === name);

/** As `patch`, with what was drawn before and what is to be drawn; where both are written alike the page is let alone. */
function change(node, was, now) {
  if (was.html === now.html) return;
  if (now.name === "#text") return patch(node, read(now.html).firstChild);
  if (!stands(node, was)) return patch(node, parse(now.html));
  if (was.tag !== now.tag) patchAttributes(node, parse(`${now.tag}</${now.name}>`));
  const nodes = [...node.childNodes];
  let at = 0;
  for (const wanted of now.kids) {
    const { kids } = was;
    let match = at;
    if (keyIn(wanted) !== null) while (match < kids.length && !sameIn(kids[match], wanted)) match += 1;
    if (match < kids.length && sameIn(kids[match], wanted)) {
      while (at < match) nodes[at++].remove();
      change(nodes[at], kids[at], wanted);
      at += 1;
    } else {
      const fresh = read(wanted.html).firstChild;
      if (at < kids.length && keyIn(kids[at]) === null && keyIn(wanted) === null) nodes[at++].replaceWith(fresh);
      else node.insertBefore(fresh, nodes[at] ?? null);
    }
  }
  while (at < nodes.length) nodes[at++].remove();
}

/** Returns the function that brings an element up to HTML, which only it changes; false if that is no element. */
export function drawer(root) {
  let was = null;
  return (html) => {
    const now = outline(html);
    if (was && now) change(root, was, now);
    else {
      const wanted = parse(html);
      if (!wanted) return false;
      patch(root, wanted);
    }
    was = now;
    return true;
  };
}
