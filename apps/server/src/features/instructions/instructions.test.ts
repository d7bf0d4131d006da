import type { Instruction } from '@poklik/contract/instructions';
import { LANGUAGES } from '@poklik/contract/language';
import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { loadBuiltInGuides, syncBuiltInGuides } from './built-in-guides.service.ts';

let product: TestApp;
let operator: Person;
let user: Person;
beforeAll(async () => {
  product = await createTestApp();
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
  user = await product.person();
});
afterAll(() => product.close());
beforeEach(() => product.services.pool.query('delete from instructions'));

const GUIDE = {
  slug: 'first-steps',
  category: 'quickstart',
  title: { ua: 'Перші кроки', ru: '', en: 'First steps' },
  body: { ua: 'Створіть **кампанію**.', ru: '', en: 'Create a **campaign**.' },
  has_check: false,
  is_published: true,
};
const write = (body: object = GUIDE) => product.call('POST', '/instructions', { token: operator.token, body });
const edit = (id: number, body: object) => product.call('PUT', `/instructions/${id}`, { token: operator.token, body });
const listGuides = async ({ token }: Person): Promise<Instruction[]> =>
  (await product.call('GET', '/instructions', { token })).json().data;
const slugsOf = async (person: Person) => (await listGuides(person)).map(({ slug }) => slug);

describe('guides', () => {
  it('are visible to all users once published, in all their languages', async () => {
    const { id } = (await write({ ...GUIDE, is_published: false })).json().data;
    expect(await listGuides(user)).toEqual([]);
    expect(await listGuides(operator)).toMatchObject([{ id, is_published: false }]);
    expect((await edit(id, GUIDE)).json().data).toMatchObject({ ...GUIDE, id });
    expect(await listGuides(user)).toMatchObject([GUIDE]);
  });

  it('keep the author’s order', async () => {
    for (const slug of ['one', 'two', 'three', 'four']) await write({ ...GUIDE, slug });
    const [one, , three] = await listGuides(operator);
    const body = { ids: [three?.id, one?.id, 999_999_999, three?.id] };
    const answer = await product.call('POST', '/instructions/reorder', { token: operator.token, body });
    expect(answer.json().data.map(({ slug }: Instruction) => slug)).toEqual(['three', 'one', 'two', 'four']);
    expect(await slugsOf(user)).toEqual(['three', 'one', 'two', 'four']);
  });

  it('disappear for everyone when deleted, and can be deleted once', async () => {
    const { id } = (await write()).json().data;
    const remove = () => product.call('DELETE', `/instructions/${id}`, { token: operator.token });
    expect((await remove()).statusCode).toBe(200);
    expect(await listGuides(user)).toEqual([]);
    expect((await remove()).statusCode).toBe(404);
    expect((await edit(id, GUIDE)).statusCode).toBe(404);
  });

  it('have a unique slug', async () => {
    await write();
    const second = (await write({ ...GUIDE, slug: 'second' })).json().data;
    for (const refused of [await write(), await edit(second.id, GUIDE)]) {
      expect(refused.statusCode).toBe(422);
      expect(refused.json().errors).toEqual({ slug: ['Another guide already uses this slug'] });
    }
    expect((await edit(second.id, { ...GUIDE, slug: 'second' })).statusCode).toBe(200);
  });

  it.each([
    ['a language with a title alone', { title: { ...GUIDE.title, ru: 'Первые шаги' } }, 'body.ru'],
    ['a language with a text alone', { body: { ...GUIDE.body, ru: 'Создайте кампанию.' } }, 'title.ru'],
    ['no language at all', { title: { ua: ' ', ru: '', en: '' }, body: { ua: '', ru: '', en: '' } }, 'title.ua'],
    ['a slug that is not valid in a URL', { slug: 'Перші кроки' }, 'slug'],
    ['an unknown category', { category: 'cooking' }, 'category'],
  ])('are rejected with %s', async (_, change, field) => {
    const refused = await write({ ...GUIDE, ...change });
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().errors)).toContain(field);
  });
});

describe('built-in guides', () => {
  const ship = () => syncBuiltInGuides(product.services.db);

  it('are at least eight, in every language and category', async () => {
    await ship();
    const guides = await listGuides(user);
    expect(guides.length).toBeGreaterThanOrEqual(8);
    expect(new Set(guides.map(({ category }) => category)).size).toBe(7);
    for (const guide of guides)
      for (const language of LANGUAGES) expect(guide.body[language].length, guide.slug).toBeGreaterThan(500);
  });

  it('are added once, and are not restored after an edit or deletion', async () => {
    await ship();
    const [first, second] = await listGuides(operator);
    if (!first || !second) throw new Error('no guides');
    await product.call('DELETE', `/instructions/${first.id}`, { token: operator.token });
    const own = { ...GUIDE, slug: second.slug };
    await edit(second.id, own);
    await ship();
    expect(await listGuides(user)).toHaveLength(loadBuiltInGuides().length - 1);
    expect((await listGuides(user)).find(({ id }) => id === second.id)).toMatchObject(own);
  });

  it('are updated unless they were edited', async () => {
    await ship();
    await product.services.pool.query(`update instructions set body = '{"ua":"old","ru":"old","en":"old"}'`);
    await ship();
    expect((await listGuides(user)).map(({ body }) => body)).toEqual(loadBuiltInGuides().map(({ body }) => body));
  });
});
