// The keys of a remote control for slides lead through a lesson and a walkthrough: forward to what is hidden, then to the
// next step, and back.
const FORWARD = ["PageDown", "ArrowRight", ".", " "], BACK = ["PageUp", "ArrowLeft", ","];

// Whether the control with the focus has no use of its own for a key.
function isFree(key, focused) {
  if (focused === null || focused === document.body) return true;
  // A remote control sends these two, wherever the last click was; in one line of text they do nothing else.
  if (key.startsWith("Page")) return !focused.matches("textarea, select");
  if (key === " " || focused.matches("textarea, select, input")) return false;
  return !key.startsWith("Arrow") || !focused.closest('[role="tab"], [data-word], [tabindex], table');
}

// `parts` are those that can be led through, the first of them on top: each has isOpen(), forward() and back().
export function followClicker(parts) {
  document.addEventListener("keydown", (event) => {
    const { key } = event, isForward = FORWARD.includes(key);
    if (!isForward && !BACK.includes(key)) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const part = parts.find((part) => part.isOpen());
    if (!part || document.querySelector("dialog[open]") || !isFree(key, document.activeElement)) return;
    event.preventDefault();
    // A key that is held down would reveal the answer with the question.
    if (event.repeat) return;
    if (isForward) part.forward();
    else part.back();
  });
}
