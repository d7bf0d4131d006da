import type { PostbackResult } from '@poklik/contract/conversion-values';
import { and, asc, eq, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { postbacks } from '../../stores/tables/conversions.ts';
import { POSTBACK_RESULTS_CHANNEL } from '../../tracking/postbacks/postback-results.ts';

export type PostbackRow = typeof postbacks.$inferSelect;

/**
 * Due postbacks in order of arrival. No retry delay reaches an hour: a later due time means that the clock
 * was ahead when it was set.
 */
export const listDuePostbacks = (db: Database, limit: number): Promise<PostbackRow[]> =>
  db
    .select()
    .from(postbacks)
    .where(or(lte(postbacks.dueAt, sql`now()`), gt(postbacks.dueAt, sql`now() + interval '1 hour'`)))
    .orderBy(asc(postbacks.arrival))
    .limit(limit);

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
