import { type Posting, transfer } from '@poklik/domain/ledger/journal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSqlState } from '../../../stores/retry-transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { getBalance, type NewJournal } from './ledger.repo.ts';
import { postJournal } from './ledger.service.ts';

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await createTestDatabase();
});
afterAll(() => postgres.drop());

async function newAccount(): Promise<number> {
  const { rows } = await postgres.pool.query('insert into accounts default values returning id');
  return Number(rows[0].id);
}

let keys = 0;
const journal = (
  accountId: number,
  kind: NewJournal['kind'],
  postings: Posting[],
  key = `test:${++keys}`,
): NewJournal => ({
  accountId,
  kind,
  key,
  postings,
  reference: 'test:1',
});
const postInTransaction = (wanted: NewJournal) => postgres.db.transaction((tx) => postJournal(tx, wanted));
const deposit = (accountId: number, amount: bigint) =>
  postInTransaction(journal(accountId, 'deposit', transfer('external', 'available', amount)));
const payment = (accountId: number, amount: bigint, key?: string) =>
  journal(accountId, 'payment', transfer('available', 'revenue', amount), key);

describe('a journal', () => {
  it('moves money and stores the running balance', async () => {
    const accountId = await newAccount();
    await deposit(accountId, 100n);
    await postInTransaction(payment(accountId, 30n));
    expect(await getBalance(postgres.db, accountId)).toEqual({
      available: 70n,
      reserved: 0n,
      pending: 0n,
      withdrawable: 0n,
    });
    const { rows } = await postgres.pool.query(
      'select amount_minor, balance_after_minor from ledger_postings where account_id = $1 order by id',
      [accountId],
    );
    expect(rows).toEqual([
      { amount_minor: '100', balance_after_minor: '100' },
      { amount_minor: '-30', balance_after_minor: '70' },
    ]);
  });

  it('is posted once per key, and a different journal under the key is rejected', async () => {
    const accountId = await newAccount();
    await deposit(accountId, 100n);
    const first = await postInTransaction(payment(accountId, 30n, `once:${accountId}`));
    const again = await postInTransaction(payment(accountId, 30n, `once:${accountId}`));
    expect(again).toMatchObject({ journalId: first.journalId, isNew: false });
    await expect(postInTransaction(payment(accountId, 31n, `once:${accountId}`))).rejects.toThrow('another journal');
    expect((await getBalance(postgres.db, accountId)).available).toBe(70n);
  });

  it('that overdraws the balance is rejected and leaves no rows', async () => {
    const accountId = await newAccount();
    await deposit(accountId, 10n);
    await expect(postInTransaction(payment(accountId, 11n))).rejects.toMatchObject({ code: 'balance_too_low' });
    expect((await getBalance(postgres.db, accountId)).available).toBe(10n);
    const { rows } = await postgres.pool.query('select count(*)::int as n from ledger_journals where account_id = $1', [
      accountId,
    ]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('succeeds exactly as often as the balance allows in 400 concurrent attempts', async () => {
    const accountId = await newAccount();
    await deposit(accountId, 1_000n);
    // Retry attempts that got no connection in time.
    const attempt = (): Promise<string> =>
      postInTransaction(payment(accountId, 10n)).then(
        () => 'paid',
        (error: { code?: string }) => error.code ?? attempt(),
      );
    const outcomes = await Promise.all(Array.from({ length: 400 }, attempt));
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === 'balance_too_low')).toHaveLength(300);
    expect((await getBalance(postgres.db, accountId)).available).toBe(0n);
  }, 60_000);

  it('moves money once in 50 concurrent attempts under one key', async () => {
    const accountId = await newAccount();
    await deposit(accountId, 100n);
    const same = payment(accountId, 10n, `concurrent:${accountId}`);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => postInTransaction(same)));
    expect(outcomes.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(outcomes.map(({ journalId }) => journalId)).size).toBe(1);
    expect((await getBalance(postgres.db, accountId)).available).toBe(90n);
  });
});

