import type { CampaignFigures } from '@poklik/contract/campaigns';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { fromMicro, toMicro } from '../money/amount.ts';

/** Nothing happened. */
export const NO_FIGURES: CampaignFigures = {
  clicks: 0,
  unique_clicks: 0,
  conversions: 0,
  revenue: '0.00',
  cost: '0.00',
  profit: '0.00',
};

/** Money that was spent in another currency than the base one is not known in the base one. */
export function figuresOf(counted: {
  clicks: number;
  uniqueClicks: number;
  /** In millionths, by currency. */
  costMicro: ReadonlyMap<string, bigint>;
}): CampaignFigures {
  const isConvertible = [...counted.costMicro.keys()].every((currency) => currency === BASE_CURRENCY);
  const cost = counted.costMicro.get(BASE_CURRENCY) ?? 0n;
  return {
    ...NO_FIGURES,
    clicks: counted.clicks,
    unique_clicks: counted.uniqueClicks,
    cost: isConvertible ? fromMicro(cost) : null,
    profit: isConvertible ? fromMicro(-cost) : null,
  };
}

/** Of several campaigns together; what is not known of one is not known of all. */
export function sumFigures(all: readonly CampaignFigures[]): CampaignFigures {
  const count = (name: 'clicks' | 'unique_clicks' | 'conversions') => all.reduce((sum, one) => sum + one[name], 0);
  const money = (amounts: readonly string[]) => fromMicro(amounts.reduce((sum, amount) => sum + toMicro(amount), 0n));
  const known = (name: 'revenue' | 'cost' | 'profit') => {
    const amounts = all.flatMap((one) => one[name] ?? []);
    return amounts.length === all.length ? money(amounts) : null;
  };
  return {
    clicks: count('clicks'),
    unique_clicks: count('unique_clicks'),
    conversions: count('conversions'),
    revenue: known('revenue'),
    cost: known('cost'),
    profit: known('profit'),
  };
}

/** Conversions per click; null without clicks. */
export const conversionRate = ({ clicks, conversions }: CampaignFigures): number | null =>
  clicks === 0 ? null : conversions / clicks;

/** Profit per money spent, 0.5 for half as much again; null where nothing was spent or nobody knows how much. */
export const returnOnCost = ({ profit, cost }: CampaignFigures): number | null =>
  profit === null || cost === null || Number(cost) === 0 ? null : Number(profit) / Number(cost);

/** Which of two has less; money is compared as money, not as text, and what is not known is less than anything. */
export function compareFigures(
  one: CampaignFigures,
  other: CampaignFigures,
  by: 'clicks' | 'conversions' | 'revenue' | 'cost' | 'profit',
): number {
  const [first, second] = [one[by], other[by]].map((value) => (typeof value === 'string' ? toMicro(value) : value));
  if (first == null || second == null) return Number(first != null) - Number(second != null);
  return first < second ? -1 : Number(first > second);
}
