import type { CampaignFigures, CampaignTotals } from '@poklik/contract/campaigns';
import { addUp, type Counted, costOf, metricsOf, shareOf, sumsOf } from '../statistics/metrics.ts';

/** What the list shows of what was counted. */
export function figuresOf(counted: Counted): CampaignFigures {
  const { clicks, unique_clicks, unpriced_clicks, conversions, revenue, revenue_on_hold, cost, profit } =
    metricsOf(counted);
  return { clicks, unique_clicks, unpriced_clicks, conversions, revenue, revenue_on_hold, cost, profit };
}

/** Of several campaigns together, by the rules of the statistics: what is unknown of one is no zero in the sum. */
export function totalsOf(all: readonly Counted[]): CampaignTotals {
  const withClicks = all.filter(({ clicks }) => clicks > 0);
  return {
    ...figuresOf(addUp(all)),
    campaigns_with_clicks: withClicks.length,
    campaigns_with_cost: withClicks.filter((one) => costOf(one) !== null && one.unpriced_clicks === 0).length,
  };
}

/** Conversions per click; null without clicks. */
export const conversionRate = ({ clicks, conversions }: CampaignFigures): number | null => shareOf(conversions, clicks);

/** Profit per money spent, 0.5 for half as much again; null where nothing was spent or nobody knows how much. */
export const returnOnCost = ({ profit, cost }: CampaignFigures): number | null =>
  profit === null || cost === null ? null : shareOf(Number(profit), Number(cost));

type SortedBy = 'clicks' | 'conversions' | 'revenue' | 'cost' | 'profit';

/** Which of two has less; what is not known is less than anything. */
export function compareCounted(one: Counted, other: Counted, by: SortedBy): number {
  const [first, second] = [figureOf(one, by), figureOf(other, by)];
  if (first === null || second === null) return Number(first !== null) - Number(second !== null);
  return first < second ? -1 : Number(first > second);
}

const figureOf = (counted: Counted, by: SortedBy): number | bigint | null =>
  by === 'clicks' || by === 'revenue' ? counted[by] : sumsOf(counted)[by];
