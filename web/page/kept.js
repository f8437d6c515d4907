// Texts that are kept to compare with: `{ texts, at }`, where `at` is the position of the text on screen among all of them. A
// text has the same name on screen and kept.

// As many as a link has room for.
export const MOST = 16;

export const none = () => ({ texts: [], at: 0 });
export const letter = (position) => String.fromCharCode(65 + position);
// Candidates have letters, references numbers.
export const nameOf = (side, position) => side === "candidate" ? letter(position) : String(position + 1);
// The position among all texts of the kept text `index`.
export const positionOf = ({ at }, index) => index + (index >= at ? 1 : 0);

// Keeps the text on screen under its name; what is written from now on has the next free one.
export function keep({ texts, at }, shown) {
  const all = texts.toSpliced(at, 0, shown);
  return { texts: all, at: all.length };
}

// The kept texts after the text `index` came on the screen in place of `shown`.
export function exchange(kept, index, shown) {
  const position = positionOf(kept, index);
  const texts = kept.texts.toSpliced(index, 1);
  return { texts: texts.toSpliced(kept.at - (position < kept.at ? 1 : 0), 0, shown), at: position };
}

export const without = ({ texts, at }, index) => ({ texts: texts.toSpliced(index, 1), at: at - (index < at ? 1 : 0) });
