import { readdirSync, readFileSync } from 'node:fs';

interface StatisticsProcess {
  pid: number;
  /** Its URL with user name and password. */
  address: URL;
}

/** Finds the embedded ClickHouse process through /proc; undefined while it is not running. */
export function statisticsProcess(dataDir: string): StatisticsProcess | undefined {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const settings = settingsOf(name);
    if (settings.get('ROLES') !== 'stats' || settings.get('DATA_DIR') !== dataDir) continue;
    const address = settings.get('STATS_LISTEN');
    if (address) return { pid: Number(name), address: new URL(address) };
  }
  return undefined;
}

function settingsOf(pid: string): Map<string, string> {
  try {
    const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
  } catch {
    // The process has exited in the meantime.
    return new Map();
  }
}

/** Queries ClickHouse directly, not through the product. Throws while it is down. */
export async function queryClickhouse(dataDir: string, query: string): Promise<string[]> {
  const found = statisticsProcess(dataDir);
  if (!found) throw new Error('there is no statistics process');
  const { origin, pathname, username, password } = found.address;
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
