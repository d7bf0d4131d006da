// `npm start`: builds what changed, then this process becomes the server and gets signals directly.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareEngine } from '@poklik/embedded-clickhouse/prepare-engine';
import { build } from './build.mjs';
import { ROOT } from './commands.mjs';

if (process.argv.includes('--demo')) {
  process.env.DEMO ??= '1';
  process.env.DATA_DIR ??= './data/demo';
}

if (!process.env.CLICKHOUSE_URL) prepareEngine();
const built = await build();
if (built.length > 0) console.log(`Built ${built.join(' and ')}.`);
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(ROOT, 'apps/server/dist/main.js')).href);
