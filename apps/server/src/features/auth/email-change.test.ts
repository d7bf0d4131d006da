import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeNow, plantSecondFactor } from '../../testing/second-factor.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';

let product: TestApp;
beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

let asked = 0;
const freshEmail = () => `fresh-${++asked}@example.test`;

const ask = ({ token }: Pick<Person, 'token'>, email: string, more: object = {}) =>
  product.call('POST', '/profile/email', { token, body: { email, password: PASSWORD, ...more } });
const profileOf = async ({ token }: Pick<Person, 'token'>) => (await product.call('GET', '/profile', { token })).json();
const signIn = (email: string) => product.call('POST', '/login', { body: { email, password: PASSWORD } });

/** The path of the link in the letter to a new address. */
async function linkTo(email: string): Promise<string> {
  const { text } = await product.letterTo(email, /Confirm your new address/);
  return /\/v1(\/email\/change\/\d+\/[\w-]+)/.exec(text)?.[1] ?? '';
}
const open = async (path: string) => (await product.call('GET', path)).headers.location;

describe('a new address', () => {
  it('counts once the link in the letter to it is opened, and the old one is told twice', async () => {
    const person = await product.person({ language: 'en' });
    const email = freshEmail();
    const answer = await ask(person, email);
    expect(answer.json().message).toContain(email);
    const path = await linkTo(email);
    expect(await profileOf(person)).toMatchObject({ email: person.email });
    expect((await signIn(email)).statusCode).toBe(401);
    const warning = await product.letterTo(person.email, /new address was asked for/);
    expect(warning.text).toContain(email);
    expect(warning.text).not.toContain('/email/change/');

    expect(await open(path)).toMatch(/\/en\/profile\?tab=security&address=changed$/);
    expect(await profileOf(person)).toMatchObject({ email, email_verified_at: expect.any(String) });
    expect((await signIn(email)).statusCode).toBe(200);
    expect((await signIn(person.email)).statusCode).toBe(401);
    expect((await product.letterTo(person.email, /Your address was changed/)).text).toContain(email);
    const { data } = (await product.call('GET', '/activity', { token: person.token })).json();
    expect(data.find(({ action }: { action: string }) => action === 'email.changed').details).toEqual([
      { name: 'email', before: person.email, after: email },
    ]);
    const { data: team } = (await product.call('GET', '/team_users', { token: person.token })).json();
    expect(team.members).toMatchObject([{ email }]);
  });

  it('is confirmed once: the link shows its work again, but does it no second time', async () => {
    const person = await product.person({ language: 'en' });
    const [first, second] = [freshEmail(), freshEmail()];
    await ask(person, first);
    const path = await linkTo(first);
    const places = await Promise.all([open(path), open(path), open(path)]);
    expect(places.every((place) => place?.endsWith('address=changed'))).toBe(true);
    await ask(person, second);
    await open(await linkTo(second));
    expect(await open(path)).toMatch(/address=invalid$/);
    expect(await profileOf(person)).toMatchObject({ email: second });
  });

  it('that is taken gets the same answer, and only its holder hears of it', async () => {
    const [person, holder] = [await product.person({ language: 'en' }), await product.person({ language: 'en' })];
    const [taken, free] = [await ask(person, holder.email), await ask(person, freshEmail())];
    expect(taken.statusCode).toBe(free.statusCode);
    expect(Object.keys(taken.json())).toEqual(Object.keys(free.json()));
    const letter = await product.letterTo(holder.email, /already have an account/);
    expect(letter.text).not.toContain('/email/change/');
    expect(letter.text).not.toContain(person.email);
  });

  it('that somebody takes before the link is opened stays theirs', async () => {
    const person = await product.person({ language: 'en' });
    const email = freshEmail();
    await ask(person, email);
    const path = await linkTo(email);
    const quicker = await product.person({ email });
    expect(await open(path)).toMatch(/address=invalid$/);
    expect(await profileOf(person)).toMatchObject({ email: person.email });
    expect(await profileOf(quicker)).toMatchObject({ email });
  });

  it('needs the password, the code of who has one, and to be another one', async () => {
    const person = await product.person();
    expect((await ask(person, freshEmail(), { password: 'wrong' })).json().errors).toHaveProperty('password');
    expect((await ask(person, person.email.toUpperCase())).json().errors).toHaveProperty('email');
    expect((await ask(person, 'no address')).json().errors).toHaveProperty('email');
    const secret = await plantSecondFactor(product, person.id, 'enabled');
    expect((await ask(person, freshEmail())).json().errors).toHaveProperty('code');
    expect((await ask(person, freshEmail(), { code: '000000' })).json().errors).toHaveProperty('code');
    expect((await ask(person, freshEmail(), { code: codeNow(secret) })).statusCode).toBe(200);
  });

  it('is refused to the operator in somebody’s name, and a link that is over changes nothing', async () => {
    const [person, operator] = [await product.person(), await product.person({ role: ROLES.SUPER_ADMIN })];
    const borrowed = (await product.call('POST', `/login_user/${person.id}`, { token: operator.token })).json();
    expect((await ask(borrowed, freshEmail())).statusCode).toBe(403);
    const email = freshEmail();
    const speaker = await product.person({ language: 'en' });
    await ask(speaker, email);
    const path = await linkTo(email);
    await product.services.pool.query('update link_tokens set expires_at = now() where user_id = $1', [speaker.id]);
    expect(await open(path)).toMatch(/address=expired$/);
    expect(await open(path.replace(/\d+(?=\/[\w-]+$)/, String(person.id)))).toMatch(/address=invalid$/);
    expect(await open(`${path}x`)).toMatch(/address=invalid$/);
    expect(await profileOf(speaker)).toMatchObject({ email: speaker.email });
  });

  it('makes the letters that were sent to the old one useless', async () => {
    const person = await product.person({ language: 'en' });
    await product.call('POST', '/password/forgot', { body: { email: person.email } });
    const { text } = await product.letterTo(person.email, /password/i);
    const token = /password\/reset\/([\w-]+)/.exec(text)?.[1];
    const email = freshEmail();
    await ask(person, email);
    await open(await linkTo(email));
    const password = 'another long enough phrase';
    const form = { token, password, password_confirmation: password };
    for (const address of [email, person.email])
      expect((await product.call('POST', '/password/reset', { body: { ...form, email: address } })).json().code).toBe(
        'link_invalid',
      );
  });
});
