import { ROLES } from '@poklik/contract/roles';
import { TOKEN_SCOPES } from '@poklik/contract/token-scopes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../testing/test-app.ts';
import { type CampaignCalls, createCampaignCalls, MINIMAL } from '../campaigns/campaigns.fixture.ts';

let calls: CampaignCalls;
beforeAll(async () => {
  calls = await createCampaignCalls();
  await calls.setTariff('business');
  await query('update users set email_verified_at = now()');
});
beforeEach(async () => {
  await calls.empty();
  await query('delete from api_tokens');
});
afterAll(() => calls.close());

const query = (sql: string, values: unknown[] = []) => calls.product.services.pool.query(sql, values);
const call = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, ip?: string) =>
  calls.product.call(method, path, { token, body, ...(ip === undefined ? {} : { ip }) });
const requestToken = (body: object = {}, { token }: Person = calls.owner) =>
  call(token, 'POST', '/api_tokens', { name: 'Reports', scopes: ['campaigns:read'], ...body });
const createToken = async (body: object = {}, person: Person = calls.owner) => {
  const answer = await requestToken(body, person);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().data as { id: number; token: string; prefix: string };
};

describe('API token', () => {
  it('shows the secret once and stores only its prefix and hash', async () => {
    const { token, prefix, id } = await createToken();
    expect(token).toMatch(/^pk_[\w-]{43}$/);
    expect(token.startsWith(prefix)).toBe(true);
    const { data } = (await call(calls.owner.token, 'GET', '/api_tokens')).json();
    expect(data).toMatchObject([
      { id, prefix, name: 'Reports', created_by: { id: calls.owner.id }, last_used_at: null },
    ]);
    expect(JSON.stringify(data)).not.toContain(token);
    const { rows } = await query('select * from api_tokens');
    expect(JSON.stringify(rows)).not.toContain(token.slice(prefix.length));
  });

  it('allows only what its scopes allow', async () => {
    const { id } = await calls.created();
    const { token } = await createToken({ scopes: ['campaigns:read', 'black_list:read'] });
    for (const path of ['/companies', `/companies/${id}`, '/black_list_ips'])
      expect((await call(token, 'GET', path)).statusCode).toBe(200);
    const rejected = [
      call(token, 'POST', '/companies', { ...MINIMAL, name: 'Other' }),
      call(token, 'DELETE', `/companies/${id}`),
      call(token, 'GET', '/profile'),
      call(token, 'GET', '/notifications'),
      call(token, 'GET', '/api_tokens'),
      call(token, 'POST', '/api_tokens', { name: 'Child', scopes: ['campaigns:read'] }),
      call(token, 'POST', '/logout'),
    ];
    for (const answer of await Promise.all(rejected)) expect(answer.statusCode).toBe(403);
  });

  it('restricted to campaigns can access these and the ones it creates', async () => {
    const given = await calls.created({ name: 'Given' });
    const kept = await calls.created({ name: 'Kept' });
    const { token } = await createToken({ scopes: ['campaigns:read', 'campaigns:write'], campaign_ids: [given.id] });
    expect((await call(token, 'GET', `/companies/${kept.id}`)).statusCode).toBe(404);
    const made = (await call(token, 'POST', '/companies', { ...MINIMAL, name: 'Made' })).json().data;
    const { data } = (await call(token, 'GET', '/companies')).json();
    expect(data.map(({ id }: { id: number }) => id).sort()).toEqual([given.id, made.id].sort());
  });

  it('works only from allowed IP addresses', async () => {
    const { token } = await createToken({ ip_allow_list: ['203.0.113.0/24', '2001:db8::1'] });
    expect((await call(token, 'GET', '/companies', undefined, '203.0.113.77')).statusCode).toBe(200);
    const elsewhere = await call(token, 'GET', '/companies', undefined, '198.51.100.1');
    expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([403, 'ip_not_allowed']);
    const [seen] = (await call(calls.owner.token, 'GET', '/api_tokens')).json().data;
    expect(seen).toMatchObject({ last_used_ip: '203.0.113.77' });
    expect(Date.now() - Date.parse(seen.last_used_at)).toBeLessThan(60_000);
  });

  it('stops working when it expires or is revoked', async () => {
    const soon = await createToken({ expires_at: new Date(Date.now() + 60_000).toISOString() });
    expect((await call(soon.token, 'GET', '/companies')).statusCode).toBe(200);
    await query('update api_tokens set expires_at = now()');
    expect((await call(soon.token, 'GET', '/companies')).statusCode).toBe(401);
    const other = await createToken();
    expect((await call(calls.owner.token, 'DELETE', `/api_tokens/${other.id}`)).statusCode).toBe(200);
    expect((await call(other.token, 'GET', '/companies')).statusCode).toBe(401);
  });

  it('accepts both secrets for a day after rotation, then only the new one', async () => {
    const old = await createToken();
    const { token } = (await call(calls.owner.token, 'POST', `/api_tokens/${old.id}/rotate`)).json().data;
    const status = async (secret: string) => (await call(secret, 'GET', '/companies')).statusCode;
    expect([await status(old.token), await status(token)]).toEqual([200, 200]);
    await query('update api_tokens set previous_until = now()');
    expect([await status(old.token), await status(token)]).toEqual([401, 200]);
  });

  it('never allows more than its creator is allowed now', async () => {
    const { token } = await createToken({ scopes: ['campaigns:read', 'campaigns:write'] });
    const setMember = (role: string, money: boolean) =>
      query('update team_members set role = $2, can_see_money = $3 where user_id = $1', [calls.owner.id, role, money]);
    await query("update users set status = 'blocked' where id = $1", [calls.owner.id]);
    expect((await call(token, 'GET', '/companies')).statusCode).toBe(401);
    await query("update users set status = 'active' where id = $1", [calls.owner.id]);
    await setMember('OWNER', false);
    await calls.created({ cost_value: '0.77' });
    expect((await call(token, 'GET', '/companies')).body).not.toContain('0.77');
    await setMember('OWNER', true);
    expect((await call(token, 'GET', '/companies')).body).toContain('0.77');
  });

  it('stops working when its creator leaves the account', async () => {
    const { token } = await createToken();
    await query('update api_tokens set account_id = $1', [calls.stranger.accountId]);
    expect((await call(token, 'GET', '/companies')).statusCode).toBe(401);
  });
});

