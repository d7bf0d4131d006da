import fc from 'fast-check';
import { expect, it } from 'vitest';
import { intersectScopes } from './scope.ts';

const reach = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 20 })));
const lets = (all: readonly number[] | null, id: number) => all === null || all.includes(id);

it('allows exactly what both scopes allow', () => {
  fc.assert(
    fc.property(reach, reach, fc.integer({ min: 1, max: 25 }), (one, other, id) => {
      expect(lets(intersectScopes(one, other), id)).toBe(lets(one, id) && lets(other, id));
    }),
  );
});
