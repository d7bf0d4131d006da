import { AGE_STARTS, type ApprovalRate } from '@poklik/domain/statistics/approval-rate';
import type { EventTable } from './dimension-columns.ts';

/** Approval rates by age group of the conversions of one campaign and type. */
export interface SeriesRates {
  /** The value of `SERIES`. */
  series: bigint;
  rates: readonly (ApprovalRate | null)[];
}

/** What pending conversions are worth, by the age that they have at a time in seconds. */
export interface Expectation {
  at: number;
  series: readonly SeriesRates[];
}

/** The campaign and type of a conversion as a number, because types are texts of customers. */
export const SERIES = 'cityHash64(campaign_id, type)';

/** The age group of a number of seconds; the same as `ageGroupOf` in packages/domain. */
export const ageGroupSql = (seconds: string): string =>
  `toUInt8(${AGE_STARTS.slice(1)
    .map((start) => `(${seconds} >= ${start})`)
    .join(' + ')})`;

const NO_RATE = -1;

/** Columns of what a conversion is worth if it is pending, with the scale of rates, or of its payout without a rate. */
export function ratedColumns(source: EventTable, { at, series }: Expectation): string[] {
  if (source !== 'conversions') return ['likely', 'low', 'high', 'unrated'].map((name) => `toInt128(0) AS ${name}`);
  const known = series.flatMap(({ series: own, rates }) =>
    rates.flatMap((rate, group) => (rate ? [{ key: BigInt.asUintN(64, own + BigInt(group)), rate }] : [])),
  );
  const key = `${SERIES} + ${ageGroupSql(`(${at} - toInt64(toUnixTimestamp(at)))`)}`;
  const rateOf = (end: keyof ApprovalRate): string =>
    known.length === 0
      ? `toInt64(${NO_RATE})`
      : `transform(${key}, [${known.map((one) => `toUInt64(${one.key})`).join()}], [${known.map(({ rate }) => `toInt64(${rate[end]})`).join()}], toInt64(${NO_RATE}))`;
  const rated = (end: keyof ApprovalRate): string => `toInt128(amount) * greatest(${rateOf(end)}, 0) AS ${end}`;
  return [
    rated('likely'),
    rated('low'),
    rated('high'),
    `toInt128(if(${rateOf('likely')} = ${NO_RATE}, amount, 0)) AS unrated`,
  ];
}
