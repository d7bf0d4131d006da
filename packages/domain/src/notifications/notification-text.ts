import type { Language } from '@poklik/contract/language';
import type { Notification } from '@poklik/contract/notifications';

/** The title in the first language that has one. */
export const titleIn = ({ titles }: Pick<Notification, 'titles'>, languages: readonly Language[]): string | null =>
  firstText(
    titles.map(({ locale, title }) => [locale, title]),
    languages,
  );

/** The message in the first language that has one. */
export const messageIn = (
  { messages }: Pick<Notification, 'messages'>,
  languages: readonly Language[],
): string | null =>
  firstText(
    messages.map(({ locale, message }) => [locale, message]),
    languages,
  );

function firstText(texts: [Language, string][], languages: readonly Language[]): string | null {
  for (const language of languages) {
    const text = texts.find(([locale, words]) => locale === language && words.trim() !== '');
    if (text) return text[1];
  }
  return null;
}
