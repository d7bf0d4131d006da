import { afterAll, expect } from 'vitest';

// A transaction has one connection, so statements at the same time only wait for each other, and pg warns about them.
const warnings: string[] = [];
const collect = ({ name, message }: Error) => {
  if (name === 'DeprecationWarning' && message.includes('client.query()')) warnings.push(message);
};
process.on('warning', collect);

afterAll(() => {
  process.off('warning', collect);
  expect(warnings).toEqual([]);
});
