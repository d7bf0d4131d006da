import type { CampaignSettings } from '@poklik/contract/campaigns';
import {
  COST_DAYS_MAX,
  COST_DIMENSIONS,
  type CostDimension,
  type CostFilter,
  type CostSource,
  type NewCost,
} from '@poklik/contract/costs';
import type { FieldProblem } from '@poklik/contract/errors';
import { costSpan } from '@poklik/domain/costs/cost-span';
import { toMicro } from '@poklik/domain/money/amount';
import { type RateSince, rateAt } from '@poklik/domain/money/currency-rates';
import { isTimezone } from '@poklik/domain/profile/timezone';
import type { CostCampaign, NewCostEntryRow } from './costs.repo.ts';

export interface EntryContext {
  accountId: number;
  authorId: number;
  tokenId: number | null;
  source: CostSource;
  /** Of the author, where an entry names none. */
  timezone: string;
  campaigns: ReadonlyMap<number, CostCampaign>;
  rates: readonly RateSince[];
  /** Unix seconds: earlier clicks may be deleted. */
  oldestClick: number;
  now: number;
}

export interface EntryProblem extends FieldProblem {
  field: string;
}

const DAY_SECONDS = 86_400;
/** A span of days has an hour more when clocks go back. */
const SPAN_SECONDS_MAX = COST_DAYS_MAX * DAY_SECONDS + 3_600;
const DIMENSIONS: ReadonlySet<string> = new Set(COST_DIMENSIONS);
/** Paid per conversion: there is no cost of clicks to replace. */
const PAID_BY_CONVERSION: ReadonlySet<string> = new Set(['cpa', 'revshare']);

/** The row to insert, or what is wrong with the entry. */
export function readCostEntry(entry: NewCost, context: EntryContext): NewCostEntryRow | EntryProblem {
  const campaign = context.campaigns.get(entry.campaign_id);
  if (!campaign) return { field: 'campaign_id', key: 'campaign_missing' };
  const timezone = entry.timezone ?? context.timezone;
  if (!isTimezone(timezone)) return { field: 'timezone', key: 'timezone' };
  const span = costSpan(timezone, entry.start, entry.end);
  if (!span) return { field: 'start', key: 'local_time' };
  const problem = spanProblem(span, context) ?? modeProblem(entry, campaign.settings);
  if (problem) return problem;
  if (rateAt(context.rates, entry.currency, span.from * 1000) === null) return { field: 'currency', key: 'no_rate' };
  const filters = entry.filters.map(({ dimension, operator, values }) => {
    const name = resolveDimension(campaign.settings, dimension);
    return name === null ? null : { dimension: name, operator, values: [...new Set(values)].sort() };
  });
  const unknown = filters.indexOf(null);
  if (unknown !== -1) return { field: `filters.${unknown}.dimension`, key: 'cost_filter' };
  const { accountId, authorId, tokenId, source } = context;
  const { currency, mode, kind, spread, over, bots, note } = entry;
  return {
    ...{ accountId, authorId, tokenId, source, timezone, currency, mode, kind, spread, over, bots, note },
    ...{ campaignId: campaign.id, startsAt: new Date(span.from * 1000), endsAt: new Date(span.until * 1000) },
    filters: sortFilters(filters.filter((filter) => filter !== null)),
    amountMicro: toMicro(entry.amount),
  };
}

function spanProblem(
  { from, until }: { from: number; until: number },
  { oldestClick, now }: EntryContext,
): EntryProblem | null {
  if (until <= from) return { field: 'end', key: 'ends_before_start' };
  if (until - from > SPAN_SECONDS_MAX) return { field: 'end', key: 'cost_too_long', values: { max: COST_DAYS_MAX } };
  if (from * 1000 > now) return { field: 'start', key: 'in_future' };
  if (from < oldestClick) return { field: 'start', key: 'too_old' };
  return null;
}

function modeProblem({ mode, kind }: NewCost, settings: CampaignSettings): EntryProblem | null {
  if (mode !== 'set') return null;
  if (kind === 'fee') return { field: 'mode', key: 'fee_is_added' };
  return PAID_BY_CONVERSION.has(settings.cost_model) ? { field: 'mode', key: 'cost_is_added' } : null;
}

/** A dimension, or the one that a parameter of the campaign's links fills. */
export function resolveDimension({ params }: Pick<CampaignSettings, 'params'>, name: string): CostDimension | null {
  if (DIMENSIONS.has(name)) return name as CostDimension;
  return params.find((param) => param.name === name)?.sub ?? null;
}

/** Equal filters are equal as text. */
const sortFilters = (filters: readonly CostFilter[]): CostFilter[] =>
  [...filters].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

export const isProblem = (read: NewCostEntryRow | EntryProblem): read is EntryProblem => 'field' in read;
