import { layoutReadings } from './keyboard-layouts.ts';

/** Score of a matched word, by kind of match. */
const MATCH_SCORES = { beginning: 100, word: 80, inside: 60, initials: 40, subsequence: 30, misspelt: 20 } as const;

/** Penalty for text read on another keyboard layout. */
const OTHER_LAYOUT = 5;
const MISSPELT_LENGTH_MIN = 5;
/** Lower scores are only approximate matches. */
const EXACT_MIN = MATCH_SCORES.initials - OTHER_LAYOUT - 1;

/** Removes marks that users rarely type: apostrophes, the dots of ё, the hook of ґ. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’ʼ`]/g, '')
    .replaceAll('ё', 'е')
    .replaceAll('ґ', 'г');

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** How well a text matches what was typed on any keyboard layout; null when it doesn't. Every word must match. */
export function fuzzyScore(typed: string, text: string): number | null {
  const scores = layoutReadings(typed).map((reading, place) => {
    const score = scoreOf(plain(reading), plain(text));
    return score === null || place === 0 ? score : score - OTHER_LAYOUT;
  });
  return scores.reduce((best, score) => (score !== null && (best === null || score > best) ? score : best), null);
}

function scoreOf(question: string, text: string): number | null {
  const asked = question.split(/\s+/).filter(Boolean);
  if (asked.length === 0) return null;
  const fits = asked.map((word) => wordScore(word, text));
  return fits.includes(0) ? null : fits.reduce((sum, fit) => sum + fit, 0) / fits.length;
}

function wordScore(asked: string, text: string): number {
  const words = wordsOf(text);
  if (text.startsWith(asked)) return MATCH_SCORES.beginning;
  if (words.some((word) => word.startsWith(asked))) return MATCH_SCORES.word;
  if (text.includes(asked)) return MATCH_SCORES.inside;
  if (matchesInitials(asked, words)) return MATCH_SCORES.initials;
  if (words.some((word) => word[0] === asked[0] && hasInOrder(word, asked))) return MATCH_SCORES.subsequence;
  const isLongEnough = asked.length >= MISSPELT_LENGTH_MIN;
  return isLongEnough && words.some((word) => isNear(asked, word)) ? MATCH_SCORES.misspelt : 0;
}

/** Beginnings of consecutive words: `новкам` for «Нова кампанія», `al` for «API limits». Words can be skipped. */
function matchesInitials(asked: string, words: readonly string[]): boolean {
  if (asked === '') return true;
  return words.some((word, place) => {
    const rest = words.slice(place + 1);
    for (let length = 1; length <= asked.length && word[length - 1] === asked[length - 1]; length += 1) {
      if (matchesInitials(asked.slice(length), rest)) return true;
    }
    return false;
  });
}

function hasInOrder(word: string, chars: string): boolean {
  let from = 0;
  for (const char of chars) {
    from = word.indexOf(char, from) + 1;
    if (from === 0) return false;
  }
  return chars.length > 2;
}

/** One extra, missing or wrong character, or two swapped ones, compared with a word prefix of similar length. */
function isNear(asked: string, word: string): boolean {
  return [asked.length - 1, asked.length, asked.length + 1].some((length) => {
    const beginning = word.slice(0, length);
    return beginning.length === length && isOneTypoAway(asked, beginning);
  });
}

function isOneTypoAway(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  const isSwapped = a.length === b.length && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}

export interface Searchable {
  label: string;
  /** Keywords that match besides the label. */
  words?: readonly string[] | undefined;
}

interface Found<Item> {
  items: Item[];
  /** Whether all items are only approximate matches. */
  isApproximate: boolean;
}

/** Matching items, best first; ties keep their order. Approximate matches are returned only if there are no others. */
export function fuzzyFind<Item extends Searchable>(typed: string, items: readonly Item[]): Found<Item> {
  const scored = items
    .map((item) => ({ item, score: bestOf(typed, item) ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const sure = scored.filter(({ score }) => score >= EXACT_MIN);
  return { items: (sure.length > 0 ? sure : scored).map(({ item }) => item), isApproximate: sure.length === 0 };
}

/** A label match ranks slightly above a keyword match. */
function bestOf(typed: string, { label, words = [] }: Searchable): number | null {
  const named = fuzzyScore(typed, label);
  const known = words.map((word) => fuzzyScore(typed, word)).filter((score) => score !== null);
  return named === null && known.length === 0 ? null : Math.max(named ?? 0, ...known.map((score) => score - 1));
}
