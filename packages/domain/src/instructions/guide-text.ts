import type { Instruction, Placeholder } from '@poklik/contract/instructions';
import { PLACEHOLDERS } from '@poklik/contract/instructions';
import { DEFAULT_LANGUAGE, FALLBACK_LANGUAGE, LANGUAGES, type Language } from '@poklik/contract/language';

/** The user's language, or the first one the guide is written in. */
export function guideLanguage({ title }: Pick<Instruction, 'title'>, wanted: Language): Language {
  const order = [wanted, DEFAULT_LANGUAGE, FALLBACK_LANGUAGE, ...LANGUAGES];
  return order.find((language) => title[language] !== '') ?? wanted;
}

const NAMED = new RegExp(`\\{\\{\\s*(${PLACEHOLDERS.join('|')})\\s*\\}\\}`, 'g');

/** Replaces placeholders with the user's values. Missing ones show their name in angle brackets. */
export const fillPlaceholders = (text: string, values: Partial<Record<Placeholder, string>>): string =>
  text.replace(NAMED, (_, name: Placeholder) => values[name] ?? `‹${name}›`);

const matches = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));

/** Guides that contain all words in the user's language. */
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
