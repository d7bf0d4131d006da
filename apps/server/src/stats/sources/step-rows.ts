import { SUBS } from '@poklik/contract/routing';
import type { Dimension } from '@poklik/contract/statistics';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';

export interface StepRead {
  /** An SQL condition on account, campaign and time, the same for steps and clicks. */
  ofScope: string;
  /** Dimensions that rows are grouped or filtered by. */
  asked: readonly Dimension[];
}

/** What only the click knows: a second click has its time and its other facts. */
const OF_CLICK: readonly Dimension[] = ['referrer_host', 'entry', 'tag_kind', ...SUBS];
const OWN = [
  ...['account_id', 'campaign_id', 'quarter', 'version', 'rule', 'destination'],
  ...[
    'country',
    'language',
    'device',
    'os',
    'browser',
    'traffic_source',
    'lander_id',
    'offer_id',
    'next_lander_id',
    'step',
  ],
];

/**
 * Second clicks as what they count as in `counted`, numbered as in the rollups: a view of the next lander, the first click
 * of a visitor on a lander, and the first on the way to an offer.
 */
export function stepRows({ ofScope, asked }: StepRead): string {
  const wanted = [...new Set(asked)].filter((dimension) => OF_CLICK.includes(dimension));
  const rows = `
    SELECT ${OWN.join(', ')}, click_id, at, counted FROM (
      SELECT ${OWN.join(', ')}, click_id, at, firsts FROM steps WHERE verdict = ${ClickOutcome.redirected} AND ${ofScope}
    ) ARRAY JOIN [19, 20, 21] AS counted
    WHERE multiIf(counted = 19, next_lander_id != 0, counted = 20, bitTest(firsts, 0), bitTest(firsts, 1))`;
  if (wanted.length === 0) return `(${rows})`;
  const clicks = `SELECT click_id, ${wanted.join(', ')} FROM clicks WHERE (lander_id != 0 OR entry != '') AND ${ofScope}`;
  return `(SELECT ${OWN.join(', ')}, click_id, at, counted, ${wanted.join(', ')} FROM (${rows}) AS step ANY LEFT JOIN (${clicks}) AS click USING (click_id))`;
}
