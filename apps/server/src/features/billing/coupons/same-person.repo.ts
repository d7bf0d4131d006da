import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { mailbox } from '../../../stores/tables/users.ts';

/**
 * The account, and others whose owner has the same mailbox or payout details. A shared network is not enough to refuse
 * somebody.
 */
const accountsOfPerson = (accountId: number): SQL => sql`
  select other.account_id from users own
    join team_members m on m.user_id = own.id and m.role = 'OWNER' and m.account_id = ${accountId}
    join users other on other.id = own.id or ${mailbox(sql`other.email`)} = ${mailbox(sql`own.email`)}
    join team_members o on o.user_id = other.id and o.role = 'OWNER'
  union select other.account_id from payout_details own join payout_details other on other.fingerprint = own.fingerprint
    where own.account_id = ${accountId}`;

async function exists(db: Database, question: SQL): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (${question}) as found`);
  return rows[0]?.found === true;
}

/** Whether the person has paid for a plan, with any account. */
export const hasPaid = (db: Database, accountId: number): Promise<boolean> =>
  exists(
    db,
    sql`select from invoices where type = 'subscription' and paid_at is not null
      and account_id in (${accountsOfPerson(accountId)})`,
  );

export const hasHadTrial = (db: Database, accountId: number): Promise<boolean> =>
  exists(db, sql`select from trials where account_id in (${accountsOfPerson(accountId)})`);
