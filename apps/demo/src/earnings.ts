import type { NewPayout, WithdrawalStatus } from '@poklik/contract/withdrawals';
import { insertVisit, updateReferralRate } from '@poklik/server/features/billing/referrals/referrals.repo';
import { savePayout } from '@poklik/server/features/billing/withdrawals/payout-details.service';
import { requestWithdrawal } from '@poklik/server/features/billing/withdrawals/request-withdrawal.service';
import { changeWithdrawalStatus } from '@poklik/server/features/billing/withdrawals/review-withdrawal.service';
import { findOpenWithdrawal } from '@poklik/server/features/billing/withdrawals/withdrawals.repo';
import { DEMO_PASSWORD, type DemoEvent, daysAgo, hoursAgo } from './context.ts';

type Destination = Pick<NewPayout, 'method' | 'holder' | 'account'>;

const setPayoutDetails = (days: number, email: string, destination: Destination): DemoEvent => ({
  at: daysAgo(days, 12),
  run: async (demo) => {
    const details = { ...destination, password: DEMO_PASSWORD };
    await savePayout(demo.services, demo.tools, await demo.as(email), details);
  },
});

const withdrawalRequest = (at: Date, email: string, amount: string): DemoEvent => ({
  at,
  run: async (demo) => requestWithdrawal(demo.services, await demo.as(email), { amount }),
});

type Decision = { status: WithdrawalStatus; by?: string; reason?: string; external_id?: string };

/** Decides on a user's open withdrawal request. */
const decideWithdrawal = (at: Date, email: string, { by = 'admin@demo.test', ...change }: Decision): DemoEvent => ({
  at,
  run: async (demo) => {
    const { accountId } = await demo.person(email);
    const id = await findOpenWithdrawal(demo.services.db, accountId);
    if (id === null) throw new Error(`${email} has no open request`);
    await changeWithdrawalStatus(demo.services, await demo.as(by), id, change);
  },
});

/** Approved, sent to the bank and paid on three days. */
const payWithdrawal = (days: number, email: string, external_id: string): DemoEvent[] => [
  decideWithdrawal(daysAgo(days, 13), email, { status: 'approved' }),
  decideWithdrawal(daysAgo(days - 1, 10), email, { status: 'processing', by: 'super@demo.test' }),
  decideWithdrawal(daysAgo(days - 2, 17), email, { status: 'paid', by: 'super@demo.test', external_id }),
];

const VISITORS = [
  { email: 'user@demo.test', from: 207, every: 2 },
  { email: 'agency@demo.test', from: 163, every: 6 },
  { email: 'shop@demo.test', from: 130, every: 9 },
  { email: 'blog@demo.test', from: 150, every: 3 },
];

/** Visitors of referral links. */
const VISITS: DemoEvent[] = VISITORS.flatMap(({ email, from, every }) =>
  Array.from({ length: Math.floor(from / every) }, (_, place) => ({
    at: daysAgo(from - place * every, 18),
    run: async ({ services, person }) => {
      const { referralCode } = await person(email);
      await insertVisit(services.db, referralCode, services.secrets.fingerprint(`visit ${email} ${place}`));
    },
  })),
);

/** Referral earnings and withdrawals. */
export const EARNINGS: DemoEvent[] = [
  ...VISITS,
  setPayoutDetails(170, 'user@demo.test', {
    method: 'usdt_trc20',
    holder: '',
    account: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  }),
  withdrawalRequest(daysAgo(152), 'user@demo.test', '150'),
  ...payWithdrawal(151, 'user@demo.test', 'TRX-8841907'),
  withdrawalRequest(daysAgo(71), 'user@demo.test', '60'),
  decideWithdrawal(daysAgo(70), 'user@demo.test', {
    status: 'rejected',
    reason: 'Гаманець із такою адресою не приймає переказів, вкажіть інший',
  }),
  setPayoutDetails(69, 'user@demo.test', {
    method: 'bank',
    holder: 'Коваленко Анна Ігорівна',
    account: 'UA213223130000026007233566001',
  }),
  withdrawalRequest(daysAgo(58), 'user@demo.test', '60'),
  ...payWithdrawal(57, 'user@demo.test', 'PB-2209-117'),
  withdrawalRequest(hoursAgo(19), 'user@demo.test', '40'),

  setPayoutDetails(128, 'agency@demo.test', {
    method: 'bank',
    holder: 'Nord Media Sp. z o.o.',
    account: 'PL61109010140000071219812874',
  }),
  withdrawalRequest(daysAgo(101), 'agency@demo.test', '120'),
  ...payWithdrawal(100, 'agency@demo.test', 'SWIFT-55021'),
  withdrawalRequest(daysAgo(4), 'agency@demo.test', '80'),
  decideWithdrawal(daysAgo(2), 'agency@demo.test', { status: 'approved' }),

  setPayoutDetails(85, 'shop@demo.test', { method: 'card', holder: 'IRYNA LEVCHENKO', account: '4242 4242 4242 4242' }),
  withdrawalRequest(daysAgo(64), 'shop@demo.test', '30'),
  decideWithdrawal(daysAgo(63, 9), 'shop@demo.test', { status: 'cancelled', by: 'shop@demo.test' }),
  withdrawalRequest(daysAgo(5), 'shop@demo.test', '45'),
  decideWithdrawal(daysAgo(4, 15), 'shop@demo.test', { status: 'approved' }),
  decideWithdrawal(daysAgo(3, 15), 'shop@demo.test', { status: 'processing', by: 'super@demo.test' }),

  {
    at: daysAgo(150),
    run: async ({ services, person }) => updateReferralRate(services.db, (await person('blog@demo.test')).id, 3_000),
  },
  setPayoutDetails(108, 'blog@demo.test', { method: 'paypal', holder: '', account: 'oleh@traffic-notes.example' }),
  withdrawalRequest(daysAgo(92), 'blog@demo.test', '90'),
  decideWithdrawal(daysAgo(91), 'blog@demo.test', { status: 'approved' }),
  decideWithdrawal(daysAgo(91, 16), 'blog@demo.test', { status: 'processing' }),
  decideWithdrawal(daysAgo(89), 'blog@demo.test', {
    status: 'failed',
    reason: 'PayPal повернув переказ: рахунок обмежено',
  }),
  // An amount that needs two approvers and has one.
  withdrawalRequest(daysAgo(2, 9), 'blog@demo.test', '1100'),
  decideWithdrawal(daysAgo(1, 12), 'blog@demo.test', { status: 'approved' }),
];
