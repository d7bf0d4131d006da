// `npm run poklik -- <command>`: builds what changed, then runs the command.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ROOT } from './commands.mjs';

if (process.argv[2] === 'start' && process.argv.length === 3) await import('./start.mjs');
else {
  await build({ apps: ['apps/server'] });
  await import(pathToFileURL(join(ROOT, 'apps/server/dist/poklik.js')).href);
}
