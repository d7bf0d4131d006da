import { expect, it } from 'vitest';
import { fromDecimal, toDecimal } from './provider-http.ts';

it.each([
  ['29', 2900n],
  [29.5, 2950n],
  ['29.05', 2905n],
  ['29.0500', 2905n],
  ['0.00', 0n],
])('reads %j as %s', (amount, minor) => {
  expect(fromDecimal(amount)).toBe(minor);
  expect(fromDecimal(toDecimal(minor))).toBe(minor);
});

it.each(['', '29,00', '29.005', '-29', '1e3', 'NaN', Number.NaN, 1e21])('does not take %j for an amount', (amount) => {
  expect(() => fromDecimal(amount)).toThrow('provider_unavailable');
});
