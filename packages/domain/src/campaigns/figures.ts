import type { CampaignFigures } from '@poklik/contract/campaigns';
import { fromMicro, toMicro } from '../money/amount.ts';
import { type Counted, metricsOf, shareOf } from '../statistics/metrics.ts';

/** What the list shows of what was counted. */
export function figuresOf(counted: Counted): CampaignFigures {
  const { clicks, unique_clicks, conversions, revenue, cost, profit } = metricsOf(counted);
  return { clicks, unique_clicks, conversions, revenue, cost, profit };
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
export const conversionRate = ({ clicks, conversions }: CampaignFigures): number | null => shareOf(conversions, clicks);

/** Profit per money spent, 0.5 for half as much again; null where nothing was spent or nobody knows how much. */
export const returnOnCost = ({ profit, cost }: CampaignFigures): number | null =>
  profit === null || cost === null ? null : shareOf(Number(profit), Number(cost));

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
