import { UNKNOWN_COST_MODELS } from '@poklik/domain/campaigns/click-cost';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { AD_HIT, PAGE_VIEW } from '@poklik/domain/page-events/event-names';
import type { EventKind } from '@poklik/domain/statistics/metrics';
import type { EventTable } from '../dimension-columns.ts';
import { offerCostRows } from './offer-cost-rows.ts';
import { type StepRead, stepRows } from './step-rows.ts';

/**
 * Event kinds, as numbered in the rollup table. Clicks of unknown cost have no currency there instead of a kind, and
 * events with names of their own are event 16.
 */
export const EVENT_KINDS = {
  click: 0,
  bot: 1,
  excluded: 2,
  blocked: 3,
  impression: 4,
  pending: 5,
  approved: 6,
  rejected: 7,
  unpricedClick: 8,
  unpricedBot: 9,
  pageEvent: 16,
  costChange: 17,
  strayEvent: 18,
  landerView: 19,
  landerClick: 20,
  offerClick: 21,
  refund: 22,
  adHit: 23,
  pageView: 24,
} as const satisfies Record<EventKind, number>;

/** The rollup table has each conversion twice: by its own time, and with this added by the time of its click. */
export const BY_CLICK_TIME = 8;
/** Added to the kind of a click or bot of unknown cost. */
const UNPRICED = EVENT_KINDS.unpricedClick - EVENT_KINDS.click;
const UNKNOWN_COST = `cost_model IN (${UNKNOWN_COST_MODELS.map((model) => `'${model}'`).join(', ')})`;

/** Event 16 of the rollups by its name; the two have kinds of their own only here. */
const eventKind = (name: string): string =>
  `multiIf(${name} = '${AD_HIT}', ${EVENT_KINDS.adHit}, ${name} = '${PAGE_VIEW}', ${EVENT_KINDS.pageView}, ${EVENT_KINDS.pageEvent})`;

interface SourceColumns {
  /** `lacksImpressions` is an SQL condition on the row. */
  kind: (lacksImpressions: string) => string;
  number: (lacksImpressions: string) => string;
  /** 1 if unique or the first of its click, or the payout. */
  amount: string;
  spent: string;
  /** Otherwise the money is in the base currency already. */
  hasCurrency: boolean;
  /** Only some of the rows. */
  condition?: string;
  /** What the rows are read from, if not from a table of that name. */
  from?: (read: StepRead) => string;
}

/** Few columns, because planning a query takes longer than running it and every column adds to that. */
export const SOURCE_COLUMNS: Record<EventTable, SourceColumns> = {
  clicks: {
    kind: (lacksImpressions) =>
      `multiIf(verdict = ${ClickOutcome.excluded}, ${EVENT_KINDS.excluded}, verdict = ${ClickOutcome.blocked}, ${EVENT_KINDS.blocked},
        is_bot + ${UNPRICED} * (${UNKNOWN_COST} OR (spent_micro = 0 AND ${lacksImpressions})))`,
    number: () => '1',
    amount: 'is_unique',
    spent: 'spent_micro',
    hasCurrency: true,
  },
  page_events: {
    kind: () => String(EVENT_KINDS.impression),
    number: () => '1',
    amount: '0',
    spent: 'cost_micro',
    hasCurrency: true,
    condition: `name = 'impression'`,
  },
  counted_events: {
    kind: () => `if(is_stray, ${EVENT_KINDS.strayEvent}, ${eventKind('name')})`,
    number: () => '1',
    amount: 'is_first',
    spent: '0',
    hasCurrency: false,
  },
  landings: {
    kind: () => `if(lander_id != 0, ${EVENT_KINDS.landerView}, ${EVENT_KINDS.offerClick})`,
    number: () => '1',
    amount: '0',
    spent: '0',
    hasCurrency: false,
    condition: `verdict = ${ClickOutcome.redirected} AND (lander_id != 0 OR offer_id != 0)`,
    from: () => 'clicks',
  },
  steps: {
    kind: () => 'counted',
    number: () => '1',
    amount: '0',
    spent: '0',
    hasCurrency: false,
    from: stepRows,
  },
  offer_costs: {
    kind: () => String(EVENT_KINDS.costChange),
    number: () => '0',
    amount: '0',
    spent: 'sign * spent_micro',
    hasCurrency: true,
    from: offerCostRows,
  },
  conversions: {
    kind: () =>
      `multiIf(status = 'pending', ${EVENT_KINDS.pending}, status = 'approved', ${EVENT_KINDS.approved}, ${EVENT_KINDS.rejected})`,
    number: () => 'sign',
    amount: 'sign * payout_micro',
    spent: 'sign * cost_micro',
    hasCurrency: false,
  },
  refunds: {
    kind: () => String(EVENT_KINDS.refund),
    number: () => 'sign',
    amount: 'sign * refunded_micro',
    spent: '0',
    hasCurrency: false,
    condition: 'refunded_micro != 0',
    from: () => 'conversions',
  },
  cost_changes: {
    kind: () => String(EVENT_KINDS.costChange),
    number: (lacksImpressions) => `if(${lacksImpressions}, without_cost, unpriced)`,
    amount: '0',
    spent: 'amount_micro',
    hasCurrency: true,
  },
  figures: {
    kind: (lacksImpressions) =>
      `multiIf(event = ${EVENT_KINDS.refund + BY_CLICK_TIME}, ${EVENT_KINDS.refund},
        event = ${EVENT_KINDS.pageEvent}, ${eventKind('type')}, event > ${EVENT_KINDS.pageEvent}, event,
        event <= ${EVENT_KINDS.bot} AND (cost_currency = '' OR (figures.spent = 0 AND ${lacksImpressions})), event + ${UNPRICED},
        event % ${BY_CLICK_TIME})`,
    number: (lacksImpressions) => `if(event = ${EVENT_KINDS.costChange} AND ${lacksImpressions}, amounts, events)`,
    amount: 'amounts',
    spent: 'figures.spent',
    hasCurrency: true,
  },
};
