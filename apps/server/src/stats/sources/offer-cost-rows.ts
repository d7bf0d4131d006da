import { SUBS } from '@poklik/contract/routing';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { StepRead } from './step-rows.ts';

const OF_CLICK = [
  ...['account_id', 'campaign_id', 'quarter', 'version', 'rule', 'destination', 'lander_id', 'entry', 'tag_kind'],
  ...['country', 'language', 'device', 'os', 'browser', 'referrer_host', 'traffic_source', ...SUBS],
  ...['cost_micro', 'cost_currency', 'spent_micro'],
].join(', ');

/** Numbers are joined several times as fast as texts. */
export const VISIT = 'cityHash64(click_id) AS visit';

/** The offer that each click reached first behind a lander, as `reached` of its `visit`; an SQL condition says of which clicks. */
export const firstOffers = (ofScope: string): string => `
  SELECT ${VISIT}, argMin(offer_id, at) AS reached FROM steps
  WHERE offer_id != 0 AND verdict = ${ClickOutcome.redirected} AND bitTest(firsts, 1) AND ${ofScope} GROUP BY visit`;

/** Clicks that cost something and reached an offer behind a lander, with that offer as `reached`: twice, with a `sign`. */
export const offerCostRows = ({ ofScope }: StepRead): string => `(
  SELECT ${OF_CLICK}, reached, sign FROM (
    SELECT ${VISIT}, ${OF_CLICK} FROM clicks
    WHERE offer_id = 0 AND lander_id != 0 AND spent_micro != 0 AND ${ofScope}
  ) AS click ANY INNER JOIN (${firstOffers(ofScope)}) AS step USING (visit)
  ARRAY JOIN [1, -1] AS sign)`;
