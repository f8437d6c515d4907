// Of a long text, the figure Matches shows a part: the words of one sentence, or those that cost most, with their matches.

// A text with more words than this is shown in part, and so many of them are shown at most.
const MOST_WORDS = 20;
// Words that cost most, of both texts together: with their matches they are at most twice as many.
const COSTLIEST = 10;
const SIDES = ["reference", "candidate"];

// Neither punctuation nor a special token.
export const isWord = (word) => !word.special && /[\p{L}\p{N}]/u.test(word.text);

export const isLong = (story) => SIDES.some((side) => isTooMany(story[side]));
const isTooMany = (words, most = MOST_WORDS) => words.filter(isWord).length > most;

// The keys of the shown words. `about` is a side and a sentence, or null for the words that cost most. `most` is the number
// of words of a sentence that there is room for.
export function excerpt(story, about, most = MOST_WORDS) {
  const sentence = about ? story[about.side].filter((word) => word.sentence === about.sentence) : [];
  // Of a sentence that is too long for the figure, and of texts whose sentence is gone, the words that cost most.
  const own = sentence.length > 0 && !isTooMany(sentence, most) ? sentence : costliest(sentence.length > 0 ? sentence : SIDES.flatMap((side) => story[side]));
  return withMatches(story, own.map((word) => word.key));
}

const costliest = (words) => words.toSorted((a, b) => b.cost - a.cost).slice(0, COSTLIEST);

// These words and those that they match.
function withMatches(story, keys) {
  const own = new Set(keys), shown = new Set(keys);
  for (const { from, to, both } of story.arrows) {
    if (own.has(from)) shown.add(to);
    if (both && own.has(to)) shown.add(from);
  }
  return shown;
}

// The sentence of the word at or before a character of a text.
export function sentenceAt(words, character) {
  return words.findLast((word) => !word.special && word.start <= character)?.sentence ?? 0;
}

// What the reader can choose to see of a long text: a value for each choice, and its name.
export function choices(story, texts) {
  const all = [["", `the ${COSTLIEST} words that cost most, and their matches`]];
  for (const side of SIDES) {
    const starts = new Map(), letters = [...texts[side]];
    for (const word of story[side]) if (!word.special && !starts.has(word.sentence)) starts.set(word.sentence, word.start);
    for (const [sentence, start] of starts) all.push([`${side} ${sentence}`, `${side}: “${letters.slice(start, start + 40).join("").trim()}…”`]);
  }
  return all;
}
