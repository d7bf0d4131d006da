import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface Command {
  program: string;
  args: readonly string[];
}

/** The command that starts this program again, from the bundle or the sources. */
export function programCommand(program = process.execPath): Command {
  const here = fileURLToPath(import.meta.url);
  // The bundle is several files in one folder.
  if (!here.endsWith('.ts')) {
    const sourceMaps = process.sourceMapsEnabled ? ['--enable-source-maps'] : [];
    return { program, args: [...sourceMaps, join(dirname(here), 'main.js')] };
  }
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const sources = fileURLToPath(new URL('../main.ts', import.meta.url));
  return { program, args: ['--import', tsx, sources] };
}
