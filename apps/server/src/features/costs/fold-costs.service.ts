import { costDifference } from '@poklik/domain/costs/cost-difference';
import { changedDays, overlappingSpan, pricedUntil } from '@poklik/domain/costs/cost-span';
import { type CostChange, type FoldedEntry, foldCosts } from '@poklik/domain/costs/fold-costs';
import type { Difference } from '@poklik/domain/statistics/reconcile';
import type { Services } from '../../services.ts';
import {
  countCoveredEvents,
  insertCostChanges,
  listClickGroups,
  listCostChanges,
  syncCostRollups,
} from '../../stats/costs/cost-changes.ts';
import type { Period } from '../../stats/period.ts';
import type { Database } from '../../stores/postgres.ts';
import { askOwners, clientOf, whileSettled } from '../../stores/shards/ask-shards.ts';
import {
  type CostEntryRow,
  type CostFold,
  completeFold,
  findFold,
  findRetentionDays,
  listDueFolds,
  listFoldsWithEntries,
  listLiveEntries,
  requestFold,
  tryLockFold,
} from './costs.repo.ts';

type Tools = Pick<Services, 'db' | 'clickhouse'>;

const DAY_SECONDS = 86_400;
const DUE_BATCH = 20;
const CATCH_UP_TURNS = 50;
/** Clicks are in the analytics database long before. */
const SETTLED_SECONDS = 3_600;

const toFolded = (row: CostEntryRow): FoldedEntry => ({
  id: row.id,
  from: row.startsAt.getTime() / 1000,
  until: pricedUntil(row.endsAt.getTime() / 1000, row.createdAt.getTime()),
  filters: row.filters,
  amount: row.amountMicro,
  currency: row.currency,
  mode: row.mode,
  kind: row.kind,
  spread: row.spread,
  over: row.over,
  hasBots: row.bots === 'share',
});

/** Clicks before this time (Unix seconds) may be deleted, so their costs stay as they are. */
export const oldestClick = async (db: Database, accountId: number): Promise<number> =>
  Math.floor(Date.now() / 1000) - (await findRetentionDays(db, accountId)) * DAY_SECONDS;

/** Folds what is due. Returns true when there may be more. */
export async function foldDueCosts(tools: Tools): Promise<boolean> {
  const due = await listDueFolds(tools.db, DUE_BATCH);
  for (const { campaignId } of due) await foldCampaign(tools, campaignId);
  return due.length === DUE_BATCH;
}

/** Makes everything that is due in a campaign right. Returns what was wrong, or null if another process is at it. */
export const foldCampaign = (tools: Tools, campaignId: number): Promise<CostChange[] | null> =>
  whileSettled(tools.clickhouse, () => foldSettled(tools, campaignId));

const foldSettled = ({ db, clickhouse }: Tools, campaignId: number): Promise<CostChange[] | null> =>
  db.transaction(async (tx) => {
    if (!(await tryLockFold(tx, campaignId))) return null;
    const fold = await findFold(tx, campaignId);
    if (!fold?.dueFrom || !fold.dueUntil) return [];
    const due = { from: fold.dueFrom.getTime() / 1000, until: fold.dueUntil.getTime() / 1000 };
    const live = (await listLiveEntries(tx, [campaignId])).map(toFolded);
    const span = overlappingSpan(due, live);
    const isKept = span.from >= (await oldestClick(tx, fold.accountId));
    const entries = live.filter(({ from, until }) => from < span.until && until > span.from);
    // Counted first: clicks that arrive meanwhile are found by the next count.
    const client = await clientOf(clickhouse, fold.accountId);
    const counted = await countCoveredEvents(client, [{ ...fold, spans: spansOf(entries) }]);
    const scope = { accountId: fold.accountId, campaignId, span };
    const changes = isKept ? await foldSpan(client, scope, entries) : [];
    const isOutside = ([day]: [string, number]): boolean => {
      const at = Date.parse(`${day}T00:00:00Z`) / 1000;
      return at < span.from || at >= span.until;
    };
    const events = Object.fromEntries(Object.entries(fold.events).filter(isOutside));
    await completeFold(tx, fold, { ...events, ...counted.get(campaignId) });
    return changes;
  });

