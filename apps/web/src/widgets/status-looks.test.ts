import { describe, expect, it } from 'vitest';
import { STATUS_LOOKS } from './status-looks.ts';

describe.each(Object.entries(STATUS_LOOKS))('statuses of a %s', (_, looks) => {
  it('can be told apart without color', () => {
    const shapes = Object.values(looks).map(({ shape }) => shape);
    expect(new Set(shapes).size).toBe(shapes.length);
  });
});
