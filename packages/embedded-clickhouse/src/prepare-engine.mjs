// Installs ClickHouse in WebAssembly on platforms without a native build.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasNativeEngine } from './native-engine.mjs';

const engine = fileURLToPath(new URL('../engine/', import.meta.url));

/** Returns `native`, `wasm` after installing it, or `none` if that failed. */
export function prepareEngine() {
  if (hasNativeEngine()) return 'native';
  if (existsSync(join(engine, 'node_modules', 'chdb-wasm', 'package.json'))) return 'wasm';
  console.log(
    `There is no native ClickHouse for ${process.platform}-${process.arch}; installing the portable one (once).`,
  );
  // Passed on the command line, because under `npm test` variables of the outer project override `.npmrc`.
  const settings = ['--engine-strict=false', '--no-fund', '--no-audit', '--loglevel=error'];
  const { status } = spawnSync('npm', ['ci', ...settings], {
    cwd: engine,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return 'wasm';
  console.error('It could not be installed: statistics stay off until CLICKHOUSE_URL names a ClickHouse server.');
  return 'none';
}