describe('creating a token', () => {
  it('requires a verified email', async () => {
    const fresh = await calls.product.person();
    expect((await requestToken({}, fresh)).json().code).toBe('email_not_verified');
  });

  it('reports invalid values under their field', async () => {
    const foreign = await calls.created({ name: 'Foreign' }, calls.stranger);
    const cases: [object, string][] = [
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['everything'] }, 'scopes.0'],
      [{ campaign_ids: [foreign.id] }, 'campaign_ids'],
      [{ ip_allow_list: ['not an address'] }, 'ip_allow_list'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ name: ' ' }, 'name'],
    ];
    for (const [body, field] of cases) {
      const answer = await requestToken(body);
      expect(answer.statusCode).toBe(422);
      expect(Object.keys(answer.json().errors)).toEqual([field]);
    }
  });

  it('cannot grant more access than the creator has', async () => {
    const admin = await calls.product.person({ role: ROLES.ADMIN });
    await query('update users set email_verified_at = now(), account_id = $2 where id = $1', [
      admin.id,
      calls.owner.accountId,
    ]);
    await query("update team_members set account_id = $2, role = 'ADMIN', campaign_ids = '{}' where user_id = $1", [
      admin.id,
      calls.owner.accountId,
    ]);
    const theirs = await calls.created({ name: 'Not theirs' });
    expect((await requestToken({ campaign_ids: [theirs.id] }, admin)).json().errors.campaign_ids).toHaveLength(1);
    const { token } = await createToken({}, admin);
    expect((await call(token, 'GET', '/companies')).json().data).toEqual([]);
    await query("update team_members set role = 'EDITOR' where user_id = $1", [admin.id]);
    expect((await requestToken({}, admin)).statusCode).toBe(403);
  });

  it('is limited to ten tokens, even under concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => requestToken()));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(201), ...Array(4).fill(409)]);
  });
});

describe('API rate limit', () => {
  it('depends on the plan and is reported in the response headers', async () => {
    await calls.setTariff('free');
    const { token } = await createToken({ scopes: [...TOKEN_SCOPES].filter((scope) => /campaigns|black/.test(scope)) });
    const first = await call(token, 'GET', '/languages');
    const limit = Number(first.headers['x-ratelimit-limit']);
    expect(limit).toBe(60);
    let left = Number(first.headers['x-ratelimit-remaining']);
    expect(left).toBeLessThan(60);
    for (; left > 0; left -= 1) await call(token, 'GET', '/languages');
    const over = await call(token, 'GET', '/languages');
    expect(over.statusCode).toBe(429);
    expect(over.headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'retry-after': expect.anything() });
    expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(60);
    // API calls do not use up the limit of the user's own session.
    expect((await call(calls.owner.token, 'GET', '/languages')).statusCode).toBe(200);
    await calls.setTariff('business');
  });
});
