// The view: a pair and its settings, in the form used by the module and by links. The controls of the page show it.
import { byId, hide, make, say } from "./dom.js";
import { exchange, nameOf, none, positionOf } from "./kept.js";

export const EXAMPLE = { reference: "The ferry leaves at noon.", candidate: "The boat departs at midday." };

export const plain = (texts) => ({
  reference: "", candidate: "", others: none(), other_references: none(), layer: null, idf: "off", rescale: false, as: "bert_score", special: true,
  direction: "both", panel: "matches", palette: null, hidden: false, ...texts,
});

const SIDES = { reference: "other_references", candidate: "others" };

// The sides of a pair, and the fields of their kept texts.
export const sides = Object.keys(SIDES);
export const keptOf = (side) => SIDES[side];

// Updates the controls from a view; texts only if they differ, so that the caret stays.
export function show(view) {
  for (const side of sides) {
    const area = byId(side);
    if (area.value !== view[side]) {
      area.value = view[side];
      fit(area);
    }
    kept(view, side);
  }
  showLayer(view);
  for (const name of ["idf", "direction", "as"]) byId(name).value = view[name];
  byId("palette").value = view.palette ?? "";
  for (const name of ["rescale", "special", "hidden"]) byId(name).checked = view[name];
  const chosen = [
    ...["idf", "direction", "as"].filter((name) => view[name] !== byId(name).options[0].value).map((name) => byId(name).selectedOptions[0].text),
    view.rescale && "rescaled", !view.special && "no special tokens",
  ];
  hide(byId("special-note"), !view.special);
  say(byId("unusual"), chosen.filter(Boolean).map((name) => ` · ${name}`).join(""));
}

export function showLayer(view) {
  const layer = byId("layer");
  layer.value = view.layer ?? layer.dataset.own ?? "";
  layerName();
}

// The layer of the slider, in words.
export function layerName() {
  const { value, max, dataset } = byId("layer");
  const name = value === "0" ? "0: before the model reads the other words" : `${value}: after ${value} of the model’s ${max} layers`;
  say(byId("layer-name"), dataset.own ? name : "");
  byId("layer").setAttribute("aria-valuetext", name);
}

// A text area is as high as its text, up to the limit in the style sheet.
export function fit(area) {
  area.style.height = "auto";
  area.style.height = `${Math.min(area.scrollHeight + 2, 400)}px`;
  byId(`printed-${area.id}`).textContent = area.value;
}

// The changes when a kept text is swapped in.
export function swapIn(view, side, index) {
  const kept = view[keptOf(side)];
  return { [side]: kept.texts[index], [keptOf(side)]: exchange(kept, index, view[side]) };
}

function kept(view, side) {
  const all = view[keptOf(side)], own = byId(`letter-${side}`);
  hide(own, all.texts.length === 0);
  say(own, nameOf(side, all.at));
  byId(`kept-${side}`).replaceChildren(...all.texts.map((text, index) => {
    const name = nameOf(side, positionOf(all, index));
    const swap = make("button", { type: "button", className: "kept-text", dir: "auto", title: "Swap in this text" }, text || "(empty)");
    swap.dataset.go = `kept ${side} ${index}`;
    const drop = make("button", { type: "button", className: "quiet-button", title: "Remove" }, "✕");
    drop.setAttribute("aria-label", `Remove ${side} ${name}`);
    drop.dataset.go = `remove ${side} ${index}`;
    return make("li", {}, make("span", { className: "letter" }, name), swap, drop);
  }));
}
