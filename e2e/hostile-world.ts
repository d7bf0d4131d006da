import { SUBS } from '@poklik/contract/campaigns';
import { expect } from './fixture.ts';
import { newGround, operatorAt } from './ground.ts';
import { strangersSend } from './hostile-strangers.ts';
import { askDatabase } from './operator.ts';
import { api, PASSWORD, type Person, registerUser, tokenOf } from './people.ts';
import { startProduct } from './product.ts';
import { inAddress, PAYLOADS, packed, packedAt } from './script-payloads.ts';

const SOON = { timeout: 60_000 };
const ALL = PAYLOADS.map(({ text }) => text).join('');

type Call = ReturnType<typeof api>;

/** A product where everything that somebody else can write carries the payloads. */
export interface HostileWorld {
  url: string;
  owner: Person;
  ownerId: number;
  operator: Person;
  campaign: { id: number; key: string };
  conversionId: string;
  clickId: string;
  customerId: number;
  guideId: number;
  /** Gives the owner the next texts as their name, and answers with it. */
  rename(): Promise<string>;
  /** Replaces the API tokens, of which an account has few, by the next ten names. */
  nameTokens(round: number): Promise<string[]>;
  close(): Promise<void>;
}

export async function hostileWorld(): Promise<HostileWorld> {
  const ground = await newGround();
  const product = await startProduct(ground);
  const close = async () => {
    await product.stop();
    ground.clear();
  };
  try {
    await product.healthy();
    return { ...(await filled(product.url, ground.dataDir)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function filled(url: string, dataDir: string): Promise<Omit<HostileWorld, 'close'>> {
  const operator = await operatorAt(url);
  const asOperator = api(operator.token, url);
  const owner = await registerUser(url, 'owner@example.test');
  const asOwner = api(owner.token, url);
  await askDatabase(dataDir, "update accounts set tariff_id = (select id from tariffs where code = 'business')");
  const prove = () => askDatabase(dataDir, 'update users set email_verified_at = now()');
  await prove();

  const guideId = await operatorWrites(asOperator);
  const campaigns = await createCampaigns(asOwner);
  const campaign = campaigns[0] ?? { id: 0, key: '', postback_key: '' };
  await ownerWrites(asOwner);
  await invite(url, dataDir, asOwner);
  const { id: ownerId, referral_code: code } = (await asOwner('GET', '/profile')) as {
    id: number;
    referral_code: string;
  };
  const customerId = await customersPay(url, dataDir, asOperator, code, prove);
  await withdraw(dataDir, asOwner, asOperator);
  const { clickId, conversionId } = await strangersSend(url, asOwner, campaign);
  // Last, because the bell shows the newest alone.
  await announce(asOperator);

  let named = 0;
  return {
    url,
    owner,
    ownerId,
    operator,
    campaign,
    conversionId,
    clickId,
    customerId,
    guideId,
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

/** What the operator writes is read by everybody. */
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

async function createCampaigns(asOwner: Call): Promise<{ id: number; key: string; postback_key: string }[]> {
  const created = [];
  for (const [place, name] of packed(128).entries()) {
    const url = inAddress(`https://shop.example/?c={click_id}&q=${packedAt(1500, place)}`);
    const destination = { name: packedAt(100, place), url };
    const { data } = (await asOwner('POST', '/companies', {
      name,
      default_url: url,
      destinations: [destination],
      rules: [
        {
          name: packedAt(100, place),
          conditions: [{ dimension: 'device', operator: 'in', values: ['mobile'] }],
          destinations: [destination],
        },
      ],
      traffic_source: packedAt(64, place),
      params: SUBS.map((sub) => ({ name: sub, macro: 'javascript:ran(0)', sub })),
      external_id_param: 'external',
      outgoing_postbacks: [{ url, statuses: ['approved'] }],
      tags: packed(32).slice(0, 10),
      notes: ALL,
      dedupe_mode: 'create',
    })) as { data: { id: number; key: string; postback_key: string } };
    created.push(data);
  }
  return created;
}

async function ownerWrites(asOwner: Call): Promise<void> {
  for (const [place, comment] of packed(200).entries())
    await asOwner('POST', '/black_list_ips', { ip_addresses: `192.0.2.${place + 1}`, comment });
  for (const name of packed(64))
    await asOwner('POST', '/statistics/views', { name, search: inAddress(`sub1=${packedAt(1500, 0)}`) });
  await asOwner('PUT', '/billing/details', billTo(0));
}

const billTo = (place: number) => ({
  name: packedAt(128, place),
  address: packedAt(300, place),
  country: packedAt(60, place),
  tax_id: packedAt(40, place),
});

/** Members whose names are payloads; each signs in once, which the log of the account tells with their name. */
async function invite(url: string, dataDir: string, asOwner: Call): Promise<void> {
  for (const [place, name] of packed(100).entries()) {
    const email = `member-${place}@example.test`;
    await asOwner('POST', '/team_users', { email, role: 'VIEWER' });
    const letter = async () =>
      (await askDatabase(dataDir, 'select text from letters where recipient = $1', [email]))[0]?.text;
    await expect.poll(letter, SOON).toMatch(/invite=/);
    const [, token = ''] = /invite=([\w-]+)/.exec(String(await letter())) ?? [];
    await register(url, { email, name, invite_token: token });
    await tokenOf(email, PASSWORD, url);
  }
}

const register = (url: string, form: { email: string; name: string; invite_token?: string; ref?: string }) =>
  api(undefined, url)('POST', '/register', {
    ...form,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    accept_terms: true,
  });

/** Referrals of the owner whose names, companies and bills are payloads. Each pays once, so that the owner earns; one commission stays on hold. */
async function customersPay(
  url: string,
  dataDir: string,
  asOperator: Call,
  ref: string,
  prove: () => Promise<unknown>,
) {
  const [owner] = await askDatabase(dataDir, "select id from users where email = 'owner@example.test'");
  await asOperator('PUT', `/referrals/users/${owner?.id}/rate`, { percent: '99' });
  const [starter] = await askDatabase(dataDir, "select id from tariffs where code = 'starter'");
  let id = 0;
  for (const [place, name] of packed(100).entries()) {
    const email = `owner+${place}@example.test`;
    await register(url, { email, name, ref });
    await prove();
    const call = api(await tokenOf(email, PASSWORD, url), url);
    ({ id } = (await call('PUT', '/profile', { company: packedAt(128, place), messenger: packedAt(64, place) })) as {
      id: number;
    });
    await call('PUT', '/billing/details', billTo(place));
    await asOperator('POST', `/transactions/users/${id}/deposit`, { amount: '50', reason: packedAt(500, place) });
    await call('POST', `/tariffs/${starter?.id}/pay`, { method: 'balance' });
  }
  const held = (await asOperator('GET', '/referrals/held?per_page=100')) as { data: { id: number }[] };
  for (const [place, { id: commission }] of held.data.slice(1).entries()) {
    const review = { decision: 'release', reason: packedAt(500, place) };
    await asOperator('PUT', `/referrals/commissions/${commission}/review`, review);
  }
  return id;
}

async function withdraw(dataDir: string, asOwner: Call, asOperator: Call): Promise<void> {
  await askDatabase(dataDir, 'update commissions set release_at = now()');
  await askDatabase(dataDir, "select graphile_worker.add_job('release_commissions')");
  const terms = async () => (await asOwner('GET', '/withdrawals/terms')) as { data: { withdrawable: string } };
  await expect.poll(async () => Number((await terms()).data.withdrawable), SOON).toBeGreaterThan(200);
  await asOwner('PUT', '/payout_details', {
    method: 'other',
    holder: packedAt(100, 0),
    account: packedAt(200, 0),
    password: PASSWORD,
  });
  for (const place of packed(100).keys()) {
    const { data } = (await asOwner('POST', '/withdrawals', { amount: '20' })) as { data: { id: number } };
    const become = (change: object) => asOperator('PUT', `/withdrawals/${data.id}/change-status`, change);
    await become({ status: 'approved' });
    await become({ status: 'processing' });
    // What is paid is gone; half of it comes back for the next request.
    if (place % 2 === 0) await become({ status: 'failed', reason: packedAt(500, place / 2) });
    else await become({ status: 'paid', external_id: packedAt(100, place) });
  }
  await asOwner('POST', '/withdrawals', { amount: '20' });
}
