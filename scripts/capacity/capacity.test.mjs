import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ASSUMED, capacityTable, estimate, MEASURED } from './capacity.mjs';

const page = await readFile(new URL('../../docs/capacity.md', import.meta.url), 'utf8');

it('is what the page for operators shows, with every number that it starts from', () => {
  expect(page).toContain(capacityTable());
  const { logBytes, packedBytes, storeBytes } = MEASURED;
  for (const bytes of [logBytes, packedBytes, storeBytes]) expect(page).toContain(`${bytes} bytes`);
  const { dollars, clicksPerCore, load, peakOverMean } = ASSUMED;
  for (const price of Object.values(dollars)) expect(page).toContain(`$${price}`);
  expect(page).toContain(clicksPerCore.toLocaleString('en'));
  expect(page).toContain(`${load * 100} %`);
  expect(page).toContain(`${peakOverMean} ×`);
});

it('grows with the clicks', () => {
  const [small, large] = [estimate(1e6), estimate(1e7)];
  expect([large.peak, large.log, large.store].map(Math.round)).toEqual(
    [small.peak, small.log, small.store].map((value) => Math.round(value * 10)),
  );
  expect(large.cores).toBeGreaterThan(small.cores);
  expect(large.price).toBeLessThan(small.price);
});
