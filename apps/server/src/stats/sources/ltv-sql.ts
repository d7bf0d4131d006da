import { LTV_DAYS, type LtvDays } from '@poklik/domain/conversions/ltv';
import { dayAt, startOfDay } from '@poklik/domain/statistics/calendar';
import { type EventTable, timeColumn } from '../dimension-columns.ts';

/** By days: clicks before this second belong to a local day whose clicks are all so many days old. */
export type LtvBounds = Readonly<Record<LtvDays, number>>;

const DAY_SECONDS = 86_400;

export function ltvBounds(timeZone: string, nowSeconds: number): LtvBounds {
  const boundOf = (days: LtvDays): number =>
    startOfDay(timeZone, dayAt(timeZone, (nowSeconds - days * DAY_SECONDS) * 1000));
  return { 1: boundOf(1), 7: boundOf(7), 30: boundOf(30), 90: boundOf(90) };
}

/** When the click of an event was, and how many seconds later the event. */
export const ltvColumns = (source: EventTable): string[] => [
  `toUInt32(${timeColumn(source, 'click')}) AS clicked`,
  `${source === 'conversions' ? 'toInt64(toUnixTimestamp(at)) - toInt64(toUnixTimestamp(click_at))' : 'toInt64(0)'} AS delay`,
];

interface LtvKinds {
  clicks: readonly number[];
  approved: number;
}

export const LTV_MEASURES = LTV_DAYS.flatMap((days) => [`ltv${days}_clicks`, `ltv${days}_revenue`]);

export const ltvMeasuresSql = (bounds: LtvBounds, { clicks, approved }: LtvKinds): string[] =>
  LTV_DAYS.flatMap((days) => [
    `sumIf(number, kind IN (${clicks.join(', ')}) AND clicked < ${bounds[days]}) AS ltv${days}_clicks`,
    `sumIf(amount, kind = ${approved} AND clicked < ${bounds[days]} AND delay <= ${days * DAY_SECONDS}) AS ltv${days}_revenue`,
  ]);
