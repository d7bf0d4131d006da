import { SUBS } from '@poklik/contract/routing';
import { expect } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { api, PASSWORD, type Person, registerUser, tokenOf } from '../people.ts';
import { startProduct } from '../product.ts';
import { newEnvironment, operatorAt } from '../test-environment.ts';
import { billTo, customersPay, register, SELLER, withdraw } from './hostile-money.ts';
import { sendHostileTraffic } from './hostile-traffic.ts';
import { inAddress, PAYLOADS, packed, packedAt } from './script-payloads.ts';

const SOON = { timeout: 60_000 };
const ALL = PAYLOADS.map(({ text }) => text).join('');

type Call = ReturnType<typeof api>;

/** A server where every field that users and visitors can fill contains payloads. */
export interface HostileData {
  url: string;
  owner: Person;
  ownerId: number;
  operator: Person;
  campaign: { id: number; key: string };
  conversionId: string;
  clickIds: readonly string[];
  customerId: number;
  guideId: number;
  /** Codes of the registration links: the owner’s referral link and a team invitation. */
  referralCode: string;
  invitation: string;
  /** URL of an unpaid checkout. */
  checkout: string;
  /** The bank export of each withdrawal. */
  bankFiles: readonly string[];
  /** Renames the owner to the next payload and returns the name. */
  rename(): Promise<string>;
  /** Replaces the API tokens with ones named after the next ten payloads, because an account can have only a few. */
  nameTokens(round: number): Promise<string[]>;
  close(): Promise<void>;
}

