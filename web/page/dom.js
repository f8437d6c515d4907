// Short helpers for the document.

// HTML comes only from the module, which escapes every text (web/src). The page's Content-Security-Policy names this
// policy, so nothing else on the page can write HTML.
const policy = globalThis.trustedTypes?.createPolicy("bertscope", { createHTML: (html) => html, createScriptURL: (url) => url });

export const byId = (id) => document.getElementById(id);

export function place(element, html) {
  element.innerHTML = policy ? policy.createHTML(html) : html;
}

export const script = (name) => policy ? policy.createScriptURL(name) : name;

// Creates an element with properties, and with elements or texts as children.
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

// The same for an element of a picture, with attributes.
export function shape(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

// These write only what differs: what is written is styled, laid out and painted again, even if it stays the same.
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
export function hide(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

// Calls `f` once, some time after the last of several calls.
export function later(milliseconds, f) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(f, milliseconds, ...values);
  };
}

// Calls `f` when the next frame is painted, so that it does not delay the frame. A page in the background has no frames.
export function afterFrame(f) {
  if (document.hidden) f();
  else requestAnimationFrame(() => setTimeout(f));
}

// Saves a file.
export function save(name, blob) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
