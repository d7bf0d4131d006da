import { Worker } from 'node:worker_threads';

/** Starts `name` in a worker thread. The file is next to the caller in the sources and in the bundle. */
export function startThread(beside: string, name: string, workerData?: unknown): Worker {
  if (!beside.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, beside), { workerData });
  // The TypeScript loader of the main thread does not apply to workers.
  const reader = import.meta.resolve('tsx/esm/api');
  const program = new URL(`./${name}.ts`, beside).href;
  const code = `import('${reader}').then(({ register }) => { register(); return import('${program}'); });`;
  return new Worker(code, { eval: true, workerData });
}
