import { layoutReadings } from '../palette/keyboard-layouts.ts';

/** An option with its code, its label and other names it can be found by. */
export interface SearchOption {
  value: string;
  label: string;
  /** Names in other languages and alternative codes. */
  aliases?: readonly string[];
}

/** Removes marks that users rarely type: accents, apostrophes, the dots of ё. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’ʼ`]/g, '')
    .toLowerCase()
    .trim();

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Best match first. */
const MATCH_RANKS = { exact: 0, beginning: 1, word: 2, inside: 3 } as const;

function matchRank({ value, label, aliases = [] }: SearchOption, typed: string): number | null {
  const [code, ...names] = [value, label, ...aliases].map(plain);
  if (code === typed || names.includes(typed)) return MATCH_RANKS.exact;
  if (names.some((name) => name.startsWith(typed))) return MATCH_RANKS.beginning;
  if (names.some((name) => wordsOf(name).some((word) => word.startsWith(typed)))) return MATCH_RANKS.word;
  return names.some((name) => name.includes(typed)) || code?.startsWith(typed) ? MATCH_RANKS.inside : null;
}

/**
 * Matching options: first an exact code or name, then names that start with the text, then names with a word that does,
 * then names that contain it. Ties keep their order. If nothing matches, other keyboard layouts are tried.
 */
export function rankOptions<O extends SearchOption>(options: readonly O[], typed: string): O[] {
  if (plain(typed) === '') return [...options];
  for (const reading of layoutReadings(typed.trim())) {
    const ranked = options
      .map((option) => ({ option, fit: matchRank(option, plain(reading)) }))
      .filter((each): each is { option: O; fit: number } => each.fit !== null)
      .sort((a, b) => a.fit - b.fit);
    if (ranked.length > 0) return ranked.map(({ option }) => option);
  }
  return [];
}

export interface ParsedOptionList {
  /** Without duplicates, in the order they are listed. */
  values: string[];
  /** Entries that match no option, as typed. */
  unknown: string[];
}

/** Separators between entries. A space can also be part of a name. */
const SEPARATOR = /[,;|\n\r\t]+/;

/** Whether a text contains several entries. */
export const isOptionList = (text: string): boolean => SEPARATOR.test(text.trim());

/** Parses a list of codes or names with any separator: "UA, PL", "Ukraine; Poland", "ua pl". */
export function parseOptionList(options: readonly SearchOption[], text: string): ParsedOptionList {
  const known = new Map<string, string>();
  // Codes are added last, so that a name never overrides a code.
  for (const { value, label, aliases = [] } of options)
    for (const name of [label, ...aliases]) if (!known.has(plain(name))) known.set(plain(name), value);
  for (const { value } of options) known.set(plain(value), value);

  const values = new Set<string>();
  const unknown: string[] = [];
  for (const part of text.split(SEPARATOR)) {
    const words = part.trim().split(/\s+/).filter(Boolean);
    let unread: string[] = [];
    for (let from = 0; from < words.length; ) {
      const end = longestName(words, from, known);
      if (end === from) unread.push(words[from++] as string);
      else {
        values.add(known.get(plain(words.slice(from, end).join(' '))) as string);
        if (unread.length > 0) unknown.push(unread.join(' '));
        unread = [];
        from = end;
      }
    }
    if (unread.length > 0) unknown.push(unread.join(' '));
  }
  return { values: [...values], unknown };
}

/** The end of the longest known name that starts at a word; `from` if there is none. */
function longestName(words: readonly string[], from: number, known: ReadonlyMap<string, string>): number {
  for (let end = words.length; end > from; end -= 1) if (known.has(plain(words.slice(from, end).join(' ')))) return end;
  return from;
}
