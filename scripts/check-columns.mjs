// Fails when the compiled column builder differs from its source.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './commands.mjs';
import { compileColumns, PROGRAM } from './compile-columns.mjs';

if (readFileSync(join(ROOT, PROGRAM), 'utf8') !== (await compileColumns())) {
  console.error(`${PROGRAM} is outdated; run npm run columns`);
  process.exitCode = 1;
} else console.log('the compiled program matches its source');
