import { ROLES } from '@poklik/contract/roles';
import { unsubscribeToken } from '../../features/notifications/unsubscribe.service.ts';
import { emptyClickhouse } from '../empty-clickhouse.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../test-app.ts';
import { createRecords } from './prepare-records.ts';
import type { FuzzRequest, Place } from './requests.ts';
import type { FuzzResponse } from './responses.ts';
import type { Known } from './valid-values.ts';

export interface FuzzFixture {
  product: TestApp;
  operator: Person;
  user: Person;
  /** Valid values by field name. */
  known: Known;
  restorePeople(): Promise<void>;
  /** Called for each operation, because an earlier one may have changed or deleted the records. */
  prepareRecords(path: string): Promise<void>;
  ask(place: Place, request: FuzzRequest, caller?: Person): Promise<FuzzResponse>;
  /** An earlier request may have ended the session; then the caller logs in again. */
  askSignedIn(place: Place, request: FuzzRequest, caller: Person): Promise<FuzzResponse>;
}

const URLS = ['https://example.com/', 'https://example.com/offer?click={click_id}&s={sub1}'];

async function firstCampaign(product: TestApp, { accountId, token }: Person): Promise<number> {
  await product.services.pool.query(
    "update accounts set tariff_id = (select id from tariffs where code = 'business') where id = $1",
    [accountId],
  );
  const body = { name: 'The first one', default_url: URLS[0] };
  return (await product.call('POST', '/companies', { token, body })).json().data.id;
}

const isStream = ({ operation }: Place): boolean =>
  operation.responses[200]?.content?.['text/event-stream'] !== undefined;

/** The program with an operator and a customer. */
export async function createFuzzFixture(): Promise<FuzzFixture> {
  // Nothing listens there, so checks of domains end at once.
  const product = await createTestApp({ outgoing: { allowLoopback: false, dnsServers: ['127.0.0.1:9'] } });
  product.services.config.trackingZone = { zone: 'links.example', appHosts: ['track.example'] };
  Object.assign(product.services.clickhouse, emptyClickhouse());
  // Versions that random changes do not meet: changed limits or terms would stop other operations.
  await product.services.pool.query("insert into settings (version, key) values (1900000000, 'app_name')");
  await product.services.pool.query(
    `insert into legal_documents (slug, version, texts, effective_at, needs_acceptance)
     select slug, 1900000000, $1, now(), false from unnest(array['terms', 'privacy', 'data-processing']) as slug`,
    [JSON.stringify(Object.fromEntries(['ua', 'ru', 'en'].map((each) => [each, { title: 'Title', text: 'Text' }])))],
  );
  const base = await product.app.listen({ host: '127.0.0.1', port: 0 });
  const operator = await product.person({ role: ROLES.SUPER_ADMIN });
  const user = await product.person();
  await product.services.pool.query('update users set email_verified_at = now() where id = $1', [operator.id]);
  const passwordHash = (
    await product.services.pool.query('select password_hash from users where id = $1', [operator.id])
  ).rows[0].password_hash;
  const template = await firstCampaign(product, operator);
  const forgetful = await product.person();
  const known = initialValues(product, user, forgetful);

  async function restorePeople(): Promise<void> {
    // Resets the counters of wrong passwords in earlier tests.
    await product.services.pool.query('delete from rate_limits');
    await product.services.pool.query('delete from limit_overrides');
    // Restores users that an earlier test blocked or changed.
    await product.services.pool.query(
      "update users set status = 'active', role = case when id = $1 then 3 else 1 end, password_hash = $3 where id = any($2)",
      [operator.id, [operator.id, user.id, forgetful.id], passwordHash],
    );
  }

  const records = createRecords({ product, operator, user, forgetful, template });

  async function prepareRecords(path: string): Promise<void> {
    await restorePeople();
    Object.assign(known, await records.prepare(path.split('/')[1] ?? ''));
  }

  return { product, operator, user, known, restorePeople, prepareRecords, ...createRequests(product, base) };
}

