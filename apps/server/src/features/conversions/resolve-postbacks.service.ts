import type { PostbackResult } from '@poklik/contract/conversion-values';
import type { Services } from '../../services.ts';
import { findClicks } from '../../stats/find-clicks.ts';
import { lockConversions } from '../../stores/locks/conversions-lock.ts';
import { parseClickTime } from '../../tracking/clicks/click-id.ts';
import { createBaseConverter } from '../currency-rates/currency-rates.service.ts';
import {
  listDuePostbacks,
  listDuePostbacksById,
  listUnresolvedPostbacks,
  type PostbackRow,
  type Resolution,
  resolvePostbacks,
} from './postbacks.repo.ts';
import { recordConversions } from './record-conversions.service.ts';

type Tools = Pick<Services, 'db' | 'clickhouse' | 'metrics'>;

const BATCH_SIZE = 500;
/** Clicks reach ClickHouse within seconds; after this time the click is reported as unknown. */
const CLICK_WAIT_MS = 120_000;
/** After this time the click is no longer looked up. */
const GIVE_UP_MS = 24 * 3_600_000;
const RETRY_MIN_SECONDS = 0.5;
const RETRY_MAX_SECONDS = 600;

/** Returns true when there may be more. */
export async function resolveDuePostbacks(tools: Tools): Promise<boolean> {
  const due = await listDuePostbacks(tools.db, BATCH_SIZE);
  if (due.length === 0) return false;
  const resolved = await resolveBatch(tools, due);
  return due.length === BATCH_SIZE || resolved === BATCH_SIZE;
}

export async function resolvePostbackNow(tools: Tools, id: string): Promise<void> {
  const due = await listDuePostbacksById(tools.db, id);
  if (due.length > 0) await resolveBatch(tools, due);
}

/** Returns the number of processed postbacks. */
async function resolveBatch({ db, clickhouse, metrics }: Tools, due: readonly PostbackRow[]): Promise<number> {
  const clicks = await findClicks(
    clickhouse,
    due.map(({ clickId, accountId, campaignId }) => ({
      ...{ clickId, accountId },
      campaignId: campaignId ?? 0,
      at: parseClickTime(clickId),
    })),
  );
  const resolutions = await db.transaction(async (tx) => {
    await lockConversions(tx);
    const rows = await listUnresolvedPostbacks(tx, {
      ids: due.filter(({ clickId }) => !clicks.has(clickId)).map(({ id }) => id),
      knownClicks: [...clicks.keys()],
      limit: BATCH_SIZE,
    });
    const now = Date.now();
    const outcomes = await recordConversions(tx, rows.map(toConversionInput), {
      clicks,
      toBase: await createBaseConverter(tx),
      resultWhenMissing: ({ postbackId }) =>
        missingClickResult(
          rows.find(({ id }) => id === postbackId),
          now,
        ),
    });
    const found = rows.map((row, index): Resolution => {
      const { result, conversion } = outcomes[index] ?? { result: 'waiting' as const, conversion: null };
      return {
        id: row.id,
        verdict: result,
        conversionId: conversion?.id ?? null,
        retryInSeconds: retryDelaySeconds(row, result, clicks.has(row.clickId), now),
      };
    });
    await resolvePostbacks(tx, found);
    return found;
  });
  for (const { verdict, retryInSeconds } of resolutions)
    if (retryInSeconds === null) metrics.postbacks.inc({ result: verdict });
  return resolutions.length;
}

const toConversionInput = ({ id, accountId, campaignId, clickId, fields, receivedAt, source }: PostbackRow) => ({
  accountId,
  // Only those of a campaign are due.
  campaignId: campaignId ?? 0,
  clickId,
  fields,
  receivedAt,
  source,
  postbackId: id,
});

/**
 * A postback may arrive before its click. Both timestamps come from the tracker's clock, which may be wrong, so the
 * waiting time is measured with the local clock.
 */
function missingClickResult(row: PostbackRow | undefined, now: number): PostbackResult {
  if (!row) return 'unknown_click';
  const age = row.receivedAt.getTime() - parseClickTime(row.clickId) + now - row.shippedAt.getTime();
  return age > CLICK_WAIT_MS || age < -CLICK_WAIT_MS ? 'unknown_click' : 'waiting';
}

/** Backs off, because ClickHouse may lag for hours after an outage. */
function retryDelaySeconds(row: PostbackRow, result: PostbackResult, isFound: boolean, now: number): number | null {
  if (isFound || (result !== 'waiting' && result !== 'unknown_click')) return null;
  const age = now - row.shippedAt.getTime();
  if (age > GIVE_UP_MS) return null;
  return Math.min(Math.max(age / 2_000, RETRY_MIN_SECONDS), RETRY_MAX_SECONDS);
}
