import type { CampaignSettings, CostModel, CostScale } from '@poklik/contract/campaigns';
import type { CLICK_COST_STATES } from '@poklik/contract/clicks';
import { fromMicro } from '../money/amount.ts';

export interface Cost {
  /** Micro units of the currency as digits, because the range exceeds a double. 0 when unknown. */
  micro: string;
  /** The same as a decimal number for destinations; empty when unknown. */
  text: string;
  /** Cost model: `cpuc` counts only for unique clicks. */
  model: RecordedCostModel;
}

/** `unreadable`: the link carries a cost that is not an amount, for example an unreplaced macro, or an impossible one. */
export type RecordedCostModel = CostModel | 'unreadable';

/** Cost models of clicks with an unknown cost, which is not the same as zero. */
export const UNKNOWN_COST_MODELS = ['none', 'unreadable'] as const satisfies readonly RecordedCostModel[];

export type ClickCostState = (typeof CLICK_COST_STATES)[number];

export const clickCostState = (model: string): ClickCostState =>
  model === 'unreadable' ? 'unreadable' : model === 'none' ? 'unknown' : 'known';

const UNKNOWN: Cost = { micro: '0', text: '', model: 'none' };
const UNREADABLE: Cost = { micro: '0', text: '', model: 'unreadable' };

type Priced = Pick<CampaignSettings, 'cost_model' | 'cost_value'>;

/** Cost per click from the campaign's settings. Impressions, conversions and revenue shares are not paid per click. */
export function campaignClickCost({ cost_model, cost_value }: Priced): Cost {
  if (cost_model === 'none') return UNKNOWN;
  if (cost_model !== 'cpc' && cost_model !== 'cpuc') return { micro: '0', text: '0', model: cost_model };
  const micro = parseMicro(cost_value) ?? '0';
  // A price of 0 is one that nobody entered; clicks without cost have a model of their own.
  return micro === '0' ? UNKNOWN : { micro, text: cost_value, model: cost_model };
}

/** No click costs more: such a number is an ID, a time or an amount in the wrong unit. */
const LINK_COST_MAX = 10_000_000_000n;

/** By how many digits the decimal point moves to the left. */
const SCALE_DIGITS: Record<CostScale, number> = { unit: 0, cent: 2, micro: 6, per_mille: 3 };

/** Cost of this click from the link; unreadable if it is not an amount that a click can cost. */
export function linkClickCost(
  { cost_model, cost_scale }: Priced & Pick<CampaignSettings, 'cost_scale'>,
  amount: string,
): Cost {
  const digits = SCALE_DIGITS[cost_scale];
  const sent = parseMicro(amount);
  const micro = sent === null || digits === 0 ? sent : sent.slice(0, -digits) || '0';
  const isPlausible = micro !== null && BigInt(micro) <= LINK_COST_MAX;
  if (!isPlausible) return UNREADABLE;
  const text = digits === 0 ? amount : fromMicro(BigInt(micro));
  return { micro, text, model: cost_model === 'cpuc' ? 'cpuc' : 'cpc' };
}

/** Cost of one impression for the CPM model. */
export function impressionCost({ cost_model, cost_value }: Priced): string {
  const micro = cost_model === 'cpm' ? (parseMicro(cost_value) ?? '0') : '0';
  return micro.slice(0, -3) || '0';
}

/** Truncated after six decimals. */
function parseMicro(amount: string): string | null {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,30}))?$/.exec(amount) ?? [];
  if (whole === '') return null;
  return `${whole}${fraction.slice(0, 6).padEnd(6, '0')}`.replace(/^0+(?=\d)/, '');
}