/** Values that need no records; `prepareRecords` adds the others. */
const initialValues = ({ services }: TestApp, user: Person, forgetful: Person): Known => ({
  subscriber: [unsubscribeToken(services.secrets, user.id)],
  email: [user.email, forgetful.email],
  password: [PASSWORD],
  current_password: [PASSWORD],
  timezone: ['Europe/Kyiv', 'UTC'],
  default_url: URLS,
  url: URLS,
  cost_currency: ['USD', 'EUR'],
  payout_currency: ['USD', 'EUR'],
  campaign_id: [null],
  spare_domain_id: [null],
  network_id: [null],
  fallback_offer_id: [null],
  direct_campaign_id: [null],
  next: [[], [{ targets: [{ url: 'https://example.com/' }] }]],
  caps: [[], [{ kind: 'clicks', amount: 100, period: 'day' }]],
  connection_ids: [[]],
  platform: ['meta'],
  credentials: [{ access_token: 'token' }],
  template: [null, 'affise'],
  alias: ['summer', 'ad-1', 'ad_2'],
  host: ['go.shop.com', 'перехід.укр', 'click.brand.co.uk'],
  currency: ['EUR', 'UAH'],
  user_id: [user.id],
  account: ['somewhere'],
  method: ['other'],
  amount: ['20.00'],
  decision: ['release'],
  csv: [
    'click_id,payout\nnobodys,5\n',
    'campaign_id,date,amount\n1,2026-10-25,5\n',
    'Date,Amount,Purpose\n2026-11-05,49.00,INV\n',
  ],
  text: ['campaign,default_url\nFuzz,https://example.com/', '{"campaigns": [{"name": "Fuzz"}]}'],
  start: ['2026-10-25', '2026-10-25 10:00'],
  end: ['2026-10-25', '2026-10-26T00:00'],
  dimension: ['country', 'sub1'],
  columns: ['clicks', 'clicks,cost,profit'],
  group_by: ['campaign', 'country,day', 'hour,sub1,rule'],
  filters: [JSON.stringify([{ dimension: 'country', values: ['UA'] }])],
  panels: [JSON.stringify([{ group_by: ['country'], sort: 'clicks', per_page: 3 }])],
  start_date: ['2026-01-01', '2026-01-31'],
  end_date: ['2026-02-01', '2026-10-25'],
  campaign_ids: [null],
  ip_allow_list: [null, ['203.0.113.0/24']],
  expires_at: [null, '2099-01-01T00:00:00Z'],
  conditions: [[{ dimension: 'country', operator: 'in', values: ['UA', 'PL'] }]],
  script_hosts: [[], ['shop.example.com']],
  postback_ips: [[], ['203.0.113.0/24']],
  start_at: [null, '2026-01-01T00:00:00Z'],
  end_at: [null, '2099-01-01T00:00:00Z'],
  ip_addresses: ['192.0.2.0/24, 198.51.100.7', ['2001:db8::/48', 'nonsense']],
});

/** Sends requests to the program, which also listens on `base`. */
function createRequests(product: TestApp, base: string): Pick<FuzzFixture, 'ask' | 'askSignedIn'> {
  async function ask(place: Place, request: FuzzRequest, caller?: Person): Promise<FuzzResponse> {
    const authorization = request.authorization ?? (caller && `Bearer ${caller.token}`);
    const headers: Record<string, string> = {
      'accept-language': 'en',
      ...(authorization === undefined ? {} : { authorization }),
      ...(request.contentType === undefined ? {} : { 'content-type': request.contentType }),
    };
    if (isStream(place) && request.method === 'GET') return askStream(base + request.url, headers);
    const {
      statusCode,
      headers: answered,
      body,
    } = await product.app.inject({
      method: request.method as 'GET',
      url: request.url,
      headers,
      remoteAddress: request.ip,
      ...(request.body === undefined ? {} : { payload: request.body }),
    });
    return { status: statusCode, headers: answered, body };
  }

  async function askSignedIn(place: Place, request: FuzzRequest, caller: Person): Promise<FuzzResponse> {
    const answer = await ask(place, request, caller);
    if (answer.status !== 401 || place.operation.security.length === 0 || request.authorization !== undefined)
      return answer;
    const { email, password } = caller;
    caller.token = (await product.call('POST', '/login', { body: { email, password } })).json().token;
    return ask(place, request, caller);
  }

  return { ask, askSignedIn };
}

/** Reads the first event and disconnects. */
async function askStream(url: string, headers: Record<string, string>): Promise<FuzzResponse> {
  const leave = new AbortController();
  const response = await fetch(url, { headers, signal: leave.signal });
  const first = await response.body?.getReader().read();
  leave.abort();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new TextDecoder().decode(first?.value),
  };
}
