import type { ListedConversionType } from '@poklik/contract/conversion-types';
import type { Conversion, ConversionDetails, Postback } from '@poklik/contract/conversions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTrackedApp, type TrackedApp, type TrackedCampaign, WAIT } from '../../testing/tracked-app.ts';

describe.skipIf(!(await hasEngine()))('conversion terms', { timeout: 300_000 }, () => {
  let tracked: TrackedApp;
  let campaign: TrackedCampaign;
  beforeAll(async () => {
    tracked = await createTrackedApp();
    campaign = await tracked.newCampaign({
      name: 'Terms',
      default_payout: '1',
      type_payouts: [{ type: 'deposit', payout: '40' }],
    });
  }, 300_000);
  afterAll(() => tracked.close());

  const setTypes = async (...types: object[]) => {
    const answer = await tracked.call('PUT', '/conversion_types', { types });
    expect(answer.status).toBe(200);
  };
  const settled = async (clickId: string, query: string, verdict: string) => {
    await tracked.postback(`cid=${clickId}&${query}`, campaign);
    await vi.waitFor(async () => {
      const { data } = (await tracked.call('GET', `/postbacks?search=${clickId}&per_page=100`)).body;
      const own = (data as Postback[]).find(({ raw_query }) => raw_query.startsWith(`cid=${clickId}&${query}&key=`));
      expect(own?.verdict).toBe(verdict);
    }, WAIT);
  };
  const conversionsOf = async (clickId: string): Promise<Conversion[]> =>
    (await tracked.call('GET', `/conversions?search=${clickId}&sort=received_at&order=asc`)).body.data;
  const paid = async (clickId: string) =>
    (await conversionsOf(clickId)).map(({ type, payout, refunded, currency }) => [type, payout, refunded, currency]);
  const newClick = async () => {
    const clickId = await tracked.click(campaign);
    await tracked.known(clickId);
    return clickId;
  };

  it('take the payout from the postback, the campaign’s type, the account’s type, then the campaign', async () => {
    await setTypes(
      { code: 'deposit', payout: '30' },
      { code: 'sale', payout: '20', currency: 'USD' },
      { code: 'lead' },
    );
    const clickId = await newClick();
    await settled(clickId, 'type=deposit&payout=50&txid=1', 'accepted');
    await settled(clickId, 'type=deposit&txid=2', 'accepted');
    await settled(clickId, 'type=sale&txid=3', 'accepted');
    await settled(clickId, 'type=lead&txid=4', 'accepted');
    expect(await paid(clickId)).toEqual([
      ['deposit', '50.00', '0.00', 'USD'],
      ['deposit', '40.00', '0.00', 'USD'],
      ['sale', '20.00', '0.00', 'USD'],
      ['lead', '1.00', '0.00', 'USD'],
    ]);
  });

  it('count a repeated postback as its type says, otherwise as the campaign says', async () => {
    await setTypes({ code: 'deposit', dedupe_mode: 'increment' }, { code: 'sale' });
    const clickId = await newClick();
    await settled(clickId, 'type=deposit&payout=5', 'accepted');
    await settled(clickId, 'type=deposit&payout=6', 'updated');
    await settled(clickId, 'type=sale&payout=5', 'accepted');
    await settled(clickId, 'type=sale&payout=6', 'duplicate');
    expect(await paid(clickId)).toEqual([
      ['deposit', '11.00', '0.00', 'USD'],
      ['sale', '5.00', '0.00', 'USD'],
    ]);
  });

  it('lower a conversion by a refund, never below zero; a chargeback takes the whole, and statistics follow', async () => {
    await setTypes({ code: 'deposit' }, { code: 'lead' });
    const clickId = await newClick();
    await settled(clickId, 'type=deposit&payout=50&txid=T9', 'accepted');
    await settled(clickId, 'type=deposit&payout=-20&txid=T9', 'updated');
    expect(await paid(clickId)).toEqual([['deposit', '30.00', '20.00', 'USD']]);
    await settled(clickId, 'type=deposit&payout=-60&txid=T9', 'bad_amount');
    await settled(clickId, 'type=refund&payout=10&txid=T9', 'updated');
    await settled(clickId, 'type=refund&payout=10&txid=other', 'bad_amount');
    expect(await paid(clickId)).toEqual([['deposit', '20.00', '30.00', 'USD']]);
    const [{ id } = { id: '' }] = await conversionsOf(clickId);
    const details = (await tracked.call('GET', `/conversions/${id}`)).body.data as ConversionDetails;
    expect(details.history.map(({ after }) => after.payout)).toEqual(['50.00', '30.00', '20.00']);
    await settled(clickId, 'type=lead&payout=7&txid=T10', 'accepted');
    await settled(clickId, 'type=lead&status=chargeback&txid=T10', 'updated');
    expect(await paid(clickId)).toContainEqual(['lead', '7.00', '7.00', 'USD']);
    const query = { company_id: String(campaign.id), group_by: 'conversion_type', types: 'deposit' };
    // Read from the rows and from the rollups, also as it stood at a time.
    for (const more of [{ filters: sub('ad-7') }, {}, { ltv: '1' }]) {
      await vi.waitFor(async () => {
        const { data } = (await tracked.call('GET', `/statistics?${new URLSearchParams({ ...query, ...more })}`)).body;
        // The other tests add 50, 40 and 11.
        expect(data.summary.types.deposit.revenue).toBe('121.00');
        expect(data.summary.refunded).toBe('37.00');
        const rows = data.rows as { keys: string[]; refunded: string }[];
        expect(Object.fromEntries(rows.map(({ keys, refunded }) => [keys[0], refunded]))).toMatchObject({
          deposit: '30.00',
          lead: '7.00',
          sale: '0.00',
        });
      }, WAIT);
    }
  });

  it('list a type that a postback brings, up to twenty', async () => {
    const codes = Array.from({ length: 19 }, (_, place) => ({ code: `known${place}`, is_conversion: false }));
    await setTypes(...codes);
    const clickId = await newClick();
    await settled(clickId, 'type=Bonus&payout=1', 'accepted');
    await settled(clickId, 'type=second&payout=1', 'accepted');
    const listed: ListedConversionType[] = (await tracked.call('GET', '/conversion_types')).body.data;
    expect(listed).toHaveLength(20);
    expect(listed.at(-1)).toMatchObject({ code: 'bonus', is_conversion: true, is_revenue: true, position: 19 });
    expect(await paid(clickId)).toHaveLength(2);
  });
});

const sub = (value: string): string => JSON.stringify([{ dimension: 'sub1', values: [value] }]);
