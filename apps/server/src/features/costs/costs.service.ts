import {
  type CostEntry,
  type CostPreview,
  type CostSource,
  LIVE_COSTS_MAX,
  type NewCost,
} from '@poklik/contract/costs';
import { AppError, invalidField } from '@poklik/contract/errors';
import { fromMicro } from '@poklik/domain/money/amount';
import type { Caller } from '../../http/caller.ts';
import { fullAccountScope } from '../../http/caller.ts';
import { runIdempotent } from '../../http/idempotency.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { listRates } from '../currency-rates/currency-rates.repo.ts';
import { getTimezone } from '../profile/profile.service.ts';
import { type EntryContext, isProblem, readCostEntry } from './cost-entry.service.ts';
import {
  countEntries,
  insertEntries,
  type ListedCostEntry,
  listCampaigns,
  listEntriesById,
  type NewCostEntryRow,
  requestFold,
  undoEntry,
} from './costs.repo.ts';
import { oldestClick } from './fold-costs.service.ts';
import { amountOrNull, type MeasuredCost, measureCosts } from './measure-costs.service.ts';

export async function createEntryContext(
  db: Database,
  caller: Caller,
  source: CostSource,
  campaignIds: readonly number[],
): Promise<EntryContext> {
  const { accountId, userId, apiToken } = caller;
  const [timezone, rates, oldest, campaigns] = await Promise.all([
    getTimezone(db, caller),
    listRates(db),
    oldestClick(db, accountId),
    listCampaigns(db, caller, [...new Set(campaignIds)]),
  ]);
  return {
    ...{ accountId, authorId: userId, tokenId: apiToken?.id ?? null, source, timezone, rates },
    campaigns: new Map(campaigns.map((campaign) => [campaign.id, campaign])),
    ...{ oldestClick: oldest, now: Date.now() },
  };
}

/** Adds the entries, or only measures them. */
export async function createCosts(
  services: Pick<Services, 'db' | 'clickhouse' | 'log'>,
  caller: Caller,
  { entries, dry_run: isDryRun }: { entries: readonly NewCost[]; dry_run: boolean },
): Promise<CostPreview[]> {
  const { db } = services;
  const source = caller.apiToken ? 'api' : 'manual';
  const campaignIds = entries.map(({ campaign_id }) => campaign_id);
  const context = await createEntryContext(db, caller, source, campaignIds);
  const rows = entries.map((entry, place) => {
    const read = readCostEntry(entry, context);
    if (!isProblem(read)) return read;
    const { field, ...problem } = read;
    throw invalidField(`entries.${place}.${field}`, problem);
  });
  const measured = await measureCosts(services, rows, context);
  const previews = measured.map((cost) => toPreview(cost));
  if (isDryRun) return previews;
  return runIdempotent(db, caller, async (tx) => {
    const ids = await addEntries(tx, caller, rows, measured);
    const added = await listEntriesById(tx, caller, ids);
    return previews.map((preview, place) => ({ ...preview, entry: toCostEntry(added[place] as ListedCostEntry) }));
  });
}

/** Runs in a transaction. Returns the IDs in the order of the rows. */
export async function addEntries(
  tx: Database,
  caller: Caller,
  rows: readonly NewCostEntryRow[],
  measured: readonly MeasuredCost[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const live = await countEntries(tx, fullAccountScope(caller), { state: 'live' });
  if (live + rows.length > LIVE_COSTS_MAX)
    throw invalidField('entries', { key: 'limit_reached', values: { max: LIVE_COSTS_MAX } });
  const ids = await insertEntries(
    tx,
    rows.map((row, place) => {
      const { before = null, after = null } = measured[place] ?? {};
      return { ...row, costBeforeMicro: before, costAfterMicro: after };
    }),
  );
  for (const row of dueSpans(rows)) await requestFold(tx, row);
  await recordAudit(tx, {
    ...auditEvent(caller),
    action: 'cost.created',
    entity: `cost:${ids[0]}`,
    after: {
      entries: ids.length,
      amounts: rows.slice(0, 20).map((row) => `${fromMicro(row.amountMicro)} ${row.currency}`),
    },
  });
  return ids;
}

/** One span per campaign. */
function dueSpans(rows: readonly NewCostEntryRow[]) {
  const spans = new Map<number, { accountId: number; campaignId: number; from: Date; until: Date }>();
  for (const { accountId, campaignId, startsAt, endsAt } of rows) {
    const known = spans.get(campaignId);
    spans.set(campaignId, {
      ...{ accountId, campaignId },
      from: known && known.from < startsAt ? known.from : startsAt,
      until: known && known.until > endsAt ? known.until : endsAt,
    });
  }
  return spans.values();
}

export const undoCost = (db: Database, caller: Caller, id: number, reason: string): Promise<CostEntry> =>
  db.transaction(async (tx) => {
    const [found] = await listEntriesById(tx, caller, [id]);
    if (!found) throw new AppError('not_found');
    const { accountId, campaignId, startsAt, endsAt, amountMicro, currency } = found.entry;
    if (startsAt.getTime() / 1000 < (await oldestClick(tx, accountId))) throw invalidField('id', 'too_old');
    if (!(await undoEntry(tx, id, { undoneById: caller.userId, undoReason: reason })))
      throw new AppError('already_undone');
    await requestFold(tx, { accountId, campaignId, from: startsAt, until: endsAt });
    await recordAudit(tx, {
      ...auditEvent(caller),
      action: 'cost.undone',
      entity: `cost:${id}`,
      before: { amount: `${fromMicro(amountMicro)} ${currency}` },
      after: { reason },
    });
    const [undone] = await listEntriesById(tx, caller, [id]);
    return toCostEntry(undone as ListedCostEntry);
  });

const auditEvent = ({ userId, impersonation, accountId, ip }: Caller) => ({
  actor: userId,
  impersonator: impersonation?.operatorId ?? null,
  account: accountId,
  ip,
});

const toPreview = ({ clicks, unpricedClicks, before, after }: MeasuredCost): CostPreview => ({
  verdict: clicks === 0 ? 'no_clicks' : 'ok',
  clicks,
  unpriced_clicks: unpricedClicks,
  cost_before: amountOrNull(before),
  cost_after: amountOrNull(after),
  entry: null,
});

export function toCostEntry(row: ListedCostEntry): CostEntry {
  const { entry, campaign, author, undoneBy, dueFrom, dueUntil } = row;
  const { id, timezone, filters, currency, mode, kind, spread, over, bots, source, note } = entry;
  const isDue = dueFrom !== null && dueUntil !== null && dueFrom < entry.endsAt && dueUntil > entry.startsAt;
  return {
    ...{ id, campaign, timezone, filters, currency, mode, kind, spread, over, bots, source, note, author },
    from: entry.startsAt.toISOString(),
    until: entry.endsAt.toISOString(),
    amount: fromMicro(entry.amountMicro),
    created_at: entry.createdAt.toISOString(),
    undone_at: entry.undoneAt?.toISOString() ?? null,
    undone_by: undoneBy,
    replaced_by: entry.replacedById,
    cost_before: amountOrNull(entry.costBeforeMicro),
    cost_after: amountOrNull(entry.costAfterMicro),
    is_applied: !isDue,
  };
}
