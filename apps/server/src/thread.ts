import { Worker } from 'node:worker_threads';

/** Starts the program `name` in a thread of its own. It lies beside the asking file, in the sources and in the bundle alike. */
export function startThread(beside: string, name: string, workerData?: unknown): Worker {
  if (!beside.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, beside), { workerData });
  // Whatever reads TypeScript for the first thread does not do so for others, unless they ask for it.
  const reader = import.meta.resolve('tsx/esm/api');
  const program = new URL(`./${name}.ts`, beside).href;
  const code = `import('${reader}').then(({ register }) => { register(); return import('${program}'); });`;
  return new Worker(code, { eval: true, workerData });
}
