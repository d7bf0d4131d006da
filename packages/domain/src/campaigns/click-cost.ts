import type { CampaignSettings, CostModel } from '@poklik/contract/campaigns';

export interface Cost {
  /** Millionths of the currency's unit, in digits: more than a double holds. */
  micro: string;
  /** The same as a decimal number, for a destination. */
  text: string;
  /** How it is meant: `cpuc` counts only if the click is unique. */
  model: CostModel;
}

type Priced = Pick<CampaignSettings, 'cost_model' | 'cost_value'>;

/** Whether it is known at all what the traffic costs. Where nobody says it, the cost is unknown and not nothing. */
export const countsCost = ({ cost_model, cost_param }: Pick<CampaignSettings, 'cost_model' | 'cost_param'>): boolean =>
  cost_model !== 'none' || cost_param !== null;

/** What each click of a campaign costs by its own settings. Impressions, conversions and shares are not paid by the click. */
export function costByCampaign({ cost_model, cost_value }: Priced): Cost {
  const isByClick = cost_model === 'cpc' || cost_model === 'cpuc';
  return isByClick
    ? { micro: microOf(cost_value) ?? '0', text: cost_value, model: cost_model }
    : { micro: '0', text: '0', model: cost_model };
}

/** What the traffic source says in the link that this very click costs; null when it does not say an amount. */
export function costByLink({ cost_model }: Priced, amount: string): Cost | null {
  const micro = microOf(amount);
  return micro === null ? null : { micro, text: amount, model: cost_model === 'cpuc' ? 'cpuc' : 'cpc' };
}

/** What one impression costs where they are bought by the thousand. */
export function costOfImpression({ cost_model, cost_value }: Priced): string {
  const micro = cost_model === 'cpm' ? (microOf(cost_value) ?? '0') : '0';
  return micro.slice(0, -3) || '0';
}

/** Digits behind the sixth place are cut off. */
function microOf(amount: string): string | null {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,30}))?$/.exec(amount) ?? [];
  if (whole === '') return null;
  return `${whole}${fraction.slice(0, 6).padEnd(6, '0')}`.replace(/^0+(?=\d)/, '');
}
