import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeConversion } from '../../../testing/conversions/store-conversion.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { WAIT } from '../../../testing/tracked-app.ts';

interface Received {
  line: string;
  headers: string[];
  body: string;
}
let received: Received[] = [];
const source = createServer((req, res) => {
  let body = '';
  req.on('data', (chunk) => {
    body += chunk;
  });
  req.on('end', () => {
    received.push({ line: `${req.method} ${req.url}`, headers: req.rawHeaders, body });
    if (req.url?.startsWith('/away')) res.writeHead(302, { location: '/elsewhere' }).end();
    else res.writeHead(200).end(`heard ${req.headers.authorization ?? 'nothing'} ${'x'.repeat(3_000)}`);
  });
});
let app: TestApp;
let owner: Person;
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  app = await createTestApp({ outgoing: { allowLoopback: true, dnsServers: [] } });
});
afterAll(async () => {
  await app.close();
  source.close();
});
beforeEach(async () => {
  owner = await app.person();
  received = [];
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, { token } = owner) =>
  app.call(method, path, { token, ...(body && { body }) });

async function createCampaign(...postbacks: object[]): Promise<number> {
  const answer = await call('POST', '/companies', {
    name: 'Told',
    default_url: 'https://shop.test/',
    outgoing_postbacks: postbacks.map((postback) => ({ statuses: ['approved'], ...postback })),
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().data.id;
}

async function approve(campaignId: number, conversion: object = {}): Promise<string> {
  const { accountId } = owner;
  const id = await storeConversion(app.services.pool, { accountId, campaignId, status: 'pending', ...conversion });
  const answer = await call('PUT', `/conversions/${id}`, { status: 'approved' });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return id;
}

const log = async (query = '', person = owner) =>
  (await call('GET', `/outgoing${query}`, undefined, person)).json().data;
const arrive = (many = 1) => vi.waitFor(() => expect(received).toHaveLength(many), WAIT);
const finish = () =>
  vi.waitFor(
    async () => expect((await log()).map(({ state }: { state: string }) => state)).not.toContain('waiting'),
    WAIT,
  );

const JSON_BODY = '{"id":"{txid}","value":{payout:number},"cost":{cost:number},"token":"{secret.token}"}';

describe('an outgoing postback', () => {
  it('of an earlier version is sent byte for byte as before', async () => {
    const url = `${address}/old?c={click_id}&t={txid}&s={status}`;
    const campaignId = await createCampaign({ url: `${url}&m=get` }, { url, method: 'POST' });
    // As an earlier version saved it.
    await app.services.pool.query(
      `update campaigns set settings = jsonb_set(settings, '{outgoing_postbacks}', (
         select jsonb_agg(jsonb_build_object('url', p -> 'url', 'method', p -> 'method', 'statuses', p -> 'statuses'))
         from jsonb_array_elements(settings -> 'outgoing_postbacks') as p)) where id = $1`,
      [campaignId],
    );
    await approve(campaignId, { transactionId: 'Ж 1' });
    await arrive(2);
    const [get, post] = received.sort((one, other) => one.line.localeCompare(other.line));
    const { host } = new URL(address);
    expect(get?.line).toMatch(/^GET \/old\?c=[0-9a-z]+&t=%D0%96%201&s=approved&m=get$/);
    expect(post?.line).toMatch(/^POST \/old\?c=[0-9a-z]+&t=%D0%96%201&s=approved$/);
    expect(get?.headers).toEqual(['user-agent', 'Poklik', 'accept', '*/*', 'Host', host, 'Connection', 'close']);
    expect(post?.headers.slice(0, 6)).toEqual(['user-agent', 'Poklik', 'accept', '*/*', 'content-length', '0']);
  });

  it('has headers, a JSON body and sealed secrets, which nobody can read again', async () => {
    const secret = { name: 'token', value: 'S3cr"et' };
    expect((await call('POST', '/outgoing/secrets', secret)).json().data).toEqual({
      name: 'token',
      updated_at: expect.any(String),
    });
    const campaignId = await createCampaign({
      ...{ name: 'Events API', url: `${address}/events?key={secret.token}`, method: 'PUT' },
      ...{ body_type: 'json', body: JSON_BODY, headers: [{ name: 'Authorization', value: 'Bearer {secret.token}' }] },
    });
    await approve(campaignId, { transactionId: '"{secret.token}"\n' });
    await arrive();
    const [sent] = received;
    expect(sent?.line).toBe('PUT /events?key=S3cr%22et');
    expect(sent?.headers).toEqual(expect.arrayContaining(['Content-Type', 'application/json', 'Bearer S3cr"et']));
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ id: '"{secret.token}"\n', token: 'S3cr"et' });
    expect(typeof JSON.parse(sent?.body ?? '').value).toBe('number');

    await finish();
    const [entry] = await log();
    expect(entry).toMatchObject({ name: 'Events API', method: 'PUT', state: 'sent', answer: 200, body_type: 'json' });
    expect(entry.answer_body).toHaveLength(2048);
    expect(entry.answer_body).toMatch(/^heard Bearer \*\*\* x/);
    const stored = await app.services.pool.query(
      'select o::text as row from outgoing_postbacks o union all select s::text from outgoing_secrets s',
    );
    expect(stored.rows.map(({ row }) => row).join()).not.toContain('S3cr');
    const campaign = await call('GET', `/companies/${campaignId}`);
    for (const answer of [campaign, await call('GET', '/outgoing'), await call('GET', '/outgoing/secrets')])
      expect(answer.body).not.toContain('S3cr');
  });

  it('fails at once without its secret, and can be sent again when it is set', async () => {
    const campaignId = await createCampaign({ url: `${address}/x?t={secret.late}` });
    await approve(campaignId);
    await finish();
    const [failed] = await log('?state=failed');
    expect(failed).toMatchObject({ attempts: 1, answer: null, error: '{secret.late} is not set' });
    expect(received).toEqual([]);

    await call('POST', '/outgoing/secrets', { name: 'late', value: 'now' });
    const other = await app.person();
    expect((await call('POST', '/outgoing/replay', { ids: [failed.id] }, other)).json().data).toEqual({ queued: 0 });
    expect((await call('POST', '/outgoing/replay', { ids: [failed.id] })).json().data).toEqual({ queued: 1 });
    await arrive();
    expect(received[0]?.line).toBe('GET /x?t=now');
    await finish();
    expect((await log()).map(({ state }: { state: string }) => state)).toEqual(['sent', 'failed']);
    expect(await log('', other)).toEqual([]);
  });

  it('with POST does not follow a redirect', async () => {
    const campaignId = await createCampaign({
      ...{ url: `${address}/away`, method: 'POST', body_type: 'form', body: 'c={click_id}&v={payout}' },
    });
    await approve(campaignId);
    await vi.waitFor(
      async () => expect((await log())[0]).toMatchObject({ state: 'waiting', attempts: 1, answer: 302 }),
      WAIT,
    );
    expect(received.map(({ line }) => line)).toEqual(['POST /away']);
    expect(received[0]?.body).toMatch(/^c=[0-9a-z]+&v=\d/);
  });

  it('is sent for its types and its share only, which a resend does not change', async () => {
    const campaignId = await createCampaign({ url: `${address}/s?{click_id}`, share: 30, types: ['lead'] });
    const conversions: string[] = [];
    for (let place = 0; place < 40; place += 1) conversions.push(await approve(campaignId, { type: 'lead' }));
    await approve(campaignId, { type: 'sale' });
    const sent = new Set(
      (await log('?per_page=100')).map(({ conversion_id }: { conversion_id: string }) => conversion_id),
    );
    expect(sent.size).toBeGreaterThan(2);
    expect(sent.size).toBeLessThan(26);
    for (const id of conversions) {
      const { queued } = (await call('POST', `/conversions/${id}/resend`)).json().data;
      expect(queued).toBe(sent.has(id) ? 1 : 0);
    }
  }, 60_000);
});

describe('a dry run', () => {
  const postback = {
    ...{ url: 'https://source.test/?k={secret.key}&c={click_id}&token=plain', method: 'POST', statuses: ['approved'] },
    ...{ body_type: 'json', body: JSON_BODY, headers: [{ name: 'X-Api-Key', value: 'plain' }] },
  };
  const test = (body: object) => call('POST', '/outgoing/test', body);

  it('shows the request with sample values and masked secrets, and sends nothing', async () => {
    const { data } = (await test({ postback })).json();
    expect(data).toMatchObject({ skipped: null, missing_secrets: ['key', 'token'] });
    expect(data.request.url).toBe('https://source.test/?k={secret.key}&c=01hzy8k2m9&token=***');
    expect(data.request.headers).toEqual([
      { name: 'Content-Type', value: 'application/json' },
      { name: 'X-Api-Key', value: '***' },
    ]);
    expect(JSON.parse(data.request.body)).toEqual({ id: 'T-1', value: 12.5, cost: 0.05, token: '{secret.token}' });
    expect(await log()).toEqual([]);
  });

  it('says why a conversion would not be sent', async () => {
    const campaignId = await createCampaign();
    const conversion_id = await approve(campaignId, { transactionId: 'T-77', type: 'lead' });
    const { data } = (await test({ postback: { ...postback, types: ['sale'] }, conversion_id })).json();
    expect([data.skipped, JSON.parse(data.request.body).id]).toEqual(['type', 'T-77']);
    const other = await app.person();
    expect((await call('POST', '/outgoing/test', { postback, conversion_id }, other)).statusCode).toBe(404);
  });

  it.each([
    ['postback.headers.0.name', { headers: [{ name: 'Host', value: 'a' }] }],
    ['postback.headers.0.value', { headers: [{ name: 'X-A', value: 'a\r\nb' }] }],
    ['postback.body', { body: '{"v":{payout}' }],
    ['postback.share', { share: 0 }],
    ['postback.types.0', { types: ['a b'] }],
  ])('names the wrong field %s', async (field, changes) => {
    const answer = await test({ postback: { ...postback, ...changes } });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]]);
  });
});

