import type { Postback } from '@poklik/contract/conversions';
import type { Network, NetworkBody } from '@poklik/contract/networks';
import { expect, vi } from 'vitest';
import { loadConfig } from '../../config.ts';
import type { Person } from '../../testing/test-app.ts';
import { type Answer, sendRequest } from '../../testing/test-tracker.ts';
import { createTrackedApp, type TrackedApp, type TrackedCampaign, WAIT } from '../../testing/tracked-app.ts';

export interface NetworkApp {
  tracked: TrackedApp;
  owner: Person;
  /** Owns another account, and a campaign there. */
  stranger: Person;
  campaign: TrackedCampaign;
  foreign: TrackedCampaign;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a postback to the address of a network. */
  postback(network: Network, query: string, headers?: Record<string, string>): Promise<Answer>;
  /** Resolves once the tracker knows its key. */
  newNetwork(body?: Partial<NetworkBody>): Promise<Network>;
  untilKnown(network: Network): Promise<void>;
  findNetwork(network: Network): Promise<Network>;
  accountUrl(): Promise<URL>;
  inboxOf(person: Person, query: string): Promise<Postback[]>;
  /** Waits for the results of a click's postbacks, oldest first. */
  settled(clickId: string, verdicts: string[]): Promise<void>;
  statusOf(clickId: string): Promise<string[]>;
}

/** The product with a tracker, and campaigns of two accounts. */
export async function createNetworkApp(): Promise<NetworkApp> {
  const { trustedProxies } = loadConfig({ TRUSTED_PROXIES: 'loopback' });
  const tracked = await createTrackedApp({ trustedProxies });
  const { product, owner } = tracked;
  await product.services.pool.query('update tariffs set campaigns_limit = 100');
  await product.services.pool.query("insert into currency_rates (currency, rate) values ('EUR', 1.25)");
  const stranger = await product.person();
  let made = 0;

  const get: NetworkApp['get'] = (path, headers = {}) => sendRequest(tracked.port, path, headers);
  const untilKnown: NetworkApp['untilKnown'] = ({ key }) =>
    // A request without a click is rejected in another way than an unknown key.
    vi.waitFor(async () => expect((await get(`/postback/n/${key}`)).body).not.toBe('unknown_click'), WAIT);
  const inboxOf: NetworkApp['inboxOf'] = async (person, query) =>
    (await tracked.call('GET', `/postbacks?per_page=100&${query}`, undefined, person)).body.data;

  return {
    ...{ tracked, owner, stranger, get, untilKnown, inboxOf },
    campaign: await tracked.newCampaign({ name: 'Mine' }),
    foreign: await newForeignCampaign(tracked, stranger),
    postback: (network, query, headers) => get(`/postback/n/${network.key}?${query}`, headers),
    async newNetwork(body = {}) {
      made += 1;
      const answer = await tracked.call('POST', '/networks', { name: `Network ${made}`, ...body });
      expect(answer.status).toBe(201);
      await untilKnown(answer.body.data);
      return answer.body.data;
    },
    async findNetwork({ id }) {
      const { data } = (await tracked.call('GET', '/networks?per_page=100')).body;
      return data.find((each: Network) => each.id === id);
    },
    accountUrl: async () => new URL((await tracked.call('GET', '/networks')).body.account.postback_url),
    settled: (clickId, verdicts) =>
      vi.waitFor(async () => {
        const found = (await inboxOf(owner, `search=${clickId}`)).map(({ verdict }) => verdict);
        expect(found.reverse()).toEqual(verdicts);
      }, WAIT),
    statusOf: async (clickId) => (await tracked.conversionsOf(clickId)).map(({ status }) => status),
  };
}

async function newForeignCampaign(tracked: TrackedApp, stranger: Person): Promise<TrackedCampaign> {
  const body = { name: 'Theirs', default_url: 'https://shop.test/?c={click_id}' };
  const { data } = (await tracked.call('POST', '/companies', body, stranger)).body;
  await vi.waitFor(
    async () => expect((await sendRequest(tracked.port, `/i/${data.key}.gif`, { dnt: '1' })).status).toBe(200),
    WAIT,
  );
  return data;
}
