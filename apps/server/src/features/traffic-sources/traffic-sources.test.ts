import { LANGUAGES, type Language } from '@poklik/contract/language';
import { ROLES } from '@poklik/contract/roles';
import type { TrafficSource } from '@poklik/contract/traffic-sources';
import { CATALOGUE_TEXTS, TRAFFIC_SOURCE_CATALOGUE } from '@poklik/domain/traffic-sources/traffic-source-catalogue';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { syncTrafficSources } from './traffic-source-catalogue.service.ts';

let app: TestApp;
let operator: Person;
let customer: Person;
let other: Person;
beforeAll(async () => {
  app = await createTestApp();
  [operator, customer, other] = [await app.person({ role: ROLES.SUPER_ADMIN }), await app.person(), await app.person()];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.services.pool.query('delete from traffic_source_templates');
  await syncTrafficSources(app.services.db);
});

const list = async ({ token }: Person): Promise<TrafficSource[]> =>
  (await app.call('GET', '/traffic_sources', { token })).json().data;
const offered = async ({ token }: Person): Promise<string[]> =>
  (await app.call('GET', '/companies_related/get_options', { token }))
    .json()
    .data.traffic_sources.map(({ code }: TrafficSource) => code);
const find = async (person: Person, code: string): Promise<TrafficSource> => {
  const found = (await list(person)).find((source) => source.code === code);
  if (!found) throw new Error(`no source ${code}`);
  return found;
};
const save = ({ token }: Person, source: TrafficSource, changes: object) =>
  app.call('PUT', `/traffic_sources/${source.id}`, { token, body: { ...source, ...changes } });
const add = ({ token }: Person, body: object) => app.call('POST', '/traffic_sources', { token, body });

const newer = (code: string, changes: object) =>
  TRAFFIC_SOURCE_CATALOGUE.map((source) =>
    source.code === code ? { ...source, revision: source.revision + 1, ...changes } : source,
  );

describe('the catalogue', () => {
  it('is loaded at start, once, with what is verified', async () => {
    await syncTrafficSources(app.services.db);
    const sources = await list(customer);
    expect(sources.map(({ code }) => code)).toEqual(TRAFFIC_SOURCE_CATALOGUE.map(({ code }) => code));
    expect(sources.filter(({ is_verified }) => is_verified)).toHaveLength(28);
    expect(await find(customer, 'adsterra')).toMatchObject({ is_shipped: true, is_own: false, revision: 1 });
  });

  it('of a newer release replaces what the operator did not change', async () => {
    await save(operator, await find(operator, 'mgid'), { cost_macro: '{own_price}' });
    await save(operator, await find(operator, 'kadam'), { is_hidden: true });
    await syncTrafficSources(app.services.db, newer('mgid', { cost_macro: '{new_price}' }));
    await syncTrafficSources(app.services.db, newer('kadam', { cost_macro: '{new_price}' }));
    expect(await find(customer, 'mgid')).toMatchObject({ cost_macro: '{own_price}', revision: 2 });
    expect(await find(operator, 'kadam')).toMatchObject({ cost_macro: '{new_price}', revision: 2, is_hidden: true });
  });
});

describe('notes', () => {
  const noteIn = async (language: Language, code: string): Promise<string | undefined> => {
    const { token } = customer;
    const listed = (await app.call('GET', '/traffic_sources', { token, language })).json().data;
    const options = (await app.call('GET', '/companies_related/get_options', { token, language })).json().data;
    const [shown, offeredToo] = [listed, options.traffic_sources].map((sources: TrafficSource[]) =>
      sources.find((source) => source.code === code),
    );
    expect(offeredToo).toEqual(shown);
    return shown?.notes;
  };
  const inEach = (code: string) => Promise.all(LANGUAGES.map((language) => noteIn(language, code)));
  const shippedNotes = (code: string) => LANGUAGES.map((language) => CATALOGUE_TEXTS.get(code)?.notes?.[language]);
  const stored = async (code: string) => {
    const query = 'select is_edited, revision from traffic_source_templates where code = $1';
    return (await app.services.pool.query(query, [code])).rows[0];
  };

  it('of shipped templates are in the reader’s language, also those that an older release stored', async () => {
    await app.services.pool.query(
      `update traffic_source_templates set details = details || '{"notes":"Old","unverified":["currency_note"]}'`,
    );
    expect(await inEach('telegram')).toEqual(shippedNotes('telegram'));
    expect(await noteIn('ua', 'telegram')).toContain('Одне посилання на оголошення');
    expect(await inEach('facebook')).toEqual(['', '', '']);
    expect((await find(customer, 'telegram')).unverified).toEqual([]);

    await save(operator, await find(operator, 'telegram'), { is_hidden: false });
    expect(await stored('telegram')).toEqual({ is_edited: false, revision: 1 });
  });

  it('stay translated when another part is edited, and are shown as the operator wrote them', async () => {
    const { token } = operator;
    const list = (await app.call('GET', '/traffic_sources', { token, language: 'ru' })).json().data;
    const mgid = list.find(({ code }: TrafficSource) => code === 'mgid');
    await app.call('PUT', `/traffic_sources/${mgid.id}`, {
      ...{ token, language: 'ru', body: { ...mgid, cost_macro: '{price}' } },
    });
    expect(await stored('mgid')).toEqual({ is_edited: true, revision: 2 });
    expect(await inEach('mgid')).toEqual(shippedNotes('mgid'));

    await save(operator, await find(operator, 'mgid'), { notes: 'Ask Olha' });
    expect(await stored('mgid')).toEqual({ is_edited: true, revision: 2 });
    expect(await inEach('mgid')).toEqual(['Ask Olha', 'Ask Olha', 'Ask Olha']);
  });
});