/** Bypasses the service, with the database role of the server itself. */
describe('database constraints', () => {
  const STAYS = 'PKL01';
  const UNBALANCED = 'PKL02';
  const OVERDRAFT = 'PKL03';

  const sqlState = async (...statements: string[]): Promise<string | undefined> => {
    const client = await postgres.pool.connect();
    try {
      await client.query('begin');
      for (const statement of statements) await client.query(statement);
      await client.query('commit');
      return 'accepted';
    } catch (error) {
      await client.query('rollback');
      return findSqlState(error);
    } finally {
      client.release();
    }
  };
  const begin = (accountId: number, kind: string) =>
    `insert into ledger_journals (key, kind, account_id, currency, reference) values ('raw:${++keys}', '${kind}', ${accountId}, 'USD', 'test:1')`;
  const leg = (account: string, amount: number, accountId: number | null) =>
    `insert into ledger_postings (journal_id, account, account_id, amount_minor)
     values ((select max(id) from ledger_journals), '${account}', ${accountId}, ${amount})`;

  let accountId: number;
  beforeAll(async () => {
    accountId = await newAccount();
    await deposit(accountId, 100n);
  });

  it.each([
    ['update ledger_journals set reason = null'],
    ['delete from ledger_journals'],
    ['truncate ledger_journals cascade'],
    ['update ledger_postings set amount_minor = amount_minor + 1'],
    ['delete from ledger_postings'],
    ['truncate ledger_postings'],
    ['update ledger_balances set available_minor = available_minor + 1'],
    ['delete from ledger_balances'],
    ['truncate ledger_balances'],
    ["update audit_entries set action = 'x'"],
    ['delete from audit_entries'],
    ['truncate audit_entries'],
  ])('reject: %s', async (statement) => {
    await postgres.pool.query("insert into audit_entries (action, entity) values ('test.done', 'test:1')");
    expect(await sqlState(statement)).toBe(STAYS);
  });

  it('reject a balance that starts above zero', async () => {
    const other = await newAccount();
    expect(await sqlState(`insert into ledger_balances (account_id, available_minor) values (${other}, 5)`)).toBe(
      STAYS,
    );
  });

  it('reject a journal that is unbalanced, or has one posting or none', async () => {
    expect(await sqlState(begin(accountId, 'deposit'), leg('external', -5, null), leg('available', 6, accountId))).toBe(
      UNBALANCED,
    );
    expect(await sqlState(begin(accountId, 'deposit'), leg('available', 6, accountId))).toBe(UNBALANCED);
    expect(await sqlState(begin(accountId, 'deposit'))).toBe(UNBALANCED);
  });

  it('accept a balanced journal, and no later postings to it', async () => {
    const both = [leg('external', -5, null), leg('available', 5, accountId)];
    expect(await sqlState(begin(accountId, 'deposit'), ...both)).toBe('accepted');
    expect(await sqlState(leg('fees', 1, null), leg('revenue', -1, null))).toBe(STAYS);
    const early = ['set constraints all immediate', leg('fees', 1, null)];
    expect(await sqlState(begin(accountId, 'deposit'), ...both, ...early)).toBe(UNBALANCED);
  });

  it('reject an overdraft of any customer account', async () => {
    const spend = (kind: string, from: string, to: string) =>
      sqlState(begin(accountId, kind), leg(from, -1_000, accountId), leg(to, 1_000, null));
    expect(await spend('payment', 'available', 'revenue')).toBe(OVERDRAFT);
    expect(await spend('withdrawal_payout', 'reserved', 'external')).toBe(OVERDRAFT);
    expect(await spend('commission_reversal', 'pending', 'commissions')).toBe(OVERDRAFT);
    const withdrawn = [leg('available', -10, accountId), leg('reserved', 10, accountId)];
    expect(await sqlState(begin(accountId, 'withdrawal_request'), ...withdrawn)).toBe(OVERDRAFT);
  });

  it('allow a reversal below zero, and then no spending', async () => {
    const debtor = await newAccount();
    await postInTransaction(journal(debtor, 'commission_reversal', transfer('available', 'commissions', 7n)));
    expect((await getBalance(postgres.db, debtor)).available).toBe(-7n);
    await deposit(debtor, 5n);
    expect(await sqlState(begin(debtor, 'payment'), leg('available', -1, debtor), leg('revenue', 1, null))).toBe(
      OVERDRAFT,
    );
  });

  it('reject a posting to another customer or to an unknown account', async () => {
    const other = await newAccount();
    expect(await sqlState(begin(accountId, 'deposit'), leg('external', -5, null), leg('available', 5, other))).toBe(
      '23503',
    );
    expect(await sqlState(begin(accountId, 'deposit'), leg('pocket', 5, null))).toBe('23514');
    expect(await sqlState(begin(accountId, 'deposit'), leg('available', 5, null))).toBe('23514');
  });
});

describe('a lost connection', () => {
  it('at any statement leaves the complete journal or nothing, and a retry posts it once', async () => {
    const accountId = await newAccount();
    await deposit(accountId, 1_000n);
    for (let statement = 1; statement <= 6; statement += 1) {
      const wanted = payment(accountId, 10n, `killed:${accountId}:${statement}`);
      const before = (await getBalance(postgres.db, accountId)).available;
      const attempt = postgres.db.transaction(async (tx) => {
        await postJournal(killedAt(tx, statement), wanted);
      });
      const outcome = await attempt.then(
        () => 'committed',
        () => 'lost',
      );
      expect(outcome).toBe(statement <= 4 ? 'lost' : 'committed');
      const expected = outcome === 'lost' ? before : before - 10n;
      expect((await getBalance(postgres.db, accountId)).available).toBe(expected);
      await postInTransaction(wanted);
      expect((await getBalance(postgres.db, accountId)).available).toBe(before - 10n);
    }
  });

  /** Terminates the connection right before the n-th statement. */
  function killedAt<T extends object>(tx: T, statement: number): T {
    let count = 0;
    const STATEMENTS = new Set(['insert', 'select', 'update', 'delete', 'execute']);
    return new Proxy(tx, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || !STATEMENTS.has(String(name))) return value;
        count += 1;
        if (count === statement) kill(target);
        return value.bind(target);
      },
    });
  }
  /** On the same connection, so that it takes effect before the next statement. */
  const kill = (tx: object): void => {
    const { execute } = tx as { execute(query: string): Promise<unknown> };
    execute.call(tx, 'select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  };
});
