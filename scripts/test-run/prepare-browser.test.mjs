import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryTree } from '../temporary-tree.mjs';
import { prepareBrowser } from './prepare-browser.mjs';

/** Fake browsers: one that starts, and one whose libraries are missing. */
function programs() {
  const root = temporaryTree({
    'whole-browser': '#!/bin/sh\necho "<p>alive</p>"\n',
    'broken-browser': '#!/bin/sh\necho "error while loading shared libraries" >&2\nexit 127\n',
  });
  for (const name of ['whole-browser', 'broken-browser']) chmodSync(join(root, name), 0o755);
  return { whole: join(root, 'whole-browser'), broken: join(root, 'broken-browser') };
}

it('uses the first browser that starts', async () => {
  const { whole, broken } = programs();
  const tried = [];
  const way = (name, path) => () => {
    tried.push(name);
    return path;
  };
  const ways = {
    nowhere: way('nowhere'),
    broken: way('broken', broken),
    whole: way('whole', whole),
    never: way('never', whole),
  };
  expect(await prepareBrowser(ways)).toBe(whole);
  expect(tried).toEqual(['nowhere', 'broken', 'whole']);
});

it('lists all attempts and what to do if no browser is found', async () => {
  const { broken } = programs();
  const failing = () => {
    throw new Error('no network');
  };
  const attempt = prepareBrowser({ nowhere: () => undefined, broken: () => broken, failing });
  await expect(attempt).rejects.toThrow(
    /nowhere: not here\n {2}broken: .*broken-browser does not start\n {2}failing: no network\n.*CHROMIUM_PATH/,
  );
});
