import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');

it('every setting is described for operators', async () => {
  const [config, operations] = await Promise.all([read('./environment.ts'), read('../../../docs/operations.md')]);
  const names = [...config.matchAll(/^ {2}([A-Z][A-Z_]+): z\./gm)].map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(30);
  // Limits are described together, where one says no more than its name.
  const missing = names.filter((name) => !name.startsWith('LIMIT_') && !operations.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});
