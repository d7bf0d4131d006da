// Queries ClickHouse directly, without the program.
import { setTimeout as sleep } from 'node:timers/promises';

const REST_PATIENCE_MS = 10 * 60_000;
const QUIET_MS = 3_000;

/** The URL has the form `http://<name>:<password>@<host>:<port>/<database>`. */
export function askStore(url) {
  const { username, password, host, pathname } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return async (query, body = '') => {
    const address = new URL(`http://${host}/`);
    address.searchParams.set('database', pathname.slice(1));
    address.searchParams.set('query', query);
    const answer = await fetch(address, { method: 'POST', headers: { authorization }, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };
}

/** Waits until recent parts are merged, because merges slow down queries. */
export async function rest(ask) {
  for (const until = performance.now() + REST_PATIENCE_MS; performance.now() < until; await sleep(1_000)) {
    if (await isBusy(ask)) continue;
    await sleep(QUIET_MS);
    if (!(await isBusy(ask))) return;
  }
  throw new Error('ClickHouse is still merging');
}

const isBusy = async (ask) => Number(await ask('SELECT count() FROM system.merges')) > 0;