describe('the operator', () => {
  it('hides, changes and adds templates for everyone', async () => {
    expect((await save(operator, await find(operator, 'popads'), { is_hidden: true })).statusCode).toBe(200);
    const changed = await save(operator, await find(operator, 'taboola'), { name: 'Taboola Realize', params: [] });
    expect(changed.json().data).toMatchObject({ revision: 2, is_verified: true, unverified: [] });
    const added = (await add(operator, { name: 'Nativka' })).json().data;
    expect(added).toMatchObject({ code: 'shared-nativka', is_own: false, is_shipped: false });

    expect(await offered(customer)).not.toContain('popads');
    expect((await list(customer)).map(({ code }) => code)).not.toContain('popads');
    expect((await find(operator, 'popads')).is_hidden).toBe(true);
    expect(await find(customer, 'taboola')).toMatchObject({ name: 'Taboola Realize', params: [] });
    expect(await offered(other)).toContain('shared-nativka');
  });

  it('deletes added templates, and only hides shipped ones', async () => {
    const { id } = (await add(operator, { name: 'Nativka' })).json().data;
    const remove = (source: number) => app.call('DELETE', `/traffic_sources/${source}`, { token: operator.token });
    expect((await remove(id)).json()).toEqual({ message: 'Traffic source deleted.' });
    expect((await remove((await find(operator, 'x')).id)).statusCode).toBe(403);
    const { rows } = await app.services.pool.query(
      "select action, account_id from audit_entries where action like 'traffic_source.%' order by id desc limit 2",
    );
    expect(rows.map(({ action, account_id }) => [action, account_id])).toEqual([
      ['traffic_source.deleted', null],
      ['traffic_source.created', null],
    ]);
  });
});

describe('a customer', () => {
  it('adds templates of their own, whose codes stay', async () => {
    const body = { name: 'Моє джерело', params: [{ name: 'zone', macro: '##ZONE_ID##', sub: 'sub3' }] };
    const first = (await add(customer, body)).json().data;
    const second = (await add(customer, body)).json().data;
    expect([first.code, second.code]).toEqual(['own-moie-dzherelo', 'own-moie-dzherelo-2']);
    const renamed = (await save(customer, first, { name: 'Renamed' })).json().data;
    expect(renamed).toMatchObject({ code: first.code, name: 'Renamed', revision: 1, is_own: true });
    expect((await offered(customer)).slice(0, 2)).toEqual([first.code, second.code]);
    expect(await offered(other)).not.toContain(first.code);
    expect((await save(other, first, { name: 'Mine now' })).statusCode).toBe(404);
  });

  it('cannot change the operator’s', async () => {
    const source = await find(customer, 'facebook');
    expect((await save(customer, source, { name: 'Mine' })).statusCode).toBe(403);
    const { statusCode } = await app.call('DELETE', `/traffic_sources/${source.id}`, { token: customer.token });
    expect(statusCode).toBe(403);
    expect((await find(customer, 'facebook')).name).toBe(source.name);
  });

  it.each([
    ['params', { params: [{ name: 'a', macro: '{a b}', sub: 'sub1' }] }],
    ['params', { params: [{ name: 'a', macro: '#A#', sub: 'sub1' }] }],
    ['params', { params: [{ name: 'cost', macro: '', sub: 'sub1' }], cost_param: 'cost' }],
    ['docs_url', { docs_url: 'javascript:alert(1)' }],
    ['outgoing_url', { outgoing_url: 'https://source.test/?x={nobody}' }],
    ['name', { name: ' ' }],
  ])('learns which field is wrong: %s of %j', async (field, changes) => {
    const answer = await add(customer, { name: 'Source', ...changes });
    expect([answer.statusCode, Object.keys(answer.json().errors)[0]]).toEqual([422, expect.stringContaining(field)]);
  });

  it('finds campaigns and reads reports by the name of the source', async () => {
    const { code } = (await add(customer, { name: 'Кликовня' })).json().data;
    const body = { name: 'By source', default_url: 'https://shop.test/', traffic_source: code };
    await app.call('POST', '/companies', { token: customer.token, body });
    const { token } = customer;
    const found = await app.call('GET', `/companies?search=${encodeURIComponent('кликов')}`, { token });
    expect(found.json().data.map(({ name }: { name: string }) => name)).toEqual(['By source']);
  });
});
