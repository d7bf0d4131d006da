import { findUserByEmail } from '@poklik/server/features/auth/auth.repo';
import type { PasswordHasher } from '@poklik/server/features/auth/passwords';
import { billingJobs } from '@poklik/server/features/billing/billing.jobs';
import { releaseDueCommissions } from '@poklik/server/features/billing/referrals/commissions.service';
import { markAllNotificationsRead } from '@poklik/server/features/notifications/notifications.service';
import { updateProfile } from '@poklik/server/features/profile/profile.service';
import { changeUser, impersonate, verifyUser } from '@poklik/server/features/users/users.service';
import type { Services } from '@poklik/server/services';
import { sql } from 'drizzle-orm';
import { ANNOUNCEMENTS } from './announcements.ts';
import { CAMPAIGNS } from './campaigns.ts';
import { withSettableClock } from './clock.ts';
import { CONNECTIONS } from './connections.ts';
import {
  createDemoContext,
  type DemoContext,
  type DemoEvent,
  type DemoSignUp,
  daysAgo,
  hoursAgo,
  STAFF,
} from './context.ts';
import { EARNINGS } from './earnings.ts';
import { GOALS } from './goals.ts';
import { NETWORKS } from './networks.ts';
import { LANDERS, OFFERS } from './offers.ts';
import { BANK } from './operator/bank.ts';
import { HELP } from './operator/help.ts';
import { CUSTOMER_CARE, OPERATOR } from './operator/operator.ts';
import { PAYMENTS } from './payments.ts';
import { SOURCES } from './sources.ts';
import { TEAM } from './team.ts';

/** When the first user signed up. */
const FIRST_DAY = 216;

const signUp = (days: number, newcomer: DemoSignUp): DemoEvent => ({
  at: daysAgo(days, 9),
  run: async (demo) => {
    await demo.signUp(newcomer);
    await demo.verifyEmail(newcomer.email);
  },
});

const referred = (days: number, by: string, email: string, name: string, place: number): DemoEvent =>
  signUp(days, { email: `${email}@demo.test`, name, ip: `203.0.113.${place}`, broughtBy: `${by}@demo.test` });

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

const CUSTOMERS: DemoEvent[] = [
  signUp(210, { email: 'user@demo.test', name: 'Анна Коваленко', ip: '198.51.100.30' }),
  signUp(168, { email: 'agency@demo.test', name: 'Nord Media', language: 'en', ip: '198.51.100.40' }),
  signUp(132, { email: 'shop@demo.test', name: 'Ірина Левченко', ip: '198.51.100.50' }),
  signUp(152, { email: 'blog@demo.test', name: 'Олег Гриценко', ip: '198.51.100.60' }),
  referred(207, 'user', 'bistro', 'Bistro Group', 101),
  referred(191, 'user', 'kvitka', 'Квіти Поділля', 102),
  referred(126, 'user', 'lingua', 'Lingua School', 103),
  referred(101, 'user', 'gamedev', 'Kyiv GameDev', 104),
  referred(75, 'user', 'pixelforge', 'Pixel Forge', 105),
  referred(53, 'user', 'artem', 'Артем Мельник', 106),
  referred(26, 'user', 'bakery', 'Пекарня «Скоринка»', 107),
  referred(18, 'user', 'travel', 'Travel Point', 108),
  signUp(10, { email: 'user+promo@demo.test', name: 'Анна К.', ip: '198.51.100.30', broughtBy: 'user@demo.test' }),
  referred(161, 'agency', 'clinic', 'Smile Clinic', 111),
  referred(111, 'agency', 'fitdaily', 'Fit Daily', 112),
  referred(119, 'shop', 'honchar', 'Гончарня на Замковій', 121),
  referred(141, 'blog', 'media', 'Media Front', 131),
  referred(96, 'blog', 'outlet', 'Outlet City', 132),
  signUp(22, { email: 'clicker@demo.test', name: 'Best Traffic 24', ip: '203.0.113.200', language: 'ru' }),
  // The verification email did not arrive, and the operator helps.
  {
    at: daysAgo(30, 9),
    run: (demo) => demo.signUp({ email: 'school@demo.test', name: 'Школа «Рівний шанс»', ip: '203.0.113.133' }),
  },
  // Has not opened the email yet.
  {
    at: hoursAgo(2),
    run: (demo) => demo.signUp({ email: 'newcomer@demo.test', name: 'Богдан Іваненко', ip: '203.0.113.201' }),
  },
];

