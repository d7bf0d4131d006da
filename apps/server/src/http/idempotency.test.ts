import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../testing/test-app.ts';
import { removeExpiredKeys, runIdempotent } from './idempotency.ts';

let product: TestApp;
let person: Person;
beforeAll(async () => {
  product = await createTestApp();
  person = await product.person();
  await product.services.pool.query('create table effects (id bigint generated always as identity, what text)');
});
afterAll(() => product.close());

const caller = (key: string, print: string) => ({ userId: person.id, named: { key, print } });
const act = (key: string, print = 'a') =>
  runIdempotent(product.services.db, caller(key, print), async (tx) => {
    const { rows } = await tx.execute(`insert into effects (what) values ('${key}') returning id`);
    return { id: Number(rows[0]?.id) };
  });
const effects = async (key: string) =>
  (await product.services.pool.query('select id from effects where what = $1', [key])).rows.length;

describe('a request with an Idempotency-Key', () => {
  it('runs once, fifty times at once and once more later', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => act('burst')));
    answers.push(await act('burst'));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await effects('burst')).toBe(1);
  });

  it('is rejected when its content differs', async () => {
    await act('named', 'a');
    await expect(act('named', 'b')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await effects('named')).toBe(1);
  });

  it('does not collide with keys of other users', async () => {
    const other = await product.person();
    await act('theirs');
    await runIdempotent(product.services.db, { userId: other.id, named: { key: 'theirs', print: 'b' } }, async () => ({
      id: 0,
    }));
  });

  it('that failed leaves no effect and can be retried', async () => {
    const failing = runIdempotent(product.services.db, caller('failing', 'a'), async (tx) => {
      await tx.execute("insert into effects (what) values ('failing')");
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await effects('failing')).toBe(0);
    await act('failing');
    expect(await effects('failing')).toBe(1);
  });

  it('is remembered for a day', async () => {
    await act('old');
    await removeExpiredKeys(product.services.db);
    await act('old');
    expect(await effects('old')).toBe(1);
    await product.services.pool.query(
      "update idempotency_keys set created_at = now() - interval '25 hours' where key = 'old'",
    );
    await removeExpiredKeys(product.services.db);
    await act('old');
    expect(await effects('old')).toBe(2);
  });
});

describe('a request without an Idempotency-Key', () => {
  it('runs each time', async () => {
    const { db } = product.services;
    const plain = () =>
      runIdempotent(db, { userId: person.id }, async (tx) => {
        await tx.execute("insert into effects (what) values ('plain')");
        return {};
      });
    await plain();
    await plain();
    expect(await effects('plain')).toBe(2);
  });
});
