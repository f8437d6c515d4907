// Light or dark: follows the system until the user chooses.
import { byId } from "./dom.js";

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

export const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : system.matches;

// Shows the choice, and calls `changed` if it changes.
export function followTheme(changed) {
  const button = byId("theme");
  const name = () => { button.textContent = isDark() ? "Light" : "Dark"; };
  try {
    const kept = localStorage.getItem("theme");
    if (kept) root.dataset.theme = kept;
  } catch { /* The browser blocks storage. */ }
  name();
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* The browser blocks storage. */ }
    name();
    changed();
  });
  system.addEventListener("change", () => { name(); changed(); });
}
