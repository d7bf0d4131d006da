import type { NewPayout, WithdrawalStatus } from '@poklik/contract/withdrawals';
import { insertVisit, updateReferralRate } from '../features/referrals/referrals.repo.ts';
import { savePayout } from '../features/withdrawals/payout.service.ts';
import { findOpenWithdrawal } from '../features/withdrawals/withdrawals.repo.ts';
import { changeWithdrawalStatus, requestWithdrawal } from '../features/withdrawals/withdrawals.service.ts';
import { DEMO_PASSWORD, daysAgo, hoursAgo, type Scene } from './demo-world.ts';

type Destination = Pick<NewPayout, 'method' | 'holder' | 'account'>;

const paysOutTo = (days: number, email: string, destination: Destination): Scene => ({
  at: daysAgo(days, 12),
  play: async (world) => {
    const details = { ...destination, password: DEMO_PASSWORD };
    await savePayout(world.services, world.tools, await world.as(email), details);
  },
});

const asksFor = (at: Date, email: string, amount: string): Scene => ({
  at,
  play: async (world) => requestWithdrawal(world.services, await world.as(email), { amount }),
});

type Decision = { status: WithdrawalStatus; by?: string; reason?: string; external_id?: string };

/** About the one open request of somebody. */
const decided = (at: Date, email: string, { by = 'admin@demo.test', ...change }: Decision): Scene => ({
  at,
  play: async (world) => {
    const { accountId } = await world.person(email);
    const id = await findOpenWithdrawal(world.services.db, accountId);
    if (id === null) throw new Error(`${email} has asked for nothing`);
    await changeWithdrawalStatus(world.services, await world.as(by), id, change);
  },
});

/** Approved, sent to the bank and paid on three days. */
const paidOut = (days: number, email: string, external_id: string): Scene[] => [
  decided(daysAgo(days, 13), email, { status: 'approved' }),
  decided(daysAgo(days - 1, 10), email, { status: 'processing', by: 'super@demo.test' }),
  decided(daysAgo(days - 2, 17), email, { status: 'paid', by: 'super@demo.test', external_id }),
];

const VISITORS = [
  { email: 'user@demo.test', from: 207, every: 2 },
  { email: 'agency@demo.test', from: 163, every: 6 },
  { email: 'shop@demo.test', from: 130, every: 9 },
  { email: 'blog@demo.test', from: 150, every: 3 },
];

/** People who follow the links of those who recommend. */
const VISITS: Scene[] = VISITORS.flatMap(({ email, from, every }) =>
  Array.from({ length: Math.floor(from / every) }, (_, place) => ({
    at: daysAgo(from - place * every, 18),
    play: async ({ services, person }) => {
      const { referralCode } = await person(email);
      await insertVisit(services.db, referralCode, services.secrets.fingerprint(`visit ${email} ${place}`));
    },
  })),
);

/** What recommending brings, and what becomes of it. */
export const EARNINGS: Scene[] = [
  ...VISITS,
  paysOutTo(170, 'user@demo.test', { method: 'usdt_trc20', holder: '', account: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }),
  asksFor(daysAgo(152), 'user@demo.test', '150'),
  ...paidOut(151, 'user@demo.test', 'TRX-8841907'),
  asksFor(daysAgo(71), 'user@demo.test', '60'),
  decided(daysAgo(70), 'user@demo.test', {
    status: 'rejected',
    reason: 'Гаманець із такою адресою не приймає переказів, вкажіть інший',
  }),
  paysOutTo(69, 'user@demo.test', {
    method: 'bank',
    holder: 'Коваленко Анна Ігорівна',
    account: 'UA213223130000026007233566001',
  }),
  asksFor(daysAgo(58), 'user@demo.test', '60'),
  ...paidOut(57, 'user@demo.test', 'PB-2209-117'),
  asksFor(hoursAgo(19), 'user@demo.test', '40'),

  paysOutTo(128, 'agency@demo.test', {
    method: 'bank',
    holder: 'Nord Media Sp. z o.o.',
    account: 'PL61109010140000071219812874',
  }),
  asksFor(daysAgo(101), 'agency@demo.test', '120'),
  ...paidOut(100, 'agency@demo.test', 'SWIFT-55021'),
  asksFor(daysAgo(4), 'agency@demo.test', '80'),
  decided(daysAgo(2), 'agency@demo.test', { status: 'approved' }),

  paysOutTo(85, 'shop@demo.test', { method: 'card', holder: 'IRYNA LEVCHENKO', account: '4242 4242 4242 4242' }),
  asksFor(daysAgo(64), 'shop@demo.test', '30'),
  decided(daysAgo(63, 9), 'shop@demo.test', { status: 'cancelled', by: 'shop@demo.test' }),
  asksFor(daysAgo(5), 'shop@demo.test', '45'),
  decided(daysAgo(4, 15), 'shop@demo.test', { status: 'approved' }),
  decided(daysAgo(3, 15), 'shop@demo.test', { status: 'processing', by: 'super@demo.test' }),

  {
    at: daysAgo(150),
    play: async ({ services, person }) => updateReferralRate(services.db, (await person('blog@demo.test')).id, 3_000),
  },
  paysOutTo(108, 'blog@demo.test', { method: 'paypal', holder: '', account: 'oleh@traffic-notes.example' }),
  asksFor(daysAgo(92), 'blog@demo.test', '90'),
  decided(daysAgo(91), 'blog@demo.test', { status: 'approved' }),
  decided(daysAgo(91, 16), 'blog@demo.test', { status: 'processing' }),
  decided(daysAgo(89), 'blog@demo.test', { status: 'failed', reason: 'PayPal повернув переказ: рахунок обмежено' }),
  // So much that two have to agree, and one has.
  asksFor(daysAgo(2, 9), 'blog@demo.test', '1100'),
  decided(daysAgo(1, 12), 'blog@demo.test', { status: 'approved' }),
];
