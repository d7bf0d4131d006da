import { describe, expect, it } from 'vitest';
import { COUNTRY_GROUPS } from './country-groups.ts';

const nameOf = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

describe.each(Object.entries(COUNTRY_GROUPS))('countries in %s', (_, codes) => {
  it('are valid, unique and sorted by code', () => {
    expect(codes.filter((code) => nameOf.of(code) === undefined)).toEqual([]);
    expect([...new Set(codes)].sort()).toEqual(codes);
  });
});

it('the EU group contains all 27 members', () => {
  expect(COUNTRY_GROUPS.eu).toHaveLength(27);
});
