import type { Instruction, Placeholder } from '@poklik/contract/instructions';
import { PLACEHOLDERS } from '@poklik/contract/instructions';
import { DEFAULT_LANGUAGE, FALLBACK_LANGUAGE, LANGUAGES, type Language } from '@poklik/contract/language';

/** The language in which a reader sees a guide: their own, else the first one it is written in. */
export function guideLanguage({ title }: Pick<Instruction, 'title'>, wanted: Language): Language {
  const order = [wanted, DEFAULT_LANGUAGE, FALLBACK_LANGUAGE, ...LANGUAGES];
  return order.find((language) => title[language] !== '') ?? wanted;
}

const NAMED = new RegExp(`\\{\\{\\s*(${PLACEHOLDERS.join('|')})\\s*\\}\\}`, 'g');

/** Puts the reader's own values where a guide names them. Where there is none, a word in angle brackets shows what belongs there. */
export const fillPlaceholders = (text: string, values: Partial<Record<Placeholder, string>>): string =>
  text.replace(NAMED, (_, name: Placeholder) => values[name] ?? `‹${name}›`);

const matches = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));

/** The guides that have all the words somewhere in what the reader sees of them. */
export function searchGuides<G extends Pick<Instruction, 'title' | 'body'>>(
  guides: readonly G[],
  query: string,
  language: Language,
): G[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return guides.filter((guide) => {
    const shown = guideLanguage(guide, language);
    return matches(`${guide.title[shown]}\n${guide.body[shown]}`.toLowerCase(), words);
  });
}
