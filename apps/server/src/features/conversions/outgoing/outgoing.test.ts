import { createSocket, type Socket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { storeConversion } from '../../../testing/conversions/store-conversion.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { WAIT } from '../../../testing/tracked-app.ts';

/** More than are sent at a time, so that they would take every slot if an account could. */
const DEAD_TARGETS = 100;
/** Never answers, like the DNS servers of a dead domain. */
const silentDns: Socket = createSocket('udp4');
const received: string[] = [];
const source = createServer((req, res) => {
  received.push(req.url ?? '');
  res.writeHead(204).end();
});
let app: TestApp;

beforeAll(async () => {
  await new Promise<void>((resolve) => silentDns.bind(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  const dnsServers = [`127.0.0.1:${silentDns.address().port}`];
  app = await createTestApp({ outgoing: { allowLoopback: true, dnsServers } });
});
afterAll(async () => {
  await app.close();
  source.close();
  silentDns.close();
});

async function createCampaign(owner: Person, ...urls: string[]): Promise<number> {
  const body = {
    name: 'Notified',
    default_url: 'https://shop.test/',
    outgoing_postbacks: urls.map((url) => ({ url, statuses: ['approved'] })),
  };
  const answer = await app.call('POST', '/companies', { token: owner.token, body });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().data.id;
}

const approve = async (owner: Person, campaignId: number, transactionId = '') => {
  const conversion = { accountId: owner.accountId, campaignId, transactionId, status: 'pending' } as const;
  const id = await storeConversion(app.services.pool, conversion);
  const answer = await app.call('PUT', `/conversions/${id}`, { token: owner.token, body: { status: 'approved' } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
};

const countUntried = async (accountId: number): Promise<number> => {
  const { rows } = await app.services.pool.query(
    'select count(*)::int as count from outgoing_postbacks where account_id = $1 and attempts = 0',
    [accountId],
  );
  return rows[0].count;
};

/** A postback that is being sent for the first time is due again only when its lease expires. */
const countTriedNow = async (accountId: number): Promise<number> => {
  const { rows } = await app.services.pool.query(
    'select count(*)::int as count from outgoing_postbacks where account_id = $1 and attempts = 0 and due_at > now()',
    [accountId],
  );
  return rows[0].count;
};

it('targets with dead DNS block neither emails nor outgoing postbacks of other accounts', async () => {
  const victim = await app.person();
  const other = await app.person();
  const dead = await createCampaign(victim, ...[1, 2, 3, 4, 5].map((index) => `http://dead-${index}.test/?p={payout}`));
  for (let turn = 0; turn < DEAD_TARGETS / 5; turn += 1) await approve(victim, dead, `D-${turn}`);

  const alive = await createCampaign(other, `http://127.0.0.1:${(source.address() as AddressInfo).port}/postback`);
  await approve(other, alive);
  await vi.waitFor(() => expect(received).toEqual(['/postback']), WAIT);
  expect(await countTriedNow(victim.accountId), 'dead targets that are tried at a time').toBeLessThanOrEqual(4);
  await app.call('POST', '/password/forgot', { body: { email: other.email } });
  await app.findEmail(other.email, /password/i);
  expect(await countUntried(victim.accountId), 'untried dead targets').toBeGreaterThan(DEAD_TARGETS / 2);
}, 120_000);

it('a failed delivery is retried later and stores the error', async () => {
  const owner = await app.person();
  const failing = await createCampaign(owner, 'http://gone.test/');
  await approve(owner, failing);
  await vi.waitFor(async () => {
    const { rows } = await app.services.pool.query(
      'select state, attempts, error, due_at > now() as is_later from outgoing_postbacks where account_id = $1',
      [owner.accountId],
    );
    expect(rows).toMatchObject([{ state: 'waiting', attempts: 1, is_later: true }]);
    expect(rows[0].error).toMatch(/ETIMEOUT|ECANCELLED|aborted/);
  }, WAIT);
}, 120_000);

it('a delivery that was scheduled while the clock was ahead is not late', async () => {
  const owner = await app.person();
  await approve(owner, await createCampaign(owner, 'http://gone.test/'));
  await vi.waitFor(async () => expect(await countUntried(owner.accountId)).toBe(0), WAIT);
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/ahead`;
  await app.services.pool.query(
    "update outgoing_postbacks set url = $1, due_at = now() + interval '1 year' where account_id = $2",
    [url, owner.accountId],
  );
  await vi.waitFor(() => expect(received).toContain('/ahead'), WAIT);
}, 120_000);