/** A second run inserts nothing, so one that was interrupted is completed by the next. */
async function foldSpan(
  client: Services['clickhouse']['client'],
  scope: { accountId: number; campaignId: number; span: Period },
  entries: readonly FoldedEntry[],
): Promise<CostChange[]> {
  const groups = entries.length === 0 ? [] : await listClickGroups(client, scope);
  const wanted = foldCosts(scope.campaignId, groups, entries);
  const missing = costDifference(wanted, await listCostChanges(client, scope));
  if (missing.length > 0) await insertCostChanges(client, scope, missing);
  await syncCostRollups(client, scope);
  return missing;
}

/** Clicks that arrived after a fold take their share of the costs that cover them. */
export async function findLateClicks({ db, clickhouse }: Tools): Promise<void> {
  const folds = await listFoldsWithEntries(db);
  const covered = await listCoveredSpans(db, folds);
  const counted = await askOwners(clickhouse, covered, countCoveredEvents);
  const counts = new Map(counted.flatMap((found) => [...found]));
  for (const { campaignId, accountId, spans } of covered) {
    const events = folds.find((fold) => fold.campaignId === campaignId)?.events ?? {};
    const isCovered = ([day]: [string, number]): boolean => {
      const at = Date.parse(`${day}T00:00:00Z`) / 1000;
      return spans.some(({ from, until }) => at < until && at + DAY_SECONDS > from);
    };
    const known = Object.fromEntries(Object.entries(events).filter(isCovered));
    const days = changedDays(known, counts.get(campaignId) ?? {});
    if (!days) continue;
    await requestFold(db, {
      ...{ campaignId, accountId },
      ...{ from: new Date(days.from * 1000), until: new Date(days.until * 1000) },
    });
  }
}

async function listCoveredSpans(db: Database, folds: readonly CostFold[]) {
  const campaignIds = folds.map(({ campaignId }) => campaignId);
  const entries = campaignIds.length === 0 ? [] : await listLiveEntries(db, campaignIds);
  const oldest = new Map<number, number>();
  for (const accountId of new Set(folds.map((fold) => fold.accountId)))
    oldest.set(accountId, await oldestClick(db, accountId));
  const kept = entries.filter(({ accountId, startsAt }) => startsAt.getTime() / 1000 >= (oldest.get(accountId) ?? 0));
  return folds.flatMap(({ campaignId, accountId }) => {
    const spans = spansOf(kept.filter((entry) => entry.campaignId === campaignId).map(toFolded));
    return spans.length === 0 ? [] : [{ campaignId, accountId, spans }];
  });
}

/** Spans that touch become one. */
function spansOf(entries: readonly FoldedEntry[]): Period[] {
  const spans: Period[] = [];
  for (const { from, until } of [...entries].sort((one, other) => one.from - other.from)) {
    const last = spans.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else spans.push({ from, until });
  }
  return spans;
}

/** Folds all costs again, long after their clicks arrived: whatever changes was not as it should be. */
export async function checkCosts(tools: Tools): Promise<Difference[]> {
  const { db } = tools;
  const differences: Difference[] = [];
  await findLateClicks(tools);
  for (let turn = 0; turn < CATCH_UP_TURNS && (await foldDueCosts(tools)); turn += 1);
  const settledBefore = Math.floor(Date.now() / 1000) - SETTLED_SECONDS;
  for (const { campaignId, accountId, spans } of await listCoveredSpans(db, await listFoldsWithEntries(db))) {
    for (const { from, until } of spans.filter((span) => span.until < settledBefore)) {
      await requestFold(db, { campaignId, accountId, from: new Date(from * 1000), until: new Date(until * 1000) });
      const wrong = (await foldCampaign(tools, campaignId)) ?? [];
      const days = new Set(wrong.map(({ quarter }) => new Date(quarter * 1000).toISOString().slice(0, 10)));
      for (const day of days)
        differences.push({ accountId, day, what: 'cost_entries', expected: `campaign ${campaignId}`, found: '' });
    }
  }
  return differences;
}
