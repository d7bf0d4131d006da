import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { destinationLabels, LABEL_LENGTH_MAX } from './destination-labels.ts';

const labels = (...all: readonly (string | { name?: string; url: string; place?: string })[]) =>
  destinationLabels(
    all.map((one) => ({ name: '', place: 'rule 1', ...(typeof one === 'string' ? { url: one } : one) })),
  );

describe('destination label', () => {
  it.each([
    ['is its host and path', ['https://shop.example/coffee?click={click_id}'], ['shop.example/coffee']],
    ['has no slash at its end', ['https://Shop.example/'], ['shop.example']],
    [
      'has no host where all have the same one',
      ['https://shop.example/lp1?c={click_id}', 'https://shop.example/lp2?c={click_id}', 'https://shop.example'],
      ['/lp1', '/lp2', '/'],
    ],
    [
      'has its host where they differ',
      ['https://a.example/lp', 'https://b.example/lp'],
      ['a.example/lp', 'b.example/lp'],
    ],
    [
      'has of its query only what differs',
      [
        'https://a.example/lp?v=1&c={click_id}',
        'https://a.example/lp?c={click_id}&v=2',
        'https://a.example/lp?c={click_id}',
      ],
      ['/lp?v=1', '/lp?v=2', '/lp'],
    ],
    ['has its fragment where that differs', ['https://a.example/#x', 'https://a.example/#y'], ['/#x', '/#y']],
    ['is its name', [{ name: 'Quiz', url: 'https://a.example/1' }, 'https://a.example/2'], ['Quiz', '/2']],
    [
      'has an address behind a name that is there twice',
      [
        { name: 'Quiz', url: 'https://a.example/1' },
        { name: 'Quiz', url: 'https://a.example/2' },
      ],
      ['Quiz · /1', 'Quiz · /2'],
    ],
    [
      'says where it stands when the address is the same',
      [
        { url: 'https://a.example/1', place: 'no rule' },
        { url: 'https://a.example/1', place: 'Germany' },
        { url: 'https://a.example/1', place: 'Germany' },
      ],
      ['/1 · no rule', '/1 · Germany', '/1 · Germany (2)'],
    ],
    [
      'is cut in its middle',
      [`https://shop.example/${'a'.repeat(60)}/summer`],
      [`shop.example/${'a'.repeat(11)}…${'a'.repeat(16)}/summer`],
    ],
    [
      'shows the middle where only that differs',
      [
        `https://a.example/${'x'.repeat(40)}/1/${'y'.repeat(40)}`,
        `https://a.example/${'x'.repeat(40)}/2/${'y'.repeat(40)}`,
      ],
      [`…${'x'.repeat(11)}/1/${'y'.repeat(32)}`, `…${'x'.repeat(11)}/2/${'y'.repeat(32)}`],
    ],
    ['is there for what is no address', ['nowhere'], ['nowhere']],
  ])('%s', (_, all, expected) => {
    expect(labels(...all)).toEqual(expected);
  });

  const text = fc.string({
    unit: fc.constantFrom('a', 'b', '/', '?', '&', '=', '{', '}', '#', '·', ' '),
    maxLength: 70,
  });
  const destination = fc.record({
    name: fc.oneof(fc.constant(''), text),
    url: fc.tuple(fc.constantFrom('https://a.example', 'http://b.example'), text).map((both) => both.join('')),
    place: fc.constantFrom('rule 1', 'rule 2'),
  });

  it('is unique', () => {
    fc.assert(
      fc.property(fc.array(destination, { maxLength: 8 }), (all) => {
        expect(new Set(destinationLabels(all)).size).toBe(all.length);
      }),
    );
  });

  it('is short for a single destination', () => {
    fc.assert(
      fc.property(destination, (one) => {
        expect([...(destinationLabels([one])[0] ?? '')].length).toBeLessThanOrEqual(LABEL_LENGTH_MAX);
      }),
    );
  });
});
