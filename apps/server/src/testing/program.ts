import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The product as its sources are, for a process of its own. */
export const PROGRAM = fileURLToPath(new URL('../main.ts', import.meta.url));
export const TSX_ARGS = ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];

/** What has a process read the time as a file says: by how many milliseconds it is wrong. */
export const shiftedBy = (file: string): string[] => [
  '--import',
  `${new URL('shift-clock.ts', import.meta.url).href}?${encodeURIComponent(file)}`,
];
