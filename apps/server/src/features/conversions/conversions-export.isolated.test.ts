import { get, type IncomingMessage } from 'node:http';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { csvRows } from '@poklik/domain/conversions/csv-rows';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertCampaign } from '../../testing/access/traffic/campaign-rows.ts';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { createClickIdGenerator } from '../../tracking/clicks/click-id.ts';

const MAX = 8_000;
const LARGE_ROWS = 7_000;

vi.mock('@poklik/contract/conversions', async (original) => ({
  ...(await original<typeof import('@poklik/contract/conversions')>()),
  EXPORT_ROWS_MAX: 8_000,
}));

let app: TestApp;
let owner: Person;
let other: Person;
let [large, rest] = [0, 0];
let port = 0;

beforeAll(async () => {
  app = await createTestApp();
  countFetches();
  [owner, other] = [await app.person(), await app.person()];
  const plant = async (person: Person, name = 'Sales') =>
    Number(await insertCampaign(app, person.accountId, { name, default_url: 'https://shop.example' }));
  large = await plant(owner);
  rest = await plant(owner, 'Rest');
  await insertConversions(owner.accountId, large, { count: LARGE_ROWS, wide: 2_000 });
  await insertConversions(owner.accountId, rest, { count: MAX + 1 - LARGE_ROWS, wide: 0 });
  await insertConversions(other.accountId, await plant(other), { count: 3, wide: 0 });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.app.server.address() as { port: number }).port;
}, 120_000);
afterAll(() => app.close());

/** Several rows have the same amount, so that sorting needs a tiebreaker. */
const insertConversions = (accountId: number, campaignId: number, { count, wide }: { count: number; wide: number }) =>
  app.services.pool.query(
    `insert into conversions (id, account_id, campaign_id, click_id, type, transaction_id, status, payout_micro,
       currency, payout_base_micro, cost_base_micro, params, source, click_at, received_at, country, click)
     select id, $1::bigint, $2::bigint, id, 'lead', '', 'approved', (n % 7) * 1000000, 'USD', (n % 7) * 1000000, 0,
       array[repeat('x', $4::int), '', '', '', ''], 'postback', now(), now() - n * interval '1 second', 'UA',
       '{"subs":[],"device":"mobile","os":"android","browser":"chrome","language":"uk"}'
     from (select n, $2::bigint || '-' || n as id from generate_series(1, $3::int) n) made`,
    [accountId, campaignId, count, wide],
  );

const openExport = (token: string, query = ''): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' };
    get({ host: '127.0.0.1', port, path: `/v1/conversions/export${query}`, headers }, resolve).on('error', reject);
  });

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Number of batches fetched from the database. */
let fetches = 0;
function countFetches(): void {
  app.services.exportPool.on('connect', (client) => {
    const ask = client.query.bind(client) as (...question: unknown[]) => unknown;
    client.query = ((...question: unknown[]) => {
      if (String(question[0]).startsWith('fetch')) fetches += 1;
      return ask(...question);
    }) as typeof client.query;
  });
}

const countBusyConnections = () => app.services.exportPool.totalCount - app.services.exportPool.idleCount;

