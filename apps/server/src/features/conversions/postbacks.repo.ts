import type { PostbackResult } from '@poklik/contract/conversion-values';
import { and, asc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { postbacks } from '../../stores/tables/conversions.ts';
import { POSTBACK_RESULTS_CHANNEL } from '../../tracking/postbacks/postback-results.ts';

export type PostbackRow = typeof postbacks.$inferSelect;

/**
 * Due postbacks, longest due first. Accounts take turns, so that one with very many postbacks delays only its own; the
 * recursive query skips through the index. No retry delay reaches an hour: a later due time means that the clock was
 * ahead when it was set.
 */
export async function listDuePostbacks(db: Database, limit: number): Promise<PostbackRow[]> {
  const dueOfAccount = (when: SQL) => sql`
    (select p.id, p.due_at from postbacks p where p.account_id = a.account_id and ${when}
      order by p.due_at, p.arrival limit ${limit})`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive accounts as (
      (select account_id from postbacks where due_at is not null order by account_id limit 1)
      union all
      select (select p.account_id from postbacks p
        where p.due_at is not null and p.account_id > a.account_id order by p.account_id limit 1)
      from accounts a where a.account_id is not null
    )
    select d.id from accounts a cross join lateral (
      select due.id, due.due_at, row_number() over (order by due.due_at) as turn from (
        ${dueOfAccount(sql`p.due_at <= now()`)}
        union all ${dueOfAccount(sql`p.due_at > now() + interval '1 hour'`)}) due) d
    order by d.turn, d.due_at limit ${limit}`);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return db.select().from(postbacks).where(inArray(postbacks.id, ids)).orderBy(asc(postbacks.arrival));
}

export const listDuePostbacksById = (db: Database, id: string): Promise<PostbackRow[]> =>
  db
    .select()
    .from(postbacks)
    .where(and(eq(postbacks.id, id), isNotNull(postbacks.dueAt)));

/**
 * The unresolved ones of `ids` plus all unresolved postbacks of known clicks, in order of
 * arrival: a later postback must not be applied before an earlier one with a longer retry delay.
 */
export const listUnresolvedPostbacks = (
  tx: Database,
  { ids, knownClicks, limit }: { ids: readonly string[]; knownClicks: readonly string[]; limit: number },
): Promise<PostbackRow[]> =>
  tx
    .select()
    .from(postbacks)
    .where(
      and(
        isNotNull(postbacks.dueAt),
        or(inArray(postbacks.id, [...ids]), inArray(postbacks.clickId, [...knownClicks])),
      ),
    )
    .orderBy(asc(postbacks.arrival))
    .limit(limit);

export interface Resolution {
  id: string;
  verdict: PostbackResult;
  conversionId: string | null;
  /** Null when resolved. */
  retryInSeconds: number | null;
}

const NOTIFY_BATCH = 80;

/** Saves the results and notifies the trackers that wait for them. */
export async function resolvePostbacks(tx: Database, resolutions: readonly Resolution[]): Promise<void> {
  await tx.execute(sql`
    update postbacks set verdict = r.verdict, conversion_id = r."conversionId", resolved_at = now(),
      due_at = now() + make_interval(secs => r."retryInSeconds")
    from jsonb_to_recordset(${JSON.stringify(resolutions)}::jsonb)
      as r(id text, verdict text, "conversionId" text, "retryInSeconds" float8)
    where postbacks.id = r.id`);
  for (let at = 0; at < resolutions.length; at += NOTIFY_BATCH) {
    const pairs = resolutions.slice(at, at + NOTIFY_BATCH).map(({ id, verdict }) => [id, verdict]);
    await tx.execute(sql`select pg_notify(${POSTBACK_RESULTS_CHANNEL}, ${JSON.stringify(pairs)})`);
  }
}
