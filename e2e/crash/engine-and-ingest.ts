import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kills the embedded ClickHouse and the ingest, found through /proc. The program starts them again. */
export function killEngineAndIngest(dataDir: string): void {
  const folder = join(dataDir, 'clickhouse');
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const settings = read(pid, 'environ');
    const isIngest = settings.includes('ROLES=stats') && settings.includes(`DATA_DIR=${dataDir}`);
    if (isIngest || read(pid, 'cmdline').includes(folder)) process.kill(Number(pid), 'SIGKILL');
  }
}

function read(pid: string, file: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
  } catch {
    return []; // the process has exited in the meantime
  }
}

/** Queries ClickHouse directly, not through the product. Throws while it is down. */
export async function queryClickhouse(dataDir: string, query: string): Promise<string[]> {
  const { origin, pathname, username, password } = new URL(readFileSync(join(dataDir, 'clickhouse-url'), 'utf8'));
  const answer = await fetch(`${origin}/?database=${pathname.slice(1)}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    body: `${query} FORMAT TabSeparated`,
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text.split('\n').filter(Boolean);
}
