import { MACROS, type Macro } from '@poklik/contract/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDestination, forwardQuery } from './destination-template.ts';

const values = (given: Partial<Record<Macro, string>>) => (name: Macro) => given[name] ?? '';

describe('destination template', () => {
  it.each([
    ['https://shop.test/', {}, 'https://shop.test/'],
    ['https://shop.test/?id={click_id}', { click_id: 'abc' }, 'https://shop.test/?id=abc'],
    [
      'https://shop.test/{country}/{os}?s={sub1}',
      { country: 'DE', os: 'ios', sub1: '' },
      'https://shop.test/DE/ios?s=',
    ],
    ['https://shop.test/?q={sub1}', { sub1: 'a&b=c#d' }, 'https://shop.test/?q=a%26b%3Dc%23d'],
    ['https://shop.test/?q={sub1}', { sub1: '{sub2}', sub2: 'no' }, 'https://shop.test/?q=%7Bsub2%7D'],
    ['https://shop.test/?q={sub1}', { sub1: "it's (*)!" }, 'https://shop.test/?q=it%27s%20%28%2A%29%21'],
    ['https://shop.test/?q={sub1}', { sub1: '\ud800' }, 'https://shop.test/?q=%EF%BF%BD'],
    [
      'https://shop.test/{sub1}',
      { sub1: '//evil.test\r\nSet-Cookie: a=b' },
      'https://shop.test/%2F%2Fevil.test%0D%0ASet-Cookie%3A%20a%3Db',
    ],
    ['https://shop.test/ціна?q={sub1}', { sub1: 'x' }, 'https://shop.test/%D1%86%D1%96%D0%BD%D0%B0?q=x'],
    ['https://shop.test/\u0001', {}, 'https://shop.test/%01'],
  ])('fills %s', (url, given, expected) => {
    expect(compileDestination(url)(values(given))).toBe(expected);
  });

  it('keeps its host and contains only printable ASCII, whatever a visitor sends', () => {
    const url = `https://shop.test/p/{sub1}?${MACROS.map((name) => `${name}={${name}}`).join('&')}#{sub2}`;
    const template = compileDestination(url);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (one, other) => {
        const text = template((name) => (name === 'sub1' ? one : other));
        return /^[\x21-\x7e]+$/.test(text) && text.startsWith('https://shop.test/p/') && text.split('#').length === 2;
      }),
    );
  }, 30_000);
});

describe('forwarded query', () => {
  it.each([
    ['https://shop.test/', 'a=1&b=2', 'https://shop.test/?a=1&b=2'],
    ['https://shop.test/?x=9', 'a=1', 'https://shop.test/?x=9&a=1'],
    ['https://shop.test/?a=9', 'a=1&b=2', 'https://shop.test/?a=9&b=2'],
    ['https://shop.test/#top', 'a=1', 'https://shop.test/?a=1#top'],
    ['https://shop.test/?', 'a=1', 'https://shop.test/?a=1'],
    ['https://shop.test/', '', 'https://shop.test/'],
    ['https://shop.test/?a=1', 'a=2', 'https://shop.test/?a=1'],
    ['https://shop.test/', '&&=&a', 'https://shop.test/?=&a='],
    ['https://shop.test/', 'a=%zz', 'https://shop.test/?a=%25zz'],
    ['https://shop.test/', 'a=1+2%26b', 'https://shop.test/?a=1%202%26b'],
    ['https://shop.test/', 'url=https://evil.test', 'https://shop.test/?url=https%3A%2F%2Fevil.test'],
    ['https://shop.test/?id={x}', 'i%64=7', 'https://shop.test/?id={x}'],
  ])('appends to %s the query %s', (url, query, expected) => {
    expect(forwardQuery(url, query)).toBe(expected);
  });

  it('never changes the path or parameters of the destination', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        const text = forwardQuery('https://shop.test/a?own=1#end', query);
        return text.startsWith('https://shop.test/a?own=1') && text.endsWith('#end') && /^[\x21-\x7e]+$/.test(text);
      }),
    );
  }, 30_000);
});