describe('large export', () => {
  it('is rejected without reading a row if it exceeds the limit', async () => {
    fetches = 0;
    const answer = await openExport(owner.token);
    expect(answer.statusCode).toBe(422);
    expect(JSON.parse(await readText(answer)).errors.start_date).toEqual([
      'More than 8000 conversions. Choose a shorter period or one campaign.',
    ]);
    expect(fetches).toBe(0);
  });

  it('applies backpressure, blocks other exports of the account only, and stops when the client disconnects', async () => {
    fetches = 0;
    const answer = await openExport(owner.token, `?company_id=${large}`);
    await new Promise((resolve) => answer.once('readable', resolve));
    await sleep(300);
    // Socket buffers hold only part of a response that is not read.
    const read = fetches;
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(LARGE_ROWS / 200 / 1.5);
    for (const [language, message] of [
      ['en', /still running/],
      ['ru', /ещё выполняется/],
      ['ua', /ще виконується/],
    ] as const) {
      const path = language === 'en' ? `/conversions/export?company_id=${rest}` : '/invoices/export';
      const second = await app.call('GET', path, { token: owner.token, language });
      expect([second.statusCode, second.headers['retry-after']]).toEqual([429, '5']);
      expect(second.json()).toMatchObject({ code: 'export_in_progress', message: expect.stringMatching(message) });
    }
    expect((await readText(await openExport(other.token))).trim().split('\r\n')).toHaveLength(4);
    answer.destroy();
    await vi.waitFor(() => expect(countBusyConnections()).toBe(0), 10_000);
    expect(fetches).toBeLessThan(LARGE_ROWS / 200);
    expect((await app.call('GET', '/invoices/export', { token: owner.token })).statusCode).toBe(200);
  });

  it('contains every row once in list order without blocking the event loop', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const startedAt = performance.now();
    const text = await readText(await openExport(owner.token, `?company_id=${large}&sort=payout&order=asc`));
    const elapsed = performance.now() - startedAt;
    delay.disable();
    const [first = '', ...lines] = text.trim().split('\r\n');
    const head = [...csvRows(first)][0]?.cells ?? [];
    const rows = lines.map((line) => line.split(','));
    expect(rows).toHaveLength(LARGE_ROWS);
    const column = (name: string) => head.indexOf(name);
    const [id, payout] = [column('Conversion ID'), column('Payout')];
    expect(id).toBeGreaterThan(0);
    expect(new Set(rows.map((cells) => cells[id])).size).toBe(LARGE_ROWS);
    const amounts = rows.map((cells) => Number(cells[payout]));
    expect(amounts).toEqual([...amounts].sort((one, next) => one - next));
    const page = await app.call('GET', `/conversions?company_id=${large}&sort=payout&order=asc&page=30`, {
      token: owner.token,
    });
    const { data, meta } = page.json();
    expect(rows.slice(29 * meta.per_page, 30 * meta.per_page).map((cells) => cells[id])).toEqual(
      data.map((row: { id: string }) => row.id),
    );
    expect(delay.max / 1e6).toBeLessThan(elapsed / 4);
  }, 60_000);
});

describe('large import', () => {
  const ROWS = 3_000;
  const newId = createClickIdGenerator();

  it('adds every row as its dry run predicted, without blocking the event loop', async () => {
    app.services.clickhouse.client = everyClick(owner.accountId, rest);
    const ids = Array.from({ length: ROWS }, () => newId(Date.now(), rest));
    // The first row is repeated in another batch.
    const csv = ['click_id,payout', ...[...ids, ids[0]].map((id) => `${id},2`)].join('\n');
    const send = async (dry_run: boolean) =>
      (await app.call('POST', '/conversions/import', { token: owner.token, body: { csv, dry_run } })).json().data;
    const expected = { rows: ROWS + 1, ok: ROWS, duplicate: 1, unknown_click: 0, bad_row: 0 };
    expect(await send(true)).toMatchObject(expected);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const began = performance.now();
    expect(await send(false)).toMatchObject(expected);
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan((performance.now() - began) / 4);
    expect(await send(true)).toMatchObject({ ok: 0, duplicate: ROWS + 1 });
  }, 60_000);
});

/** A ClickHouse stub that finds every requested click. */
const everyClick = (accountId: number, campaignId: number) =>
  ({
    query: async ({ query_params: { ids } }: { query_params: { ids: string[] } }) => ({
      json: async () =>
        ids.map((id) => ({
          click_id: id,
          at_ms: String(Date.now()),
          account_id: String(accountId),
          campaign_id: String(campaignId),
          version: 1,
          lander_id: '0',
          offer_id: '0',
          rule: 0,
          destination: 0,
          outcome: ClickOutcome.redirected,
          country: 'UA',
          subs: [],
          cost_micro: '0',
          cost_currency: 'USD',
        })),
    }),
  }) as unknown as TestApp['services']['clickhouse']['client'];
