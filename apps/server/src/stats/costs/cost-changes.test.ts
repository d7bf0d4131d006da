import { type CostChange, EMPTY_CELL } from '@poklik/domain/costs/fold-costs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTestAnalytics, type TestAnalytics } from '../../testing/test-clickhouse.ts';
import { insertCostChanges, listCostChanges } from './cost-changes.ts';

const QUARTER = Date.UTC(2026, 4, 1) / 1000;
const SCOPE = { accountId: 1, campaignId: 2, span: { from: QUARTER, until: QUARTER + 900 } };

const change = (amount: bigint): CostChange => ({
  ...{ quarter: QUARTER, values: EMPTY_CELL },
  ...{ entryId: 1, currency: 'USD', amount, unpriced: 0, withoutCost: 0 },
});

describe.skipIf(!(await hasEngine()))('cost changes', { timeout: 180_000 }, () => {
  let analytics: TestAnalytics;
  beforeAll(async () => {
    analytics = await createTestAnalytics();
  }, 180_000);
  afterAll(() => analytics.drop());

  it('are added although the same ones were added and cancelled before', async () => {
    const { client } = analytics;
    for (const amount of [700n, -700n, 700n]) await insertCostChanges(client, SCOPE, [change(amount)]);
    expect(await listCostChanges(client, SCOPE)).toEqual([change(700n)]);
  });
});
