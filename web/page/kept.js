// Kept texts, for comparison: `{ texts, at }`, where `at` is the position of the text on screen among all of them. A text
// has the same name whether it is on screen or kept.

// The maximum that fits in a link.
export const MOST = 16;

export const none = () => ({ texts: [], at: 0 });
export const letter = (position) => String.fromCharCode(65 + position);
// Candidates are named by letters, references by numbers.
export const nameOf = (side, position) => side === "candidate" ? letter(position) : String(position + 1);
// The position among all texts of the kept text `index`.
export const positionOf = ({ at }, index) => index + (index >= at ? 1 : 0);

// Keeps the text on screen under its name; the next edit makes a text with the next free name.
export function keep({ texts, at }, shown) {
  const all = texts.toSpliced(at, 0, shown);
  return { texts: all, at: all.length };
}

// The kept texts after the kept text `index` has replaced `shown` on the screen.
export function exchange(kept, index, shown) {
  const position = positionOf(kept, index);
  const texts = kept.texts.toSpliced(index, 1);
  return { texts: texts.toSpliced(kept.at - (position < kept.at ? 1 : 0), 0, shown), at: position };
}

export const without = ({ texts, at }, index) => ({ texts: texts.toSpliced(index, 1), at: at - (index < at ? 1 : 0) });
