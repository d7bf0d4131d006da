import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawWorld, FILE, worldText } from './world-shapes.mjs';

it('the world map is the one that its script draws', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(worldText());
});

it('names countries by alpha-2 codes and closes every shape', () => {
  const { shapes } = drawWorld();
  expect(Object.keys(shapes)).toHaveLength(174);
  for (const [code, shape] of Object.entries(shapes)) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(shape).toMatch(/^(M[\d. ]+l[-\d. ]+z)+$/);
  }
});
