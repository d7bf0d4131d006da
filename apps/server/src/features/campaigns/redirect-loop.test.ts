import { describe, expect, it } from 'vitest';
import { loopProblems } from './redirect-loop.ts';

const fields = (settings: object, publicUrl = 'https://t.example') =>
  Object.keys(
    loopProblems({ default_url: 'https://shop.example', destinations: [], rules: [], ...settings }, publicUrl),
  );
const destination = (url: string) => ({ name: '', url, weight: 1, active: true });

describe('a destination leads back', () => {
  it.each([
    'https://t.example/c/abc',
    'http://t.example/c/abc',
    'https://T.EXAMPLE/c/abc?x=1',
    'https://t.example./c/abc',
    'https://t.example:443/c/abc',
    'https://t.example//c/abc',
    'https://t.example/x/../c/abc',
    'https://t.example/%63/abc',
    'https://t.example/c',
    'https://t.example/{sub1}/abc',
    'https://t.example/%7Bsub1%7D/abc',
  ])('by %s', (default_url) => {
    expect(fields({ default_url })).toEqual(['default_url']);
  });

  it('wherever it stands', () => {
    const url = 'https://t.example/c/abc';
    const rule = { name: '', active: true, match: 'all', conditions: [] };
    expect(
      fields({
        destinations: [destination('https://shop.example'), destination(url)],
        rules: [{ ...rule, destinations: [destination(url)] }],
      }),
    ).toEqual(['destinations.1.url', 'rules.0.destinations.0.url']);
  });
});

describe('a destination does not lead back', () => {
  it.each([
    'https://shop.example/c/abc',
    'https://sub.t.example/c/abc',
    'https://t.example:8443/c/abc',
    'https://t.example/C/abc',
    'https://t.example/ua/c/abc',
    'https://t.example/landing?next={sub1}',
    'https://t.example',
    'https://t.example/%E0%A4%A/c',
  ])('by %s', (default_url) => {
    expect(fields({ default_url })).toEqual([]);
  });
});
