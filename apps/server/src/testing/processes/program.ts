import { fileURLToPath } from 'node:url';

/** The built program, as `npm start` runs it: compiling the source at each start takes longer than most tests. */
const PROGRAM = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

/** Node arguments that start the program; `nodeArgs` can preload modules. */
export const programArgs = (nodeArgs: readonly string[] = []): string[] => [...nodeArgs, PROGRAM];

/** The built process of the embedded engine. */
export const ENGINE_PROGRAM = fileURLToPath(new URL('../../../dist/engine-process.js', import.meta.url));

/** Node arguments that shift the clock of a process by the milliseconds in a file. */
export const shiftedBy = (file: string): string[] => [
  '--import',
  `${new URL('shift-clock.mjs', import.meta.url).href}?${encodeURIComponent(file)}`,
];
