import type { SavedView } from '@poklik/contract/saved-views';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let product: TestApp;
let owner: Person;
let colleague: Person;
let stranger: Person;
beforeAll(async () => {
  product = await createTestApp();
  [owner, colleague, stranger] = [await product.person(), await product.person(), await product.person()];
  await product.services.pool.query('update users set account_id = $1 where id = $2', [owner.accountId, colleague.id]);
  await product.services.pool.query("update team_members set account_id = $1, role = 'EDITOR' where user_id = $2", [
    owner.accountId,
    colleague.id,
  ]);
});
afterAll(() => product.close());
beforeEach(() => product.services.pool.query('delete from saved_views'));

const LAYOUT = {
  columns: [{ id: 'roi', width: 90, pinned: true }, { id: 'clicks' }],
  rules: [{ column: 'roi', when: 'below', than: 0, tone: 'negative' }],
};
const SCREENS = ['/companies_related/views', '/statistics/views'];
const list = async (path: string, { token }: Person): Promise<SavedView[]> =>
  (await product.call('GET', path, { token })).json().data;
const save = (path: string, body: object, { token }: Person = owner) => product.call('POST', path, { token, body });

describe.each(SCREENS)('views of %s', (path) => {
  it('keep columns and rules; colleagues see shared ones and can’t delete them', async () => {
    expect((await save(path, { name: 'Mine', search: '?status=paused', layout: LAYOUT })).statusCode).toBe(201);
    const shared = (await save(path, { name: 'Ours', search: '?sort=roi', is_shared: true })).json().data;
    expect(await list(path, owner)).toMatchObject([
      { name: 'Mine', search: '?status=paused', layout: LAYOUT, is_shared: false, is_own: true },
      { name: 'Ours', layout: null, is_shared: true, is_own: true },
    ]);
    expect(await list(path, colleague)).toMatchObject([{ name: 'Ours', is_own: false }]);
    expect(await list(path, stranger)).toEqual([]);
    const remove = (person: Person) => product.call('DELETE', `${path}/${shared.id}`, { token: person.token });
    expect((await remove(colleague)).statusCode).toBe(404);
    expect((await remove(owner)).statusCode).toBe(200);
    expect(await list(path, colleague)).toEqual([]);
  });

  it('of the same name are replaced, but only one’s own of the same screen', async () => {
    const first = (await save(path, { name: 'Twice', search: '?a=1', is_shared: true })).json().data;
    const second = (await save(path, { name: 'Twice', search: '?a=2' })).json().data;
    expect(second).toMatchObject({ id: first.id, search: '?a=2', is_shared: false });
    for (const other of SCREENS.filter((each) => each !== path))
      expect((await save(other, { name: 'Twice', search: '' })).json().data.id).not.toBe(first.id);
    expect((await save(path, { name: 'Twice', search: '' }, colleague)).json().data.id).not.toBe(first.id);
  });

  it('reject a layout that no grid has', async () => {
    const wrong = [
      { columns: [{ id: 'Roi' }], rules: [] },
      { columns: [{ id: 'roi', width: 5 }], rules: [] },
      { columns: [], rules: [{ column: 'roi', when: 'near', than: 0, tone: 'negative' }] },
    ];
    for (const layout of wrong) expect((await save(path, { name: 'Wrong', search: '', layout })).statusCode).toBe(422);
  });
});

it('a grid keeps its layout in the profile until it is reset', async () => {
  const put = (body: object) => product.call('PUT', '/profile/grids', { token: owner.token, body });
  const grids = async () => (await product.call('GET', '/profile', { token: owner.token })).json().grids;
  expect(await grids()).toEqual({ campaigns: null, breakdown: null });
  expect((await put({ grid: 'campaigns', layout: LAYOUT })).json().data).toEqual({
    campaigns: LAYOUT,
    breakdown: null,
  });
  await put({ grid: 'breakdown', layout: { columns: [], rules: [] } });
  expect(await grids()).toEqual({ campaigns: LAYOUT, breakdown: { columns: [], rules: [] } });
  expect((await put({ grid: 'campaigns', layout: null })).json().data.campaigns).toBeNull();
  expect((await put({ grid: 'users', layout: null })).statusCode).toBe(422);
});
