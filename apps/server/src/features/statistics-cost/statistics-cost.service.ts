import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError } from '@poklik/contract/errors';
import { BASE_CURRENCY } from '@poklik/contract/money';
import {
  CORRECTIONS_SHOWN,
  COST_ORIGINS,
  type CostCorrection,
  type CostDetails,
  type statisticsCostApi,
} from '@poklik/contract/statistics-cost';
import { campaignClickCost } from '@poklik/domain/campaigns/click-cost';
import { metricValue } from '@poklik/domain/statistics/metrics';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { type CostPart, queryCostOrigins } from '../../stats/costs/cost-origins.ts';
import { listEntriesById } from '../costs/costs.repo.ts';
import { toCostEntry } from '../costs/costs.service.ts';
import { amountOrNull } from '../costs/measure-costs.service.ts';
import { resolveReportScope } from '../statistics/report-scope.service.ts';
import { queryClickhouse } from '../statistics/statistics.service.ts';
import { listVersionsWithCostParam } from './statistics-cost.repo.ts';

type Query = ParsedOf<(typeof statisticsCostApi)['cost']>['query'];

/** Where the cost of a report comes from. */
export async function getCostDetails(services: Services, caller: Caller, query: Query): Promise<CostDetails> {
  // Every part of the answer is money.
  if (!caller.canSeeMoney) throw new AppError('forbidden');
  const [{ days, subject }, versions] = await Promise.all([
    resolveReportScope(services, caller, query, { now: Date.now() }),
    listVersionsWithCostParam(services.db, caller, query.company_id),
  ]);
  const { totals, parts } = await queryClickhouse(services, caller, (client) =>
    queryCostOrigins(
      client,
      subject,
      versions.map((version) => ({ ...version, priceMicro: campaignClickCost(version).micro })),
    ),
  );
  const corrections = parts.filter(({ entryId, micro }) => entryId > 0 && micro !== 0n);
  const mayRead = caller.permissions.includes('costs:read');
  return {
    data: {
      cost: amountOrNull(metricValue(totals, 'cost') as bigint | null),
      clicks: totals.clicks,
      unpriced_clicks: totals.unpriced_clicks,
      origins: COST_ORIGINS.map((origin) => ({
        origin,
        cost: sumOf(parts.filter((part) => part.origin === origin)),
      })).filter(({ cost }) => cost !== '0.00'),
      corrections: mayRead ? await nameCorrections(services, caller, corrections) : [],
      corrections_total: corrections.length,
    },
    meta: {
      period: { start_date: days.start, end_date: days.end },
      timezone: subject.timeZone,
      currency: BASE_CURRENCY,
    },
  };
}

const sumOf = (parts: readonly CostPart[]): string | null =>
  amountOrNull(
    parts.reduce<bigint | null>((sum, { micro }) => (sum === null || micro === null ? null : sum + micro), 0n),
  );

const sizeOf = ({ micro }: CostPart): bigint => (micro === null ? 0n : micro < 0n ? -micro : micro);

async function nameCorrections(
  { db }: Services,
  caller: Caller,
  parts: readonly CostPart[],
): Promise<CostCorrection[]> {
  const largest = parts
    .toSorted((one, other) => Number(sizeOf(other) - sizeOf(one)) || other.entryId - one.entryId)
    .slice(0, CORRECTIONS_SHOWN);
  const listed = await listEntriesById(
    db,
    caller,
    largest.map(({ entryId }) => entryId),
  );
  const byId = new Map(listed.map((row) => [row.entry.id, toCostEntry(row)]));
  return largest.flatMap(({ entryId, micro }) => {
    const entry = byId.get(entryId);
    if (!entry) return [];
    const { id, campaign, source, author, created_at, note, mode, kind, amount, currency } = entry;
    return {
      entry: { id, campaign, source, author, created_at, note, mode, kind, amount, currency },
      cost: amountOrNull(micro),
    };
  });
}
