import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOptionList, parseOptionList, rankOptions, type SearchOption } from './option-search.ts';

const country = (value: string, label: string, ...aliases: string[]): SearchOption => ({
  value,
  label: `${label} (${value})`,
  aliases: [label, ...aliases],
});

/** In the order of their English names, as in the list. */
const COUNTRIES = [
  country('BA', 'Bosnia & Herzegovina'),
  country('CI', 'Côte d’Ivoire'),
  country('CZ', 'Czechia', 'Czech Republic'),
  country('DK', 'Denmark'),
  country('PF', 'French Polynesia'),
  country('DE', 'Germany'),
  country('IN', 'India'),
  country('ID', 'Indonesia'),
  country('NL', 'Netherlands'),
  country('NE', 'Niger'),
  country('NG', 'Nigeria'),
  country('PL', 'Poland'),
  country('SA', 'Saudi Arabia'),
  country('CH', 'Switzerland'),
  country('UA', 'Ukraine'),
  country('AE', 'United Arab Emirates', 'UAE'),
  country('GB', 'United Kingdom', 'UK'),
  country('US', 'United States', 'USA'),
];

/** Ukrainian labels, which can also be found by their English names. */
const UKRAINIAN = [
  country('VG', 'Британські Віргінські острови', 'British Virgin Islands'),
  country('GB', 'Велика Британія', 'United Kingdom', 'UK'),
  country('DE', 'Німеччина', 'Germany'),
  country('PL', 'Польща', 'Poland'),
  country('UA', 'Україна', 'Ukraine'),
  country('PF', 'Французька Полінезія', 'French Polynesia'),
];

const found = (options: readonly SearchOption[], typed: string) =>
  rankOptions(options, typed).map(({ value }) => value);

describe('option search', () => {
  it.each([
    ['ukr', ['UA']],
    ['pol', ['PL', 'PF']],
    ['POL', ['PL', 'PF']],
    [' pol ', ['PL', 'PF']],
    ['de', ['DE', 'DK']],
    ['in', ['IN', 'ID']],
    ['uk', ['GB', 'UA']],
    ['uae', ['AE']],
    ['united', ['AE', 'GB', 'US']],
    ['arab', ['SA', 'AE']],
    ['niger', ['NE', 'NG']],
    ['land', ['NL', 'PL', 'CH']],
    ['cote divoire', ['CI']],
    ['czech rep', ['CZ']],
    ['xyz', []],
  ])('ranks the matches for "%s"', (typed, expected) => {
    const all = found(COUNTRIES, typed);
    expect(all.slice(0, expected.length)).toEqual(expected);
    if (expected.length === 0) expect(all).toEqual([]);
  });

  it.each([
    ['пол', ['PL', 'PF']],
    ['pol', ['PL', 'PF']],
    ['брит', ['VG', 'GB']],
    ['ua', ['UA']],
    ['United', ['GB']],
    ['укр', ['UA']],
    // Typed on another keyboard layout.
    ['erh', ['UA']],
    ['зщд', ['PL', 'PF']],
  ])('finds "%s" in the user’s language, in English, or typed on another layout', (typed, expected) => {
    expect(found(UKRAINIAN, typed).slice(0, expected.length)).toEqual(expected);
  });

  it('returns everything when nothing is typed', () => {
    expect(rankOptions(COUNTRIES, '  ')).toEqual(COUNTRIES);
  });

  it('ranks every option first for its own code, without duplicates', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COUNTRIES), fc.string({ maxLength: 4 }), ({ value }, typed) => {
        expect(found(COUNTRIES, value.toLowerCase())[0]).toBe(value);
        const all = found(COUNTRIES, typed);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});

describe('option list', () => {
  it.each([
    ['UA, PL, DE', ['UA', 'PL', 'DE'], []],
    ['ua pl de', ['UA', 'PL', 'DE'], []],
    ['UA;PL\nDE\r\n', ['UA', 'PL', 'DE'], []],
    ['UA\tPL', ['UA', 'PL'], []],
    ['Ukraine, united states , poland', ['UA', 'US', 'PL'], []],
    ['Ukraine United States Poland', ['UA', 'US', 'PL'], []],
    ['Poland (PL), Germany (DE)', ['PL', 'DE'], []],
    ['UA, UA, ukraine', ['UA'], []],
    ['USA, UK, UAE', ['US', 'GB', 'AE'], []],
    ['UA, XX, Narnia, PL', ['UA', 'PL'], ['XX', 'Narnia']],
    ['UA far away PL', ['UA', 'PL'], ['far away']],
    ['', [], []],
    [' , ,', [], []],
  ])('“%s” is parsed', (text, values, unknown) => {
    expect(parseOptionList(COUNTRIES, text)).toEqual({ values, unknown });
  });

  it('is recognized by its separators', () => {
    expect(isOptionList('UA, PL')).toBe(true);
    expect(isOptionList('UA\nPL')).toBe(true);
    expect(isOptionList('United States')).toBe(false);
    expect(isOptionList(' UA\n')).toBe(false);
  });

  it('of codes is parsed with any separator', () => {
    const separators = fc.constantFrom(', ', ' ', '\n', ';', '\t', ' | ');
    fc.assert(
      fc.property(fc.shuffledSubarray(COUNTRIES), separators, (some, separator) => {
        const codes = some.map(({ value }) => value);
        expect(parseOptionList(COUNTRIES, codes.join(separator))).toEqual({ values: codes, unknown: [] });
      }),
    );
  });
});
