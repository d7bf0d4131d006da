import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Pass } from '@poklik/domain/landers/pass';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox, KEY_BYTES, type SecretBox } from '../../stores/secret-box.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { temporaryFolder } from '../../testing/test-tracker.ts';
import { newPassKey, openPassKeys } from './pass-keys.ts';
import { sharePassKeys, startPassKeySync } from './shared-pass-keys.ts';

const PASS: Pass = {
  ...{ clickId: '01jd2m9xw0003pd6kq9vbhzt4n8c1g', version: 1, landerId: 7, step: 1, rule: 0, destination: 1 },
  ...{ uid: 'k3v9x2ab', outcome: 0, isBot: false, values: [] },
  facts: { country: 'DE', language: 'de', device: 'mobile', os: 'android', browser: 'chrome' },
};
const log = pino({ level: 'silent' });
const [THIS_YEAR, NEXT_YEAR, LATER] = [Date.UTC(2026, 11, 31), Date.UTC(2027, 0, 1), Date.UTC(2028, 0, 1)];

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

async function machine(secret = newPassKey()) {
  const folder = await temporaryFolder();
  folders.push(folder);
  return { folder, keys: await openPassKeys(folder, secret) };
}

describe('keys of passes', () => {
  it('sign a pass that only those who know one of them can read', async () => {
    const [one, other] = [await machine(), await machine()];
    const text = one.keys.sign(PASS);
    expect(one.keys.open(text)).toMatchObject(PASS);
    expect(other.keys.open(text)).toBeNull();
    // A machine that never shared any has the same after a restart.
    const again = await machine('its own secret');
    expect((await openPassKeys(again.folder, 'its own secret')).open(again.keys.sign(PASS))).toMatchObject(PASS);
  });

  it('are the same on all machines that start at once, encrypted, and kept for a start without PostgreSQL', async () => {
    const machines = await Promise.all(Array.from({ length: 5 }, () => machine()));
    const syncs = machines.map(({ keys }) =>
      startPassKeySync({ setKeys: keys.setKeys, db: database.db, secrets, log }),
    );
    await Promise.all(syncs.map((sync) => sync.wait(10_000)));
    for (const sync of syncs) sync.stop();
    const text = machines[0]?.keys.sign(PASS) ?? '';
    for (const { keys, folder } of machines) {
      expect(keys.open(text)).toMatchObject(PASS);
      expect((await openPassKeys(folder, '')).open(text)).toMatchObject(PASS);
    }
    const { rows } = await database.pool.query('select name, sealed from shared_secrets order by name');
    expect(rows).toHaveLength(2);
    const shared = await sharePassKeys(database.db, secrets);
    for (const { sealed } of rows) for (const key of shared) expect(sealed).not.toContain(key);
  });

  it('change with the year, and a pass of the year before stays good', async () => {
    const [before, { keys }] = [await machine(), await machine()];
    await before.keys.setKeys(await sharePassKeys(database.db, secrets, THIS_YEAR));
    const text = before.keys.sign(PASS);
    await keys.setKeys(await sharePassKeys(database.db, secrets, NEXT_YEAR));
    expect(keys.open(text)).toMatchObject(PASS);
    expect(before.keys.open(keys.sign(PASS))).toBeNull();
    await keys.setKeys(await sharePassKeys(database.db, secrets, LATER));
    expect(keys.open(text)).toBeNull();
  });
});
