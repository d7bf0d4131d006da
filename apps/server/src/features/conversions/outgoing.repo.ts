import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { outgoingPostbacks } from '../../stores/tables/conversions.ts';
import { notifyPostbackFailure } from './postback-failure.emails.ts';

export interface ClaimedPostback {
  id: number;
  accountId: number;
  url: string;
  method: 'GET' | 'POST';
  attempts: number;
}

/** Longer than any delivery takes, so an expired lease means that the sender died. */
const LEASE_SECONDS = 60;

/**
 * Claims the oldest due postback of each account that is below its limit, so that accounts take turns regardless of how many
 * postbacks each has. The recursive query skips through the index, because an account may have very many rows.
 */
export async function claimOutgoingPostbacks(
  db: Database,
  { limit, busyAccounts }: { limit: number; busyAccounts: readonly number[] },
): Promise<ClaimedPostback[]> {
  const busy = sql`${JSON.stringify(busyAccounts)}::jsonb`;
  const { rows } = await db.execute<{
    id: string;
    account_id: string;
    url: string;
    method: string;
    attempts: number;
  }>(sql`
    with recursive accounts as (
      (select account_id from outgoing_postbacks where state = 'waiting' order by account_id limit 1)
      union all
      select (select o.account_id from outgoing_postbacks o
        where o.state = 'waiting' and o.account_id > a.account_id order by o.account_id limit 1)
      from accounts a where a.account_id is not null
    ), first as (
      select f.id, f.due_at from accounts a cross join lateral (
        select o.id, o.due_at from outgoing_postbacks o
        where o.account_id = a.account_id and o.state = 'waiting' and o.due_at <= now()
        order by o.due_at, o.id limit 1 for update skip locked) f
      where a.account_id is not null and not ${busy} @> to_jsonb(a.account_id)
      order by f.due_at limit ${limit}
    )
    update outgoing_postbacks o set due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from first where o.id = first.id
    returning o.id, o.account_id, o.url, o.method, o.attempts`);
  return rows.map(({ id, account_id, url, method, attempts }) => ({
    id: Number(id),
    accountId: Number(account_id),
    url,
    method: method === 'POST' ? 'POST' : 'GET',
    attempts,
  }));
}

export interface DeliveryResult {
  state: 'waiting' | 'sent' | 'failed';
  answer: number | null;
  error: string;
  retryInSeconds: number;
}

export const updateDelivery = (db: Database, id: number, { state, answer, error, retryInSeconds }: DeliveryResult) =>
  db.transaction(async (tx) => {
    await tx
      .update(outgoingPostbacks)
      .set({
        ...{ state, answer, error },
        attempts: sql`${outgoingPostbacks.attempts} + 1`,
        triedAt: sql`now()`,
        dueAt: sql`now() + make_interval(secs => ${retryInSeconds})`,
      })
      .where(eq(outgoingPostbacks.id, id));
    if (state === 'failed') await notifyPostbackFailure(tx, id);
  });
