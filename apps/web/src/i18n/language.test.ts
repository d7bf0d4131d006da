import { afterEach, describe, expect, it, vi } from 'vitest';
import { languageOfPath, pathInLanguage, shortLabel, storedLanguage, storeLanguage } from './language.ts';

afterEach(() => localStorage.clear());

describe('language of a path', () => {
  it.each([
    ['/ua/campaign', 'ua'],
    ['/ru', 'ru'],
    ['/en/', 'en'],
    ['/', null],
    ['/login', null],
    ['/UA/login', null],
    ['/campaign/ua', null],
  ])('%s names %s', (path, language) => {
    expect(languageOfPath(path)).toBe(language);
  });
});

describe('the same place in another language', () => {
  it.each([
    ['/ua/campaign/update/7', '/en/campaign/update/7'],
    ['/campaign', '/en/campaign'],
    ['/login', '/en/login'],
    ['/', '/en'],
    ['/ua', '/en'],
    ['/ua/', '/en'],
    ['/password/reset/ua', '/en/password/reset/ua'],
  ])('turns %s into %s', (path, expected) => {
    expect(pathInLanguage(path, 'en')).toBe(expected);
  });
});

describe('stored language', () => {
  it('is ua until one is chosen', () => {
    expect(storedLanguage()).toBe('ua');
  });

  it('is kept under the key selectedLanguage', () => {
    storeLanguage('ru');
    expect(localStorage.getItem('selectedLanguage')).toBe('ru');
    expect(storedLanguage()).toBe('ru');
  });

  it('survives a value that is no language and a browser that forbids storage', () => {
    localStorage.setItem('selectedLanguage', 'de');
    expect(storedLanguage()).toBe('ua');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('forbidden');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('forbidden');
    });
    storeLanguage('en');
    expect(storedLanguage()).toBe('en');
  });
});

it('shows the first three characters of a label', () => {
  expect([shortLabel('ua'), shortLabel('ru'), shortLabel('en')]).toEqual(['укр', 'рус', 'eng']);
});
