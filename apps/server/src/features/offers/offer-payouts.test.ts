import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { sendRequest } from '../../testing/test-tracker.ts';
import { createTrackedApp, type TrackedApp, type TrackedCampaign, WAIT } from '../../testing/tracked-app.ts';

const TIMEOUT_MS = 300_000;

describe.skipIf(!(await hasEngine()))('a conversion of an offer', { timeout: TIMEOUT_MS }, () => {
  let tracked: TrackedApp;
  beforeAll(async () => {
    tracked = await createTrackedApp();
    await tracked.product.services.pool.query(
      "update accounts set tariff_id = (select id from tariffs where code = 'pro') where id = $1",
      [tracked.owner.accountId],
    );
  }, TIMEOUT_MS);
  afterAll(() => tracked.close());

  const newOffer = async (body: object): Promise<{ id: number }> =>
    (await tracked.call('POST', '/offers', body)).body.data;
  const url = (host: string) => `https://${host}.test/?c={click_id}`;

  it('is paid as reported, else as the offer that took the visitor says, else as the campaign does', async () => {
    const fallback = await newOffer({ name: 'Fallback', url: url('fallback'), payout: '9' });
    const paused = {
      name: 'Paused',
      url: url('paused'),
      payout: '5',
      status: 'paused',
      fallback_offer_id: fallback.id,
    };
    const [first, unpaid] = [await newOffer(paused), await newOffer({ name: 'Unpaid', url: url('unpaid') })];
    const terms = { default_payout: '3', payout_currency: 'USD' };
    const campaign = await tracked.newCampaign({ name: 'Paid', ...terms, destinations: [{ offer_id: first.id }] });
    const other = await tracked.newCampaign({ name: 'Unpaid', ...terms, destinations: [{ offer_id: unpaid.id }] });
    const convert = async (of: typeof campaign, query = '') => {
      const clickId = await tracked.click(of);
      await tracked.postback(`cid=${clickId}&txid=1${query}`, of);
      const [{ payout, currency }] = await tracked.arrived(clickId);
      return [clickId, `${payout} ${currency}`] as const;
    };
    const [clickId, paid] = await convert(campaign);
    expect(paid).toBe('9.00 USD');
    expect((await convert(campaign, '&payout=7&currency=USD'))[1]).toBe('7.00 USD');
    expect((await convert(other))[1]).toBe('3.00 USD');
    const answer = await tracked.clickhouse.client.query({
      query: 'SELECT toUInt32(offer_id) AS offer, gave_way FROM clicks WHERE click_id = {id:String}',
      query_params: { id: clickId },
      format: 'JSONEachRow',
    });
    expect(await answer.json()).toEqual([{ offer: fallback.id, gave_way: 'paused' }]);
  });

  it('fills limits of conversions and payout and a rejection opens them again', async () => {
    const rest = await newOffer({ name: 'Rest', url: url('rest') });
    const limited = (name: string, caps: object[]) => ({
      ...{ name, url: url(name), payout: '5', caps, fallback_offer_id: rest.id },
    });
    const caps = {
      conversions: await newOffer(limited('by-count', [{ kind: 'conversions', amount: 1, period: 'day' }])),
      payout: await newOffer(limited('by-payout', [{ kind: 'payout', amount: 9, period: 'total' }])),
    };
    const campaigns = await Promise.all(
      Object.entries(caps).map(([name, { id }]) => tracked.newCampaign({ name, destinations: [{ offer_id: id }] })),
    );
    const [byCount, byPayout] = campaigns as [TrackedCampaign, TrackedCampaign];
    const leadsTo = (of: TrackedCampaign, host: string) =>
      vi.waitFor(async () => expect(await placeOf(of)).toContain(`https://${host}.test/`), WAIT);
    const placeOf = async (of: TrackedCampaign) => (await sendRequest(tracked.port, `/c/${of.key}`)).headers.location;
    const convert = async (of: TrackedCampaign, query = '') => {
      const clickId = await tracked.click(of);
      await tracked.postback(`cid=${clickId}&txid=1${query}`, of);
      await tracked.arrived(clickId);
      return clickId;
    };
    await leadsTo(byCount, 'by-count');
    const clickId = await convert(byCount, '&status=pending');
    await leadsTo(byCount, 'rest');
    await tracked.postback(`cid=${clickId}&txid=1&status=rejected`, byCount);
    await leadsTo(byCount, 'by-count');
    await convert(byPayout);
    expect(await placeOf(byPayout)).toContain('https://by-payout.test/');
    await convert(byPayout, '&payout=4&currency=USD');
    await leadsTo(byPayout, 'rest');
  });
});
