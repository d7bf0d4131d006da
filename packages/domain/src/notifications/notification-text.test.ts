import type { Language } from '@poklik/contract/language';
import { describe, expect, it } from 'vitest';
import { messageIn, titleIn } from './notification-text.ts';

const notification = {
  titles: [
    { locale: 'en', title: 'Works' },
    { locale: 'ua', title: 'Роботи' },
    { locale: 'ru', title: ' ' },
  ],
  messages: [{ locale: 'en', message: 'From two to three.' }],
} satisfies Parameters<typeof titleIn>[0] & Parameters<typeof messageIn>[0];

describe('notification text', () => {
  it.each<[string, Language[], string | null]>([
    ['in the language asked for first', ['ua', 'en'], 'Роботи'],
    ['in the next language when the first is blank', ['ru', 'en'], 'Works'],
    ['missing when no language asked for has it', ['ru'], null],
    ['missing when no language is asked for', [], null],
  ])('has its title %s', (_, languages, title) => {
    expect(titleIn(notification, languages)).toBe(title);
  });

  it('has its message in the next language when the first has none', () => {
    expect(messageIn(notification, ['ua', 'en'])).toBe('From two to three.');
    expect(messageIn(notification, ['ua', 'ru'])).toBeNull();
  });
});
