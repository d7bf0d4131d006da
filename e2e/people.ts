import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { API_PREFIX } from '@poklik/contract/api';
import { type Email, lastEmailTo } from './emails.ts';

export interface Person {
  email: string;
  password: string;
  token: string;
}

/** Users created before the tests, one per role, with a verified email. */
export interface People {
  user: Person;
  admin: Person;
  superAdmin: Person;
}
export type RoleName = keyof People;

/** What the global setup passes to the tests, which run in other processes. */
export interface Stage {
  url: string;
  folder: string;
  dataDir: string;
  emails: string;
}

export const STAGE_VARIABLE = 'E2E_STAGE';
export const stage = (): Stage => JSON.parse(process.env[STAGE_VARIABLE] ?? '{}');
export const peopleFile = (folder: string): string => join(folder, 'people.json');
export const people = (): People => JSON.parse(readFileSync(peopleFile(stage().folder), 'utf8'));

export const PASSWORD = 'a long enough passphrase';

/** The user agent of the test browser, so that no new-device notification opens during a test. */
const SAME_DEVICE =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

/** Calls /v1 as an external client would. Throws unless the response is 2xx. */
export const api =
  (token?: string, url = stage().url) =>
  async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}${API_PREFIX}${path}`, {
      method,
      headers: {
        'accept-language': 'en',
        'user-agent': SAME_DEVICE,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer}`);
    return answer === '' ? undefined : JSON.parse(answer);
  };

let registered = 0;

/** Registers a user with their own account and logs them in. */
export async function registerUser(url = stage().url, email = newEmail()): Promise<Person> {
  const call = api(undefined, url);
  await call('POST', '/register', {
    email,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    accept_terms: true,
  });
  return { email, password: PASSWORD, token: await tokenOf(email, PASSWORD, url) };
}

export const newEmail = (): string => {
  registered += 1;
  return `person-${process.pid}-${Date.now()}-${registered}@example.test`;
};

export async function tokenOf(email: string, password: string, url = stage().url): Promise<string> {
  const { token } = (await api(undefined, url)('POST', '/login', { email, password })) as { token: string };
  return token;
}

export const emailTo = (email: string, subject?: RegExp): Promise<Email> => lastEmailTo(stage().emails, email, subject);

/** Logs in by setting the cookie, as the login page does. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.context().addCookies([{ name: 'token', value: person.token, url: stage().url, sameSite: 'Strict' }]);
}
