import { describe, expect, it } from 'vitest';
import { COUNTRIES, LANGUAGE_CODES } from './iso-codes.ts';

describe.each([
  ['countries', COUNTRIES, 250, 'region', /^[A-Z]{2}$/],
  ['languages', LANGUAGE_CODES, 183, 'language', /^[a-z]{2}$/],
] as const)('ISO codes of %s', (_, codes, count, type, form) => {
  it('are unique and well-formed', () => {
    expect(new Set(codes).size).toBe(count);
    expect(codes.every((code) => form.test(code))).toBe(true);
  });

  it('have a name in every language', () => {
    for (const language of ['uk', 'ru', 'en-GB']) {
      const names = new Intl.DisplayNames(language, { type, fallback: 'none' });
      expect(codes.filter((code) => !names.of(code))).toEqual([]);
    }
  });
});
