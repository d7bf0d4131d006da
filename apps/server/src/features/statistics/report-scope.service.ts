import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError, invalidField } from '@poklik/contract/errors';
import { isLtv } from '@poklik/contract/ltv';
import type { Comparison, statisticsApi } from '@poklik/contract/statistics';
import { typesOfColumns } from '@poklik/contract/type-columns';
import { isTimezone } from '@poklik/domain/profile/timezone';
import {
  comparisonDays,
  type DaySpan,
  dayAt,
  periodSpan,
  type Span,
  truncateComparison,
} from '@poklik/domain/statistics/calendar';
import type { Caller } from '../../http/caller.ts';
import { resolveDays } from '../../http/report-days.ts';
import type { Services } from '../../services.ts';
import type { MetricsScope } from '../../stats/metrics-sources.ts';
import { ltvBounds } from '../../stats/sources/ltv-sql.ts';
import { listLockedPeriods } from '../billing/billing.service.ts';
import { listPaidByImpression } from '../campaigns/campaigns.repo.ts';
import { getTypeRules } from '../conversion-types/conversion-types.service.ts';
import { listRates } from '../currency-rates/currency-rates.repo.ts';
import { getGoalMatches } from '../goals/goals.service.ts';
import { getCalendar } from '../profile/profile.service.ts';
import { hasCampaign } from './statistics.repo.ts';

export type StatisticsQuery = ParsedOf<(typeof statisticsApi)['get']>['query'];

type ScopeQuery = Pick<
  StatisticsQuery,
  'company_id' | 'start_date' | 'end_date' | 'timezone' | 'time_basis' | 'revenue_basis' | 'filters'
> & {
  /** Conversion types whose metrics are asked for, besides those of columns. */
  types?: readonly string[] | undefined;
  ltv?: StatisticsQuery['ltv'];
};

/** The report's period and filters, with defaults filled in. */
export interface ReportScope {
  days: DaySpan;
  subject: MetricsScope;
}

export async function resolveReportScope(
  { db }: Services,
  caller: Caller,
  query: ScopeQuery,
  { now, columns = [] }: { now: number /** Also those that rows are sorted by. */; columns?: readonly string[] },
): Promise<ReportScope> {
  const { company_id: campaignId, filters = [], types = [] } = query;
  const { time_basis: timeBasis = 'click', revenue_basis: revenueBasis } = query;
  const hasLtv = timeBasis === 'click' && (query.ltv === '1' || columns.some(isLtv));
  const codes = [...new Set([...types, ...typesOfColumns(columns)])];
  const [calendar, campaignExists, lockedPeriods, rates, paidByImpression, typeRules, goals] = await Promise.all([
    getCalendar(db, caller),
    campaignId === undefined || hasCampaign(db, caller, campaignId),
    listLockedPeriods(db, caller.accountId),
    listRates(db),
    listPaidByImpression(db, caller.accountId),
    getTypeRules(db, caller.accountId),
    getGoalMatches(db, caller.accountId, codes),
  ]);
  const { timezone: timeZone = calendar.timezone } = query;
  if (!isTimezone(timeZone)) throw invalidField('timezone', 'timezone');
  const days = resolveDays(query, dayAt(timeZone, now));
  if (!campaignExists) throw new AppError('not_found');
  const campaignIds = campaignId === undefined ? caller.campaignIds : [campaignId];
  return {
    days,
    subject: {
      accountId: caller.accountId,
      ...(campaignIds ? { campaignIds } : {}),
      period: periodSpan(timeZone, days),
      lockedPeriods,
      timeZone,
      weekStart: calendar.weekStart,
      timeBasis,
      filters,
      rates,
      paidByImpression,
      typeRules,
      types: codes,
      goals,
      ...(revenueBasis ? { revenueBasis } : {}),
      ...(hasLtv ? { ltv: ltvBounds(timeZone, Math.floor(now / 1000)) } : {}),
    },
  };
}

/** What a report's period is compared with. */
export interface ComparedPeriod {
  days: DaySpan;
  period: Span;
  /** Of an unfinished period, the part as long as has passed. */
  elapsed: Span;
  /** Conversions count as they stood then, in seconds; null for as they stand today. */
  asOf: number | null;
}

/**
 * With the same maturity, conversions count as they were when they were as old as those of the period are now. An
 * expectation says what becomes of both, so it needs no such time.
 */
export function resolveComparison(
  { compare_maturity, revenue_basis }: Pick<StatisticsQuery, 'compare_maturity' | 'revenue_basis'>,
  comparison: Exclude<Comparison, 'none'>,
  { days: current, subject }: ReportScope,
  nowSeconds: number,
): ComparedPeriod {
  const days = comparisonDays(current, comparison);
  const period = periodSpan(subject.timeZone, days);
  const hasSameAge = compare_maturity === 'same' && revenue_basis !== 'expected';
  return {
    days,
    period,
    elapsed: truncateComparison(period, subject.period, nowSeconds),
    asOf: hasSameAge ? nowSeconds - (subject.period.from - period.from) : null,
  };
}
