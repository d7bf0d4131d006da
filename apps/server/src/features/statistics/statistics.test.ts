import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasEngine } from '../../testing/stats-command.ts';
import { expectSameFigures, ZONES } from './same-figures.fixture.ts';
import { createStatisticsCalls, type StatisticsCalls } from './statistics.fixture.ts';

const PATIENCE = 180_000;
const CHOICES = 15;

describe.skipIf(!(await hasEngine()))('figures', { timeout: PATIENCE }, () => {
  let world: StatisticsCalls;
  beforeAll(async () => {
    world = await createStatisticsCalls();
  }, PATIENCE * 2);
  afterAll(() => world.close(), PATIENCE);

  it(
    `gives the same figures everywhere, for ${CHOICES} choices of filters and groups in three time zones`,
    () => expectSameFigures(world, CHOICES),
    5 * PATIENCE,
  );

  it('shows the campaign list what it shows itself, in three time zones', async () => {
    for (const zone of ZONES) {
      await world.on.product.services.pool.query('update users set timezone = $2 where id = $1', [
        world.on.owner.id,
        zone,
      ]);
      const list = await vi.waitFor(async () => {
        const answer = await world.on.list('?per_page=100');
        expect(answer.totals).not.toBeNull();
        return answer;
      }, PATIENCE);
      const { data } = await world.read({ group_by: 'campaign', interval: 'none', per_page: 100 });
      expect(list.totals).toMatchObject({
        clicks: data.summary.clicks,
        conversions: data.summary.conversions,
        revenue: data.summary.revenue,
        cost: data.summary.cost,
        profit: data.summary.profit,
      });
      expect(data.summary.clicks).toBeGreaterThan(100);
      for (const { id, stats } of list.data) {
        const row = data.rows.find(({ keys }) => keys[0] === String(id));
        expect([stats?.clicks, stats?.conversions, stats?.profit]).toEqual([
          row?.clicks,
          row?.conversions,
          row?.profit,
        ]);
      }
    }
  });

  it('has 25 steps on the day when the clocks are put back, each with its own clicks', async () => {
    const day = { start_date: '2026-10-25', end_date: '2026-10-25', timezone: 'Europe/Kyiv', interval: 'hour' };
    const { data, meta } = await world.read(day);
    expect(meta.interval).toBe('hour');
    expect(data.series).toHaveLength(25);
    const inHour = (from: string) =>
      world.autumn.filter(
        ({ atMs, verdict }) => verdict === 0 && atMs >= Date.parse(from) && atMs < Date.parse(from) + 3_600_000,
      ).length;
    for (const { date, clicks } of data.series) expect(clicks, date).toBe(inHour(date));
  });
});
