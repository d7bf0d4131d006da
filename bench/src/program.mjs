// The whole program with its own data folder, as `npm start` runs it.
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort, start, waitFor } from './processes.mjs';

const PROGRAM = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const ENTER = 'echo $$ > "$0" && exec "$@"';

/** `group` is a file that takes the ID of a process to limit its memory. */
export async function startProgram(settings = {}, { group } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'poklik-bench-program-'));
  // PostgreSQL does not run as root; its user must be able to read this folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const dataDir = join(folder, 'data');
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    LIMIT_USER_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const program = start(group === undefined ? ['node', PROGRAM] : ['sh', '-c', ENTER, group, 'node', PROGRAM], { env });
  const end = async () => {
    await program.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await waitFor(`${origin}/v1/health`);
  } catch (error) {
    await end();
    throw error;
  }
  return { origin, dataDir, pid: program.pid, end, query: (sql, values) => queryDatabase(dataDir, sql, values) };
}

/** Queries the embedded PostgreSQL directly. */
async function queryDatabase(dataDir, sql, values = []) {
  const [, , , port] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'postgres',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
    database: 'poklik',
  });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}
