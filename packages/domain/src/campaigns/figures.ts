import type { CampaignFigures, CampaignTotals } from '@poklik/contract/campaigns';
import { fromMicro, toMicro } from '../money/amount.ts';
import { costState } from '../statistics/cost-state.ts';
import { type Counted, metricsOf, NOTHING, shareOf, sumsOf } from '../statistics/metrics.ts';

/** What the list shows of what was counted. */
export function figuresOf(counted: Counted): CampaignFigures {
  const { clicks, unique_clicks, unpriced_clicks, conversions, revenue, revenue_on_hold, cost, profit } =
    metricsOf(counted);
  return { clicks, unique_clicks, unpriced_clicks, conversions, revenue, revenue_on_hold, cost, profit };
}

type Count = 'clicks' | 'unique_clicks' | 'unpriced_clicks' | 'conversions';

/** Of several campaigns together, by the rules of the statistics: what is unknown of one is no zero in the sum. */
export function sumFigures(all: readonly CampaignFigures[]): CampaignTotals {
  const count = (name: Count) => all.reduce((sum, one) => sum + one[name], 0);
  const money = (name: 'revenue' | 'revenue_on_hold' | 'cost') =>
    all.reduce((sum, one) => sum + toMicro(one[name] ?? '0'), 0n);
  const [clicks, unpriced_clicks, conversions] = [count('clicks'), count('unpriced_clicks'), count('conversions')];
  // The cost of a campaign is null, too, where some of it is in a currency without a rate.
  const lacksRate = all.some((one) => one.cost === null && one.unpriced_clicks < one.clicks);
  const { cost, profit } = sumsOf({
    ...NOTHING,
    clicks,
    unpriced_clicks,
    revenue: money('revenue'),
    cost: lacksRate ? null : money('cost'),
  });
  const withClicks = all.filter((one) => one.clicks > 0);
  return {
    clicks,
    unique_clicks: count('unique_clicks'),
    unpriced_clicks,
    conversions,
    revenue: fromMicro(money('revenue')),
    revenue_on_hold: fromMicro(money('revenue_on_hold')),
    cost: cost === null ? null : fromMicro(cost),
    profit: profit === null ? null : fromMicro(profit),
    campaigns_with_clicks: withClicks.length,
    campaigns_with_cost: withClicks.filter((one) => costState(one) === 'known').length,
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
