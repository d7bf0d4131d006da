import { fileURLToPath } from 'node:url';

/** The built program, as `npm start` runs it: compiling the sources at every start took longer than most tests. */
const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Arguments for node that start the program; `nodeArgs` may load something before it. */
export const programArgs = (nodeArgs: readonly string[] = []): string[] => [...nodeArgs, PROGRAM];

/** What has a process read the time as a file says: by how many milliseconds it is wrong. */
export const shiftedBy = (file: string): string[] => [
  '--import',
  `${new URL('shift-clock.mjs', import.meta.url).href}?${encodeURIComponent(file)}`,
];
