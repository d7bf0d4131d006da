import { findDifferences } from '@poklik/domain/statistics/reconcile';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readDailyTotals } from '../../stats/daily-totals.ts';
import { queryMetrics } from '../../stats/query-metrics.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { sendRequest } from '../../testing/test-tracker.ts';
import { createTrackedApp, type TrackedApp, type TrackedCampaign, WAIT } from '../../testing/tracked-app.ts';

const DAY_SECONDS = 86_400;

interface Visitor {
  pass: string;
  clickId: string;
  cookie: string;
}

/** From the ad to the report, through the tracker, the log, the ingest and both databases. */
describe.skipIf(!(await hasEngine()))('reports of landers', { timeout: 300_000 }, () => {
  let tracked: TrackedApp;
  let campaign: TrackedCampaign;
  let lander: { id: number; key: string };
  const offers: number[] = [];
  /** Clicks until the tracker knew the lander; the last one is a view. */
  let early = 0;

  const create = async (path: string, body: object) => {
    const answer = await tracked.call('POST', path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.data;
  };
  const offerTarget = (offer: number | undefined) => ({ offer_id: offer });

  beforeAll(async () => {
    tracked = await createTrackedApp();
    lander = await create('/landers', { name: 'Quiz', url: 'https://quiz.test/', slots: 2 });
    const network = await create('/networks', { name: 'Leads' });
    for (const [name, payout] of [
      ['Loan A', '10'],
      ['Loan B', '4'],
      ['Direct', '1'],
    ])
      offers.push(
        (
          await create('/offers', {
            name,
            url: `https://offer.test/${name?.at(-1)}?c={click_id}`,
            payout,
            network_id: network.id,
          })
        ).id,
      );
    campaign = await tracked.newCampaign({
      name: 'Funnel',
      default_payout: '3.5',
      cost_model: 'cpc',
      cost_value: '0.5',
      rules: [
        {
          name: 'Phones',
          conditions: [{ dimension: 'device', operator: 'in', values: ['mobile'] }],
          destinations: [offerTarget(offers[2])],
        },
      ],
      destinations: [
        {
          lander_id: lander.id,
          next: [{ targets: [offerTarget(offers[0])] }, { targets: [offerTarget(offers[1])] }],
        },
      ],
    });
    await vi.waitFor(async () => {
      early += 1;
      expect((await arrive('early')).pass).not.toBe('');
    }, WAIT);
  }, 300_000);
  afterAll(() => tracked.close());

  async function arrive(sub1: string, headers: Record<string, string> = {}): Promise<Visitor> {
    const answer = await sendRequest(tracked.port, `/c/${campaign.key}?sub1=${sub1}`, headers);
    const pass = new URL(answer.headers.location ?? '').searchParams.get('pk') ?? '';
    const cookie = (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
    return { pass, clickId: pass.split('.')[1] ?? '', cookie };
  }
  /** Resolves to the click ID that the offer gets. */
  const goOn = async ({ cookie }: Visitor, slot: number): Promise<string> => {
    const answer = await sendRequest(tracked.port, `/o/${slot}?l=${lander.key}`, { cookie });
    return new URL(answer.headers.location ?? '').searchParams.get('c') ?? '';
  };
  type Row = { keys: string[]; labels: string[] } & Record<string, unknown>;
  const report = async (groupBy: string, query = ''): Promise<{ rows: Row[]; summary: Record<string, unknown> }> => {
    const answer = await tracked.call(
      'GET',
      `/statistics?company_id=${campaign.id}&group_by=${groupBy}&per_page=100${query}`,
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data;
  };
  const countSteps = async () => {
    const answer = await tracked.clickhouse.client.query({
      query: 'SELECT click_id, step, slot, offer_id, firsts FROM steps ORDER BY at',
      format: 'JSONEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    return answer.json<{ click_id: string; slot: number; offer_id: number; firsts: number }>();
  };
  const expectComplete = async () => {
    const { rows, rollups } = await readDailyTotals(tracked.clickhouse.client, 0);
    expect(findDifferences(rows, rollups)).toEqual([]);
  };

  it('count views, and of the clicks of a visit on the lander and to an offer the first', async () => {
    const [curious, keen, gone] = [await arrive('blue'), await arrive('blue'), await arrive('red')];
    await sendRequest(tracked.port, `/c/${campaign.key}?sub1=phone`, {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    });
    const forA = await goOn(curious, 1);
    await goOn(curious, 1);
    await goOn(keen, 1);
    const forB = await goOn(keen, 2);
    expect(forA).toMatch(new RegExp(`^${curious.clickId}o[0-9a-z]+$`));
    await vi.waitFor(async () => expect(await countSteps()).toHaveLength(4), WAIT);
    const [a, b] = offers;
    expect(
      (await countSteps()).map(({ click_id, slot, offer_id, firsts }) => [click_id, slot, offer_id, firsts]),
    ).toEqual([
      [curious.clickId, 1, a, 3],
      [curious.clickId, 1, a, 0],
      [keen.clickId, 1, a, 3],
      [keen.clickId, 2, b, 2],
    ]);
    await tracked.known(gone.clickId);
    const totals = { clicks: early + 4, lp_views: 4, lp_clicks: 2, lp_ctr: 0.5, offer_clicks: 4 };
    await vi.waitFor(async () => expect((await report('day')).summary).toMatchObject(totals), WAIT);
    const bySub = Object.fromEntries((await report('sub1')).rows.map((row) => [row.keys[0], row]));
    expect(bySub.blue).toMatchObject({ clicks: 2, lp_views: 2, lp_clicks: 2, lp_ctr: 1, offer_clicks: 3 });
    expect(bySub.red).toMatchObject({ clicks: 1, lp_views: 1, lp_clicks: 0, lp_ctr: 0, offer_clicks: 0 });
    expect(bySub.phone).toMatchObject({ clicks: 1, lp_views: 0, lp_ctr: null, offer_clicks: 1 });

    // Reports of each offer: a network reports with the ID that it got, or with the bare one.
    expect((await tracked.postback(`cid=${forA}&status=approved&txid=1`, campaign)).status).toBe(200);
    expect((await tracked.postback(`cid=${forB}&status=approved&txid=1`, campaign)).status).toBe(200);
    const [first] = await tracked.arrived(curious.clickId);
    expect(first).toMatchObject({ payout: '10.00', click_id: curious.clickId });
    const [second] = await tracked.arrived(keen.clickId);
    expect(second).toMatchObject({ payout: '4.00' });
    // Sources can be told where the visitor was.
    const postback = { url: 'https://s.test/?{offer_id}-{lander_id}-{network}-{step}', statuses: ['approved'] };
    const told = await tracked.call('POST', '/outgoing/test', { postback, conversion_id: second.id });
    expect(told.body.data.request.url).toBe(`https://s.test/?${b}-${lander.id}-Leads-1`);
    await tracked.postback(`cid=${forA.split('o')[0]}&status=approved&txid=2`, campaign);
    await vi.waitFor(async () => {
      const rows = await tracked.conversionsOf(curious.clickId);
      expect(rows.map(({ payout }) => payout)).toEqual(['10.00', '10.00']);
    }, WAIT);
    await vi.waitFor(async () => expect((await report('offer')).summary).toMatchObject({ conversions: 3 }), WAIT);
    const byOffer = Object.fromEntries((await report('offer')).rows.map((row) => [row.labels[0], row]));
    expect(byOffer['Loan A']).toMatchObject({ offer_clicks: 2, conversions: 2, offer_cr: 1, offer_epc: '10.00' });
    expect(byOffer['Loan B']).toMatchObject({ offer_clicks: 1, conversions: 1, offer_cr: 1, offer_epc: '4.00' });
    // What a click cost follows it to the first offer.
    expect([byOffer['Loan A']?.cost, byOffer['Loan B']?.cost, byOffer.Direct?.cost]).toEqual(['1.00', '0.00', '0.50']);
    expect(byOffer['(no offer)']).toMatchObject({ clicks: early + 3, cost: (0.5 * (early + 1)).toFixed(2) });
    expect(byOffer.Direct).toMatchObject({ clicks: 1, offer_clicks: 1, conversions: 0, offer_cr: 0 });
    const [ofLander] = (await report('lander')).rows.filter(({ labels }) => labels[0] === 'Quiz');
    expect(ofLander).toMatchObject({ keys: [String(lander.id)], clicks: 4, lp_views: 4, lp_clicks: 2, conversions: 3 });
    await expectComplete();

    // A click on a lander as a goal, by its place on the way.
    const goalOf = (match: string) => ({ name: `Lander ${match}`, kind: 'step', match });
    expect((await tracked.call('PUT', '/goals', { goals: [goalOf('1'), goalOf('2')] })).status).toBe(200);
    const { summary, rows } = await report('device', '&types=goal_1,goal_2');
    expect(summary.types).toMatchObject({ goal_1: { conversions: 2 }, goal_2: { conversions: 0 } });
    expect(rows.map(({ types }) => (types as Record<string, { conversions: number }>).goal_1?.conversions)).toContain(
      2,
    );
    const funnel = async (order: string) =>
      (
        await tracked.call(
          'GET',
          `/statistics/funnel?company_id=${campaign.id}&stages=clicks,goal_1,approved&order=${order}`,
        )
      ).body.data.stages.map(({ count }: { count: number }) => count);
    expect(await funnel('any')).toEqual([early + 4, 2, 3]);
    expect(await funnel('strict')).toEqual([early + 4, 2, 2]);
  });

  it('are the same from rollups and rows, by every dimension', async () => {
    const read = (groupBy: Parameters<typeof queryMetrics>[1]['groupBy'], isFromEvents: boolean) =>
      queryMetrics(tracked.clickhouse.client, {
        ...{ accountId: tracked.owner.accountId, timeZone: 'UTC', timeBasis: 'click', filters: [], isFromEvents },
        ...{ rates: [{ currency: 'USD', rate: '1', since: 0 }], groupBy },
        period: {
          from: Math.floor(Date.now() / 1000) - DAY_SECONDS,
          until: Math.floor(Date.now() / 1000) + DAY_SECONDS,
        },
      });
    for (const dimension of ['hour', 'campaign', 'country', 'device', 'os', 'browser'] as const) {
      const [rollups, rows] = [await read([dimension], false), await read([dimension], true)];
      expect(rollups, dimension).toEqual(rows);
      expect(rollups.totals.lp_clicks).toBe(2);
    }
    for (const dimension of [
      ...([
        'referrer_host',
        'rule',
        'destination',
        'language',
        'sub2',
        'lander',
        'offer',
        'entry',
        'tag_kind',
      ] as const),
    ]) {
      const { rows, totals } = await read([dimension], false);
      for (const row of rows) expect(row.lp_clicks, dimension).toBeLessThanOrEqual(row.lp_views);
      const cost = rows.reduce((sum, row) => sum + (row.cost ?? 0n), 0n);
      expect([cost, rows.reduce((sum, { revenue }) => sum + revenue, 0n)], dimension).toEqual([
        ...[totals.cost, totals.revenue],
      ]);
      for (const name of ['lp_views', 'lp_clicks', 'offer_clicks', 'clicks'] as const)
        expect(
          rows.reduce((sum, row) => sum + row[name], 0),
          `${dimension} ${name}`,
        ).toBe(totals[name]);
    }
  });

  it('count the same after the ingest was killed, and a later click of the same visit is not the first', async () => {
    const again = await arrive('again');
    await goOn(again, 1);
    await vi.waitFor(async () => expect(await countSteps()).toHaveLength(5), WAIT);
    tracked.clickhouse.kill();
    await goOn(again, 1);
    await goOn(again, 2);
    await vi.waitFor(async () => {
      const own = (await countSteps()).filter(({ click_id }) => click_id === again.clickId);
      expect(own.map(({ firsts }) => firsts)).toEqual([3, 0, 2]);
    }, WAIT);
    await expectComplete();
  });

  it('are narrowed to a lander or an offer', async () => {
    const filters = (dimension: string, id: number | undefined) =>
      `&filters=${encodeURIComponent(JSON.stringify([{ dimension, values: [String(id)] }]))}`;
    expect((await report('day', filters('lander', lander.id))).summary).toMatchObject({ lp_views: 5, lp_clicks: 3 });
    expect((await report('day', filters('offer', offers[1]))).summary).toMatchObject({
      ...{ offer_clicks: 2, conversions: 1, revenue: '4.00' },
    });
  });
});
