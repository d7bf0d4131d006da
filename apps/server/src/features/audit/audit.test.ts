import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { recordAudit } from './audit.service.ts';

let postgres: TestDatabase;
let accountId: number;
beforeAll(async () => {
  postgres = await createTestDatabase();
  accountId = Number((await postgres.pool.query('insert into accounts default values returning id')).rows[0].id);
});
afterAll(() => postgres.drop());

const auditEvent = (number: number) => ({
  actor: null,
  account: accountId,
  action: 'test.done',
  entity: `test:${number}`,
  before: { number: number - 1 },
  after: { number },
  ip: '192.0.2.1',
});
const entries = async () =>
  (
    await postgres.pool.query(
      `select position, entity, previous_hash, hash, audit_hash(e) as expected from audit_entries e
       where account_id = $1 order by position`,
      [accountId],
    )
  ).rows;

describe('audit log', () => {
  it('forms one hash chain per account under concurrent writes', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        postgres.db.transaction((tx) => recordAudit(tx, auditEvent(number + 1))),
      ),
    );
    const chain = await entries();
    expect(chain.map(({ position }) => position)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    for (const [index, entry] of chain.entries()) {
      expect(entry.previous_hash).toBe(index === 0 ? '' : chain[index - 1].hash);
      expect(entry.hash).toBe(entry.expected);
    }
  });

  it('detects entries that were altered in the database', async () => {
    const client = await postgres.pool.connect();
    // Only the table owner can disable the trigger; the hash chain then reveals the change.
    await client.query('begin; alter table audit_entries disable trigger audit_entries_stay');
    await client.query(`update audit_entries set after = '{"number": 99}' where account_id = $1 and position = 7`, [
      accountId,
    ]);
    const { rows } = await client.query(
      'select position from audit_entries e where account_id = $1 and hash <> audit_hash(e)',
      [accountId],
    );
    await client.query('rollback');
    client.release();
    expect(rows).toEqual([{ position: 7 }]);
  });

  it('does not keep entries of a rolled back transaction', async () => {
    const before = await entries();
    await postgres.db
      .transaction(async (tx) => {
        await recordAudit(tx, auditEvent(1));
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(await entries()).toEqual(before);
  });
});
