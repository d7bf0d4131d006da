// The public side of billing: other features import only this file.
import type { Balance } from '@poklik/contract/balance';
import type { Overview } from '@poklik/contract/overview';
import type { Profile } from '@poklik/contract/profile';
import type { TariffLimits } from '@poklik/domain/tariffs/limits';
import { calendarMonth } from '@poklik/domain/tariffs/quota';
import type { Period } from '../../stats/period.ts';
import type { Database } from '../../stores/postgres.ts';
import { lockAccount } from './accounts.repo.ts';
import { findInvoice } from './invoices/invoices.repo.ts';
import { findLastLedgerCheck, getBalance } from './ledger/ledger.repo.ts';
import { toBalanceResponse } from './ledger/ledger.service.ts';
import { removeAllMethods } from './payment-methods/payment-methods.service.ts';
import { findSubscription, listLockedMonths } from './subscriptions/subscriptions.repo.ts';
import { endSubscription, toSubscriptionTerms } from './subscriptions/subscriptions.service.ts';
import { findLimits, findTariff, findTariffTerm, getAccountTariff, type TariffRow } from './tariffs/tariffs.repo.ts';

/** The limits of the account's plan. */
export async function getLimits(db: Database, accountId: number): Promise<TariffLimits> {
  const limits = await findLimits(db, accountId);
  if (!limits) throw new Error(`account ${accountId} has no tariff`);
  return limits;
}

/** Call before counting against a limit: the lock keeps the count valid until the transaction ends. */
export async function getLimitsForUpdate(tx: Database, accountId: number): Promise<TariffLimits> {
  await lockAccount(tx, accountId);
  return getLimits(tx, accountId);
}

/** The account's tariff, and since when. */
export async function getTariffTerm(db: Database, accountId: number) {
  const term = await findTariffTerm(db, accountId);
  if (!term) throw new Error(`account ${accountId} has no tariff`);
  return term;
}

type TariffLabel = Pick<TariffRow, 'id' | 'code' | 'name'>;
const toLabel = ({ id, code, name }: TariffRow): TariffLabel => ({ id, code, name });

export async function findTariffLabel(db: Database, tariffId: number): Promise<TariffLabel | null> {
  const tariff = await findTariff(db, tariffId);
  return tariff && toLabel(tariff);
}

/** The account's plan and its terms. */
export async function getPlan(db: Database, accountId: number): Promise<Pick<Profile, 'tariff' | 'subscription'>> {
  const [tariff, subscription] = await Promise.all([getAccountTariff(db, accountId), findSubscription(db, accountId)]);
  return { tariff: toLabel(tariff), subscription: toSubscriptionTerms(tariff, subscription) };
}

export const getAccountBalance = async (db: Database, accountId: number): Promise<Balance> =>
  toBalanceResponse(await getBalance(db, accountId));

/** True if closing the account would give up money. */
export async function hasMoneyLeft(db: Database, accountId: number): Promise<boolean> {
  const { available, pending } = await getBalance(db, accountId);
  return available + pending > 0n;
}

/** Ends the plan without a refund and removes saved cards, for an account that is being closed. */
export async function cancelSubscription(tx: Database, accountId: number, now: Date): Promise<void> {
  await removeAllMethods(tx, accountId);
  const subscription = await findSubscription(tx, accountId);
  if (subscription && subscription.status !== 'ended')
    await endSubscription(tx, subscription, 'cancelled', { now, creditMinor: 0n });
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Periods over quota: their data is stored, and a larger tariff unlocks their reports. */
export async function listLockedPeriods(db: Database, accountId: number): Promise<Period[]> {
  const months = await listLockedMonths(db, accountId);
  return months.map(({ month, lockedFrom }) => ({
    from: seconds(lockedFrom),
    until: seconds(calendarMonth(new Date(`${month}-01T00:00:00Z`)).until),
  }));
}

/** Result of the last nightly reconciliation. */
export async function getLedgerHealth(db: Database): Promise<Overview['data_health']['ledger']> {
  const check = await findLastLedgerCheck(db);
  if (!check) return { status: 'unknown', checked_at: null, findings: 0 };
  const { checkedAt, findings } = check;
  return { status: findings === 0 ? 'ok' : 'differs', checked_at: checkedAt.toISOString(), findings };
}

/** The number of an invoice of the account. */
export const findInvoiceNumber = async (db: Database, accountId: number, id: number): Promise<string | null> =>
  (await findInvoice(db, id, accountId))?.number ?? null;
