import { chargeUnpaidRenewal } from '../../features/billing/payments/charge-invoice.service.ts';
import { paidSession, type StripeFixture } from '../../features/billing/payments/stripe.fixture.ts';
import type { Person } from '../test-app.ts';

const DAY_MS = 86_400_000;
export const PRICE_MINOR = 2900;

export const days = (count: number): number => count * DAY_MS;

/** A customer with a paid plan and as many saved cards. */
export async function subscribe({ billing, stripe, deliver, saveCard }: StripeFixture, cards = 1): Promise<Person> {
  const person = await billing.createCustomer();
  await billing.pay(person, 'starter');
  const reference = stripe.sessions.at(-1)?.reference ?? '';
  await deliver(stripe.event('checkout.session.completed', paidSession(reference, PRICE_MINOR)));
  for (let card = 0; card < cards; card += 1) await saveCard(person);
  return person;
}

/** The month is over and the balance empty, so the renewal is unpaid. */
export async function letRenewalFail({ billing, renew }: StripeFixture, person: Person): Promise<void> {
  await billing.shiftSubscriptionBack(person, 32);
  await renew(person);
}

/** Charges as the job does, at another time than now. */
export const chargeAt = ({ billing, providers }: StripeFixture, { accountId }: Person, time: number): Promise<void> =>
  chargeUnpaidRenewal(billing.app.services, providers, accountId, new Date(time));

export interface AttemptRow {
  attempt: number;
  status: string;
  failure: string | null;
  reference: string;
}

export const listAttempts = async ({ billing }: StripeFixture, { accountId }: Person): Promise<AttemptRow[]> =>
  (await billing.query(
    'select attempt, status, failure, reference from payments where account_id = $1 and attempt is not null order by id',
    [accountId],
  )) as unknown as AttemptRow[];
