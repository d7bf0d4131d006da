import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError } from '@poklik/contract/errors';
import { PERIOD_DAYS_MAX, type statisticsApi } from '@poklik/contract/statistics';
import { isTimezone } from '@poklik/domain/profile/timezone';
import { addDays, type DaySpan, dayAt, daysBetween, periodSpan } from '@poklik/domain/statistics/calendar';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { MetricsScope } from '../../stats/metrics-sources.ts';
import { listLockedPeriods } from '../billing/billing.service.ts';
import { listPaidByImpression } from '../campaigns/campaigns.service.ts';
import { listRateHistory } from '../currency-rates/currency-rates.service.ts';
import { getCalendar } from '../profile/profile.service.ts';
import { hasCampaign } from './statistics.repo.ts';

export type StatisticsQuery = ParsedOf<(typeof statisticsApi)['get']>['query'];

type ScopeQuery = Pick<
  StatisticsQuery,
  'company_id' | 'start_date' | 'end_date' | 'timezone' | 'time_basis' | 'filters'
>;

/** The report's period and filters, with defaults filled in. */
export interface ReportScope {
  days: DaySpan;
  subject: MetricsScope;
}

const DEFAULT_DAYS = 7;

export async function resolveReportScope(
  { db }: Services,
  caller: Caller,
  query: ScopeQuery,
  now: number,
): Promise<ReportScope> {
  const { company_id: campaignId, filters = [], time_basis: timeBasis = 'click' } = query;
  const [calendar, campaignExists, lockedPeriods, rates, paidByImpression] = await Promise.all([
    getCalendar(db, caller),
    campaignId === undefined || hasCampaign(db, caller, campaignId),
    listLockedPeriods(db, caller.accountId),
    listRateHistory(db),
    listPaidByImpression(db, caller.accountId),
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
    },
  };
}

function resolveDays({ start_date, end_date }: ScopeQuery, today: string): DaySpan {
  const end = end_date ?? (start_date !== undefined && start_date > today ? start_date : today);
  const start = start_date ?? addDays(end, 1 - DEFAULT_DAYS);
  if (end < start) throw invalidField('end_date', 'ends_before_start');
  if (daysBetween(start, end) >= PERIOD_DAYS_MAX) throw invalidField('start_date', 'period_too_long');
  return { start, end };
}

const invalidField = (field: string, key: string): AppError =>
  new AppError('invalid_request', { fields: { [field]: [{ key }] } });
