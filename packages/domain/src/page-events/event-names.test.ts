import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AD_HIT, countedName, EVENT_NAMES_PER_DAY, OTHER_EVENTS, PAGE_VIEW } from './event-names.ts';

it('counts a hundred names of a day and all further ones together', () => {
  const name = fc.oneof(
    fc.integer({ min: 1, max: 250 }).map((number) => `event${number}`),
    fc.constant(OTHER_EVENTS),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 600 }), (sent) => {
      const names = new Set<string>();
      const counted = sent.map((each) => countedName(each, names));
      const own = new Set(counted.filter((each) => each !== OTHER_EVENTS));
      expect(own.size).toBeLessThanOrEqual(EVENT_NAMES_PER_DAY);
      const first = [...new Set(sent.filter((each) => each !== OTHER_EVENTS))].slice(0, EVENT_NAMES_PER_DAY);
      // Names of metrics always count under their own.
      for (const each of [AD_HIT, PAGE_VIEW]) expect(countedName(each, names)).toBe(each);
      expect(counted).toEqual(sent.map((each) => (first.includes(each) ? each : OTHER_EVENTS)));
    }),
    { numRuns: 1_500 },
  );
});
