import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const PROGRAM = fileURLToPath(new URL('../bin/poklik.mjs', import.meta.url));

describe('poklik', { timeout: 60_000 }, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  function run(args: string[], input = '') {
    const env = { DATABASE_URL: database.url, PASSWORD_MEMORY_KIB: '64', PASSWORD_PASSES: '1' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      env,
      input,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }

  it('creates operators', async () => {
    const create = (input: string) => run(['create-operator', 'Anna@poklik.test'], input);
    expect(create('short\n')).toMatchObject({ status: 1, stdout: expect.stringMatching(/characters\.\n/) });
    expect(create('password1234\n')).toMatchObject({ status: 1, stdout: expect.stringMatching(/[^.]\.\n$/) });
    expect(create('an unusual passphrase\n')).toMatchObject({
      status: 0,
      stdout: 'Operator anna@poklik.test created: http://localhost:3000\n',
    });
    expect(create('an unusual passphrase\n')).toMatchObject({
      status: 1,
      stdout: 'anna@poklik.test has an account already.\n',
    });
    const { rows } = await database.db.execute(sql`select email, role from users`);
    expect(rows).toMatchObject([{ email: 'anna@poklik.test' }]);
  });

  it('verifies the ledger', async () => {
    expect(run(['reconcile'])).toEqual({ status: 0, stdout: 'The books add up.\n', stderr: '' });
    await database.db.execute(sql`insert into invoice_series (series, last) values ('GAP', 1)`);
    expect(run(['reconcile'])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^series:GAP: violates "invoice numbers have no gaps"$/m),
    });
  });
});
