// Compiles apps/server/assembly/columns.ts to WebAssembly. The output (five kilobytes) is committed, so that running
// the program does not need the compiler; check-columns.mjs compares it with the source.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';
import { ROOT } from './commands.mjs';

const SOURCE = 'apps/server/assembly/columns.ts';
export const PROGRAM = 'apps/server/src/stats/columns-program.ts';
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'minimal', '--enable', 'simd', '--use', 'abort='];

/** The content of the file that the server imports. */
export async function compileColumns() {
  let program;
  const { error, stderr } = await asc.main([SOURCE, ...OPTIONS, '--outFile', 'columns.wasm', '--baseDir', ROOT], {
    readFile: (name, base) => readOrNull(join(base, name)),
    writeFile: (_, contents) => {
      program = contents;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  const text = Buffer.from(program).toString('base64');
  return `// Compiled from ${SOURCE} by scripts/compile-columns.mjs.\nexport const COLUMNS_PROGRAM =\n  '${text}';\n`;
}

function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(join(ROOT, PROGRAM), await compileColumns());
  console.log(`wrote ${PROGRAM}`);
}
