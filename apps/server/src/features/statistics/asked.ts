import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError } from '@poklik/contract/errors';
import { PERIOD_DAYS_MAX, type statisticsApi } from '@poklik/contract/statistics';
import { isTimezone } from '@poklik/domain/profile/timezone';
import { addDays, type DaySpan, dayAt, daysBetween, spanOf } from '@poklik/domain/statistics/calendar';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { FiguresQuestion } from '../../stats/figures-question.ts';
import { rateHistory } from '../currency-rates/currency-rates.service.ts';
import { calendarOf } from '../profile/profile.service.ts';
import { heldBack } from '../subscriptions/held-reports.service.ts';
import { hasCampaign } from './statistics.repo.ts';

export type Query = ParsedOf<(typeof statisticsApi)['get']>['query'];

/** What the caller wants to know, with everything filled in that they left open. */
export interface Asked {
  days: DaySpan;
  question: FiguresQuestion;
}

const USUAL_DAYS = 7;

export async function asked(services: Services, caller: Caller, query: Query, now: number): Promise<Asked> {
  const { db } = services;
  const { company_id: campaignId, filters = [], group_by: groupBy = [], time_basis: timeBasis = 'click' } = query;
  const calendar = await calendarOf(db, caller);
  const { timezone: timeZone = calendar.timezone } = query;
  if (!isTimezone(timeZone)) throw refused('timezone', 'timezone');
  const days = daysOf(query, dayAt(timeZone, now));
  if (campaignId !== undefined && !(await hasCampaign(db, caller, campaignId))) throw new AppError('not_found');
  const campaignIds = campaignId === undefined ? caller.campaignIds : [campaignId];
  return {
    days,
    question: {
      accountId: caller.accountId,
      ...(campaignIds ? { campaignIds } : {}),
      period: spanOf(timeZone, days),
      hidden: await heldBack(db, caller.accountId),
      timeZone,
      weekStart: calendar.weekStart,
      timeBasis,
      filters,
      groupBy,
      rates: await rateHistory(db),
    },
  };
}

function daysOf({ start_date, end_date }: Query, today: string): DaySpan {
  const end = end_date ?? (start_date !== undefined && start_date > today ? start_date : today);
  const start = start_date ?? addDays(end, 1 - USUAL_DAYS);
  if (end < start) throw refused('end_date', 'ends_before_start');
  if (daysBetween(start, end) >= PERIOD_DAYS_MAX) throw refused('start_date', 'period_too_long');
  return { start, end };
}

const refused = (field: string, key: string): AppError =>
  new AppError('invalid_request', { fields: { [field]: [{ key }] } });
