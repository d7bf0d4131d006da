// `npm start`: builds what is stale, then this very process becomes the server. Nothing stands between it and a signal.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ROOT } from './commands.mjs';
import { prepareEngine } from './prepare-engine.mjs';

if (process.argv.includes('--demo')) {
  process.env.DEMO ??= '1';
  process.env.DATA_DIR ??= './data/demo';
}

if (!process.env.CLICKHOUSE_URL) prepareEngine();
const built = await build();
if (built.length > 0) console.log(`Built ${built.join(' and ')}.`);
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(ROOT, 'apps/server/dist/main.js')).href);
