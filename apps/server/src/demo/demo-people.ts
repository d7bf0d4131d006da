import { sql } from 'drizzle-orm';
import { findUserByEmail } from '../features/auth/auth.repo.ts';
import type { PasswordHasher } from '../features/auth/passwords.ts';
import { billingJobs } from '../features/billing/billing.jobs.ts';
import { markAllNotificationsRead } from '../features/notifications/notifications.service.ts';
import { updateProfile } from '../features/profile/profile.service.ts';
import { releaseDueCommissions } from '../features/referrals/commissions.service.ts';
import { changeUser, impersonate, verifyUser } from '../features/users/users.service.ts';
import type { Services } from '../services.ts';
import { ANNOUNCEMENTS } from './demo-announcements.ts';
import { CAMPAIGNS } from './demo-campaigns.ts';
import { withSettableClock } from './demo-clock.ts';
import { EARNINGS } from './demo-earnings.ts';
import { PAYMENTS } from './demo-payments.ts';
import { TEAM } from './demo-team.ts';
import { createWorld, daysAgo, hoursAgo, type Newcomer, type Scene, STAFF, type World } from './demo-world.ts';

/** When the first of them came. */
const FIRST_DAY = 216;

const signsUp = (days: number, newcomer: Newcomer): Scene => ({
  at: daysAgo(days, 9),
  play: async (world) => {
    await world.signUp(newcomer);
    await world.proveAddress(newcomer.email);
  },
});

const brought = (days: number, by: string, email: string, name: string, place: number): Scene =>
  signsUp(days, { email: `${email}@demo.test`, name, ip: `203.0.113.${place}`, broughtBy: `${by}@demo.test` });

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

const CUSTOMERS: Scene[] = [
  signsUp(210, { email: 'user@demo.test', name: 'Анна Коваленко', ip: '198.51.100.30' }),
  signsUp(168, { email: 'agency@demo.test', name: 'Nord Media', language: 'en', ip: '198.51.100.40' }),
  signsUp(132, { email: 'shop@demo.test', name: 'Ірина Левченко', ip: '198.51.100.50' }),
  signsUp(152, { email: 'blog@demo.test', name: 'Олег Гриценко', ip: '198.51.100.60' }),
  brought(207, 'user', 'bistro', 'Bistro Group', 101),
  brought(191, 'user', 'kvitka', 'Квіти Поділля', 102),
  brought(126, 'user', 'lingua', 'Lingua School', 103),
  brought(101, 'user', 'gamedev', 'Kyiv GameDev', 104),
  brought(75, 'user', 'pixelforge', 'Pixel Forge', 105),
  brought(53, 'user', 'artem', 'Артем Мельник', 106),
  brought(26, 'user', 'bakery', 'Пекарня «Скоринка»', 107),
  brought(18, 'user', 'travel', 'Travel Point', 108),
  signsUp(10, { email: 'user+promo@demo.test', name: 'Анна К.', ip: '198.51.100.30', broughtBy: 'user@demo.test' }),
  brought(161, 'agency', 'clinic', 'Smile Clinic', 111),
  brought(111, 'agency', 'fitdaily', 'Fit Daily', 112),
  brought(119, 'shop', 'honchar', 'Гончарня на Замковій', 121),
  brought(141, 'blog', 'media', 'Media Front', 131),
  brought(96, 'blog', 'outlet', 'Outlet City', 132),
  signsUp(22, { email: 'clicker@demo.test', name: 'Best Traffic 24', ip: '203.0.113.200', language: 'ru' }),
  // The letter did not reach them, and the operator helps.
  {
    at: daysAgo(30, 9),
    play: (world) => world.signUp({ email: 'school@demo.test', name: 'Школа «Рівний шанс»', ip: '203.0.113.133' }),
  },
  // Has not opened the letter yet.
  {
    at: hoursAgo(2),
    play: (world) => world.signUp({ email: 'newcomer@demo.test', name: 'Богдан Іваненко', ip: '203.0.113.201' }),
  },
];

const seen = (at: Date, email: string, userAgent?: string): Scene => ({
  at,
  play: (world) => world.signIn(email, userAgent === undefined ? {} : { userAgent }),
});

const act = (
  at: Date,
  email: string,
  play: (world: World, operator: Awaited<ReturnType<World['as']>>, userId: number) => Promise<unknown>,
): Scene => ({
  at,
  play: async (world) => play(world, await world.as('super@demo.test'), (await world.person(email)).id),
});

/** Signing in, and what the operator does to people. */
const COMINGS: Scene[] = [
  {
    at: daysAgo(200, 12),
    play: async (world) =>
      updateProfile(world.services.db, await world.as('user@demo.test'), {
        ...{ company: 'Kovalenko Media', phone: '+380 67 000 00 00', messenger: '@kovalenko_media' },
      }),
  },
  act(daysAgo(21, 10), 'clicker@demo.test', (world, operator, userId) =>
    changeUser(world.services.db, operator, userId, { status: 'blocked' }),
  ),
  act(daysAgo(29, 10), 'school@demo.test', (world, operator, userId) =>
    verifyUser(world.services.db, operator, userId),
  ),
  act(daysAgo(12, 15), 'user@demo.test', (world, operator, userId) => impersonate(world.services.db, operator, userId)),
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

/** What lies further back has been read long ago, in the bell and by letter. */
const readBefore = (at: Date): Scene => ({
  at,
  play: async ({ services, as }) => {
    for (const name of ['super', 'admin', 'user', 'agency', 'shop', 'lead', 'analyst', 'buyer', 'accountant']) {
      await markAllNotificationsRead(services.db, await as(`${name}@demo.test`));
    }
    await services.db.execute(sql`select graphile_worker.complete_jobs(
      array(select id from graphile_worker.jobs where task_identifier like 'send\_%'))`);
  },
});

/** Every evening, as the worker does it many times a day. */
const chores = (at: Date): Scene => ({
  at,
  play: async ({ services }) => {
    await billingJobs(services).renew_subscriptions?.({});
    await releaseDueCommissions(services);
  },
});

const SCENES = (): Scene[] =>
  [
    ...CUSTOMERS,
    ...COMINGS,
    ...CAMPAIGNS,
    ...TEAM,
    ...PAYMENTS,
    ...EARNINGS,
    ...ANNOUNCEMENTS,
    readBefore(hoursAgo(26)),
    ...Array.from({ length: FIRST_DAY }, (_, place) => chores(daysAgo(FIRST_DAY - place, 20))),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());

/**
 * The people of the demonstration and everything that they did before today, all of it or nothing, once: whoever
 * starts it again finds them as they were left.
 */
export async function seedDemo(services: Services, passwords: PasswordHasher): Promise<void> {
  const [{ email: first }] = STAFF;
  if (await findUserByEmail(services.db, first)) return;
  // Whoever closes the door of their own demonstration does not lock out its people.
  const config = { ...services.config, signUp: { policy: 'open', domains: [] } } as const;
  await withSettableClock(services.db, async (db, setClock) => {
    const world = await createWorld({ ...services, config, db }, passwords);
    await setClock(daysAgo(FIRST_DAY, 9));
    for (const person of STAFF) await world.hire(person);
    for (const { at, play } of SCENES()) {
      await setClock(at);
      await play(world);
    }
  });
}
