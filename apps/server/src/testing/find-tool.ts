import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the test command puts programs that it takes out of Debian packages. */
const UNPACKED = fileURLToPath(new URL('../../../../node_modules/.cache/debian', import.meta.url));

/** A program of others. Undefined where the test command could not get it: those tests are skipped. */
export const findTool = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(':').filter(Boolean), UNPACKED].map((folder) => join(folder, name)).find(canRun);

/** For the names of tests. */
export const withoutTool = (name: string): string =>
  findTool(name) ? '' : ` (skipped: ${name} is missing, see docs/testing.md)`;

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
