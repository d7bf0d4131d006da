import type { CampaignSettings, CostModel } from '@poklik/contract/campaigns';
import type { CLICK_COST_STATES } from '@poklik/contract/clicks';

export interface Cost {
  /** Millionths of the currency's unit, in digits: more than a double holds. 0 where the cost is unknown. */
  micro: string;
  /** The same as a decimal number, for a destination; empty where the cost is unknown. */
  text: string;
  /** How it is meant: `cpuc` counts only if the click is unique. */
  model: RecordedCostModel;
}

/** `unreadable`: the link carries a cost that is no amount, for example a macro that the source did not replace. */
export type RecordedCostModel = CostModel | 'unreadable';

/** Models of clicks whose cost is unknown, which is not the same as nothing. */
export const UNKNOWN_COST_MODELS = ['none', 'unreadable'] as const satisfies readonly RecordedCostModel[];

export type ClickCostState = (typeof CLICK_COST_STATES)[number];

export const clickCostState = (model: string): ClickCostState =>
  model === 'unreadable' ? 'unreadable' : model === 'none' ? 'unknown' : 'known';

const UNKNOWN: Cost = { micro: '0', text: '', model: 'none' };
const UNREADABLE: Cost = { micro: '0', text: '', model: 'unreadable' };

type Priced = Pick<CampaignSettings, 'cost_model' | 'cost_value'>;

/** What each click of a campaign costs by its own settings. Impressions, conversions and shares are not paid by the click. */
export function campaignClickCost({
  cost_model,
  cost_value,
  cost_param,
}: Priced & Pick<CampaignSettings, 'cost_param'>): Cost {
  if (cost_model === 'none') return UNKNOWN;
  if (cost_model !== 'cpc' && cost_model !== 'cpuc') return { micro: '0', text: '0', model: cost_model };
  const micro = parseMicro(cost_value) ?? '0';
  // Where the price is to come with the link, a price of 0 only says that there is no other.
  return micro === '0' && cost_param !== null ? UNKNOWN : { micro, text: cost_value, model: cost_model };
}

/** What the traffic source says in the link that this very click costs. What is no amount says nothing. */
export function linkClickCost({ cost_model }: Priced, amount: string): Cost {
  const micro = parseMicro(amount);
  return micro === null ? UNREADABLE : { micro, text: amount, model: cost_model === 'cpuc' ? 'cpuc' : 'cpc' };
}

/** What one impression costs where they are bought by the thousand. */
export function impressionCost({ cost_model, cost_value }: Priced): string {
  const micro = cost_model === 'cpm' ? (parseMicro(cost_value) ?? '0') : '0';
  return micro.slice(0, -3) || '0';
}

/** Digits behind the sixth place are cut off. */
function parseMicro(amount: string): string | null {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,30}))?$/.exec(amount) ?? [];
  if (whole === '') return null;
  return `${whole}${fraction.slice(0, 6).padEnd(6, '0')}`.replace(/^0+(?=\d)/, '');
}
