import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasNativeEngine } from './native-engine.mjs';

export type EngineBuild = 'native' | 'portable';

/** There is no engine build for this platform; retrying does not help. */
export class EngineMissing extends Error {}

/** The portable build needs 64-bit WebAssembly memory, for more than 4 GiB. */
const NODE_MIN = 23;

/** Three levels below the root, both in the source and in the bundle of the server. */
const ENGINE_FOLDER = fileURLToPath(
  new URL('../../../packages/embedded-clickhouse/engine/node_modules', import.meta.url),
);

/** The build that runs on this platform; undefined if there is none. */
export function findEngine(): EngineBuild | undefined {
  if (hasNativeEngine()) return 'native';
  return findInstalled('chdb-wasm/dist/chdb.mjs') ? 'portable' : undefined;
}

/** The Node binary that can run the engine: the portable build needs a recent one. */
export const nodeForEngine = (): string =>
  hasNativeEngine() || Number(process.versions.node.split('.')[0]) >= NODE_MIN
    ? process.execPath
    : (findInstalled(`node-${process.platform}-${process.arch}/bin/node`) ?? process.execPath);

/** A file that was installed with the portable build. */
export function findInstalled(path: string): string | undefined {
  const file = join(ENGINE_FOLDER, path);
  return existsSync(file) ? file : undefined;
}