describe('a secret', () => {
  it('is replaced, listed by name, deleted and audited', async () => {
    const save = (body: object) => call('POST', '/outgoing/secrets', body);
    await save({ name: 'b', value: '1' });
    await save({ name: 'a', value: '1' });
    await save({ name: 'a', value: '2' });
    const names = async () =>
      (await call('GET', '/outgoing/secrets')).json().data.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['a', 'b']);
    expect((await call('DELETE', '/outgoing/secrets/a')).statusCode).toBe(200);
    expect((await call('DELETE', '/outgoing/secrets/a')).statusCode).toBe(404);
    expect(await names()).toEqual(['b']);
    for (const wrong of [
      { name: 'A-B', value: '1' },
      { name: 'c', value: '' },
      { name: 'c', value: 'a\nb' },
    ])
      expect((await save(wrong)).statusCode).toBe(422);
    const { rows } = await app.services.pool.query(
      "select action, entity, before, after from audit_entries where account_id = $1 and action like 'secret.%' order by id",
      [owner.accountId],
    );
    expect(rows.map(({ action, entity }) => `${action} ${entity}`)).toEqual([
      ...['secret.saved secret:b', 'secret.saved secret:a', 'secret.saved secret:a', 'secret.deleted secret:a'],
    ]);
    expect(rows.every(({ before, after }) => before === null && after === null)).toBe(true);
  });
});
