import type { Page } from '@playwright/test';
import type { Language } from '@poklik/contract/language';
import type { NewNotification } from '@poklik/contract/notifications';
import { ROLES } from '@poklik/contract/roles';
import enErrors from '@poklik/locales/en/errors.json' with { type: 'json' };
import en from '@poklik/locales/en/notifications.json' with { type: 'json' };
import ruErrors from '@poklik/locales/ru/errors.json' with { type: 'json' };
import ru from '@poklik/locales/ru/notifications.json' with { type: 'json' };
import uaErrors from '@poklik/locales/ua/errors.json' with { type: 'json' };
import ua from '@poklik/locales/ua/notifications.json' with { type: 'json' };
import { test as base, expect } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { api, type Person, registerUser } from '../people.ts';
import { startProduct } from '../product.ts';
import { newEnvironment, operatorAt, WITHOUT_STATISTICS } from '../test-environment.ts';

/** Notification texts in each language. */
export const WORDS = {
  ua: { ...ua, access_denied: uaErrors.access_denied },
  ru: { ...ru, access_denied: ruErrors.access_denied },
  en: { ...en, access_denied: enErrors.access_denied },
};

export interface Announcer {
  url: string;
  operator: Person;
  user: Person;
  admin: Person;
  /** A customer on the Pro plan; the others are on the free plan. */
  onPro: Person;
  /** Deletes all notifications. */
  silence(): Promise<void>;
  announce(notification: NewNotification): Promise<void>;
  /** The text of an email, which stays in the database without a mail server. */
  outboxEmail(to: string, subject: string): Promise<string>;
  /** Inserts numbered announcements, the newest last. */
  announceMany(count: number): Promise<void>;
}

/** Announcements reach every user, so these tests run on their own server and open no panels in other tests. */
export const test = base.extend<{ stayIn: (page: Page, person: Person) => Promise<void> }, { announcer: Announcer }>({
  announcer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern.
    async ({}, use) => {
      const environment = await newEnvironment();
      const settings = { ...environment.settings, ...WITHOUT_STATISTICS };
      const product = await startProduct({ ...environment, settings });
      try {
        await use(await announcerOf(product.url, environment.dataDir));
      } finally {
        await product.stop();
        environment.clear();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ announcer }, use) => use(announcer.url),
  stayIn: async ({ announcer }, use) =>
    use((page, person) =>
      page.context().addCookies([{ name: 'token', value: person.token, url: announcer.url, sameSite: 'Strict' }]),
    ),
});

async function announcerOf(url: string, dataDir: string): Promise<Announcer> {
  const operator = await operatorAt(url);
  const user = await registerUser(url, 'user@example.test');
  const admin = await registerUser(url, 'admin@example.test');
  await queryDatabase(dataDir, 'update users set role = $1 where email = $2', [ROLES.ADMIN, admin.email]);
  const onPro = await registerUser(url, 'pro@example.test');
  await queryDatabase(dataDir, 'update users set email_verified_at = now()');
  await queryDatabase(
    dataDir,
    `update accounts set tariff_id = (select id from tariffs where code = 'pro')
     where id = (select account_id from users where email = $1)`,
    [onPro.email],
  );
  return {
    url,
    operator,
    user,
    admin,
    onPro,
    silence: async () => void (await queryDatabase(dataDir, 'delete from notifications')),
    announce: async (notification) => void (await api(operator.token, url)('POST', '/notifications', notification)),
    outboxEmail: async (to, subject) => {
      const find = () =>
        queryDatabase(dataDir, 'select text from emails where recipient = $1 and subject like $2', [to, `${subject}%`]);
      await expect.poll(async () => (await find()).length, { timeout: 20_000 }).toBe(1);
      return String((await find())[0]?.text);
    },
    announceMany: async (count) => {
      await queryDatabase(
        dataDir,
        `insert into notifications (kind, titles, messages, created_at)
         select 'announcement',
           jsonb_build_array(jsonb_build_object('locale', 'en', 'title', 'Title ' || n)),
           jsonb_build_array(jsonb_build_object('locale', 'en', 'message', 'The message of number ' || n)),
           now() - interval '1 minute' * ($1 - n)
         from generate_series(1, $1::int) n`,
        [count],
      );
    },
  };
}

/** An announcement in the given languages; each text names its language. */
export const inLanguages = (...languages: Language[]): NewNotification => ({
  titles: languages.map((locale) => ({ locale, title: `Title in ${locale}` })),
  messages: languages.map((locale) => ({ locale, message: `The message in ${locale}` })),
});
