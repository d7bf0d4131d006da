import type { CostEntry, CostPreview } from '@poklik/contract/costs';
import type { CostDetails } from '@poklik/contract/statistics-cost';
import { toMicro } from '@poklik/domain/money/amount';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { storeClicks } from '../../testing/statistics-fixture.ts';
import { createStatisticsCalls, type StatisticsCalls } from '../statistics/statistics.fixture.ts';

const TIMEOUT_MS = 300_000;
const DAY = '2026-10-25';

describe.skipIf(!(await hasEngine()))('cost details', { timeout: TIMEOUT_MS }, () => {
  let fixture: StatisticsCalls;
  beforeAll(async () => {
    fixture = await createStatisticsCalls();
  }, TIMEOUT_MS);
  afterAll(() => fixture.close(), TIMEOUT_MS);

  async function send(path: string, body: object) {
    const answer = await fixture.on.product.call('POST', path, { token: fixture.on.owner.token, body });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    await vi.waitFor(
      async () => {
        const { pool } = fixture.on.product.services;
        const { rows } = await pool.query('select campaign_id from cost_folds where due_from is not null');
        expect(rows).toEqual([]);
      },
      { timeout: TIMEOUT_MS, interval: 50 },
    );
    return answer.json().data;
  }

  it('say where a cost comes from, and add up to every report', async () => {
    const details = async (query: Record<string, string | number>): Promise<CostDetails['data']> => {
      const answer = await fixture.patiently(() =>
        fixture.on.product.call('GET', fixture.address('/statistics/cost', query), { token: fixture.on.owner.token }),
      );
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().data;
    };
    const [click] = fixture.autumn;
    if (!click) throw new Error('no clicks');
    const priced = await fixture.on.created({
      ...{ name: 'Link and price', cost_model: 'cpc', cost_value: '0.20', cost_param: 'bid' },
    });
    const costing = (cost_micro: number, sub1: string) => ({
      ...{ ...click, campaign_id: priced.id, version: 1, verdict: 0, conversion: null, sub1 },
      ...{ cost_micro, cost_currency: 'USD', atMs: Date.parse(`${DAY}T10:00:00Z`) },
    });
    const clicks = [costing(200_000, 'a'), costing(200_000, 'b'), costing(512_345, 'b')];
    await storeClicks(fixture.clickhouse.client, fixture.on.owner.accountId, clicks);
    const day = { start_date: DAY, end_date: DAY, timezone: 'UTC', company_id: priced.id };
    const own = [
      { origin: 'link', cost: '0.512345' },
      { origin: 'price', cost: '0.40' },
    ];
    expect(await details(day)).toMatchObject({ cost: '0.912345', clicks: 3, origins: own, corrections_total: 0 });
    const entry = { campaign_id: priced.id, start: DAY, end: DAY, timezone: 'UTC', amount: '3', currency: 'USD' };
    const previews: CostPreview[] = await send('/costs', { entries: [{ ...entry, note: 'invoice 7' }] });
    const added = previews[0]?.entry as CostEntry;
    expect(await details(day)).toMatchObject({
      cost: '3.00',
      origins: [...own, { origin: 'corrections', cost: '2.087655' }],
      corrections: [{ entry: { id: added.id, source: 'manual', amount: '3.00', note: 'invoice 7' }, cost: '2.087655' }],
      corrections_total: 1,
    });
    const filters = JSON.stringify([{ dimension: 'sub1', operator: 'in', values: ['a'] }]);
    expect(await details({ ...day, filters })).toMatchObject({ cost: '1.00', origins: [{ cost: '0.20' }, {}] });
    await send(`/costs/${added.id}/undo`, { reason: 'a test' });
    const autumn = { start_date: '2026-10-23', end_date: '2026-11-03', timezone: 'Europe/Kyiv' };
    for (const query of [autumn, { ...autumn, filters }, { ...autumn, company_id: fixture.campaigns[0]?.id ?? 0 }]) {
      const { cost, origins } = await details(query);
      const { data } = await fixture.read(query);
      expect(cost).toBe(data.summary.cost);
      expect(origins.reduce((sum, { cost }) => sum + toMicro(cost ?? '0'), 0n)).toBe(toMicro(cost ?? '0'));
    }
    const stranger = await fixture.on.product.call('GET', fixture.address('/statistics/cost', day), {
      token: fixture.on.stranger.token,
    });
    expect(stranger.statusCode).toBe(404);
  });
});
