import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';

let product: TestApp;
let operator: Person;
let early: Person;
beforeAll(async () => {
  product = await createTestApp();
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
  early = await product.person();
});
afterAll(() => product.close());

const texts = (words: string) =>
  Object.fromEntries(['ua', 'ru', 'en'].map((language) => [language, { title: `Terms ${language}`, text: words }]));

const publish = (version: number, needsAcceptance = true, words = `Text of version ${version + 1}`) =>
  product.call('POST', '/legal/terms', {
    token: operator.token,
    body: { version, texts: texts(words), needs_acceptance: needsAcceptance },
  });

const signUp = (email: string, more: object = {}) =>
  product.call('POST', '/register', {
    body: { email, password: PASSWORD, password_confirmation: PASSWORD, ...more },
    ip: '203.0.113.7',
  });

/** As if the notice were over. */
async function endNotice() {
  const { pool, liveConfig } = product.services;
  await pool.query('alter table legal_documents disable trigger legal_documents_stay');
  await pool.query("update legal_documents set effective_at = now() - interval '1 second' where effective_at > now()");
  await pool.query('alter table legal_documents enable trigger legal_documents_stay');
  await liveConfig.refresh();
}

let campaigns = 0;
function changeOf({ token }: Person) {
  campaigns += 1;
  const body = { name: `Campaign ${campaigns}`, default_url: 'https://example.com/' };
  return product.call('POST', '/companies', { token, body });
}

describe('legal documents', () => {
  it('are not asked for while nothing is published', async () => {
    expect((await product.call('GET', '/register')).json().data.terms).toBeNull();
    expect((await signUp('before@example.test')).statusCode).toBe(201);
    expect((await product.call('GET', '/legal')).json().data).toEqual([]);
    expect((await product.call('GET', '/legal/terms')).statusCode).toBe(404);
  });

  it('are in force at once when first published, public, and accepted at sign-up', async () => {
    expect((await publish(0)).statusCode).toBe(201);
    const rules = await product.call('GET', '/register', { language: 'ua' });
    expect(rules.json().data.terms).toEqual({
      url: 'https://track.example/ua/legal/terms',
      privacy_url: null,
      version: 'terms 1',
    });
    const shown = await product.call('GET', '/legal/terms');
    expect(shown.json().data).toMatchObject({ version: 1, texts: { en: { text: 'Text of version 1' } } });
    const refused = await signUp('visitor@example.test');
    expect(Object.keys(refused.json().errors)).toEqual(['accept_terms']);
    expect((await signUp('visitor@example.test', { accept_terms: true })).statusCode).toBe(201);
    const { rows } = await product.services.pool.query(
      `select slug, version, language, ip, at > now() - interval '1 minute' as is_now from legal_acceptances
       join users on users.id = user_id where email = 'visitor@example.test'`,
    );
    expect(rows).toEqual([{ slug: 'terms', version: 1, language: 'en', ip: '203.0.113.7', is_now: true }]);
  });

  it('must be accepted by owners who signed up before, for changes only', async () => {
    const refused = await changeOf(early);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'acceptance_needed']);
    const open = ['/companies', '/statistics', '/invoices', '/billing', '/profile'];
    for (const path of open)
      expect([path, (await product.call('GET', path, early)).statusCode]).not.toEqual([path, 409]);
    const pending = await product.call('GET', '/legal_acceptances', early);
    expect(pending.json().data).toMatchObject([{ slug: 'terms', version: 1 }]);
    const body = { slug: 'terms', version: 1, language: 'ru' };
    for (const _ of [1, 2])
      expect((await product.call('POST', '/legal/accept', { ...early, body })).statusCode).toBe(200);
    expect((await changeOf(early)).statusCode).toBe(201);
    expect((await product.call('GET', '/legal_acceptances', early)).json().data).toEqual([]);
    expect((await changeOf(operator)).json().code).not.toBe('acceptance_needed');
  });

  it('are announced 14 days before a new version is in force, and stay as they were published', async () => {
    const published = await publish(1);
    const days = (Date.parse(published.json().data.effective_at) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(14, 2);
    expect((await publish(1)).json().code).toBe('version_conflict');
    const news = await product.call('GET', '/notifications', early);
    expect(news.body).toContain('/en/legal/terms?version=2');
    expect((await product.call('GET', '/legal/terms')).json().data.version).toBe(1);
    expect((await product.call('GET', '/legal/terms?version=2')).json().data.texts.ru.text).toBe('Text of version 2');
    expect((await changeOf(early)).statusCode).toBe(201);
    await endNotice();
    expect((await changeOf(early)).json().code).toBe('acceptance_needed');
    await expect(product.services.pool.query("update legal_documents set texts = '{}'")).rejects.toThrow(/refused/);
  });

  it('never stop an API token', async () => {
    const body = { slug: 'terms', version: 2, language: 'en' };
    await product.services.pool.query('update users set email_verified_at = now() where id = $1', [early.id]);
    await product.call('POST', '/legal/accept', { ...early, body });
    const created = await product.call('POST', '/api_tokens', {
      token: early.token,
      body: { name: 'Program', scopes: ['campaigns:read', 'campaigns:write'], password: PASSWORD },
    });
    expect(created.statusCode).toBe(201);
    await publish(2);
    await endNotice();
    expect((await changeOf(early)).json().code).toBe('acceptance_needed');
    const { token } = created.json().data;
    expect((await changeOf({ ...early, token })).statusCode).toBe(201);
  });
});
