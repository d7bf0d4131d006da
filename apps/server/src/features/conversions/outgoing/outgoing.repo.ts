import type { OutgoingRequest } from '@poklik/domain/conversions/outgoing-postback';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { outgoingPostbacks } from '../../../stores/tables/conversions.ts';
import { notifyPostbackFailure } from './postback-failure.emails.ts';

export interface ClaimedPostback extends OutgoingRequest {
  id: number;
  accountId: number;
  attempts: number;
  conversionId: string;
  /** The rest of an event to an ad platform is made when it is sent. */
  connectionId: number | null;
}

/** Longer than any delivery takes, so an expired lease means that the sender died. */
const LEASE_SECONDS = 60;

/**
 * Claims the oldest due postback of each account that is below its limit, so that accounts take turns regardless of how many
 * postbacks each has. The recursive query skips through the index, because an account may have very many rows. No retry
 * delay reaches an hour: a later due time means that the clock was ahead when it was set.
 */
export async function claimOutgoingPostbacks(
  db: Database,
  { limit, busyAccounts }: { limit: number; busyAccounts: readonly number[] },
): Promise<ClaimedPostback[]> {
  const busy = sql`${JSON.stringify(busyAccounts)}::jsonb`;
  const firstOfAccount = (when: SQL) => sql`
    (select w.id from outgoing_postbacks w where w.account_id = a.account_id and w.state = 'waiting' and ${when}
      order by w.due_at, w.id limit 1 for update skip locked)`;
  const { rows } = await db.execute<{
    id: string;
    account_id: string;
    url: string;
    method: OutgoingRequest['method'];
    headers: OutgoingRequest['headers'];
    body_type: OutgoingRequest['body_type'];
    body: string;
    attempts: number;
    conversion_id: string;
    connection_id: string | null;
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
        where o.id = coalesce(${firstOfAccount(sql`w.due_at <= now()`)},
          ${firstOfAccount(sql`w.due_at > now() + interval '1 hour'`)})) f
      where a.account_id is not null and not ${busy} @> to_jsonb(a.account_id)
      order by f.due_at limit ${limit}
    )
    update outgoing_postbacks o set due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from first where o.id = first.id
    returning o.id, o.account_id, o.url, o.method, o.headers, o.body_type, o.body, o.attempts,
      o.conversion_id, o.connection_id`);
  return rows.map(({ id, account_id, conversion_id: conversionId, connection_id, ...row }) => ({
    ...row,
    ...{ id: Number(id), accountId: Number(account_id), conversionId },
    connectionId: connection_id === null ? null : Number(connection_id),
  }));
}

export interface DeliveryResult {
  state: 'waiting' | 'sent' | 'failed' | 'skipped';
  answer: number | null;
  answerBody: string;
  error: string;
  retryInSeconds: number;
  /** Empty for a postback of a campaign. */
  reason: string;
  /** Of an event to an ad platform, once it is made. */
  request: OutgoingRequest | null;
}

export const updateDelivery = (
  db: Database,
  id: number,
  { state, answer, answerBody, error, reason, request, retryInSeconds }: DeliveryResult,
) =>
  db.transaction(async (tx) => {
    await tx
      .update(outgoingPostbacks)
      .set({
        ...{ state, answer, answerBody, error, reason },
        ...(request ? toColumns(request) : {}),
        attempts: sql`${outgoingPostbacks.attempts} + 1`,
        triedAt: sql`now()`,
        dueAt: sql`now() + make_interval(secs => ${retryInSeconds})`,
      })
      .where(eq(outgoingPostbacks.id, id));
    if (state === 'failed') await notifyPostbackFailure(tx, id);
  });

const toColumns = ({ body_type: bodyType, url, method, headers, body }: OutgoingRequest) => ({
  ...{ url, method, headers, bodyType, body },
});
