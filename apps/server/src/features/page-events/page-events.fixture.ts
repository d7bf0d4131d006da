import { queryMetrics } from '../../stats/query-metrics.ts';
import type { TestAnalytics } from '../../testing/test-clickhouse.ts';
import { createClickIdGenerator } from '../../tracking/clicks/click-id.ts';

export const HOUR_MS = 3_600_000;
export const NOON = Date.UTC(2026, 8, 30, 12);
export const NOW = NOON / 1000 + 86_400;
export const OWNER = { account_id: 5, campaign_id: 9 };
export const newId = createClickIdGenerator();

interface Made {
  name: string;
  click_id?: string;
  at?: number;
  inserted_at?: number;
  campaign_id?: number;
  country?: string;
}

/** Clicks and events of one campaign in a database that may change from test to test. */
export function createEvents(analytics: () => TestAnalytics) {
  let rows = 0;
  const insert = (table: string, values: object[]) =>
    analytics().client.insert({ table, format: 'JSONEachRow', values });
  return {
    insert,
    async addClick(change: Record<string, unknown> = {}, atMs = NOON): Promise<string> {
      const click_id = newId(atMs, OWNER.campaign_id);
      const facts = {
        ...{ country: 'UA', device: 'mobile', os: 'android', browser: 'chrome', sub1: 'ad-7', version: 3, rule: 1 },
        ...{ cost_micro: 5, cost_currency: 'USD', cost_model: 'cpc' },
      };
      rows += 1;
      await insert('clicks', [{ ...OWNER, ...facts, click_id, at: atMs, seg: 'clicks', off: rows, ...change }]);
      return click_id;
    },
    send: (...events: Made[]) =>
      insert(
        'page_events',
        events.map((event) => {
          rows += 1;
          const own = { at: NOON + HOUR_MS, country: 'FR', device: 'desktop', inserted_at: NOW - 300 };
          return { ...OWNER, ...own, ...event, seg: 'events', off: rows };
        }),
      ),
    read: (groupBy: Parameters<typeof queryMetrics>[1]['groupBy'], change = {}) =>
      queryMetrics(analytics().client, {
        ...{ accountId: OWNER.account_id, period: { from: NOON / 1000 - 86_400 * 40, until: NOW + 86_400 } },
        ...{ timeZone: 'UTC', timeBasis: 'click', filters: [], rates: [{ currency: 'USD', rate: '1', since: 0 }] },
        ...{ groupBy, ...change },
      }),
  };
}
