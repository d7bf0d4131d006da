// `npm run reconcile`: builds what changed, then verifies the ledger of a running installation.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ROOT } from './commands.mjs';

await build();
await import(pathToFileURL(join(ROOT, 'apps/server/dist/reconcile-command.js')).href);
