import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Click, RoutingExplanation } from '@poklik/contract/clicks';
import type { Conversion, ConversionDetails, ImportReport, Postback } from '@poklik/contract/conversions';
import type { Notification } from '@poklik/contract/notifications';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';
import { sendRequest } from '../../testing/test-tracker.ts';
import { createTrackedApp, type TrackedApp, type TrackedCampaign, WAIT } from '../../testing/tracked-app.ts';
import { noticeUnreadableCosts } from '../costs/unreadable-costs.service.ts';
import { countPageEvents, startCounting } from '../page-events/page-events.service.ts';

describe.skipIf(!(await hasEngine()))('conversions', { timeout: 300_000 }, () => {
  let tracked: TrackedApp;
  let app: TestApp;
  let owner: Person;
  let stranger: Person;
  let port: number;
  let campaign: TrackedCampaign;
  const received: string[] = [];
  const source = createServer((req, res) => {
    received.push(req.url ?? '');
    res.writeHead(req.url?.includes('approved') ? 200 : 500).end();
  });

  beforeAll(async () => {
    tracked = await createTrackedApp({ outgoing: { allowLoopback: true, dnsServers: [] } });
    ({ product: app, owner, port } = tracked);
    stranger = await app.person();
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
    const { port: sourcePort } = source.address() as AddressInfo;
    campaign = await newCampaign({
      name: 'Summer',
      default_payout: '3.5',
      rules: [
        {
          name: 'Phones',
          conditions: [{ dimension: 'device', operator: 'in', values: ['mobile'] }],
          destinations: [{ url: 'https://phones.test/?c={click_id}' }],
        },
      ],
      outgoing_postbacks: [
        { url: `http://127.0.0.1:${sourcePort}/?s={status}&e={sub1}&p={payout}`, statuses: ['approved', 'rejected'] },
      ],
    });
  }, 300_000);
  afterAll(async () => {
    source.close();
    await tracked.close();
  });

  const call: TrackedApp['call'] = (...request) => tracked.call(...request);
  const newCampaign = (settings: object) => tracked.newCampaign(settings);
  const click = (of = campaign, headers: Record<string, string> = {}) => tracked.click(of, headers);
  const postback = (query: string, of = campaign) => tracked.postback(query, of);
  const conversionsOf = (clickId: string) => tracked.conversionsOf(clickId);
  const arrived = (clickId: string) => tracked.arrived(clickId);
  const known = (clickId: string) => tracked.known(clickId);
  /** On a busy machine the response may be `queued`, and the inbox has the result later. */
  const settled = async (query: string, verdict: string) => {
    const clickId = /cid=(\w+)/.exec(query)?.[1] ?? '';
    const answer = await postback(query);
    expect([verdict, 'queued']).toContain(answer.body);
    await vi.waitFor(async () => {
      const [latest] = (await call('GET', `/postbacks?search=${clickId}`)).body.data as Postback[];
      expect(latest?.verdict).toBe(verdict);
    }, WAIT);
  };

  it('are created from a postback that arrives before its click is synced', async () => {
    const clickId = await click();
    expect(await postback(`cid=${clickId}&status=lead&payout=12.50&txid=T-1&param1=red`)).toMatchObject({
      status: 200,
    });
    const [row] = await arrived(clickId);
    expect(row).toMatchObject({
      status: 'pending',
      original_status: 'lead',
      payout: '12.50',
      revenue: '12.50',
      transaction_id: 'T-1',
      source: 'postback',
      campaign: { id: campaign.id, name: 'Summer' },
      device: 'desktop',
      param1: 'red',
      param2: '',
      params: ['red', '', '', '', ''],
    });
    expect(row.subs[0]).toBe('ad-7');
    await settled(`cid=${clickId}&status=lead&payout=12.50&txid=T-1&param1=red`, 'duplicate');
    await settled(`cid=${clickId}&status=approved&txid=T-1`, 'updated');
    const details = (await call('GET', `/conversions/${row.id}`)).body.data as ConversionDetails;
    expect(details.history.map(({ after }) => after.status)).toEqual(['pending', 'approved']);
    expect(details.postbacks.map(({ verdict }) => verdict).sort()).toEqual(['accepted', 'duplicate', 'updated']);
    await vi.waitFor(() => expect(received).toContain('/?s=approved&e=ad-7&p=12.50'), WAIT);
    await vi.waitFor(async () => {
      const { data } = (await call('GET', `/conversions/${row.id}`)).body;
      expect(data.outgoing).toMatchObject([{ state: 'sent', answer: 200, status: 'approved' }]);
    }, WAIT);
  });

  it('with an unknown click are listed in the inbox', async () => {
    const clickId = await click();
    const old = `0${clickId.slice(1)}`;
    await settled(`cid=${old}&payout=1`, 'unknown_click');
    const { data } = (await call('GET', `/postbacks?search=${old}`)).body as { data: Postback[] };
    expect(data).toMatchObject([
      { verdict: 'unknown_click', raw_query: `cid=${old}&payout=1&key=***`, is_waiting: true },
    ]);
    expect((await call('GET', '/postbacks', undefined, stranger)).body.meta.total).toBe(0);
  });

  it('outside the attribution window are kept and accepted by a replay after it is extended', async () => {
    const short = await newCampaign({ name: 'Short', attribution_days: 1 });
    const clickId = await click(short);
    await known(clickId);
    await postback(`cid=${clickId}&payout=2`, short);
    await arrived(clickId);
    const { pool } = app.services;
    await pool.query('delete from conversions where click_id = $1', [clickId]);
    await pool.query("update postbacks set received_at = now() + interval '2 days' where click_id = $1", [clickId]);
    const [{ id }] = (await call('GET', `/postbacks?search=${clickId}`)).body.data;
    expect((await call('POST', `/postbacks/${id}/replay`)).body.data.verdict).toBe('out_of_window');
    const { version, ...settings } = (await call('GET', `/companies/${short.id}`)).body.data;
    await call('PUT', `/companies/${short.id}`, { ...settings, version, attribution_days: 30 });
    expect((await call('POST', `/postbacks/${id}/replay`)).body.data.verdict).toBe('accepted');
    expect(await conversionsOf(clickId)).toHaveLength(1);
    expect((await call('POST', `/postbacks/${id}/replay`, undefined, stranger)).status).toBe(404);
  });

  it('can be created manually and changed with a reason, invisible to other accounts', async () => {
    const clickId = await click();
    await known(clickId);
    const made = await call('POST', '/conversions', { click_id: clickId, type: 'sale', transaction_id: 'M-1' });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { source: 'manual', payout: '3.50', status: 'approved' } },
    });
    const { id } = made.body.data;
    expect(
      (await call('POST', '/conversions', { click_id: clickId, type: 'sale', transaction_id: 'M-1' })).body.errors,
    ).toHaveProperty('transaction_id');
    expect((await call('POST', '/conversions', { click_id: clickId }, stranger)).body.errors).toHaveProperty(
      'click_id',
    );
    expect((await call('PUT', `/conversions/${id}`, { status: 'pending' })).body.errors).toHaveProperty('reason');
    const edit = { status: 'pending', payout: '9.99', reason: 'the network asked' };
    expect((await call('PUT', `/conversions/${id}`, edit)).body.data).toMatchObject({
      status: 'pending',
      payout: '9.99',
    });
    const { history } = (await call('GET', `/conversions/${id}`)).body.data as ConversionDetails;
    expect(history[1]).toMatchObject({ reason: 'the network asked', author: { email: owner.email } });
    expect((await call('PUT', `/conversions/${id}`, edit, stranger)).status).toBe(404);
    const member = await app.person();
    await app.services.pool.query('update users set account_id = $2 where id = $1', [member.id, owner.accountId]);
    await app.services.pool.query(
      "update team_members set account_id = $2, role = 'EDITOR', can_see_money = false where user_id = $1",
      [member.id, owner.accountId],
    );
    const shown = JSON.stringify((await call('GET', `/conversions/${id}`, undefined, member)).body);
    expect(shown).toContain('"payout":null');
    expect(shown).not.toMatch(/["=](9\.99|3\.50?)\b/);
    expect((await call('PUT', `/conversions/${id}`, { payout: '1' }, member)).status).toBe(403);
    expect((await call('PUT', `/conversions/${id}`, { status: 'approved' }, member)).body.data.payout).toBeNull();
    expect((await call('PUT', `/conversions/${id}`, edit)).status).toBe(200);
    expect((await call('POST', '/conversions/bulk', { ids: [id], status: 'approved' })).body.data).toEqual({
      changed: 1,
    });
    expect((await call('POST', '/conversions/bulk', { ids: [id], status: 'rejected' }, stranger)).body.data).toEqual({
      changed: 0,
    });
  });

  it('in another currency need an exchange rate and are accepted by a replay once there is one', async () => {
    const clickId = await click();
    await known(clickId);
    await settled(`cid=${clickId}&payout=10&currency=EUR`, 'no_rate');
    await app.services.pool.query("insert into currency_rates (currency, rate) values ('EUR', 1.25)");
    const [{ id }] = (await call('GET', `/postbacks?search=${clickId}`)).body.data;
    expect((await call('POST', `/postbacks/${id}/replay`)).body.data.verdict).toBe('accepted');
    expect((await conversionsOf(clickId))[0]).toMatchObject({ payout: '10.00', currency: 'EUR', revenue: '12.50' });
  });

  it('are imported as the dry run predicts, and rejected rows are returned with escaped formulas', async () => {
    const clickId = await click();
    await known(clickId);
    const csv = `Click_ID;Payout;TxID;Param5\n${clickId};5,5;F-1;blue\n${clickId};5,5;F-1;blue\n0${clickId.slice(1)};1;F-2\n${clickId};free;F-3\n`;
    const expected: Partial<ImportReport> = { rows: 4, ok: 1, duplicate: 1, unknown_click: 1, bad_row: 1 };
    expect((await call('POST', '/conversions/import', { csv, dry_run: true })).body.data).toMatchObject(expected);
    expect(await conversionsOf('F-1')).toEqual([]);
    const report = (await call('POST', '/conversions/import', { csv })).body.data as ImportReport;
    expect(report).toMatchObject(expected);
    expect(report.bad_rows_csv.split('\r\n')[3]).toBe(`payout,${clickId},free,F-3`);
    expect(await conversionsOf('F-1')).toMatchObject([{ source: 'import', payout: '5.50', param5: 'blue' }]);
    const file = (await app.call('GET', '/conversions/export?search=F-1', { token: owner.token })).body;
    expect(file).toMatch(/param1,param2,param3,param4,param5[\s\S]*,blue/);
    expect((await call('POST', '/conversions/import', { csv: 'a,b\n1,2' })).body.errors).toHaveProperty('csv');
    const risky = `click_id,payout,txid,=1+1\n${clickId},free,"=2;""3""",\n`;
    const { bad_rows_csv: bad } = (await call('POST', '/conversions/import', { csv: risky })).body.data as ImportReport;
    expect(bad).toBe(`\uFEFFreason,click_id,payout,txid,'=1+1\r\npayout,${clickId},free,"'=2;""3""",\r\n`);
    await call('POST', '/conversions/import', { csv: bad.replace('free', '5') });
    expect((await conversionsOf(clickId)).map(({ transaction_id: id }) => id)).toContain('=2;"3"');
  });

  it('from a pixel are pending until a postback approves them', async () => {
    const clickId = await click();
    await sendRequest(port, `/p.gif?cid=${clickId}&payout=4`);
    expect((await arrived(clickId))[0]).toMatchObject({ status: 'pending', source: 'pixel' });
    await settled(`cid=${clickId}&payout=4`, 'updated');
    expect((await conversionsOf(clickId))[0]?.status).toBe('approved');
  });

  it('can be filtered by status, type, source, campaign and day, with matching totals', async () => {
    const { body } = await call('GET', '/conversions?per_page=100');
    const rows = body.data as Conversion[];
    for (const { status, count, revenue } of body.totals) {
      const own = rows.filter((row) => row.status === status);
      expect([count, Number(revenue)]).toEqual([own.length, own.reduce((sum, row) => sum + Number(row.revenue), 0)]);
    }
    for (const query of ['status=approved', 'type=sale', 'source=import', `company_id=${campaign.id}`, 'country=ZZ'])
      expect((await call('GET', `/conversions?${query}`)).body.meta.total).toBeGreaterThan(0);
    expect((await call('GET', '/conversions?end_date=2025-01-01')).body.meta.total).toBe(0);
    expect((await call('GET', '/conversions?start_date=2026-02-31')).status).toBe(422);
    expect((await call('GET', '/conversions', undefined, stranger)).body.meta.total).toBe(0);
  });

  it('clicks explain their routing', async () => {
    const phone = {
      'user-agent': 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36',
    };
    const clickId = await click(campaign, phone);
    await known(clickId);
    const { data } = (await call('GET', `/clicks/${clickId}`)).body as { data: Click & { why: RoutingExplanation } };
    expect(data).toMatchObject({ rule: 1, destination: 1, device: 'mobile', verdict: 'counted' });
    expect(data.why).toMatchObject({
      rules: [{ rule: 1, name: 'Phones', outcome: 'matched' }],
      share: { from: 0, to: 1 },
    });
    const list = (await call('GET', `/clicks?company_id=${campaign.id}&device=mobile`)).body.data as Click[];
    expect(list[0]?.click_id).toBe(clickId);
    expect((await call('GET', `/clicks?search=ad-7&per_page=1`)).body.meta.total).toBeGreaterThan(1);
    expect((await call('GET', `/clicks/${clickId}`, undefined, stranger)).status).toBe(404);
    expect((await call('GET', '/clicks', undefined, stranger)).body.meta.total).toBe(0);
  });

  it('clicks with an unreadable cost have an unknown cost, not zero or the default', async () => {
    const priced = await newCampaign({ name: 'Priced', cost_model: 'cpc', cost_value: '0.5', cost_param: 'cost' });
    const clickId = await tracked.click(priced, {}, 'cost={cpc}');
    await sendRequest(port, `/e?n=scroll&v=12.5&c=${clickId}`);
    await known(clickId);
    const detail = await vi.waitFor(async () => {
      const { data } = (await call('GET', `/clicks/${clickId}`)).body;
      expect(data.page_events).toMatchObject([{ name: 'scroll', value: '12.50' }]);
      return data;
    }, WAIT);
    expect(detail).toMatchObject({ cost: null, cost_state: 'unreadable' });
    const summary = async () => (await call('GET', `/statistics?company_id=${priced.id}`)).body.data.summary;
    const unknown = { cost: null, profit: null, roi: null, cpc: null };
    await vi.waitFor(async () => {
      await countPageEvents(tracked.product.services, startCounting());
      expect(await summary()).toMatchObject({ clicks: 1, unpriced_clicks: 1, page_events: 1, ...unknown });
    }, WAIT);
    const next = await tracked.click(priced, {}, 'cost=0.25');
    await known(next);
    expect((await call('GET', `/clicks/${next}`)).body.data).toMatchObject({ cost: '0.25', cost_state: 'known' });
    expect(await summary()).toMatchObject({ clicks: 2, unpriced_clicks: 1, cost: '0.25' });
    const listed = (await call('GET', `/companies?search=Priced`)).body.data;
    expect(listed[0].stats).toMatchObject({ clicks: 2, cost: '0.25' });

    // From a hundred on, the owner is told once, with a sample.
    const notices = async () => {
      await noticeUnreadableCosts(tracked.product.services);
      const { notifications } = (await call('GET', '/notifications')).body;
      return (notifications as Notification[]).filter(({ kind }) => kind === 'costs_unreadable');
    };
    expect(await notices()).toEqual([]);
    const more = await Promise.all(Array.from({ length: 99 }, () => tracked.click(priced, {}, 'cost={cpc}')));
    await Promise.all(more.map(known));
    const [notice] = await notices();
    expect(notice?.messages.find(({ locale }) => locale === 'en')?.message).toContain('100 of 101 clicks of “Priced”');
    expect(await notices()).toHaveLength(1);
  });

  it('without a click ID are listed in the inbox of the campaign with that key', async () => {
    expect(await postback('cid={aff_sub}&payout=3')).toMatchObject({ status: 404, body: 'no_click_id' });
    const inbox = async () => (await call('GET', '/postbacks?verdict=no_click_id')).body.data as Postback[];
    await vi.waitFor(async () => expect(await inbox()).toHaveLength(1), WAIT);
    const [kept] = await inbox();
    expect(kept).toMatchObject({ verdict: 'no_click_id', raw_query: 'cid={aff_sub}&payout=3&key=***', click_id: '' });
    expect((await call('POST', `/postbacks/${kept?.id}/replay`)).body.data.verdict).toBe('no_click_id');
  });
});
