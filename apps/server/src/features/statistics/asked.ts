import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError } from '@poklik/contract/errors';
import { PERIOD_DAYS_MAX, type statisticsApi } from '@poklik/contract/statistics';
import { isTimezone } from '@poklik/domain/profile/timezone';
import { addDays, type DaySpan, dayAt, daysBetween, periodSpan } from '@poklik/domain/statistics/calendar';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { Subject } from '../../stats/figures-parts.ts';
import { listPaidByImpression } from '../campaigns/campaigns.service.ts';
import { rateHistory } from '../currency-rates/currency-rates.service.ts';
import { calendarOf } from '../profile/profile.service.ts';
import { heldBack } from '../subscriptions/held-reports.service.ts';
import { hasCampaign } from './statistics.repo.ts';

export type Query = ParsedOf<(typeof statisticsApi)['get']>['query'];

type About = Pick<Query, 'company_id' | 'start_date' | 'end_date' | 'timezone' | 'time_basis' | 'filters'>;

/** What the caller wants to know about, with everything filled in that they left open. */
export interface Asked {
  days: DaySpan;
  subject: Subject;
}

const USUAL_DAYS = 7;

export async function asked({ db }: Services, caller: Caller, query: About, now: number): Promise<Asked> {
  const { company_id: campaignId, filters = [], time_basis: timeBasis = 'click' } = query;
  const [calendar, isThere, hidden, rates, paidByImpression] = await Promise.all([
    calendarOf(db, caller),
    campaignId === undefined || hasCampaign(db, caller, campaignId),
    heldBack(db, caller.accountId),
    rateHistory(db),
    listPaidByImpression(db, caller.accountId),
  ]);
  const { timezone: timeZone = calendar.timezone } = query;
  if (!isTimezone(timeZone)) throw refused('timezone', 'timezone');
  const days = daysOf(query, dayAt(timeZone, now));
  if (!isThere) throw new AppError('not_found');
  const campaignIds = campaignId === undefined ? caller.campaignIds : [campaignId];
  return {
    days,
    subject: {
      accountId: caller.accountId,
      ...(campaignIds ? { campaignIds } : {}),
      period: periodSpan(timeZone, days),
      hidden,
      timeZone,
      weekStart: calendar.weekStart,
      timeBasis,
      filters,
      rates,
      paidByImpression,
    },
  };
}

function daysOf({ start_date, end_date }: About, today: string): DaySpan {
  const end = end_date ?? (start_date !== undefined && start_date > today ? start_date : today);
  const start = start_date ?? addDays(end, 1 - USUAL_DAYS);
  if (end < start) throw refused('end_date', 'ends_before_start');
  if (daysBetween(start, end) >= PERIOD_DAYS_MAX) throw refused('start_date', 'period_too_long');
  return { start, end };
}

const refused = (field: string, key: string): AppError =>
  new AppError('invalid_request', { fields: { [field]: [{ key }] } });
