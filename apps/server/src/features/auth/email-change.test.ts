import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeNow, enableSecondFactor } from '../../testing/second-factor.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let emailCount = 0;
const uniqueEmail = () => `fresh-${++emailCount}@example.test`;

const requestChange = ({ token }: Pick<Person, 'token'>, email: string, more: object = {}) =>
  app.call('POST', '/profile/email', { token, body: { email, password: PASSWORD, ...more } });
const getProfile = async ({ token }: Pick<Person, 'token'>) => (await app.call('GET', '/profile', { token })).json();
const login = (email: string) => app.call('POST', '/login', { body: { email, password: PASSWORD } });

async function findChangeLink(email: string): Promise<string> {
  const { text } = await app.findEmail(email, /Confirm your new email/);
  return /\/v1(\/email\/change\/\d+\/[\w-]+)/.exec(text)?.[1] ?? '';
}
const openLink = async (path: string) => (await app.call('GET', path)).headers.location;

describe('email change', () => {
  it('takes effect when the emailed link is opened, and notifies the old address twice', async () => {
    const person = await app.person({ language: 'en' });
    const email = uniqueEmail();
    const answer = await requestChange(person, email);
    expect(answer.json().message).toContain(email);
    const path = await findChangeLink(email);
    expect(await getProfile(person)).toMatchObject({ email: person.email });
    expect((await login(email)).statusCode).toBe(401);
    const warning = await app.findEmail(person.email, /Email change requested/);
    expect(warning.text).toContain(email);
    expect(warning.text).not.toContain('/email/change/');

    expect(await openLink(path)).toMatch(/\/en\/profile\?tab=security&address=changed$/);
    expect(await getProfile(person)).toMatchObject({ email, email_verified_at: expect.any(String) });
    expect((await login(email)).statusCode).toBe(200);
    expect((await login(person.email)).statusCode).toBe(401);
    expect((await app.findEmail(person.email, /Your email was changed/)).text).toContain(email);
    const { data } = (await app.call('GET', '/activity', { token: person.token })).json();
    expect(data.find(({ action }: { action: string }) => action === 'email.changed').details).toEqual([
      { name: 'email', before: person.email, after: email },
    ]);
    const { data: team } = (await app.call('GET', '/team_users', { token: person.token })).json();
    expect(team.members).toMatchObject([{ email }]);
  });

  it('is confirmed once, and opening the link again repeats the result without a change', async () => {
    const person = await app.person({ language: 'en' });
    const [first, second] = [uniqueEmail(), uniqueEmail()];
    await requestChange(person, first);
    const path = await findChangeLink(first);
    const locations = await Promise.all([openLink(path), openLink(path), openLink(path)]);
    expect(locations.every((location) => location?.endsWith('address=changed'))).toBe(true);
    await requestChange(person, second);
    await openLink(await findChangeLink(second));
    expect(await openLink(path)).toMatch(/address=invalid$/);
    expect(await getProfile(person)).toMatchObject({ email: second });
  });

  it('answers the same for a registered address and emails only its owner', async () => {
    const [person, holder] = [await app.person({ language: 'en' }), await app.person({ language: 'en' })];
    const [taken, free] = [await requestChange(person, holder.email), await requestChange(person, uniqueEmail())];
    expect(taken.statusCode).toBe(free.statusCode);
    expect(Object.keys(taken.json())).toEqual(Object.keys(free.json()));
    const message = await app.findEmail(holder.email, /already have an account/);
    expect(message.text).not.toContain('/email/change/');
    expect(message.text).not.toContain(person.email);
  });

  it('fails if another user registers the address before the link is opened', async () => {
    const person = await app.person({ language: 'en' });
    const email = uniqueEmail();
    await requestChange(person, email);
    const path = await findChangeLink(email);
    const quicker = await app.person({ email });
    expect(await openLink(path)).toMatch(/address=invalid$/);
    expect(await getProfile(person)).toMatchObject({ email: person.email });
    expect(await getProfile(quicker)).toMatchObject({ email });
  });

  it('requires the password, a two-factor code if enabled and a different address', async () => {
    const person = await app.person();
    expect((await requestChange(person, uniqueEmail(), { password: 'wrong' })).json().errors).toHaveProperty(
      'password',
    );
    expect((await requestChange(person, person.email.toUpperCase())).json().errors).toHaveProperty('email');
    expect((await requestChange(person, 'no address')).json().errors).toHaveProperty('email');
    const secret = await enableSecondFactor(app, person.id, 'enabled');
    expect((await requestChange(person, uniqueEmail())).json().errors).toHaveProperty('code');
    expect((await requestChange(person, uniqueEmail(), { code: '000000' })).json().errors).toHaveProperty('code');
    expect((await requestChange(person, uniqueEmail(), { code: codeNow(secret) })).statusCode).toBe(200);
  });

  it('is forbidden while impersonating, and an expired link changes nothing', async () => {
    const [person, operator] = [await app.person(), await app.person({ role: ROLES.SUPER_ADMIN })];
    const impersonated = (await app.call('POST', `/login_user/${person.id}`, { token: operator.token })).json();
    expect((await requestChange(impersonated, uniqueEmail())).statusCode).toBe(403);
    const email = uniqueEmail();
    const speaker = await app.person({ language: 'en' });
    await requestChange(speaker, email);
    const path = await findChangeLink(email);
    await app.services.pool.query('update link_tokens set expires_at = now() where user_id = $1', [speaker.id]);
    expect(await openLink(path)).toMatch(/address=expired$/);
    expect(await openLink(path.replace(/\d+(?=\/[\w-]+$)/, String(person.id)))).toMatch(/address=invalid$/);
    expect(await openLink(`${path}x`)).toMatch(/address=invalid$/);
    expect(await getProfile(speaker)).toMatchObject({ email: speaker.email });
  });

  it('invalidates links that were sent to the old address', async () => {
    const person = await app.person({ language: 'en' });
    await app.call('POST', '/password/forgot', { body: { email: person.email } });
    const { text } = await app.findEmail(person.email, /password/i);
    const token = /password\/reset\/([\w-]+)/.exec(text)?.[1];
    const email = uniqueEmail();
    await requestChange(person, email);
    await openLink(await findChangeLink(email));
    const password = 'another long enough phrase';
    const form = { token, password, password_confirmation: password };
    for (const address of [email, person.email])
      expect((await app.call('POST', '/password/reset', { body: { ...form, email: address } })).json().code).toBe(
        'link_invalid',
      );
  });
});
