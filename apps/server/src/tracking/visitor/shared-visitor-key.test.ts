import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPostgres } from '../../stores/postgres.ts';
import { createSecretBox, KEY_BYTES, type SecretBox } from '../../stores/secret-box.ts';
import { type OutageProxy, startOutageProxy } from '../../testing/outage-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { temporaryFolder, until } from '../../testing/test-tracker.ts';
import { shareVisitorKey, startVisitorKeySync } from './shared-visitor-key.ts';
import { openVisitorHasher } from './visitor-hash.ts';

const log = pino({ level: 'silent' });
const WAIT_MS = 10_000;

let database: TestDatabase;
let secrets: SecretBox;
const folders: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  secrets = createSecretBox(randomBytes(KEY_BYTES));
  await database.pool.query('truncate shared_secrets');
});
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function machine() {
  const folder = await temporaryFolder();
  folders.push(folder);
  const visitors = await openVisitorHasher(folder);
  return { folder, visitors, hash: () => visitors.hash('10.0.0.1', 'agent') };
}

async function share(visitors: Awaited<ReturnType<typeof machine>>['visitors'], db = database.db, box = secrets) {
  const sync = startVisitorKeySync({ visitors, db, secrets: box, log });
  await sync.wait(WAIT_MS);
  sync.stop();
}

describe('the visitor key', () => {
  it('of the first machine is used by all, so that its visitors stay the same, also after a restart', async () => {
    const [first, second] = [await machine(), await machine()];
    const before = first.hash();
    expect(second.hash()).not.toBe(before);
    await share(first.visitors);
    await share(second.visitors);
    expect([first.hash(), second.hash()]).toEqual([before, before]);
    // The copy serves a start while PostgreSQL is away.
    expect((await openVisitorHasher(second.folder)).hash('10.0.0.1', 'agent')).toBe(before);
    expect(await readFile(join(second.folder, 'visitor.key'), 'utf8')).toBe(`${first.visitors.key}\n`);
  });

  it('is one key when several machines start at once, and is stored encrypted', async () => {
    const machines = await Promise.all(Array.from({ length: 6 }, machine));
    await Promise.all(machines.map(({ visitors }) => share(visitors)));
    expect(new Set(machines.map(({ hash }) => hash())).size).toBe(1);
    const { rows } = await database.pool.query('select sealed from shared_secrets');
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0].sealed, 'base64').toString('latin1')).not.toContain(machines[0]?.visitors.key);
    expect(secrets.open(rows[0].sealed)).toBe(machines[0]?.visitors.key);
  });

  it('of the machine is used as long as PostgreSQL is away or the stored one cannot be decrypted', async () => {
    const proxy: OutageProxy = await startOutageProxy(database.url);
    const postgres = openPostgres(proxy.url, log);
    try {
      const [first, second] = [await machine(), await machine()];
      await share(first.visitors);
      proxy.cut();
      const own = second.hash();
      const sync = startVisitorKeySync({ visitors: second.visitors, db: postgres.db, secrets, log });
      await sync.wait(200);
      expect(second.hash()).toBe(own);
      proxy.restore();
      await until(() => second.hash() === first.hash(), 30_000);
      sync.stop();

      const other = createSecretBox(randomBytes(KEY_BYTES));
      const third = await machine();
      const thirdHash = third.hash();
      await share(third.visitors, database.db, other);
      expect(third.hash()).toBe(thirdHash);
      await expect(shareVisitorKey(database.db, other, third.visitors.key)).rejects.toThrow('another SECRET_KEY');
    } finally {
      await postgres.close();
      await proxy.close();
    }
  });
});
