import { describe, expect, it } from 'vitest';
import { cloneName } from './clone-name.ts';

describe('clone name', () => {
  it.each([
    ['Summer', [], 'Summer (2)'],
    ['Summer', ['summer (2)', 'SUMMER (3)'], 'Summer (4)'],
    ['Summer (2)', ['Summer (2)'], 'Summer (3)'],
    ['Summer (best)', [], 'Summer (best) (2)'],
    ['(2)', [], '(2) (2)'],
  ])('of %s among %j is %s', (name, taken, expected) => {
    expect(cloneName(name, taken)).toBe(expected);
  });

  it('never exceeds the maximum length and never splits a character', () => {
    expect(cloneName('x'.repeat(128), [])).toBe(`${'x'.repeat(124)} (2)`);
    const emoji = cloneName(`x${'😀'.repeat(63)}`, []);
    expect(emoji.length).toBeLessThanOrEqual(128);
    expect(emoji.isWellFormed()).toBe(true);
  });
});
