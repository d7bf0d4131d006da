import { silentAfterSeconds } from '../networks/network-health.ts';

/** Fewer postbacks say nothing about how often they come. */
export const RHYTHM_MIN_POSTBACKS = 10;

/** Whether postbacks are missing for much longer than usual. */
export const isSilent = ({ seconds, gapSeconds }: { seconds: number; gapSeconds: number | null }): boolean =>
  seconds >= silentAfterSeconds(gapSeconds);

/** Fewer expected conversions may stay away by chance. */
const EXPECTED_MIN = 20;
const DROP_SHARE = 0.5;
/** Chance alone gets that far below about once in five thousand days. */
const DEVIATIONS = 3.5;

export interface DayAndWeek {
  /** Of the last 24 hours. */
  clicks: number;
  conversions: number;
  /** Of the seven days before. */
  clicksBefore: number;
  conversionsBefore: number;
}

/** How many conversions the last day would have had at the rate of the week before, if it had far fewer; else null. */
export function expectedBeforeDrop({
  clicks,
  conversions,
  clicksBefore,
  conversionsBefore,
}: DayAndWeek): number | null {
  if (clicksBefore === 0) return null;
  const expected = (clicks * conversionsBefore) / clicksBefore;
  const hasDropped =
    expected >= EXPECTED_MIN &&
    conversions <= expected * DROP_SHARE &&
    conversions < expected - DEVIATIONS * Math.sqrt(expected);
  return hasDropped ? Math.round(expected) : null;
}