const seen = (at: Date, email: string, userAgent?: string): DemoEvent => ({
  at,
  run: (demo) => demo.signIn(email, userAgent === undefined ? {} : { userAgent }),
});

const act = (
  at: Date,
  email: string,
  run: (demo: DemoContext, operator: Awaited<ReturnType<DemoContext['as']>>, userId: number) => Promise<unknown>,
): DemoEvent => ({
  at,
  run: async (demo) => run(demo, await demo.as('super@demo.test'), (await demo.person(email)).id),
});

/** Logins, and actions of the operator on users. */
const LOGINS: DemoEvent[] = [
  {
    at: daysAgo(200, 12),
    run: async (demo) =>
      updateProfile(demo.services.db, await demo.as('user@demo.test'), {
        ...{ company: 'Kovalenko Media', phone: '+380 67 000 00 00', messenger: '@kovalenko_media' },
      }),
  },
  act(daysAgo(21, 10), 'clicker@demo.test', (demo, operator, userId) =>
    changeUser(demo.services.db, operator, userId, { status: 'blocked' }),
  ),
  act(daysAgo(29, 10), 'school@demo.test', (demo, operator, userId) => verifyUser(demo.services.db, operator, userId)),
  act(daysAgo(12, 15), 'user@demo.test', (demo, operator, userId) =>
    impersonate(demo.services.db, operator, userId, null),
  ),
  ...['bistro', 'kvitka', 'gamedev', 'travel', 'clinic', 'fitdaily', 'honchar', 'media', 'outlet', 'blog'].map(
    (name, place) => seen(daysAgo(1 + (place % 5), 10 + (place % 8)), `${name}@demo.test`),
  ),
  ...['lead', 'analyst', 'buyer', 'accountant'].map((name, place) =>
    seen(hoursAgo(3 + place * 5), `${name}@demo.test`),
  ),
  seen(hoursAgo(9), 'user@demo.test'),
  seen(hoursAgo(4), 'user@demo.test', PHONE),
  seen(hoursAgo(7), 'agency@demo.test'),
  seen(hoursAgo(11), 'shop@demo.test', PHONE),
];

/** Old notifications and emails are already read. */
const markOldRead = (at: Date): DemoEvent => ({
  at,
  run: async ({ services, as }) => {
    for (const name of ['super', 'admin', 'user', 'agency', 'shop', 'lead', 'analyst', 'buyer', 'accountant']) {
      await markAllNotificationsRead(services.db, await as(`${name}@demo.test`));
    }
    await services.db.execute(sql`select graphile_worker.complete_jobs(
      array(select id from graphile_worker.jobs where task_identifier like 'send\_%'))`);
  },
});

/** Once a day; the worker runs it more often. */
const dailyJobs = (at: Date): DemoEvent => ({
  at,
  run: async ({ services }) => {
    await billingJobs(services).renew_subscriptions?.({});
    await releaseDueCommissions(services);
  },
});

const EVENTS = (): DemoEvent[] =>
  [
    ...CUSTOMERS,
    ...LOGINS,
    ...NETWORKS,
    ...OFFERS,
    ...LANDERS,
    ...SOURCES,
    ...GOALS,
    ...CONNECTIONS,
    ...CAMPAIGNS,
    ...TEAM,
    ...PAYMENTS,
    ...EARNINGS,
    ...ANNOUNCEMENTS,
    ...OPERATOR,
    ...CUSTOMER_CARE,
    ...BANK,
    ...HELP,
    markOldRead(hoursAgo(26)),
    ...Array.from({ length: FIRST_DAY }, (_, place) => dailyJobs(daysAgo(FIRST_DAY - place, 20))),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());

/** Creates the demo users and their history in one transaction, once: a restart changes nothing. */
export async function seedDemo(services: Services, passwords: PasswordHasher): Promise<void> {
  const [{ email: first }] = STAFF;
  if (await findUserByEmail(services.db, first)) return;
  // A closed sign-up does not affect demo users.
  const config = { ...services.config, signUp: { policy: 'open', domains: [] } } as const;
  await withSettableClock(services.db, async (db, setClock) => {
    // Settings in force are read by another connection, which would wait for this transaction.
    const liveConfig = { ...services.liveConfig, refresh: async () => undefined };
    const demo = await createDemoContext({ ...services, config, liveConfig, db }, passwords);
    await setClock(daysAgo(FIRST_DAY, 9));
    for (const person of STAFF) await demo.hire(person);
    for (const { at, run } of EVENTS()) {
      await setClock(at);
      await run(demo);
    }
  });
  await services.liveConfig.refresh();
}
