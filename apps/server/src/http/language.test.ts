import { describe, expect, it } from 'vitest';
import { negotiateLanguage } from './language.ts';

describe('negotiateLanguage', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['ua', 'ua'],
    ['uk', 'ua'],
    ['UK', 'ua'],
    ['uk-UA', 'ua'],
    ['uk-UA,uk;q=0.9,en-US;q=0.8,en;q=0.7', 'ua'],
    ['ru-RU', 'ru'],
    ['ru', 'ru'],
    ['en-GB,en;q=0.5', 'en'],
    ['de-DE,fr;q=0.9', 'en'],
    ['de, ru;q=0.5', 'ru'],
    ['en;q=0.4, uk;q=0.6', 'ua'],
    ['ru;q=0, uk;q=0.1', 'ua'],
    ['uk;q=0', 'en'],
    ['ru , en', 'ru'],
    ['uk; q=0.2, ru; q=0.3', 'ru'],
    [';;;,,,', 'en'],
    ['uk;q=nonsense', 'ua'],
    [`${'de,'.repeat(5000)}uk`, 'en'],
  ])('picks for %j the language %s', (header, language) => {
    expect(negotiateLanguage(header)).toBe(language);
  });
});
