import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiPlatform } from '@poklik/contract/connections';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTrackedApp, type TrackedApp, WAIT } from '../../testing/tracked-app.ts';
import { CONNECTION_BODIES, LINK_QUERIES } from './connection-bodies.fixture.ts';
import { type StandIn, startStandIn, TOKEN } from './platform-stand-in.fixture.ts';

const TIMEOUT_MS = 300_000;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

describe.skipIf(!(await hasEngine()))('connections', { timeout: TIMEOUT_MS }, () => {
  let tracked: TrackedApp;
  let standIn: StandIn;
  let turn = 0;
  beforeAll(async () => {
    standIn = await startStandIn();
    tracked = await createTrackedApp({
      outgoing: { allowLoopback: true, dnsServers: [] },
      platforms: standIn.platforms,
    });
    await tracked.product.services.pool.query('update tariffs set campaigns_limit = null');
  }, TIMEOUT_MS);
  afterAll(async () => {
    await tracked.close();
    standIn.close();
  }, TIMEOUT_MS);
  beforeEach(() => {
    turn += 1;
    Object.assign(standIn, { received: [], answers: [], tokens: 0, nextRefreshToken: undefined });
  });

  const create = async (platform: ApiPlatform, more: object = {}) => {
    const name = `${platform} ${turn} ${JSON.stringify(more).length}`;
    const body = { name, events: [{ type: 'lead', event: 'Lead' }], ...CONNECTION_BODIES[platform], ...more };
    const answer = await tracked.call('POST', '/connections', body);
    expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
    return answer.body.data;
  };
  const campaignFor = (connection: { id: number }, more: object = {}) =>
    tracked.newCampaign({ name: `Sends ${turn} ${connection.id}`, connection_ids: [connection.id], ...more });
  const log = async (clickId: string) => (await tracked.call('GET', `/outgoing?search=${clickId}`)).body.data;
  const finished = (clickId: string) =>
    vi.waitFor(async () => {
      const [entry] = await log(clickId);
      expect(['sent', 'failed', 'skipped']).toContain(entry?.state);
      return entry;
    }, WAIT);
  const convert = async (of: Awaited<ReturnType<typeof campaignFor>>, query: string, more = '') => {
    const clickId = await tracked.click(of, {}, query);
    await tracked.known(clickId);
    expect((await tracked.postback(`cid=${clickId}&payout=12.5${more}`, of)).status).toBe(200);
    return clickId;
  };

  it.each(Object.keys(CONNECTION_BODIES) as ApiPlatform[])('%s gets what its page describes', async (platform) => {
    const of = await campaignFor(await create(platform));
    const clickId = await convert(of, LINK_QUERIES[platform], '&em=Person%40Example.com&ph=%2B380501234567');
    expect(await finished(clickId)).toMatchObject({
      ...{ state: 'sent', reason: null, answer: 200, attempts: 1, connection: { platform } },
    });
    expect(standIn.received).toMatchObject([{ platform }]);
    const [conversion] = await tracked.arrived(clickId);
    const sent = JSON.stringify(standIn.received);
    // Microsoft knows a conversion by its click and its time.
    if (platform !== 'microsoft') expect(sent).toContain(conversion.id);
    // Google and Microsoft get what the click ID says, nothing more.
    if (platform !== 'google' && platform !== 'microsoft') expect(sent).toContain(hash('person@example.com'));
    expect(JSON.stringify(await log(clickId))).not.toContain(TOKEN);
  });

  it('Meta gets fbc from the click, contacts as hashes and the ID that was reported', async () => {
    const of = await campaignFor(await create('meta', { test_code: 'TEST1' }));
    const clickId = await convert(of, 'fbclid=IwAR-1', '&em=person%40example.com&ph=00380501234567&event_id=order-7');
    await finished(clickId);
    const { body } = standIn.received[0] ?? {};
    expect(body.test_event_code).toBe('TEST1');
    expect(body.data[0]).toMatchObject({
      ...{ event_name: 'Lead', event_id: 'order-7', event_source_url: 'https://shop.test/thanks' },
      user_data: {
        fbc: expect.stringMatching(/^fb\.1\.\d{13}\.IwAR-1$/),
        em: [hash('person@example.com')],
        ph: [hash('380501234567')],
      },
      custom_data: { value: 12.5, currency: 'USD' },
    });
  });

  it('Google gets one token for many events', async () => {
    const of = await campaignFor(await create('google'));
    await finished(await convert(of, 'gclid=G1'));
    await finished(await convert(of, 'wbraid=W1'));
    expect(standIn.received.map(({ body }) => Object.keys(body.conversions[0])[0])).toEqual(['gclid', 'wbraid']);
    expect(standIn.tokens).toBe(1);
    const wrong = { developer_token: TOKEN, client_secret: 'hidden-secret', refresh_token: 'wrong' };
    const refused = await campaignFor(await create('google', { credentials: wrong }));
    expect(await finished(await convert(refused, 'gclid=G2'))).toMatchObject({ state: 'failed', reason: 'bad_token' });
  });

  it('Microsoft is told when a conversion changes, and its new refresh token is kept', async () => {
    standIn.nextRefreshToken = 'next-token';
    const connection = await create('microsoft');
    const of = await campaignFor(connection);
    const clickId = await convert(of, 'msclkid=M1');
    const { conversion_id: id } = await finished(clickId);
    const { pool, secrets } = tracked.product.services;
    const { rows } = await pool.query('select credentials as own from connections where id = $1', [connection.id]);
    expect(secrets.open(rows[0].own.refresh_token)).toBe('next-token');
    const change = async (body: object) => {
      standIn.received = [];
      await tracked.call('PUT', `/conversions/${id}`, { reason: 'checked', ...body });
      await vi.waitFor(() => expect(standIn.received).toHaveLength(1), WAIT);
      return standIn.received[0]?.body.OfflineConversionAdjustments[0];
    };
    expect(await change({ payout: '8' })).toMatchObject({ AdjustmentType: 'Restate', AdjustmentValue: 8 });
    expect(await change({ status: 'rejected' })).toMatchObject({ AdjustmentType: 'Retract', MicrosoftClickId: 'M1' });
    expect(await log(clickId)).toMatchObject([{ status: 'rejected' }, { status: 'approved' }, { status: 'approved' }]);
    // There is nothing to revoke.
    const [{ click_id: unknown }] = await tracked.arrived(await convert(of, 'msclkid=M2', '&status=rejected'));
    expect(await log(unknown)).toEqual([]);
  });

  it('Google fetches a file with what it may have, as it is now', async () => {
    const events = [{ type: 'lead', event: 'Lead in Poklik' }];
    const connection = await create('meta', { platform: 'google_file', account: '', events, credentials: {} });
    expect(connection).toMatchObject({ platform: 'google_file', account: '', credentials: [] });
    const of = await campaignFor(connection);
    const clicks = [
      ['gclid=G-1_a', ''],
      ['gclid=G2&consent=denied', ''],
      ['fbclid=A', ''],
      ['gclid=%3DG4', ''],
      ['gclid=G5', '&status=rejected'],
      ['gclid=G6', '&type=sale'],
      ['gclid=G7', ''],
    ] as const;
    for (const [query, more] of clicks) await tracked.arrived(await convert(of, query, more));
    const other = await convert(await campaignFor(await create('meta')), 'gclid=OTHER');
    const path = new URL(connection.file_url).pathname;
    const read = async (at = path) => {
      const { statusCode, body, headers } = await tracked.product.app.inject({ url: at });
      return { statusCode, type: headers['content-type'], lines: body.split('\r\n') };
    };
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
    expect(await read()).toEqual({
      statusCode: 200,
      type: 'text/csv; charset=utf-8',
      lines: [
        'Parameters:TimeZone=+0000',
        'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
        expect.stringMatching(`^G-1_a,Lead in Poklik,${time},12.50,USD$`),
        expect.stringMatching(`^G7,Lead in Poklik,${time},12.50,USD$`),
        '',
      ],
    });
    expect(await log(other)).toHaveLength(1);
    expect(standIn.received.filter(({ platform }) => platform === 'google')).toEqual([]);
    const { pool } = tracked.product.services;
    await pool.query("update conversions set updated_at = now() - interval '31 days' where campaign_id = $1", [of.id]);
    expect((await read()).lines).toHaveLength(3);
    for (const wrong of [
      path.replace(/.(?=\/conv)/, '~'),
      path.replace(/\/\d+-/, '/9999-'),
      '/v1/connections/files/1/conversions.csv',
    ])
      expect((await read(wrong)).statusCode).toBe(404);
    // Who may not change it doesn't see its address.
    await pool.query('update users set email_verified_at = now()');
    const reader = await tracked.call('POST', '/api_tokens', { name: `Reader ${turn}`, scopes: ['campaigns:read'] });
    expect(reader).toMatchObject({ status: 201 });
    const token = reader.body.data.token as string;
    const listed = (await tracked.call('GET', '/connections?per_page=100', undefined, { ...tracked.owner, token }))
      .body;
    expect(listed.data.find((each: { id: number }) => each.id === connection.id)).toMatchObject({ file_url: null });
    const { id, file_url, campaigns: _, created_at: __, ...settings } = connection;
    const saved = await tracked.call('PUT', `/connections/${id}`, { ...settings, credentials: {}, is_active: false });
    expect(saved.body.data.file_url).toBe(file_url);
    expect((await read()).lines).toHaveLength(3);
  });

  it('nothing is sent without an identifier, a mapping or consent', async () => {
    const connection = await create('meta');
    const of = await campaignFor(connection);
    expect(await finished(await convert(of, 'gclid=G1'))).toMatchObject({ state: 'skipped', reason: 'no_click_id' });
    expect(await finished(await convert(of, 'fbclid=A&consent=denied'))).toMatchObject({ reason: 'consent_denied' });
    const sale = await convert(of, 'fbclid=A', '&type=sale');
    await tracked.arrived(sale);
    expect(await log(sale), 'sales are not mapped').toEqual([]);
    const careful = await campaignFor(connection, { name: `Careful ${turn}`, consent_required: true });
    expect(await finished(await convert(careful, 'fbclid=A'))).toMatchObject({ reason: 'consent_missing' });
    expect(standIn.received).toEqual([]);
    expect(await finished(await convert(careful, 'fbclid=A&consent=1'))).toMatchObject({ state: 'sent' });
    const { id, campaigns: _, created_at: __, ...settings } = connection;
    const off = { ...settings, credentials: {}, is_active: false };
    expect((await tracked.call('PUT', `/connections/${id}`, off)).body.data).toMatchObject({
      credentials: ['access_token'],
    });
    const unsent = await convert(of, 'fbclid=A');
    await tracked.arrived(unsent);
    expect(await log(unsent)).toEqual([]);
  });

  it('an event of eight days ago is not sent to Meta, and consent is that of the moment it is sent', async () => {
    const of = await campaignFor(await create('meta'));
    const clickId = await convert(of, 'fbclid=A');
    const entry = await finished(clickId);
    const { pool } = tracked.product.services;
    await pool.query("update conversions set received_at = received_at - interval '8 days' where click_id = $1", [
      clickId,
    ]);
    expect((await tracked.call('POST', '/outgoing/replay', { ids: [entry.id] })).body.data.queued).toBe(1);
    expect(await finished(clickId)).toMatchObject({ state: 'skipped', reason: 'too_old', answer: null });
    expect(standIn.received).toHaveLength(1);
  });

  it('says in the log what an error means, and repeats only what may pass', async () => {
    const of = await campaignFor(await create('meta'));
    standIn.answers = [{ status: 400, body: { error: { code: 190, message: `bad ${TOKEN}` } } }];
    const refused = await finished(await convert(of, 'fbclid=A'));
    expect(refused).toMatchObject({ state: 'failed', reason: 'bad_token', attempts: 1, answer: 400 });
    expect(refused.answer_body).toContain('bad ***');
    standIn.answers = [
      { status: 429, body: '{}' },
      { status: 503, body: 'down' },
    ];
    expect(await finished(await convert(of, 'fbclid=A'))).toMatchObject({ state: 'sent', reason: null, attempts: 3 });
  });

  it('credentials are sealed and never shown, and a dry run sends nothing', async () => {
    const connection = await create('google');
    expect(connection.credentials).toEqual(['developer_token', 'client_secret', 'refresh_token']);
    const { rows } = await tracked.product.services.pool.query(
      "select c::text as row from connections c union all select a::text from audit_entries a where entity like 'connection:%'",
    );
    for (const { row } of rows) expect(row).not.toMatch(new RegExp(`${TOKEN}|hidden-secret`));
    const dry = await tracked.call('POST', `/connections/${connection.id}/test`, {});
    expect(dry.body.data.request).toMatchObject({
      method: 'POST',
      url: expect.stringContaining('/customers/1234567890:'),
    });
    expect(JSON.stringify(dry.body)).not.toContain(TOKEN);
    const of = await campaignFor(connection);
    const clickId = await convert(of, 'fbclid=A');
    const [conversion] = await tracked.arrived(clickId);
    await finished(clickId);
    const test = await tracked.call('POST', `/connections/${connection.id}/test`, { conversion_id: conversion.id });
    expect(test.body.data).toEqual({ request: null, skipped: 'no_click_id' });
    expect(standIn.received).toEqual([]);
  });

  it('no email or phone number is in any table, log or file', async () => {
    const of = await campaignFor(await create('meta'));
    const clickId = await convert(of, 'fbclid=A', '&email=nobody.knows%40example.com&phone=%2B380671112233');
    await finished(clickId);
    const { pool, config } = tracked.product.services;
    const { rows: tables } = await pool.query("select tablename from pg_tables where schemaname = 'public'");
    for (const { tablename } of tables) {
      const { rows } = await pool.query(`select t::text as row from "${tablename}" t`);
      expect(rows.map(({ row }) => row).join('\n'), tablename).not.toMatch(/nobody\.knows|671112233/);
    }
    for (const path of await readdir(config.dataDir, { recursive: true })) {
      if (!path.endsWith('.log')) continue;
      expect(await readFile(join(config.dataDir, path), 'latin1'), path).not.toMatch(/nobody\.knows|671112233/);
    }
  });

  it('bad settings are errors of their fields', async () => {
    const errors = async (body: object) => (await tracked.call('POST', '/connections', body)).body.errors;
    const events = [{ type: 'lead', event: 'Lead' }];
    expect(Object.keys(await errors({ name: 'x', platform: 'meta', account: '4 2', events: [] }))).toEqual(
      expect.arrayContaining(['account', 'events']),
    );
    expect(Object.keys(await errors({ name: 'x', platform: 'google', account: '1', events }))).toEqual([
      ...['credentials.developer_token', 'credentials.client_secret', 'credentials.refresh_token'],
      ...['client_id', 'events.0.event'],
    ]);
    const microsoft = { ...CONNECTION_BODIES.microsoft, name: 'x', manager_account: null, events };
    expect(Object.keys(await errors(microsoft))).toEqual(['manager_account']);
    const taken = { ...CONNECTION_BODIES.reddit, events, name: (await create('reddit')).name };
    expect((await tracked.call('POST', '/connections', taken)).status).toBe(409);
    const answer = await tracked.call('POST', '/companies', {
      ...{ name: `Foreign ${turn}`, default_url: 'https://a.test', connection_ids: [999_999] },
    });
    expect(Object.keys(answer.body.errors)).toEqual(['connection_ids']);
  });

  it('a deleted connection leaves its campaigns, and what waits for it is not sent', async () => {
    const connection = await create('meta');
    const of = await campaignFor(connection);
    standIn.answers = Array.from({ length: 20 }, () => ({ status: 503, body: 'down' }));
    const clickId = await convert(of, 'fbclid=A');
    await vi.waitFor(async () => expect((await log(clickId))[0]?.attempts).toBeGreaterThan(0), WAIT);
    const { product, owner } = tracked;
    await product.call('DELETE', `/connections/${connection.id}`, { token: owner.token });
    expect(await finished(clickId)).toMatchObject({ state: 'skipped', reason: 'inactive', connection: null });
    expect((await tracked.call('GET', `/companies/${of.id}`)).body.data.connection_ids).toEqual([]);
  });
});
