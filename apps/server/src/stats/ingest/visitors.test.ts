import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVisitorTable, mixIntoKey, newVisitorKey, sealKey, type VisitorKey } from './visitors.ts';

function keyOf(text: string): VisitorKey {
  const key = newVisitorKey();
  for (const character of text) mixIntoKey(key, character.charCodeAt(0));
  sealKey(key);
  return key;
}

describe('createVisitors', () => {
  it('reports a visitor as new once per window', () => {
    const visit = fc.record({ visitor: fc.nat(40), pause: fc.nat(30), hours: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(fc.array(visit, { maxLength: 300 }), (visits) => {
        const visitors = createVisitorTable();
        const untils = new Map<number, number>();
        let now = 1_000;
        for (const { visitor, pause, hours } of visits) {
          now += pause;
          const isNew = (untils.get(visitor) ?? 0) <= now;
          if (isNew) untils.set(visitor, now + hours);
          expect(visitors.isNew(keyOf(`7${visitor}`), now, now + hours)).toBe(isNew);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('distinguishes 200,000 visitors while the table grows', () => {
    const visitors = createVisitorTable();
    for (const round of [true, false]) {
      let agreed = 0;
      for (let id = 0; id < 200_000; id += 1) {
        if (visitors.isNew(keyOf(`3${id * 7_919}`), 1_000, 100_000) === round) agreed += 1;
      }
      expect(agreed).toBe(200_000);
    }
    expect(visitors.size).toBe(200_000);
  });

  it('stays within its memory limit and forgets the visitors whose windows end first', () => {
    const visitors = createVisitorTable(1 << 12);
    for (let id = 0; id < 50_000; id += 1) visitors.isNew(keyOf(`${id}`), 1_000, 10_000 + id);
    expect(visitors.size).toBeLessThan(1 << 12);
    expect(visitors.isNew(keyOf('49999'), 1_000, 60_000)).toBe(false);
    expect(visitors.isNew(keyOf('5'), 1_000, 60_000)).toBe(true);
  });

  it('reuses the slots of expired visitors', () => {
    const visitors = createVisitorTable(1 << 12);
    for (let id = 0; id < 50_000; id += 1) visitors.isNew(keyOf(`${id}`), id * 10, id * 10 + 1_000);
    expect(visitors.isFull).toBe(false);
    expect(visitors.isNew(keyOf('49990'), 499_990, 500_000)).toBe(false);
  });
});
