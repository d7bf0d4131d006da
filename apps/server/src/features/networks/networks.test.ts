import { createHash, createHmac } from 'node:crypto';
import type { Network, NetworkBody } from '@poklik/contract/networks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { WAIT } from '../../testing/tracked-app.ts';
import { createClickIdGenerator } from '../../tracking/clicks/click-id.ts';
import { createNetworkApp, type NetworkApp } from './networks.fixture.ts';

const TIMEOUT_MS = 300_000;

describe.skipIf(!(await hasEngine()))('networks', { timeout: TIMEOUT_MS }, () => {
  let {
    tracked,
    owner,
    stranger,
    campaign,
    foreign,
    get,
    postback,
    newNetwork,
    untilKnown,
    findNetwork,
    accountUrl,
    inboxOf,
    settled,
    statusOf,
  } = {} as NetworkApp;

  beforeAll(async () => {
    ({
      tracked,
      owner,
      stranger,
      campaign,
      foreign,
      get,
      postback,
      newNetwork,
      untilKnown,
      findNetwork,
      accountUrl,
      inboxOf,
      settled,
      statusOf,
    } = await createNetworkApp());
  }, TIMEOUT_MS);
  afterAll(() => tracked.close());

  it('one address serves every campaign of the account', async () => {
    const network = await newNetwork();
    const second = await tracked.newCampaign({ name: 'Second', default_payout: '4' });
    for (const of of [campaign, second]) {
      const clickId = await tracked.click(of);
      expect((await postback(network, `cid=${clickId}&payout=7&txid=1`)).status).toBe(200);
      const [row] = await tracked.arrived(clickId);
      expect([row.campaign.id, row.payout]).toEqual([of.id, '7.00']);
    }
    expect((await findNetwork(network)).health).toMatchObject({ last_postback_at: expect.any(String), rejected: 1 });
  });

  it.each(['ignore', 'create', 'increment'])('one postback by three addresses counts once (%s)', async (mode) => {
    const network = await newNetwork({ template: 'affise' });
    const of = await tracked.newCampaign({ name: `Three ${mode}`, dedupe_mode: mode, network_id: network.id });
    const clickId = await tracked.click(of);
    const query = `cid=${clickId}&payout=5&status=1&txid=once`;
    await tracked.known(clickId);
    const words: string[] = [];
    for (const path of [`/postback?${query}&key=${of.postback_key}`, `/postback/n/${network.key}?${query}`])
      words.push((await get(path)).body);
    words.push((await get(`${(await accountUrl()).pathname}?${query}`)).body);
    await settled(clickId, ['accepted', 'duplicate', 'duplicate']);
    expect(await tracked.conversionsOf(clickId)).toMatchObject([{ payout: '5.00', status: 'approved' }]);
  });

  it('the key of an account never reaches a click of another', async () => {
    const network = await newNetwork();
    const theirs = await tracked.click(foreign);
    const unknown = createClickIdGenerator()(Date.now(), 999_999);
    const account = await accountUrl();
    const addresses = [
      (cid: string) => `/postback/n/${network.key}?cid=${cid}&payout=9`,
      (cid: string) => `${account.pathname}?cid=${cid}&payout=9`,
      (cid: string) => `/postback?cid=${cid}&payout=9&key=${campaign.postback_key}`,
      (cid: string) => `/p.gif?cid=${cid}&payout=9&key=${campaign.postback_key}`,
    ];
    for (const address of addresses) {
      const [one, other] = [await get(address(theirs)), await get(address(unknown))];
      expect(one.status).toBe(404);
      expect([one.status, one.body, Object.keys(one.headers)]).toEqual([
        other.status,
        other.body,
        Object.keys(other.headers),
      ]);
    }
    await vi.waitFor(async () => {
      const seen = await inboxOf(owner, `verdict=foreign_click&search=${theirs}`);
      expect(seen).toHaveLength(4);
      expect(seen.every((each) => each.campaign?.id !== foreign.id && each.conversion_id === null)).toBe(true);
    }, WAIT);
    expect(await inboxOf(stranger, '')).toEqual([]);
    expect((await tracked.call('GET', '/conversions', undefined, stranger)).body.data).toEqual([]);
    // Nor does a replay.
    const [kept] = await inboxOf(owner, `verdict=foreign_click&search=${theirs}`);
    const again = await tracked.call('POST', `/postbacks/${kept?.id}/replay`);
    expect(again.body.data).toMatchObject({ verdict: 'foreign_click', is_waiting: false });
  });

  it('an unknown key answers like an unknown click, and nothing is kept', async () => {
    const clickId = await tracked.click(campaign);
    for (const path of [`/postback/n/nobody?cid=${clickId}`, `/postback/a/nobody?cid=${clickId}`, '/postback/n/'])
      expect(await get(path)).toMatchObject({ status: 404, body: 'unknown_click' });
    expect(await inboxOf(owner, `search=${clickId}`)).toEqual([]);
  });

  it('Affise: 2 and 5 wait, then 1 approves and 3 rejects', async () => {
    const network = await newNetwork({ template: 'affise' });
    expect(network).toMatchObject({ click_param: 'sub1', template: 'affise' });
    expect(network.postback_url).toContain('?cid={sub1}&payout={sum}&currency={currency}&status={status}');
    for (const [first, then, result] of [
      ['2', '1', 'approved'],
      ['2', '3', 'rejected'],
      ['5', '1', 'approved'],
    ]) {
      const clickId = await tracked.click(campaign);
      await postback(network, `cid=${clickId}&status=${first}`);
      await tracked.arrived(clickId);
      expect(await statusOf(clickId)).toEqual(['pending']);
      await postback(network, `cid=${clickId}&status=${then}`);
      await vi.waitFor(async () => expect(await statusOf(clickId)).toEqual([result]), WAIT);
    }
  });

  it('reads by its mapping, also at the address of the account, and ignores words that mean no conversion', async () => {
    const network = await newNetwork({
      default_currency: 'EUR',
      mapping: {
        params: { click_id: 'aff', payout: 'geld' },
        statuses: [
          { word: 'Gut', status: 'approved' },
          { word: 'impression', status: 'none' },
        ],
        types: [{ word: '7', type: 'deposit' }],
        default_status: 'pending',
      },
    });
    const of = await tracked.newCampaign({ name: 'Mapped', network_id: network.id });
    const clickId = await tracked.click(of);
    await postback(network, `aff=${clickId}&geld=3,5&goal=7&order_id=A`);
    expect(await tracked.arrived(clickId)).toMatchObject([
      { payout: '3.50', currency: 'EUR', type: 'deposit', transaction_id: 'A', status: 'pending' },
    ]);
    await get(`${(await accountUrl()).pathname}?sub_id=${clickId}&goal=7&order_id=A&status=gut`);
    await vi.waitFor(async () => expect(await statusOf(clickId)).toEqual(['approved']), WAIT);
    await postback(network, `aff=${clickId}&order_id=B&status=impression`);
    await settled(clickId, ['accepted', 'updated', 'ignored']);
  });

  it('a campaign’s own address is read as before', async () => {
    const clickId = await tracked.click(campaign);
    await tracked.postback(`cid=${clickId}&goal=7&order_id=A&status=2`, campaign);
    expect(await tracked.arrived(clickId)).toMatchObject([{ type: 'lead', transaction_id: '', status: 'pending' }]);
  });

  it('keeps the old key for seven days', async () => {
    const network = await newNetwork();
    const rotated: Network = (await tracked.call('POST', `/networks/${network.id}/rotate`)).body.data;
    expect(rotated.key).not.toBe(network.key);
    expect(Date.parse(rotated.previous_key_until ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    await untilKnown(rotated);
    for (const each of [network, rotated]) expect((await postback(each, '')).body).toBe('no_click_id');
    await tracked.product.services.pool.query(
      "update networks set key_replaced_at = now() - interval '7 days', updated_at = now() where id = $1",
      [network.id],
    );
    await tracked.product.services.pool.query('select pg_notify($1, $2)', [
      'postback_keys_changed',
      String(owner.accountId),
    ]);
    await vi.waitFor(async () => expect((await postback(network, '')).body).toBe('unknown_click'), WAIT);
    expect((await postback(rotated, '')).body).toBe('no_click_id');

    const before = await accountUrl();
    await tracked.call('POST', '/networks/account/rotate');
    const after = await accountUrl();
    expect(after.pathname).not.toBe(before.pathname);
    await vi.waitFor(async () => expect((await get(after.pathname)).body).toBe('no_click_id'), WAIT);
    expect((await get(before.pathname)).body).toBe('no_click_id');
  });

  it('its address list and signature apply to its key', async () => {
    const clickId = await tracked.click(campaign);
    const listed = await newNetwork({ ips: ['198.51.100.0/24'] });
    const from = { 'x-forwarded-for': '198.51.100.7' };
    expect((await postback(listed, `cid=${clickId}`)).body).toBe('ip_refused');
    expect((await postback(listed, `cid=${clickId}&txid=l`, from)).status).toBe(200);

    const digests: [object, (values: string) => string][] = [
      [{ scheme: 'hash', algorithm: 'md5' }, (values) => createHash('md5').update(`${values}:s3`).digest('hex')],
      [{ scheme: 'hmac', algorithm: 'sha256' }, (values) => createHmac('sha256', 's3').update(values).digest('hex')],
    ];
    for (const [scheme, digest] of digests) {
      const signature = { ...scheme, parameter: 'hash', fields: ['cid', 'payout'], separator: ':', secret: 's3' };
      const signed = await newNetwork({ signature: signature as NetworkBody['signature'] });
      expect(signed.signature).toEqual({ ...signature, secret: undefined, has_secret: true });
      const good = `cid=${clickId}&payout=2&txid=${signed.id}&hash=${digest(`${clickId}:2`)}`;
      expect((await postback(signed, good)).status).toBe(200);
      expect((await postback(signed, good.replace('payout=2', 'payout=3'))).body).toBe('bad_signature');
      const [kept] = await inboxOf(owner, `network_id=${signed.id}`);
      expect(kept?.raw_query).toContain('hash=***');
    }

    const guarded = await tracked.newCampaign({ name: 'Signed', postback_signed: true });
    const guardedClick = await tracked.click(guarded);
    const network = await newNetwork();
    const text = `cid=${guardedClick}&ts=${Math.floor(Date.now() / 1000)}`;
    const sign = (key: string) => `${text}&sig=${createHmac('sha256', key).update(text).digest('hex')}`;
    expect((await postback(network, `cid=${guardedClick}`)).body).toBe('bad_signature');
    expect((await postback(network, sign(guarded.postback_key))).body).toBe('bad_signature');
    expect((await postback(network, sign(network.key ?? ''))).status).toBe(200);
  });

  it('belongs to the account, and keys are for those who may change all campaigns', async () => {
    const network = await newNetwork({ name: 'Unique' });
    expect((await tracked.call('POST', '/networks', { name: 'uNIQUE' })).body).toMatchObject({ code: 'name_taken' });
    expect((await tracked.call('PUT', `/networks/${network.id}`, { name: 'x1' }, stranger)).status).toBe(404);
    const problems = [
      [{ name: 'Bad', ips: ['nowhere'] }, 'ips'],
      [{ name: 'Bad', template: 'nobody' }, 'template'],
      [{ name: 'Bad', signature: { scheme: 'hmac', fields: ['cid'] } }, 'signature.secret'],
      [{ name: 'Bad', mapping: { params: { payout: 'a b' } } }, 'mapping.params.payout'],
      [{ name: 'Bad\0' }, 'name'],
    ] as const;
    for (const [body, field] of problems) {
      const answer = await tracked.call('POST', '/networks', body);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    }
    const answer = await tracked.call(
      'POST',
      '/companies',
      {
        ...{ name: 'Foreign network', default_url: 'https://a.test', network_id: network.id },
      },
      stranger,
    );
    expect(Object.keys(answer.body.errors)).toEqual(['network_id']);

    const of = await tracked.newCampaign({ name: 'Leaves', network_id: network.id });
    const changed = (
      await tracked.call('PUT', `/networks/${network.id}`, {
        ...{ name: 'Unique', notes: 'kept', signature: null },
      })
    ).body.data;
    expect(changed).toMatchObject({ campaigns: 1, notes: 'kept', name: 'Unique' });
    await tracked.product.call('DELETE', `/networks/${network.id}`, { token: owner.token });
    expect((await tracked.call('GET', `/companies/${of.id}`)).body.data.network_id).toBeNull();
    await vi.waitFor(async () => expect((await postback(network, '')).body).toBe('unknown_click'), WAIT);
    const { rows } = await tracked.product.services.pool.query(
      'select action from audit_entries where account_id = $1',
      [owner.accountId],
    );
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['network.created', 'network.deleted']));
  });
});
