import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import { openCountries } from '@poklik/server/geo/country';
import type { Services } from '@poklik/server/services';
import { LANDER_CTR } from './history.ts';
import { campaignQuery, type DemoNetwork, listNetworks, networkQuery, silentSince } from './networks.ts';
import { campaignPayout, paidType, pickWeighted, seededRandom } from './traffic.ts';

const PAUSE_MS = { least: 400, most: 3_200 };
const REFRESH_INTERVAL_MS = 60_000;
const ADDRESSES_EACH = 12;
const TRIES_MAX = 400_000;
/** How often and how soon a visitor converts. */
const CONVERSION_RATE = 0.04;
const CONVERSION_DELAY_MS = { least: 8_000, most: 90_000 };

const COUNTRIES = [
  ['UA', 30],
  ['PL', 16],
  ['DE', 9],
  ['US', 8],
  ['GB', 5],
  ['CZ', 4],
  ['IT', 4],
  ['FR', 3],
] as const;

/** Bots in a data center, which a customer excludes. */
export const BOT_NETWORK = '192.0.2.128/26';
const BOTS = 0.03;
const randomBotAddress = (random: () => number): string => `192.0.2.${128 + Math.floor(random() * 64)}`;

const LANGUAGES: Record<string, string> = { UA: 'uk', PL: 'pl', DE: 'de', CZ: 'cs', IT: 'it', FR: 'fr' };

const AGENTS = [
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    40,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    24,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    20,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    8,
  ],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 2],
] as const;

interface OpenCampaign {
  key: string;
  postbackKey: string;
  settings: CampaignSettings;
  network: DemoNetwork | null;
}

/** Live demo traffic: clicks and postbacks through the real tracker. */
export async function sendDemoVisitors({ config, pool, db, log }: Services, signal: AbortSignal): Promise<void> {
  const random = seededRandom(Date.now());
  const addresses = findAddressesByCountry(config.clicks.geoDatabase, random);
  let campaigns: OpenCampaign[] = [];
  let lookAt = 0;
  const reports: { at: number; address: string }[] = [];
  while (!signal.aborted) {
    if (Date.now() > lookAt) {
      campaigns = await listOpen({ pool, db }).catch(() => campaigns);
      lookAt = Date.now() + REFRESH_INTERVAL_MS;
    }
    const campaign = campaigns[Math.floor(random() ** 2 * campaigns.length)];
    if (campaign) {
      const surroundings = { port: config.port, random, addresses, signal };
      const clickId = await visit(campaign, surroundings).catch((error: unknown) => {
        log.debug({ err: error }, 'demo click failed');
        return null;
      });
      if (clickId !== null && isReported(campaign) && random() < CONVERSION_RATE)
        reports.push(postbackUrl(campaign, clickId, surroundings));
    }
    const due = reports.findIndex(({ at }) => at < Date.now());
    for (const { address } of due < 0 ? [] : reports.splice(due, 1)) {
      await fetch(address, { signal })
        .then((response) => response.body?.cancel())
        .catch((error: unknown) => log.debug({ err: error }, 'demo postback failed'));
    }
    const pause = PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least);
    await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** A report that is passed on would be sent to the internet. */
const isReported = ({ settings, network }: OpenCampaign): boolean =>
  settings.outgoing_postbacks.length === 0 && (network === null || Date.now() < silentSince(network));

async function listOpen({ pool, db }: Pick<Services, 'pool' | 'db'>): Promise<OpenCampaign[]> {
  const networks = await listNetworks(db);
  const { rows } = await pool.query(
    `select key, postback_key as "postbackKey", settings from campaigns where status = 'active' and deleted_at is null
      and now() between coalesce((settings ->> 'start_at')::timestamptz, '-infinity')
        and coalesce((settings ->> 'end_at')::timestamptz, 'infinity') order by id`,
  );
  return rows.map((row) => ({ ...row, network: networks.get(row.settings.network_id) ?? null }));
}

interface VisitContext {
  port: number;
  random: () => number;
  addresses: ReadonlyMap<string, string[]>;
  signal: AbortSignal;
}

async function visit(
  { key, settings }: OpenCampaign,
  { port, random, addresses, signal }: VisitContext,
): Promise<string | null> {
  const country = pickWeighted(random, COUNTRIES);
  const own = addresses.get(country) ?? [];
  const query = new URLSearchParams();
  for (const { name, sub } of settings.params) {
    query.set(name, `${sub === 'sub1' ? 'banner' : sub}-${1 + Math.floor(random() ** 2 * 8)}`);
  }
  const headers = {
    'user-agent': pickWeighted(random, AGENTS),
    'accept-language': LANGUAGES[country] ?? 'en',
    'x-forwarded-for':
      random() < BOTS ? randomBotAddress(random) : (own[Math.floor(random() * own.length)] ?? '203.0.113.7'),
  };
  const follow = async (path: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', signal, headers });
    await response.body?.cancel();
    return response.headers.get('location') ?? '';
  };
  const place = await follow(`/c/${key}?${query}`);
  const [, pass] = PASS.exec(place) ?? [];
  if (pass === undefined) return CLICK_ID.exec(place)?.[0] ?? null;
  if (random() >= LANDER_CTR) return null;
  return CLICK_ID.exec(await follow(`/o/${random() < 0.7 ? 1 : 2}?pk=${pass}`))?.[0] ?? null;
}

/** As in the destination URL. */
const CLICK_ID = /\b[0-9a-hjkmnp-tv-z]{29,38}(?:o[0-9a-hjkmnp-tv-z]+)?\b/;
/** In the URL of a lander. */
const PASS = /[?&]pk=([\w.~-]+)/;

function postbackUrl(
  { postbackKey, settings, network }: OpenCampaign,
  clickId: string,
  { port, random }: VisitContext,
) {
  const report = {
    clickId,
    status: random() < 0.6 ? ('approved' as const) : ('pending' as const),
    payout: campaignPayout(settings).toFixed(2),
    type: paidType(settings),
    transactionId: `T-${Date.now().toString(36).slice(-6).toUpperCase()}`,
  };
  const at = Date.now() + CONVERSION_DELAY_MS.least + random() * (CONVERSION_DELAY_MS.most - CONVERSION_DELAY_MS.least);
  const path = network
    ? `/n/${network.key}?${networkQuery(network, report)}`
    : `?${campaignQuery(postbackKey, report)}`;
  return { at, address: `http://127.0.0.1:${port}/postback${path}` };
}

/** IP addresses of each country, found by trial. */
function findAddressesByCountry(geoDatabase: string | undefined, random: () => number): Map<string, string[]> {
  const { countryOf } = openCountries(geoDatabase);
  const found = new Map<string, string[]>(COUNTRIES.map(([country]) => [country, []]));
  const part = () => Math.floor(random() * 256);
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const address = `${1 + Math.floor(random() * 222)}.${part()}.${part()}.${part()}`;
    const own = found.get(countryOf(address));
    if (own && own.length < ADDRESSES_EACH) own.push(address);
    if ([...found.values()].every((each) => each.length >= ADDRESSES_EACH)) break;
  }
  return found;
}
