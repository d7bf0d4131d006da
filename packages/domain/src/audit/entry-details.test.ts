import { describe, expect, it } from 'vitest';
import { entryDetails } from './entry-details.ts';

describe('audit entry details', () => {
  it.each([
    ['nothing was said', null, null, []],
    ['something came', null, { device: 'Firefox' }, [{ name: 'device', before: null, after: 'Firefox' }]],
    ['something went', { ip: '192.0.2.1' }, null, [{ name: 'ip', before: '192.0.2.1', after: null }]],
    [
      'some of it changed',
      { role: 1, status: 'active' },
      { role: 2, status: 'active' },
      [{ name: 'role', before: '1', after: '2' }],
    ],
    ['a list', null, { scopes: ['a', 'b'] }, [{ name: 'scopes', before: null, after: 'a, b' }]],
    ['a whole thing', { settings: { a: 1 } }, { settings: { a: 2 } }, []],
  ])('are listed when %s', (_, before, after, expected) => {
    expect(entryDetails(before, after)).toEqual(expected);
  });
});