export async function createHostileData(): Promise<HostileData> {
  const environment = await newEnvironment();
  const product = await startProduct({ ...environment, settings: { ...environment.settings, ...SELLER } });
  const close = async () => {
    await product.stop();
    environment.clear();
  };
  try {
    await product.healthy();
    return { ...(await filled(product.url, environment.dataDir)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function filled(url: string, dataDir: string): Promise<Omit<HostileData, 'close'>> {
  const operator = await operatorAt(url);
  const asOperator = api(operator.token, url);
  const owner = await registerUser(url, 'owner@example.test');
  const asOwner = api(owner.token, url);
  await queryDatabase(dataDir, "update accounts set tariff_id = (select id from tariffs where code = 'business')");
  const prove = () => queryDatabase(dataDir, 'update users set email_verified_at = now()');
  await prove();

  const guideId = await operatorWrites(asOperator);
  const campaigns = await createCampaigns(asOwner);
  const campaign = campaigns[0] ?? { id: 0, key: '', postback_key: '' };
  await ownerWrites(asOwner, campaigns);
  const invitation = await invite(url, dataDir, asOwner);
  const { id: ownerId, referral_code: referralCode } = (await asOwner('GET', '/profile')) as {
    id: number;
    referral_code: string;
  };
  for (const text of packed(5000)) await asOperator('POST', `/users/${ownerId}/notes`, { text });
  for (const name of packed(64)) await asOperator('POST', '/segments', { name, filter: { search: name } });
  const { customerId, checkout } = await customersPay(url, dataDir, asOperator, referralCode, prove);
  const bankFiles = await withdraw(dataDir, asOwner, asOperator);
  const { clickIds, conversionId } = await sendHostileTraffic(url, asOwner, campaign);
  // Last, because the bell shows only the newest notifications.
  await announce(asOperator);

  return {
    url,
    owner,
    ownerId,
    operator,
    campaign,
    conversionId,
    clickIds,
    customerId,
    guideId,
    referralCode,
    invitation,
    checkout,
    bankFiles,
    ...actsOf(asOwner),
  };
}

function actsOf(asOwner: Call): Pick<HostileData, 'rename' | 'nameTokens'> {
  let named = 0;
  return {
    rename: async () => {
      const place = named++;
      const name = packedAt(100, place);
      await asOwner('PUT', '/profile', {
        name,
        company: packedAt(128, place),
        phone: packedAt(32, place),
        messenger: packedAt(64, place),
      });
      return name;
    },
    nameTokens: async (round) => {
      const { data } = (await asOwner('GET', '/api_tokens')) as { data: { id: number }[] };
      for (const { id } of data) await asOwner('DELETE', `/api_tokens/${id}`);
      const names = packed(60).slice(round * 10, (round + 1) * 10);
      for (const name of names) await asOwner('POST', '/api_tokens', { name, scopes: ['campaigns:read'] });
      return names;
    },
  };
}

/** Announcements are shown to every user. */
async function announce(asOperator: Call): Promise<void> {
  for (const title of packed(200)) {
    await asOperator('POST', '/notifications', {
      titles: [{ locale: 'en', title }],
      messages: [{ locale: 'en', message: ALL }],
    });
  }
}

async function operatorWrites(asOperator: Call): Promise<number> {
  const inEach = (text: string) => ({ ua: text, ru: text, en: text });
  const body = PAYLOADS.map(({ text }) => `${text}\n\n> ${text}\n\n- ${text}\n\n\`${text}\``).join('\n\n');
  const guide = (await asOperator('POST', '/instructions', {
    slug: 'hostile',
    category: 'api',
    title: inEach(packedAt(120, 0)),
    body: inEach(`## ${ALL}\n\n${body}\n\n![x](javascript:ran(0)) <javascript:ran(0)>`),
    has_check: false,
    is_published: true,
  })) as { data: { id: number } };
  await asOperator('POST', '/tariffs', {
    code: 'hostile',
    name: inEach(packedAt(60, 0)),
    description: inEach(packedAt(200, 0)),
    price: '5',
    events_limit: 1000,
    campaigns_limit: 3,
    seats_limit: 1,
    retention_days: 30,
    api_per_minute: 60,
    blacklist_limit: 10,
    features: PAYLOADS.slice(0, 20).map(({ text }) => text),
  });
  return guide.data.id;
}

/** Campaign settings with different payloads for each index. */
function settingsAt(place: number) {
  const url = inAddress(`https://shop.example/?c={click_id}&q=${packedAt(1500, place)}`);
  const destination = { name: packedAt(100, place), url };
  const conditions = [{ dimension: 'device', operator: 'in', values: ['mobile'] }];
  return {
    name: packedAt(128, place),
    default_url: url,
    destinations: [destination],
    rules: [{ name: packedAt(100, place), conditions, destinations: [destination] }],
    traffic_source: packedAt(64, place),
    params: SUBS.map((sub) => ({ name: sub, macro: 'javascript:ran(0)', sub })),
    external_id_param: 'external',
    outgoing_postbacks: [{ url, statuses: ['approved'] }],
    tags: packed(32).slice(0, 10),
    notes: ALL,
    dedupe_mode: 'create',
  };
}

interface CreatedCampaign {
  id: number;
  key: string;
  postback_key: string;
}

/** The first campaign also has an older version. */
async function createCampaigns(asOwner: Call): Promise<CreatedCampaign[]> {
  const created: CreatedCampaign[] = [];
  for (const place of packed(128).keys()) {
    const settings = place === 0 ? { ...settingsAt(1), notes: '', tags: [] } : settingsAt(place);
    const { data } = (await asOwner('POST', '/companies', settings)) as { data: CreatedCampaign };
    if (place === 0) await asOwner('PUT', `/companies/${data.id}`, settingsAt(0));
    created.push(data);
  }
  return created;
}

async function ownerWrites(asOwner: Call, campaigns: readonly CreatedCampaign[]): Promise<void> {
  for (const [place, { id }] of campaigns.entries()) {
    const entry = { ip_addresses: `192.0.2.${place + 1}`, campaign_id: id, comment: packedAt(200, place) };
    await asOwner('POST', '/black_list_ips', entry);
  }
  for (const name of packed(64))
    await asOwner('POST', '/statistics/views', { name, search: inAddress(`sub1=${packedAt(1500, 0)}`) });
  await asOwner('PUT', '/billing/details', billTo(0));
}

/** Members named after payloads log in once to appear in the activity log; one more invitation stays open. */
async function invite(url: string, dataDir: string, asOwner: Call): Promise<string> {
  const invited = async (email: string): Promise<string> => {
    await asOwner('POST', '/team_users', { email, role: 'VIEWER' });
    const invitation = async () =>
      (await queryDatabase(dataDir, 'select text from emails where recipient = $1', [email]))[0]?.text;
    await expect.poll(invitation, SOON).toMatch(/invite=/);
    return /invite=([\w-]+)/.exec(String(await invitation()))?.[1] ?? '';
  };
  for (const [place, name] of packed(100).entries()) {
    const email = `member-${place}@example.test`;
    await register(url, { email, name, invite_token: await invited(email) });
    await tokenOf(email, PASSWORD, url);
  }
  return invited('late@example.test');
}
