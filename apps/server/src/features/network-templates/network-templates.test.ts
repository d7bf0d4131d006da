import type { NetworkTemplate } from '@poklik/contract/network-templates';
import { ROLES } from '@poklik/contract/roles';
import { NETWORK_TEMPLATES } from '@poklik/domain/networks/network-templates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let operator: Person;
let customer: Person;
beforeAll(async () => {
  app = await createTestApp();
  [operator, customer] = [await app.person({ role: ROLES.SUPER_ADMIN }), await app.person()];
});
afterAll(() => app.close());
beforeEach(() => app.services.pool.query('delete from network_templates'));

const list = async ({ token }: Person): Promise<NetworkTemplate[]> =>
  (await app.call('GET', '/networks/templates', { token })).json().data;
const find = async (person: Person, code: string): Promise<NetworkTemplate> => {
  const found = (await list(person)).find((template) => template.code === code);
  if (!found) throw new Error(`no template ${code}`);
  return found;
};
const save = async (template: NetworkTemplate, changes: object) =>
  app.call('PUT', `/networks/templates/${template.code}`, {
    ...{ token: operator.token, body: { ...template, ...changes } },
  });
const remove = (code: string) => app.call('DELETE', `/networks/templates/${code}`, { token: operator.token });
const add = (body: object) => app.call('POST', '/networks/templates', { token: operator.token, body });
let number = 0;
const makeNetwork = async (template: string) => {
  number += 1;
  const body = { name: `Network ${number}`, template };
  return app.call('POST', '/networks', { token: customer.token, body });
};

describe('network templates', () => {
  it('are those that came with the program until the operator does something', async () => {
    expect(await list(customer)).toEqual(NETWORK_TEMPLATES);
    const affise = await find(operator, 'affise');
    expect((await save(affise, {})).json().data).toEqual(affise);
    expect(await list(customer)).toEqual(NETWORK_TEMPLATES);
  });

  it('are hidden from customers, whose networks go on', async () => {
    const made = (await makeNetwork('affise')).json().data;
    await save(await find(operator, 'affise'), { is_hidden: true });
    expect((await list(customer)).map(({ code }) => code)).not.toContain('affise');
    expect(await find(operator, 'affise')).toMatchObject({ is_hidden: true, is_changed: false });
    const refused = await makeNetwork('affise');
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['template']]);
    const renamed = await app.call('PUT', `/networks/${made.id}`, {
      ...{ token: customer.token, body: { name: 'Renamed', template: 'affise' } },
    });
    expect(renamed.json().data).toMatchObject({ name: 'Renamed', template: 'affise', postback_url: made.postback_url });
  });

  it('are changed for everyone, and restored', async () => {
    const affise = await find(operator, 'affise');
    const macros = { ...affise.macros, click_id: '{sub5}' };
    const changed = (await save(affise, { name: 'Affise 2', click_param: 'sub5', macros })).json().data;
    expect(changed).toMatchObject({ is_changed: true, is_shipped: true, name: 'Affise 2' });
    const { postback_url, click_param } = (await makeNetwork('affise')).json().data;
    expect([postback_url, click_param]).toEqual([expect.stringContaining('cid={sub5}'), 'sub5']);
    expect((await remove('affise')).json()).toEqual({ message: 'Network template is as it came.' });
    expect(await list(customer)).toEqual(NETWORK_TEMPLATES);
    expect((await remove('affise')).statusCode).toBe(403);
  });

  it('are added and deleted, with an entry in the log', async () => {
    const macros = { click_id: '{aff}', payout: '{sum}' };
    const added = (await add({ name: 'Нова мережа', macros, statuses: [{ word: 'ok', status: 'approved' }] })).json();
    expect(added.data).toMatchObject({ code: 'shared-nova-merezha', is_shipped: false, is_verified: true });
    expect(await find(customer, 'shared-nova-merezha')).toMatchObject({ name: 'Нова мережа', kind: 'network' });
    expect((await makeNetwork('shared-nova-merezha')).json().data.mapping.statuses).toEqual([
      { word: 'ok', status: 'approved' },
    ]);
    expect((await remove('shared-nova-merezha')).json()).toEqual({ message: 'Network template deleted.' });
    expect((await remove('shared-nova-merezha')).statusCode).toBe(404);
    const { rows } = await app.services.pool.query(
      "select action, account_id from audit_entries where action like 'network_template.%' order by id desc limit 2",
    );
    expect(rows.map(({ action, account_id }) => [action, account_id])).toEqual([
      ['network_template.deleted', null],
      ['network_template.created', null],
    ]);
  });

  it.each([
    ['name', { name: ' ' }],
    ['macros.payout', { macros: { payout: 'a b' } }],
    ['docs_url', { docs_url: 'javascript:alert(1)' }],
    ['click_param', { click_param: 'a b' }],
    ['statuses', { statuses: Array.from({ length: 2 }, () => ({ word: 'x', status: 'approved' })) }],
  ])('say which field is wrong: %s of %j', async (field, changes) => {
    const answer = await add({ name: 'Network', macros: {}, ...changes });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]]);
  });
});
